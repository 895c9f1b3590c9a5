// SPDX-License-Identifier: AGPL-3.0-or-later
// Web push from subscribing to the message in the browser.
import { finish, report } from '../openapi/count.mjs';
import { check } from '../openapi/description.mjs';
import { Hexpost } from './hexpost.mjs';
import { claims, PushService } from './push_service.mjs';

const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold ${JSON.stringify(said)}`]);
const service = await new PushService().start();
const settings = { HEXPOST_HOOK_ALLOW: '127.0.0.1', HEXPOST_PUBLIC_URL: 'https://play.example.org/', HEXPOST_PUSH_HOLD_SECONDS: '0' };
const server = new Hexpost(settings);
const day = 24 * 3600;

const push = async (token, host = server) => (await host.ask('GET', '/v1/me/push', { token, want: 200 })).body;

async function listen(token, kind = 'ok', host = server) {
    const browser = service.browser(kind);
    const { body } = await host.ask('POST', '/v1/me/push', { token, json: browser.subscription(), want: 201 });
    return Object.assign(browser, { id: body.id });
}

async function game(host, token, seats, rules = { game: 'base' }) {
    return (await host.ask('POST', '/v1/games', { token, json: { name: 'Sunday', rules, seats }, want: 201 })).body;
}

/** How many messages had this result. */
async function figure(host, result) {
    const { body } = await host.ask('GET', '/metrics', { want: 200 });
    return Number(new RegExp(`hexpost_posts_total\\{channel="push",result="${result}"\\} (\\d+)`).exec(body)?.[1]);
}

/** Polls until there are more than BEFORE. */
async function more(host, result, before = 0) {
    for (const until = Date.now() + 60000; Date.now() < until;) {
        if (await figure(host, result) > before) return true;
    }
    return false;
}

/** Makes the first listed action of TYPE. */
async function move(host, token, id, type) {
    const { body: list } = await host.ask('GET', `/v1/games/${id}/actions`, { token, want: 200 });
    const action = list.actions.find((one) => one.type === type);
    await host.ask('POST', `/v1/games/${id}/moves`, { token, json: { action, seq: list.seq }, want: 201 });
}

async function turns(ada, bo) {
    const browser = await listen(bo.token);
    const { id } = await game(server, ada.token, [{ account: 'me' }, { open: true }, { bot: 'random' }]);
    await server.ask('POST', `/v1/games/${id}/join`, { token: bo.token, want: 200 });
    const begun = await service.wait('that it begins, or their turn', browser, ({ said }) => said.game === id);
    report('a message is as described', check('#/components/schemas/PushMessage', begun.said));
    that('it names the game and who plays', begun.said.name === 'Sunday' && begun.said.with.includes('ada') && !begun.said.with.includes('bo'), begun.said);
    that('all are of one length', new Set(service.messages.map(({ body }) => body.length)).size === 1);
    const { headers } = begun;
    that('it is encrypted', headers['content-encoding'] === 'aes128gcm' && begun.method === 'POST', headers);
    that('it says how long it is kept and how urgent it is', Number(headers.ttl) >= day && /^(high|normal)$/.test(headers.urgency) && /^t[\w-]{20,31}$/.test(headers.topic), headers);
    that('the push service cannot read which game it is', !JSON.stringify(headers).includes(id), headers);
    const { public_key: key } = await push(bo.token);
    const { aud, exp, sub } = claims(headers.authorization, key);
    const left = exp - Date.now() / 1000;
    that('it is signed for that service, for less than a day', aud === service.origin && left > 0 && left <= day && sub === 'https://play.example.org', { aud, exp, sub });
    for (let waited = 0; waited !== 1;) {
        const { body: view } = await server.ask('GET', `/v1/games/${id}/view`, { token: ada.token, want: 200 });
        waited = view.waiting_for[0]?.player;
        if (waited === 0) await move(server, ada.token, id, view.waiting_for[0].decision.replace('setup', 'build'));
    }
    const turn = await service.wait('their turn', browser, ({ said }) => said.kind === 'turn');
    that('it says what is to be decided', turn.said.decision === 'setup_settlement', turn.said);
    const { subscriptions } = await push(bo.token);
    that('the list tells of it', subscriptions.length === 1 && subscriptions[0].id === browser.id && subscriptions[0].this_session, subscriptions);
    that('who does not listen is told nothing', service.messages.every(({ path }) => service.origin + path === browser.endpoint));
    return id;
}

async function talkAndEnd(ada, bo, id) {
    const browser = await listen(bo.token);
    await server.ask('PATCH', '/v1/me/mail', { token: bo.token, json: { talk: false }, want: 200 });
    const dropped = await figure(server, 'dropped');
    await server.ask('POST', `/v1/games/${id}/talk`, { token: ada.token, json: { text: '@bo A secret of mine' }, want: 201 });
    that('talk is not told who does not want to hear of it', await more(server, 'dropped', dropped));
    await server.ask('PATCH', '/v1/me/mail', { token: bo.token, json: { talk: true }, want: 200 });
    await server.ask('POST', `/v1/games/${id}/talk`, { token: ada.token, json: { text: '@bo Another secret' }, want: 201 });
    const talk = await service.wait('talk', browser, ({ said }) => said.kind === 'talk');
    that('talk is not urgent, and stays where it is', talk.headers.urgency === 'low' && /^c[\w-]{20,31}$/.test(talk.headers.topic) && !talk.headers.topic.includes(id) && !JSON.stringify(talk.said).includes('secret'), talk.said);
    await server.ask('POST', `/v1/games/${id}/resign`, { token: ada.token, want: 200 });
    await server.ask('POST', `/v1/games/${id}/resign`, { token: bo.token, want: 200 });
    const over = await service.wait('the end', browser, ({ said }) => said.kind === 'over');
    that('the end is told', over.said.game === id && over.said.decision === undefined, over.said);
}

/** Plays a game of two until the player on turn can offer the other a trade: { maker, taker, give, want }, cards by
 * kind. */
async function tradeOf(people, id) {
    const order = ['build_settlement', 'build_city', 'build_road', 'roll', 'move_robber'];
    const read = async (who, what) => (await server.ask('GET', `/v1/games/${id}/${what}`, { token: people[who].token, want: 200 })).body;
    const held = async (who) => Object.entries((await read(who, 'view')).players[who].cards).filter(([, count]) => count > 0).map(([kind]) => kind);
    for (;;) {
        const { waiting_for: [{ player }] } = await read(0, 'view');
        const { actions } = await read(player, 'actions');
        if (actions.some(({ type }) => type === 'offer_trade')) {
            const wanted = await held(1 - player);
            for (const give of await held(player)) {
                const want = wanted.find((kind) => kind !== give);
                if (want) return { maker: people[player], taker: people[1 - player], give: { [give]: 1 }, want: { [want]: 1 } };
            }
        }
        const action = order.map((type) => actions.find((one) => one.type === type)).find(Boolean) ?? actions.find(({ open, type }) => !open && type !== 'resign');
        await server.ask('POST', `/v1/games/${id}/moves`, { token: people[player].token, json: { action }, want: 201 });
    }
}

async function offers(...people) {
    const { id } = await game(server, people[0].token, [{ account: 'me' }, { open: true }], { game: 'base', players: 2 });
    await server.ask('POST', `/v1/games/${id}/join`, { token: people[1].token, want: 200 });
    const { maker, taker, give, want } = await tradeOf(people, id);
    const browser = await listen(taker.token);
    await server.ask('POST', `/v1/games/${id}/moves`, { token: maker.token, json: { action: { type: 'offer_trade', give, want } }, want: 201 });
    const offer = await service.wait('the offer', browser, ({ said }) => said.kind === 'offer');
    report('it is as described', check('#/components/schemas/PushMessage', offer.said));
    that('an offer is told who can answer it', offer.said.game === id && /^o[\w-]{20,31}$/.test(offer.headers.topic), offer.said);
}

/** News that no event of a game brings. */
async function news(gus, hal) {
    const browser = await listen(gus.token);
    await server.ask('POST', '/v1/reports', { token: gus.token, json: { about: { account: hal.name }, kind: 'name', text: 'Look.' }, want: 201 });
    const arrived = await service.wait('news', browser, ({ said }) => said.kind === 'news');
    report('they are as described', check('#/components/schemas/PushMessage', arrived.said));
    that('they are in words, and lead to a page', arrived.said.name === 'Your report has arrived' && arrived.said.url === '/fair-play', arrived.said);
    that('they have the length of all others', arrived.body.length === service.messages[0].body.length);
}

async function answersOfTheService(cy) {
    const gone = await listen(cy.token, 'gone');
    const busy = await listen(cy.token, 'busy');
    await game(server, cy.token, [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }]);
    await service.wait('the one that is gone', gone);
    const twice = () => service.messages.filter(({ path }) => service.origin + path === busy.endpoint).length >= 2;
    await service.wait('the busy one again', busy, twice);
    let left = [];
    for (const until = Date.now() + 20000; Date.now() < until;) {
        left = (await push(cy.token)).subscriptions.map(({ id }) => id);
        if (!left.includes(gone.id)) break;
    }
    that('one that is gone is forgotten, one that is busy is not', left.length === 1 && left[0] === busy.id, left);
}

/** The origin that a browser sends for our pages, which people load by https. */
const origin = () => server.base.replace('http:', 'https:');

async function endsOfSubscriptions(dee) {
    const session = await fetch(`${server.base}/v1/session`, { method: 'POST', headers: { authorization: `Bearer ${dee.token}` } });
    const headers = { cookie: session.headers.get('set-cookie').split(';')[0], 'content-type': 'application/json', origin: origin() };
    const made = await fetch(`${server.base}/v1/me/push`, { method: 'POST', headers, body: JSON.stringify(service.browser().subscription()) });
    that('a browser subscribes itself', made.status === 201 && (await made.json()).this_session);
    const other = await push(dee.token);
    that('another session sees it as another', other.subscriptions.length === 1 && !other.subscriptions[0].this_session, other);
    await fetch(`${server.base}/v1/session`, { method: 'DELETE', headers });
    that('it ends with its session', (await push(dee.token)).subscriptions.length === 0);
    const mine = await listen(dee.token);
    await server.ask('DELETE', `/v1/me/push/${mine.id}`, { token: dee.token, want: 204 });
    that('it ends when its owner says so', (await push(dee.token)).subscriptions.length === 0);
    const { body: reader } = await server.ask('POST', '/v1/me/tokens', { token: dee.token, json: { name: 'reader', scopes: ['game:read'] }, want: 201 });
    await server.ask('GET', '/v1/me/push', { token: reader.token, want: 403 });
    const before = service.messages.length;
    const last = await listen(dee.token);
    const { id } = await game(server, dee.token, [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }]);
    await service.wait('a last one', last, ({ said }) => said.game === id);
    that('those that ended heard nothing', service.messages.slice(before).every(({ path }) => service.origin + path === last.endpoint));
    await server.ask('DELETE', '/v1/me', { token: dee.token, want: 204 });
}

/** Signs the browser with HEADERS in again; returns its new headers. */
async function signIn(token, headers = {}) {
    const { status, headers: said } = await fetch(`${server.base}/v1/session`, { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } });
    that('a browser is signed in', status === 204, status);
    return { cookie: said.get('set-cookie').split(';')[0], 'content-type': 'application/json', origin: origin() };
}

/** A browser in which another user signs in gets no more messages for the first one. */
async function sharedBrowser(eve, fay) {
    const first = await signIn(eve.token);
    const browser = service.browser();
    const made = await fetch(`${server.base}/v1/me/push`, { method: 'POST', headers: first, body: JSON.stringify(browser.subscription()) });
    that('it is subscribed', made.status === 201);
    const again = await signIn(eve.token, first);
    const ended = await fetch(`${server.base}/v1/me`, { headers: { cookie: first.cookie } });
    that('a session ends where another takes its place', ended.status === 401, ended.status);
    const kept = await (await fetch(`${server.base}/v1/me/push`, { headers: { cookie: again.cookie } })).json();
    that('the same person goes on being told', kept.subscriptions.length === 1 && kept.subscriptions[0].this_session, kept);
    await signIn(fay.token, again);
    that('the first one is told nothing there any more', (await push(eve.token)).subscriptions.length === 0);
    that('nor the second, who has not asked for it', (await push(fay.token)).subscriptions.length === 0);
    const key = await fetch(`${server.base}/v1/me`, { headers: { authorization: `Bearer ${eve.token}` } });
    that('keys stay good', key.status === 200, key.status);
}

/** Invalid subscriptions are refused. */
async function malformed({ token }) {
    const good = service.browser().subscription();
    const bad = [{ ...good, expirationTime: 'x' }, { ...good, expirationTime: {} }, { ...good, endpoint: `https://${'a'.repeat(60)}.${'b.'.repeat(110)}example/` }, { ...good, keys: null }, { ...good, more: 1 }];
    for (const json of bad) await server.ask('POST', '/v1/me/push', { token, json, want: 422 });
    const { body } = await server.ask('POST', '/v1/me/push', { token, json: { ...good, expirationTime: 1.5 }, want: 201 });
    await server.ask('DELETE', `/v1/me/push/${body.id}`, { token, want: 204 });
}

/** Held back for a moment: a player who looks in the meantime is not notified. */
async function held() {
    const slow = await new Hexpost({ ...settings, HEXPOST_PUSH_HOLD_SECONDS: '3' }).start();
    const token = await slow.signUp('ada');
    const browser = await listen(token, 'ok', slow);
    const { id } = await game(slow, token, [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }]);
    let waiting;
    do waiting = (await slow.ask('GET', `/v1/games/${id}/view`, { token, want: 200 })).body.waiting_for;
    while (!waiting.some(({ player }) => player === 0));
    await slow.ask('GET', `/v1/games/${id}`, { token, want: 200 });
    that('who has looked is not told', await more(slow, 'dropped', 1));
    that('indeed not', !service.messages.some(({ path }) => service.origin + path === browser.endpoint));
    that('it ends with 0', await slow.remove() === 0, slow.stderr);
}

/** Without permission no internal address is used. */
async function closed() {
    const strict = await new Hexpost({ HEXPOST_PUSH_HOLD_SECONDS: '0' }).start();
    const token = await strict.signUp('ada');
    const before = service.messages.length;
    for (const endpoint of [`http://127.0.0.1:${service.port}/ok/1`, `https://127.0.0.1:${service.port}/ok/1`, 'https://[::1]/', 'https://10.0.0.1/']) {
        await strict.ask('POST', '/v1/me/push', { token, json: { ...service.browser().subscription(), endpoint }, want: 422 });
    }
    await strict.ask('POST', '/v1/me/push', { token, json: { ...service.browser().subscription(), endpoint: `https://localhost:${service.port}/ok/1` }, want: 201 });
    await game(strict, token, [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }]);
    that('a name that leads inside fails', await more(strict, 'failed'));
    that('nobody was reached', service.messages.length === before);
    that('it ends with 0', await strict.remove() === 0, strict.stderr);
}

try {
    await server.start();
    const [ada, bo, cy, dee, eve, fay, gus, hal] = await Promise.all(['ada', 'bo', 'cy', 'dee', 'eve', 'fay', 'gus', 'hal'].map(async (name) => ({ name, token: await server.signUp(name) })));
    const id = await turns(ada, bo);
    await talkAndEnd(ada, bo, id);
    await offers(gus, hal);
    await news(gus, hal);
    await answersOfTheService(cy);
    await endsOfSubscriptions(dee);
    await sharedBrowser(eve, fay);
    await malformed(fay);
    await Promise.all([held(), closed()]);
} catch (error) {
    report('the run came to its end', [error.stack, server.stderr]);
} finally {
    that('the server ends with 0', await server.remove() === 0, server.stderr);
    service.stop();
}
finish();
