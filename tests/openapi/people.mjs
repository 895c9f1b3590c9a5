// SPDX-License-Identifier: AGPL-3.0-or-later
// People against the description: what is noted about them, watched games, and seats kept by name.
import { report } from './count.mjs';
import { call, invalid, problem } from './server.mjs';

/** ADA notes something about OTHER, and invites them. */
export async function people({ token }, other) {
    const path = `/v1/me/people/${other.name}`;
    await call('PUT', path, { token, json: { follow: true, note: 'Plays at night' }, want: 200 });
    await invalid('PUT', path, { token, json: { follow: 1 } }, '/follow');
    await problem('PUT', '/v1/me/people/ada', { token, json: {} }, 409, 'conflict');
    await problem('PUT', '/v1/me/people/nobody-so-called', { token, json: {} }, 404, 'not-found');
    await problem('GET', '/v1/me/people', {}, 401, 'unauthenticated');
    for (const relation of ['any', 'follow', 'avoid', 'block', 'played']) await call('GET', `/v1/me/people?relation=${relation}`, { token, want: 200 });
    await invalid('GET', '/v1/me/people?relation=friend', { token }, 'relation');
    const { body: made } = await call('POST', '/v1/games', { token, json: { rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, { account: other.name }, { open: true }] }, want: 201 });
    report('a seat is kept by name', made.seats[1].kind === 'invited' && made.seats[1].account === other.name ? [] : [JSON.stringify(made.seats[1])]);
    await invalid('POST', '/v1/games', { token, json: { rules: { game: 'base' }, seats: [{ account: 'me' }, { account: 'nobody-so-called' }, { open: true }, { open: true }] } }, '/seats/1/account');
    const watch = `/v1/games/${made.id}/watch`;
    await call('PUT', watch, { token: other.token, want: 204 });
    await call('GET', watch, { token: other.token, want: 200 });
    await problem('GET', watch, {}, 401, 'unauthenticated');
    const { body: watched } = await call('GET', '/v1/games?watched=true', { token: other.token, want: 200 });
    report('a watched game is listed', watched.items.some(({ id }) => id === made.id) ? [] : ['it is not']);
    await call('GET', '/v1/games?followed=true', { token, want: 200 });
    await call('DELETE', watch, { token: other.token, want: 204 });
    await call('GET', path, { token, want: 200 });
    await call('DELETE', path, { token, want: 204 });
}
