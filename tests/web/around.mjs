// SPDX-License-Identifier: AGPL-3.0-or-later
// Around a game: signing up and in, my games, the lobby, joining a game, people.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { made } from './games.mjs';
import { accessible, fits, mails, open, run, sound, until } from './harness.mjs';

const base = { game: 'base', players: 3 };
const bots = [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }];

/** The link of a mail to ADDRESS whose subject holds SUBJECT, other than that of the code SEEN: { path, code }. */
const mailed = (address, subject, seen = '') => until(() => {
    const texts = readdirSync(mails).filter((file) => !file.startsWith('.')).map((file) => readFileSync(join(mails, file), 'utf8'));
    const found = texts.filter((text) => text.includes(address) && text.includes(subject)).map((text) => /\/mail\/([a-z2-7]{26})/.exec(text.replace(/=\r?\n/g, '').split(/\r?\n\r?\n/).slice(1).join('\n\n'))?.[1]);
    const code = found.find((one) => one !== undefined && one !== seen);
    return code && { code, path: `/mail/${code}` };
});

/** An account whose address is confirmed. */
async function reachable(t, name) {
    const address = `${name.replace(/ /g, '-')}@example.org`;
    const account = await t.server.account(name, address);
    await account.ask('POST', '/v1/me/mail/confirm', { code: (await mailed(address, 'Is this your address')).code });
    return { ...account, address };
}

const signUp = (page) => page.locator('form.sign-up');

await run('around', {
    'signs up, shows the key once, and goes back to where one was': async (t) => {
        const page = await open(t, '/lobby?show=active', { width: 320, height: 700 });
        await page.getByRole('link', { name: 'Sign in' }).click();
        await signUp(page).waitFor();
        await sound(t, page, 'signing in');
        await signUp(page).getByRole('button').click();
        await page.getByText('Say what you want to be called.').waitFor();
        await page.getByLabel('Name', { exact: true }).fill('around ada');
        await page.getByLabel('Mail address (if you like)').fill('nowhere');
        await signUp(page).getByRole('button').click();
        await page.getByText('That is not an address').waitFor();
        await sound(t, page, 'faults when signing up');
        await page.getByLabel('Mail address (if you like)').fill('');
        await signUp(page).getByRole('button').click();
        const key = await page.getByLabel('Your key').inputValue();
        t.ok('a key', /^hxp_\w{36}$/.test(key), key);
        t.ok('the only way back in', await page.getByText('it is the only way back in').isVisible());
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
        await other.getByText('The name around ada is taken.').waitFor();
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
        await page.getByText('That is not the key of an account.').waitFor();
        await page.getByLabel('Key', { exact: true }).fill(ada.token);
        await page.getByRole('tabpanel').getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'My games' }).waitFor();
        await page.locator('.menu-button').click();
        await sound(t, page, 'the menu');
        await page.locator('[data-do=sign-out]').click();
        await page.getByText('You are signed out.').waitFor();
        t.equal('nobody', await page.evaluate(async () => (await fetch('/v1/me')).status), 401);
        await page.getByRole('heading', { name: 'Settle an island' }).waitFor();
        await sound(t, page, 'the welcome');
    },
    'signs in by the code and by the link of a mail': async (t) => {
        const { name, address, ask } = await reachable(t, 'mail ada');
        const page = await open(t, '/sign-in', { phone: true, language: 'de' });
        await page.getByRole('tabpanel').getByLabel('Mailadresse').fill(address);
        await page.getByRole('button', { name: 'Link zuschicken' }).click();
        const { code } = await mailed(address, 'Signing in');
        await page.getByLabel('Code aus der Mail').fill('a'.repeat(26));
        await page.getByRole('tabpanel').getByRole('button', { name: 'Anmelden' }).click();
        await page.getByText('Das ist kein Code').waitFor();
        await sound(t, page, 'the code');
        await page.getByLabel('Code aus der Mail').fill(`  ${t.server.base}/mail/${code} `);
        await page.getByRole('tabpanel').getByRole('button', { name: 'Anmelden' }).click();
        await page.getByRole('heading', { name: 'Meine Partien' }).waitFor();
        t.ok('as herself', await page.getByRole('button', { name }).isVisible());
        const mailedKeys = async () => (await ask('GET', '/v1/me/tokens')).items.filter((token) => token.name === 'signed in by mail').length;
        t.ok('no key is left that nobody has', await until(async () => (await mailedKeys()) === 0));
        await t.server.ask('POST', '/v1/sign-in', { body: { email: address } });
        const link = await mailed(address, 'Signing in', code);
        const other = await open(t, '/', { language: 'de' });
        await other.goto(link.path);
        await accessible(t, other, 'the page behind the link');
        await other.getByRole('button', { name: 'Anmelden' }).click();
        await other.getByRole('link', { name: 'Zu meinen Partien' }).click();
        await other.getByRole('button', { name }).waitFor();
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
        const unhurried = await make('unhurried', { rules: base, seats: bots });
        const urgent = await make('urgent', { rules: base, seats: bots, clock: { turn: 3600 } });
        const joined = await make('joined', { rules: { game: 'base', players: 2 }, seats: [{ account: 'me' }, { open: true }] });
        await make('waits for players', { rules: base });
        await make('at the table', { mode: 'table', rules: base });
        await bob.ask('POST', `/v1/games/${joined}/join`, {});
        await bob.ask('POST', `/v1/games/${joined}/talk`, { text: 'hello' });
        await until(async () => (await Promise.all([urgent, unhurried].map((id) => ada.ask('GET', `/v1/games/${id}`)))).every((game) => game.waiting_for[0]?.player === 0));
        const page = await open(t, '/', { account: ada, phone: true });
        await page.locator('.game-card').first().waitFor();
        const { items } = await ada.ask('GET', '/v1/me/games');
        const shown = await page.locator('.game-card').evaluateAll((cards) => cards.map((card) => card.dataset.game));
        t.equal('the most urgent first', shown[0], urgent);
        t.equal('every game is there', [...shown].sort(), items.map(({ game }) => game.id).sort());
        const group = (key) => page.locator(`[data-group=${key}] .game-card`);
        const waiting = items.filter(({ decisions, game }) => decisions.length > 0 && game.mode === 'play').length;
        t.equal('who waits for me', await group('waiting').count(), waiting);
        t.equal('the badge says so', await page.locator('.badge [aria-hidden]').innerText(), String(waiting));
        const first = page.locator('.game-card').first();
        t.ok('what is wanted', await first.getByText('Place a settlement').isVisible());
        t.ok('until when', /until .* \(in \d+ minutes\)/.test(await first.innerText()), await first.innerText());
        await page.locator('.game-card', { hasText: 'joined' }).getByText('one new message').waitFor();
        t.ok('points', await first.locator('b', { hasText: '1' }).first().isVisible() || await first.locator('.seats b').count() === 3);
        t.equal('seats of a table by their colors', await page.locator('.game-card', { hasText: 'at the table' }).locator('.seats li > span:not(.seat-dot)').allInnerTexts(), ['red', 'blue', 'white']);
        await sound(t, page, 'my games');
        await page.locator('.badge').click();
        await page.waitForURL(`**/games/${urgent}`);
        if (waiting > 1) await page.locator(`.badge[href$="${shown[1]}"]`).waitFor();
        await page.goBack();
        await first.locator('h3 a').click();
        await page.waitForURL(`**/games/${urgent}`);
    },
    'a friend joins by a link, signing up on the way': async (t) => {
        const ada = await t.server.account('link ada');
        const host = await open(t, '/new', { account: ada });
        await host.locator('[data-pick="preset=friends"]').click();
        await host.getByLabel('Players').selectOption('2');
        await host.locator('[data-do=make-game]').click();
        const link = await host.getByLabel('Link to this game').inputValue();
        await sound(t, host, 'inviting');
        t.equal('in no list', (await t.server.ask('GET', '/v1/games?limit=50')).items.filter(({ creator }) => creator === ada.name).length, 0);
        const guest = await open(t, new URL(link).pathname, { phone: true });
        await guest.getByText('link ada made this game.').waitFor();
        await sound(t, guest, 'invited by a link');
        await guest.getByLabel('Name', { exact: true }).fill('link bob');
        await signUp(guest).getByRole('button').click();
        await guest.getByLabel('Your key').waitFor();
        await guest.locator('[data-do=key-kept]').click();
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
        const { code } = await mailed('post-bob@example.org', 'Is this your address');
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
        const card = (name) => page.locator('.game-card', { hasText: name });
        await card('two of us').waitFor();
        await sound(t, page, 'the lobby');
        await page.getByLabel('Game', { exact: true }).selectOption('cities_and_knights');
        await card('two of us').waitFor({ state: 'detached' });
        t.ok('of one kind alone', await card('knights wanted').isVisible());
        await page.getByLabel('Pace').selectOption('without');
        await page.getByText('There is none such').waitFor();
        await page.getByLabel('Game', { exact: true }).selectOption('');
        await page.getByLabel('Players').selectOption('2');
        await card('two of us').locator('h3 a').click();
        await page.waitForURL(`**/games/${open2.id}/join`);
        await page.locator('[data-do=join]').last().click();
        await page.waitForURL(`**/games/${open2.id}`);
        await page.goto('/lobby');
        await page.getByRole('tab', { name: 'Going on' }).click();
        await card('to be watched').locator('h3 a').click();
        await page.waitForURL(`**/games/${running.id}`);
    },
    'a seat is given back and a game deleted': async (t) => {
        const ada = await t.server.account('leave ada');
        const { id } = await ada.ask('POST', '/v1/games', { name: 'soon gone', rules: base });
        const page = await open(t, `/games/${id}/join`, { account: ada });
        await page.locator('[data-do=leave]').click();
        await page.getByText('Your seat is free again.').waitFor();
        t.equal('free', (await ada.ask('GET', `/v1/games/${id}`)).seats[0].kind, 'open');
        await page.locator('[data-do=join][data-seat="2"]').click();
        await page.getByText('You have a seat here.').waitFor();
        t.equal('the seat that was chosen', (await ada.ask('GET', `/v1/games/${id}`)).seats[2].account, ada.name);
        await page.locator('[data-do=delete]').click();
        await sound(t, page, 'deleting');
        await page.locator('[data-do=confirm]').click();
        await page.getByText('The game is deleted.').waitFor();
        await ada.ask('GET', `/v1/games/${id}`, undefined, 404);
        await page.goto(`/games/${id}/join`);
        await page.getByRole('heading', { name: 'This game cannot be seen' }).waitFor();
        await sound(t, page, 'a game that is not there');
    },
    'shows people and what this is, in two languages and themes': async (t) => {
        const ada = await t.server.account('person ada');
        const { id } = await ada.ask('POST', '/v1/games', { name: 'soon over', rules: { game: 'base', players: 3 }, seats: bots });
        await until(async () => (await ada.ask('GET', `/v1/games/${id}`)).status === 'active');
        await ada.ask('POST', `/v1/games/${id}/resign`, {});
        const page = await open(t, `/people/${encodeURIComponent(ada.name)}`, { width: 320, height: 700 });
        const figure = (name) => page.locator('.person-figures div', { has: page.getByText(name, { exact: true }) }).locator('dd');
        t.equal('resigned', await figure('resigned').innerText(), '1');
        await page.locator('.game-card', { hasText: 'soon over' }).waitFor();
        await sound(t, page, 'a person');
        // somebody with a long history
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
        await page.getByRole('heading', { name: 'There is nobody of this name.' }).waitFor();
        await page.goto('/about');
        await page.getByRole('heading', { name: 'About Hexpost' }).waitFor();
        await sound(t, page, 'about');
        await page.locator('.menu-button').press('Enter');
        await page.locator('[data-pick="language=de"]').press('Enter');
        await page.getByRole('heading', { name: 'Über Hexpost' }).waitFor();
        t.equal('the page says so', await page.evaluate(() => document.documentElement.lang), 'de');
        await page.locator('.menu-button').press('Enter');
        await page.locator('[data-pick="theme=dark"]').press('Enter');
        t.equal('dark', await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
        await accessible(t, page, 'the menu, dark by choice');
        await page.keyboard.press('Escape');
        t.equal('closed by Escape', await page.locator('.menu').count(), 0);
        await page.reload();
        await page.getByRole('heading', { name: 'Über Hexpost' }).waitFor();
        t.equal('kept', await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]), ['de', 'dark']);
    },
});
