// SPDX-License-Identifier: AGPL-3.0-or-later
// Tournaments against the description: entering, organisers' tools, and what is in them.
import { report } from './count.mjs';
import { call, invalid, problem } from './server.mjs';

/** Repeats until the server has moved on, at most some seconds. */
async function until(path, token, done) {
    for (let tries = 0; tries < 300; tries++) {
        const { body } = await call('GET', path, { token, want: 200 });
        if (done(body)) return body;
        await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
    throw new Error(`${path} stays as it is`);
}

/** A rated one, whose second round comes before the end of the first. */
async function rated(token, json, people) {
    await invalid('POST', '/v1/tournaments', { token, json: { ...json, rated: true, hints: true } }, '/hints');
    const { body: made } = await call('POST', '/v1/tournaments', { token, json: { ...json, rated: true, hints: false }, want: 201 });
    const path = `/v1/tournaments/${made.id}`;
    for (const person of people) await call('POST', `${path}/join`, { token: person.token, json: {}, want: 200 });
    await call('POST', `${path}/start`, { token, json: {}, want: 200 });
    const [{ tables: [{ game }] }] = await until(`${path}/rounds`, token, ([first]) => first?.tables.every((table) => table.game || table.bye));
    const played = (await call('GET', `/v1/games/${game}`, { token, want: 200 })).body;
    report('games of a rated tournament are rated', made.rated && played.rated && played.category ? [] : [JSON.stringify([made.rated, played.rated, played.category])]);
    await call('POST', `${path}/rounds/2/pair`, { token, json: {}, want: 200 });
    await call('DELETE', path, { token, want: 204 });
}

/** ADA organises, PEOPLE play; the parts of paths, for more requests. */
export async function tournaments({ token }, people) {
    const json = { name: 'Spring Cup', format: 'swiss', rules: { game: 'base' }, clock: { turn: 86400 }, rounds: 2, players: { min: 3, max: 8 } };
    const key = { 'idempotency-key': 'one-cup' };
    const { body: made } = await call('POST', '/v1/tournaments', { token, json, headers: key, want: 201 });
    const again = await call('POST', '/v1/tournaments', { token, json, headers: key, want: 201 });
    report('the same key makes one tournament', again.body.id === made.id ? [] : ['it made two']);
    await invalid('POST', '/v1/tournaments', { token, json: { ...json, seats: 9 } }, '/seats');
    await problem('POST', '/v1/tournaments', { json }, 401, 'unauthenticated');
    const path = `/v1/tournaments/${made.id}`;
    await call('GET', '/v1/tournaments', { want: 200 });
    await call('GET', '/v1/tournaments?status=open&format=swiss&mine=true', { token, want: 200 });
    await problem('GET', '/v1/tournaments?mine=true', {}, 401, 'unauthenticated');
    await invalid('GET', '/v1/tournaments?format=chess', {}, 'format');
    await call('PATCH', path, { token, json: { about: 'For everybody.' }, want: 200 });
    await problem('PATCH', path, { token: people[0].token, json: { name: 'Mine' } }, 403, 'forbidden');
    await problem('GET', '/v1/tournaments/nothing', {}, 404, 'not-found');
    await problem('POST', `${path}/start`, { token, json: {} }, 409, 'conflict');
    for (const person of people) await call('POST', `${path}/join`, { token: person.token, json: {}, want: 200 });
    await problem('POST', `${path}/join`, { token: people[0].token, json: {} }, 409, 'conflict');
    await call('POST', `${path}/leave`, { token: people[0].token, json: {}, want: 200 });
    await call('POST', `${path}/join`, { token: people[0].token, json: {}, want: 200 });
    await call('PUT', `${path}/players/ada`, { token, json: { state: 'in' }, want: 200 });
    await invalid('PUT', `${path}/players/ada`, { token, json: { state: 'replaced' } }, '/by');
    await call('POST', `${path}/start`, { token, json: {}, want: 200 });
    await until(path, token, ({ round }) => round === 1);
    const rounds = await until(`${path}/rounds`, token, ([first]) => first.tables.every(({ game, bye }) => game || bye));
    const { game } = rounds[0].tables[0];
    const played = (await call('GET', `/v1/games/${game}`, { token, want: 200 })).body;
    report('a game says which tournament it belongs to', played.tournament?.id === made.id && played.tournament.round === 1 ? [] : [JSON.stringify(played.tournament)]);
    await call('GET', `/v1/games?tournament=${made.id}`, { token, want: 200 });
    await problem('GET', '/v1/games?tournament=nothing', { token }, 404, 'not-found');
    await call('GET', `${path}/games?limit=1`, { token, want: 200 });
    await call('GET', `${path}/standings`, { token, want: 200 });
    await call('GET', `${path}/standings`, { token, accept: 'text/csv', want: 200 });
    await call('GET', `${path}/log`, { token, want: 200 });
    const result = { winner: 0, points: rounds[0].tables[0].seats.map((_, seat) => 10 - seat), reason: 'Played at a table.' };
    await problem('POST', `${path}/games/nothing/result`, { token, json: result }, 404, 'not-found');
    await invalid('POST', `${path}/games/${game}/result`, { token, json: { ...result, winner: 5 } }, '/winner');
    await call('POST', `${path}/games/${game}/result`, { token, json: result, want: 200 });
    await problem('POST', `${path}/rounds/9/pair`, { token, json: {} }, 409, 'conflict');
    await call('GET', path, { token, want: 200 });
    await call('DELETE', path, { token, want: 204 });
    await rated(token, json, people);
    return { game, round: 2 };
}
