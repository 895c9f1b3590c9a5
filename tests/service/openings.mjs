// SPDX-License-Identifier: AGPL-3.0-or-later
// The opening explorer against a count by brute force: every settlement of every record is looked at for each question. The
// games are people's and bots', public and private, of both rules; the questions are drawn by chance from all filters at once.
import { finish, report } from '../openapi/count.mjs';
import { Hexpost } from '../post/hexpost.mjs';
import { discarded } from '../web/games.mjs';
import { chance, oneOf, seed } from '../support/chance.mjs';

console.log(`TEST_SEED=${seed}`);
const random = chance('openings');
const server = await new Hexpost().start();
const kinds = ['brick', 'lumber', 'wool', 'grain', 'ore'];
const brings = { hills: 'brick', forest: 'lumber', pasture: 'wool', fields: 'grain', mountains: 'ore' };
const board = { layout: 'random', numbers: 'random' };
/** Games of each sort, and questions to each reader. */
const games = 4;
const questions = 150;

const ada = await server.signUp('ada');
const grace = await server.signUp('grace');

const wanted = ['build_city', 'build_settlement', 'roll', 'move_robber', 'maritime_trade', 'end_turn'];
/** What a city costs: the shortest way to a third point. */
const forCity = ({ type, take }) => type !== 'maritime_trade' || take.ore || take.grain;

/** What a person does: one of the things that lead on, by chance where there are several of a kind. */
function choose(view, { player, count }, listed) {
    const actions = listed.filter((one) => !one.open && forCity(one));
    if (listed[0].type === 'discard') return { type: 'discard', cards: discarded(view, { player, count }) };
    const type = wanted.find((one) => actions.some((action) => action.type === one)) ?? actions[0].type;
    return oneOf(random, actions.filter((action) => action.type === type));
}

/** PEOPLE and some bots play a game to its end. */
async function among(people, rules, visibility) {
    const seats = [{ account: 'me' }, ...people.slice(1).map(() => ({ open: true })), ...Array(rules.players - people.length).fill({ bot: 'greedy' })];
    const { body: { id } } = await server.ask('POST', '/v1/games', { token: people[0], json: { rules, board, visibility, seats }, want: 201 });
    for (const token of people.slice(1)) await server.ask('POST', `/v1/games/${id}/join`, { token, want: 200 });
    for (;;) {
        const { body: { seq: last, status, waiting_for: waits } } = await server.ask('GET', `/v1/games/${id}/view`, { token: people[0], want: 200 });
        if (status !== 'active') return id;
        const asked = waits.find(({ player }) => people[player]);
        if (!asked) {
            await server.ask('GET', `/v1/games/${id}/events?after=${last}&wait=10`, { token: people[0] });
            continue;
        }
        const token = people[asked.player];
        const { body: view } = await server.ask('GET', `/v1/games/${id}/view`, { token, want: 200 });
        const { body: { seq, actions } } = await server.ask('GET', `/v1/games/${id}/actions`, { token, want: 200 });
        if (actions.length > 0) await server.ask('POST', `/v1/games/${id}/moves`, { token, json: { seq, action: choose(view, asked, actions) } });
    }
}

async function ended(id) {
    for (;;) {
        const { body: { items } } = await server.ask('GET', `/v1/games/${id}/events?type=finished&wait=30`, { token: ada, want: 200 });
        if (items.length > 0) return;
    }
}

async function play() {
    const made = [];
    for (let i = 0; i < games; i++) {
        const rules = { game: i % 2 ? 'cities_and_knights' : 'base', players: 3 + i % 2, victory_points: i % 2 ? 5 : 3 };
        const seats = Array(rules.players).fill({ bot: 'random' }).fill({ bot: 'greedy' }, 0, 2);
        const { body: { id } } = await server.ask('POST', '/v1/games', { token: ada, json: { rules, board, seats, visibility: i % 5 ? 'public' : 'private' }, want: 201 });
        made.push(id, await among([ada, grace], { game: 'base', players: 2, victory_points: 3 }, i % 3 ? 'public' : 'unlisted'), await among([ada, grace], rules, i % 3 ? 'public' : 'unlisted'), await among([ada], rules, i % 3 ? 'private' : 'public'));
    }
    for (const id of made) await ended(id);
    return made.length;
}

/** What stands around an intersection as the game began. */
function placeOn({ hexes, vertices, edges, harbors }, vertex) {
    const around = vertices[vertex].hexes.map(([q, r]) => hexes.find((hex) => hex.q === q && hex.r === r)).filter((hex) => brings[hex?.terrain] && hex.number);
    const harbor = harbors.find(({ edge }) => edges[edge].vertices.includes(vertex));
    return {
        hexes: around.map(({ terrain, number }) => `${brings[terrain]}-${number}`),
        kinds: around.map(({ terrain }) => brings[terrain]),
        dots: around.reduce((sum, { number }) => sum + 6 - Math.abs(7 - number), 0),
        harbor: harbor?.kind ?? 'none',
    };
}

/** Every settlement that players of a record began with. */
function settlementsOf(record, drawn) {
    const { rules: { game, players }, first, events, result } = record;
    return record.players.flatMap((player, seat) => {
        const built = events.filter(({ type, player: by }) => by === seat && ['build_settlement', 'build_city'].includes(type)).slice(0, 2);
        const places = built.map(({ action: { vertex } }) => placeOn(drawn, vertex));
        const pair = kinds.filter((kind) => places.some((place) => place.kinds.includes(kind)));
        return places.map((place, i) => ({ ...place, game, players, seat: (seat + players - first) % players, settlement: ['first', 'second'][i], pair, won: result.winner === seat, account: player.account?.name }));
    });
}

/** All records that ADA may see, a page after the other. */
async function readRecords() {
    const lines = [];
    for (let address = '/v1/records?limit=100'; ;) {
        const answer = await fetch(server.base + address, { headers: { authorization: `Bearer ${ada}` } });
        const found = (await answer.text()).split('\n').filter(Boolean);
        if (found.length === 0) return lines.map((line) => JSON.parse(line));
        lines.push(...found);
        [, address] = /<([^>]+)>/.exec(answer.headers.get('link'));
    }
}

/** Every settlement of COUNT games; the list has them once nothing can come before them any more. */
async function recorded(count) {
    let all;
    do all = await readRecords();
    while (all.length < count);
    const rows = [];
    for (const record of all) {
        const { body: drawn } = await server.ask('GET', `/v1/games/${record.game.id}/board?at=0`, { token: ada, want: 200 }); // an inventor may change numbers later
        const { body: { visibility } } = await server.ask('GET', `/v1/games/${record.game.id}`, { token: ada, want: 200 });
        rows.push(...settlementsOf(record, drawn).map((row) => ({ ...row, isPublic: visibility === 'public' })));
    }
    return rows;
}

/** Whether all of SOME are among ALL, each as often. */
function within(some, all) {
    const left = [...all];
    return some.every((one) => left.includes(one) && left.splice(left.indexOf(one), 1));
}
const same = (one, other) => one.length === other.length && within(one, other);

const keys = {
    dots: ({ dots }) => String(dots),
    resources: (row) => kinds.flatMap((kind) => row.kinds.filter((other) => other === kind)).join(',') || 'none',
    harbor: ({ harbor }) => harbor,
    seat: ({ seat }) => String(seat),
    pair: ({ pair }) => pair.join(',') || 'none',
};

function fits(row, asked) {
    const { settlement = 'first', hexes, resources } = asked;
    return row.settlement === settlement && ['game', 'players', 'seat', 'harbor', 'dots'].every((name) => asked[name] === undefined || asked[name] === row[name])
        && (hexes === undefined || within(hexes.split(','), row.hexes)) && (resources === undefined || same(resources.split(',').filter((kind) => kind !== 'none'), row.kinds));
}

/** Filters that a row fits, so that most questions find something. */
function drawQuestion(rows) {
    const row = oneOf(random, rows);
    const by = oneOf(random, Object.keys(keys));
    const some = (name, value, often) => random() < often && { [name]: value };
    const hexes = row.hexes.filter(() => random() < 0.5).sort(() => random() - 0.5);
    return {
        by, settlement: row.settlement, ...some('game', row.game, 0.3), ...some('players', row.players, 0.3), ...some('seat', row.seat, 0.2), ...some('harbor', row.harbor, 0.2),
        ...(hexes.length > 0 && some('hexes', hexes.join(','), 0.4)),
        ...(by !== 'pair' && { ...some('dots', row.dots, 0.2), ...some('resources', row.kinds.join(',') || 'none', 0.2) }),
    };
}

function count(rows, asked) {
    const found = rows.filter((row) => fits(row, asked));
    const wins = (some) => some.filter(({ won }) => won).length;
    const by = {};
    for (const row of found) (by[keys[asked.by](row)] ??= []).push(row);
    return { games: found.length, won: wins(found), by: Object.fromEntries(Object.entries(by).map(([key, some]) => [key, [some.length, wins(some)]]).sort()) };
}

async function compare(rows, who, more, token) {
    let found = 0;
    for (let i = 0; i < questions; i++) {
        const asked = drawQuestion(rows);
        const { body } = await server.ask('GET', `/v1/openings?${new URLSearchParams({ ...asked, ...more })}`, { token, want: 200 });
        const said = JSON.stringify({ games: body.games, won: body.won, by: Object.fromEntries(body.by.map(({ key, games: n, won }) => [key, [n, won]]).sort()) });
        const wanted = JSON.stringify(count(rows, asked));
        found += body.games;
        report(`${who}: ${JSON.stringify(asked)}`, said === wanted ? [] : [`said    ${said}`, `counted ${wanted}`]);
    }
    console.log(`${who}: ${rows.length} settlements, ${questions} questions, ${found} found`);
    report(`${who}: questions find something`, found > questions ? [] : [String(found)]);
}

const rows = await recorded(await play());
await compare(rows.filter(({ isPublic }) => isPublic), 'everybody', {});
await compare(rows.filter(({ account }) => account === 'ada'), 'ada', { mine: true }, ada);
await compare(rows.filter(({ account }) => account === 'grace'), 'grace', { mine: true }, grace);
for (const wrong of ['resources=gold,iron', 'resources=ore,ore,ore,ore', 'dots=16', 'dots=3&by=pair', 'resources=ore&by=pair']) {
    const { status } = await server.ask('GET', `/v1/openings?${wrong}`);
    report(`refused: ${wrong}`, status === 422 ? [] : [String(status)]);
}
const { status } = await server.ask('GET', '/v1/openings?mine=true');
report('one\'s own games need a token', status === 401 ? [] : [String(status)]);
// A deleted account leaves nothing, and what everybody did stays.
await server.ask('DELETE', '/v1/me', { token: grace });
await compare(rows.filter(({ isPublic }) => isPublic), 'everybody, after an account was deleted', {});
report('it ends well', await server.remove() === 0 ? [] : [server.stderr]);
finish();
