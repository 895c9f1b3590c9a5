// SPDX-License-Identifier: AGPL-3.0-or-later
// Third-party programs against the description: OAuth's addresses, its pages, apps and grants.
import { createHash } from 'node:crypto';
import { report } from './count.mjs';
import { call, invalid, problem } from './server.mjs';

const verifier = 'x'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirect = 'https://chess.example.org/back';
const form = (fields) => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, raw: new URLSearchParams(fields).toString() });

/** Sends a form from this server's own page. */
const fromPage = (cookie, path, fields, want) => call('POST', path, {
    ...form(fields), headers: { ...form(fields).headers, cookie, 'sec-fetch-site': 'same-origin' }, want,
});

async function byCode(client_id, cookie) {
    const asked = { response_type: 'code', client_id, redirect_uri: redirect, scope: 'game:read', state: 's', code_challenge: challenge, code_challenge_method: 'S256' };
    const address = (changes) => `/oauth/authorize?${new URLSearchParams({ ...asked, ...changes })}`;
    await call('GET', address(), { headers: { cookie }, want: 200 });
    await call('GET', address(), { want: 303 });
    await call('GET', address({ scope: 'all' }), { headers: { cookie }, want: 303 });
    await call('GET', address({ client_id: 'nothing' }), { headers: { cookie }, want: 400 });
    await invalid('GET', address({ state: 'x'.repeat(1025) }), {}, 'state');
    await fromPage(cookie, '/oauth/authorize', { ...asked, redirect_uri: 'https://other.example.org/' }, 400);
    await problem('POST', '/oauth/authorize', { ...form(asked), headers: { ...form(asked).headers, cookie } }, 401, 'unauthenticated');
    const sent = await fromPage(cookie, '/oauth/authorize', { ...asked, answer: 'allow' }, 303);
    const code = new URL(sent.headers.get('location')).searchParams.get('code');
    const given = { grant_type: 'authorization_code', client_id, code, redirect_uri: redirect, code_verifier: verifier };
    await call('POST', '/oauth/token', { ...form({ ...given, code_verifier: 'y'.repeat(43) }), want: 400 });
    await call('POST', '/oauth/token', { ...form({ ...given, grant_type: 'password' }), want: 400 });
    await call('POST', '/oauth/token', { json: given, want: 400 });
    return (await call('POST', '/oauth/token', { ...form(given), want: 200 })).body;
}

async function byDevice(client_id, cookie) {
    const { body } = await call('POST', '/oauth/device', { ...form({ client_id, scope: 'game:read' }), want: 200 });
    const given = form({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id, device_code: body.device_code });
    await call('POST', '/oauth/device', { ...form({ client_id }), want: 400 });
    await call('POST', '/oauth/token', { ...given, want: 400 });
    await call('GET', '/link', { headers: { cookie }, want: 200 });
    await call('GET', '/link?user_code=BCDF', { want: 303 });
    await fromPage(cookie, '/link', { user_code: 'BCDFGHJK' }, 404);
    await fromPage(cookie, '/link', { user_code: body.user_code }, 200);
    await fromPage(cookie, '/link', { user_code: body.user_code, answer: 'allow' }, 200);
    await call('POST', '/oauth/token', { ...given, want: 200 });
}

/** ADA creates an app, GRACE authorizes it; returns the names of another app, for more requests. */
export async function apps({ token }, grace) {
    await call('GET', '/.well-known/oauth-authorization-server', { want: 200 });
    const key = { 'idempotency-key': 'one-app' };
    const json = { name: 'Chess', about: 'Plays chess, too.', redirects: [redirect, 'http://127.0.0.1/back'] };
    const { body: app } = await call('POST', '/v1/apps', { token, json, headers: key, want: 201 });
    const again = await call('POST', '/v1/apps', { token, json, headers: key, want: 201 });
    report('the same key makes one app', again.body.client_id === app.client_id ? [] : ['it made two']);
    await invalid('POST', '/v1/apps', { token, json: { ...json, redirects: ['http://chess.example.org/'] } }, '/redirects/0');
    await call('GET', '/v1/apps', { token, want: 200 });
    await call('GET', `/v1/apps/${app.client_id}`, { token, want: 200 });
    await problem('GET', `/v1/apps/${app.client_id}`, { token: grace.token }, 404, 'not-found');

    const signedIn = await call('POST', '/v1/session', { token: grace.token, want: 204 });
    const cookie = signedIn.headers.get('set-cookie').split(';')[0];
    const tokens = await byCode(app.client_id, cookie);
    const { body: refreshed } = await call('POST', '/oauth/token', { ...form({ grant_type: 'refresh_token', client_id: app.client_id, refresh_token: tokens.refresh_token }), want: 200 });
    await problem('GET', '/v1/me/grants', { token: refreshed.access_token }, 403, 'forbidden');
    await call('POST', '/oauth/revoke', { ...form({ client_id: app.client_id, token: refreshed.access_token }), want: 200 });
    await call('POST', '/oauth/revoke', { ...form({ client_id: 'nothing', token: 'x' }), want: 400 });
    await byDevice(app.client_id, cookie);
    const { body: grants } = await call('GET', '/v1/me/grants', { token: grace.token, want: 200 });
    report('one grant is left', grants.items.length === 1 ? [] : [JSON.stringify(grants)]);
    await call('DELETE', `/v1/me/grants/${grants.items[0].id}`, { token: grace.token, want: 204 });
    await problem('DELETE', `/v1/me/grants/${grants.items[0].id}`, { token: grace.token }, 404, 'not-found');
    const hook = `/v1/apps/${app.client_id}/webhook`;
    const url = 'https://hooks.invalid/hexpost';
    const { body: made } = await call('PUT', hook, { token, json: { url, events: ['game.talk'] }, want: 200 });
    const { body: changed } = await call('PUT', hook, { token, json: { url: `${url}/2` }, want: 200 });
    report('an app has one webhook', made.id === changed.id && made.secret && !changed.secret && changed.app === app.client_id && changed.events.length > 1 ? [] : [JSON.stringify(changed)]);
    await invalid('PUT', hook, { token, json: { url: 'http://hooks.invalid/' } }, '/url');
    await problem('PUT', hook, { token: grace.token, json: { url } }, 404, 'not-found');
    await call('GET', `/v1/webhooks/${made.id}`, { token, want: 200 });
    await call('DELETE', `/v1/apps/${app.client_id}`, { token, want: 204 });
    await problem('GET', `/v1/webhooks/${made.id}`, { token }, 404, 'not-found');
    await problem('DELETE', `/v1/apps/${app.client_id}`, { token }, 404, 'not-found');
    await call('DELETE', '/v1/session', { headers: { cookie, 'sec-fetch-site': 'same-origin' }, want: 204 });
    const { body: { client_id } } = await call('POST', '/v1/apps', { token, json, want: 201 });
    return { client_id };
}
