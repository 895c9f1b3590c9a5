// SPDX-License-Identifier: AGPL-3.0-or-later
// The cost of requests on PostgreSQL, with one process and with several: CPU of the program and of the server, round
// trips, statements, bytes of the server's log, connections; the cost of idle processes; and how long a request waits
// when the database is further away. All runs on one machine with few cores: that several processes are no faster here
// says nothing, so that is not printed. Elsewhere expect cores divided by CPU.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { choose, dice } from '../openapi/player.mjs';
import { Processes } from './processes.mjs';

const gamesCount = 20;
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const idleMs = 3000;
const delayMs = 1;
const socket = '.s.PGSQL.5432';
const viewsToAMove = 10;

const folder = process.env.TEST_DB;
const chance = dice(7);
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

/* ---- what is counted ---- */

const processes = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));
const read = (path) => { try { return readFileSync(path, 'utf8'); } catch { return ''; } };
const parentOf = (pid) => read(`/proc/${pid}/stat`).split(') ').at(-1).split(' ')[1];
/** CPU of all threads of a process, in µs. */
const cpuOf = (pid) => { try { return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1000, 0); } catch { return 0; } };
const server = processes().find((pid) => read(`/proc/${pid}/cmdline`).split('\0').includes(join(folder, 'data')));

async function sums(cluster) {
    const texts = await Promise.all([...Array(cluster.count).keys()].map((at) => cluster.askOf(at, 'GET', '/metrics')));
    const metric = (name) => texts.reduce((sum, { body }) => sum + Number(new RegExp(`^${name} (\\d+)`, 'm').exec(body)[1]), 0);
    return {
        trips: metric('hexpost_store_round_trips_total'), statements: metric('hexpost_store_statements_total'),
        wal: Number(cluster.sql("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")),
        hexpost: cluster.pids.reduce((sum, pid) => sum + cpuOf(pid), 0),
        postgres: processes().filter((pid) => pid === server || parentOf(pid) === server).reduce((sum, pid) => sum + cpuOf(pid), 0),
    };
}

const less = (a, b) => Object.fromEntries(Object.keys(a).map((name) => [name, a[name] - b[name]]));

/** The cost of each of WORK's requests, and how long each took. The round trips for counting are subtracted. */
async function measure(cluster, works) {
    const start = await sums(cluster);
    const counting = less(await sums(cluster), start);
    const before = await sums(cluster);
    const times = [];
    for (const work of works) {
        const from = performance.now();
        await work();
        times.push(performance.now() - from);
    }
    const all = less(await sums(cluster), before);
    for (const name of ['trips', 'statements']) all[name] -= counting[name];
    return { ...Object.fromEntries(Object.entries(all).map(([name, sum]) => [name, Math.max(0, sum / works.length)])), ms: median(times), count: works.length };
}

/* ---- the requests ---- */

async function newGame(cluster, number) {
    const tokens = [];
    for (const name of [`Ann ${number}`, `Bob ${number}`]) tokens.push((await cluster.need('POST', '/v1/accounts', { json: { name: `${name} ${cluster.count} ${randomUUID().slice(0, 4)}` } })).token);
    const { id } = await cluster.need('POST', '/v1/games', {
        token: tokens[0], json: { rules: { game: 'base', players: 2, victory_points: 30 }, clock: { turn: 86400, decision: 86400, on_timeout: 'default' }, seats: [{ account: 'me' }, { open: true }] },
    });
    const at = `/v1/games/${id}`;
    await cluster.need('POST', `${at}/join`, { token: tokens[1] });
    return { at, tokens };
}

/** A game's next move: the request, for the process at PLACE. */
async function nextMove(cluster, { at, tokens }, place) {
    const { waiting_for: [{ player }] } = await cluster.need('GET', at, { token: tokens[0] });
    const token = tokens[player];
    const { actions, seq } = await cluster.need('GET', `${at}/actions`, { token });
    const action = choose(chance, actions, await cluster.need('GET', `${at}/view`, { token }), player);
    return action && (() => cluster.askOf(place, 'POST', `${at}/moves`, { token, key: randomUUID(), json: { action, seq } }));
}

async function movesOf(cluster, games) {
    const moves = await Promise.all(games.map((game, number) => nextMove(cluster, game, number % cluster.count)));
    return moves.filter(Boolean);
}

const asks = (cluster, games, path, headers) => games.map(({ at, tokens }, number) => () => cluster.askOf(number % cluster.count, 'GET', at + path, { token: tokens[0], headers }));

async function etagOf(cluster, { at, tokens }) {
    const { etag } = await cluster.askOf(0, 'GET', `${at}/view`, { token: tokens[0] });
    return etag;
}

/* ---- printing ---- */

const say = (...cells) => console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(24) : String(cell).padStart(11))).join(''));
const row = (name, { hexpost, postgres, trips, statements, wal, ms }) => say(name, ...[hexpost, postgres].map((us) => us.toFixed(0)), trips.toFixed(1), statements.toFixed(1), wal.toFixed(0), ms.toFixed(2));

async function bench(cluster) {
    const games = [];
    for (let number = 0; number < gamesCount; number += 1) games.push(await newGame(cluster, number));
    for (let round = 0; round < 8; round += 1) for (const move of await movesOf(cluster, games)) await move();
    const found = { moves: [], views: [], unchanged: [] };
    for (let round = 0; round < rounds; round += 1) {
        found.moves.push(await measure(cluster, await movesOf(cluster, games)));
        found.views.push(await measure(cluster, asks(cluster, games, '/view')));
        const tags = await Promise.all(games.map((game) => etagOf(cluster, game)));
        found.unchanged.push(await measure(cluster, games.map((game, number) => () => asks(cluster, [game], '/view', { 'if-none-match': tags[number] })[0]())));
    }
    const middle = (list) => Object.fromEntries(Object.keys(list[0]).map((name) => [name, median(list.map((one) => one[name]))]));
    const before = await sums(cluster);
    const from = performance.now();
    await pause(idleMs);
    const idle = less(await sums(cluster), before);
    const seconds = (performance.now() - from) / 1000;
    return {
        moves: middle(found.moves), views: middle(found.views), unchanged: middle(found.unchanged),
        idle: { hexpost: idle.hexpost / seconds / 1000, postgres: idle.postgres / seconds / 1000 },
        connections: Number(cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'hexpost%'")),
    };
}

/** A slower path to the server; returns the folder of its socket. In a process of its own, because this one blocks. */
async function slowWay() {
    const way = join(folder, 'slow');
    mkdirSync(way);
    const child = spawn(process.execPath, [fileURLToPath(new URL('slow.mjs', import.meta.url)), join(way, socket), join(folder, socket), String(delayMs)]);
    await new Promise((done) => { child.stdout.on('data', done); });
    return { way, close: () => { child.kill(); rmSync(way, { recursive: true, force: true }); } };
}

console.log(`${cpus().length} cores for everything; PostgreSQL without flushes, on this machine; one request at a time; CPU in µs`);
const costs = [];
for (const count of [1, 2, 4]) {
    const cluster = await new Processes(`bench ${count}`, {}).start(count);
    const cost = await bench(cluster);
    costs.push(cost);
    say(`${count} process${count > 1 ? 'es' : ''}`, 'hexpost', 'PostgreSQL', 'trips', 'statements', 'WAL bytes', 'median ms');
    row('  a move', cost.moves);
    row('  a view', cost.views);
    row('  an unchanged view', cost.unchanged);
    say('  nothing, ms a second', cost.idle.hexpost.toFixed(1), cost.idle.postgres.toFixed(1));
    console.log(`  connections: ${cost.connections}`);
    await cluster.end();
}
const total = ({ moves, views }) => moves.hexpost + moves.postgres + viewsToAMove * (views.hexpost + views.postgres);
const [one, , four] = costs;
console.log(`a move and ${viewsToAMove} views: ${(total(one) / 1000).toFixed(1)} ms of CPU with one process, ${(total(four) / 1000).toFixed(1)} ms with four (${(100 * (total(four) / total(one) - 1)).toFixed(0)} %; on a machine that does other things as well, less than some tens say nothing)`);
console.log(`so a core carries about ${(1e6 / (one.moves.hexpost + viewsToAMove * one.views.hexpost)).toFixed(0)} moves a second of the program with their views, and one of PostgreSQL's ${(1e6 / (one.moves.postgres + viewsToAMove * one.views.postgres)).toFixed(0)}: arithmetic, not a measurement`);

const slow = await slowWay();
process.env.TEST_DB = slow.way;
const cluster = await new Processes('bench slow', {}).start(1);
const cost = await bench(cluster);
console.log(`with a database that is ${2 * delayMs} ms away: a move ${cost.moves.ms.toFixed(1)} ms (${cost.moves.trips.toFixed(1)} trips), a view ${cost.views.ms.toFixed(1)} ms (${cost.views.trips.toFixed(1)} trips); beside the server ${one.moves.ms.toFixed(1)} and ${one.views.ms.toFixed(1)} ms`);
await cluster.end();
slow.close();
process.exit(0);
