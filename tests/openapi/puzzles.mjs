// SPDX-License-Identifier: AGPL-3.0-or-later
// Puzzles against the description, on a server that has none yet: they are cut by housekeeping (tests/web/puzzles.mjs has some).
import { call, invalid, problem } from './server.mjs';

/** Lessons: a right move for each step finishes one. */
async function lessons(token) {
    await call('GET', '/v1/lessons', { want: 200 });
    await call('GET', '/v1/lessons/first_game', { want: 200 });
    await problem('GET', '/v1/lessons/none', { token }, 404, 'not-found');
    const { body: { steps } } = await call('GET', '/v1/lessons/knights', { want: 200 });
    const moves = steps.map(({ actions, right }) => actions.find((move) => right.some((wanted) => Object.entries(wanted).every(([key, value]) => JSON.stringify(move[key]) === JSON.stringify(value)))));
    await invalid('POST', '/v1/lessons/knights/pass', { token, json: { moves: moves.slice(1) } }, '/moves');
    await invalid('POST', '/v1/lessons/first_game/pass', { token, json: {} }, '/game');
    await call('POST', '/v1/lessons/knights/pass', { token, json: { moves }, want: 200 });
}

export async function puzzles({ token }) {
    await lessons(token);
    await call('GET', '/v1/puzzles?theme=trade&limit=1', { token, want: 200 });
    await invalid('GET', '/v1/puzzles?theme=luck', {}, 'theme');
    await call('GET', '/v1/puzzles/today', { want: 200 });
    await call('GET', '/v1/puzzles/today', { token, want: 200 });
    await problem('GET', '/v1/puzzles/none', { token }, 404, 'not-found');
    await problem('POST', '/v1/puzzles/none/answer', { token, json: { action: { type: 'end_turn' } } }, 404, 'not-found');
}
