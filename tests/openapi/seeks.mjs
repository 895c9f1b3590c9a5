// SPDX-License-Identifier: AGPL-3.0-or-later
// Seeks against the description: looking, finding, and stopping.
import { report } from './count.mjs';
import { call, invalid, problem } from './server.mjs';

/** ADA and OTHER find each other. */
export async function seeks({ token }, other) {
    const json = { rules: { game: 'base' }, clock: { turn: 86400 }, players: { min: 2, max: 2 }, shared_hours: 2 };
    const key = { 'idempotency-key': 'one-seek' };
    const { body: made } = await call('POST', '/v1/seeks', { token, json, headers: key, want: 201 });
    const again = await call('POST', '/v1/seeks', { token, json, headers: key, want: 201 });
    report('the same key makes one seek', again.body.id === made.id ? [] : ['it made two']);
    await call('GET', '/v1/seeks', { want: 200 });
    await call('GET', '/v1/seeks?mine=true&limit=1', { token, want: 200 });
    await problem('GET', '/v1/seeks?mine=true', {}, 401, 'unauthenticated');
    await problem('POST', '/v1/seeks', { json }, 401, 'unauthenticated');
    await invalid('POST', '/v1/seeks', { token, json: { ...json, players: { min: 3, max: 2 } } }, '/players/max');
    await invalid('POST', '/v1/seeks', { token, json: { ...json, shared_hours: 25 } }, '/shared_hours');
    const { body: found } = await call('POST', '/v1/seeks', { token: other.token, json: { ...json, rating_window: 200 }, want: 201 });
    report('two who look for the same find a game', found.game ? [] : [JSON.stringify(found)]);
    await problem('DELETE', `/v1/seeks/${made.id}`, { token }, 404, 'not-found');
    const { body: more } = await call('POST', '/v1/seeks', { token, json, want: 201 });
    await call('DELETE', `/v1/seeks/${more.id}`, { token, want: 204 });
}
