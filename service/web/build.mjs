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
const common = { absWorkingDir: here, bundle: true, logLevel: 'warning', charset: 'utf8', jsx: 'automatic', jsxImportSource: 'preact', target: 'es2022', legalComments: 'none' };

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
    const named = (kind) => Object.entries(result.metafile.outputs).find(([, output]) => output.entryPoint === kind)[0];
    return { script: `/assets/${basename(named('src/main.tsx'))}`, style: `/assets/${basename(named('src/styles/style.css'))}` };
}

/** The service worker has an address that never changes, since browsers ask for it again by that. */
async function worker(folder, files) {
    await build({ ...common, entryPoints: ['src/worker.ts'], outfile: join(folder, 'sw.js'), format: 'iife', minify: true, define: { SHELL: JSON.stringify(files) } });
}

async function page(folder) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const files = await bundle(folder);
    await worker(folder, ['/', files.script, files.style]);
    let html = readFileSync(join(here, 'index.html'), 'utf8');
    for (const [name, path] of Object.entries(files)) html = html.replace(`{{${name}}}`, path);
    writeFileSync(join(folder, 'index.html'), html);
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
