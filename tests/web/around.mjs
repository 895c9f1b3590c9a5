// SPDX-License-Identifier: AGPL-3.0-or-later
// Pages other than a game's: signing up and in, my games, the lobby, joining a game, people.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { press } from './forms.mjs';
import { made } from './games.mjs';
import { accessible, fits, mails, open, run, sound, until } from './harness.mjs';
import { inSight } from './inSight.mjs';
import { ui } from './ui.mjs';

const base = { game: 'base', players: 3 };
const bots = [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }];

/** Waits for a mail to ADDRESS whose subject contains SUBJECT, other than the one with the code SEEN: { path, code } of
 * its link. */
const mailed = (address, subject, seen = '') => until(() => {
    const texts = readdirSync(mails).filter((file) => !file.startsWith('.')).map((file) => readFileSync(join(mails, file), 'utf8'));
    const bodies = texts.filter((text) => text.includes(address) && text.includes(subject)).map((text) => text.replace(/=\r?\n/g, '').split(/\r?\n\r?\n/).slice(1).join('\n\n'));
    const found = bodies.map((body) => [/\/mail\/([a-z2-7]{26})/.exec(body)?.[1], /^ {2}(\d{6})$/m.exec(body)?.[1]]);
    const [code, digits] = found.find(([one]) => one !== undefined && one !== seen) ?? [];
    return code && { code, digits, path: `/mail/${code}` };
});

/** An account with a confirmed address. */
async function reachable(t, name) {
    const address = `${name.replace(/ /g, '-')}@example.org`;
    const account = await t.server.account(name, address);
    await account.ask('POST', '/v1/me/mail/confirm', { code: (await mailed(address, 'Is this your address')).code });
    return { ...account, address };
}

const signUp = (page) => page.locator(ui.signUp);

/** From the click on "Play now" until the board is shown. */
async function playNow(t, options = {}) {
    const page = await open(t, null, options);
    const refused = [];
    page.on('response', (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`));
    await page.goto('/');
    const began = Date.now();
    await page.locator('[data-do=play-now]').click();
    await page.locator(ui.board).waitFor();
    console.log(`    play now: ${Date.now() - began} ms until the board is there`);
    t.equal('nothing was refused', refused, []);
    return page;
}

await run('around', {
    'plays at once as a guest, and keeps the account': async (t) => {
        const page = await playNow(t, { width: 390, height: 844 });
        await page.waitForURL(/\/games\/\w+$/);
        const game = await page.evaluate(async () => (await fetch(`/v1${location.pathname}`)).json());
        t.equal('on the island for beginners, with bots', [game.board.layout, game.seats.map(({ kind }) => kind), game.status, game.visibility], ['beginner', ['human', 'bot', 'bot'], 'active', 'unlisted']);
        const name = game.seats[0].account;
        await page.goto('/');
        await page.locator(ui.guestNote).waitFor();
        await sound(t, page, 'the games of a guest');
        await page.locator(ui.menuButton).click();
        await page.locator('[data-do=sign-out]').click();
        await page.locator('[data-do=leave-guest]').waitFor();
        await sound(t, page, 'a guest who would leave');
        await page.keyboard.press('Escape');
        await page.locator('[data-do=keep-account]').click();
        t.equal('the name that was found', await page.locator(ui.keep).getByLabel('Name', { exact: true }).inputValue(), name);
        await page.locator(ui.keep).getByLabel('Name', { exact: true }).fill('me');
        await page.locator('[data-do=keep]').click();
        await page.locator(`${ui.keep} [aria-invalid=true]`).waitFor();
        await sound(t, page, 'keeping an account');
        await page.locator(ui.keep).getByLabel('Name', { exact: true }).fill('kept ada');
        await page.locator('[data-do=keep]').click();
        const key = await page.getByLabel('Your key').inputValue();
        await sound(t, page, 'the key of a guest who stays');
        await page.locator('[data-do=key-kept]').click();
        await page.locator(ui.guestNote).waitFor({ state: 'detached' });
        const me = await t.server.ask('GET', '/v1/me', { token: key });
        t.equal('kept', [me.name, me.guest], ['kept ada', false]);
        t.equal('the game is still theirs', (await t.server.ask('GET', `/v1/games/${game.id}`, { token: key })).seats[0].account, 'kept ada');
        await page.locator(`${ui.gameCard}[data-game="${game.id}"]`).waitFor();
        await page.goto('/settings/account');
        await page.locator(ui.rename).getByLabel('Name', { exact: true }).fill('renamed ada');
        await page.locator(ui.rename).getByRole('button').click();
        await page.getByText('That is your name now.').waitFor();
        t.equal('renamed', (await t.server.ask('GET', '/v1/me', { token: key })).name, 'renamed ada');
    },
    'the first settlement is two clicks away': async (t) => {
        const page = await playNow(t, { phone: true, language: 'de' });
        await page.locator(`${ui.board} [data-place^=vertex][data-lit]`).first().waitFor();
        await page.locator(`${ui.board} [data-place^=vertex][data-lit]`).first().click();
        const path = new URL(page.url()).pathname;
        await until(() => page.evaluate(async (at) => (await (await fetch(`/v1${at}/view`)).json()).pieces.settlements.some(({ player }) => player === 0), path));
        t.passed++;
    },
    'what is not for guests says so': async (t) => {
        const page = await open(t, '/new', { width: 320, height: 700 });
        await sound(t, page, 'a new game for a stranger');
        t.equal('anybody signs in for it', await page.locator('[data-start=all]').count(), 0);
        await page.locator('[data-start=friends]').click();
        await page.locator('dialog [data-pick="players=4"]').click();
        await page.locator('dialog [data-pick="bots=1"]').click();
        await sound(t, page, 'who plays with friends');
        await page.locator('dialog [data-do=make]').click();
        await page.getByLabel('Link to this game').waitFor();
        t.equal('friends and a bot', await page.locator('main li', { hasText: 'open seat' }).count(), 2);
        await page.goto('/new');
        t.ok('nor for a guest', await page.locator('[data-start=all]').isDisabled());
        await page.locator('[data-start=bots]').click();
        await page.locator(ui.board).waitFor();
    },
    'signs up, shows the key once, and goes back to where one was': async (t) => {
        const page = await open(t, '/lobby?show=active', { width: 320, height: 700 });
        await page.getByRole('link', { name: 'Sign in' }).click();
        await signUp(page).waitFor();
        t.equal('signing in comes first', await page.locator('.sign h2').first().innerText(), 'I have been here before');
        await sound(t, page, 'signing in');
        await signUp(page).getByRole('button').click();
        await page.getByText('Enter a name.').waitFor();
        await page.getByLabel('Name', { exact: true }).fill('around ada');
        await page.getByLabel('Email address (optional)').fill('nowhere');
        await signUp(page).getByRole('button').click();
        await page.getByText('Enter an address like').waitFor();
        await sound(t, page, 'faults when signing up');
        await page.getByLabel('Email address (optional)').fill('');
        await signUp(page).getByRole('button').click();
        const key = await page.getByLabel('Your key').inputValue();
        t.ok('a key', /^hxp_\w{36}$/.test(key), key);
        t.ok('the only way back in', await page.getByText('it’s the only way back in').isVisible());
        await sound(t, page, 'the key');
        const saved = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Save as a file' }).click();
        t.equal('saved', readFileSync(await (await saved).path(), 'utf8').trim(), key);
        await page.locator('[data-do=key-kept]').click();
        await page.waitForURL('**/lobby?show=active');
        t.ok('signed in', await page.getByRole('button', { name: 'around ada' }).isVisible());
        t.equal('the key works', (await t.server.ask('GET', '/v1/me', { token: key })).name, 'around ada');
        const other = await open(t, '/sign-in?to=https://evil.example/');
        await other.getByLabel('Name', { exact: true }).fill('around ada');
        await signUp(other).getByRole('button').click();
        await other.getByText('The name around ada is taken').waitFor();
        await other.getByLabel('Name', { exact: true }).fill('around bob');
        await signUp(other).getByRole('button').click();
        await other.locator('[data-do=key-kept]').click();
        await other.getByRole('heading', { name: 'My games' }).waitFor();
        t.equal('never to another site', new URL(other.url()).pathname, '/');
    },
    'signs in by key, and out': async (t) => {
        const ada = await t.server.account('key ada');
        const page = await open(t, '/sign-in?to=//evil.example/x');
        await page.getByRole('tab', { name: 'By key' }).click();
        await page.getByLabel('Key', { exact: true }).fill('hxp_nonsense');
        await page.getByRole('tabpanel').getByRole('button', { name: 'Sign in' }).click();
        await page.getByText('No account has that key.').waitFor();
        await page.getByLabel('Key', { exact: true }).fill(ada.token);
        await page.getByRole('tabpanel').getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'My games' }).waitFor();
        await page.locator(ui.menuButton).click();
        await sound(t, page, 'the menu');
        await page.locator('[data-do=sign-out]').click();
        await page.getByText('You’re signed out.').waitFor();
        t.equal('nobody', await page.evaluate(async () => (await fetch('/v1/me')).status), 401);
        await page.getByRole('heading', { name: 'Settle an island' }).waitFor();
        await sound(t, page, 'the welcome');
    },
    'signs in by the code and by the link of a mail': async (t) => {
        const { name, address, ask } = await reachable(t, 'mail ada');
        const page = await open(t, '/sign-in', { phone: true, language: 'de' });
        await page.getByRole('tabpanel').getByLabel('Mailadresse').fill(address);
        await page.getByRole('button', { name: 'Code zuschicken' }).click();
        const { code, digits } = await mailed(address, 'Your link to sign in');
        await page.getByLabel('Code aus der Mail').fill('a'.repeat(26));
        await page.getByRole('tabpanel').getByRole('button', { name: 'Anmelden' }).click();
        await page.getByText('Das ist kein Code').waitFor();
        await sound(t, page, 'the code');
        await page.getByLabel('Code aus der Mail').fill(` ${digits.replace(/^.../, '$& ')} `);
        await page.getByRole('tabpanel').getByRole('button', { name: 'Anmelden' }).click();
        await page.getByRole('heading', { name: 'Meine Partien' }).waitFor();
        t.ok('as herself', await page.getByRole('button', { name }).isVisible());
        const mailedKeys = async () => (await ask('GET', '/v1/me/tokens')).items.filter((token) => token.name === 'signed in by mail').length;
        t.ok('no key is left that nobody has', await until(async () => (await mailedKeys()) === 0));
        await t.server.ask('POST', '/v1/sign-in', { body: { email: address } });
        const link = await mailed(address, 'Your link to sign in', code);
        const other = await open(t, '/', { language: 'de' });
        await other.goto(link.path);
        await accessible(t, other, 'the page behind the link');
        await other.getByRole('button', { name: 'Anmelden' }).click();
        await other.getByRole('link', { name: 'Zu meinen Partien' }).click();
        await other.getByRole('button', { name }).waitFor();
    },
    'registers a passkey, and signs in with it': async (t) => {
        // Passkeys need a host name: the server is called by one.
        const server = { ...t.server, base: t.server.base.replace('127.0.0.1', 'localhost') };
        const ada = await t.server.account('passkey ada');
        const page = await open(t, '/settings/tokens', { account: ada, phone: true, server });
        const device = await page.context().newCDPSession(page);
        await device.send('WebAuthn.enable');
        await device.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } });
        const rows = page.locator('[data-list=passkeys] li');
        await press(page, 'add-passkey');
        await rows.getByText('Chrome').waitFor();
        await press(page, 'rename-passkey');
        await page.locator('input[name=passkey-name]').fill('My thumb');
        await press(page, 'save-passkey');
        await rows.getByText('My thumb').waitFor();
        await sound(t, page, 'the passkeys');
        await press(page, 'add-passkey');
        await page.getByText('This device has a passkey').waitFor();

        await page.evaluate(() => fetch('/v1/session', { method: 'DELETE' }));
        await page.goto('/sign-in');
        await sound(t, page, 'signing in');
        await press(page, 'passkey');
        await page.getByRole('heading', { name: 'My games' }).waitFor();
        t.ok('as herself', await page.getByRole('button', { name: ada.name }).isVisible());
        const keys = async () => (await ada.ask('GET', '/v1/me/tokens')).items.filter((token) => token.name === 'signed in by passkey').length;
        t.ok('no key is left that nobody has', await until(async () => (await keys()) === 0));

        await page.evaluate(() => fetch('/v1/accounts', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"guest":true,"session":true}' }));
        await page.goto('/settings/account');
        await press(page, 'keep-account');
        await press(page, 'keep-by-passkey');
        await page.locator('[data-part=guest-note]').waitFor({ state: 'detached' });
        t.equal('the guest is none any more', (await page.evaluate(async () => (await fetch('/v1/me')).json())).guest, false);
        await device.send('WebAuthn.disable');
    },
    'a mail about a game leads into it, and straight the next time': async (t) => {
        const ada = await reachable(t, 'open ada');
        const { id } = await ada.ask('POST', '/v1/games', { name: 'by letter', rules: base, seats: bots });
        const { path } = await mailed(ada.address, 'by letter');
        const page = await open(t, '/', { phone: true, language: 'de' });
        await page.goto(path);
        await accessible(t, page, 'the page of a game by mail');
        await fits(t, page, 'it');
        await page.getByRole('button', { name: 'Partie in diesem Browser öffnen' }).click();
        await page.waitForURL(`**/games/${id}`);
        await page.goto(path);
        await page.waitForURL(`**/games/${id}`);
        await page.goto('/');
        await page.locator(`[data-game="${id}"]`).waitFor();
        t.ok('signed in', await page.getByRole('button', { name: ada.name }).isVisible());
    },
    'lists my games, the urgent first': async (t) => {
        const ada = await t.server.account('home ada');
        const bob = await t.server.account('home bob');
        const make = async (name, body) => (await ada.ask('POST', '/v1/games', { name, ...body })).id;
        const unhurried = await make('unhurried', { rules: base, seats: bots, tags: ['cup', 'slow'] });
        const urgent = await make('urgent', { rules: base, seats: bots, clock: { turn: 3600 } });
        const joined = await make('joined', { rules: { game: 'base', players: 2 }, seats: [{ account: 'me' }, { open: true }] });
        await make('waits for players', { rules: base });
        await make('at the table', { mode: 'table', rules: base });
        await bob.ask('POST', `/v1/games/${joined}/join`, {});
        await bob.ask('POST', `/v1/games/${joined}/talk`, { text: 'hello' });
        await until(async () => (await Promise.all([urgent, unhurried].map((id) => ada.ask('GET', `/v1/games/${id}`)))).every((game) => game.waiting_for[0]?.player === 0));
        const page = await open(t, '/', { account: ada, phone: true });
        await page.locator(ui.gameCard).first().waitFor();
        const { items } = await ada.ask('GET', '/v1/me/games');
        const shown = await page.locator(ui.gameCard).evaluateAll((cards) => cards.map((card) => card.dataset.game));
        t.equal('the most urgent first', shown[0], urgent);
        t.equal('every game is there', [...shown].sort(), items.map(({ game }) => game.id).sort());
        const group = (key) => page.locator(`[data-group=${key}] ${ui.gameCard}`);
        const waiting = items.filter(({ decisions, game }) => decisions.length > 0 && game.mode === 'play').length;
        t.equal('who waits for me', await group('waiting').count(), waiting);
        t.equal('the badge says so', await page.locator(`${ui.badge} [aria-hidden]`).first().innerText(), String(waiting));
        const first = page.locator(ui.gameCard).first();
        t.ok('what is wanted', await first.getByText('Place a settlement').isVisible());
        t.ok('until when', /until .* \(in \d+ min\.\)/.test(await first.innerText()), await first.innerText());
        await page.locator(ui.gameCard, { hasText: 'joined' }).getByText('one new message').waitFor();
        t.ok('points', await first.locator('b', { hasText: '1' }).first().isVisible() || await first.locator(`${ui.seats} b`).count() === 3);
        t.equal('seats of a table by their colors', await page.locator(ui.gameCard, { hasText: 'at the table' }).locator(`${ui.seats} li > ${ui.seatName}`).allInnerTexts(), ['red', 'blue', 'white']);
        await sound(t, page, 'my games');
        t.equal('how to play is a tap away, in sight', await inSight(page, ['main a[href="/how-to-play"]'], true), []);
        const tag = page.locator('[data-part=tag-choice] select');
        t.equal('the tags of my games', await tag.locator('option').allInnerTexts(), ['Any tag', '#cup', '#slow']);
        await tag.selectOption('cup');
        await page.waitForURL('**/?tag=cup');
        await page.locator(ui.gameCard, { hasText: 'joined' }).waitFor({ state: 'detached' });
        t.equal('only what has it', await page.locator(ui.gameCard).evaluateAll((cards) => cards.map((card) => card.dataset.game)), [unhurried]);
        await tag.selectOption('');
        await page.locator(ui.gameCard, { hasText: 'joined' }).waitFor();
        await page.locator(ui.badge).click();
        await page.waitForURL(`**/games/${urgent}`);
        if (waiting > 1) await page.locator(`${ui.badge}[href$="${shown[1]}"]`).waitFor();
        await page.goBack();
        await first.locator('h3 a').click();
        await page.waitForURL(`**/games/${urgent}`);
    },
    'a friend joins by a link with a name alone': async (t) => {
        const ada = await t.server.account('link ada');
        const host = await open(t, '/new', { account: ada });
        await host.locator(`${ui.options} > summary`).click();
        await host.locator('[data-pick="preset=friends"]').click();
        await host.getByLabel('Players').selectOption('2');
        await host.locator('[data-do=make-game]').click();
        const link = await host.getByLabel('Link to this game').inputValue();
        await sound(t, host, 'inviting');
        t.equal('in no list', (await t.server.ask('GET', '/v1/games?limit=50')).items.filter(({ creator }) => creator === ada.name).length, 0);
        const guest = await open(t, new URL(link).pathname.replace('/join', ''), { phone: true });
        await guest.waitForURL('**/join');
        await guest.getByText('link ada invites you to play.').waitFor();
        await sound(t, guest, 'invited by a link');
        await guest.getByLabel('Your name').fill('LINK ADA');
        await guest.locator('[data-do=join-as-guest]').click();
        await guest.getByText('The name LINK ADA is taken').waitFor();
        await guest.getByLabel('Your name').fill('link bob');
        await guest.locator('[data-do=join-as-guest]').click();
        await guest.waitForURL(/\/games\/\w+$/);
        await host.waitForURL(/\/games\/\w+$/);
        const game = await t.server.ask('GET', new URL(link).pathname.replace('/games', '/v1/games').replace('/join', ''));
        t.equal('the game has begun', [game.status, game.seats[1].account], ['active', 'link bob']);
    },
    'somebody invited by mail takes the seat that is kept': async (t) => {
        const ada = await t.server.account('post ada');
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 2 }, visibility: 'private', seats: [{ account: 'me' }, { invite: 'post-bob@example.org' }] });
        const { path } = await mailed('post-bob@example.org', 'invitation');
        const page = await open(t, '/', { phone: true, language: 'de' });
        await page.goto(path);
        await accessible(t, page, 'the page of the invitation');
        await page.getByRole('link', { name: 'Zur Partie' }).click();
        await page.waitForURL(`**/games/${id}/join#email=post-bob%40example.org`);
        await signUp(page).waitFor();
        t.equal('the address stands there', await page.getByLabel('Mailadresse (wenn du magst)').inputValue(), 'post-bob@example.org');
        await sound(t, page, 'invited by mail');
        await page.getByLabel('Name', { exact: true }).fill('post bob');
        await signUp(page).getByRole('button').click();
        await page.getByLabel('Dein Schlüssel').waitFor();
        const { code } = await mailed('post-bob@example.org', 'Ist das deine Adresse');
        await page.getByLabel('Code aus der Mail').fill(code);
        await sound(t, page, 'confirming the address');
        await page.getByRole('button', { name: 'Bestätigen' }).click();
        await page.locator('[data-do=join]').first().click();
        await page.locator('[data-do=key-kept]').click();
        await page.waitForURL(`**/games/${id}`);
        t.equal('the seat is theirs', (await ada.ask('GET', `/v1/games/${id}`)).seats[1].account, 'post bob');
    },
    'the lobby finds games to join and to watch': async (t) => {
        const ada = await t.server.account('lobby ada');
        const bob = await t.server.account('lobby bob');
        const open2 = await ada.ask('POST', '/v1/games', { name: 'two of us', rules: { game: 'base', players: 2 } });
        await ada.ask('POST', '/v1/games', { name: 'knights wanted', rules: { game: 'cities_and_knights' }, clock: { turn: 86400 } });
        const running = await ada.ask('POST', '/v1/games', { name: 'to be watched', rules: base, seats: bots });
        const page = await open(t, '/lobby', { account: bob, width: 320, height: 700 });
        const card = (name) => page.locator(ui.gameCard, { hasText: name });
        await card('two of us').waitFor();
        await sound(t, page, 'the lobby');
        const filter = page.locator('.filters'); // what one looks for oneself has fields of the same names
        await filter.getByLabel('Game', { exact: true }).selectOption('cities_and_knights');
        await card('two of us').waitFor({ state: 'detached' });
        t.ok('of one kind alone', await card('knights wanted').isVisible());
        await filter.getByLabel('Pace').selectOption('without');
        await page.getByText('No games like that').waitFor();
        await filter.getByLabel('Game', { exact: true }).selectOption('');
        await filter.getByLabel('Players').selectOption('2');
        await card('two of us').locator('h3 a').click();
        await page.waitForURL(`**/games/${open2.id}/join`);
        await page.locator('[data-do=join]').last().click();
        await page.waitForURL(`**/games/${open2.id}`);
        await page.goto('/lobby');
        await page.getByRole('tab', { name: 'In progress' }).click();
        await page.getByLabel('Also games against bots alone').waitFor();
        t.equal('those of bots alone do not fill it', await card('to be watched').count(), 0);
        await page.getByLabel('Also games against bots alone').check();
        await card('to be watched').locator('h3 a').click();
        await page.waitForURL(`**/games/${running.id}`);
    },
    'a seat is given back and a game deleted': async (t) => {
        const ada = await t.server.account('leave ada');
        const { id } = await ada.ask('POST', '/v1/games', { name: 'soon gone', rules: base });
        const page = await open(t, `/games/${id}/join`, { account: ada });
        await page.locator('[data-do=leave]').click();
        await page.getByText('You’ve given up your seat.').waitFor();
        t.equal('free', (await ada.ask('GET', `/v1/games/${id}`)).seats[0].kind, 'open');
        await page.locator('[data-do=join][data-seat="2"]').click();
        await page.getByText('You have a seat here.').waitFor();
        t.equal('the seat that was chosen', (await ada.ask('GET', `/v1/games/${id}`)).seats[2].account, ada.name);
        await page.locator('[data-do=delete]').click();
        await sound(t, page, 'deleting');
        await page.locator('[data-do=confirm]').click();
        await page.getByText('Game deleted.').waitFor();
        await ada.ask('GET', `/v1/games/${id}`, undefined, 404);
        await page.goto(`/games/${id}/join`);
        await page.getByRole('heading', { name: 'You can’t see this game' }).waitFor();
        await sound(t, page, 'a game that is not there');
    },
    'bots take the seats that nobody comes for': async (t) => {
        const ada = await t.server.account('alone ada');
        const { id } = await ada.ask('POST', '/v1/games', { rules: base });
        const page = await open(t, `/games/${id}/join`, { account: ada });
        await sound(t, page, 'bots offered');
        await page.locator('[data-part=fill-seats] [data-bot=easy]').click();
        await page.waitForURL(`**/games/${id}`);
        t.equal('they play', (await ada.ask('GET', `/v1/games/${id}`)).seats.slice(1).map(({ bot }) => bot), Array(base.players - 1).fill('easy'));
    },
    'shows people and what this is, in two languages and themes': async (t) => {
        const ada = await t.server.account('person ada');
        const { id } = await ada.ask('POST', '/v1/games', { name: 'soon over', rules: { game: 'base', players: 3 }, seats: bots });
        await until(async () => (await ada.ask('GET', `/v1/games/${id}`)).status === 'active');
        await ada.ask('POST', `/v1/games/${id}/resign`, {});
        const page = await open(t, `/people/${encodeURIComponent(ada.name)}`, { width: 320, height: 700 });
        const figure = (name) => page.locator(`${ui.figures} div`, { has: page.getByText(name, { exact: true }) }).locator('dd');
        t.equal('resigned', await figure('resigned').innerText(), '1');
        await page.locator(ui.gameCard, { hasText: 'soon over' }).waitFor();
        await sound(t, page, 'a person');
        // a player with a long history
        const stats = {
            name: 'ada', active: 2, finished: 11, won: 4, lost: 7, resigned: 1, games: [{ game: id, seat: 0, points: [2, 3, 5, 10] }], rolls: { 6: 31, 7: 40, 8: 28 }, production: { brick: { 6: 12, 8: 3 } },
            bank: { gave: { wool: 24 }, got: { ore: 6 } }, trade: { gave: { ore: 11 }, got: { wool: 14 } }, robber: { moved: 22, hit: 17, stole: 19, robbed: 15 }, discarded: 21, trades_with: [{ account: 'grace', trades: 9 }, { account: null, trades: 4 }],
        };
        await page.route('**/v1/accounts/ada/stats', (route) => route.fulfill({ json: stats }));
        await page.route('**/v1/accounts/ada/games*', (route) => route.fulfill({ json: { items: [], next: null } }));
        await page.goto('/people/ada');
        const row = (text) => page.getByRole('row', { name: text });
        await row(/^7 40/).waitFor();
        t.equal('sevens, and how many there should be', await row(/^7 40/).locator('td').allInnerTexts(), ['40', '16.5', '']);
        t.equal('cards that came and went', await row(/^ore/).locator('td').allInnerTexts(), ['0', '0', '6', '11', '0']);
        t.equal('cards from rolls', await row(/^brick/).locator('td').first().innerText(), '15');
        await sound(t, page, 'a person with a history');
        await page.goto('/people/nobody%20here');
        await page.getByRole('heading', { name: 'There’s no one by that name.' }).waitFor();
        await page.goto('/about');
        await page.getByRole('heading', { name: 'About Hexpost' }).waitFor();
        await sound(t, page, 'about');
        await page.locator(ui.menuButton).press('Enter');
        await page.locator('[data-pick="language=de"]').press('Enter');
        await page.getByRole('heading', { name: 'Über Hexpost' }).waitFor();
        t.equal('the page says so', await page.evaluate(() => document.documentElement.lang), 'de');
        await page.locator(ui.menuButton).press('Enter');
        await page.locator('[data-pick="theme=dark"]').press('Enter');
        t.equal('dark', await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
        await accessible(t, page, 'the menu, dark by choice');
        await page.keyboard.press('Escape');
        t.equal('closed by Escape', await page.locator(ui.menu).count(), 0);
        await page.reload();
        await page.getByRole('heading', { name: 'Über Hexpost' }).waitFor();
        t.equal('kept', await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]), ['de', 'dark']);
    },
    'a row that goes on says at which end': async (t) => {
        const page = await open(t, '/settings/look', { phone: true });
        const row = page.locator('main nav ul');
        const more = (ends) => page.locator(`main nav ul[data-more="${ends}"]`).waitFor();
        await more('end');
        await row.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
        await more('start');
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.locator('main nav ul:not([data-more])').waitFor();
        t.passed++;
    },
}, { share: 4 });
