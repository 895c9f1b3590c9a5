// SPDX-License-Identifier: AGPL-3.0-or-later
// A game played on a file continues on PostgreSQL, and then on another file: the same accounts, tokens and logs. A
// database that is not empty, or on which a server runs, is left unchanged.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, report } from '../openapi/count.mjs';
import { addressOf, binary, serve } from '../support/serving.mjs';

const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold: ${JSON.stringify(said)}`]);
const folder = mkdtempSync(join(tmpdir(), 'hexpost-copy-'));
const cluster = addressOf('moving house');
const [first, second] = ['first.db', 'second.db'].map((name) => join(folder, name));

/** Serves a database while WORK uses it; returns WORK's result. */
async function at(address, work) {
    const server = process.env.TEST_DB;
    delete process.env.TEST_DB; // the address is whole
    const serving = await serve({ database: address });
    process.env.TEST_DB = server;
    const ask = async (method, path, { token, json } = {}) => {
        const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(json && { 'content-type': 'application/json' }) };
        const response = await fetch(serving.base + path, { method, headers, body: json && JSON.stringify(json) });
        return { status: response.status, body: await response.json() };
    };
    const given = await work(ask);
    that('it ends in order', await serving.end() === 0, serving.said);
    return given;
}

const sql = (text) => spawnSync('psql', ['-XAtq', cluster, '-c', text], { encoding: 'utf8' }).stdout.trim();
const copy = (from, to) => spawnSync(binary, ['copy', '--from', from, '--to', to], { encoding: 'utf8' });

async function log(ask, { id, token }) {
    const events = [];
    for (;;) {
        const { body: { items } } = await ask('GET', `/v1/games/${id}/events?after=${events.length}&limit=200`, { token });
        if (items.length === 0) return events;
        events.push(...items);
    }
}

async function newGame(ask, token) {
    const { body } = await ask('POST', '/v1/games', { token, json: { rules: { game: 'base', players: 3 }, seats: [{ bot: 'random' }, { bot: 'random' }, { bot: 'random' }] } });
    for (;;) {
        const { body: game } = await ask('GET', `/v1/games/${body.id}`, { token });
        if (game.status === 'finished') return { id: body.id, token };
        await ask('GET', `/v1/games/${body.id}/events?after=${game.seq}&wait=5`, { token });
    }
}

const game = await at(first, async (ask) => newGame(ask, (await ask('POST', '/v1/accounts', { json: { name: 'Änne' } })).body.token));
const before = await at(first, (ask) => log(ask, game));
that('a game was played', before.length > 50, before.length);
for (const [from, to] of [[first, cluster], [cluster, second]]) {
    const { status, stdout, stderr } = copy(from, to);
    that('the copy is whole', status === 0 && /copied and compared/.test(stdout) && /ok: games read: [12],/.test(stdout), stdout + stderr);
    if (to === cluster) {
        const chunks = Number(sql('SELECT count(*) FROM event_chunks'));
        that('its logs are there in chunks as well', chunks > 0 && chunks === Math.floor(before.length / 64), [chunks, before.length]);
        console.log(`    ${sql("SELECT round(avg(length(body)) / 64, 1) FROM event_chunks")} bytes an event in a chunk, ${sql("SELECT round(avg(length(body)), 1) FROM events")} of its body`);
    }
    const after = await at(to, async (ask) => {
        const there = await log(ask, game);
        const { body: me } = await ask('GET', '/v1/me', { token: game.token });
        that('the account is there', me.name === 'Änne', me);
        if (to === cluster) {
            that('a database with a server on it is left alone', copy(cluster, second).status === 1);
            await newGame(ask, game.token);
        }
        return there;
    });
    that('the log is the same', JSON.stringify(after) === JSON.stringify(before));
    that('a database that holds something is left alone', copy(from, to).status === 1);
}
that('wrongly called', spawnSync(binary, ['copy', '--from', first]).status === 2);
rmSync(folder, { recursive: true });
finish();
