// SPDX-License-Identifier: AGPL-3.0-or-later
// Clubs against the description: making, entering, roles, what is made for them, and the end.
import { report } from './count.mjs';
import { call, invalid, problem } from './server.mjs';

/** ADA declares a group, and OTHER agrees to it. */
export async function groups({ token }, { token: other, name }) {
    const { body: made } = await call('POST', '/v1/groups', { token, json: { kind: 'household' }, want: 201 });
    const at = `/v1/groups/${made.items[0].id}`;
    await call('PUT', `${at}/members/${name}`, { token, want: 200 });
    await call('DELETE', `${at}/members/${name}`, { token, want: 204 });
    await problem('POST', `${at}/join`, { token: other }, 404, 'not-found');
    await call('PUT', `${at}/members/${name}`, { token, want: 200 });
    await call('POST', `${at}/join`, { token: other, want: 200 });
    await call('GET', '/v1/me/groups', { token: other, want: 200 });
    await call('PUT', '/v1/me/hosting', { token, json: { least_finished: 50 }, want: 200 });
    await call('GET', '/v1/me/hosting', { token, want: 200 });
    await call('GET', `/v1/accounts/${name}`, { want: 200 });
    const seats = [{ account: 'me' }, { account: name }, { open: true }];
    const { body: game } = await call('POST', '/v1/games', { token, json: { rules: { game: 'base', players: 3 }, seats }, want: 201 });
    const { body: known } = await call('GET', `/v1/games/${game.id}/groups`, { want: 200 });
    report('a game says whose players know one another', known.items[0]?.seats.length === 2 ? [] : [JSON.stringify(known)]);
    await call('POST', `${at}/leave`, { token: other, want: 204 });
}

/** ADA makes a club, and OTHER comes in by each of the ways. */
export async function clubs({ token }, { token: other, name }) {
    const json = { name: 'Night Owls', about: 'We play at night.' };
    const { body: made } = await call('POST', '/v1/clubs', { token, json, headers: { 'idempotency-key': 'one-club' }, want: 201 });
    const again = await call('POST', '/v1/clubs', { token, json, headers: { 'idempotency-key': 'one-club' }, want: 201 });
    report('the same key makes one club', again.body.id === made.id ? [] : ['it made two']);
    const at = `/v1/clubs/${made.id}`;
    await call('GET', '/v1/clubs', { want: 200 });
    await call('GET', '/v1/clubs?mine=true&limit=1', { token, want: 200 });
    await call('GET', at, { want: 200 });
    await problem('GET', '/v1/clubs?mine=true', {}, 401, 'unauthenticated');
    await invalid('POST', '/v1/clubs', { token, json: { name: 'night owls' } }, '/name');
    await call('POST', `${at}/join`, { token: other, want: 200 });
    await problem('POST', `${at}/join`, { token: other }, 409, 'conflict');
    await call('PUT', `${at}/members/${name}`, { token, json: { role: 'member' }, want: 200 });
    await problem('PUT', `${at}/members/${name}`, { token: other, json: { role: 'organiser' } }, 403, 'forbidden');
    await call('GET', `${at}/members`, { token, want: 200 });
    await call('PATCH', at, { token, json: { open: true }, want: 200 });
    await call('PUT', `${at}/channel`, { token, json: { kind: 'slack_webhook', url: 'https://hooks.slack.com/services/T0/B0/x' }, want: 200 });
    await call('GET', `${at}/channel`, { token, want: 200 });
    await call('DELETE', `${at}/channel`, { token, want: 204 });
    await problem('GET', `${at}/channel`, { token }, 404, 'not-found');
    const { body: game } = await call('POST', '/v1/games', { token, json: { rules: { game: 'base', players: 3 }, club: made.id }, want: 201 });
    report("a club's game is private", game.visibility === 'private' && game.club === made.id ? [] : [JSON.stringify(game)]);
    await call('GET', `/v1/games?club=${made.id}`, { token: other, want: 200 });
    await call('GET', `/v1/tournaments?club=${made.id}`, { token: other, want: 200 });
    await call('GET', `/v1/ratings/base?club=${made.id}`, { want: 200 });
    await call('DELETE', `${at}/members/${name}`, { token, want: 204 });
    await problem('POST', `${at}/join`, { token: other }, 403, 'forbidden');
    await call('PUT', `${at}/members/${name}`, { token, json: { role: 'member' }, want: 200 });
    await call('POST', `${at}/join`, { token: other, want: 200 });
    await call('POST', `${at}/leave`, { token: other, want: 204 });
    await call('DELETE', at, { token, want: 204 });
    await problem('GET', at, { token }, 404, 'not-found');
}
