// SPDX-License-Identifier: AGPL-3.0-or-later
// esbuild makes one chunk for each set of entry points that share modules, which gives many small files. Here the
// chunks needed by the same pages are merged: a page requests a third of the files, and their total is smaller.
import { basename } from 'node:path';
import { build } from 'esbuild';

const isCode = (path) => path.endsWith('.js');

/** Files that together have fewer bytes than this are not worth a request of their own. */
const smallMax = 3000;

/** Everything that a file needs before it runs, including itself; with OTHERS also what it may load later, except
 * these. */
function closure(outputs, path, others = null, found = new Set()) {
    if (found.has(path)) return found;
    found.add(path);
    for (const { path: inner, kind } of outputs[path].imports) {
        if (kind === 'import-statement' || others && kind === 'dynamic-import' && !others.includes(inner)) closure(outputs, inner, others, found);
    }
    return found;
}

/** File → the first texts of its language if only texts of that language need it: every page loads those before any
 * others. */
function languagesOf(outputs) {
    const folder = (path) => outputs[path].entryPoint?.match(/^src\/texts\/made\/[\w-]+\//)?.[0] ?? '';
    const entries = Object.keys(outputs).filter((path) => isCode(path) && outputs[path].entryPoint);
    const found = new Map();
    for (const path of Object.keys(outputs).filter((one) => isCode(one) && !outputs[one].entryPoint)) {
        const users = entries.filter((one) => closure(outputs, one).has(path));
        const first = users.length > 0 && entries.find((one) => outputs[one].entryPoint === `${folder(users[0])}core.ts`);
        if (first && users.every((one) => folder(one) === folder(users[0]))) found.set(path, first);
    }
    return found;
}

/** Group → its files: the start of the page, and files needed by the same pages. Every other file is a group of its
 * own. */
function groupsOf(outputs, texts, start, pages) {
    const first = closure(outputs, start);
    const needs = pages.map((page) => closure(outputs, page));
    const reach = pages.map((page) => closure(outputs, page, pages));
    const flags = (sets, path) => sets.map((set) => (set.has(path) ? 'x' : '-')).join('');
    const groups = new Map();
    const language = languagesOf(outputs);
    const keyOf = (path) => {
        if (first.has(path)) return 'start';
        if (language.has(path)) return language.get(path);
        const wanted = flags(needs, path);
        // A page is merged with what only that page needs; what is loaded later than a page stays a file of its own.
        if (!wanted.includes('x') || outputs[path].entryPoint !== undefined && !pages.includes(path)) return path;
        if (wanted.split('x').length > 2 || pages.includes(path)) return wanted;
        // Do not make a page load a file that only parts of another page need later.
        const later = flags(reach, path);
        return later.split('x').length > 2 ? `${wanted} ${later}` : wanted;
    };
    for (const path of Object.keys(outputs).filter(isCode)) {
        const key = keyOf(path);
        groups.set(key, [...(groups.get(key) ?? []), path]);
    }
    return joinSmall(outputs, groups, texts, needs.indexOf([...needs].sort((a, b) => b.size - a.size)[0]));
}

/** Merges small groups, if the page that needs the most files needs them, and other pages do too, but not the first
 * load. A group stays apart if files would import each other with it: one of them would run before what it uses. */
function joinSmall(outputs, groups, texts, most) {
    const size = (members) => members.reduce((sum, path) => sum + texts.get(path).length, 0);
    const isShared = (key) => /^[-x]+( [-x]+)?$/.test(key) && key[0] === '-' && key[most] === 'x' && key.split(' ')[0].split('x').length > 2;
    // Files that many pages need use few others, so they are tried first.
    const byUse = [...groups].sort(([one], [other]) => other.split('x').length - one.split('x').length);
    let joined = [];
    for (const [key, members] of byUse) {
        const tried = [...joined, key];
        if (isShared(key) && size(members) < smallMax && !isCircular(outputs, groups, tried)) joined = tried;
    }
    return new Map([['small', joined.flatMap((key) => groups.get(key))], ...[...groups].filter(([key]) => !joined.includes(key))].filter(([, members]) => members.length > 0));
}

/** Whether the file that the groups JOINED become would need itself by way of others. */
function isCircular(outputs, groups, joined) {
    const small = joined.flatMap((key) => groups.get(key));
    const home = new Map([...groups].flatMap(([key, members]) => members.map((path) => [path, members])));
    for (const path of small) home.set(path, small);
    const needed = (members) => new Set(members.flatMap((path) => outputs[path].imports).filter(({ kind, path }) => kind === 'import-statement' && home.has(path)).map(({ path }) => home.get(path)));
    const seen = new Set();
    const leadsBack = (members) => [...needed(members)].some((other) => {
        if (other === members || seen.has(other)) return false;
        seen.add(other);
        return other === small || leadsBack(other);
    });
    return leadsBack(small);
}

/** OUTPUTS (of a metafile) and TEXTS (path → text) of a build with chunks; START: the file that the page starts with,
 * PAGES: those that it loads later. Returns both after merging. */
export async function mergeChunks(outputs, texts, start, pages, options) {
    const groups = groupsOf(outputs, texts, start, pages);
    const home = new Map([...groups.values()].flatMap((members) => members.map((path) => [basename(path), members])));
    /** The file that gives a group its name. */
    const leader = (members) => members.find((path) => path === start) ?? members.find((path) => outputs[path].entryPoint !== undefined) ?? members[0];
    /** The name in a group for an export of one of its files. */
    const called = (members, path, name) => (path === leader(members) ? name : `x${members.indexOf(path)}_${name}`);
    const nameOf = (members) => basename(leader(members)).replace('.part.js', '.js');
    const merged = { outputs: {}, texts: new Map() };
    for (const members of groups.values()) {
        const inside = {
            name: 'chunks',
            setup({ onResolve, onLoad }) {
                onResolve({ filter: /^\.\// }, ({ path, kind }) => {
                    const other = home.get(basename(path));
                    if (!other) return { path, external: true };
                    if (kind === 'dynamic-import' || other.length === 1 && other !== members) return { path: `./${nameOf(other)}`, external: true };
                    return { path: basename(path), namespace: other === members ? 'own' : 'other' };
                });
                onLoad({ filter: /.*/, namespace: 'own' }, ({ path }) => ({ contents: texts.get(members.find((one) => basename(one) === path)), loader: 'js', resolveDir: '/' }));
                onLoad({ filter: /.*/, namespace: 'other' }, ({ path }) => {
                    const other = home.get(path);
                    const from = other.find((one) => basename(one) === path);
                    const list = outputs[from].exports.map((name) => `${called(other, from, name)} as ${name}`);
                    return { contents: list.length > 0 ? `export {${list}} from './${nameOf(other)}'` : `import './${nameOf(other)}'`, loader: 'js', resolveDir: '/' };
                });
            },
        };
        const contents = members.map((path) => `import './${basename(path)}';${outputs[path].exports.length > 0 ? `export {${outputs[path].exports.map((name) => `${name} as ${called(members, path, name)}`)}} from './${basename(path)}';` : ''}`).join('\n');
        const { outputFiles: [file] } = await build({ ...options, stdin: { contents, resolveDir: '/', loader: 'js' }, plugins: [inside], format: 'esm', minify: true, write: false, outdir: '/' });
        const address = (path) => path.replace(/[^/]+$/, nameOf(home.get(basename(path))));
        const imports = [...new Set(members.flatMap((path) => outputs[path].imports.filter(({ kind, path: inner }) => kind === 'import-statement' && !members.includes(inner)).map(({ path: inner }) => address(inner))))];
        const path = address(leader(members));
        merged.outputs[path] = { entryPoint: outputs[leader(members)].entryPoint, imports: imports.map((inner) => ({ path: inner, kind: 'import-statement' })) };
        merged.texts.set(path, file.text);
    }
    for (const path of Object.keys(outputs).filter((one) => !isCode(one))) merged.outputs[path] = outputs[path];
    return merged;
}
