// SPDX-License-Identifier: AGPL-3.0-or-later
// Compares the page's components pixel by pixel with approved pictures: light and dark, on a phone and on a laptop.
// Pictures are valid for one major version of Chromium with one set of fonts (the bundled font is not the only one);
// with any other, only shapes are compared. `make gallery` takes new ones.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from '../tools/node_modules/pixelmatch/index.js';
import { PNG } from '../tools/node_modules/pngjs/lib/png.js';
import { kept, open, run } from './harness.mjs';

const pictures = fileURLToPath(new URL('gallery', import.meta.url));
const anew = process.env.WEB_GALLERY === 'anew';
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
/** The fraction of a tile, and of a pixel's color, that may differ. */
const partMax = 0.001;
const pixelMax = 0.1;
const views = [360, 1280].flatMap((width) => ['light', 'dark'].map((scheme) => ({ width, scheme })));

/** Serves a folder: { base, stop }. */
async function serveFolder(folder) {
    const server = createServer(({ url }, response) => {
        const path = join(folder, url === '/' ? 'index.html' : url);
        if (!existsSync(path)) response.writeHead(404).end();
        else response.writeHead(200, { 'Content-Type': types[extname(path)] }).end(readFileSync(path));
    });
    await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
    return { base: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** What pictures depend on besides the page. */
async function surroundings(page) {
    const major = page.context().browser().version().split('.')[0];
    const fonts = await page.evaluate(() => {
        const ink = document.createElement('canvas').getContext('2d');
        return ['', 'bold '].map((weight) => {
            ink.font = `${weight}100px ${getComputedStyle(document.body).fontFamily}`;
            return Math.round(ink.measureText('Hexpost 0123 äöü שלום 🏰').width);
        }).join('-');
    });
    return `chromium-${major}-fonts-${fonts}`;
}

/** The tiles of the current page: name → { x, y, width, height }. Each starts at a whole pixel, so that nothing above
 * it shows. */
const boxesOf = (page) => page.locator('[data-tile]').evaluateAll((tiles) => {
    for (const { style } of tiles) style.blockSize = 'auto';
    for (const [tile, height] of tiles.map((one) => [one, one.getBoundingClientRect().height])) tile.style.blockSize = `${Math.ceil(height)}px`;
    return Object.fromEntries(tiles.map((tile) => {
        const { left, top, width, height } = tile.getBoundingClientRect();
        return [tile.dataset.tile, { x: left, y: top + scrollY, width, height }];
    }));
});

function crop(whole, { x, y, width, height }) {
    const tile = new PNG({ width, height });
    PNG.bitblt(whole, tile, x, y, width, height, 0, 0);
    return tile;
}

/** Compares a tile with its picture; if they differ, keeps both and the difference. */
function compare(t, name, tile, path) {
    if (!existsSync(path)) return t.fail(`${name}: no picture of it; make gallery takes one`);
    const was = PNG.sync.read(readFileSync(path));
    const same = was.width === tile.width && was.height === tile.height;
    const difference = new PNG({ width: tile.width, height: tile.height });
    const equal = same && was.data.equals(tile.data);
    const pixels = equal ? 0 : same ? pixelmatch(was.data, tile.data, difference.data, tile.width, tile.height, { threshold: pixelMax }) : tile.width * tile.height;
    const good = pixels <= partMax * tile.width * tile.height;
    t.ok(name, good, same ? `${pixels} pixels differ from ${path}` : `${tile.width}x${tile.height}, not ${was.width}x${was.height}`);
    if (good) return undefined;
    const folder = kept('gallery');
    writeFileSync(join(folder, `${name}.png`), PNG.sync.write(tile));
    return same && writeFileSync(join(folder, `${name}-difference.png`), PNG.sync.write(difference));
}

const fileOf = (name, { width, scheme }) => `${name.replace(/[^\w]+/g, '-')}-${scheme}-${width}`;

/** Every tile in one view. */
async function look(t, page, view, folder) {
    await page.setViewportSize({ width: view.width, height: 900 });
    await page.emulateMedia({ colorScheme: view.scheme, reducedMotion: 'reduce' });
    await page.evaluate(() => document.fonts.ready);
    const boxes = await boxesOf(page);
    const whole = PNG.sync.read(await page.screenshot({ fullPage: true, animations: 'disabled' }));
    for (const [name, box] of Object.entries(boxes)) {
        const file = fileOf(name, view);
        t.ok(`${file} shows something`, box.height > 40);
        const tile = crop(whole, box);
        if (anew) writeFileSync(join(folder, `${file}.png`), PNG.sync.write(tile));
        else if (existsSync(folder)) compare(t, file, tile, join(folder, `${file}.png`));
    }
    return Object.keys(boxes).map((name) => `${fileOf(name, view)}.png`);
}

await run('gallery', {
    'every part looks as it did': async (t) => {
        const built = mkdtempSync(join(tmpdir(), 'hexpost-gallery-'));
        const build = fileURLToPath(new URL('../../service/web/build.mjs', import.meta.url));
        const { status, stderr } = spawnSync(process.execPath, [build, '--gallery', built], { encoding: 'utf8' });
        t.equal(`the gallery is built: ${stderr}`, status, 0);
        const server = await serveFolder(built);
        try {
            const page = await open(t, '/', { server });
            const folder = join(pictures, await surroundings(page));
            if (anew) {
                rmSync(pictures, { recursive: true, force: true });
                mkdirSync(folder, { recursive: true });
            } else if (!existsSync(folder)) console.log(`    no pictures for ${folder}: shapes alone are looked at`);
            const shown = [];
            for (const view of views) shown.push(...await look(t, page, view, folder));
            if (existsSync(folder)) t.equal('pictures of what is not there any more', readdirSync(folder).filter((file) => !shown.includes(file)), []);
        } finally {
            server.stop();
            rmSync(built, { recursive: true, force: true });
        }
    },
}, { pictures: true });
