// SPDX-License-Identifier: AGPL-3.0-or-later
// No catalogue holds a text that the page does not use. English is looked at: German has the same texts. What is
// looked up by a name that is not written out, or handed on as a whole, counts as used with all that is in it.
// And no code says a text that is not loaded with it.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../service/web/', import.meta.url));
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
for (const { statements } of files.filter(({ fileName }) => fileName.includes('/texts/en/') && !/\/index\w*\.ts$/.test(fileName))) {
    for (const statement of statements.filter((one) => ts.isVariableStatement(one) && one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))) {
        // What has a type of its own is a table keyed by names from elsewhere.
        for (const { name, type, initializer } of statement.declarationList.declarations) if (!type) collect(initializer, name.text);
    }
}

const used = new Set();
const usedWhole = new Set();
const declared = (symbol) => (symbol?.declarations ?? []).filter((node) => paths.has(node));
const members = (node) => checker.getTypeAtLocation(node).getProperties().flatMap(declared);

/** Whether something is only on the way to what is in it, which is looked at where that is named. */
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
const unused = [...paths].filter(([text]) => !isUsed(text)).map(([, path]) => path);
for (const path of unused) console.log(`FAILED no code uses the text ${path}`);

// ---- what is loaded with what

const nameOf = ({ fileName }) => fileName.slice(join(web, 'src/').length);
/** The part of each catalogue; any other is a part of its own. */
const partOf = new Map();
for (const [part, index] of [['core', 'index'], ['game', 'indexGame'], ['panels', 'indexPanels']]) {
    const file = files.find((one) => nameOf(one) === `texts/en/${index}.ts`);
    for (const [, catalogue] of file.text.matchAll(/^import \{ (\w+) \}/gm)) partOf.set(catalogue, part);
}

const isTexts = (node) => ['around', 'game', 'settings'].every((name) => checker.getTypeAtLocation(node).getProperty(name));

/** The catalogues that a file looks into, and what it imports: at once, or later with the parts of the texts that come along. */
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
/** Pages are looked at by themselves: who goes there loads what belongs to them. */
const pages = new Set(needs.get(join(web, 'src/app/main.tsx')).imports.filter(({ parts }) => parts !== null).map(({ to }) => to));
function walk(fileName, loaded) {
    const key = `${fileName} ${[...loaded].sort()}`;
    if (!needs.has(fileName) || seen.has(key)) return;
    seen.add(key);
    const { catalogues, imports } = needs.get(fileName);
    for (const catalogue of catalogues) if (!loaded.has(partOf.get(catalogue) ?? catalogue)) untold.add(`${nameOf({ fileName })} says ${catalogue}, of the texts for "${partOf.get(catalogue) ?? catalogue}", which are not loaded with it everywhere: see withParts`);
    for (const { to, parts } of imports) if (parts === null || fileName.endsWith('/main.tsx') || !pages.has(to)) walk(to, new Set([...loaded, ...(parts ?? [])]));
}
// Whatever is refused brings the words for it (lib/api.ts), and a game of Cities & Knights its own before it is shown
// (game/state/gameStore.ts).
walk(join(web, 'src/app/main.tsx'), new Set(['core', 'knights', 'reasons']));
for (const text of untold) console.log(`FAILED ${text}`);

console.log(`${paths.size - unused.length + seen.size - untold.size} passed, ${unused.length + untold.size} failed`);
process.exitCode = paths.size > 1000 && seen.size > 200 && unused.length + untold.size === 0 ? 0 : 1;
