// SPDX-License-Identifier: AGPL-3.0-or-later
// How the server delivers the page: addresses, encodings, content policy.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { open, run } from './harness.mjs';
import { stage } from './scenes.mjs';
import { ui } from './ui.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** A raw request: the response is not decompressed. */
const raw = (base, path, headers = {}) => new Promise((done, fail) => {
    get(base + path, { headers }, (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () => done({ status: response.statusCode, headers: response.headers, size: Buffer.concat(parts).length, text: Buffer.concat(parts).toString() }));
    }).on('error', fail);
});

await run('shell', {
    'the page and the server know the same addresses': async (t) => {
        const theirs = [...read('service/api/routes.c').matchAll(/PAGE\("([^"]+)"\)/g)].map(([, path]) => path.replace(/\{(\w+)\}/g, ':$1'));
        const ours = [...read('service/web/src/app/main.tsx').matchAll(/^ {4}\['([^']+)', (?:withParts|\(\) => import)/gm)].map(([, path]) => path);
        t.equal('addresses', ours.sort(), theirs.sort());
        t.ok('there are some', ours.length > 5);
    },
    'files come compressed, to be kept forever, and under a strict policy': async (t) => {
        const page = await raw(t.server.base, '/');
        const script = /src="([^"]+)"/.exec(page.text)[1];
        t.equal('the page is asked for anew', page.headers['cache-control'], 'no-cache');
        t.ok('nothing runs but our scripts', page.headers['content-security-policy'].includes("default-src 'none'; script-src 'self';"));
        t.equal('no other site holds on to its windows', page.headers['cross-origin-opener-policy'], 'same-origin');
        t.equal('not changed', (await raw(t.server.base, '/', { 'if-none-match': page.headers.etag })).status, 304);
        const sizes = {};
        for (const coding of ['identity', 'gzip', 'br']) {
            const { headers, size } = await raw(t.server.base, script, { 'accept-encoding': coding });
            t.equal(`${coding} is what it says`, headers['content-encoding'] ?? 'identity', coding);
            t.ok('the name changes with the bytes', headers['cache-control'].includes('immutable'));
            sizes[coding] = size;
        }
        t.ok('smaller and smaller', sizes.identity > sizes.gzip && sizes.gzip > sizes.br, JSON.stringify(sizes));
        t.equal('no such file', (await raw(t.server.base, '/assets/0123456789/none.js')).status, 404);
        t.equal('no such page', (await raw(t.server.base, '/nothing')).status, 404);
    },
    'a stream comes compressed, each event at once': async (t) => {
        const ada = await t.server.account('shell ada');
        const { id } = await stage(ada, 'use three\nturn 0 before-roll');
        const page = await open(t, '/about', { account: ada });
        for (const [seat, way] of ['EventSource', 'fetch'].entries()) {
            const { seq } = await ada.ask('GET', `/v1/games/${id}/view`);
            const answered = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/events'));
            await page.evaluate(async ([path, by]) => {
                globalThis.streamed = '';
                if (by === 'EventSource') {
                    globalThis.source = new EventSource(path);
                    for (const type of ['roll', 'end_turn']) globalThis.source.addEventListener(type, ({ data }) => { globalThis.streamed += data; });
                    return;
                }
                globalThis.source.close();
                const reader = (await fetch(path, { headers: { accept: 'text/event-stream' } })).body.pipeThrough(new TextDecoderStream()).getReader();
                (async () => {
                    for (let part = await reader.read(); !part.done; part = await reader.read()) globalThis.streamed += part.value;
                })();
            }, [`/v1/games/${id}/events?after=${seq}`, way]);
            t.equal(`${way}: compressed`, (await answered).headers()['content-encoding'], 'gzip');
            for (const action of [{ action: { type: 'roll' }, seat, outcome: { yellow: 1, red: 1 } }, { action: { type: 'end_turn' }, seat }]) {
                const made = await ada.ask('POST', `/v1/games/${id}/moves`, { moves: [action] });
                // The next move is made only after this one has come.
                await page.waitForFunction((wanted) => globalThis.streamed.includes(`"seq":${wanted}`), made.seq);
            }
        }
    },
    'an address that nothing is at answers a page to people, a problem to programs': async (t) => {
        for (const path of ['/nowhere', '/games/', '/games/a/b/c']) {
            const { status, headers } = await raw(t.server.base, path);
            t.equal(`${path} for a program`, [status, headers['content-type']], [404, 'application/problem+json']);
            t.equal('for a browser that has the page already', (await raw(t.server.base, path, { accept: 'text/html', 'if-none-match': (await raw(t.server.base, '/')).headers.etag })).status, 404);
            const page = await open(t, path);
            await page.locator(ui.fault).waitFor();
            await page.locator(ui.fault).getByRole('link', { name: 'To my games' }).waitFor();
            await t.leave(page);
        }
        t.equal('the interface answers nobody a page', (await raw(t.server.base, '/v1/nothing', { accept: 'text/html' })).headers['content-type'], 'application/problem+json');
    },
    'a game that is not there is asked for once': async (t) => {
        const page = await open(t, '/about');
        const refused = [];
        page.on('response', (response) => response.status() === 404 && refused.push(new URL(response.url()).pathname));
        await page.goto('/games/AAAAAAAAAAAAAAAA');
        await page.locator(ui.fault).waitFor();
        t.equal('refusals', refused, ['/v1/games/AAAAAAAAAAAAAAAA/board']);
    },
    'a page whose code does not come is asked for again': async (t) => {
        const page = await open(t, '/about');
        let cut = 1;
        await page.context().route('**/assets/*/pages-lobby-LobbyPage.js', (route) => (cut-- > 0 ? route.abort() : route.continue()));
        await page.locator('a[href="/lobby"]').first().click();
        await page.locator('main [data-do=again]').click();
        await page.getByRole('heading', { level: 1, name: 'Lobby' }).waitFor();
        t.ok('it was asked for twice', cut < 0);
    },
    'the font comes from here, is small, and is what the page is set in': async (t) => {
        const page = await open(t, '/about');
        const [path] = /\/assets\/\w+\/inter[^"]+/.exec((await raw(t.server.base, '/')).text);
        const { headers, size } = await raw(t.server.base, path);
        t.equal('it says what it is', [headers['content-type'], headers['cache-control'].includes('immutable')], ['font/woff2', true]);
        t.ok('small', size < 40 * 1024, `${size} bytes`);
        t.equal('loaded, for all weights', await page.evaluate(async () => {
            await document.fonts.ready;
            return [...document.fonts].filter(({ family, status }) => family.includes('Inter') && status === 'loaded').map(({ weight }) => weight)[0];
        }), '400 800');
        t.ok('its licence goes along', (await raw(t.server.base, '/notices.txt')).text.includes('SIL OPEN FONT LICENSE'));
    },
    'a session begins and ends': async (t) => {
        const ada = await t.server.account('session ada');
        const page = await open(t, '/', { account: ada });
        t.equal('who am I', await page.evaluate(async () => (await (await fetch('/v1/me')).json()).name), ada.name);
        t.equal('no script sees the cookie', await page.evaluate(() => document.cookie), '');
        t.equal('signed out', await page.evaluate(async () => (await fetch('/v1/session', { method: 'DELETE' })).status), 204);
        t.equal('nobody', await page.evaluate(async () => (await fetch('/v1/me')).status), 401);
        t.equal('the token itself stays good', (await ada.ask('GET', '/v1/me')).name, ada.name);
        t.equal('not for another site', (await fetch(`${t.server.base}/v1/session`, { method: 'POST', headers: { Authorization: `Bearer ${ada.token}`, Origin: 'https://evil.example' } })).status, 403);
    },
});
