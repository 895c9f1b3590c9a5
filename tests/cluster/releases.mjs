// SPDX-License-Identifier: AGPL-3.0-or-later
// A rolling upgrade: games begun by an older release (OLD_BINARY) continue while the new one migrates their database
// and runs at the same time, then on the new one only, then on both again, as when the upgrade is reverted.
import { finish, report } from '../openapi/count.mjs';
import { dice } from '../openapi/player.mjs';
import { seed } from '../support/chance.mjs';
import { Games } from './games.mjs';
import { Processes } from './processes.mjs';

const gamesCount = 3;
const movesEach = 40;
const eventsMax = 1000;
const older = process.env.OLD_BINARY;
const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold: ${JSON.stringify(said)}`]);

console.log(`TEST_SEED=${seed}`);
const cluster = new Processes('releases', {});
const games = new Games(cluster, dice(seed));

const schema = () => Number(cluster.sql('SELECT max(number) FROM migrations'));
const playOn = (all) => Promise.all(all.map(async (game) => {
    for (let i = 0; i < movesEach; i += 1) await games.moveOnce(game);
}));
/** Both are ready and report the same about the games, each from its own replay. */
async function bothServe(when, all) {
    for (let at = 0; at < cluster.count; at += 1) {
        const { status } = await cluster.askOf(at, 'GET', '/readyz');
        that(`${when}: process ${at} is ready`, status === 200, status);
    }
    for (const game of all) {
        const answers = await Promise.all([...Array(cluster.count).keys()].map((at) => cluster.askOf(at, 'GET', `${game.at}/events?limit=${eventsMax}`, { token: game.tokens[0] })));
        // A bot may have made a move between the two responses.
        const [short, long] = answers.map(({ body }) => body.items ?? []).sort((a, b) => a.length - b.length);
        that(`${when}: both replay the same`, short.length > 0 && JSON.stringify(long.slice(0, short.length)) === JSON.stringify(short), [short.length, long.length]);
    }
}

await cluster.restart(0, {}, older);
const before = schema();
const all = await Promise.all(Array.from({ length: gamesCount }, (_, i) => games.begin(i)));
await playOn(all);
await cluster.restart(1);
that('the new release has migrated', schema() > before, [before, schema()]);
await playOn(all);
await bothServe('upgraded in part', all);
await cluster.kill(0);
await cluster.restart(0);
await playOn(all);
await cluster.kill(1);
await cluster.restart(1, {}, older);
await playOn(all);
await bothServe('taken back in part', all);
for (const game of all) games.judge(game, await games.logOf(game));
that('they end in order', (await cluster.end()).every((code) => code === 0));
console.log(`    ${all.reduce((sum, { answered }) => sum + answered.length, 0)} moves on two releases, schema ${before} and ${schema()}`);
finish();
