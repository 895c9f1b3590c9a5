// SPDX-License-Identifier: AGPL-3.0-or-later
// openapi/examples/mcp.mjs, used by the client of the protocol's own SDK: a whole game with its four tools.
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { finish, report } from '../openapi/count.mjs';
import { dice } from '../openapi/player.mjs';
import { Hexpost } from '../post/hexpost.mjs';

const require = createRequire(new URL('../tools/package.json', import.meta.url));
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js');

const root = fileURLToPath(new URL('../../', import.meta.url));
const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold: ${JSON.stringify(said)?.slice(0, 500)}`]);
const chance = dice(7);
const server = await new Hexpost().start();
// As if installed by a user: next to its packages.
const folder = mkdtempSync(join(tmpdir(), 'hexpost-mcp-'));
copyFileSync(`${root}openapi/examples/mcp.mjs`, join(folder, 'mcp.mjs'));
symlinkSync(`${root}tests/tools/node_modules`, join(folder, 'node_modules'));

async function use(client, name, args = {}) {
    const { content, isError } = await client.callTool({ name, arguments: args });
    if (isError) return { refused: content[0].text };
    return JSON.parse(content[0].text);
}

/** Cards for a move in notation that leaves them open; those of a hand, one after the other. */
function filled(words, { players, viewer }) {
    if (!words.includes('...')) return words;
    const count = /^discard/.test(words) ? Math.floor(players[viewer].card_count / 2) : 0;
    const cards = Object.entries(players[viewer].cards).flatMap(([kind, n]) => Array(n).fill(kind)).slice(0, count);
    const named = [...new Set(cards)].map((kind) => `${cards.filter((one) => one === kind).length} ${kind}`);
    return count > 0 ? `discard ${named.join(' ')}` : null;
}

async function wholeGame(client, game) {
    for (let moves = 0; moves < 3000; moves += 1) {
        const [found] = await use(client, 'my_games');
        if (!found) return moves;
        const { seq, moves: listed } = await use(client, 'actions', { game });
        const usual = listed.filter((words) => !/^(offer|undo|counter|accept|cancel)/.test(words));
        const view = await use(client, 'view', { game });
        const possible = usual.map((words) => filled(words, view)).filter(Boolean);
        // What gives points comes first, or the game would be long.
        const points = possible.filter((words) => /^(settle|city)/.test(words));
        const choices = points.length > 0 ? points : possible;
        // The list of games was asked for earlier: what can be done now says whose turn it is.
        if (choices.length === 0) {
            await server.ask('GET', `/v1/games/${game}/events?after=${seq}&wait=10`);
            continue;
        }
        const made = await use(client, 'play', { game, words: chance.of(choices), seq });
        if (made.refused ? !/moved on|The last event/i.test(made.refused) : made.happened.length === 0) return made;
    }
    return 'it goes on';
}

try {
    const token = await server.signUp('ada');
    const { body: { id: game } } = await server.ask('POST', '/v1/games', { token, json: { rules: { game: 'base', players: 3, victory_points: 4 }, seats: [{ account: 'me' }, { bot: 'easy' }, { bot: 'easy' }] }, want: 201 });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(folder, 'mcp.mjs')], env: { HEXPOST_URL: server.base, HEXPOST_TOKEN: token } }));
    const { tools } = await client.listTools();
    that('it has four tools', tools.map(({ name }) => name).join() === 'my_games,view,actions,play' && tools.every(({ description }) => description.length > 20), tools);
    const listed = await use(client, 'my_games');
    that('it lists the game', listed.length === 1 && listed[0].game === game && listed[0].your_seats.join() === '0', listed);
    const view = await use(client, 'view', { game });
    that('it shows what ada may know', view.viewer === 0 && view.players[1].cards === null, view);
    const refused = await use(client, 'play', { game, words: 'roll', seq: view.seq });
    that('a refusal is said, with its page', /\/problems\/(illegal-move|not-your-decision|stale)/.test(refused.refused ?? ''), refused);
    that('what is no game is refused before it is asked for', (await use(client, 'view', { game: '../me' })).refused?.includes('game'));
    const moves = await wholeGame(client, game);
    const { body: { status } } = await server.ask('GET', `/v1/games/${game}`, { want: 200 });
    that('it plays to the end of the game', status === 'finished' && moves > 3, moves);
    await client.close();
} catch (error) {
    report('the run came to its end', [error.stack]);
} finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
}
finish();
