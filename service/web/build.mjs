// SPDX-License-Identifier: AGPL-3.0-or-later
// Bundles the page into a folder: the same bytes from the same sources each time.
//   node build.mjs [FOLDER]     into FOLDER (dist)
//   node build.mjs --units      builds and runs the unit tests in units/
//   node build.mjs --gallery FOLDER    a page with its components side by side, for tests/web/gallery.mjs
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { mergeChunks } from './merge.mjs';
import { makeTexts } from './texts.mjs';

const here = dirname(fileURLToPath(import.meta.url));
// Symbolic links are not resolved: the names of output files must not depend on where packages are installed.
const common = { absWorkingDir: here, bundle: true, preserveSymlinks: true, logLevel: 'warning', charset: 'utf8', jsx: 'automatic', jsxImportSource: 'preact', target: 'es2022', legalComments: 'none', loader: { '.woff2': 'file' }, assetNames: '[name]-[hash]' };

/** The first style sheet, and those loaded later. */
const laterStyles = ['game', 'realm', 'rest', 'home'];
const styles = Object.fromEntries(['style', ...laterStyles].map((name) => [name, `src/styles/${name}.css`]));

/** Scripts and styles go to assets/, under the names of their sources, so that a change of one source changes one file.
 * The program serves them in a folder that is named by a hash of its content (embed.sh). */
async function bundle(folder) {
    const result = await build({
        ...common,
        entryPoints: { app: 'src/app/main.tsx', ...styles, ...texts.modules },
        outdir: join(folder, 'assets'),
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        format: 'esm',
        splitting: true,
        minify: true,
        metafile: true,
        write: false,
    });
    const { outputs, contents } = named(result);
    const start = entry(outputs, 'src/app/main.tsx');
    // The island on the welcome page counts as a page: the first load contains what it needs, and nothing that other
    // pages share. A page with two addresses counts once.
    const pages = [...new Set(outputs[start].imports.filter(({ path, kind }) => kind === 'dynamic-import' && outputs[path].entryPoint.endsWith('.tsx')).map(({ path }) => path)), entry(outputs, 'src/pages/home/HeroBoard.tsx')];
    const scripts = new Map([...contents].filter(([path]) => path.endsWith('.js')));
    const merged = await mergeChunks(outputs, scripts, start, pages, common);
    mkdirSync(join(folder, 'assets'));
    for (const { path, contents } of result.outputFiles.filter((file) => file.path.endsWith('.woff2'))) writeFileSync(join(folder, 'assets', stableName(path)), contents);
    for (const [path, text] of [...merged.texts, ...[...contents].filter(([one]) => one.endsWith('.css'))]) writeFileSync(join(folder, 'assets', basename(path)), text);
    return describe(merged.outputs);
}

/** A file's name without the hash that esbuild adds: the output of a source keeps the source's name. */
const stableName = (path) => basename(path).replace(/-[A-Z0-9]{8}(?=\.\w+$)/, '');

/** Each module's code is in one file only, so the first of its modules gives a chunk a unique name. A file that chunks
 * are merged into has the name without "part" (merge.mjs). */
function nameOf(path, { entryPoint, inputs }) {
    if (!path.endsWith('.js')) return stableName(path);
    const source = entryPoint ?? Object.keys(inputs).sort((one, other) => one.startsWith('src/') === other.startsWith('src/') ? (one < other ? -1 : 1) : one.startsWith('src/') ? -1 : 1)[0];
    return `${source.replace(/^(src|node_modules)\//, '').replace('texts/made/', 'texts/').replace(/\.\w+$/, '').replace(/[^A-Za-z0-9]+/g, '-')}${entryPoint ? '' : '-shared'}.part.js`;
}

/** The output of esbuild under the names of its sources and in their order: { outputs, contents }, by path. */
function named({ metafile, outputFiles }) {
    const names = new Map(Object.entries(metafile.outputs).map(([path, output]) => [path, join(dirname(path), nameOf(path, output))]));
    if (new Set(names.values()).size < names.size) throw new Error('two files of the bundle have one name');
    const made = new Map(outputFiles.map((file) => [basename(file.path), file]));
    const short = new Map([...names].map(([path, name]) => [basename(path), basename(name)]));
    const rename = (text) => text.replace(/[\w.-]+-[A-Z0-9]{8}\.\w+/g, (name) => short.get(name) ?? name);
    const inOrder = [...names].sort(([, one], [, other]) => (one < other ? -1 : 1));
    return {
        outputs: Object.fromEntries(inOrder.map(([path, name]) => [name, { ...metafile.outputs[path], imports: metafile.outputs[path].imports.map((one) => ({ ...one, path: names.get(one.path) ?? one.path })) }])),
        contents: new Map(inOrder.filter(([path]) => !path.endsWith('.woff2')).map(([path, name]) => [name, rename(made.get(basename(path)).text)])),
    };
}

/** The output of a source. */
const entry = (outputs, source) => Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)[0];

/** Where the program serves assets/; it fills in the version. */
const served = '/assets/{{version}}/';

/** What the page starts with, what it needs to open, and everything that it may request. */
function describe(outputs) {
    const address = (path) => `${served}${basename(path)}`;
    const built = (source) => entry(outputs, source);
    const need = (path, needed) => {
        if (needed.has(path)) return needed;
        needed.add(path);
        for (const { path: inner, kind } of outputs[path].imports) if (kind === 'import-statement') need(inner, needed);
        return needed;
    };
    const needed = need(built('src/app/main.tsx'), new Set());
    const game = [...need(built('src/game/screen/GameScreen.tsx'), new Set())].filter((path) => !needed.has(path)).map(address);
    const preload = [...needed].slice(1).map(address).sort();
    const fonts = Object.keys(outputs).filter((path) => path.endsWith('.woff2'));
    for (const source of [styles.style, styles.game, ...texts.tags.map((tag) => `src/texts/made/${tag}/core.ts`)]) need(built(source), needed);
    return { script: address(built('src/app/main.tsx')), style: address(built(styles.style)), game, styles: laterStyles.map((name) => address(built(styles[name]))), preload, fonts: fonts.map(address), shell: [...needed, ...fonts].map(address).sort() };
}

/** The service worker has a fixed address, because browsers look for updates there. */
async function worker(folder, { shell }) {
    const define = { SHELL: JSON.stringify(['/', '/icon-192.png', ...shell]), ASSETS: JSON.stringify(served) };
    await build({ ...common, entryPoints: ['src/app/worker.ts'], outfile: join(folder, 'sw.js'), format: 'iife', minify: true, define });
}

/** The bundle contains parts of these packages and a font, whose licences require their notices. */
function notices() {
    const { packages } = JSON.parse(readFileSync(join(here, 'package-lock.json'), 'utf8'));
    const carried = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
    const texts = [...carried.map(([path]) => [path.replace('node_modules/', ''), join(path, 'LICENSE')]), ['Inter', 'src/fonts/OFL.txt']];
    return texts.map(([name, path]) => `${name}\n\n${readFileSync(join(here, path), 'utf8').trim()}\n`).join('\n\n');
}

async function page(folder) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const files = await bundle(folder);
    await worker(folder, files);
    const links = [...files.fonts.map((path) => `rel="preload" href="${path}" as="font" type="font/woff2" crossorigin`), ...files.preload.map((path) => `rel="modulepreload" href="${path}"`)];
    const preload = links.map((link) => `    <link ${link}>\n`).join('');
    const html = readFileSync(join(here, 'index.html'), 'utf8').replace('{{script}}', files.script).replace('{{style}}', files.style).replace('{{styles}}', files.styles.join(' ')).replace('{{game}}', files.game.join(' ')).replace('{{preload}}', preload);
    writeFileSync(join(folder, 'index.html'), html);
    writeFileSync(join(folder, 'notices.txt'), notices());
    for (const file of readdirSync(join(here, 'static'))) copyFileSync(join(here, 'static', file), join(folder, file));
}

/** Not part of dist: only for tests. */
async function gallery(folder) {
    await build({ ...common, entryPoints: { gallery: 'gallery/main.tsx', ...styles, ...texts.modules }, outdir: folder, format: 'esm', splitting: true });
    writeFileSync(join(folder, 'index.html'), `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Gallery</title><meta name="viewport" content="width=device-width, initial-scale=1">${Object.keys(styles).map((name) => `<link rel="stylesheet" href="/${name}.css">`).join('')}
<style>[data-tile] { padding: 1rem; overflow: clip }</style><body></body><script type="module" src="/gallery.js"></script></html>
`);
}

async function units() {
    const folder = mkdtempSync(join(tmpdir(), 'hexpost-units-'));
    const tests = readdirSync(join(here, 'units')).filter((file) => file.endsWith('.test.ts') || file.endsWith('.test.tsx'));
    const entryPoints = { ...Object.fromEntries(tests.map((file) => [file.replace(/\.tsx?$/, ''), join('units', file)])), ...texts.modules };
    await build({ ...common, entryPoints, outdir: folder, format: 'esm', platform: 'node' });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    // Each file has its own modules, so one process can run them all.
    writeFileSync(join(folder, 'all.js'), tests.map((file) => `import './${file.replace(/tsx?$/, 'js')}';\n`).join(''));
    const { status } = spawnSync(process.execPath, ['--test', join(folder, 'all.js')], { stdio: 'inherit', cwd: here });
    rmSync(folder, { recursive: true, force: true });
    process.exitCode = status ?? 1;
}

const texts = makeTexts();
if (process.argv[2] === '--units') await units();
else if (process.argv[2] === '--gallery') await gallery(process.argv[3]);
else await page(process.argv[2] ?? join(here, 'dist'));
