// SPDX-License-Identifier: AGPL-3.0-or-later
// Settings of a browser and of an account, made through the page and checked in the interface.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Receiver } from '../post/receiver.mjs';
import { date, field, press, pressTwice } from './forms.mjs';
import { accessible, fits, mails, open, run, until } from './harness.mjs';
import { ui } from './ui.mjs';

const dayMs = 86400000;
const receiver = await new Receiver().start();
const parts = ['look', 'account', 'mail', 'calendar', 'push', 'chats', 'webhooks', 'tokens', 'apps'];

const settled = (page) => page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));

/** Waits for the code in the latest mail to an address. */
async function mailedCode(page, address) {
    for (;;) {
        for (const file of readdirSync(mails).filter((name) => name.endsWith('.eml'))) {
            const text = readFileSync(join(mails, file), 'utf8').replaceAll('=\r\n', '');
            const found = text.includes(`To: ${address}`) && /\/mail\/([a-z0-9]{20,})/.exec(text);
            if (found) return found[1];
        }
        // Uses the page's timer: no event reports a new file.
        await page.evaluate(() => new Promise((done) => { setTimeout(done, 50); }));
    }
}

await run('settings', {
    'every part can be read by everybody': async (t) => {
        const ada = await t.server.account('parts ada', 'parts@example.org');
        await ada.ask('PUT', '/v1/me/calendar', { zone: 'Europe/Berlin', quiet: { from: '22:00', to: '07:00' }, vacations: [{ from: date(30), to: date(44) }] });
        await ada.ask('POST', '/v1/me/webhooks', { url: receiver.url('/ok') });
        const ways = [['in the light', {}], ['in the dark', { dark: true }], ['at 320 px in German', { width: 320, height: 640, language: 'de', touch: true }]];
        for (const [way, options] of ways) {
            const page = await open(t, '/settings', { account: ada, ...options });
            for (const part of parts) {
                await page.locator(`main nav a[href="/settings/${part}"]`).click();
                await page.waitForURL(`**/settings/${part}`);
                await settled(page);
                if (part === 'webhooks') await press(page, 'deliveries');
                if (part === 'chats') {
                    await press(page, 'chat-code');
                    await page.locator(ui.how).waitFor();
                }
                await settled(page);
                // The title follows the heading a moment later.
                const titled = page.waitForFunction((heading) => document.title.startsWith(document.querySelector(heading)?.innerText ?? '?'), `${ui.settings} > h2`);
                t.ok(`the title of ${part}`, await titled.then(() => true, () => false));
                await accessible(t, page, `${part} ${way}`);
                await fits(t, page, `${part} ${way}`);
            }
            await t.leave(page);
        }
    },
    'how the page looks': async (t) => {
        const page = await open(t, '/settings/look');
        await page.getByLabel('Colors').selectOption('dark');
        t.equal('dark', await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
        const sea = () => page.locator('.look-board').evaluate((row) => getComputedStyle(row).backgroundColor);
        const island = await sea();
        await page.getByLabel('Board and pieces').selectOption('clear');
        t.ok('the board has other colors', (await sea()) !== island);
        await page.getByLabel('Confirm moves').uncheck();
        await page.getByLabel('Language').selectOption('de');
        await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
        t.equal('the page says its language', await page.evaluate(() => document.documentElement.lang), 'de');
        await page.reload();
        await page.getByRole('heading', { name: 'Aussehen' }).waitFor();
        t.equal('still dark', await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
        t.equal('still the other board', await page.evaluate(() => document.documentElement.dataset.board), 'clear');
        t.ok('still not asking', !(await page.getByLabel('Vor Zügen nachfragen').isChecked()));
        await page.goto('/settings/mail');
        t.ok('the rest is for who is signed in', (await page.locator(`${ui.settings} a[href*=sign-in]`).getAttribute('href')).includes('sign-in'));
        await page.goto('/settings/nothing');
        await page.getByRole('heading', { name: 'Diese Seite gibt es nicht.' }).waitFor();
    },
    'mails speak the language of the page': async (t) => {
        const ada = await t.server.account('language ada');
        const page = await open(t, '/settings/look', { account: ada });
        t.equal('at first that of the browser', (await ada.ask('GET', '/v1/me')).language, 'en');
        const told = page.waitForResponse((response) => response.url().endsWith('/v1/me') && response.request().method() === 'PATCH');
        await page.getByLabel('Language').selectOption('de');
        await told;
        t.equal('then the one chosen', (await ada.ask('GET', '/v1/me')).language, 'de');
    },
    'an address is given, confirmed and given up': async (t) => {
        const ada = await t.server.account('mail ada');
        const box = () => ada.ask('GET', '/v1/me/mail');
        const page = await open(t, '/settings/mail', { account: ada });
        const status = page.locator(`${ui.settings} [role=status]`);
        await field(page, 'address').fill('nobody at nowhere');
        await press(page, 'save-address');
        await page.locator('input[name=address][aria-invalid=true]').waitFor();
        await field(page, 'address').fill('ada.mail@example.org');
        await press(page, 'save-address');
        await status.getByText('sent a confirmation').waitFor();
        await field(page, 'confirm-code').fill('aaaaaaaaaaaaaaaaaaaaaaaaaa');
        await page.getByRole('button', { name: 'Confirm', exact: true }).click();
        await page.locator('input[name=confirm-code][aria-invalid=true]').waitFor();
        await accessible(t, page, 'an address that waits');
        await field(page, 'confirm-code').fill(`${t.server.base}/mail/${await mailedCode(page, 'ada.mail@example.org')}`);
        await page.getByRole('button', { name: 'Confirm', exact: true }).click();
        await status.getByText('Email goes to').waitFor();
        t.ok('confirmed', (await box()).confirmed);

        await page.getByLabel('When it’s my turn').selectOption('daily');
        await field(page, 'daily_at').fill('06:45');
        await field(page, 'daily_at').blur();
        await page.getByLabel('Messages in my games').uncheck();
        const told = page.waitForResponse((response) => response.url().endsWith('/v1/me') && response.request().method() === 'PATCH');
        await page.getByLabel('Language of mails').selectOption('de');
        t.equal('mails are in German', (await (await told).json()).language, 'de');
        await until(async () => {
            const now = await box();
            return now.mode === 'daily' && now.daily_at === '06:45' && !now.talk && now.reminders;
        });
        await press(page, 'unsubscribe');
        await page.getByText('You won’t get any more email about games.').waitFor();
        t.equal('nothing comes any more', [(await box()).mode, (await box()).reminders, (await box()).game_over], ['off', false, false]);
        await page.route('**/v1/me/mail', async (route) => {
            const response = await route.fetch();
            return route.fulfill({ response, json: { ...(await response.json()), bounced: { at: '2026-03-01T09:30:00.000Z', detail: '550 no such mailbox' } } });
        });
        await page.reload();
        await status.getByText('550 no such mailbox').waitFor();
        t.ok('it can be asked again', (await page.locator('[data-do=save-address]').innerText()).includes('Resend'));
        await page.unrouteAll();
        await page.reload();
        await pressTwice(page, 'give-up');
        await status.getByText('You haven’t given an address').waitFor();
        t.equal('forgotten', (await box()).address, null);
    },
    'quiet hours, weekends and vacations': async (t) => {
        const ada = await t.server.account('calendar ada');
        const calendar = () => ada.ask('GET', '/v1/me/calendar');
        const page = await open(t, '/settings/calendar', { account: ada, phone: true });
        await page.getByLabel('Region').selectOption('Europe');
        await page.getByLabel('Time zone').selectOption('Europe/Berlin');
        await page.getByLabel('Quiet hours').check();
        await field(page, 'from').fill('08:00');
        await field(page, 'to').fill('23:00');
        await page.getByText('Between a minute and 14 hours.').waitFor();
        t.ok('fifteen hours are not sent', await page.locator('[data-do=save-hours]').isDisabled());
        await field(page, 'from').fill('21:30');
        await field(page, 'to').fill('06:00');
        await page.getByLabel('No play on Saturdays').check();
        await press(page, 'save-hours');
        await page.locator(ui.meaning).getByText('from 21:30 to 06:00 (Europe/Berlin)').waitFor();
        t.equal('stored', await calendar(), { zone: 'Europe/Berlin', quiet: { from: '21:30', to: '06:00' }, weekends_free: true, vacations: [] });

        const add = async (first, last) => {
            await field(page, 'first').fill(first);
            await field(page, 'last').fill(last);
            await press(page, 'add-vacation');
        };
        await add(date(20), date(29));
        await page.locator('[data-list=vacations] li').waitFor();
        await add(date(25), date(30));
        await page.getByText('Overlaps with your vacation').waitFor();
        await accessible(t, page, 'a vacation refused');
        // Longer than two years' allowances, wherever the year ends.
        await add(date(30), date(110));
        await page.getByText(/more than 35 days/).waitFor();
        await add(date(30), date(32));
        await until(async () => (await calendar()).vacations[0].to === date(32));
        t.equal('what touches is one', (await calendar()).vacations, [{ from: date(20), to: date(32) }]);
        await press(page, 'remove-vacation');
        await page.getByText('None entered.').waitFor();
        t.equal('gone', (await calendar()).vacations, []);
        for (const to of ['06:10', '06:20', '06:30', '06:40']) {
            await field(page, 'to').fill(to);
            await page.locator('[data-do=save-hours]:not([disabled])').click();
            await page.locator(`${ui.meaning}, ${ui.toast}`).getByText(new RegExp(`to ${to}|three times in thirty days`)).first().waitFor();
        }
        t.equal('three changes a month', (await calendar()).quiet.to, '06:30');
    },
    'a token is made, used and taken back': async (t) => {
        const ada = await t.server.account('token ada');
        const page = await open(t, '/settings/tokens', { account: ada });
        const browser = page.locator('[data-list=devices] li', { hasText: 'this browser' });
        await browser.waitFor();
        await field(page, 'name').fill('my bot');
        await page.getByLabel('play', { exact: true }).uncheck();
        await page.getByLabel('Ends').selectOption('month');
        await press(page, 'create-token');
        const token = await page.getByLabel('Your new key').inputValue();
        await accessible(t, page, 'a token shown');
        const { items } = await ada.ask('GET', '/v1/me/tokens');
        const made = items.find(({ name }) => name === 'my bot');
        t.equal('what it may do', made.scopes, ['game:read']);
        t.ok('it ends', Math.abs(Date.parse(made.expires_at) - Date.now() - 30 * dayMs) < 60000);
        t.equal('it is good', (await t.server.ask('GET', '/v1/me', { token })).name, ada.name);
        const row = page.locator('[data-token="my bot"]');
        await row.locator('[data-do=revoke]').click();
        await row.locator('[data-do=confirm]').click();
        await row.waitFor({ state: 'detached' });
        await t.server.ask('GET', '/v1/me', { token, want: 401 });

        for (let i = 0; i < 2; i++) await fetch(`${t.server.base}/v1/session`, { method: 'POST', headers: { Authorization: `Bearer ${ada.token}`, 'User-Agent': 'Mozilla/5.0 (Android 14; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0' } });
        await page.reload();
        await page.locator('[data-list=devices] li', { hasText: 'Firefox on Android' }).first().waitFor();
        await pressTwice(page, 'revoke-others');
        await page.locator('[data-do=confirm]').waitFor({ state: 'detached' });
        t.equal('this browser and the first token', (await ada.ask('GET', '/v1/me/tokens')).items.length, 2);

        await browser.locator('[data-do=revoke]').click();
        await browser.locator('[data-do=confirm]').click();
        await page.waitForURL(`${t.server.base}/`);
        t.equal('signed out', await page.evaluate(async () => (await fetch('/v1/me')).status), 401);
    },
    'a webhook is made, tried, changed and deleted': async (t) => {
        const ada = await t.server.account('hook ada');
        const page = await open(t, '/settings/webhooks', { account: ada });
        await field(page, 'url').fill('ftp://example.org/x');
        await press(page, 'create-webhook');
        await page.getByText('An https address on the public internet is needed').waitFor();
        await field(page, 'url').fill(receiver.url('/ok/page'));
        await page.getByLabel('A game starts').uncheck();
        await press(page, 'create-webhook');
        const secret = await page.getByLabel('Secret').inputValue();
        t.ok('the secret is shown', secret.startsWith('whsec_'));
        const hook = page.locator('[data-webhook]');
        await hook.waitFor();
        const get = async () => (await ada.ask('GET', '/v1/me/webhooks')).items[0];
        t.equal('its kinds of messages', (await get()).events, ['game.turn', 'game.reminder', 'game.over']);

        await press(page, 'test-webhook');
        const message = await receiver.wait('a test', ({ path }) => path === '/ok/page');
        t.ok('signed', Boolean(message.headers['webhook-signature']));
        await hook.locator('tr[data-type="webhook.test"][data-state=sent]').waitFor();
        await accessible(t, page, 'a delivery');
        await press(page, 'redeliver');
        await receiver.wait('the test again', ({ path, number }) => path === '/ok/page' && number === 2);
        await hook.locator('tr[data-state=sent]').waitFor();

        await pressTwice(page, 'rotate');
        await page.waitForFunction(([copy, old]) => document.querySelector(`${copy} input`).value !== old, [ui.copy, secret]);
        await press(page, 'change-webhook');
        await hook.locator('input[name=url]').fill(receiver.url('/ok/other'));
        await press(page, 'save-webhook');
        await hook.getByText('/ok/other').waitFor();
        await press(page, 'toggle-webhook');
        await hook.getByText('Switched off').waitFor();
        t.ok('off', !(await get()).enabled);
        await press(page, 'toggle-webhook');
        await hook.getByText('On.').waitFor();
        await pressTwice(page, 'delete-webhook');
        await hook.waitFor({ state: 'detached' });
        t.equal('none', await get(), undefined);
    },
    'a chat is linked and unlinked': async (t) => {
        const ada = await t.server.account('chat ada');
        const page = await open(t, '/settings/chats', { account: ada });
        await press(page, 'chat-code');
        const code = await page.getByLabel('Your code').inputValue();
        t.ok('a command for each platform', (await page.locator(`${ui.how} code`).allInnerTexts()).every((command) => command.endsWith(code)));
        const update = { update_id: 1, message: { message_id: 1, date: 1, chat: { id: 5, type: 'private' }, from: { id: 5, is_bot: false, first_name: 'Ada' }, text: `/link ${code}` } };
        const response = await fetch(`${t.server.base}/chat/telegram`, { method: 'POST', headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': 'knock' }, body: JSON.stringify(update) });
        t.equal('the platform knocked', response.status, 200);
        const row = page.locator('[data-platform=telegram]');
        await row.waitFor();
        await pressTwice(page, 'unlink');
        await row.waitFor({ state: 'detached' });
        t.equal('nobody', (await ada.ask('GET', '/v1/me/chats')).items, []);
    },
    'who came by a mail is told why nothing can be changed': async (t) => {
        const ada = await t.server.account('link ada', 'link@example.org');
        await ada.ask('POST', '/v1/me/mail/confirm', { code: await mailedCode(await open(t, '/about'), 'link@example.org') });
        const { token } = await ada.ask('POST', '/v1/me/tokens', { name: 'as from a mail', scopes: ['game:read', 'game:play', 'game:create'] });
        const page = await open(t, '/settings/webhooks', { account: { token } });
        await page.getByRole('heading', { name: 'You came by a link from an email' }).waitFor();
        await accessible(t, page, 'a session from a mail');
        await press(page, 'mail-sign-in');
        await page.getByText('On its way to link@example.org').waitFor();
        await page.goto('/settings/calendar');
        await press(page, 'save-hours');
        await page.locator(ui.toast).getByText('Sign in fully').waitFor();
    },
    'all games to take along, and the account deleted': async (t) => {
        const ada = await t.server.account('gone ada');
        const page = await open(t, '/settings/account', { account: ada });
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download all' }).click()]);
        t.equal('a file', download.suggestedFilename(), 'hexpost-games.ndjson');
        t.ok('not by accident', await page.locator('[data-do=delete-account]').isDisabled());
        await page.getByLabel('To continue, type your name').fill('gone ada');
        await press(page, 'delete-account');
        await page.getByText('Your account has been deleted.').waitFor();
        await ada.ask('GET', '/v1/me', undefined, 401);
        await page.reload();
        t.equal('others see the page again', await page.evaluate(async () => (await fetch('/v1/games')).status), 200);
    },
}, { share: 4, settings: { HEXPOST_HOOK_ALLOW: '127.0.0.1', HEXPOST_TELEGRAM_TOKEN: '1:a', HEXPOST_TELEGRAM_SECRET: 'knock', HEXPOST_TELEGRAM_API: receiver.url('/ok') } });
receiver.stop();
