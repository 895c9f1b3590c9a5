// SPDX-License-Identifier: AGPL-3.0-or-later
// Third-party programs are authorized, listed and revoked in a browser, whose own rules for forms and redirects matter.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { pressTwice } from './forms.mjs';
import { accessible, fits, open, run } from './harness.mjs';

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** A program that listens on this machine for the browser's redirect. */
async function program() {
    const server = createServer((request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>back</title><h1>Back</h1>'));
    await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
    return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const asking = (app, redirect, scope) => `/oauth/authorize?${new URLSearchParams({
    response_type: 'code', client_id: app.client_id, redirect_uri: redirect, scope, state: 'mine', code_challenge: challenge, code_challenge_method: 'S256',
})}`;

const token = (t, fields) => fetch(`${t.server.base}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });

await run('apps', {
    'a program is let in, seen in the settings, and ended there': async (t) => {
        const maker = await t.server.account('apps maker');
        const ada = await t.server.account('apps ada');
        const app = await maker.ask('POST', '/v1/apps', { name: 'Chess <i>& co</i>', about: 'Plays for you.', redirects: ['http://127.0.0.1/back'] });
        const back = await program();
        t.plays.push(back.origin);
        const page = await open(t, '/settings/apps', { account: ada });
        await page.getByText('You have let in no program.').waitFor();

        await page.goto(asking(app, `${back.origin}/back`, 'game:read account:write'));
        await page.getByRole('heading', { name: 'Let Chess <i>& co</i> in?' }).waitFor();
        await accessible(t, page, 'the page that asks');
        await fits(t, page, 'the page that asks');
        t.ok('it says by whom', (await page.locator('main').innerText()).includes('by apps maker'));
        await page.getByRole('button', { name: 'No', exact: true }).click();
        await page.waitForURL(/error=access_denied/);
        await page.goto(asking(app, `${back.origin}/back`, 'game:read'));
        await page.getByRole('button', { name: 'Let it in' }).click();
        await page.waitForURL(/\/back\?/);
        const came = new URL(page.url());
        t.equal('the state comes back, and who says so', [came.searchParams.get('state'), came.searchParams.get('iss')], ['mine', t.server.base]);
        const redeemed = await token(t, { grant_type: 'authorization_code', client_id: app.client_id, code: came.searchParams.get('code'), redirect_uri: `${back.origin}/back`, code_verifier: verifier });
        const { access_token: access } = await redeemed.json();
        t.equal('the program is in', (await t.server.ask('GET', '/v1/me', { token: access })).name, 'apps ada');

        await page.goto('/settings/apps');
        const row = page.locator('[data-list=apps] li');
        await row.getByText('by apps maker').waitFor();
        await accessible(t, page, 'programs in the settings');
        await pressTwice(page, 'end-grant');
        await page.getByText('You have let in no program.').waitFor();
        await t.server.ask('GET', '/v1/me', { token: access, want: 401 });
        back.close();
    },
    'letters are typed, after signing in': async (t) => {
        const maker = await t.server.account('letters maker');
        const ada = await t.server.account('letters ada');
        const app = await maker.ask('POST', '/v1/apps', { name: 'A chat' });
        const begun = await fetch(`${t.server.base}/oauth/device`, { method: 'POST', body: new URLSearchParams({ client_id: app.client_id, scope: 'game:play' }) });
        const device = await begun.json();
        const page = await open(t, '/link');
        t.ok('signing in comes first', page.url().endsWith('/sign-in?to=%2Flink'));
        await page.getByRole('tab', { name: 'By key' }).click();
        await page.locator('input[name=token]').fill(ada.token);
        await page.locator('input[name=token]').press('Enter');
        await page.getByLabel('Code').fill('bcdf ghjk');
        await page.getByRole('button', { name: 'Go on' }).click();
        await page.getByText('No program waits with this code.').waitFor();
        await accessible(t, page, 'a wrong code');
        await page.getByLabel('Code').fill(device.user_code.toLowerCase().replace('-', ' '));
        await page.getByRole('button', { name: 'Go on' }).click();
        await page.getByRole('heading', { name: 'Let A chat in?' }).waitFor();
        await accessible(t, page, 'a device that asks');
        await page.getByRole('button', { name: 'Let it in' }).click();
        await page.getByRole('heading', { name: 'It is let in' }).waitFor();
        const polled = await token(t, { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: app.client_id, device_code: device.device_code });
        t.equal('the device is in', (await polled.json()).scope, 'game:play');
        await page.getByRole('link', { name: 'Programs that I have let in' }).click();
        await page.locator('[data-list=apps] li').getByText('A chat').waitFor();
    },
});
