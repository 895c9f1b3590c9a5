// SPDX-License-Identifier: AGPL-3.0-or-later
// Settings of a game that are not moves: pauses, votes about seats, notifications, and finding all of it again.
import { Receiver } from '../post/receiver.mjs';
import { date, field, press, pressTwice } from './forms.mjs';
import { accessible, fits, open, run } from './harness.mjs';
import { ui } from './ui.mjs';

const receiver = await new Receiver().start();

/** A started game of three people with a clock. */
async function gameOfThree(t, prefix, clock = { turn: 172800 }) {
    const people = await Promise.all(['ada', 'bob', 'cy'].map((name) => t.server.account(`${prefix} ${name}`)));
    const { id } = await people[0].ask('POST', '/v1/games', { rules: { game: 'base' }, visibility: 'public', ...(clock && { clock }), seats: [{ account: 'me' }, { open: true }, { open: true }] });
    for (const person of people.slice(1)) await person.ask('POST', `/v1/games/${id}/join`, {});
    return { id, path: `/v1/games/${id}`, page: `/games/${id}?tab=settings`, people };
}

await run('game settings', {
    'two people agree to a pause': async (t) => {
        const { path, page: address, people: [ada, bob, cy] } = await gameOfThree(t, 'pause');
        await cy.ask('POST', `${path}/pause`, {});
        const [adasPage, bobsPage] = [await open(t, address, { account: ada, language: 'de', phone: true }), await open(t, address, { account: bob })];
        await adasPage.locator('[data-part=pause] [data-list=agreed]').getByText('Es fehlt noch: pause ada und pause bob.').waitFor();
        await field(adasPage, 'until').fill(date(5));
        await press(adasPage, 'agree-pause');
        await adasPage.locator('[data-do=withdraw-pause]').waitFor();
        await accessible(t, adasPage, 'a pause proposed');
        await fits(t, adasPage, 'a game’s settings on a phone');
        await press(adasPage, 'withdraw-pause');
        await press(adasPage, 'agree-pause');
        await adasPage.locator('[data-do=withdraw-pause]').waitFor();
        await bobsPage.getByText('Still to agree: pause bob.').waitFor();
        await press(bobsPage, 'agree-pause');
        await bobsPage.locator('[data-part=paused]').waitFor();
        await adasPage.locator('[data-part=paused]').waitFor();
        t.ok('the clocks stand', Boolean((await ada.ask('GET', path)).paused));
        await accessible(t, bobsPage, 'a pause');
        await press(adasPage, 'end-pause');
        await adasPage.locator('[data-do=agree-pause]').waitFor();
        t.equal('they run', (await ada.ask('GET', path)).paused, null);
    },
    'who has made a game says how well its bots play': async (t) => {
        const [ada, bob] = [await t.server.account('level ada'), await t.server.account('level bob')];
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, visibility: 'public', seats: [{ account: 'me' }, { open: true }, { bot: 'greedy' }] });
        await bob.ask('POST', `/v1/games/${id}/join`, {});
        const page = await open(t, `/games/${id}?tab=settings`, { account: ada, phone: true });
        const level = page.locator('[data-part=seats] [data-seat="2"] select');
        t.equal('an older name', await level.inputValue(), 'normal');
        const kept = page.waitForResponse((response) => response.url().endsWith('/bots') && response.status() === 200);
        await level.selectOption('hard');
        await kept;
        t.equal('it plays better', (await ada.ask('GET', `/v1/games/${id}`)).seats[2].bot, 'hard');
        await accessible(t, page, 'levels of bots');
        const bobs = await open(t, `/games/${id}?tab=settings`, { account: bob });
        await bobs.locator('[data-part=seats] [data-seat="2"]').waitFor();
        t.equal('by nobody else', await bobs.locator('[data-part=seats] select').count(), 0);
    },
    'a seat is handed on, voted about and taken over': async (t) => {
        const { path, page: address, people: [ada, bob, cy] } = await gameOfThree(t, 'seat');
        const dora = await t.server.account('seat dora');
        const seat = async (number) => (await ada.ask('GET', path)).seats[number];
        const [adasPage, bobsPage] = [await open(t, address, { account: ada }), await open(t, address, { account: bob })];
        // Instead of waiting until a player misses a deadline, the page is told that this has happened.
        await bobsPage.route('**/votes', async (route) => {
            if (route.request().method() !== 'GET') return route.continue();
            const response = await route.fetch();
            const { seats } = await response.json();
            return route.fulfill({ response, json: { seats: seats.map((one) => (one.seat === 2 ? { ...one, missed: 2, open: true } : one)) } });
        });
        await bobsPage.reload();
        const absent = bobsPage.locator('[data-part=seats] [data-seat="2"]');
        await absent.getByText('2 deadlines missed in a row').waitFor();
        await absent.locator('[data-do=vote-bot]').click();
        await bobsPage.locator(ui.toast).getByText('only after 2 missed deadlines in a row').waitFor();
        await bobsPage.unrouteAll();

        const mine = adasPage.locator('[data-part=seats] [data-seat="0"]');
        await mine.locator('[data-fold=hand] > summary').click();
        await mine.locator('[data-do=hand-bot]').click();
        await mine.locator('[data-do=confirm]').click();
        await mine.locator('[data-do=take-seat]').waitFor();
        t.equal('a bot plays', (await seat(0)).kind, 'bot');
        await mine.locator('[data-do=take-seat]').click();
        await mine.locator('[data-fold=hand]').waitFor();
        t.equal('the person plays again', (await seat(0)).kind, 'human');

        await ada.ask('POST', `${path}/votes`, { seat: 0, to: 'bot' });
        const about = bobsPage.locator('[data-part=seats] [data-seat="0"]');
        await about.locator('[data-do=vote-person]').waitFor();
        await about.locator('input[name=person]').fill('nobody at all');
        await about.locator('[data-do=vote-person]').click();
        await about.getByText('Nobody has this name.').waitFor();
        await about.locator('input[name=person]').fill(cy.name);
        await about.locator('[data-do=vote-person]').click();
        await about.getByText('They already have a seat').waitFor();
        await about.locator('input[name=person]').fill(dora.name);
        await about.locator('[data-do=vote-person]').click();
        await about.locator('[data-list=votes]').getByText('seat bob: for seat dora').waitFor();
        await accessible(t, bobsPage, 'a vote');
        await about.locator('[data-do=withdraw-vote]').click();
        await about.locator('[data-list=votes]').waitFor({ state: 'detached' });
        await about.locator('input[name=person]').fill(dora.name);
        await about.locator('[data-do=vote-person]').click();
        await about.locator('[data-list=votes]').waitFor();
        await cy.ask('POST', `${path}/votes`, { seat: 0, to: { account: dora.name } });
        const fresh = await open(t, address, { account: dora, phone: true });
        await fresh.getByText('You’ve been offered this seat.').waitFor();
        await accessible(t, fresh, 'a seat offered');
        await press(fresh, 'take-seat');
        await fresh.locator('[data-seat="0"] [data-fold=hand]').waitFor();
        t.equal('theirs now', (await seat(0)).account, dora.name);
        await fresh.locator('[data-fold=resign] > summary').click();
        await pressTwice(fresh, 'resign-game');
        await fresh.getByText('You have resigned from this game.').waitFor();
        t.equal('given up', (await seat(0)).kind, 'bot');
    },
    'the others decide about who never comes': async (t) => {
        const { path, page: address, people: [ada, bob, cy] } = await gameOfThree(t, 'never', null);
        const page = await open(t, address, { account: ada, phone: true });
        const waited = (await ada.ask('GET', path)).waiting_for[0].player;
        const seat = page.locator(`[data-part=seats] [data-seat="${waited}"]`);
        await seat.getByText('the others can vote from').waitFor();
        // Instead of waiting for seven days, the page is told that they have passed.
        const other = waited === 2 ? 1 : 2;
        await page.route('**/votes', async (route) => {
            if (route.request().method() !== 'GET') return route.fulfill({ status: 409, contentType: 'application/problem+json', json: { type: '/problems/conflict', title: 'x', status: 409, detail: 'the game has to wait for seat 2 for seven days first: until then', instance: '/requests/x' } });
            const response = await route.fetch();
            const { seats } = await response.json();
            const votes = [{ by: waited === 1 ? 2 : 1, to: { clock: { turn: 86400, decision: 21600, on_timeout: 'default', vote_after: 2 } } }];
            return route.fulfill({ response, json: { seats: seats.map((one) => (one.seat === other ? { ...one, open: true, absent: true, votes } : one)) } });
        });
        await page.reload();
        const absent = page.locator(`[data-part=seats] [data-seat="${other}"]`);
        await absent.locator('[data-list=votes]').getByText('for a clock (1 day per turn').waitFor();
        await absent.locator('[data-do=agree-clock]').waitFor();
        await absent.locator('[data-do=vote-clock]').waitFor();
        await accessible(t, page, 'what all others decide');
        await fits(t, page, 'what all others decide, on a phone');
        await absent.locator('[data-do=vote-end]').click();
        await absent.locator('[data-do=confirm]').click();
        await page.locator(ui.toast).getByText('only after the game has waited for seven days').waitFor();
        t.ok('three play', [ada, bob, cy].length === 3);
    },
    'a channel and a webhook follow a game': async (t) => {
        const { path, page: address, people: [ada] } = await gameOfThree(t, 'follow', { bank: { start: 86400, increment: 3600, max: 172800 }, on_timeout: 'bot' });
        const page = await open(t, address, { account: ada });
        t.ok('the clock in words', (await page.locator('[data-part=clock]').innerText()).includes('1 day each for the whole game; plus 1 hour per completed turn, up to 2 days'));
        await page.locator('[data-fold=follows] > summary').click();
        await page.locator('[data-fold=follows] select').selectOption('telegram');
        await field(page, 'bot_token').fill('wrong');
        await field(page, 'chat_id').fill('5');
        await press(page, 'follow');
        await page.getByText('looks like 123456:ABC-def').waitFor();
        await page.locator('[data-fold=follows] select').selectOption('slack_webhook');
        await field(page, 'url').first().fill(receiver.url('/ok/slack'));
        await press(page, 'follow');
        await page.locator('[data-follow=slack_webhook]').waitFor();
        t.equal('it is told', (await ada.ask('GET', `${path}/follows`)).items[0].tells, ['turns', 'events', 'picture']);
        await pressTwice(page, 'unfollow');
        await page.locator('[data-follow]').waitFor({ state: 'detached' });

        const hooks = page.locator('[data-fold=webhooks]');
        await hooks.locator('summary').first().click();
        await hooks.locator('details > summary').click();
        await hooks.locator('input[name=url]').fill(receiver.url('/ok/game'));
        await hooks.locator('[data-do=create-webhook]').click();
        await hooks.locator('[data-webhook]').waitFor();
        await accessible(t, page, 'a game’s settings unfolded');
        t.equal('for this game', (await ada.ask('GET', `${path}/webhooks`)).items.length, 1);
        t.equal('its address', await page.getByLabel('Link to this game').inputValue(), `${t.server.base}${address.split('?')[0]}`);
    },
    'what somebody did is found among all games': async (t) => {
        const ada = await t.server.account('found ada');
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base' }, visibility: 'public', seats: [{ account: 'me' }, { bot: 'random' }, { bot: 'random' }] });
        let list = await ada.ask('GET', `/v1/games/${id}/actions`);
        while (list.actions.length === 0) {
            await ada.ask('GET', `/v1/games/${id}/events?after=${list.seq}&wait=20`);
            list = await ada.ask('GET', `/v1/games/${id}/actions`);
        }
        await ada.ask('POST', `/v1/games/${id}/moves`, { action: list.actions[0].action ?? list.actions[0], seq: list.seq });
        const page = await open(t, `/people/${encodeURIComponent(ada.name)}`, { account: ada, phone: true });
        const found = page.locator('[data-list=found] li');
        await page.locator(`${ui.filters} select`).first().selectOption('build_settlement');
        await press(page, 'find-events');
        await found.first().waitFor();
        t.equal('her settlement', await found.count(), 1);
        await field(page, 'to').fill(date(-2));
        await press(page, 'find-events');
        await page.getByText('Nothing found').waitFor();
        await field(page, 'to').fill('');
        await page.locator(`${ui.filters} select`).first().selectOption('');
        await press(page, 'find-events');
        await found.first().waitFor();
        await accessible(t, page, 'events of all games');
        await fits(t, page, 'events of all games');
        await found.first().locator('a').click();
        await page.waitForURL(`**/games/${id}?at=*`);
    },
}, { share: 4, settings: { HEXPOST_HOOK_ALLOW: '127.0.0.1' } });
receiver.stop();
