// SPDX-License-Identifier: AGPL-3.0-or-later
// The page as the server hands it out: addresses, codings, policy.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { open, run } from './harness.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** As a program asks: what comes back is not uncompressed on the way. */
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
        const ours = [...read('service/web/src/main.tsx').matchAll(/^ {4}\['([^']+)', \(\) => import/gm)].map(([, path]) => path);
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
        t.equal('no such file', (await raw(t.server.base, '/assets/none.js')).status, 404);
        t.equal('no such page', (await raw(t.server.base, '/nothing')).status, 404);
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
