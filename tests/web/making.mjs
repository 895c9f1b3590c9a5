// SPDX-License-Identifier: AGPL-3.0-or-later
// Creating a game: its rules, seats, board and deadlines.
import { readFileSync } from 'node:fs';
import { made } from './games.mjs';
import { open, run, sound } from './harness.mjs';
import { ui } from './ui.mjs';

const options = (page) => page.locator(`${ui.options} > summary`).click();
const unfold = (page, title) => page.locator(`${ui.optionGroup} > summary`, { hasText: title }).click();

const source = (path) => readFileSync(new URL(`../../service/${path}`, import.meta.url), 'utf8');

/** The number of maps. */
const maps = source('texts/hexpost.pot').match(/"page\.scenarios\./g).length;

/** Options of every game, each with the last of its values and its label in the form. */
const everyGame = [...source('web/src/pages/newGame/optionRows.ts').matchAll(/option: '(\w+)', of: null, values: \[.*'(\w+)'\]/g)].map(([, option, value]) => {
    const [, label] = new RegExp(`msgctxt "page.making.optionTexts.${option}.name"\nmsgid "(.*)"`).exec(source('texts/hexpost.pot'));
    return { option, value, label };
});

await run('making', {
    'makes a game against bots in one step': async (t) => {
        const ada = await t.server.account('bots ada');
        const page = await open(t, '/new', { account: ada, width: 320, height: 700 });
        await sound(t, page, 'a new game');
        const posted = made(page);
        await page.locator('[data-start=bots]').click();
        const { client_commitment: share, ...body } = (await posted).postDataJSON();
        t.equal('no share of chance unless it is wanted', share, undefined);
        t.equal('as little as possible is said', body, { rules: { game: 'base', players: 4, victory_points: 10, combined_phases: true }, board: { layout: 'random', numbers: 'spiral' }, seats: [{ account: 'me' }, { bot: 'normal' }, { bot: 'normal' }, { bot: 'normal' }], visibility: 'private' });
        await page.waitForURL(/\/games\/\w+$/);
    },
    'makes a game of the New World, with harbors that the server places': async (t) => {
        const ada = await t.server.account('world ada');
        const page = await open(t, '/new', { account: ada, width: 390, height: 844 });
        await options(page);
        await page.locator('[data-pick="preset=bots"]').click();
        await page.getByLabel('Map').selectOption('new_world');
        await page.getByLabel('The server places the harbors').check();
        await sound(t, page, 'a game of the New World');
        const posted = made(page);
        await page.locator('[data-do=make-game]').click();
        const { rules, board } = (await posted).postDataJSON();
        t.equal('what was chosen', [rules.scenario, rules.victory_points, board], ['new_world', 12, { layout: 'random', harbors: 'random' }]);
        await page.waitForURL(/\/games\/\w+$/);
    },
    'makes a game of the Pirate Islands, with its picture': async (t) => {
        const ada = await t.server.account('pirate ada');
        const page = await open(t, '/new', { account: ada, language: 'de' });
        await options(page);
        await page.locator('[data-pick="preset=bots"]').click();
        await page.getByLabel('Karte').selectOption('pirate_islands');
        const picture = page.locator('img.map-picture');
        await picture.scrollIntoViewIfNeeded();
        t.ok('the map is shown', await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
        const posted = made(page);
        await page.locator('[data-do=make-game]').click();
        const { rules } = (await posted).postDataJSON();
        t.equal('what was chosen', [rules.scenario, rules.victory_points], ['pirate_islands', 10]);
        await page.waitForURL(/\/games\/\w+$/);
        await page.locator('[data-mark=fortress]').nth(rules.players - 1).waitFor({ state: 'attached' });
    },
    'first the game, then with whom: maps at sea and the larger island are in sight at once': async (t) => {
        const ada = await t.server.account('door ada');
        const page = await open(t, '/new', { account: ada, width: 390, height: 844 });
        await page.locator('[data-door=sea]').click();
        const shelf = page.locator(ui.mapShelf);
        await shelf.locator('[data-map=wonders]').waitFor();
        t.equal('every map', await shelf.locator('[data-map]').count(), maps);
        const picture = shelf.locator('[data-map=new_shores] img');
        t.ok('with their pictures', await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
        await shelf.locator('[data-map=cloth]').click();
        await sound(t, page, 'a new game, with a map chosen');
        await options(page);
        t.equal('the form has it as well', await page.locator('[data-part=map-choice] select').inputValue(), 'cloth');
        await page.locator('[data-door=six]').click();
        t.equal('six players', await page.getByLabel('Players').inputValue(), '6');
        await page.locator('[data-door=sea]').click();
        const posted = made(page);
        await page.locator('[data-start=bots]').click();
        const { rules, seats } = (await posted).postDataJSON();
        t.equal('what was chosen', [rules.scenario, seats.length], ['cloth', 4]);
        await page.waitForURL(/\/games\/\w+$/);
    },
    'Cities & Knights with two friends takes three taps, and two when it is played again': async (t) => {
        const ada = await t.server.account('taps ada');
        const page = await open(t, '/', { account: ada, phone: true });
        await sound(t, page, 'my games with a door');
        const start = async (...taps) => {
            await page.goto('/');
            const posted = made(page);
            for (const tap of taps) await page.locator(tap).tap();
            const body = (await posted).postDataJSON();
            await page.getByLabel('Link to this game').waitFor();
            return [body.rules.game, body.rules.players, body.seats];
        };
        const wanted = ['cities_and_knights', 3, [{ account: 'me' }, { open: true }, { open: true }]];
        t.equal('three taps', await start('[data-door=cities_and_knights]', '[data-start=friends]', '[data-do=make]'), wanted);
        t.equal('two taps', await start('[data-start=friends]', '[data-do=make]'), wanted);
        await page.goto('/');
        await page.locator('[data-start=friends]').tap();
        await page.locator('[data-pick="players=4"]').tap();
        await page.locator('[data-pick="bots=1"]').tap();
        await page.locator('[data-do=make]').tap();
        await page.getByLabel('Link to this game').waitFor();
        t.equal('the last choice is chosen', await start('[data-start=friends]', '[data-do=make]'), ['cities_and_knights', 4, [{ account: 'me' }, { open: true }, { open: true }, { bot: 'normal' }]]);
    },
    'a real table takes every printed map': async (t) => {
        const ada = await t.server.account('printed ada');
        const page = await open(t, '/table', { account: ada, width: 320, height: 640 });
        await page.getByLabel('Map').selectOption('forgotten_tribe');
        await page.locator('[data-part=printed-map] img').evaluate((image) => image.decode());
        await sound(t, page, 'a printed map at a table');
        const posted = made(page);
        await page.locator('[data-do=start]').click();
        const { mode, rules, board } = (await posted).postDataJSON();
        t.equal('what was chosen', [mode, rules.scenario, board], ['table', 'forgotten_tribe', { layout: 'beginner' }]);
        await page.waitForURL(/\/games\/\w+$/);
        await page.locator(ui.board).waitFor();
    },
    'keeps a seat for an outside bot by its name, and gives tags, by which the lobby finds the game': async (t) => {
        const ada = await t.server.account('tag ada');
        const engine = await t.server.account('tag engine');
        await engine.ask('PATCH', '/v1/me', { bot: true });
        const bare = await ada.ask('POST', '/v1/games', { name: 'without a tag', rules: { game: 'base', players: 3 } });
        const page = await open(t, '/new', { account: ada, width: 320, height: 700 });
        await options(page);
        await page.locator('[data-pick="preset=all"]').click();
        await page.getByLabel('Players').selectOption('3');
        await page.getByLabel('Seat 2').selectOption('person');
        await page.getByLabel('Name for seat 2').fill(engine.name);
        await unfold(page, 'Name and visibility');
        await page.getByLabel('Tags').fill('Cup-2026 under_score');
        await page.locator('[data-do=make-game]').click();
        await page.getByText('At most eight tags of small letters').waitFor();
        await page.getByLabel('Tags').fill('Cup-2026, #friday friday');
        await sound(t, page, 'a game with tags');
        const posted = made(page);
        await page.locator('[data-do=make-game]').click();
        const body = (await posted).postDataJSON();
        t.equal('what is asked for', [body.tags, body.seats[1]], [['cup-2026', 'friday'], { account: engine.name }]);
        await page.waitForURL(/\/games\/\w+\/join$/);
        const id = new URL(page.url()).pathname.split('/')[2];
        const card = (game) => page.locator(`[data-part=game-card][data-game="${game}"]`);
        for (const width of [320, 768, 1440]) {
            await page.setViewportSize({ width, height: 800 });
            await page.goto('/lobby');
            await card(bare.id).waitFor();
            await sound(t, page, `the lobby at ${width}`);
            await card(id).getByRole('link', { name: '#cup-2026' }).click();
            await card(bare.id).waitFor({ state: 'detached' });
            t.equal('the field says so', await page.getByLabel('Tag', { exact: true }).inputValue(), 'cup-2026');
            await card(id).waitFor();
            await page.getByLabel('Tag', { exact: true }).fill('');
            await page.getByLabel('Tag', { exact: true }).blur();
            await card(bare.id).waitFor();
        }
    },
    'makes a base game with every option': async (t) => {
        const ada = await t.server.account('base ada');
        const page = await open(t, '/new', { account: ada });
        await options(page);
        const { request, reply } = await (async () => {
            await page.locator('[data-pick="preset=friends"]').click();
            await page.getByLabel('Players').selectOption('3');
            await page.getByLabel('Seat 2').selectOption('invite');
            await page.getByLabel('Address for seat 2').fill('grace@example.org');
            await page.getByLabel('Seat 3').selectOption('random');
            await unfold(page, 'Rules');
            await page.getByLabel('Victory points to win').fill('12');
            await page.getByLabel('Trade and build in any order').uncheck();
            for (const { label, value } of everyGame) await page.getByLabel(label).selectOption(value);
            await unfold(page, 'Board');
            await page.getByLabel('Number tokens').selectOption('random');
            await page.getByLabel('Seed for the island').fill('a windy day');
            await unfold(page, 'Deadlines');
            await page.getByLabel('For a turn', { exact: true }).fill('2');
            await page.getByLabel('For a decision on others’ turns', { exact: true }).fill('90');
            await page.getByLabel('For a decision on others’ turns: unit').selectOption('minutes');
            await page.getByLabel('When time is up').selectOption('bot');
            await page.getByLabel('Deadlines missed in a row').fill('3');
            t.equal('a pace of one’s own', await page.getByLabel('Pace').inputValue(), 'own');
            await unfold(page, 'Name and visibility');
            await page.getByLabel('Name of the game').fill('Sunday evening');
            await page.getByLabel('Who may see it').selectOption('private');
            await page.getByLabel('Hints').uncheck();
            await page.getByLabel('Add my own randomness').check();
            await sound(t, page, 'a new game in detail');
            const posted = made(page);
            await page.locator('[data-do=make-game]').click();
            const sent = await posted;
            const { client_commitment: share, ...said } = sent.postDataJSON();
            t.ok('with a share of chance', /^[0-9a-f]{64}$/.test(share), share);
            return { request: said, reply: await (await sent.response()).json() };
        })();
        t.ok('every game has options', everyGame.length >= 2, everyGame.length);
        t.equal('what was chosen', request, {
            name: 'Sunday evening', rules: { game: 'base', players: 3, victory_points: 12, combined_phases: false, options: Object.fromEntries(everyGame.map(({ option, value }) => [option, value])) }, board: { layout: 'random', numbers: 'random', seed: 'a windy day' },
            seats: [{ account: 'me' }, { invite: 'grace@example.org' }, { bot: 'random' }], visibility: 'private', hints: false, clock: { turn: 172800, decision: 5400, on_timeout: 'bot', vote_after: 3 },
        });
        t.ok('and made', reply.status === 'open' && reply.rules.victory_points === 12 && reply.clock.decision === 5400, JSON.stringify(reply));
        await page.getByText('This game is private').waitFor();
        await page.getByText('A player with two points or fewer: is never robbed').waitFor();
        await sound(t, page, 'a private game that waits');
    },
    'makes a game of Cities & Knights with every option': async (t) => {
        const ada = await t.server.account('knights ada');
        const page = await open(t, '/new', { account: ada });
        await options(page);
        await page.locator('[data-pick="preset=all"]').click();
        await page.getByLabel('Game', { exact: true }).selectOption('cities_and_knights');
        t.equal('three to six players', await page.getByLabel('Players').locator('option').allInnerTexts(), ['3 players', '4 players', '5 players', '6 players']);
        await page.getByLabel('Pace').selectOption('bank');
        await unfold(page, 'Rules');
        await page.getByLabel('Edition', { exact: true }).selectOption('ck2007');
        for (const variant of ['Knights declared', 'A knight may chase', 'Easy start']) await page.getByLabel(variant).check();
        await page.getByText('Individual rules').click();
        const chosen = { robber_start: 'peninsula', robber_freeze: 'off', robber_release: 'to_desert', chase_target: 'near_opponent', fifth_card_on_turn: 'play_now', deserter_fallback: 'lower', saboteur: 'invert_city', displace_origin_free: 'yes', deserter_may_act: 'no' };
        const selects = page.locator(`${ui.optionBody} details select`);
        for (const [i, value] of Object.values(chosen).entries()) await selects.nth(i).selectOption(value);
        await unfold(page, 'Board');
        await page.getByLabel('Island', { exact: true }).selectOption('beginner');
        await unfold(page, 'Deadlines');
        await page.getByLabel('At most in the time bank', { exact: true }).fill('');
        await page.getByLabel('At most in the time bank', { exact: true }).blur();
        await sound(t, page, 'a new game of Cities & Knights');
        const posted = made(page);
        await page.locator('[data-do=make-game]').click();
        const request = await posted;
        const { client_commitment: _, ...body } = request.postDataJSON();
        t.equal('what was chosen', body, {
            rules: { game: 'cities_and_knights', players: 4, victory_points: 13, edition: 'ck2007', variants: ['knight_errant', 'nasty', 'easy_start'], options: chosen }, board: { layout: 'beginner' },
            seats: [{ account: 'me' }, { open: true }, { open: true }, { open: true }], visibility: 'public', clock: { bank: { start: 604800, increment: 43200 }, on_timeout: 'default', vote_after: 2 },
        });
        t.equal('made', (await request.response()).status(), 201);
        await page.getByText('turns a city over until it is repaired').waitFor();
    },
    'says what is wrong at its field, and keeps what was typed': async (t) => {
        const ada = await t.server.account('wrong ada');
        const page = await open(t, '/new', { account: ada, language: 'de' });
        await options(page);
        await page.locator('[data-pick="preset=friends"]').click();
        await page.getByLabel('Platz 2').selectOption('invite');
        await unfold(page, 'Regeln');
        await page.getByLabel('Siegpunkte zum Sieg').fill('99');
        await unfold(page, 'Fristen');
        await page.getByLabel('Für einen Zug', { exact: true }).fill('900');
        await page.locator('[data-do=make-game]').click();
        await page.getByText('Oben stimmt noch etwas nicht.').waitFor();
        for (const text of ['Von 3 bis 30.', 'Keine Adresse wie', 'Von 1 Minute bis 30 Tage.']) t.ok(text, await page.getByText(text).isVisible());
        await sound(t, page, 'faults of a new game');
        await page.locator(ui.menuButton).click();
        await page.locator('[data-pick="language=en"]').click();
        t.equal('the language changes, the form stays', await page.getByLabel('Seat 2', { exact: true }).inputValue(), 'invite');
        await page.getByLabel('Address for seat 2').fill('grace@example.org');
        await unfold(page, 'Rules');
        await page.getByLabel('Victory points to win').fill('');
        await unfold(page, 'Deadlines');
        await page.getByLabel('For a turn', { exact: true }).fill('2');
        await unfold(page, 'Name and visibility');
        await page.getByLabel('Name of the game').fill('tab\there');
        await page.locator('[data-do=make-game]').click();
        await page.getByText('It contains invisible characters').waitFor();
        await page.getByLabel('Name of the game').fill('no tab');
        await page.route('**/v1/games', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()), { times: 1 });
        await page.locator('[data-do=make-game]').click();
        await page.getByText('Can’t reach the server').first().waitFor();
        t.equal('nothing is lost', await page.getByLabel('Address for seat 2').inputValue(), 'grace@example.org');
        // faults that only the server finds are also shown at their field
        const refusal = { type: '/problems/invalid', title: 'Invalid', status: 422, detail: 'look', instance: '/requests/1', errors: [{ pointer: '/board/seed', detail: 'no such word' }] };
        await page.route('**/v1/games', (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(refusal) }), { times: 1 });
        await page.locator('[data-do=make-game]').click();
        await page.getByText('no such word').waitFor();
        t.ok('and the field is shown', await page.getByLabel('Seed for the island').isVisible());
        await page.getByLabel('Seed for the island').fill('another');
        await page.locator('[data-do=make-game]').click();
        await page.waitForURL(/\/join$/);
    },
}, { share: 3 });
