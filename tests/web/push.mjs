// SPDX-License-Identifier: AGPL-3.0-or-later
// The service worker: messages, the page without a network, and a new page after an update of the server. The debugger
// plays the browser's push service.
import { ownTurn, recorded } from './games.mjs';
import { accessible, open, patience, run, settled, until } from './harness.mjs';
import { ui } from './ui.mjs';

const keys = { p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' };

/** Replaces the push service: the page stores what subscribing returns. */
function fakePush(keysOfBrowser) {
    let subscription = null;
    const fake = (options) => ({
        endpoint: 'https://push.invalid/send/1', options: { applicationServerKey: options.applicationServerKey.buffer },
        toJSON: () => ({ endpoint: 'https://push.invalid/send/1', expirationTime: null, keys: keysOfBrowser }),
        unsubscribe: async () => { subscription = null; return true; },
    });
    PushManager.prototype.getSubscription = async () => subscription;
    PushManager.prototype.subscribe = async (options) => { subscription = fake(options); return subscription; };
}

/** Headless browsers always refuse notifications. */
function mayNotify(answer) {
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => { permission = answer; return answer; };
}

async function working(page) {
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated' || new Promise((done) => {
        active.addEventListener('statechange', () => active.state === 'activated' && done());
    })));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function workerOf(page) {
    await working(page);
    const context = page.context();
    return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker', { timeout: patience });
}

/** Sends a message to WORKER; returns what it would show, and the window it would open. */
function tellWorker(worker, message) {
    return worker.evaluate(async (pushed) => {
        const shown = [];
        self.registration.showNotification = async (title, options) => { shown.push({ title, ...options }); };
        const done = [];
        const event = new PushEvent('push', { data: JSON.stringify(pushed) });
        event.waitUntil = (promise) => done.push(promise);
        self.dispatchEvent(event);
        await Promise.all(done);
        return shown;
    }, message);
}

const settings = { HEXPOST_HOOK_ALLOW: '127.0.0.1' };

await run('push', {
    'a browser is subscribed and let go again': async (t) => {
        const ada = await t.server.account('push ada');
        const page = await open(t, '/about', { account: ada, worker: true });
        await page.addInitScript(mayNotify, 'granted');
        await page.addInitScript(fakePush, keys);
        await working(page);
        await page.goto('/settings/push');
        await page.locator('[data-do=push-on]').click();
        await page.locator('[data-do=push-off]').waitFor();
        const { subscriptions } = await page.evaluate(async () => (await fetch('/v1/me/push')).json());
        t.ok('the server knows it', subscriptions.length === 1 && subscriptions[0].host === 'push.invalid' && /Chrome/.test(subscriptions[0].name), JSON.stringify(subscriptions));
        t.ok('it is listed', await page.locator(`[data-push] ${ui.thisDevice}`).count() === 1);
        await accessible(t, page, 'the switch, on');
        await page.locator('[data-do=push-off]').click();
        await page.locator('[data-do=push-on]').waitFor();
        const after = await page.evaluate(async () => (await fetch('/v1/me/push')).json());
        t.equal('and forgets it', after.subscriptions, []);
        await accessible(t, page, 'the switch, off');
    },
    'who has forbidden it is told how to allow it': async (t) => {
        const ada = await t.server.account('push bea');
        const page = await open(t, '/about', { account: ada, language: 'de', dark: true, worker: true });
        await page.addInitScript(mayNotify, 'denied');
        await page.addInitScript(fakePush, keys);
        await working(page);
        await page.goto('/settings/push');
        await page.locator('[data-do=push-on]').click();
        await page.getByText('Du hast dieser Seite verboten').waitFor();
        t.equal('there is no switch', await page.locator('[data-do=push-on]').count(), 0);
        await accessible(t, page, 'forbidden');
    },
    'a message comes in the words of the reader': async (t) => {
        const turn = { kind: 'turn', game: 'G1', name: null, with: ['Bo', 'Cy'], seq: 7, decision: 'discard', id: 'm1' };
        for (const [language, title, body] of [['en', 'Your game with Bo and Cy', 'Discard cards.'], ['de', 'Deine Partie mit Bo und Cy', 'Karten abgeben.']]) {
            const page = await open(t, '/about', { language, worker: true });
            const worker = await workerOf(page);
            await until(() => page.evaluate(async () => (await caches.match('/language')) !== undefined));
            const [shown] = await tellWorker(worker, turn);
            t.equal(`${language}`, [shown.title, shown.body, shown.lang, shown.tag, shown.data.url], [title, body, language, 'game-G1', '/games/G1']);
            const [talk] = await tellWorker(worker, { kind: 'talk', game: 'G1', name: 'Sunday', with: [], seq: 7, id: 'm2' });
            t.equal('talk stands for itself', [talk.title, talk.tag, talk.data.url], ['Sunday', 'talk-G1', '/games/G1?tab=talk']);
            const [offer] = await tellWorker(worker, { kind: 'offer', game: 'G1', name: 'Sunday', with: ['Bo'], seq: 7, id: 'm4' });
            t.ok('an offer is told', language === 'de' ? offer.body.includes('Handel') : offer.body.includes('trade'));
            const [odd] = await tellWorker(worker, { kind: 'something', game: 'G1', name: 'Sunday', with: [], seq: 7, id: 'm3' });
            t.ok('what is not known yet is news too', odd.body.length > 0);
        }
    },
    'a tab that nobody looks at does not count as looking': async (t) => {
        const ada = await t.server.account('push dee');
        const { id } = await recorded(ada, 'table-position');
        const page = await open(t, `/games/${id}`, { account: ada, worker: true });
        await page.locator(ui.game).waitFor();
        const show = (state) => page.evaluate((now) => {
            Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
            document.dispatchEvent(new Event('visibilitychange'));
        }, state);
        const asked = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await show('hidden');
        const list = await ada.ask('GET', `/v1/games/${id}/actions`);
        const action = list.actions.find(({ type }) => type === 'end_turn' || type === 'roll');
        await Promise.all([page.waitForRequest('**/v1/me/games'), ada.ask('POST', `/v1/games/${id}/moves`, { action, seq: list.seq, seat: list.player })]);
        t.equal('the games are looked at, the game is not', asked.filter((path) => path.startsWith(`/v1/games/${id}`)), []);
        await Promise.all([page.waitForRequest(`**/v1/games/${id}/view*`), show('visible')]);
        t.ok('it is looked at again once it is in sight', true);
    },
    'without a network the page opens and says so': async (t) => {
        const ada = await t.server.account('push cy');
        const page = await open(t, '/', { account: ada, worker: true });
        await working(page);
        await until(() => page.evaluate(async () => (await (await caches.open('hexpost-page')).keys()).length > 5));
        await page.context().setOffline(true);
        await page.goto('/games/anything');
        await page.getByRole('heading', { name: 'No connection' }).waitFor();
        await accessible(t, page, 'without a network');
        await page.goto('/');
        await page.getByRole('heading', { name: 'No connection' }).waitFor();
        await page.context().setOffline(false);
        // The first request can still fail: the network does not come back everywhere at the same moment.
        await page.waitForFunction(() => {
            dispatchEvent(new Event('online'));
            return document.querySelector('main h1')?.textContent !== 'No connection';
        }, undefined, { polling: 500 });
        await page.locator('main h1').first().waitFor();
        t.ok('it goes on where it was', new URL(page.url()).pathname === '/');
    },
    'my games can be read without a network, and a move waits for it': async (t) => {
        const ada = await t.server.account('push eve');
        const game = await ownTurn(ada);
        const page = await open(t, `/games/${game.id}`, { account: ada, worker: true });
        const kept = (ending) => until(() => page.evaluate(async (wanted) => (await (await caches.open('hexpost-mine')).keys()).some(({ url }) => url.endsWith(wanted)), ending));
        const seqOf = async () => (await ada.ask('GET', `/v1/games/${game.id}`)).seq;
        const offline = (lost) => page.context().setOffline(lost);
        const place = (kind) => page.locator(`[data-place^=${kind}][data-lit]`).first().click();
        await working(page);
        // Once more, by way of the worker.
        for (const path of ['/', `/games/${game.id}`]) {
            await page.goto(path);
            await page.locator(path === '/' ? '[data-part=game-card]' : ui.hand).first().waitFor();
            await settled(page);
        }
        for (const ending of ['/v1/session', '/v1/me/games', `${game.id}/view`, `${game.id}/actions`, `${game.id}/board?at=0`, 'thumbnail=true']) await kept(ending);
        await offline(true);
        await page.goto('/');
        await page.locator('[data-part=game-card]').waitFor();
        await page.locator('[data-banner=lost]').waitFor();
        t.ok('the picture of the board is there', await until(() => page.locator('.thumbnail').evaluate((image) => image.complete && image.naturalWidth > 0)));
        await accessible(t, page, 'my games without a network');
        await page.locator('[data-part=game-card] h3 a').click();
        await page.locator('[data-banner=lost]').waitFor();
        const before = await seqOf();
        await place('vertex');
        await page.locator('[data-banner=unsent]').waitFor();
        t.ok('it says that the move waits', (await page.locator('[data-banner=unsent]').innerText()).includes('waits'));
        t.equal('nothing else can be chosen meanwhile', await page.locator('[data-lit]').count(), 0);
        await page.reload();
        await page.locator('[data-banner=unsent]').waitFor();
        await accessible(t, page, 'a move that waits');
        t.equal('nothing has arrived', await seqOf(), before);
        await offline(false);
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await page.locator('[data-banner=unsent]').waitFor({ state: 'detached' });
        t.equal('it was made once', await until(async () => (await seqOf()) > before && (await seqOf())), before + 1);
        await page.locator('[data-place^=edge][data-lit]').first().waitFor();
        await kept(`${game.id}/view`);
        await offline(true);
        await page.locator('[data-banner=lost]').waitFor();
        await place('edge');
        await page.locator('[data-banner=unsent]').waitFor();
        const list = await ada.ask('GET', `/v1/games/${game.id}/actions`);
        await ada.ask('POST', `/v1/games/${game.id}/moves`, { action: list.actions.filter(({ type }) => type === 'build_road').at(-1), seq: list.seq });
        await offline(false);
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await page.locator('[data-banner=refused]').waitFor();
        await accessible(t, page, 'a move that was dropped');
        t.ok('it says why', (await page.locator('[data-banner=refused]').innerText()).includes('moved on'));
        await page.locator('[data-do=forget-refused]').click();
        const { items } = await ada.ask('GET', `/v1/games/${game.id}/events?after=${list.seq}&limit=500`);
        t.equal('nothing was played in its place', items.filter(({ player, action }) => player === 0 && action?.type === 'build_road').length, 1);
        await page.evaluate(() => fetch('/v1/session', { method: 'DELETE' }));
        t.equal('nothing is left when one has signed out', await page.evaluate(async () => (await (await caches.open('hexpost-mine')).keys()).map(({ url }) => new URL(url).pathname).filter((path) => path !== '/v1/rules')), []);
    },
    'the page is asked for anew, and old files go': async (t) => {
        const page = await open(t, '/about', { worker: true });
        await working(page);
        await page.evaluate(async () => {
            const cache = await caches.open('hexpost-page');
            await cache.put('/assets/0123456789/old.js', new Response('old'));
            await cache.put('/', new Response('<title>old</title>', { headers: { 'Content-Type': 'text/html' } }));
        });
        await page.goto('/about');
        t.ok('not the kept one', await page.title() !== 'old');
        const worker = await workerOf(page);
        await worker.evaluate(async () => {
            const done = [];
            const event = new ExtendableEvent('activate');
            event.waitUntil = (promise) => done.push(promise);
            self.dispatchEvent(event);
            await Promise.all(done);
        });
        t.equal('the old file is gone', await page.evaluate(async () => (await caches.match('/assets/0123456789/old.js')) === undefined), true);
    },
}, { share: 2, settings });
