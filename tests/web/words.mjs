// SPDX-License-Identifier: AGPL-3.0-or-later
// Texts on the page: the log, chat, notes, and standing orders.
import { readFileSync } from 'node:fs';
import { ownTurn } from './games.mjs';
import { accessible, open, run, until } from './harness.mjs';
import { ui } from './ui.mjs';

const record = (name) => JSON.parse(readFileSync(new URL(`../records/${name}.json`, import.meta.url), 'utf8'));

/** A base game of two people, with a bot to fill it. */
async function game(t, ...people) {
    const [first, ...others] = people;
    const made = await first.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [{ account: 'me' }, ...others.map(() => ({ open: true })), ...Array(3 - people.length).fill({ bot: 'random' })] });
    for (const other of others) await other.ask('POST', `/v1/games/${made.id}/join`, {});
    return made.id;
}

const people = (t, ...names) => Promise.all(names.map((name) => t.server.account(name)));

/** Makes first moves for a player until the set-up is over. */
async function setUp(account, id) {
    for (;;) {
        const { phase } = await account.ask('GET', `/v1/games/${id}/view`);
        if (phase !== 'setup') return;
        const { actions } = await account.ask('GET', `/v1/games/${id}/actions`);
        const [action] = actions.filter(({ type }) => type.startsWith('build_'));
        if (action) await account.ask('POST', `/v1/games/${id}/moves`, { action });
        else await account.ask('GET', `/v1/games/${id}/events?wait=1&after=1000`);
    }
}

await run('words', {
    'the log tells the whole game in both languages, and shows where things happened': async (t) => {
        const [ann] = await people(t, 'log ann');
        const { id } = await ann.ask('POST', '/v1/games', { mode: 'table', record: record('play-knights') });
        const page = await open(t, `/games/${id}?tab=log`, { account: ann, phone: true });
        const entries = page.locator(ui.logEntry);
        await entries.first().waitFor();
        const shown = await entries.evaluateAll((all) => all.map(({ dataset }) => Number(dataset.seq)));
        t.equal('the newest is on top', shown, [...shown].sort((a, b) => b - a));
        t.ok('with how it ended', (await entries.filter({ hasText: 'won with 8 points' }).count()) === 1);
        const older = page.getByRole('button', { name: 'Earlier events' });
        while (await older.count()) await older.click();
        t.equal('and whose cards were which', await entries.filter({ hasText: 'All hidden cards are revealed' }).filter({ hasText: ' held ' }).count(), 1);
        t.equal('all events are there', await entries.count(), record('play-knights').events.length);
        t.ok('what changed on the table is told', (await entries.filter({ hasText: 'the barbarians attack' }).count()) > 3);
        await accessible(t, page, 'log');
        await page.getByLabel('What', { exact: true }).selectOption('dice');
        t.ok('only dice', (await entries.evaluateAll((all) => all.every((entry) => ['roll', 'start'].includes(entry.dataset.type)))) && (await entries.count()) > 50);
        await page.getByLabel('Player', { exact: true }).selectOption('1');
        t.ok('only one player', (await entries.locator(ui.logText).allTextContents()).every((text) => text.startsWith('Bo ') || text.startsWith('You ')));
        await entries.nth(3).getByRole('button').click();
        await page.locator(`${ui.game}[data-past]`).waitFor();
        const german = await open(t, `/games/${id}?tab=log`, { account: ann, language: 'de', dark: true });
        await german.locator(ui.logEntry, { hasText: 'mit 8 Punkten gewonnen' }).waitFor();
        await accessible(t, german, 'log, dark');
        await german.locator(`${ui.board}[data-marks="0"]`).waitFor();
        await german.locator(ui.saidPlace).first().hover();
        await german.locator(`${ui.board}[data-marks="1"]`).waitFor();
        await german.mouse.move(0, 0);
        await german.locator(`${ui.board}[data-marks="0"]`).waitFor();
    },
    'what two people say to each other arrives, and stays until it is sent': async (t) => {
        const [ann, bo] = await people(t, 'talk ann', 'talk bo');
        const id = await game(t, ann, bo);
        const pages = await Promise.all([open(t, `/games/${id}?tab=talk`, { account: ann }), open(t, `/games/${id}?tab=talk`, { account: bo, phone: true, language: 'de', dark: true })]);
        const [annsPage, bosPage] = pages;
        const say = async (page, text) => {
            await page.locator('#talk-text').fill(text);
            await page.locator('#talk-text').press('Enter');
        };
        await say(annsPage, 'A fine island, @talk bo!');
        const heard = bosPage.locator(ui.message, { hasText: 'A fine island' });
        await heard.waitFor();
        t.equal('bo is meant', await heard.locator(ui.mention).textContent(), '@talk bo');
        await bosPage.locator('[data-to="0"]').click();
        await say(bosPage, 'Nur für dich.');
        await annsPage.locator(ui.message, { hasText: 'Nur für dich.' }).locator(ui.talkTo).waitFor();
        await accessible(t, annsPage, 'talk');
        await accessible(t, bosPage, 'talk, dark');
        await annsPage.context().setOffline(true);
        await say(annsPage, 'Is anybody there?');
        await annsPage.locator('#talk-say[data-bad]').waitFor();
        t.equal('the text is still there', await annsPage.locator('#talk-text').inputValue(), 'Is anybody there?');
        await annsPage.reload().catch(() => undefined);
        await annsPage.context().setOffline(false);
        await annsPage.goto(`/games/${id}?tab=talk`);
        await annsPage.locator('#talk-text').waitFor();
        t.equal('even after the page was loaded again', await annsPage.locator('#talk-text').inputValue(), 'Is anybody there?');
        await annsPage.locator('#talk-text').press('Enter');
        await bosPage.locator(ui.message, { hasText: 'Is anybody there?' }).waitFor();
        t.equal('said once', await bosPage.locator(ui.message, { hasText: 'Is anybody there?' }).count(), 1);
        await annsPage.locator(ui.message, { hasText: 'Is anybody there?' }).waitFor();
        t.ok('read', await until(async () => (await bo.ask('GET', '/v1/me/games')).items[0].unread_talk === 0));
    },
    'notes are kept, also without network, and nothing is overwritten unseen': async (t) => {
        const [ann, bo] = await people(t, 'notes ann', 'notes bo');
        const id = await game(t, ann, bo);
        const page = await open(t, `/games/${id}?tab=notes`, { account: ann });
        const text = page.locator('#notes-text');
        const state = (name) => page.locator(`#notes-state[data-state="${name}"]`).waitFor();
        await state('saved');
        await text.fill('red hoards ore');
        await state('saved');
        t.equal('on the server', (await ann.ask('GET', `/v1/games/${id}/notes`)).text, 'red hoards ore');
        await page.context().setOffline(true);
        await text.fill('red hoards ore and wool');
        await state('lost');
        await page.context().setOffline(false);
        await page.reload();
        await state('saved');
        t.equal('kept over a lost network', (await ann.ask('GET', `/v1/games/${id}/notes`)).text, 'red hoards ore and wool');
        await ann.ask('PUT', `/v1/games/${id}/notes`, { text: 'written on the phone' });
        await text.fill('written at home');
        await state('conflict');
        await accessible(t, page, 'notes in conflict');
        await page.getByRole('button', { name: 'Keep both' }).click();
        await state('saved');
        t.equal('both', (await ann.ask('GET', `/v1/games/${id}/notes`)).text, 'written on the phone\n\nwritten at home');
        t.equal('nobody else’s', (await bo.ask('GET', `/v1/games/${id}/notes`)).text, '');
    },
    'standing orders are given in a form, and do what they say': async (t) => {
        const [ann] = await people(t, 'orders ann');
        const id = await game(t, ann);
        await setUp(ann, id);
        const page = await open(t, `/games/${id}?tab=orders`, { account: ann, phone: true });
        const part = (name) => page.locator(`[data-part="${name}"]`);
        const unfold = (name) => part(name).locator('summary').first().click();
        const save = async () => {
            await page.locator('[data-do="save-orders"]').click();
        };
        const saved = () => page.locator('[data-saved=true]').waitFor();
        await unfold('offers');
        await part('offers').getByRole('button', { name: 'Wool for ore' }).click();
        t.equal('what it means', await part('offers').locator(ui.meaning).textContent(), 'Offers where you give only wool, you get only ore, and you give at most 2 for 1 are accepted.');
        await part('offers').getByRole('button', { name: 'Refuse everything' }).click();
        await part('offers').locator('[data-rule="1"]').getByRole('button', { name: 'Move up: Rule 2' }).click();
        await part('offers').locator('[data-rule="0"]').getByRole('button', { name: 'Move down: Rule 1' }).click();
        await unfold('plan');
        await part('plan').locator('[data-add="step"]').click();
        const step = part('plan').locator('[data-step="0"]');
        await step.getByLabel('Move', { exact: true }).selectOption('city');
        await step.locator('[data-add="fact"]').click();
        await save();
        await step.locator(ui.stepFault).waitFor();
        await accessible(t, page, 'orders with something wrong');
        await step.locator('[data-choose="vertex"]').first().click();
        await page.locator('[data-place="vertex-14"]').click();
        await step.locator(`${ui.placeField} b`, { hasText: '/' }).first().waitFor();
        await unfold('roll');
        await part('roll').getByLabel('Rolling the dice').selectOption('always');
        await unfold('empty_turn');
        await part('empty_turn').getByLabel('Let them pass by').check();
        await part('empty_turn').locator('[data-toggle=build_road]').click();
        await part('empty_turn').getByLabel('With at most this many cards in hand').fill('5');
        t.equal('knights are not asked about', await part('empty_turn').locator('[data-toggle=build_knight]').count(), 0);
        await unfold('delay');
        await part('delay').locator('input').first().fill('0.2');
        await part('delay').locator('input').last().fill('0.4');
        await save();
        await saved();
        const { orders } = await ann.ask('GET', `/v1/games/${id}/orders`);
        t.equal('as they are kept', orders, { delay: { median: 12, max: 24 }, roll: 'always', empty_turn: { ignore: ['build_road'], hand: 5 }, offers: [{ answer: 'accept', give: ['wool'], get: ['ore'], rate: { give: 2, get: 1 } }, { answer: 'refuse' }], plan: [{ move: 'city 14', if: 'ore >= 3', otherwise: 'skip', when: 'actions' }] });
        await page.reload();
        await part('plan').locator('summary').first().waitFor();
        const german = await open(t, `/games/${id}?tab=orders`, { account: ann, language: 'de', dark: true });
        await german.locator('[data-part="plan"] summary').first().click();
        t.ok('in German', /Wenn gilt: du hast mindestens 3 Erz, dann bei .* eine Stadt bauen/.test(await german.locator(ui.meaning).first().textContent()));
        await accessible(t, german, 'orders, dark');
        const { items } = await ann.ask('GET', `/v1/games/${id}/events?type=roll&player=0&wait=60`);
        t.equal('the server has rolled', items[0]?.by, 'order');
        await page.goto(`/games/${id}?tab=log`);
        await page.locator(ui.logEntry, { hasText: 'You rolled' }).filter({ hasText: '(standing order)' }).first().waitFor();
        await page.goto(`/games/${id}?tab=orders`);
        await page.locator('[data-do="remove-orders"]').click();
        await page.locator(`${ui.orders} [data-do="confirm"]`).click();
        await page.locator(ui.toast, { hasText: 'All orders are deleted.' }).waitFor();
        t.equal('taken back', (await ann.ask('GET', `/v1/games/${id}/orders`)).orders.offers, undefined);
    },
    'ships are built and moved by a plan': async (t) => {
        const [ann] = await people(t, 'planning ann');
        const { id } = await ownTurn(ann, { rules: { game: 'base', scenario: 'new_shores', players: 3 } });
        const board = await ann.ask('GET', `/v1/games/${id}/board`);
        const atSea = board.edges.filter(({ vertices }) => vertices.every((vertex) => board.vertices[vertex].hexes.every(([q, r]) => board.hexes.find((hex) => hex.q === q && hex.r === r)?.terrain === 'sea')));
        const [built, from, to] = atSea;
        const named = ({ vertices }) => vertices.join('-');
        const page = await open(t, `/games/${id}?tab=orders`, { account: ann });
        const plan = page.locator('[data-part="plan"]');
        await plan.locator('summary').first().click();
        const add = async (i, move, ...places) => {
            await plan.locator('[data-add="step"]').click();
            const step = plan.locator(`[data-step="${i}"]`);
            await step.getByLabel('Move', { exact: true }).selectOption(move);
            for (const [n, { id: place }] of places.entries()) {
                await step.locator('[data-choose="edge"]').nth(n).click();
                await page.locator(`[data-place="edge-${place}"]`).click();
            }
            return step;
        };
        await add(0, 'ship', built);
        const sail = await add(1, 'sail', from, to);
        t.ok('what it means', /^Move the ship .+, now .+\.$/.test(await sail.locator(ui.meaning).textContent()), await sail.locator(ui.meaning).textContent());
        await sail.locator('[data-add="fact"]').click();
        await sail.getByLabel('Condition', { exact: true }).selectOption('pirateAt');
        await sail.locator('[data-choose="hex"]').click();
        await page.locator('[data-place="hex-0"]').click();
        await accessible(t, page, 'a plan at sea');
        await page.locator('[data-do="save-orders"]').click();
        await page.locator('[data-saved=true]').waitFor();
        const { orders } = await ann.ask('GET', `/v1/games/${id}/orders`);
        t.equal('as it is kept', orders.plan, [{ move: `ship ${named(built)}`, when: 'actions' }, { move: `sail ${named(from)} to ${named(to)}`, if: 'pirate at 0', otherwise: 'skip', when: 'actions' }]);
    },
}, { share: 4 });
