// SPDX-License-Identifier: AGPL-3.0-or-later
// Turns the catalogues in service/texts into the page's modules of texts: src/texts/made/<language>/<part>.ts, and
// src/texts/made/index.ts, which lists languages and parts. A .po file is all that a new language needs.
//   node texts.mjs     build.mjs runs this before bundling
//
// A key is a path: page.game.tabs.log is texts().game.tabs.log. A dot within a name is doubled. Names that count from 0
// make an array. A message with `#. args:` becomes a function of those arguments, in that order; with a plural, the
// argument n selects its form. Any other message is a string. If there is a KEY.you besides KEY, the argument `who` is
// a player (Who) and selects one of the two; if there is a KEY.nobody, it may be null. Texts missing in a language are
// shown in English.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import PO from 'pofile';

const here = dirname(fileURLToPath(import.meta.url));
const catalogues = join(here, '../texts');
const made = join(here, 'src/texts/made');

/** Parts that are loaded separately: part → its contents, by the path in the catalogues. Loaded parts are merged. */
const parts = {
    core: { around: 'around', common: 'common' },
    game: { board: 'board', fx: 'fx', game: 'game', log: 'log', play: 'play' },
    panels: { charts: 'charts', legend: 'legend', logPanel: 'logPanel', proposals: 'proposals', result: 'result', talk: 'talk' },
    club: { club: 'club' },
    fair: { fair: 'fair' },
    fairPlay: { fairPlay: 'fairPlay' },
    home: { home: 'home' },
    knights: { knights: 'knights', play: 'knightsGame.play' },
    lessons: { lessons: 'lessons' },
    learning: { learning: 'learning', scenarios: 'scenarios' },
    making: { making: 'making', scenarios: 'scenarios' },
    openings: { openings: 'openings' },
    orders: { orders: 'orders' },
    puzzles: { puzzles: 'puzzles' },
    push: { push: 'push' },
    reasons: { reasons: 'reasons' },
    rules: { rules: 'rules' },
    sea: { board: 'sea.board', play: 'sea.play' },
    settings: { settings: 'settings' },
    setup: { setup: 'setup' },
    table: { table: 'table' },
    clubs: { clubs: 'clubs' },
    tournaments: { tournaments: 'tournaments' },
};
/** Texts of the service worker (only these of push): made/<language>/worker.ts, which the page does not load. */
const workerTexts = { mine: 'around.card.mine', push: 'push' };
const pushed = ['game', 'gameWith', 'turn', 'turnTo', 'reminder', 'reminderTo', 'started', 'over', 'talk', 'offer', 'unknown'];
/** English texts of the server with their translations; English, and what is not translated, is left out. */
const pairs = ['reasons.details', 'orders.noteKinds', 'tournaments.logTexts'];
/** Groups of texts that not every language has (`#. optional`): what is not translated is left out. */
const optionalIn = (entries) => [...new Set([...entries].filter(([, { optional }]) => optional).map(([key]) => key.slice(0, key.lastIndexOf('.'))))];

const under = (key, paths) => paths.some((path) => key.startsWith(`${path}.`));

/** One catalogue: { tag, name, number, plural, entries: path → { args, msgid, forms } }; forms is empty if the text is
 * missing. */
export function readCatalogue(file) {
    const { headers, items } = PO.parse(readFileSync(join(catalogues, file), 'utf8'));
    const entries = new Map();
    for (const { msgctxt, msgid, msgid_plural: many, msgstr, extractedComments, flags, obsolete } of items) {
        const key = msgctxt?.startsWith('refusal.') ? `reasons.moves.${msgctxt.slice('refusal.'.length)}` : msgctxt?.startsWith('page.') ? msgctxt.slice('page.'.length) : undefined;
        if (key === undefined || obsolete) continue;
        if (entries.has(key)) throw new Error(`${file}: ${msgctxt} is there twice`);
        const args = extractedComments.find((line) => line.startsWith('args: '))?.slice('args: '.length).split(' ') ?? [];
        const source = file.endsWith('.pot') ? (many ? [msgid, many] : [msgid]) : [];
        const forms = !flags.fuzzy && msgstr.every((form) => form !== '') && msgstr.length > 0 ? msgstr : source;
        const optional = extractedComments.some((line) => line.startsWith('optional'));
        entries.set(key, { args, optional, msgid, plural: Boolean(many), forms });
    }
    const [, plural] = /plural=\(?([n0-9%=!<>&|?: ()]+?)\)?;?\s*$/.exec(headers['Plural-Forms']) ?? [];
    if (!plural || !headers['X-Name'] || !/^\d+$/.test(headers['X-Number'])) throw new Error(`${file}: its header lacks Plural-Forms, X-Name or X-Number`);
    return { tag: headers.Language, name: headers['X-Name'], number: Number(headers['X-Number']), plural, entries };
}

/** English, then the other languages by their number; each has all entries of English, translated or not. */
function readLanguages() {
    const english = readCatalogue('hexpost.pot');
    const leftOut = [...pairs, ...optionalIn(english.entries)];
    const others = readdirSync(catalogues).filter((file) => file.endsWith('.po')).map(readCatalogue);
    const filled = others.map((other) => ({
        ...other,
        // English forms are selected by the rule for English.
        entries: new Map([...english.entries].map(([key, source]) => [key, other.entries.get(key)?.forms.length ? { ...source, forms: other.entries.get(key).forms, rule: other.plural } : { ...source, rule: english.plural, lacks: true }])),
    }));
    const first = { ...english, entries: new Map([...english.entries].map(([key, source]) => [key, { ...source, rule: english.plural, lacks: under(key, leftOut) }])) };
    return [first, ...filled.sort((one, other) => one.number - other.number)];
}

const quoted = (text) => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** A template literal of the text; each {name} becomes VALUES[name], or the name itself if there is no such value. */
function template(text, args, values) {
    const pieces = text.split(/\{(\w+)\}/);
    if (pieces.length === 1 || !pieces.some((name, i) => i % 2 === 1 && args.includes(name))) return quoted(text);
    const piece = (one, i) => (i % 2 === 0 ? one.replace(/[\\`]|\$(?=\{)/g, '\\$&').replaceAll('\n', '\\n') : args.includes(one) ? `\${${values[one] ?? one}}` : `{${one}}`);
    return `\`${pieces.map(piece).join('')}\``;
}

/** The text of a message as an expression. */
function said({ args, forms, rule, plural }, values = {}) {
    const [first, ...more] = forms.map((form) => template(form, args, values));
    if (!plural) return first;
    if (more.length === 0) return first;
    return more.length === 1 ? `(${rule}) ? ${more[0]} : ${first}` : `[${[first, ...more].join(', ')}][Number(${rule})]!`;
}

/** A message as code: a string, or a function of its arguments. */
function code(key, entry, entries) {
    const [you, nobody] = ['you', 'nobody'].map((kind) => entries.get(`${key}.${kind}`));
    if (entry.args.length === 0) return quoted(entry.forms[0]);
    const type = (name) => (name === 'who' && you ? `Who${nobody ? ' | null' : ''}` : name === 'n' && entry.plural ? 'number' : 'Value');
    const list = entry.args.map((name) => `${name}: ${type(name)}`).join(', ');
    const other = said(entry, you ? { who: 'who.name' } : {});
    const chosen = you ? `who.you ? ${said(you)} : ${other}` : other;
    return `(${list}): string => (${nobody ? `who === null ? ${said(nobody)} : ${chosen}` : chosen})`;
}

/** A tree of names → subtree or message. */
function treeOf(entries) {
    const tree = new Map();
    const leftOut = [...pairs, ...optionalIn(entries)];
    for (const [key, entry] of entries) {
        const above = key.replace(/\.(you|nobody)$/, '');
        if (above !== key && entries.has(above) || entry.lacks && under(key, leftOut)) continue;
        let at = tree;
        const names = key.split(/(?<!\.)\.(?!\.)/).map((name) => name.replaceAll('..', '.'));
        for (const name of names.slice(0, -1)) at = at.get(name) ?? at.set(name, new Map()).get(name);
        if (!(at instanceof Map) || at.has(names.at(-1))) throw new Error(`${key} is both a text and a group of texts`);
        at.set(names.at(-1), under(key, pairs) ? `[${quoted(entry.msgid)}, ${quoted(entry.forms[0])}]` : code(key, entry, entries));
    }
    for (const path of leftOut) {
        const [group, name] = path.split('.');
        if (!tree.get(group).has(name)) tree.get(group).set(name, pairs.includes(path) ? '[] as [string, string][]' : '{} as Record<string, string>');
        else if (pairs.includes(path)) tree.get(group).set(name, `${written([...tree.get(group).get(name).values()], '    ')} as [string, string][]`);
    }
    return tree;
}

function written(tree, indent) {
    if (typeof tree === 'string') return tree;
    const inner = `${indent}    `;
    if (Array.isArray(tree)) return `[\n${tree.map((one) => `${inner}${written(one, inner)},\n`).join('')}${indent}]`;
    if ([...tree.keys()].every((name, i) => name === String(i))) return written([...tree.values()], indent);
    const property = ([name, value]) => `${inner}${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${written(value, inner)},\n`;
    return `{\n${[...tree].map(property).join('')}${indent}}`;
}

const head = '// Made by texts.mjs from service/texts.\n';

function moduleOf(tree, content) {
    const at = (path) => path.split('.').reduce((group, name) => group.get(name), tree);
    const body = Object.entries(content).map(([name, path]) => `export const ${name} = ${written(at(path), '')};\n`).join('');
    const types = [[/\bWho\b(?= \||[,)])/, "import type { Who } from '../../who';\n"], [/: Value\b/, 'type Value = string | number;\n']];
    return `${head}${types.filter(([pattern]) => pattern.test(body)).map(([, line]) => line).join('')}\n${body}`;
}

function indexOf(languages) {
    const names = Object.keys(parts);
    return `${head}
export const languages = { ${languages.map(({ tag, name }) => `${quoted(tag)}: ${quoted(name)}`).join(', ')} };
export type Language = keyof typeof languages;
export type Part = ${names.map(quoted).join(' | ')};
/** All texts, typed as in English. */
export type Made = ${names.map((part) => `typeof import('./en/${part}')`).join(' & ')};
`;
}

function workerIndexOf(languages) {
    const imports = languages.map(({ tag }) => `import * as ${tag.replace('-', '_')} from './${tag}/worker';\n`).join('');
    return `${head}${imports}\nexport const words = { ${languages.map(({ tag }) => `${quoted(tag)}: ${tag.replace('-', '_')}`).join(', ')} };\n`;
}

/** Writes the modules; returns the languages' tags, and the modules by the names that src/texts/index.ts imports. */
export function makeTexts() {
    const languages = readLanguages();
    const files = new Map([['index.ts', indexOf(languages)], ['worker.ts', workerIndexOf(languages)]]);
    for (const { tag, entries } of languages) {
        const tree = treeOf(entries);
        for (const [part, content] of Object.entries(parts)) files.set(join(tag, `${part}.ts`), moduleOf(tree, content));
        files.set(join(tag, 'worker.ts'), moduleOf(new Map([...tree, ['push', new Map(pushed.map((name) => [name, tree.get('push').get(name)]))]]), workerTexts));
    }
    rmSync(made, { recursive: true, force: true });
    for (const [file, text] of files) {
        mkdirSync(dirname(join(made, file)), { recursive: true });
        writeFileSync(join(made, file), text);
    }
    const tags = languages.map(({ tag }) => tag);
    return { tags, modules: Object.fromEntries(tags.flatMap((tag) => Object.keys(parts).map((part) => [`texts-${tag}-${part}`, `src/texts/made/${tag}/${part}.ts`]))) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) makeTexts();
