// SPDX-License-Identifier: AGPL-3.0-or-later
// No catalog contains a text that the page does not use. English is checked, in the modules that texts.mjs makes. What
// is looked up by a computed name, or passed on as a whole, counts as used with all its content. No code uses a text
// that is not loaded with it. And every translation has the placeholders of its text.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTexts, readCatalogue } from '../../service/web/texts.mjs';

const web = fileURLToPath(new URL('../../service/web/', import.meta.url));
makeTexts();
const ts = createRequire(join(web, 'package.json'))('typescript');
const { fileNames, options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(web, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, web);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();
const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(join(web, 'src/')));

const plain = (node) => (node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) ? plain(node.expression) : node);

/** Each text, and each group of texts: where it is declared → its path. */
const paths = new Map();
function collect(value, path) {
    const object = plain(value);
    if (!object || !ts.isObjectLiteralExpression(object)) return;
    for (const property of object.properties.filter(({ name }) => name)) {
        const inner = `${path}.${property.name.text}`;
        paths.set(property, inner);
        collect(property.initializer, inner);
    }
}
const english = files.filter(({ fileName }) => fileName.includes('/texts/made/en/'));
for (const { statements } of english) {
    for (const statement of statements.filter((one) => ts.isVariableStatement(one) && one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))) {
        for (const { name, initializer } of statement.declarationList.declarations) collect(initializer, name.text);
    }
}

const used = new Set();
const usedWhole = new Set();
const declared = (symbol) => (symbol?.declarations ?? []).filter((node) => paths.has(node));
const members = (node) => checker.getNonNullableType(checker.getTypeAtLocation(node)).getProperties().flatMap(declared);

/** Whether something is only a step in the path to its content, which is checked where that is named. */
function isWay(node) {
    const { parent } = node;
    if (checker.getTypeAtLocation(node).getStringIndexType()) return false;
    return ts.isBindingElement(node) || (ts.isPropertyAccessExpression(parent) && parent.expression === node) || (ts.isVariableDeclaration(parent) && parent.initializer === node) || ts.isArrowFunction(parent) || ts.isReturnStatement(parent);
}

function note(symbol, node) {
    for (const text of declared(symbol)) {
        used.add(text);
        if (!isWay(node)) usedWhole.add(text);
    }
}

function look(node) {
    if (ts.isPropertyAccessExpression(node)) note(checker.getSymbolAtLocation(node.name), node);
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) note(checker.getTypeAtLocation(node.parent).getProperty((node.propertyName ?? node.name).getText()), node);
    else if (ts.isElementAccessExpression(node)) members(node.expression).forEach((text) => usedWhole.add(text));
    else if (ts.isIdentifier(node) && (ts.isCallExpression(node.parent) || ts.isSpreadAssignment(node.parent) || ts.isSpreadElement(node.parent) || ts.isAsExpression(node.parent))) members(node).forEach((text) => usedWhole.add(text));
    ts.forEachChild(node, look);
}
files.forEach(look);

function isUsed(text) {
    for (let node = text; node; node = node.parent) if (usedWhole.has(node)) return true;
    return used.has(text);
}
// The service worker has a copy of some texts.
const usedPaths = new Set([...paths].filter(([text]) => isUsed(text)).map(([, path]) => path));
const unused = [...new Set(paths.values())].filter((path) => !usedPaths.has(path));
for (const path of unused) console.log(`FAILED no code uses the text ${path}`);

// ---- what is loaded with what

const nameOf = ({ fileName }) => fileName.slice(join(web, 'src/').length);
/** Catalog → the parts that load it. What a part of an expansion adds to one of the game's does not load that. */
const partsOf = new Map();
for (const file of english.filter((one) => !nameOf(one).endsWith('/worker.ts'))) {
    const part = nameOf(file).split('/').at(-1).replace('.ts', '');
    for (const [, catalogue] of file.text.matchAll(/^export const (\w+)/gm)) partsOf.set(catalogue, [...(partsOf.get(catalogue) ?? []), part]);
}
for (const [catalogue, parts] of partsOf) if (parts.includes('game')) partsOf.set(catalogue, ['game']);

const isTexts = (node) => ['around', 'game', 'settings'].every((name) => checker.getTypeAtLocation(node).getProperty(name));

/** The catalogs that a file uses, and its imports: at once, or later with the parts of the texts loaded with them. */
function needsOf(file) {
    const catalogues = new Set();
    const imports = [];
    const at = (path) => ts.resolveModuleName(path, file.fileName, options, ts.sys).resolvedModule?.resolvedFileName;
    const visit = (node, parts) => {
        if (ts.isPropertyAccessExpression(node) && isTexts(node.expression)) catalogues.add(node.name.text);
        if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && node.initializer && isTexts(node.initializer)) for (const { propertyName, name } of node.name.elements) catalogues.add((propertyName ?? name).getText());
        if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier && !(node.importClause?.isTypeOnly || node.isTypeOnly)) imports.push({ to: at(node.moduleSpecifier.text), parts: null });
        if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) imports.push({ to: at(node.arguments[0].text), parts });
        const along = ts.isCallExpression(node) && node.expression.getText() === 'withParts' ? node.arguments[0].elements.map(({ text }) => text) : parts;
        ts.forEachChild(node, (child) => visit(child, along));
    };
    visit(file, []);
    return { catalogues, imports };
}

const needs = new Map(files.filter((file) => !nameOf(file).startsWith('texts/')).map((file) => [file.fileName, needsOf(file)]));
const untold = new Set();
const seen = new Set();
/** Pages are checked separately: each loads what belongs to it. */
const pages = new Set(needs.get(join(web, 'src/app/main.tsx')).imports.filter(({ parts }) => parts !== null).map(({ to }) => to));
function walk(fileName, loaded) {
    const key = `${fileName} ${[...loaded].sort()}`;
    if (!needs.has(fileName) || seen.has(key)) return;
    seen.add(key);
    const { catalogues, imports } = needs.get(fileName);
    for (const catalogue of catalogues) if (!partsOf.get(catalogue).some((part) => loaded.has(part))) untold.add(`${nameOf({ fileName })} says ${catalogue}, of the texts for "${partsOf.get(catalogue).join('" or "')}", which are not loaded with it everywhere: see withParts`);
    for (const { to, parts } of imports) if (parts === null || fileName.endsWith('/main.tsx') || !pages.has(to)) walk(to, new Set([...loaded, ...(parts ?? [])]));
}
// A refusal loads its texts (lib/api.ts), and a game of Cities & Knights its own before it is shown
// (game/state/gameStore.ts).
walk(join(web, 'src/app/main.tsx'), new Set(['core', 'knights', 'reasons']));
for (const text of untold) console.log(`FAILED ${text}`);

// ---- translations

const namesIn = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort().join(' ');
const faults = [];
const source = readCatalogue('hexpost.pot').entries;
const translations = readdirSync(join(web, '../texts')).filter((file) => file.endsWith('.po')).map((file) => [file, readCatalogue(file).entries]);
for (const [key, { args, msgid, forms }] of source) {
    const stars = msgid.split('*').length - 1;
    for (const form of forms) for (const name of namesIn(form).split(' ').filter(Boolean)) if (args.length > 0 && !args.includes(name)) faults.push(`hexpost.pot: ${key} has {${name}}, which is none of its args`);
    for (const [file, entries] of translations) {
        const other = entries.get(key);
        if (!other) continue;
        if (other.args.join() !== args.join()) faults.push(`${file}: ${key} has other args than hexpost.pot`);
        // A singular form may omit the number; translations of the server's details contain the values of each *.
        const wrong = other.forms.filter((form, i) => (/^(reasons\.details|orders\.noteKinds|tournaments\.logTexts)\./.test(key) ? namesIn(form).split(' ').some((name) => Number(name) > stars) : namesIn(form) !== namesIn(forms.at(-1)) && !(i === 0 && forms.length > 1 && [namesIn(form), 'n'].sort().join(' ').trim() === namesIn(forms.at(-1)))));
        for (const form of wrong) faults.push(`${file}: ${key} has other placeholders than hexpost.pot: ${form}`);
    }
}
for (const [file, entries] of translations) {
    for (const key of entries.keys()) if (!source.has(key)) faults.push(`${file}: ${key} is not in hexpost.pot`);
}
for (const fault of faults) console.log(`FAILED ${fault}`);

console.log(`${source.size - faults.length + paths.size - unused.length + seen.size - untold.size} passed, ${faults.length + unused.length + untold.size} failed`);
process.exitCode = paths.size > 1000 && seen.size > 200 && faults.length + unused.length + untold.size === 0 ? 0 : 1;
