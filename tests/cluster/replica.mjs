// SPDX-License-Identifier: AGPL-3.0-or-later
// Two processes on a PostgreSQL database with a synchronous replica, while one machine after the other fails: the
// replica is suspended, then the primary, then the primary is killed and the replica promoted. Reading continues
// without the replica; a change that is not on both machines is not acknowledged; nothing acknowledged is lost. Prints
// its seed and how long nothing could be written.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish, report } from '../openapi/count.mjs';
import { dice } from '../openapi/player.mjs';
import { seed } from '../support/chance.mjs';
import { Games } from './games.mjs';
import { Processes } from './processes.mjs';

const gamesCount = 2;
const standstillMs = 20000;
const betweenMs = 2000;
/** `make test-cluster`: 20. */
const failovers = Number(process.env.CLUSTER_FAILOVERS ?? 1);

console.log(`TEST_SEED=${seed}`);
const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold: ${JSON.stringify(said)}`]);
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

/* ---- the two servers ---- */

const tool = fileURLToPath(new URL('../support/postgres.sh', import.meta.url));
const first = process.env.TEST_DB;
const second = `${first}-replica`;
const database = 'replicated';

function run(...command) {
    const { status, stdout, stderr } = spawnSync(tool, command, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`);
}

/** Sends a signal to the server of a folder, with all its processes. */
function pidsOf(folder) {
    const main = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0];
    const parent = (pid) => { try { return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]; } catch { return ''; } };
    return [main, ...readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parent(pid) === main)].map(Number);
}

function signal(folder, name) {
    for (const pid of pidsOf(folder)) { try { process.kill(pid, name); } catch { /* it has ended */ } }
}

/* ---- the play ---- */

const hosts = [first, second].map(encodeURIComponent).join(',');
spawnSync('createdb', ['-h', first, '-U', 'hexpost', '-T', 'template0', database]);
run('replica', first, second);
delete process.env.TEST_DB; // the address is whole
const cluster = await new Processes(`postgresql://hexpost@/${database}?host=${hosts}`, {}).start(2);
const games = new Games(cluster, dice(seed));
let over = false;

async function play(game) {
    while (!over) await games.moveOnce(game);
}

/** Waits until there is any response. */
async function written(game) {
    const before = game.answered.length;
    const from = Date.now();
    while (game.answered.length === before && Date.now() < from + 90000) await pause(50);
    const goesOn = game.answered.length > before;
    that('the games go on', goesOn, goesOn || [(await cluster.ask('GET', game.at)).body, cluster.said(0), cluster.said(1)]);
    return Date.now() - from;
}

/** The primary fails permanently, and its replica is promoted. */
async function failOver(primary, replica, game) {
    signal(primary, 'SIGKILL');
    const killed = Date.now();
    run('promote', replica);
    const promoted = Date.now() - killed;
    console.log(`after the primary was killed: ${promoted} ms until the replica was promoted, and ${await written(game)} ms`);
}

try {
    const played = [];
    for (let number = 0; number < gamesCount; number += 1) played.push(await games.begin(number));
    const [{ at, tokens: { 0: token } }] = played;
    const playing = played.map(play);
    await pause(betweenMs);

    signal(second, 'SIGSTOP');
    const key = randomUUID();
    const say = { token, key, json: { text: 'on both machines?' } };
    const unconfirmed = await cluster.askOf(0, 'POST', `${at}/talk`, say);
    that('without the replica nothing is said to be done', unconfirmed.status === 503 || unconfirmed.status === 0, unconfirmed);
    that('reading goes on without it', (await cluster.askOf(1, 'GET', `${at}/view`, { token })).status === 200);
    signal(second, 'SIGCONT');
    const settled = await cluster.ask('POST', `${at}/talk`, say);
    that('the same request settles it', settled.status === 201, settled);
    const { items } = await cluster.need('GET', `${at}/talk`, { token });
    that('it was said once', items.filter(({ text }) => text === say.json.text).length === 1, items);
    console.log(`after the replica stood still: ${await written(played[0])} ms`);

    signal(first, 'SIGSTOP');
    await pause(standstillMs);
    signal(first, 'SIGCONT');
    console.log(`after the primary stood still: ${await written(played[0])} ms`);

    for (let round = 0; round < failovers; round += 1) {
        const [primary, replica] = round % 2 ? [second, first] : [first, second];
        if (round > 0) run('replica', primary, replica);
        await pause(betweenMs);
        await failOver(primary, replica, played[0]);
        run('remove', primary);
    }
    await pause(betweenMs);
    over = true;
    await Promise.all(playing);
    for (const game of played) games.judge(game, await games.logOf(game));
    console.log(`moves answered: ${played.map(({ answered }) => answered.length).join(', ')}`);
    const codes = await cluster.end();
    that('all end in order', codes.every((code) => code === 0), codes);
} catch (error) {
    report('the test ran to its end', [String(error.stack ?? error), cluster.said(0), cluster.said(1)]);
} finally {
    over = true;
    for (const folder of [first, second]) {
        spawnSync(tool, ['stop', folder]);
        spawnSync(tool, ['remove', folder]);
    }
}
finish();
process.exit();
