// SPDX-License-Identifier: AGPL-3.0-or-later
// How often a request waits for PostgreSQL: once for a view, three times for a move; how many statements that takes; and that what a process remembers for
// this lets nobody in. Others look at the database as well meanwhile, so what counts is the least of several. Prints its
// seed.
import { randomUUID } from 'node:crypto';
import { finish, report } from '../openapi/count.mjs';
import { choose, dice } from '../openapi/player.mjs';
import { seed } from '../support/chance.mjs';
import { Processes } from './processes.mjs';

const fewest = 120, latest = 1500;
/** So many of a kind, and it is judged; the game goes on until these kinds are. */
const enough = 8;
const needed = ['view', 'move roll', 'move end_turn', 'move offer_trade', 'move build_road'];
/** By kind of request; whoever ends a turn stops one clock and starts another, with its reminder. */
const most = { view: { trips: 1, statements: 7 }, move: { trips: 3, statements: 22 }, 'move end_turn': { trips: 3, statements: 31 } };
const kinds = ['trips', 'statements'];

console.log(`TEST_SEED=${seed}`);
const chance = dice(seed);
const cluster = await new Processes('trips', {}).start(1);
const counted = new Map();

async function sums() {
    const text = await cluster.need('GET', '/metrics');
    const metric = (name) => Number(new RegExp(`^hexpost_store_${name}_total (\\d+)`, 'm').exec(text)[1]);
    return { trips: metric('round_trips'), statements: metric('statements') };
}

async function count(name, work) {
    const before = await sums();
    const given = await work();
    const after = await sums();
    counted.set(name, [...counted.get(name) ?? [], Object.fromEntries(kinds.map((kind) => [kind, after[kind] - before[kind]]))]);
    return given;
}

const tokens = [];
for (const name of ['Ann', 'Bob']) tokens.push((await cluster.need('POST', '/v1/accounts', { json: { name } })).token);
const { id } = await cluster.need('POST', '/v1/games', {
    token: tokens[0], json: { rules: { game: 'base', players: 2, victory_points: 30 }, clock: { turn: 86400, decision: 86400, on_timeout: 'default' }, seats: [{ account: 'me' }, { open: true }] },
});
await cluster.need('POST', `/v1/games/${id}/join`, { token: tokens[1] });
for (let i = 0; i < enough; i += 1) await count('nothing', async () => {});
const missing = () => needed.filter((name) => (counted.get(name) ?? []).length < enough);
for (let i = 0; i < fewest || (i < latest && missing().length > 0); i += 1) {
    const state = await cluster.need('GET', `/v1/games/${id}`, { token: tokens[0] });
    const [{ player }] = state.waiting_for;
    const token = tokens[player];
    const view = await count('view', () => cluster.need('GET', `/v1/games/${id}/view`, { token }));
    const { actions, seq } = await cluster.need('GET', `/v1/games/${id}/actions`, { token });
    const action = choose(chance, actions, view, player);
    if (action) await count(`move ${action.type}`, () => cluster.ask('POST', `/v1/games/${id}/moves`, { token, key: randomUUID(), json: { action, seq } }));
}
const least = (name, kind) => Math.min(...counted.get(name).map((one) => one[kind]));
const judged = [...counted].filter(([, list]) => list.length >= enough);
for (const [name, list] of judged) {
    if (name === 'nothing') continue;
    const costs = Object.fromEntries(kinds.map((kind) => [kind, least(name, kind) - least('nothing', kind)]));
    console.log(`${name}: ${costs.trips} round trips, ${costs.statements} statements, the least of ${list.length}`);
    report(`${name} asks the database no oftener than it must`, kinds.filter((kind) => costs[kind] > (most[name] ?? most[name.split(' ')[0]])[kind]).map((kind) => `${costs[kind]} ${kind}`));
}
report(`judged are ${needed.join(', ')}`, missing().map((name) => `${name}: ${(counted.get(name) ?? []).length} of ${enough}`));

/** A token that is revoked counts no more with the next request, whatever the process remembers of it: also where the one
 * before was refused, and so has read nothing of what came with its token. */
async function revoked(scopes, status) {
    const made = await cluster.need('POST', '/v1/me/tokens', { token: tokens[0], json: { name: `may ${scopes}`, scopes } });
    const path = `/v1/games/${id}/view`;
    const before = [];
    for (let i = 0; i < enough; i += 1) before.push((await cluster.ask('GET', path, { token: made.token })).status);
    await cluster.need('DELETE', `/v1/me/tokens/${made.id}`, { token: tokens[0] });
    const after = [];
    for (let i = 0; i < enough; i += 1) after.push((await cluster.ask('GET', path, { token: made.token })).status);
    report(`a token for ${scopes} is refused once it is revoked`, [
        ...before.filter((is) => is !== status).map((is) => `${is} before`), ...after.filter((is) => is !== 401).map((is) => `${is} after`),
    ]);
}
await revoked(['game:read'], 200);
await revoked(['account:write'], 403);
await cluster.end();
finish();
