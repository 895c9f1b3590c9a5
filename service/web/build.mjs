// SPDX-License-Identifier: AGPL-3.0-or-later
// Bundles the page into a folder, the same bytes from the same sources each time.
//   node build.mjs [FOLDER]     into FOLDER (dist)
//   node build.mjs --units      builds and runs the unit tests of units/
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
// A path is taken as it is written: the names of the files must not tell where the packages of a working copy lie.
const common = { absWorkingDir: here, bundle: true, preserveSymlinks: true, logLevel: 'warning', charset: 'utf8', jsx: 'automatic', jsxImportSource: 'preact', target: 'es2022', legalComments: 'none' };

/** The script and the style in assets/, under names that change with what is in them. */
async function bundle(folder) {
    const result = await build({
        ...common,
        entryPoints: { app: 'src/main.tsx', style: 'src/styles/style.css' },
        outdir: join(folder, 'assets'),
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        format: 'esm',
        splitting: true,
        minify: true,
        metafile: true,
    });
    return describe(result.metafile.outputs);
}

/** What the page begins with, what it needs to open, and all that it may ask for. */
function describe(outputs) {
    const address = (path) => `/assets/${basename(path)}`;
    const built = (source) => Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)[0];
    const needed = new Set();
    const need = (path) => {
        if (needed.has(path)) return;
        needed.add(path);
        for (const { path: inner, kind } of outputs[path].imports) if (kind === 'import-statement') need(inner);
    };
    need(built('src/main.tsx'));
    const preload = [...needed].slice(1).map(address).sort();
    for (const source of ['src/styles/style.css', 'src/texts/en/index.ts', 'src/texts/de/index.ts']) need(built(source));
    return { script: address(built('src/main.tsx')), style: address(built('src/styles/style.css')), preload, shell: [...needed].map(address).sort(), assets: Object.keys(outputs).map(address).sort() };
}

/** The service worker has an address that never changes, since browsers ask for it again by that. */
async function worker(folder, { shell, assets }) {
    const define = { SHELL: JSON.stringify(['/', '/icon-192.png', ...shell]), ASSETS: JSON.stringify(assets) };
    await build({ ...common, entryPoints: ['src/worker.ts'], outfile: join(folder, 'sw.js'), format: 'iife', minify: true, define });
}

/** The bundle holds parts of these packages, whose licences ask that their notices go along. */
function notices() {
    const { dependencies } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
    return Object.keys(dependencies).map((name) => `${name}\n\n${readFileSync(join(here, 'node_modules', name, 'LICENSE'), 'utf8').trim()}\n`).join('\n\n');
}

async function page(folder) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const files = await bundle(folder);
    await worker(folder, files);
    const preload = files.preload.map((path) => `    <link rel="modulepreload" href="${path}">\n`).join('');
    const html = readFileSync(join(here, 'index.html'), 'utf8').replace('{{script}}', files.script).replace('{{style}}', files.style).replace('{{preload}}', preload);
    writeFileSync(join(folder, 'index.html'), html);
    writeFileSync(join(folder, 'notices.txt'), notices());
    for (const file of readdirSync(join(here, 'static'))) copyFileSync(join(here, 'static', file), join(folder, file));
}

async function units() {
    const folder = mkdtempSync(join(tmpdir(), 'hexpost-units-'));
    const entryPoints = readdirSync(join(here, 'units')).filter((file) => file.endsWith('.test.ts') || file.endsWith('.test.tsx')).map((file) => join('units', file));
    await build({ ...common, entryPoints, outdir: folder, outExtension: { '.js': '.mjs' }, format: 'esm', platform: 'node' });
    const files = readdirSync(folder).filter((file) => file.endsWith('.mjs')).map((file) => join(folder, file));
    const { status } = spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit', cwd: here });
    rmSync(folder, { recursive: true, force: true });
    process.exitCode = status ?? 1;
}

if (process.argv[2] === '--units') await units();
else await page(process.argv[2] ?? join(here, 'dist'));
