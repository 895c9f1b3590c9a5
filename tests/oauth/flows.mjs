// SPDX-License-Identifier: AGPL-3.0-or-later
// oauth4webapi, which checks servers against the RFCs, goes through both flows; fetch plays the browser.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { mkdtempSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { finish, report } from '../openapi/count.mjs';
import { forget, serve } from '../support/serving.mjs';

const tools = createRequire(new URL('../tools/package.json', import.meta.url));
const oauth = await import(pathToFileURL(tools.resolve('oauth4webapi')).href);

const folder = mkdtempSync(join(tmpdir(), 'hexpost-oauth-'));
const database = join(folder, 'oauth.db');
forget(database);
// Several servers share a database on PostgreSQL only.
const several = process.argv.includes('several');
const server = await serve({ database });
const servers = several ? [server, await serve({ database })] : [server];
const insecure = { [oauth.allowInsecureRequests]: true };
const redirect = 'http://127.0.0.1:49152/back';
const that = (name, holds, said = '') => report(name, holds ? [] : [`it does not hold: ${JSON.stringify(said)}`]);

async function ask(method, path, { token, json, form, cookie, want }) {
    const response = await fetch(server.base + path, {
        method,
        redirect: 'manual',
        headers: {
            ...(token && { authorization: `Bearer ${token}` }),
            ...(json && { 'content-type': 'application/json' }),
            ...(cookie && { cookie, 'sec-fetch-site': 'same-origin' }),
        },
        body: json ? JSON.stringify(json) : form && new URLSearchParams(form),
    });
    const text = await response.text();
    that(`${method} ${path} answers ${want}`, response.status === want, `${response.status} ${text.slice(0, 400)}`);
    return { headers: response.headers, text, body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null };
}

async function signUp(name) {
    const { body } = await ask('POST', '/v1/accounts', { json: { name }, want: 201 });
    const signedIn = await ask('POST', '/v1/session', { token: body.token, want: 204 });
    return { token: body.token, cookie: signedIn.headers.get('set-cookie').split(';')[0] };
}

/** The fields of a page's form, as a browser would send them. */
const fieldsOf = (page) => Object.fromEntries([...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    .map(([, name, value]) => [name, value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")]));

const nameOf = async (access) => (await ask('GET', '/v1/me', { token: access, want: 200 })).body.name;

/** Whether the library throws an error with this code of OAuth's. */
async function fails(name, code, doing) {
    try {
        await doing();
        that(name, false, 'nothing was thrown');
    } catch (error) {
        that(name, error.error === code, error.error ?? String(error));
    }
}

async function byCode(as, client, grace) {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(as.authorization_endpoint);
    url.search = new URLSearchParams({
        response_type: 'code', client_id: client.client_id, redirect_uri: redirect, scope: 'game:read game:play', state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
    });
    const page = await ask('GET', url.pathname + url.search, { cookie: grace.cookie, want: 200 });
    const sent = await ask('POST', '/oauth/authorize', { cookie: grace.cookie, form: { ...fieldsOf(page.text), answer: 'allow' }, want: 303 });
    const back = oauth.validateAuthResponse(as, client, new URL(sent.headers.get('location')), state);
    const redeem = () => oauth.authorizationCodeGrantRequest(as, client, oauth.None(), back, redirect, verifier, insecure);
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, await redeem());
    that('the tokens are of who has let it in', await nameOf(tokens.access_token) === 'grace');
    that('the scopes are those asked for', tokens.scope === 'game:read game:play', tokens.scope);

    const refreshed = await oauth.processRefreshTokenResponse(as, client, await oauth.refreshTokenGrantRequest(as, client, oauth.None(), tokens.refresh_token, insecure));
    that('a refreshed token works', await nameOf(refreshed.access_token) === 'grace');
    await ask('GET', '/v1/me', { token: tokens.access_token, want: 401 });
    await fails('a code is good once', 'invalid_grant', async () => oauth.processAuthorizationCodeResponse(as, client, await redeem()));
    await ask('GET', '/v1/me', { token: refreshed.access_token, want: 401 });
    await fails('its grant has ended', 'invalid_grant', async () => oauth.processRefreshTokenResponse(as, client, await oauth.refreshTokenGrantRequest(as, client, oauth.None(), refreshed.refresh_token, insecure)));
}

async function byDevice(as, client, grace) {
    const device = await oauth.processDeviceAuthorizationResponse(as, client, await oauth.deviceAuthorizationRequest(as, client, oauth.None(), { scope: 'game:read' }, insecure));
    const poll = async () => oauth.processDeviceCodeResponse(as, client, await oauth.deviceCodeGrantRequest(as, client, oauth.None(), device.device_code, insecure));
    await fails('a device waits', 'authorization_pending', poll);
    await fails('a device that asks at once is slowed down', 'slow_down', poll);
    const { pathname, search } = new URL(device.verification_uri_complete);
    const page = await ask('GET', pathname + search, { cookie: grace.cookie, want: 200 });
    that('the letters stand in the form', page.text.includes(`value="${device.user_code}"`), page.text);
    const asked = await ask('POST', pathname, { cookie: grace.cookie, form: { user_code: device.user_code }, want: 200 });
    await ask('POST', pathname, { cookie: grace.cookie, form: { ...fieldsOf(asked.text), answer: 'allow' }, want: 200 });
    const tokens = await poll();
    that('the device is in', await nameOf(tokens.access_token) === 'grace');
    await fails('a device code is good once', 'invalid_grant', poll);
    await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, oauth.None(), tokens.refresh_token, insecure));
    await ask('GET', '/v1/me', { token: tokens.access_token, want: 401 });
}

/** Sends one form twelve times at once, to the servers in turn: exactly one may get tokens. */
async function race(name, form) {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => fetch(`${servers[i % servers.length].base}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })));
    const statuses = answers.map(({ status }) => status);
    that(`one of twelve redeems ${name}, of ${servers.length}`, statuses.filter((status) => status === 200).length === 1 && statuses.every((status) => [200, 400].includes(status)), statuses);
}

/** The form that redeems a new code. */
async function codeForm(client, grace) {
    const verifier = oauth.generateRandomCodeVerifier();
    const form = {
        response_type: 'code', client_id: client.client_id, redirect_uri: redirect, scope: 'game:read', answer: 'allow',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
    };
    const sent = await ask('POST', '/oauth/authorize', { cookie: grace.cookie, form, want: 303 });
    const code = new URL(sent.headers.get('location')).searchParams.get('code');
    return { grant_type: 'authorization_code', client_id: client.client_id, code, redirect_uri: redirect, code_verifier: verifier };
}

/** If many requests use one code or one refresh token at once, only one gets tokens. */
async function once(client, grace) {
    await race('a code', await codeForm(client, grace));
    const { body: tokens } = await ask('POST', '/oauth/token', { form: await codeForm(client, grace), want: 200 });
    await race('a refresh token', { grant_type: 'refresh_token', client_id: client.client_id, refresh_token: tokens.refresh_token });
}

try {
    const issuer = new URL(server.base);
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }));
    const ada = await signUp('ada');
    const grace = await signUp('grace');
    const { body: app } = await ask('POST', '/v1/apps', { token: ada.token, json: { name: 'Chess', redirects: ['http://127.0.0.1/back'] }, want: 201 });
    const client = { client_id: app.client_id };
    if (!several) {
        await byCode(as, client, grace);
        await byDevice(as, client, grace);
    }
    await once(client, grace);
} catch (error) {
    report('the run came to its end', [error.stack]);
} finally {
    for (const one of servers) that('the server ends with 0', await one.end() === 0, one.said);
    rmSync(folder, { recursive: true, force: true });
}
finish();
