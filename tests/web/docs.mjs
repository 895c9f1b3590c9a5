// SPDX-License-Identifier: AGPL-3.0-or-later
// The reference at /docs: generated from the current description, complete, within its size limit and the page's
// content policy, and searchable on a phone and with the keyboard only.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { document as description, operations, resolve } from '../openapi/description.mjs';
import { accessible, fits, open, run, sound } from './harness.mjs';

const folder = fileURLToPath(new URL('../../openapi/docs', import.meta.url));
/** The size limit, compressed: the page with its script and its style. */
const sizeMax = 200 * 1024;
const entry = '[data-find]:not([hidden])';

const ask = (base, path, headers = {}) => new Promise((done, fail) => {
    get(base + path, { headers }, (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () => done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
    }).on('error', fail);
});

const read = (path) => Object.fromEntries(readdirSync(path, { withFileTypes: true, recursive: true }).filter((one) => one.isFile())
    .map((one) => [join(one.path ?? one.parentPath, one.name).slice(path.length + 1), readFileSync(join(one.path ?? one.parentPath, one.name))]));

const plain = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The shell commands on the page. */
const commands = (text) => [...text.matchAll(/<pre class="call">([^]*?)<\/pre>/g)].map(([, command]) => plain(command));

await run('docs', {
    'made of the description as it stands': async (t) => {
        const made = mkdtempSync(join(tmpdir(), 'hexpost-docs-'));
        try {
            const { status, stderr } = spawnSync(process.execPath, ['build.mjs', made], { cwd: folder, encoding: 'utf8' });
            t.equal('it can be made', [status, stderr], [0, '']);
            const [one, other] = [read(join(folder, 'dist')), read(made)];
            t.equal('the files', Object.keys(one).sort(), Object.keys(other).sort());
            for (const [name, bytes] of Object.entries(other)) t.ok(`${name} is up to date (make docs)`, one[name]?.equals(bytes));
        } finally {
            rmSync(made, { recursive: true, force: true });
        }
    },
    'how it is answered': async (t) => {
        const whole = await ask(t.server.base, '/docs');
        const home = await ask(t.server.base, '/');
        t.equal('status and type', [whole.status, whole.headers['content-type']], [200, 'text/html; charset=utf-8']);
        for (const name of ['content-security-policy', 'referrer-policy', 'cross-origin-opener-policy', 'cache-control', 'vary']) t.equal(name, whole.headers[name], home.headers[name]);
        t.ok('the policy is there', whole.headers['content-security-policy']?.startsWith("default-src 'none'"));
        const again = await ask(t.server.base, '/docs', { 'if-none-match': whole.headers.etag });
        t.equal('nothing new', [again.status, again.body.length], [304, 0]);

        const used = [...whole.body.toString().matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
        t.equal('its files', used.map((path) => path.split('.').pop()).sort(), ['css', 'js']);
        for (const coding of ['br', 'gzip']) {
            const answers = await Promise.all(['/docs', ...used].map((path) => ask(t.server.base, path, { 'accept-encoding': coding })));
            t.equal(`${coding} is used`, answers.map(({ headers }) => headers['content-encoding']), answers.map(() => coding));
            const size = answers.reduce((sum, { body }) => sum + body.length, 0);
            console.log(`    ${coding}: ${(size / 1024).toFixed(1)} KiB of ${(whole.body.length / 1024).toFixed(1)}`);
            t.ok(`${coding} is small enough`, size <= sizeMax, `${size} bytes`);
        }
    },
    'all that is described': async (t) => {
        const text = (await ask(t.server.base, '/docs')).body.toString();
        const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
        t.equal('each id once', ids.length, new Set(ids).size);
        const described = operations().map(({ at }) => resolve(at).value.operationId);
        const sent = Object.values(description.webhooks).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
        const wanted = [...described, ...sent, ...Object.keys(description.components.schemas).map((name) => `schema-${name}`)];
        t.equal('every operation and schema', wanted.filter((id) => !ids.includes(id)), []);
        const links = [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, target]) => target);
        t.equal('links lead to what is there', links.filter((target) => target.startsWith('#') && !ids.includes(target.slice(1))), []);
        const elsewhere = [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, target]) => target).filter((target) => !/^(#|\/(?!\/))/.test(target));
        t.equal('nothing from elsewhere', elsewhere, []);
        t.ok('no script or style within', !/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/i.test(text));
        for (const [, status, code] of description.info.description.matchAll(/^\| (\d+) \| `([a-z-]+)` \|/gm)) t.ok(`problem ${status} ${code}`, text.includes(`<td>${status}</td><td><code>${code}</code></td>`));
        const names = operations().flatMap(({ path, at }) => [...description.paths[path].parameters ?? [], ...resolve(at).value.parameters ?? []].map((one) => (one.$ref ? resolve(one.$ref).value : one).name));
        t.equal('every parameter', names.filter((name) => !text.includes(`<dt><code>${name}</code>`)), []);
    },
    'commands that a shell can read': async (t) => {
        const all = commands((await ask(t.server.base, '/docs')).body.toString());
        t.equal('one for each operation', all.length, operations().length);
        // One shell reads each as the body of a function, and prints those that it cannot read.
        const unread = spawnSync('sh', ['-c', 'for command; do (eval "read_only() {\n$command\n}") || printf "%s\\n" "$command"; done', 'sh', ...all], { encoding: 'utf8' });
        t.equal('a shell can read each', [unread.status, unread.stdout, unread.stderr], [0, '', '']);
        for (const [first] of all.map((command) => command.split('\n'))) t.ok(first, !/undefined|\{\w+\}"/.test(first));
        const make = all.find((command) => command.startsWith('curl "$H/v1/games" ') && command.includes('--data-binary'));
        const { token } = await t.server.account('docs ada');
        const { stdout, stderr } = spawnSync('sh', ['-c', `${make} --silent --show-error`], { encoding: 'utf8', env: { ...process.env, H: t.server.base, TOKEN: token } });
        t.ok('the one that makes a game makes one', stdout.includes('"status":"active"'), stdout + stderr);
    },
    'searching': async (t) => {
        const page = await open(t, '/docs');
        const all = await page.locator(entry).count();
        t.ok('at first all is there', all > 400, `${all}`);
        await page.keyboard.press('/');
        t.equal('a key leads to the search', await page.evaluate(() => document.activeElement.id), 'find');
        await page.keyboard.type('monopoly harbor');
        const found = await page.locator(entry).allTextContents();
        t.ok('fewer are left', found.length > 0 && found.length < all / 4, `${found.length}`);
        t.equal('each holds both words', found.filter((text) => !/monopoly/i.test(text) || !/harbor/i.test(text)).length, 0);
        t.equal('the count is told', await page.locator('[role=status]').innerText(), `${found.length} of ${all}`);
        t.equal('no empty headings', await page.locator('h2:visible').count(), await page.locator(`section:has(${entry})`).count());
        await page.keyboard.press('Enter');
        t.ok('Enter leads to the first', await page.evaluate(() => document.activeElement.matches('article a')));
        await page.keyboard.press('Escape');
        t.equal('Escape shows all again', await page.locator(entry).count(), all);
        await page.locator('#find').fill('qqqqq');
        t.ok('nothing found is said', await page.locator('#nothing').isVisible());
        await page.evaluate(() => { location.hash = '#schema-Game'; });
        await page.locator('#schema-Game').waitFor();
        t.equal('a link to what was hidden shows it', await page.locator('#find').inputValue(), '');
    },
    'by eye and by ear': async (t) => {
        for (const phone of [true, false]) {
            const page = await open(t, '/docs', { phone });
            await fits(t, page, `all of it${phone ? ' on a phone' : ''}`);
            await page.locator('#find').fill('createGame');
            await page.locator('nav summary').first().click();
            // axe looks at each of 30,000 elements, only to leave out again what is hidden.
            await page.evaluate(() => document.querySelectorAll('[hidden]').forEach((one) => one.remove()));
            if (phone) await sound(t, page, 'a search on a phone');
            else await accessible(t, page, 'a search');
            await t.leave(page);
        }
    },
    'from the page and back': async (t) => {
        const page = await open(t, '/about');
        await page.locator('a[href="/docs"]').click();
        await page.locator('h1', { hasText: 'The interface for programs' }).waitFor();
        await page.reload();
        t.ok('the page\'s worker leaves it alone', await page.locator('#createGame').count() === 1);
        await page.locator('header a').click();
        await page.locator('main:not([aria-busy=true])').waitFor();
        t.equal('home again', new URL(page.url()).pathname, '/');
    },
}, { share: 2 });
