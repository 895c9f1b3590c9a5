// SPDX-License-Identifier: AGPL-3.0-or-later
// A program for hexpost arena that makes any of the listed moves: engine.mjs [FAULT]. It ends with 1, having said why,
// where it is told what its seat may not know. With FAULT it forfeits in that way at its tenth answer.
import { createInterface } from 'node:readline';
import { choose, dice } from '../openapi/player.mjs';

const fault = process.argv[2];
let seat = null;
let asked = 0;
let chance = null;
const say = (answer) => process.stdout.write(`${typeof answer === 'string' ? answer : JSON.stringify(answer)}\n`);

function fail(what) {
    console.error(`engine.mjs: ${what}`);
    process.exit(1);
}

/** Nobody else's cards. */
function checkSecrets({ players, viewer }) {
    if (viewer !== seat) fail(`seat ${seat} is shown what ${viewer} sees`);
    for (const player of players.filter((one) => one.seat !== seat && !one.neutral)) {
        for (const key of ['cards', 'dev_cards', 'new_dev_cards']) if (player[key] !== null && player[key] !== undefined) fail(`seat ${seat} sees ${key} of seat ${player.seat}`);
    }
    if (players[seat].cards === null) fail('it does not see its own cards');
}

const faults = {
    illegal: () => say({ action: { type: 'build_city', vertex: 0 } }),
    shape: () => say({ action: { type: 'fly' } }),
    choice: () => say({ choice: 100000 }),
    nonsense: () => say('yes'),
    late: () => {},
    end: () => process.exit(0),
    idle: ({ view }) => say(view.waiting_for.some(({ player }) => player === seat) ? { choice: null } : { choice: 0 }),
};

function answer(question) {
    const { view, actions } = question;
    checkSecrets(view);
    asked += 1;
    if (fault && asked >= 10) return faults[fault](question);
    const waits = view.waiting_for.some(({ player }) => player === seat);
    if (!waits) return say({ choice: null });
    // Offers to people who never answer would only lengthen the game.
    const listed = actions.filter(({ type }) => !type.includes('trade') || type === 'maritime_trade');
    const action = choose(chance, listed, view, seat);
    const at = actions.indexOf(action);
    return say(at >= 0 ? { choice: at } : { action });
}

for await (const line of createInterface({ input: process.stdin })) {
    const told = JSON.parse(line);
    if (told.type === 'hello') {
        if (told.protocol !== 1 || !told.rules.game || told.board.hexes.length === 0) fail('the hello is not as described');
        seat = told.seat;
        chance = dice(seat + 1);
    } else if (told.type === 'ask') answer(told);
}
