// SPDX-License-Identifier: AGPL-3.0-or-later
// Games on several processes that share a PostgreSQL database, while processes are killed, suspended, and lose their
// connections. Acknowledged moves are in the logs, once; there is no gap; watchers at another process get all events;
// deadlines and messages are handled, each once, and so are the rounds of a tournament. Prints its seed and its measurements.
import { finish, report } from '../openapi/count.mjs';
import { dice } from '../openapi/player.mjs';
import { Receiver } from '../post/receiver.mjs';
import { seed } from '../support/chance.mjs';
import { Crowd } from './crowd.mjs';
import { Cup } from './cup.mjs';
import { Games } from './games.mjs';
import { Processes } from './processes.mjs';

const gamesCount = 4;
const processCount = 3;
const began = Date.now();
/** How far a wrong clock is off, and the allowed difference of clocks (service/app/several.c) plus the time of a
 * response. */
const aheadS = 3600;
const apartMs = 60000;
/** Longer than a share is held (db/shares.h). */
const standstillMs = 16000;
const betweenMs = 1500;
const patienceMs = 60000;
const killsBetween = 6;
/** The tournament has 20 rounds. */
const cupRoundsMax = 18;

console.log(`TEST_SEED=${seed}`);
const chance = dice(seed);
const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold: ${JSON.stringify(said)}`]);
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
const receiver = await new Receiver().start();
const cluster = await new Processes('cluster', { HEXPOST_HOOK_ALLOW: '127.0.0.1', HEXPOST_HOOK_TIMEOUT: '5' }).start(processCount);
let over = false;

const games = new Games(cluster, chance);

/** Plays until the end of the test. */
async function play(game) {
    while (!over) await games.moveOnce(game);
}

/** Watches at one process after the other, and records when each event arrived. */
async function watch(game, first) {
    for (let at = first, after = 0; !over;) {
        const { status, body } = await cluster.askOf(at, 'GET', `${game.at}/events?after=${after}&wait=5`, { token: game.tokens[0] });
        if (status !== 200) {
            at = (at + 1) % cluster.count;
            await pause(100);
            continue;
        }
        for (const event of body.items) {
            game.seen.set(event.seq, Date.now());
            after = event.seq;
        }
    }
}

/** Watchers get every event. */
function judgeWatching(game, events) {
    const missed = events.filter(({ seq }) => seq < events.length - 20 && !game.seen.has(seq));
    that('who watches hears of every event', missed.length === 0, missed.slice(0, 3));
}

/** How long after its response a move arrived elsewhere, in ms, sorted. */
const delays = (games) => games.flatMap(({ answered, seen }) => answered.filter(({ seq }) => seen.has(seq)).map(({ seq, at }) => Math.max(0, seen.get(seq) - at)))
    .sort((a, b) => a - b);

/* ---- faults ---- */

/** Waits until a client gets this refusal of a change, and then removes the fault. */
async function untilTold(words, undo) {
    const heard = new Set();
    const told = await new Promise((done) => {
        const late = setTimeout(() => done(false), patienceMs);
        cluster.failed = ({ status, body }) => {
            heard.add(`${status} ${body.detail}`);
            if (status === 503 && words.test(body.detail)) { clearTimeout(late); done(true); }
        };
    });
    cluster.failed = () => {};
    await undo();
    that(`players are told: ${words}`, told, [...heard]);
}

const faults = {
    kill: async (at) => {
        await cluster.kill(at);
        await pause(betweenMs);
        await cluster.restart(at);
    },
    stop: async (at) => {
        cluster.stop(at);
        await pause(standstillMs);
        cluster.wake(at);
    },
    blink: async (at) => {
        cluster.stop(at);
        await pause(betweenMs);
        cluster.wake(at);
    },
    cut: async () => {
        cluster.sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'hexpost%' AND random() < 0.5");
    },
    // Its clock is an hour ahead: time stamps and the ends of waits still follow the database's clock.
    clock: async (at) => {
        await cluster.kill(at);
        await cluster.restart(at, { LD_PRELOAD: process.env.TEST_CLOCK, CLOCK_AHEAD_S: `${aheadS}` });
        that('it says that its clock is off', /ahead of the database's/.test(cluster.said(at)), cluster.said(at).slice(-300));
        await pause(2 * betweenMs);
        await cluster.kill(at);
        await cluster.restart(at);
    },
    // As reported by the server: no more can be added to a table.
    full: async () => {
        cluster.sql(`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
            CREATE TRIGGER no_space BEFORE INSERT ON events EXECUTE FUNCTION no_space()`);
        await untilTold(/disk is full/, () => cluster.sql('DROP FUNCTION no_space CASCADE'));
    },
    // Others have taken every connection, including those of the processes.
    crowd: async () => {
        const crowd = await new Crowd(process.env.TEST_DB, cluster.databaseName).come();
        crowd.tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'hexpost%'");
        await untilTold(/database cannot be reached/, () => crowd.leave());
    },
};

/** Each fault once; or as many kills as requested, with one of the other faults after every few of them. */
function faultsInTurn() {
    const [kill, ...others] = Object.keys(faults);
    const kills = Number(process.env.CLUSTER_KILLS ?? 0);
    if (kills === 0) return [kill, ...others];
    return Array.from({ length: kills }, (_, i) => (i % killsBetween === killsBetween - 1 ? [kill, others[Math.floor(i / killsBetween) % others.length]] : [kill])).flat();
}

/** Whichever process wrote an event, with whatever clock, its time is correct. */
function judgeTimes(events) {
    const off = events.filter(({ at }) => Date.parse(at) < began - apartMs || Date.parse(at) > Date.now() + apartMs);
    that('each event is of the time at which it happened', off.length === 0, off.slice(0, 3).map(({ seq, at }) => [seq, at]));
}

/** No process has anything left to send. */
async function allSent() {
    for (const until = Date.now() + 60000; Date.now() < until; await pause(100)) {
        if (cluster.sql('SELECT count(*) FROM outbox WHERE state < 2') === '0') return;
    }
    report('all messages are sent', [cluster.sql('SELECT state, count(*), min(attempts), max(attempts) FROM outbox GROUP BY 1')]);
}

/** A game with a late player while the process responsible for it is suspended. */
async function deadline(at) {
    const token = await games.signUp('Late');
    const { id } = await cluster.need('POST', '/v1/games', {
        token, json: { rules: { game: 'base', players: 2, victory_points: 30 }, clock: { turn: 86400, decision: 86400, on_timeout: 'default' }, seats: [{ account: 'me' }, { bot: 'random' }] },
    });
    for (let waits = false; !waits;) {
        const state = await cluster.need('GET', `/v1/games/${id}`, { token });
        waits = state.waiting_for.some(({ player }) => player === 0);
    }
    cluster.stop(at);
    const number = cluster.sql(`SELECT id FROM games WHERE public_id = '${id}'`);
    const before = Number(cluster.sql(`SELECT count(*) FROM events WHERE id >> 20 = ${number}`));
    cluster.sql(`UPDATE clock_seats SET deadline = 1 WHERE game_id = ${number} AND deadline IS NOT NULL; UPDATE timers SET at = 1 WHERE game_id = ${number}`);
    for (const until = Date.now() + 90000; Date.now() < until;) {
        if (Number(cluster.sql(`SELECT count(*) FROM events WHERE id >> 20 = ${number}`)) > before) break;
        await pause(100);
    }
    cluster.wake(at);
    await pause(betweenMs);
    const { items: events } = await cluster.need('GET', `/v1/games/${id}/events?after=0&limit=200`, { token });
    const late = events.filter(({ by }) => by === 'timeout');
    that('a deadline comes once', late.length > 0 && new Set(late.map(({ type }) => type)).size === late.length, events.map(({ seq, type, by }) => [seq, type, by]));
}

/** Each message of the hook has an id of its own, and each event was reported. */
function judgeMessages(game, events) {
    const told = receiver.messages.map(({ id, body }) => ({ id, ...JSON.parse(body) })).filter(({ type, data }) => type === 'game.event' && data.game === game.id);
    const byEvent = new Map();
    for (const { id, data } of told) byEvent.set(data.seq, (byEvent.get(data.seq) ?? new Set()).add(id));
    that('a message has one id', [...byEvent.values()].every((ids) => ids.size === 1), [...byEvent].filter(([, ids]) => ids.size > 1).map(([seq]) => seq).slice(0, 5));
    const first = Math.min(...byEvent.keys());
    const missing = events.filter(({ seq }) => seq > first && !byEvent.has(seq)).map(({ seq }) => seq);
    that('each event was told', missing.length === 0, missing);
    return { told: byEvent.size, of: events.length, repeated: told.length - byEvent.size };
}

try {
    const played = [];
    for (let number = 0; number < gamesCount; number += 1) played.push(await games.begin(number));
    await cluster.need('POST', '/v1/me/webhooks', { token: played[0].tokens[0], json: { url: receiver.url('/ok/all'), events: ['game.event'] } });
    const playing = played.flatMap((game, number) => [play(game), watch(game, number % processCount)]);
    const cup = await new Cup(cluster, games).begin();
    await pause(3000);
    const healthy = delays(played);
    for (const [round, name] of faultsInTurn().entries()) {
        const at = chance.below(processCount);
        console.log(`fault ${round + 1}: ${name} ${at}`);
        if (round < cupRoundsMax) await cup.goOn();
        await faults[name](at);
        await pause(betweenMs);
    }
    await deadline(chance.below(processCount));
    await cup.judge();
    over = true;
    await Promise.all(playing);
    await allSent();
    for (const game of played) {
        const events = await games.logOf(game);
        games.judge(game, events);
        judgeWatching(game, events);
        judgeTimes(events);
        that('the games went on', game.answered.length > 10, game.answered.length);
        if (game === played[0]) console.log(`messages: ${JSON.stringify(judgeMessages(game, events))}`);
    }
    const all = delays(played);
    const say = (list) => `median ${list[list.length >> 1]} ms, most ${list.at(-1)} ms of ${list.length}`;
    console.log(`heard of elsewhere: undisturbed ${say(healthy)}; with faults ${say(all)}`);
    that('undisturbed, a move is heard of soon', healthy.length > 0 && healthy.at(-1) < 10000, healthy.at(-1));
    const codes = await cluster.end();
    that('all end in order', codes.every((code) => code === 0), codes);
} catch (error) {
    report('the test goes through', [error.stack, ...Array.from({ length: processCount }, (_, at) => cluster.said(at).slice(-1500))]);
    over = true;
    await cluster.end();
}
receiver.stop();
finish();
process.exit(); // after a failure, players still look for a process that responds
