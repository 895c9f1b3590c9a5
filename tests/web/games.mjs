// SPDX-License-Identifier: AGPL-3.0-or-later
// Reproducible games to look at: from the records in tests/records.
import { readFileSync } from 'node:fs';

/** A record, by name. */
export const read = (name) => JSON.parse(readFileSync(new URL(`../records/${name}.json`, import.meta.url), 'utf8'));

/** A table game of ACCOUNT in the state of a record after its event AT (by default its last one). */
export async function recorded(account, name, { at, title } = {}) {
    const record = read(name);
    if (at !== undefined) Object.assign(record, { events: record.events.slice(0, at), result: null, fairness: undefined });
    return account.ask('POST', '/v1/games', { mode: 'table', record, ...(title && { name: title }) });
}

/** A game of ACCOUNT's own against bots, when it is their turn. */
export async function ownTurn(account, { rules = { game: 'base' }, ...more } = {}) {
    const game = await account.ask('POST', '/v1/games', { rules, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }], ...more });
    for (;;) {
        const { seq, waiting_for: waits } = await account.ask('GET', `/v1/games/${game.id}/view`);
        if (waits.some(({ player }) => player === 0)) return game;
        await account.ask('GET', `/v1/games/${game.id}/events?after=${seq}&wait=5`);
    }
}

/** Cards that answer a decision to discard: the first ones of a hand in VIEW. */
export function discarded({ players }, { player, count }) {
    const cards = {};
    let left = count;
    for (const [kind, held] of Object.entries(players[player].cards)) {
        const given = Math.min(left, held);
        if (given > 0) cards[kind] = given;
        left -= given;
    }
    return cards;
}

/** The page's request that creates a game. */
export const made = (page) => page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v1/games'));
