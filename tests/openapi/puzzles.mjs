// SPDX-License-Identifier: AGPL-3.0-or-later
// Puzzles against the description, on a server that has none yet: they are cut by housekeeping (tests/web/puzzles.mjs has some).
import { call, invalid, problem } from './server.mjs';

export async function puzzles({ token }) {
    await call('GET', '/v1/puzzles?theme=trade&limit=1', { token, want: 200 });
    await invalid('GET', '/v1/puzzles?theme=luck', {}, 'theme');
    await call('GET', '/v1/puzzles/today', { want: 200 });
    await call('GET', '/v1/puzzles/today', { token, want: 200 });
    await problem('GET', '/v1/puzzles/none', { token }, 404, 'not-found');
    await problem('POST', '/v1/puzzles/none/answer', { token, json: { action: { type: 'end_turn' } } }, 404, 'not-found');
}
