// SPDX-License-Identifier: AGPL-3.0-or-later
// Drives a real server through every operation, its refusals included, and holds each answer
// against openapi/openapi.yaml; then sends REQUESTS (500; 2,000 where nothing is left out) of these requests again, varied, for at most
// REQUEST_SECONDS. SEED=N repeats a run.
import { createHash, randomInt } from 'node:crypto';
import { apps } from './apps.mjs';
import { chats, chatSettings } from './chats.mjs';
import { taken, whole } from '../support/slice.mjs';
import { check, document, operations, resolve, text } from './description.mjs';
import { finish, report } from './count.mjs';
import { push, webhooks } from './deliveries.mjs';
import { fairPlay } from './fairPlay.mjs';
import { fits, mutate, requests } from './mutate.mjs';
import { library, readingAsDescribed } from './library.mjs';
import { choose, dice } from './player.mjs';
import { baseOf, call, invalid, mailedCode, mailedDigits, problem, requestsSent, start, statuses, stop, stream } from './server.mjs';
import { storm } from './storm.mjs';
import { clubs, groups } from './clubs.mjs';
import { passkeys, passkeysAt } from './passkeys.mjs';
import { people } from './people.mjs';
import { puzzles } from './puzzles.mjs';
import { seeks } from './seeks.mjs';
import { tournaments } from './tournaments.mjs';

const seed = Number(process.env.SEED ?? randomInt(1 << 30));
const chance = dice(seed);
console.log(`SEED=${seed}`);

async function operation() {
    await call('GET', '/healthz', { want: 200 });
    await call('GET', '/readyz', { want: 200 });
    await call('GET', '/metrics', { want: 200 });
    const described = await call('GET', '/openapi.yaml', { want: 200 });
    report('the description served is this one', described.body === text ? [] : ['it differs from openapi/openapi.yaml']);
    await call('HEAD', '/healthz', { want: 200 });
    await call('OPTIONS', '/v1/games', { want: 204 });
    await problem('GET', '/v1/nothing', {}, 404, 'not-found');
    await problem('DELETE', '/v1/games', {}, 405, 'method-not-allowed');
}

// The type of each problem leads to an explanation in the reader's language.
async function explained() {
    const kinds = [...new Set([...document.info.description.matchAll(/^\| \d+ \| `([a-z-]+)` \|/gm)].map(([, kind]) => kind))];
    for (const kind of kinds) {
        const address = `/problems/${kind}`;
        const { body } = await call('GET', address, { accept: 'application/json', want: 200 });
        const german = await call('GET', address, { accept: 'application/json', headers: { 'accept-language': 'de' }, want: 200 });
        const page = await call('GET', address, { accept: 'text/html', headers: { 'accept-language': 'de' }, want: 200 });
        report(`${address} is for its readers`, [
            ...(body.type === address && body.about.length > 40 && body.title !== german.body.title && body.about !== german.body.about ? [] : [JSON.stringify(german.body).slice(0, 300)]),
            ...(page.body.includes('<html lang="de">') && page.body.includes(german.body.title) && page.headers.get('content-language') === 'de' ? [] : [page.body.slice(0, 300)]),
            ...((body.reasons?.some(({ reason, rule, text: said }) => reason === 'too_close' && rule === 'B-63' && said.length > 20) ?? false) === (kind === 'illegal-move') ? [] : ['its reasons are not as they should be']),
        ]);
        await call('GET', address, { accept: 'application/json', headers: { 'if-none-match': (await call('GET', address, { accept: 'application/json' })).headers.get('etag') ?? '' }, want: 304 });
    }
    await problem('GET', '/problems/nonsense', {}, 404, 'not-found');
}

async function signUp(name) {
    const { body } = await call('POST', '/v1/accounts', { json: { name, email: `${name}@example.org` }, want: 201 });
    return { name, id: body.account?.id, token: body.token };
}

async function accounts(ada) {
    const { token } = ada;
    await problem('POST', '/v1/accounts', { json: { name: 'ADA' } }, 409, 'conflict');
    await invalid('POST', '/v1/accounts', { json: { nam: 'eve' } }, '/nam');
    await invalid('POST', '/v1/accounts', { json: { name: 7 } }, '/name');
    await invalid('POST', '/v1/accounts', { json: { name: '' } }, '/name');
    await problem('POST', '/v1/accounts', { raw: '{"name":"eve","name":"eva"}', headers: { 'content-type': 'application/json' } }, 400, 'malformed-json');
    await problem('POST', '/v1/accounts', { raw: 'name=eve', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'unsupported-media-type');
    await problem('POST', '/v1/accounts', { raw: `"${'x'.repeat(3 << 20)}"`, headers: { 'content-type': 'application/json' } }, 413, 'too-large');

    await call('GET', '/v1/me', { token, want: 200 });
    await problem('GET', '/v1/me', {}, 401, 'unauthenticated');
    await problem('GET', '/v1/me', { token: 'hxp_no' }, 401, 'unauthenticated');

    await call('GET', '/v1/session', { want: 200 });
    await call('GET', '/v1/session', { token, want: 200 });
    const guest = (await call('POST', '/v1/accounts', { json: { guest: true, session: true }, want: 201 })).body;
    await problem('POST', '/v1/accounts', { json: { guest: true, session: true }, headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'forbidden');
    await invalid('POST', '/v1/accounts', { json: { guest: true, email: 'guest@example.org' } }, '/email');
    await problem('POST', '/v1/games', { token: guest.token, json: { rules: { game: 'base' } } }, 403, 'forbidden');
    await problem('POST', '/v1/me/webhooks', { token: guest.token, json: { url: 'https://example.org/' } }, 403, 'forbidden');
    await problem('PATCH', '/v1/me', { token: guest.token, json: { name: 'Ada' } }, 409, 'conflict');
    await invalid('PATCH', '/v1/me', { token: guest.token, json: { guest: true } }, '/guest');
    await call('PATCH', '/v1/me', { token: guest.token, json: { name: 'guest', email: 'guest@example.org', guest: false }, want: 200 });
    await call('DELETE', '/v1/me', { token: guest.token, want: 204 });

    const made = await call('POST', '/v1/me/tokens', { token, json: { name: 'reader', scopes: ['game:read'], expires_at: '2099-01-01T00:00:00Z' }, want: 201 });
    await invalid('POST', '/v1/me/tokens', { token, json: { name: 'x', scopes: ['everything'] } });
    await invalid('POST', '/v1/me/tokens', { token, json: { name: 'x', expires_at: 'tomorrow' } }, '/expires_at');
    await call('GET', '/v1/me/tokens', { token, want: 200 });
    await problem('POST', '/v1/games', { token: made.body.token, json: { rules: { game: 'base' } } }, 403, 'forbidden');
    await call('DELETE', `/v1/me/tokens/${made.body.id}`, { token, want: 204 });
    await problem('DELETE', `/v1/me/tokens/${made.body.id}`, { token }, 404, 'not-found');
    await problem('GET', '/v1/me', { token: made.body.token }, 401, 'unauthenticated');

    const signedIn = await call('POST', '/v1/session', { token, want: 204 });
    const cookie = signedIn.headers.get('set-cookie').split(';')[0];
    await problem('DELETE', '/v1/session', { headers: { cookie } }, 401, 'unauthenticated');
    await call('DELETE', '/v1/session/others', { headers: { cookie, 'sec-fetch-site': 'same-origin' }, want: 204 });
    await call('DELETE', '/v1/session', { headers: { cookie, 'sec-fetch-site': 'same-origin' }, want: 204 });
    await problem('POST', '/v1/session', { token, headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'forbidden');

    await call('GET', '/v1/accounts/ada/games', { want: 200 });
    await call('GET', '/v1/accounts/ada/stats', { want: 200 });
    await call('GET', '/v1/accounts/ada', { want: 200 });
    await call('GET', '/v1/accounts/ada/ratings', { want: 200 });
    await call('GET', '/v1/ratings/base', { want: 200 });
    await problem('GET', '/v1/accounts/nobody/stats', {}, 404, 'not-found');
    await problem('GET', '/v1/accounts/nobody/games', {}, 404, 'not-found');
}

// Accounts that programs play under.
async function bots({ token }) {
    const deep = (await call('POST', '/v1/accounts', { json: { name: 'deepsettler', bot: true }, want: 201 })).body;
    const other = await signUp('quicksettler');
    await invalid('POST', '/v1/accounts', { json: { guest: true, bot: true } }, '/bot');
    await call('PATCH', '/v1/me', { token: other.token, json: { bot: true }, want: 200 });
    await invalid('PATCH', '/v1/me', { token: other.token, json: { bot: false } }, '/bot');
    await call('GET', '/v1/me', { token: deep.token, want: 200 });
    await call('GET', '/v1/accounts/deepsettler', { want: 200 });
    const seats = [{ account: 'me' }, { account: 'deepsettler' }, { bot: 'easy' }];
    const invited = await call('POST', '/v1/games', { token, json: { rules: { game: 'base' }, seats }, want: 201 });
    await call('POST', `/v1/games/${invited.body.id}/join`, { token: deep.token, want: 200 });
    await invalid('POST', '/v1/games', { token, json: { rules: { game: 'base' }, seats: [{ account: 'me' }, { account: 'whoever' }, { open: true }] } }, '/seats/1/account');
    const rated = { rules: { game: 'base', players: 3 }, rated: true, clock: { turn: 86400, on_timeout: 'bot' } };
    const among = await call('POST', '/v1/games', { token: deep.token, json: rated, want: 201 });
    await problem('POST', `/v1/games/${among.body.id}/join`, { token }, 403, 'forbidden');
    await call('POST', `/v1/games/${among.body.id}/join`, { token: other.token, want: 200 });
    await problem('PATCH', '/v1/me', { token: (await call('POST', '/v1/accounts', { json: { guest: true }, want: 201 })).body.token, json: { bot: true } }, 403, 'forbidden');
    await call('GET', '/v1/ratings/bots_base', { want: 200 });
}

async function makingGames(ada, grace) {
    const { token } = ada;
    const make = (json, want = 201) => call('POST', '/v1/games', { token, json, want });
    await invalid('POST', '/v1/games', { token, json: { rules: { game: 'cities_and_knights', players: 2 } } }, '/rules/players');
    await invalid('POST', '/v1/games', { token, json: { rules: { game: 'base', players: 9 } } }, '/rules/players');
    await invalid('POST', '/v1/games', { token, json: { rules: { game: 'base' }, seets: [] } }, '/seets');
    await invalid('POST', '/v1/games', { token, json: { rules: { game: 'base' }, first: 1 } }, '/first');
    await invalid('POST', '/v1/games', { token, json: { rules: { game: 'base' }, board: { hexes: [{ q: 0, r: 0, terrain: 'lava', number: 5 }] } } }, '/board/hexes/0/terrain');
    await problem('POST', '/v1/games', { json: { rules: { game: 'base' } } }, 401, 'unauthenticated');

    const key = { 'idempotency-key': `"${seed}"` };
    const first = await call('POST', '/v1/games', { token, json: { name: 'once', rules: { game: 'base', players: 3 } }, headers: key, want: 201 });
    const again = await call('POST', '/v1/games', { token, json: { name: 'once', rules: { game: 'base', players: 3 } }, headers: key, want: 201 });
    report('the same key makes one game', first.body.id === again.body.id && again.headers.get('idempotency-replayed') === 'true' ? [] : ['it made two']);
    await invalid('POST', '/v1/games', { token, json: { name: 'twice', rules: { game: 'base', players: 3 } }, headers: key });
    const open = `/v1/games/${first.body.id}`;
    const got = await call('GET', open, { token, want: 200 });
    await call('GET', open, { token, headers: { 'if-none-match': got.headers.get('etag') ?? '' }, want: 304 });
    await problem('POST', `${open}/join`, { token, json: {} }, 409, 'conflict');
    await invalid('POST', `${open}/join`, { token: grace.token, json: { seat: 17 } }, '/seat');
    await problem('POST', `${open}/join`, { token: grace.token, json: { seat: 0 } }, 409, 'conflict');
    await call('POST', `${open}/join`, { token: grace.token, json: { seat: 2 }, want: 200 });
    await call('POST', `${open}/leave`, { token: grace.token, want: 200 });
    await problem('POST', `${open}/bots`, { token: grace.token, json: {} }, 403, 'forbidden');
    await invalid('POST', `${open}/bots`, { token, json: { bot: 'deep' } }, '/bot');
    await call('POST', `${open}/bots`, { token, json: { seat: 2, bot: 'hard' }, want: 200 });
    await problem('POST', `${open}/bots`, { token, json: { seat: 2 } }, 409, 'conflict');
    await problem('POST', `${open}/rematch`, { token }, 409, 'conflict');
    await problem('DELETE', open, { token: grace.token }, 403, 'forbidden');
    await call('GET', `${open}/view`, { token });
    await call('GET', `${open}/events`, { token });
    await call('DELETE', open, { token, want: 204 });
    await problem('GET', open, { token }, 404, 'not-found');

    const hidden = await make({ rules: { game: 'base' }, visibility: 'private', seats: [{ account: 'me' }, { invite: 'grace@example.org' }, { open: true }] });
    const secret = `/v1/games/${hidden.body.id}`;
    await problem('GET', secret, {}, 404, 'not-found');
    await call('GET', secret, { token, want: 200 });
    const linked = await make({ rules: { game: 'base' }, visibility: 'unlisted' });
    await make({ rules: { game: 'base' }, tags: ['cup-2026', 'x'] });
    await invalid('POST', '/v1/games', { token, json: { rules: { game: 'base' }, tags: ['Cup'] } }, '/tags/0');
    await call('GET', '/v1/games?tag=cup-2026', { token, want: 200 });
    await call('GET', '/v1/me/games?tag=cup-2026', { token, want: 200 });
    await call('GET', `/v1/games/${linked.body.id}`, { want: 200 });

    const rules = await call('GET', '/v1/rules', { want: 200 });
    await call('GET', '/v1/rules', { headers: { 'if-none-match': rules.headers.get('etag') ?? '' }, want: 304 });
    const words = await call('GET', '/v1/vocabulary', { want: 200 });
    await call('GET', '/v1/vocabulary', { headers: { 'if-none-match': words.headers.get('etag') ?? '' }, want: 304 });
    await call('GET', '/v1/games', { want: 200 });
    await call('GET', '/v1/games?status=open&mode=play&limit=1', { token, want: 200 });
    await call('GET', '/v1/games?mine=true', { token, want: 200 });
    await invalid('GET', '/v1/games?status=lost', {}, 'status');
    await invalid('GET', '/v1/games?limit=100000', {}, 'limit');
    await invalid('GET', '/v1/games?cursor=far', {}, 'cursor');
    const boards = [{ layout: 'beginner' }, { layout: 'random', numbers: 'random', seed: 'a windy day' }];
    for (const board of boards) await make({ rules: { game: 'base', combined_phases: false }, board });
}

// Lets everyone in TOKENS (seat to token) make listed moves until the game is over or COUNT moves are made. Bots move
// in between, so requests with an outdated seq are repeated.
async function play(address, tokens, count) {
    for (let made = 0, idle = 0; made < count && idle < 200;) {
        const { body: game } = await call('GET', address, { token: Object.values(tokens)[0], want: 200 });
        if (game.status !== 'active') break;
        const waiting = game.waiting_for.map((decision) => decision.player).filter((seat) => tokens[seat]);
        if (waiting.length === 0) {
            idle += 1;
            await call('GET', `${address}/events?after=${game.seq}&wait=5`, { token: Object.values(tokens)[0], want: 200 });
            continue;
        }
        const seats = chance.below(10) === 0 ? Object.keys(tokens).map(Number) : waiting;
        made += await move(address, tokens, chance.of(seats)) ? 1 : 0;
        idle = 0;
    }
}

async function move(address, tokens, seat) {
    const token = tokens[seat];
    const [{ body: listed }, { body: view }] = [
        await call('GET', `${address}/actions`, { token, want: 200 }), await call('GET', `${address}/view`, { token, want: 200 })];
    const action = choose(chance, listed.actions, view, seat);
    if (!action) return false;
    if (chance.below(5) === 0) await call('POST', `${address}/moves`, { token, json: { action, seq: listed.seq, dry_run: true }, want: [200, 409] });
    const { status } = await call('POST', `${address}/moves`, { token, json: { action, seq: listed.seq }, want: [201, 409] });
    return status === 201;
}

async function playing(ada, grace) {
    const made = await call('POST', '/v1/games', {
        token: ada.token, json: { rules: { game: 'base', players: 3, victory_points: 30 }, seats: [{ account: 'me' }, { open: true }, { bot: 'greedy' }] }, want: 201,
    }); // which nobody wins during the checks
    const address = `/v1/games/${made.body.id}`;
    const clientSeed = createHash('sha256').update(String(seed)).digest();
    const commitment = createHash('sha256').update(clientSeed).digest('hex');
    await call('POST', `${address}/join`, { token: grace.token, json: { client_commitment: commitment }, want: 200 });
    await problem('DELETE', address, { token: ada.token }, 409, 'conflict');
    await problem('POST', `${address}/leave`, { token: grace.token }, 409, 'conflict');
    await refusedMoves(address, ada, grace);
    await commit(address, ada, grace, clientSeed.toString('hex'));
    await play(address, { 0: ada.token, 1: grace.token }, 80);
    await looking(address, ada);
    await problem('GET', `${address}/view?as=all`, { token: ada.token }, 403, 'forbidden');
    await problem('GET', `${address}/record`, { token: ada.token }, 403, 'forbidden');
    await streams(address, ada);
    await problem('POST', `${address}/resign`, { token: grace.token, headers: { 'if-match': '"of-yore"' } }, 412, 'stale');
    await call('POST', `${address}/resign`, { token: grace.token, want: 200 });
    await call('POST', `${address}/resign`, { token: ada.token, want: 200 });
    const { body } = await call('GET', address, { want: 200 });
    report('a game that every human has left is abandoned', body.status === 'abandoned' ? [] : [`it is ${body.status}`]);
    await problem('POST', `${address}/moves`, { token: ada.token, json: { action: { type: 'roll' } } }, 409, 'game-over');
    await problem('POST', `${address}/resign`, { token: ada.token }, 409, 'game-over');
    await call('GET', `${address}/record`, { want: 200 });
    await call('GET', `${address}/view?as=all`, { want: 200 });
    await call('GET', `${address}/events?as=0&limit=5`, { want: 200 });
    const again = await call('POST', `${address}/rematch`, { token: ada.token, want: 201 });
    const same = await call('POST', `${address}/rematch`, { token: grace.token, want: 200 });
    report('a game has one rematch', again.body.id === same.body.id ? [] : ['it has two']);
}

// Cities & Knights by four people, each of whom answers their own questions, to the end.
async function knights(people) {
    const all = Object.values(people);
    const rules = { game: 'cities_and_knights', edition: 'ck2022', victory_points: 6, options: { fifth_card_on_turn: 'end_of_turn' } };
    const made = await call('POST', '/v1/games', { token: all[0].token, json: { rules }, want: 201 });
    const address = `/v1/games/${made.body.id}`;
    for (const { token } of all.slice(1)) await call('POST', `${address}/join`, { token, json: {}, want: 200 });
    await play(address, Object.fromEntries(all.map(({ token }, seat) => [seat, token])), 4000);
    const { body } = await call('GET', address, { want: 200 });
    report('a game of Cities & Knights is played to its end', body.status === 'finished' ? [] : [`it is ${body.status}`]);
    await looking(address, all[0]);
    for (let after = 0; after < body.seq; after += 100) {
        for (const { token } of all) await call('GET', `${address}/events?after=${after}&limit=100`, { token, want: 200 });
        await call('GET', `${address}/events?as=all&after=${after}&limit=100`, { want: 200 });
    }
    for (const as of ['all', 0, 1, 2, 3]) await call('GET', `${address}/view?as=${as}`, { want: 200 });
    await call('GET', `${address}/record`, { want: 200 });
}

// Grace, who has committed to a seed, makes her first set-up move with it; without it the move is refused.
async function commit(address, ada, grace, clientSeed) {
    for (let tries = 0; tries < 60; tries += 1) {
        const { body: game } = await call('GET', address, { token: ada.token, want: 200 });
        const seat = game.waiting_for[0]?.player;
        if (seat === 1) {
            const { body: listed } = await call('GET', `${address}/actions`, { token: grace.token, want: 200 });
            const json = { action: chance.of(listed.actions) };
            await invalid('POST', `${address}/moves`, { token: grace.token, json });
            await call('POST', `${address}/moves`, { token: grace.token, json: { ...json, client_seed: clientSeed }, want: 201 });
            return;
        }
        if (seat === 0) await move(address, { 0: ada.token }, 0);
        else await call('GET', `${address}/events?after=${game.seq}&wait=5`, { want: 200 });
    }
    report('the committed seed was sent', ['its owner never had a set-up move']);
}

async function refusedMoves(address, ada, grace) {
    const { token } = ada;
    const moves = `${address}/moves`;
    await problem('POST', moves, { json: { action: { type: 'roll' } } }, 401, 'unauthenticated');
    await invalid('POST', moves, { token, json: { action: { type: 'fly' } } }, '/action/type');
    await invalid('POST', moves, { token, json: { action: { type: 'build_road', edge: 99 } } }, '/action/edge');
    await invalid('POST', moves, { token, json: { action: { type: 'build_road', edge: 1, over: 2 } } }, '/action/over');
    await invalid('POST', moves, { token, json: { action: { type: 'roll' }, seat: 0 } }, '/seat');
    await invalid('POST', moves, { token, json: { action: { type: 'roll' }, outcome: { yellow: 6, red: 6 } } }, '/outcome');
    await invalid('POST', moves, { token, json: {} });
    await invalid('POST', moves, { token, json: { moves: [] } });
    await problem('POST', moves, { token, json: { action: { type: 'end_turn' }, seq: 0 } }, 409, 'stale');
    await problem('POST', moves, { token, json: { action: { type: 'end_turn' } }, headers: { 'if-match': '"of-yore"' } }, 412, 'stale');
    for (const player of [ada, grace]) {
        await call('POST', moves, { token: player.token, json: { action: { type: 'buy_dev_card' } }, want: [409, 422] });
    }
    await problem('POST', '/v1/games/none/moves', { token, json: { action: { type: 'roll' } } }, 404, 'not-found');
    await problem('POST', moves, { token, raw: '{', headers: { 'content-type': 'application/json' } }, 400, 'malformed-json');
}

// The latest ETag gives an empty response; if a bot has moved since, the ETag is different.
async function unchanged(address, token) {
    for (;;) {
        const etag = (await call('GET', address, { token, want: 200 })).headers.get('etag');
        if (!etag) return;
        const again = await call('GET', address, { token, headers: { 'if-none-match': etag }, want: [304, 200] });
        if (again.status === 304) return;
        if (!report(`${address} has changed`, again.headers.get('etag') === etag ? ['not, and is sent again'] : [])) return;
    }
}

async function looking(address, ada) {
    const { token } = ada;
    for (const [name, query] of [['board', '?at=1'], ['view', '?at=3'], ['board.svg', ''], ['board.png', '']]) {
        await unchanged(`${address}/${name}`, token);
        await call('GET', `${address}/${name}${query}`, { want: 200 });
        await call('HEAD', `${address}/${name}`, { token, want: 200 });
        await invalid('GET', `${address}/${name}?at=999999`, { token }, 'at');
    }
    await unchanged(`${address}/board.svg?thumbnail=true`, token);
    await call('GET', `${address}/board.png?width=320`, { want: 200 });
    await invalid('GET', `${address}/board.png?width=0`, {}, 'width');
    await invalid('GET', `${address}/view?as=somebody`, { token }, 'as');
    await call('GET', `${address}/actions`, {});
    await problem('GET', `${address}/hint`, {}, 403, 'forbidden');
    const { body: game } = await call('GET', address, { token, want: 200 });
    for (const name of ['analysis', 'mistakes?seat=0']) {
        if (game.status === 'finished') await call('GET', `${address}/${name}`, { want: 200 });
        else await problem('GET', `${address}/${name}`, {}, 403, 'forbidden');
    }
    await invalid('GET', `${address}/mistakes?seat=9`, {}, 'seat');
    await invalid('GET', `${address}/mistakes`, {}, 'seat');
    for (const query of ['', '?after=2&limit=3', '?type=roll', '?player=1&limit=2', '?after=0&wait=1']) {
        await call('GET', `${address}/events${query}`, { want: 200 });
    }
    const page = await call('GET', `${address}/events?limit=2`, { token, want: 200 });
    if (page.body.next) await call('GET', `${address}/events?limit=2&cursor=${encodeURIComponent(page.body.next)}`, { token, want: 200 });
    await invalid('GET', `${address}/events?after=x`, {}, 'after');
    await invalid('GET', `${address}/events?type=flood`, {}, 'type');
    for (const name of ['', '/board', '/view', '/actions', '/hint', '/analysis', '/mistakes', '/events', '/record', '/board.svg', '/board.png']) {
        await problem('GET', `/v1/games/none${name}`, { token }, 404, 'not-found');
    }
}

async function streams(address, ada) {
    const operation = '#/components/schemas/EventStream/x-data';
    const mine = '#/components/schemas/MyEventStream/x-data';
    const first = await stream(`${address}/events`, { token: ada.token, count: 3 });
    const later = await stream(`${address}/events`, { token: ada.token, headers: { 'last-event-id': first[1]?.id ?? '0' }, count: 1 });
    report('a stream goes on behind the last event id', later[0]?.id === first[2]?.id ? [] : [`with ${later[0]?.id} instead of ${first[2]?.id}`]);
    for (const event of [...first, ...later]) report(`event ${event.id} of a stream`, check(operation, event.data));

    let coming;
    await new Promise((open) => { coming = stream('/v1/me/events', { token: ada.token, count: 1, open }); });
    const made = await call('POST', '/v1/games', { token: ada.token, json: { rules: { game: 'base' }, seats: [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }, { bot: 'random' }] }, want: 201 });
    await play(`/v1/games/${made.body.id}`, { 0: ada.token }, 6);
    for (const event of await coming) report(`event ${event.id} of one's own stream`, check(mine, event.data));
}

// Outcomes that a table enters for the dice, sometimes.
function told(all) {
    if (all.turn.step !== 'before_roll' || all.turn.preset_dice || chance.below(3) > 0) return {};
    const dice = { yellow: 1 + chance.below(6), red: 1 + chance.below(6) };
    const event = all.barbarians && chance.below(2) === 0 ? { event: chance.of(['ship', 'trade', 'politics', 'science']) } : {};
    return { outcome: { ...dice, ...event } };
}

// The same board for the same rules, even if the printed map shuffles a part of it.
const boardOf = ({ scenario }) => ({ layout: 'beginner', ...(scenario && { seed: 'a windy day' }) });

// The fleet wins and loses, a card is drawn on a seven, a fortress is attacked: all of it at a table of ADA's.
async function pirateIslands(ada) {
    const { token } = ada;
    const rules = { game: 'base', scenario: 'pirate_islands', players: 4 };
    const lane = [104, 103, 102, 101, 100, 99, 114, 124, 123];
    const ships = [...lane.map((edge, i) => ({ edge, player: 1, warship: i < 3 })), ...[[154, 0], [28, 2], [76, 3]].map(([edge, player]) => ({ edge, player }))];
    const position = {
        first: 0,
        turn: { player: 1, step: 'before_roll', number: 8 },
        fleet: 34,
        dev_removed: { victory_point: 1 },
        pieces: { settlements: [105, 79, 25, 50].map((vertex, player) => ({ vertex, player })), cities: [], roads: [], ships },
        players: [{ seat: 0, cards: { ore: 2 } }, { seat: 1, fortress: { left: 1 }, dev_cards: { knight: 1 } }, { seat: 2 }, { seat: 3 }],
    };
    const made = await call('POST', '/v1/games', { token, json: { mode: 'table', rules, board: { layout: 'beginner' }, position }, want: 201 });
    const address = `/v1/games/${made.body.id}`;
    const move = (action, outcome) => call('POST', `${address}/moves`, { token, json: { action, ...(outcome && { outcome }) }, want: 201 });
    const wrong = { action: { type: 'roll' }, outcome: { yellow: 1, red: 6, lost: [{ player: 0, cards: ['wool'] }] } };
    await problem('POST', `${address}/moves`, { token, json: wrong }, 422, 'impossible-outcome');
    await call('GET', `/v1/games/${made.body.id}/board`, { token, want: 200 });
    await move({ type: 'play_dev_card', card: 'knight' });
    await move({ type: 'roll' }, { yellow: 1, red: 6, lost: [{ player: 0, cards: ['ore'] }] });
    await call('GET', `${address}/actions?as=1`, { token, want: 200 });
    await move({ type: 'draw_victim', victim: 0 }, { card: 'ore' });
    await move({ type: 'attack_fortress' }, { die: 2 });
    for (const as of ['all', '1', '2']) {
        await call('GET', `${address}/events?as=${as}&limit=100`, { token, want: 200 });
        await call('GET', `${address}/view?as=${as}`, { token, want: 200 });
    }
    const { body: record } = await call('GET', `${address}/record`, { token, want: 200 });
    await call('POST', '/v1/games', { token, json: { mode: 'table', record }, want: 201 });
}

/** The table games that are played to their ends; a short run plays every other one. */
const tables = [
    { game: 'base', players: 3, victory_points: 4 },
    { game: 'base', players: 2, victory_points: 5 },
    { game: 'base', scenario: 'new_shores', players: 3, victory_points: 5 },
    { game: 'base', scenario: 'new_world', players: 3, victory_points: 4 },
    { game: 'cities_and_knights', edition: 'ck1998', players: 3, victory_points: 6, variants: ['nasty', 'knight_errant'] },
];
/** A random game takes about 1,000 moves, and sometimes more than 3,000. */
const movesMax = 12000;

// A table game by RULES played to its end by its creator, and read in all ways in between.
async function table(ada, rules) {
    const { token } = ada;
    const made = await call('POST', '/v1/games', { token, json: { mode: 'table', rules, board: boardOf(rules) }, want: 201 });
    const address = `/v1/games/${made.body.id}`;
    await problem('GET', `${address}/view?as=all`, {}, 403, 'forbidden');
    let status = 'active';
    let moved = 0;
    let batches = 0;
    for (; moved < movesMax && status === 'active'; moved += 1) {
        const { body: all } = await call('GET', `${address}/view?as=all`, { token, want: 200 });
        status = all.status;
        if (status !== 'active') break;
        if (moved % 200 === 0) await call('GET', `${address}/hint`, { token, want: 200 });
        if (all.turn.step === 'actions' && all.waiting_for[0].decision === 'turn' && batches < 2) {
            batches += 1;
            await allOrNothing(address, token, all);
        }
        const seat = chance.of(all.waiting_for).player;
        const { body: listed } = await call('GET', `${address}/actions?as=${seat}&words=true`, { token, want: 200 });
        const unlike = listed.words.filter((words, i) => words.includes('...') !== (listed.actions[i].open === true) || Buffer.byteLength(words) > 64);
        report('what is open has ... in its words, and nothing else has', unlike);
        const action = choose(chance, listed.actions, all, seat);
        const outcome = action.type === 'roll' ? told(all) : {};
        const words = listed.words[listed.actions.indexOf(action)];
        const move = words !== undefined && chance.below(4) === 0 ? { words } : { action, ...outcome };
        await call('POST', `${address}/moves`, { token, json: { ...move, seat }, want: 201 });
        if (chance.below(12) === 0) await asPosition(ada, all, made.body.rules, moved);
    }
    report(`a table game of ${JSON.stringify(rules)} ends`, status === 'finished' ? [] : [`${status} after ${moved} moves`]);
    for (const as of ['all', '0', '1']) await call('GET', `${address}/events?as=${as}&limit=100`, { token, want: 200 });
    await call('GET', `${address}/events?limit=100`, { want: 200 });
    await call('GET', `${address}/view`, { want: 200 });
    await unchanged(`${address}/analysis`, token);
    const record = await call('GET', `${address}/record`, { token, want: 200 });
    await asRecord(ada, record.body);
}

// The second of two moves is illegal, so the first must not be made either; a dry run makes none.
async function allOrNothing(address, token, before) {
    const json = { moves: [{ action: { type: 'end_turn' } }, { action: { type: 'end_turn' } }] };
    const refused = await problem('POST', `${address}/moves`, { token, json }, 422, 'illegal-move');
    report('the second of two moves is the illegal one', refused.index === 1 ? [] : [`index is ${refused.index}`]);
    await call('POST', `${address}/moves`, { token, json: { action: { type: 'end_turn' }, dry_run: true }, want: 200 });
    const after = await call('GET', `${address}/view?as=all`, { token, want: 200 });
    report('a refused batch and a dry run change nothing', after.body.seq === before.seq ? [] : [`seq is ${after.body.seq}, was ${before.seq}`]);
}

async function asPosition(ada, position, rules, moved) {
    report(`the view after ${moved} moves is a position`, check('#/components/schemas/Position', position));
    const json = { mode: 'table', rules, board: boardOf(rules), position };
    const { body } = await call('POST', '/v1/games', { token: ada.token, json, want: 201 });
    const { body: again } = await call('GET', `/v1/games/${body.id}/view?as=all`, { token: ada.token, want: 200 });
    const same = ['phase', 'turn', 'pieces', 'robber', 'waiting_for', 'bank', 'longest_road', 'largest_army', 'metropolises', 'merchant', 'barbarians', 'decks', 'returned', 'agenda', 'answers', 'offers'];
    for (const key of same) {
        report(`${key} of a position comes back`, JSON.stringify(again[key]) === JSON.stringify(position[key]) ? []
            : [`${JSON.stringify(again[key])} instead of ${JSON.stringify(position[key])}`]);
    }
    const wrong = structuredClone(position);
    wrong.players[0].supply.roads += 1;
    await invalid('POST', '/v1/games', { token: ada.token, json: { ...json, position: wrong } });
}

async function asRecord(ada, record) {
    const { body } = await call('POST', '/v1/games', { token: ada.token, json: { mode: 'table', record }, want: 201 });
    await call('GET', `/v1/games/${body.id}`, { token: ada.token, want: 200 });
    const wrong = structuredClone(record);
    const counts = (event) => !wrong.events.some(({ type, seq, action }) => type === 'undo' && seq > event.seq && action.to_seq < event.seq);
    const settled = wrong.events.findIndex((event) => event.type === 'build_settlement' && counts(event));
    const next = wrong.events.findIndex((event, i) => i > settled && event.type === 'build_settlement');
    wrong.events[next].action.vertex = wrong.events[settled].action.vertex;
    const refused = await problem('POST', '/v1/games', { token: ada.token, json: { mode: 'table', record: wrong } }, 422, 'illegal-move');
    report('a false record says which event is false', refused.seq === wrong.events[next].seq ? [] : [`says ${refused.seq}`]);
    const rolled = structuredClone(record);
    const roll = rolled.events.findIndex((event) => event.type === 'roll');
    rolled.events[roll].outcome.yellow = 9;
    await call('POST', '/v1/games', { token: ada.token, json: { mode: 'table', record: rolled }, want: 422 });
}

// The examples for creating a game must work as they are, because people copy them.
async function examplesOfGames(ada) {
    for (const { path, value } of requests().filter((request) => request.path === '/v1/games')) {
        await call('POST', path, { token: ada.token, json: value, want: 201 });
    }
}

// A game of ADA's that finally waits for her, and otherwise only for bots.
async function gameWithBots(ada, game) {
    const { body } = await call('POST', '/v1/games', {
        token: ada.token, json: { rules: { game, players: 3 }, seats: [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }] }, want: 201,
    });
    return body.id;
}

// Chat messages and notes.
async function talkAndNotes(ada, grace) {
    const { body: game } = await call('POST', '/v1/games', { token: ada.token, json: { rules: { game: 'base', players: 2 } }, want: 201 });
    const address = `/v1/games/${game.id}`;
    const { token } = ada;
    await problem('POST', `${address}/talk`, { token: grace.token, json: { text: 'hello' } }, 403, 'forbidden');
    await call('POST', `${address}/join`, { token: grace.token, want: 200 });
    const said = await call('POST', `${address}/talk`, { token, json: { text: 'hello @Blue' }, want: 201 });
    await call('POST', `${address}/talk`, { token, json: { text: 'only you', to: [1] }, want: 201 });
    await invalid('POST', `${address}/talk`, { token, json: { text: 'me', to: [0] } }, '/to/0');
    await invalid('POST', `${address}/talk`, { token, json: { text: ' \n ' } }, '/text');
    await invalid('POST', `${address}/talk`, { token, json: { text: 'x\u0007' } }, '/text');
    const lists = [ada.token, grace.token, undefined].map((reader) => call('GET', `${address}/talk`, { token: reader, want: 200 }));
    const counts = (await Promise.all(lists)).map(({ body }) => body.items.length).join(' ');
    report('what is said to one is for two', counts === '2 2 1' ? [] : [counts]);
    const page = await call('GET', `${address}/talk?limit=1`, { token, want: 200 });
    const rest = await call('GET', `${address}/talk?cursor=${page.body.next}`, { token, want: 200 });
    report('pages of talk follow each other', rest.body.items.length === 1 && rest.body.next === null ? [] : [JSON.stringify(rest.body)]);
    await invalid('GET', `${address}/talk?after=x`, { token }, 'after');
    await call('POST', `${address}/talk/read`, { token: grace.token, json: { id: said.body.id }, want: 204 });
    await invalid('POST', `${address}/talk/read`, { token: grace.token, json: { id: '99999999' } }, '/id');

    const none = await call('GET', `${address}/notes`, { token, want: 200 });
    await problem('GET', `${address}/notes`, {}, 401, 'unauthenticated');
    const put = await call('PUT', `${address}/notes`, { token, json: { text: 'red hoards ore' }, want: 200 });
    await call('GET', `${address}/notes`, { token, headers: { 'if-none-match': put.headers.get('etag') ?? '' }, want: 304 });
    await problem('PUT', `${address}/notes`, { token, json: { text: '' }, headers: { 'if-match': none.headers.get('etag') ?? '' } }, 412, 'stale');
    await call('PUT', `${address}/notes`, { token, json: { text: '' }, headers: { 'if-match': put.headers.get('etag') ?? '' }, want: 200 });
    await invalid('PUT', `${address}/notes`, { token, json: {} }, '/text');
}

// Moves in notation, and what has happened since the last look.
async function wordsAndRecaps(ada, grace) {
    const rules = { game: 'base', players: 2 };
    const { body: game } = await call('POST', '/v1/games', { token: ada.token, json: { rules, board: { layout: 'beginner' } }, want: 201 });
    const address = `/v1/games/${game.id}`;
    const begun = await call('POST', `${address}/join`, { token: grace.token, want: 200 });
    const [mover, other] = begun.body.waiting_for[0].player === 0 ? [ada, grace] : [grace, ada];
    const listed = await call('GET', `${address}/actions?words=true`, { token: mover.token, want: 200 });
    report('each move has its words', listed.body.words.length === listed.body.actions.length ? [] : [JSON.stringify(listed.body)]);
    await call('POST', `${address}/moves`, { token: mover.token, json: { words: 'settle 14; road 14-19', dry_run: true }, want: 200 });
    await invalid('POST', `${address}/moves`, { token: mover.token, json: { words: 'setle 14' } }, '/words');
    await invalid('POST', `${address}/moves`, { token: mover.token, json: { words: 'roll', moves: [] } }, '/moves');
    await problem('POST', `${address}/moves`, { token: mover.token, json: { words: 'settle 14; road 20-25' } }, 422, 'illegal-move');
    await call('POST', `${address}/moves`, { token: mover.token, json: { words: 'settle 14; road 14-19' }, want: 201 });
    const recap = await call('GET', `${address}/recap`, { token: other.token, want: 200 });
    report('a recap tells all that is new', recap.body.to > recap.body.from && recap.body.sentences.length >= 3 ? [] : [JSON.stringify(recap.body)]);
    await call('GET', `${address}/recap?since=0`, { want: 200 });
    await invalid('GET', `${address}/recap`, {}, 'since');
    await call('PUT', `${address}/looked`, { token: other.token, json: { seq: recap.body.to }, want: 204 });
    const seen = await call('GET', `${address}/recap?mark=true`, { token: other.token, want: 200 });
    report('what was looked at is not new', seen.body.from >= recap.body.to ? [] : [JSON.stringify(seen.body)]);
    await invalid('PUT', `${address}/looked`, { token: other.token, json: { seq: 9999 } }, '/seq');
    await call('PUT', `${address}/presence`, { token: other.token, want: 204 });
    await call('PUT', `${address}/presence?x=1`, { token: other.token, want: 204 }); // an unknown parameter is ignored
}

// The past, over many games.
async function lookingBack(ada) {
    const { token } = ada;
    const { body: mine } = await call('GET', '/v1/me/games', { token, want: 200 });
    report('my games are listed', mine.items.length > 0 ? [] : ['none is']);
    await problem('GET', '/v1/me/games', {}, 401, 'unauthenticated');
    await call('GET', `/v1/games/${mine.items[0].game.id}/stats`, { token, want: 200 });
    let address = '/v1/events?order=oldest&limit=30';
    let before = '';
    for (let page = 0; page < 4 && address; page += 1) {
        const { body } = await call('GET', address, { token, want: 200 });
        for (const { event } of body.items) {
            report('events come in the order of time', event.at >= before ? [] : [`${event.at} after ${before}`]);
            before = event.at;
        }
        address = body.next && `/v1/events?order=oldest&limit=30&cursor=${body.next}`;
    }
    await call('GET', '/v1/events?type=roll&account=ada&player=0&after=2020-01-01T00:00:00Z', { token });
    for (const wrong of ['type=fly', 'account=nobody-at-all', 'after=now', 'order=up', 'cursor=1', 'limit=0']) {
        await invalid('GET', `/v1/events?${wrong}`, { token }, wrong.split('=')[0]);
    }
    const records = await call('GET', '/v1/me/records', { token, want: 200 });
    for (const line of records.body.split('\n').filter(Boolean)) {
        report('each line is a record', check('#/components/schemas/Record', JSON.parse(line)));
    }
    await library(ada, records.body.split('\n').filter(Boolean).map((line) => JSON.parse(line).game.id));
    const all = await call('GET', '/v1/me/export', { token, want: 200 });
    for (const line of all.body.split('\n').filter(Boolean)) {
        report('each line is one of an export', check('#/components/schemas/ExportLine', JSON.parse(line)));
    }
    await call('GET', `/v1/accounts/${ada.name}/stats`, { token, want: 200 });
}

// Standing orders are visible to their owner only.
async function orders(ada, grace) {
    const address = `/v1/games/${await gameWithBots(ada, 'base')}/orders`;
    const { token } = ada;
    const none = await call('GET', address, { token, want: 200 });
    await problem('GET', address, {}, 401, 'unauthenticated');
    await problem('GET', address, { token: grace.token }, 403, 'forbidden');
    await problem('PUT', address, { token: grace.token, json: { orders: {} } }, 403, 'forbidden');
    await problem('DELETE', address, { token: grace.token }, 403, 'forbidden');
    await problem('PUT', '/v1/games/none/orders', { token, json: { orders: {} } }, 404, 'not-found');
    await invalid('PUT', address, { token, json: {} }, '/orders');
    await invalid('PUT', address, { token, json: { orders: { pillage: [12] } } }, '/orders/pillage');
    await invalid('PUT', address, { token, json: { orders: { plan: ['roll', 'if 3 orr: city 12'] } } }, '/orders/plan/1');
    await invalid('PUT', address, { token, json: { orders: { plan: [{ move: 'flap 12' }] } } }, '/orders/plan/0/move');
    await invalid('PUT', address, { token, json: { orders: { delay: { median: 60, max: 61 } } } }, '/orders/delay/max');
    for (const { value } of requests().filter(({ path, value }) => path.endsWith('/orders') && !value.orders.pillage)) {
        const put = await call('PUT', address, { token, json: value, want: 200 });
        const again = await call('PUT', address, { token, json: { orders: put.body.orders }, headers: { 'if-match': put.headers.get('etag') ?? '' }, want: 200 });
        report('orders are kept as they are shown', JSON.stringify(again.body.orders) === JSON.stringify(put.body.orders) ? [] : [JSON.stringify(again.body)]);
    }
    const got = await call('GET', address, { token, want: 200 });
    await call('GET', address, { token, headers: { 'if-none-match': got.headers.get('etag') ?? '' }, want: 304 });
    await problem('PUT', address, { token, json: { orders: {} }, headers: { 'if-match': none.headers.get('etag') ?? '' } }, 412, 'stale');
    await problem('DELETE', address, { token, headers: { 'if-match': none.headers.get('etag') ?? '' } }, 412, 'stale');
    await call('DELETE', address, { token, want: 204 });
    await call('DELETE', address, { token, want: 204 });
    const gone = await call('GET', address, { token, want: 200 });
    report('orders are gone', JSON.stringify(gone.body) === JSON.stringify(none.body) ? [] : [JSON.stringify(gone.body)]);
}

// A player's settings for parts of others' turns are private, and do not exist if turns have no parts.
async function specialBuild(ada, grace) {
    const { token } = ada;
    const { body: game } = await call('POST', '/v1/games', {
        token, json: { rules: { game: 'base', players: 5, options: { turns56: 'special_build' } }, seats: [{ account: 'me' }, ...Array(4).fill({ bot: 'random' })] }, want: 201,
    });
    const address = `/v1/games/${game.id}/special-build`;
    await problem('GET', address, {}, 401, 'unauthenticated');
    await problem('GET', address, { token: grace.token }, 403, 'forbidden');
    await problem('PUT', address, { token: grace.token, json: { setting: 'ask' } }, 403, 'forbidden');
    await invalid('GET', `/v1/games/${await gameWithBots(ada, 'base')}/special-build`, { token });
    const { body: first } = await call('GET', address, { token, want: 200 });
    report('nobody is asked who has not said so', first.setting === 'pass' ? [] : [first.setting]);
    await invalid('PUT', address, { token, json: { setting: 'perhaps' } }, '/setting');
    await call('PUT', address, { token, json: { setting: 'ask' }, want: 200 });
    const builds = [{ type: 'build_city', vertex: 12 }];
    const { body: planned } = await call('PUT', address, { token, json: { setting: 'plan', builds }, want: 200 });
    report('a plan is kept as it is given', JSON.stringify(planned.builds) === JSON.stringify(builds) ? [] : [JSON.stringify(planned)]);
    await problem('PUT', address, { token, json: { setting: 'plan', builds: [{ type: 'roll' }] } }, 422, 'illegal-move');
}

async function scenarioMaps() {
    const address = '/v1/scenarios/new_shores/board.svg';
    await call('GET', address, { want: 200 });
    await call('HEAD', `${address}?players=6`, { want: 200 });
    await invalid('GET', `${address}?players=2`, {}, 'players');
    await problem('GET', '/v1/scenarios/atlantis/board.svg', {}, 404, 'not-found');
}

// Each example of a request, slightly changed: what the description does not allow, the server must refuse, before any
// other check.
async function slightlyWrong(ada, ids) {
    const { body } = await call('POST', '/v1/games', {
        token: ada.token, json: { mode: 'table', rules: { game: 'base', players: 2 }, board: { layout: 'beginner' } }, want: 201,
    });
    const token = ada.token;
    const played = await gameWithBots(ada, 'cities_and_knights');
    for (const { method, path, value, schema } of requests()) {
        if (/^\/(chat|_matrix)\//.test(path)) continue; // signed, and in other people's words
        if (hasNone.has(`${method.toUpperCase()} ${path}`)) continue;
        for (let i = 0; i < 12; i += 1) {
            const json = mutate(chance, value);
            const id = /\/(orders|pause|votes|take)$/.test(path) ? played : body.id;
            const address = path.replace(/\{(\w+)\}/g, (_, name) => ({ id, seat: 0, name: 'grace', ...ids })[name]);
            await call(method, address, { token, json, want: fits(schema, json) ? undefined : 422 });
        }
    }
}

/** Need what housekeeping makes: tests/service/test_puzzles.c and tests/web/puzzles.mjs have some. */
const hasNone = new Set(['GET /v1/puzzles/{puzzle}', 'POST /v1/puzzles/{puzzle}/answer']);

function everythingSeen() {
    let succeeded = 0;
    for (const { method, path, at } of operations()) {
        const key = `${method.toUpperCase()} ${path}`;
        const got = [...(statuses().get(key) ?? [])];
        const described = Object.keys(resolve(at).value.responses).map(Number);
        const least = described.some((status) => status < 300) ? 300 : 400; // some only send on
        const success = got.some((status) => status < least);
        succeeded += success ? 1 : 0;
        report(`${key} was answered with success`, success || hasNone.has(key) ? [] : [`only with ${got.join(', ') || 'nothing'}`]);
    }
    console.log(`- ${succeeded} of ${operations().length} in the requests that were varied`);
}

// Every list, and the description, gives 304 to a client that has it; except that of all games' events, whose place
// advances.
async function knownLists({ token }, id) {
    const lists = ['/v1/games?limit=2', '/v1/accounts/ada/games', '/v1/me/games', '/v1/me/tokens', '/v1/me/webhooks', '/v1/me/chats',
        ...['events', 'talk', 'webhooks', 'follows'].map((part) => `/v1/games/${id}/${part}`), '/openapi.yaml'];
    for (const address of lists) {
        let [tries, answer] = [20, await call('GET', address, { token, want: 200 })];
        // Bots may move between two requests.
        while (answer.status === 200 && (tries -= 1) > 0) answer = await call('GET', address, { token, headers: { 'if-none-match': answer.headers.get('etag') ?? '"none"' }, want: [304, 200] });
        report(`${address} is known`, answer.status === 304 ? [] : ['never 304']);
        await call('GET', address, { token, headers: { 'if-none-match': '"another"' }, want: 200 });
    }
}

async function clocks(ada, grace, linus) {
    const { token } = ada;
    const made = (clock) => call('POST', '/v1/games', { token, json: { rules: { game: 'base', players: 2 }, clock }, want: 201 });
    for (const [clock, place] of [[{}, '/clock/turn'], [{ turn: 5 }, '/clock/turn'], [{ turn: 60, decision: 120 }, '/clock/decision'],
        [{ turn: 60, bank: { start: 60 } }, '/clock/bank'], [{ bank: { start: 120, max: 60 } }, '/clock/bank/max'],
        [{ turn: 60, on_timeout: 'wait' }, '/clock/on_timeout'], [{ turn: 60, vote_after: 0 }, '/clock/vote_after']]) {
        await invalid('POST', '/v1/games', { token, json: { rules: { game: 'base' }, clock } }, place);
    }
    await invalid('POST', '/v1/games', { token, json: { mode: 'table', rules: { game: 'base' }, clock: { turn: 60 } } }, '/clock');
    await made({ bank: { start: 3600, increment: 60, max: 7200 }, on_timeout: 'bot' });
    const { body: game } = await made({ turn: 86400 });
    const address = `/v1/games/${game.id}`;
    await call('POST', `${address}/join`, { token: grace.token, want: 200 });
    const { body: view } = await call('GET', `${address}/view`, { token, want: 200 });
    report('who is waited for has a deadline', view.waiting_for[0].deadline ? [] : ['there is none']);

    const night = { zone: 'Europe/Berlin', quiet: { from: '22:00', to: '07:00' } };
    await call('GET', '/v1/me/calendar', { token, want: 200 });
    await call('PUT', '/v1/me/calendar', { token, json: night, want: 200 });
    for (const [calendar, place] of [[{ zone: 'Berlin' }, '/zone'], [{ ...night, quiet: { from: '8:00', to: '7' } }, '/quiet/from'],
        [{ ...night, quiet: { from: '07:00', to: '22:00' } }, '/quiet'], [{ zone: 'UTC', vacations: [{ from: '2030-02-30', to: '2030-03-01' }] }, '/vacations/0/from'],
        [{ zone: 'UTC', vacations: [{ from: '2030-03-02', to: '2030-03-01' }] }, '/vacations/0/to']]) {
        await invalid('PUT', '/v1/me/calendar', { token, json: calendar }, place);
    }
    // Within one year, because each year has days of its own.
    const [first, last] = ['03-01', '04-30'].map((day) => `${new Date().getUTCFullYear() + 1}-${day}`);
    await invalid('PUT', '/v1/me/calendar', { token, json: { ...night, vacations: [{ from: first, to: last }] } }, '/vacations');
    await call('PUT', '/v1/me/calendar', { token, json: { ...night, vacations: [{ from: first, to: first }] }, want: 200 });
    for (const hour of ['05:00', '06:00', '07:00']) {
        await call('PUT', '/v1/me/calendar', { token, json: { ...night, quiet: { from: '21:00', to: hour } }, want: 200 });
    }
    await problem('PUT', '/v1/me/calendar', { token, json: night }, 409, 'conflict');

    await call('GET', `${address}/pause`, { want: 200 });
    await problem('POST', `${address}/pause`, { token: linus.token }, 403, 'forbidden');
    await invalid('POST', `${address}/pause`, { token, json: { until: '2001-01-01T00:00:00Z' } }, '/until');
    await call('POST', `${address}/pause`, { token, want: 200 });
    await call('DELETE', `${address}/pause`, { token, want: 200 });
    await call('POST', `${address}/pause`, { token, json: { until: new Date(Date.now() + 30 * 86400000).toISOString() }, want: 200 });
    await call('POST', `${address}/pause`, { token: grace.token, want: 200 });
    await problem('POST', `${address}/pause`, { token }, 409, 'conflict');
    await call('GET', address, { token, want: 200 });
    await call('DELETE', `${address}/pause`, { token: grace.token, want: 200 });

    await call('GET', `${address}/votes`, { want: 200 });
    await problem('POST', `${address}/votes`, { token, json: { seat: 1, to: 'bot' } }, 409, 'conflict');
    await invalid('POST', `${address}/votes`, { token, json: { seat: 2, to: 'bot' } }, '/seat');
    await invalid('POST', `${address}/votes`, { token, json: { seat: 0, to: { account: 'nobody' } } }, '/to/account');
    await problem('POST', `${address}/votes`, { token, json: { seat: 0, to: { account: 'grace' } } }, 409, 'conflict');
    await call('POST', `${address}/votes`, { token, json: { seat: 0, to: { account: 'linus' } }, want: 200 });
    await call('DELETE', `${address}/votes/0`, { token, want: 200 });
    await problem('POST', `${address}/seats/0/take`, { token: linus.token }, 403, 'forbidden');
    await call('POST', `${address}/votes`, { token, json: { seat: 0, to: { account: 'linus' } }, want: 200 });
    await call('POST', `${address}/seats/0/take`, { token: linus.token, want: 200 });
    await problem('POST', `${address}/seats/9/take`, { token: linus.token }, 404, 'not-found');
    await call('POST', `${address}/votes`, { token: grace.token, json: { seat: 1, to: 'bot' }, want: 200 });
    await call('GET', `${address}/events`, { token: grace.token, want: 200 });
    await call('POST', `${address}/seats/1/take`, { token: grace.token, want: 200 });
    await call('POST', `${address}/resign`, { token: linus.token, want: 200 });
    await call('POST', `${address}/resign`, { token: grace.token, want: 200 });
    await problem('POST', `${address}/pause`, { token: grace.token }, 409, 'game-over');
}

async function mail(ada) {
    const { token } = ada;
    const address = 'ada@example.org';
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const asked = await call('GET', '/v1/me/mail', { token, want: 200 });
    report('a new address is not confirmed', asked.body.confirmed ? ['it is'] : []);
    await invalid('PATCH', '/v1/me/mail', { token, json: { address: 'nowhere' } }, '/address');
    await invalid('PATCH', '/v1/me/mail', { token, json: { daily_at: '25:00' } }, '/daily_at');
    await call('PATCH', '/v1/me/mail', { token, json: { daily_at: '07:30', reminders: false }, want: 200 });
    await problem('POST', '/v1/me/mail/confirm', { token, json: { code: 'nonsense' } }, 404, 'not-found');
    const code = await mailedCode(address, 'Yes, this is my address');
    await call('GET', `/mail/${code}`, { want: 200 });
    const key = { 'idempotency-key': 'confirm-ada' };
    await call('POST', '/v1/me/mail/confirm', { token, headers: key, json: { code }, want: 200 });
    const again = await call('POST', '/v1/me/mail/confirm', { token, headers: key, json: { code }, want: 200 });
    report('an answer is remembered', again.headers.get('idempotency-replayed') ? [] : ['it is not']);
    await call('GET', `/mail/${code}`, { want: 404 });
    await call('POST', `/mail/${code}`, { want: 404 });
    await invalid('POST', '/v1/sign-in', { json: { email: 'nowhere' } }, '/email');
    await call('POST', '/v1/sign-in', { json: { email: 'nobody@example.org' }, want: 202 });
    await call('POST', '/v1/sign-in', { json: { email: address }, want: 202 });
    const link = await mailedCode(address, 'Sign in');
    const used = await mailedDigits(address);
    const signed = await call('POST', `/v1/sign-in/${link}`, { want: 200 });
    await call('GET', '/v1/me', { token: signed.body.token, want: 200 });
    await problem('POST', `/v1/sign-in/${link}`, {}, 404, 'not-found');
    await call('POST', '/v1/sign-in', { json: { email: address }, want: 202 });
    const digits = await mailedDigits(address, used);
    await invalid('POST', '/v1/sign-in/digits', { json: { email: address, digits: 'abcdef' } }, '/digits');
    await call('POST', '/v1/sign-in/digits', { json: { email: address, digits }, want: 200 });
    await problem('POST', '/v1/sign-in/digits', { json: { email: address, digits } }, 404, 'not-found');
    const { body: game } = await call('POST', '/v1/games', { token, json: { rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }] }, want: 201 });
    const open = await mailedCode(address, 'Open the game');
    await call('GET', `/mail/${open}?do=roll`, { want: 200 });
    await call('GET', `/mail/${open}?undo=roll`, { want: 200 }); // an unknown parameter is ignored
    await call('POST', `/mail/${open}`, { headers: form, raw: 'do=fly&seq=1', want: 200 });
    await call('POST', `/mail/${open}`, { want: 303 });
    await call('GET', `/play/${game.id}`, { token, want: 200 });
    await call('POST', `/play/${game.id}`, { token, headers: form, raw: 'do=fly', want: 200 });
    await problem('POST', `/play/${game.id}`, { headers: { ...form, cookie: `hexpost=${token}` }, raw: 'do=fly' }, 401, 'unauthenticated');
    await call('GET', `/play/${game.id}`, { headers: { cookie: `hexpost=${token}` }, want: 200 });
    await call('POST', '/mail/' + await mailedCode(address, 'No more mail'), { headers: form, raw: 'List-Unsubscribe=One-Click', want: 200 });
    await problem('POST', '/v1/mail-in', { json: {} }, 415, 'unsupported-media-type');
    await call('POST', '/v1/mail-in?to=somebody@example.org', { headers: { 'content-type': 'message/rfc822' }, raw: 'To: x@example.org\n\nroll\n', want: 202 });
}

async function main() {
    await start({ ...chatSettings, HEXPOST_PUBLIC_URL: passkeysAt });
    await operation();
    await explained();
    const ada = await signUp('ada');
    const grace = await signUp('grace');
    await accounts(ada);
    await makingGames(ada, grace);
    await bots(ada);
    const ids = { ...await webhooks(ada, grace), ...await push(ada, grace), code: 'nonsense', link: 'nonsense' };
    await mail(ada);
    await passkeys(ada);
    await playing(ada, grace);
    for (const rules of tables.filter((_, i) => taken(i, 2))) await table(ada, rules);
    await pirateIslands(ada);
    const linus = await signUp('linus');
    const mary = await signUp('mary');
    await knights({ ada, grace, linus, mary });
    await knownLists(ada, await gameWithBots(ada, 'base'));
    await clocks(ada, grace, linus);
    await orders(ada, grace);
    await specialBuild(ada, grace);
    await scenarioMaps();
    await talkAndNotes(ada, grace);
    await wordsAndRecaps(ada, grace);
    await lookingBack(ada);
    await readingAsDescribed();
    await examplesOfGames(ada);
    await chats(ada, grace, await gameWithBots(ada, 'base'));
    await people(ada, linus);
    await seeks(ada, linus);
    await puzzles(ada);
    await clubs(ada, linus);
    await slightlyWrong(ada, { ...ids, name: linus.name, lesson: 'first_game', ...await apps(ada, grace), ...await tournaments(ada, [grace, linus, mary]), ...await fairPlay([ada, grace, linus], mary) });
    await groups(ada, linus); // who is not rated together from then on
    await storm(chance, requestsSent(), { count: Number(process.env.REQUESTS ?? (whole ? 2000 : 500)), seconds: Number(process.env.REQUEST_SECONDS ?? 60), base: baseOf() });
    await call('DELETE', '/v1/me', { token: grace.token, want: 204 });
    await problem('GET', '/v1/me', { token: grace.token }, 401, 'unauthenticated');
    everythingSeen();
}

try {
    await main();
} catch (error) {
    report('the run came to its end', [error.stack]);
} finally {
    await stop();
}
finish();
