// SPDX-License-Identifier: AGPL-3.0-or-later
// People who play a game through the interface, as bots would: quickly, and towards few points.
import { oneOf } from '../support/chance.mjs';
import { discarded } from './games.mjs';

/** What is done first where there is a choice. */
const wanted = ['build_city', 'build_settlement', 'roll', 'move_robber', 'maritime_trade', 'end_turn'];
/** What a city costs: the shortest way to a third point. */
const forCity = ({ type, take }) => type !== 'maritime_trade' || take.ore || take.grain;

function choose(view, asked, listed, random) {
    if (listed[0].type === 'discard') return { type: 'discard', cards: discarded(view, asked) };
    const actions = listed.filter((one) => !one.open && forCity(one));
    const type = wanted.find((one) => actions.some((action) => action.type === one)) ?? actions[0].type;
    return oneOf(random, actions.filter((action) => action.type === type));
}

/** More moves than a game to few points takes. */
const movesMax = 2000;

/** Plays the game ID to its end, which few points win; PEOPLE are accounts (harness.mjs), by name. */
export async function playOut(people, id, random) {
    const { seats } = await Object.values(people)[0].ask('GET', `/v1/games/${id}`);
    const names = seats.map(({ account }) => account);
    for (let moves = 0; moves < movesMax; moves++) {
        const { status, waiting_for: waits } = await people[names[0]].ask('GET', `/v1/games/${id}/view`);
        if (status !== 'active') return;
        const [asked] = waits;
        const person = people[names[asked.player]];
        const view = await person.ask('GET', `/v1/games/${id}/view`);
        const { seq, actions } = await person.ask('GET', `/v1/games/${id}/actions`);
        await person.ask('POST', `/v1/games/${id}/moves`, { seq, action: choose(view, asked, actions, random) });
    }
    throw new Error(`the game ${id} does not end`);
}
