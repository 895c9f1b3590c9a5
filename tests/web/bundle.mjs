// SPDX-License-Identifier: AGPL-3.0-or-later
// The bundle: the same bytes from the same sources, nothing in it that does not belong there, and a small first load.
// Sizes are as compressed by the server.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whole } from '../support/slice.mjs';
import { ownTurn, recorded } from './games.mjs';
import { open, run } from './harness.mjs';
import { ui } from './ui.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const web = join(root, 'service/web');
/** How much a page can load before it is usable, in total; 1 KiB of it are the pictures of development cards and the looks of
 * the board. */
const firstLoadMax = 87 * 1024;
/** With Cities & Knights. */
const knightsMax = 94 * 1024;
/** A table game has forms for the outcomes of chance, the choice of perspective, and the pictures of all progress cards. */
const tableMax = 101 * 1024;
/** A page that does not show a game; my games have the pictures of those that can be started. */
const aroundMax = 60 * 1024;
/** What a new visitor sees first. */
const welcomeMax = 46.5 * 1024;
/** A mobile connection: bytes per second in each direction, and the round trip in ms. */
const slowLine = { offline: false, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, latency: 150 };
/** All that a first visit receives until the network is idle, as Chrome counts it; for a list of games with their
 * pictures. */
const transferMax = 170_000;
const listMax = 200_000;
const cardsShown = 12;
/** A game loads what is one tap away two seconds after it was drawn. */
const aheadMs = 2500;
/** The limit for the first visit over it until the content is drawn: twice the target, for busy machines. */
const drawnMaxMs = 4000;
/** Chrome's layout shift score; up to 0.1 counts as good. */
const shiftMax = 0.01;
/** After a move another question stands below the board, and may be a line higher or lower. */
const shiftByMoveMax = 0.02;

const read = (folder) => Object.fromEntries(readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile()).map((entry) => {
    const path = join(entry.path ?? entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), readFileSync(path)];
}));

function bundled(folder, from = web) {
    const { status, stderr } = spawnSync(process.execPath, ['build.mjs', folder], { cwd: from, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return read(folder);
}

let ours = null;

/** The bundle of this working copy, built once: { folder, files }. */
function bundle() {
    if (ours === null) {
        const folder = mkdtempSync(join(tmpdir(), 'hexpost-bundle-'));
        process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
        ours = { folder, files: bundled(folder) };
    }
    return ours;
}

function same(t, what, one, other) {
    t.equal(`${what}: the files`, Object.keys(one).sort(), Object.keys(other).sort());
    for (const [name, bytes] of Object.entries(one)) t.ok(`${what}: ${name}`, other[name]?.equals(bytes));
}

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });

/** The size of a file as the server sends it, in bytes. */
const weigh = (base, path) => new Promise((done, fail) => {
    get(base + path, { headers: { 'accept-encoding': 'br' } }, (response) => {
        let size = 0;
        response.on('data', (part) => { size += part.length; });
        response.on('end', () => done(size));
    }).on('error', fail);
});

/** No request is pending, and there was no new one for QUIET_MS; the event stream stays open. */
function quiet(page, quietMs = 700) {
    return page.waitForFunction((wanted) => {
        const count = performance.getEntriesByType('resource').length;
        if (globalThis.lastCount !== count) Object.assign(globalThis, { lastCount: count, lastAt: performance.now() });
        return !document.querySelector('[aria-busy=true]') && document.querySelector('main') && performance.now() - globalThis.lastAt > wanted;
    }, quietMs);
}

/** Runs on the page: at the start the browser reports where its pointer is, and the page would load what the first input of
 * a reader loads. */
const withoutPointer = () => addEventListener('pointerover', (event) => event.stopImmediatePropagation(), true);

/** A page that records its layout shifts. Without a service worker, which would request some of the same files. */
async function visitor(t, account) {
    const page = await open(t, '/about', { account, phone: true });
    await page.addInitScript(withoutPointer);
    await page.addInitScript(() => {
        globalThis.shifted = 0;
        globalThis.movers = [];
        new PerformanceObserver((list) => {
            for (const entry of list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput)) {
                globalThis.shifted += entry.value;
                globalThis.movers.push(`${entry.value.toFixed(3)} ${entry.sources.map(({ node }) => node?.className?.baseVal ?? node?.className ?? node?.nodeName).join(', ')}`);
            }
        }).observe({ type: 'layout-shift', buffered: true });
    });
    return { page, cdp: await page.context().newCDPSession(page) };
}

/** All requests of the page until it is quiet, with an empty cache. */
async function loadOf(t, { page, cdp }, path) {
    await page.evaluate(async () => {
        localStorage.clear();
        sessionStorage.clear();
        for (const name of await caches.keys()) await caches.delete(name);
    });
    await cdp.send('Network.clearBrowserCache');
    const asked = new Set();
    const note = (request) => {
        const { origin, pathname } = new URL(request.url());
        if (origin === t.server.base && !pathname.startsWith('/v1/')) asked.add(pathname);
    };
    page.on('request', note);
    await page.goto(path);
    await quiet(page);
    page.off('request', note);
    return [...asked].filter((file) => /\.(js|css)$/.test(file) || !file.includes('.'));
}

/** A first visit over a slow connection: the time until SELECTOR is drawn and Chrome's largest contentful paint, in ms, and
 * the bytes that Chrome has received when the network is idle: everything, with headers and what is loaded in advance. */
async function paintOf(t, path, account, selector) {
    const page = await open(t, '/robots.txt', { account, phone: true });
    const cdp = await page.context().newCDPSession(page);
    let received = 0;
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => { received += encodedDataLength; });
    await cdp.send('Network.enable');
    await cdp.send('Network.clearBrowserCache');
    await cdp.send('Network.emulateNetworkConditions', slowLine);
    await page.addInitScript(withoutPointer);
    await page.addInitScript((wanted) => {
        new PerformanceObserver((list) => { globalThis.largest = list.getEntries().at(-1).startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
        const look = () => {
            if (document.querySelector(wanted)) globalThis.drawn = performance.now();
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    }, selector);
    await page.goto(path);
    await page.waitForFunction(() => globalThis.drawn);
    await quiet(page, path.startsWith('/games/') ? aheadMs : undefined);
    const times = await page.evaluate(() => ({ drawn: Math.round(globalThis.drawn), largest: Math.round(globalThis.largest) }));
    await t.leave(page);
    return { ...times, received };
}

async function checkLoad(t, who, what, path, max = firstLoadMax) {
    const asked = await loadOf(t, who, path);
    const sizes = await Promise.all(asked.filter((file) => file !== '/sw.js').map((file) => weigh(t.server.base, file)));
    const weight = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`    ${what}: ${(weight / 1024).toFixed(2)} KiB in ${sizes.length} files`);
    t.ok(`${what} is small enough`, weight <= max, `${weight} bytes`);
    const { shifted, movers } = await who.page.evaluate(() => ({ shifted: globalThis.shifted, movers: globalThis.movers }));
    t.ok(`${what} does not jump`, shifted < shiftMax, `${shifted}: ${movers.join(' | ')}`);
}

await run('bundle', {
    'no file needs itself by way of others': (t) => {
        // The files would run in another order than their sources, and one would use what is not there yet.
        const scripts = Object.entries(bundle().files).filter(([name]) => name.endsWith('.js'));
        const imports = new Map(scripts.map(([name, bytes]) => [name.split('/').at(-1), [...bytes.toString().matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)].map(([, other]) => other)]));
        const needed = (name, found = new Set()) => {
            for (const other of imports.get(name).filter((one) => !found.has(one))) needed(other, found.add(other));
            return found;
        };
        t.ok('files import others', [...imports.values()].flat().length > 0);
        t.equal('in a circle', [...imports.keys()].filter((name) => needed(name).has(name)), []);
    },
    'the same bytes each time': async (t) => {
        const one = bundle().files;
        // The bundle in the repository was built at another time.
        const tracked = git('ls-files', '--error-unmatch', 'service/web/dist/index.html').status === 0;
        if (tracked) same(t, 'the one in the repository', read(join(web, 'dist')), one);
        if (!tracked || whole) {
            const again = mkdtempSync(join(tmpdir(), 'hexpost-bundle-'));
            same(t, 'twice', one, bundled(again));
            rmSync(again, { recursive: true, force: true });
        }
        const names = Object.keys(one);
        t.ok('no maps', !names.some((name) => name.endsWith('.map')));
        for (const name of names.filter((file) => /\.(js|css|html)$/.test(file))) {
            const text = one[name].toString();
            const left = /sourceMappingURL|\bdebugger\b|localhost|console\.log|https?:\/\/(?!www\.w3\.org\/)[a-z0-9.-]+/.exec(text);
            t.ok(`${name} has nothing in it from making it`, left === null, left?.[0]);
        }
    },
    'a changed text changes one file, and the address of all': async (t) => {
        const work = mkdtempSync(join(tmpdir(), 'hexpost-bundle-'));
        const version = (folder) => spawnSync('sh', ['service/embed.sh', 'version', folder], { cwd: root, encoding: 'utf8' }).stdout.trim();
        try {
            const copy = join(work, 'web');
            cpSync(web, copy, { recursive: true, filter: (path) => !/\/(node_modules|dist|screenshots)$/.test(path) });
            symlinkSync(join(web, 'node_modules'), join(copy, 'node_modules'));
            cpSync(join(web, '../texts'), join(work, 'texts'), { recursive: true });
            const text = join(work, 'texts/hexpost.pot');
            writeFileSync(text, readFileSync(text, 'utf8').replace('msgid "Play now"', 'msgid "Play at once"'));
            const { folder, files: before } = bundle();
            const after = bundled(join(work, 'after'), copy);
            t.equal('the files', Object.keys(after), Object.keys(before));
            t.equal('what has changed', Object.keys(after).filter((name) => !after[name].equals(before[name])), ['assets/texts-en-home.js']);
            t.ok('the address', version(folder) !== version(join(work, 'after')), version(join(work, 'after')));
        } finally {
            rmSync(work, { recursive: true, force: true });
        }
    },
    'what it is made of is pinned': async (t) => {
        for (const folder of ['service/web', 'tests/tools']) {
            const lock = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
            t.ok(`${folder}: no addresses in the lock file`, !lock.includes('"resolved"'));
            for (const [name, { integrity, link }] of Object.entries(JSON.parse(lock).packages)) t.ok(`${folder}: ${name} has its hash`, name === '' || link || integrity?.startsWith('sha512-'));
            const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
            for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) t.ok(`${folder}: ${name} has an exact version`, /^\d+\.\d+\.\d+/.test(version), version);
        }
        t.ok('the lock stays so', readFileSync(join(web, '.npmrc'), 'utf8').includes('omit-lockfile-registry-resolved=true'));
    },
    'the first load is small, and stands still': async (t) => {
        const ada = await t.server.account('bundle ada');
        const base = await ownTurn(ada);
        const knights = await ownTurn(ada, { rules: { game: 'cities_and_knights' } });
        const table = await recorded(ada, 'play-knights', { at: 240 });
        const [stranger, player] = [await visitor(t), await visitor(t, ada)];
        await checkLoad(t, stranger, 'the welcome', '/', welcomeMax);
        await checkLoad(t, stranger, 'joining', `/games/${base.id}/join`, aroundMax);
        await checkLoad(t, player, 'my games', '/', aroundMax);
        await checkLoad(t, player, 'a base game', `/games/${base.id}`);
        await checkLoad(t, player, 'Cities & Knights', `/games/${knights.id}`, knightsMax);
        await checkLoad(t, player, 'Cities & Knights at a table', `/games/${table.id}`, tableMax);
    },
    'a first visit over a slow line': async (t) => {
        const ada = await t.server.account('bundle cy');
        const base = await ownTurn(ada);
        const knights = await ownTurn(ada, { rules: { game: 'cities_and_knights' } });
        const busy = await t.server.account('bundle di');
        await Promise.all(Array.from({ length: cardsShown }, (_, i) => ownTurn(busy, { rules: { game: i % 2 === 0 ? 'base' : 'cities_and_knights' } })));
        const visits = { 'the welcome': ['/', undefined, 'main h1', transferMax], 'my games': ['/', busy, '[data-part=game-card]', listMax], 'a base game': [`/games/${base.id}`, ada, ui.hand, transferMax], 'Cities & Knights': [`/games/${knights.id}`, ada, ui.hand, transferMax] };
        for (const [what, [path, account, selector, max]] of Object.entries(visits)) {
            const { drawn, largest, received } = await paintOf(t, path, account, selector);
            console.log(`    ${what}: drawn after ${drawn} ms, largest contentful paint ${largest} ms, ${(received / 1000).toFixed(1)} kB received`);
            t.ok(`${what} is drawn soon`, Math.max(drawn, largest) < drawnMaxMs, `${drawn} and ${largest} ms`);
            t.ok(`${what} transfers little`, received > 0 && received <= max, `${received} bytes`);
        }
    },
    'nothing jumps when somebody moves': async (t) => {
        const ada = await t.server.account('bundle bo');
        const { id } = await recorded(ada, 'table-position');
        const who = await visitor(t, ada);
        const { page } = who;
        await loadOf(t, who, `/games/${id}`);
        const before = await page.evaluate(() => globalThis.shifted);
        const list = await ada.ask('GET', `/v1/games/${id}/actions`);
        const action = list.actions.find(({ type }) => type === 'roll') ?? list.actions.find(({ type }) => type === 'end_turn') ?? list.actions[0];
        const old = await page.locator('main').innerText();
        const { seq } = await ada.ask('POST', `/v1/games/${id}/moves`, { action, seq: list.seq, seat: list.player });
        await page.waitForFunction((was) => document.querySelector('main').innerText !== was, old);
        await quiet(page);
        const { shifted, movers } = await page.evaluate(() => ({ shifted: globalThis.shifted, movers: globalThis.movers }));
        t.ok(`after move ${seq}`, shifted - before < shiftByMoveMax, `${shifted - before}: ${movers.join(' | ')}`);
    },
});
