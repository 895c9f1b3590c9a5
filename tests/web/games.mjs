// SPDX-License-Identifier: AGPL-3.0-or-later
// Games to look at, the same each time: out of the records of tests/records.
import { readFileSync } from 'node:fs';

/** A record, by its name. */
export const read = (name) => JSON.parse(readFileSync(new URL(`../records/${name}.json`, import.meta.url), 'utf8'));

/** A table game of ACCOUNT that stands where a record stood after its event AT (its end, if left out). */
export async function recorded(account, name, { at, title } = {}) {
    const record = read(name);
    if (at !== undefined) Object.assign(record, { events: record.events.slice(0, at), result: null, fairness: undefined });
    return account.ask('POST', '/v1/games', { mode: 'table', record, ...(title && { name: title }) });
}

/** A game of ACCOUNT's own against bots, once it is their turn. */
export async function ownTurn(account, { rules = { game: 'base' }, ...more } = {}) {
    const game = await account.ask('POST', '/v1/games', { rules, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }], ...more });
    for (;;) {
        const { seq, waiting_for: waits } = await account.ask('GET', `/v1/games/${game.id}/view`);
        if (waits.some(({ player }) => player === 0)) return game;
        await account.ask('GET', `/v1/games/${game.id}/events?after=${seq}&wait=5`);
    }
}

/** The cards by which a decision to discard can be answered: the first ones of a hand in VIEW. */
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

/** The request by which the page makes a game. */
export const made = (page) => page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v1/games'));
