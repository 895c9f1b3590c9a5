// SPDX-License-Identifier: AGPL-3.0-or-later
// Webhooks against receivers of all kinds. Signatures are verified by the published package.
import { createRequire } from 'node:module';
import { randomInt } from 'node:crypto';
import { hostname } from 'node:os';
import { finish, report } from '../openapi/count.mjs';
import { check } from '../openapi/description.mjs';
import { Hexpost } from './hexpost.mjs';
import { Receiver } from './receiver.mjs';

const require = createRequire(new URL('../tools/package.json', import.meta.url));
const { Webhook } = require('standardwebhooks');

const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold ${JSON.stringify(said)}`]);
const receiver = await new Receiver().start();
const server = new Hexpost({ HEXPOST_HOOK_ALLOW: '127.0.0.1', HEXPOST_HOOK_TIMEOUT: '2', HEXPOST_PUBLIC_URL: 'https://play.example.org/' });

function verified(secret, message) {
    try {
        new Webhook(secret).verify(message.body, message.headers);
        return true;
    } catch {
        return false;
    }
}

async function hook(token, path, events, place = '/v1/me/webhooks') {
    const { body } = await server.ask('POST', place, { token, json: { url: receiver.url(path), events }, want: 201 });
    const at = `/v1/webhooks/${body.id}`;
    return {
        ...body,
        at,
        /** One test message at a time can wait; if others are sent fast, its turn comes soon. */
        test: async () => {
            let answer;
            do answer = await server.ask('POST', `${at}/test`, { token });
            while (answer.status === 409 && answer.body.detail.includes('waiting or being sent'));
            if (answer.status !== 202) throw new Error(`a test: ${answer.status} ${JSON.stringify(answer.body)}`);
            return answer.body.id;
        },
        get: async () => (await server.ask('GET', at, { token, want: 200 })).body,
        again: (id) => server.ask('POST', `${at}/deliveries/${id}/redeliver`, { token, want: 202 }),
        /** Polls until the message's row is as wanted: the server stores the result a little later. */
        delivery: async (id, wanted) => {
            for (const until = Date.now() + 60000; Date.now() < until;) {
                const { body: { items } } = await server.ask('GET', `${at}/deliveries`, { token, want: 200 });
                const row = items.find((item) => item.id === id);
                if (row && wanted(row)) return row;
            }
            throw new Error(`message ${id} never came to be as expected`);
        },
    };
}

const newGame = async (token) => (await server.ask('POST', '/v1/games', {
    token, json: { rules: { game: 'base' }, visibility: 'private', seats: [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }] }, want: 201,
})).body;

async function messagesOfAGame(token) {
    const all = await hook(token, '/ok/all');
    const turns = await hook(token, '/ok/turns', ['game.turn']);
    const game = await newGame(token);
    const url = `https://play.example.org/v1/games/${game.id}`;
    for (const [type, seat] of [['game.started'], ['game.event'], ['game.turn', 0]]) {
        const message = await receiver.wait(type, ({ path, body }) => path === '/ok/all' && JSON.parse(body).type === type);
        const body = JSON.parse(message.body);
        that(`${type} is signed`, verified(all.secret, message), message);
        that(`${type} is not signed by another`, !verified(turns.secret, message));
        that(`${type} changed is refused`, !verified(all.secret, { ...message, body: message.body.replace('game', 'gane') }));
        report(`${type} is as described`, check('#/components/schemas/WebhookMessage', body));
        that(`${type} names game, place and who is waited for`, body.data.game === game.id && body.data.url === url
            && (seat === undefined || body.data.seats.includes(seat)), body);
    }
    const turn = await receiver.wait('a turn', ({ path }) => path === '/ok/turns');
    that('a filter holds', receiver.messages.filter(({ path }) => path === '/ok/turns').every(({ body }) => JSON.parse(body).type === 'game.turn'), turn.body);
    const old = { ...turn, headers: { ...turn.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 600) } };
    that('an old one is refused', !verified(turns.secret, old));
    const sent = await turns.delivery(turn.id, ({ state }) => state === 'sent');
    that('the log tells of it', sent.status === 200 && sent.attempts === 1 && sent.type === 'game.turn', sent);
    return all;
}

/** An account that has authorized APP, from a browser of its own. */
async function letIn(name, app) {
    const { body: { account, token } } = await server.ask('POST', '/v1/accounts', { json: { name }, want: 201 });
    const form = (path, fields, headers = {}) => fetch(server.base + path, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
    const session = await fetch(`${server.base}/v1/session`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    const cookie = session.headers.get('set-cookie').split(';')[0];
    const device = await (await form('/oauth/device', { client_id: app.client_id, scope: 'game:read' })).json();
    await form('/link', { user_code: device.user_code, answer: 'allow' }, { cookie, 'sec-fetch-site': 'same-origin' });
    const tokens = await form('/oauth/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: app.client_id, device_code: device.device_code });
    that(`${name} has let the app in`, tokens.status === 200, tokens.status);
    return { id: account.id, name, token };
}

async function webhookOfAnApp(token) {
    const { body: app } = await server.ask('POST', '/v1/apps', { token, json: { name: 'Chat' }, want: 201 });
    const { body: made } = await server.ask('PUT', `/v1/apps/${app.client_id}/webhook`, { token, json: { url: receiver.url('/ok/app'), events: ['game.started', 'game.turn', 'game.event'] }, want: 200 });
    const ursula = await letIn('ursula', app);
    const walter = await letIn('walter', app);
    await newGame(token); // the maker's game, who has not authorized the app
    const game = (await server.ask('POST', '/v1/games', {
        token: ursula.token, json: { rules: { game: 'base' }, seats: [{ account: 'me' }, { open: true }, { bot: 'random' }] }, want: 201,
    })).body;
    await server.ask('POST', `/v1/games/${game.id}/join`, { token: walter.token, want: 200 });
    const of = ({ path, body }, type, { id }) => path === '/ok/app' && JSON.parse(body).type === type && JSON.parse(body).data.account?.id === id;
    for (const who of [ursula, walter]) {
        const message = await receiver.wait(`news for ${who.name}`, (one) => of(one, 'game.started', who));
        const body = JSON.parse(message.body);
        report(`a message for ${who.name} is as described`, check('#/components/schemas/WebhookMessage', body));
        that(`it is signed, and says whose game it is`, verified(made.secret, message) && body.data.account.name === who.name && body.data.game === game.id, body);
    }
    const { body: { items: [grant] } } = await server.ask('GET', '/v1/me/grants', { token: ursula.token, want: 200 });
    await server.ask('DELETE', `/v1/me/grants/${grant.id}`, { token: ursula.token, want: 204 });
    const before = receiver.messages.filter((one) => one.path === '/ok/app').length;
    const second = await newGame(ursula.token);
    const third = await newGame(walter.token);
    await receiver.wait('news of the other', (one) => of(one, 'game.started', walter) && JSON.parse(one.body).data.game === third.id);
    const since = receiver.messages.filter((one) => one.path === '/ok/app').slice(before).map(({ body }) => JSON.parse(body).data);
    that('whoever ended it is not told of', !since.some(({ game: id }) => id === second.id), since);
    that('nor is the maker', !receiver.messages.some(({ path, body }) => path === '/ok/app' && ![ursula.id, walter.id].includes(JSON.parse(body).data.account?.id)));
}

async function webhooksOfAGame(token, stranger) {
    const game = await newGame(token);
    const place = `/v1/games/${game.id}/webhooks`;
    await server.ask('POST', place, { token: stranger, json: { url: receiver.url('/ok/no') }, want: 404 });
    const mine = await hook(token, '/ok/game', ['game.over'], place);
    await newGame(token);
    await server.ask('POST', `/v1/games/${game.id}/resign`, { token, want: 200 }).catch(() => server.ask('GET', `/v1/games/${game.id}`, { token, want: 200 }));
    const message = await receiver.wait('the end', ({ path }) => path === '/ok/game');
    const { type, data } = JSON.parse(message.body);
    that('a webhook of a game hears of its end', type === 'game.over' && data.game === game.id && data.status === 'abandoned', message.body);
    that('it is signed', verified(mine.secret, message));
}

async function rotation(token) {
    const turned = await hook(token, '/ok/rotation', ['game.talk']);
    const { body: { secret } } = await server.ask('POST', `${turned.at}/secret`, { token, want: 200 });
    const id = await turned.test();
    const message = await receiver.wait('a test', (one) => one.id === id);
    that('the new secret signs', verified(secret, message), message.headers);
    that('so does the old one', verified(turned.secret, message), message.headers);
    that('there are two signatures', message.headers['webhook-signature'].split(' ').length === 2);
}

async function refusals(token) {
    const later = (row) => row.state === 'waiting' && row.attempts === 1;
    const wait = (row) => (Date.parse(row.next_attempt_at) - Date.now()) / 1000;

    const redirect = await hook(token, '/redirect', ['game.talk']);
    const moved = await redirect.delivery(await redirect.test(), later);
    that('a redirect is a failure', moved.status === 302 && wait(moved) <= 6, moved);
    that('and is not followed', !receiver.messages.some(({ path }) => path === '/ok/redirected'));

    const busy = await hook(token, '/busy', ['game.talk']);
    const full = await busy.delivery(await busy.test(), later);
    that('Retry-After is honoured', full.status === 429 && wait(full) > 80 && wait(full) <= 101, full);

    const huge = await hook(token, '/huge', ['game.talk']);
    const long = await huge.delivery(await huge.test(), ({ state }) => state === 'sent');
    that('an endless answer counts as one', long.status === 200, long);
    that('and was cut', receiver.endless < 1 << 26, receiver.endless);

    const gone = await hook(token, '/gone', ['game.talk']);
    const first = await gone.test();
    await gone.delivery(first, ({ state }) => state === 'failed');
    const off = await gone.get();
    that('410 switches off at once', !off.enabled && /410/.test(off.disabled_why), off);
    await server.ask('POST', `${gone.at}/test`, { token, want: 409 });
    await server.ask('PATCH', gone.at, { token, json: { enabled: true, url: receiver.url('/ok/back') }, want: 200 });
    await gone.again(first);
    that('switched on again it goes on', (await receiver.wait('it again', ({ path }) => path === '/ok/back')).id === first);
}

async function hanging(token) {
    const hang = await hook(token, '/hang', ['game.talk']);
    const quick = await hook(token, '/ok/quick', ['game.talk']);
    const stuck = await hang.test();
    await receiver.wait('the hanging one', ({ id }) => id === stuck);
    const id = await quick.test();
    await receiver.wait('the quick one', (one) => one.id === id);
    const before = await hang.delivery(stuck, () => true);
    that('one who hangs keeps nobody else waiting', before.state === 'sending', before);
    const after = await hang.delivery(stuck, ({ state }) => state !== 'sending');
    that('and is tried again', after.state === 'waiting' && /[Tt]imeout/.test(after.detail), after);
}

async function again(token) {
    const flaky = await hook(token, '/flaky', ['game.talk']);
    const failing = await hook(token, '/fail/turn', ['game.turn']);
    const game = await newGame(token);
    const turn = await receiver.wait('a turn', ({ path }) => path === '/fail/turn');
    const id = await flaky.test();
    await flaky.delivery(id, ({ state, attempts }) => state === 'waiting' && attempts === 1);
    const { body: { actions } } = await server.ask('GET', `/v1/games/${game.id}/actions`, { token, want: 200 });
    await server.ask('POST', `/v1/games/${game.id}/moves`, { token, json: { action: actions[0] }, want: 201 });
    const dropped = await failing.delivery(turn.id, ({ state }) => state === 'dropped');
    that('a turn that is over is not told of again', dropped.attempts === 1 && /wait/.test(dropped.detail), dropped);
    const sent = await flaky.delivery(id, ({ state }) => state === 'sent');
    const came = receiver.messages.filter((one) => one.id === id);
    that('what failed once comes again under its id', sent.attempts === 2 && came.length === 2, sent);
    that('both times the same, well signed', came[0].body === came[1].body && came.every((one) => verified(flaky.secret, one)));
    await flaky.again(id);
    await receiver.wait('the redelivery', (one) => one.id === id && one.number === 3);
    await flaky.delivery(id, ({ state }) => state === 'sent');
}

// The server is killed while messages are in transit, again and again.
async function killed(token) {
    const held = await hook(token, '/hold', ['game.talk']);
    const id = await held.test();
    await receiver.wait('the held one', (one) => one.id === id);
    await server.end('SIGKILL');
    await server.start();
    const second = await receiver.wait('it again', (one) => one.id === id && one.number === 2);
    second.answer(200);
    const sent = await held.delivery(id, ({ state }) => state === 'sent');
    that('killed in the middle, it comes again under its id', sent.attempts === 2, sent);

    const hooks = await Promise.all(Array.from({ length: 15 }, (_, n) => hook(token, `/ok/kill${n}`, ['game.talk'])));
    const ids = [];
    for (let round = 0; round < 5; round += 1) {
        const count = receiver.messages.length + randomInt(hooks.length, 2 * hooks.length + 1);
        await Promise.all(hooks.map(async (one) => { for (let i = 0; i < 2; i += 1) ids.push([one, await one.test()]); }));
        await receiver.wait('most of them', () => receiver.messages.length >= count);
        await server.end('SIGKILL');
        await server.start();
    }
    for (const [one, message] of ids) await one.delivery(message, ({ state }) => state === 'sent');
    const missing = ids.filter(([, message]) => !receiver.messages.some((one) => one.id === message));
    const came = receiver.messages.filter(({ path }) => path.startsWith('/ok/kill')).length;
    that('no message is lost', missing.length === 0, missing.length);
    that('few come twice', came < ids.length + 5 * 4 + 1, { sent: ids.length, came });
    console.log(`${ids.length} messages over 5 kills came ${came} times`);
}

// The server is told to end while a receiver keeps a message waiting.
async function ended(token) {
    const held = await hook(token, '/hold/end', ['game.talk']);
    const id = await held.test();
    await receiver.wait('the held one', (one) => one.id === id);
    const begun = Date.now();
    const code = await server.end('SIGTERM');
    that('it ends with 0 though somebody hangs', code === 0 && Date.now() - begun < 15000, { code, ms: Date.now() - begun });
    await server.start();
    (await receiver.wait('it again', (one) => one.id === id && one.number === 2)).answer(204);
    const sent = await held.delivery(id, ({ state }) => state === 'sent');
    that('and sends it again afterwards', sent.status === 204, sent);
}

// Addresses of our own network: refused when given directly, and when a name leads there.
async function closed() {
    const strict = await new Hexpost().start();
    const token = await strict.signUp('eve');
    const before = receiver.connections;
    const written = ['127.0.0.1', '0', '2130706433', '0x7f.1', '017700000001', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '169.254.169.254', '10.1.2.3',
        '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '[fc00::1]', '[fd12::1]', '[fe80::1]', '[fe80::1%25lo]', '[ff02::1]',
        '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001:0:53aa::1]', '[2001:db8::1]'];
    for (const host of written) {
        const { status } = await strict.ask('POST', '/v1/me/webhooks', { token, json: { url: `https://${host}:${receiver.port}/x` } });
        that(`${host} is refused`, status === 422, status);
    }
    await strict.ask('POST', '/v1/me/webhooks', { token, json: { url: `http://hooks.invalid:${receiver.port}/` }, want: 422 });
    for (const name of ['localhost', 'LOCALHOST', hostname()]) {
        const { body } = await strict.ask('POST', '/v1/me/webhooks', { token, json: { url: `https://${name}:${receiver.port}/x`, events: ['game.talk'] }, want: 201 });
        await strict.ask('POST', `/v1/webhooks/${body.id}/test`, { token, want: 202 });
        let row;
        do row = (await strict.ask('GET', `/v1/webhooks/${body.id}/deliveries`, { token, want: 200 })).body.items[0];
        while (row.attempts === 0 || row.state === 'sending');
        that(`the name ${name} does not lead inside`, row.state === 'failed' && /public/.test(row.detail), row);
    }
    that('nobody was connected to', receiver.connections === before, receiver.connections - before);
    that('it ends with 0', await strict.remove() === 0);
}

try {
    await server.start();
    const token = await server.signUp('ada');
    const stranger = await server.signUp('grace');
    await messagesOfAGame(token);
    await webhookOfAnApp(token);
    await webhooksOfAGame(token, stranger);
    await rotation(token);
    await refusals(token);
    await Promise.all([hanging(await server.signUp('linus')), again(await server.signUp('mary'))]);
    await killed(await server.signUp('niklaus'));
    await ended(await server.signUp('rosa'));
    await closed();
    const { body: metrics } = await server.ask('GET', '/metrics', { want: 200 });
    that('the figures tell of webhooks', /hexpost_posts_total\{channel="webhook",result="sent"\} [1-9]/.test(metrics));
} catch (error) {
    report('the run came to its end', [error.stack, server.stderr]);
} finally {
    that('the server ends with 0', await server.remove() === 0, server.stderr);
    receiver.stop();
}
finish();
