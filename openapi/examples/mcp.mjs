#!/usr/bin/env node
// SPDX-License-Identifier: AGPL-3.0-or-later
/**
 * A server of the Model Context Protocol: an assistant that uses tools plays somebody's games.
 *
 * Four tools: my_games, view, actions and play. They are requests to the interface, made with the player's token, so the
 * assistant knows what the player may know and nothing else. Moves go in words ("settle 14"), which are short to read and
 * to write, and with the `seq` they were decided at: one that comes too late is refused and the assistant looks again.
 *
 *     npm install @modelcontextprotocol/sdk@1 zod
 *     HEXPOST_TOKEN=hxp_… node mcp.mjs
 *
 * HEXPOST_URL says where the server is (http://127.0.0.1:8080). Assistants start the program themselves, and speak with
 * it over its stdin and stdout. A token with the scopes game:read and game:play is enough.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const base = process.env.HEXPOST_URL ?? 'http://127.0.0.1:8080';
const token = process.env.HEXPOST_TOKEN;
if (!token) {
    console.error('mcp.mjs: HEXPOST_TOKEN is missing');
    process.exit(1);
}

/** A request; a problem is an error whose text says what was wrong and what to do. */
async function ask(method, path, body, headers = {}) {
    const response = await fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
        body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error([answer.detail, answer.reason && `(${answer.reason}, rule ${answer.rule})`, `See ${base}${answer.type}`].filter(Boolean).join(' '));
    return answer;
}

const text = (value) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });
const game = z.string().regex(/^[A-Za-z0-9]+$/).describe('The id of a game, as my_games lists it');
const server = new McpServer({ name: 'hexpost', version: '1.0.0' });
/** A tool; what it throws becomes an answer that the assistant can read. */
const tool = (name, description, inputSchema, run) => server.registerTool(name, { description, inputSchema }, async (given) => text(await run(given)));

tool('my_games', 'The games that go on in which you have a seat, and for whom each waits.', {}, async () => {
    const [{ name }, { items }] = await Promise.all([ask('GET', '/v1/me'), ask('GET', '/v1/games?mine=true&status=active')]);
    return items.map(({ id, name: title, rules, seats, waiting_for: waiting }) => {
        const mine = seats.filter(({ account }) => account === name).map(({ seat }) => seat);
        return { game: id, name: title, rules: rules.game, your_seats: mine, waits_for_you: waiting.some(({ player }) => mine.includes(player)) };
    });
});

tool('view', 'A game as you may know it: board pieces, your hand, offers, and what has to be decided.', { game }, ({ game: id }) => ask('GET', `/v1/games/${id}/view`));

tool('actions', 'What you may do now, in words; "..." has to be filled in (such as cards to give back). Has the seq that play takes.', { game }, async ({ game: id }) => {
    const { seq, words } = await ask('GET', `/v1/games/${id}/actions?words=true`);
    return { seq, moves: words };
});

tool('play', 'Makes one or several moves in words, all or none, and says what came of them.', {
    game,
    words: z.string().min(1).max(4096).describe('One of the moves that actions lists, or several with ; between them'),
    seq: z.number().int().nonnegative().describe('The seq that actions said: the moves are refused if the game has gone on since'),
}, async ({ game: id, words, seq }) => {
    // With a key, a request that was lost on the way can be sent again without being made twice.
    const key = { 'idempotency-key': `"${crypto.randomUUID()}"` };
    const send = () => ask('POST', `/v1/games/${id}/moves?sentences=en`, { words, seq }, key);
    const { events, view } = await send().catch((error) => { if (error instanceof TypeError) return send(); throw error; });
    return { happened: events.map((event) => event.sentence?.text ?? event.type), seq: view.seq, waiting_for: view.waiting_for };
});

await server.connect(new StdioServerTransport());
