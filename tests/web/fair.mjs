// SPDX-License-Identifier: AGPL-3.0-or-later
// The proof of fair chance: checked by the browser, for a whole game; modified records are detected; and a player's own
// contribution gets from their browser into the game.
import { readFileSync } from 'node:fs';
import { isMove } from './clicker.mjs';
import { discarded, recorded } from './games.mjs';
import { accessible, open, run } from './harness.mjs';
import { ui } from './ui.mjs';

let games = 0;

/** A game of two people, played from the server's list of actions until one resigns. */
async function played(t, rules, rounds) {
    games++;
    const [ada, bo] = [await t.server.account(`fair ada ${games}`), await t.server.account(`fair bo ${games}`)];
    const board = { layout: 'random', numbers: 'random' };
    const game = await ada.ask('POST', '/v1/games', { rules, board, seats: [{ account: 'me' }, { open: true }, { bot: 'greedy' }] });
    await bo.ask('POST', `/v1/games/${game.id}/join`);
    for (let moves = 0; moves < rounds;) {
        const view = await ada.ask('GET', `/v1/games/${game.id}/view`);
        const waited = view.waiting_for.find(({ player }) => player < 2);
        if (view.status !== 'active') break;
        if (!waited) continue;
        const who = [ada, bo][waited.player];
        const list = await who.ask('GET', `/v1/games/${game.id}/actions`);
        const wanted = ['roll', 'buy_dev_card', 'build_settlement', 'build_city', 'improve_city', 'move_robber', 'end_turn'];
        const action = wanted.map((type) => list.actions.find((one) => one.type === type)).find(Boolean) ?? list.actions.find(({ type }) => !['offer_trade', 'resign'].includes(type));
        const first = action.type === 'discard' ? { type: 'discard', cards: discarded(await who.ask('GET', `/v1/games/${game.id}/view`), waited) } : action;
        await who.ask('POST', `/v1/games/${game.id}/moves`, { action: first, seq: list.seq }).catch(() => undefined);
        moves++;
    }
    for (const one of [ada, bo])
        await one.ask('POST', `/v1/games/${game.id}/resign`).catch((error) => {
            if (!error.message.includes('game-over')) throw error; // a bot may have won
        });
    return { ada, id: game.id };
}

async function proved(t, page, what) {
    await page.locator(`${ui.verdict}[data-verdict]`).waitFor();
    const text = await page.locator(`${ui.verdict} [role=status]`).innerText();
    t.equal(`${what}: ${text}`, await page.locator(ui.verdict).getAttribute('data-verdict'), 'right');
    return text;
}

/** The numbers stored in the browser: [where, number]. */
const numbersIn = (page) => page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('hexpost.share.')));

/** Waits until the first seat has to move; returns its list of actions. */
async function turn(person, { id }) {
    let view;
    do view = await person.ask('GET', `/v1/games/${id}/view`);
    while (!view.waiting_for.some(({ player }) => player === 0));
    return person.ask('GET', `/v1/games/${id}/actions`);
}

/** Takes a seat with a number of the player's own, loses the number, and enters it again. */
async function promised(t) {
    const dee = await t.server.account('fair dee');
    const game = await dee.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [{ open: true }, { bot: 'random' }, { bot: 'random' }] });
    const page = await open(t, `/games/${game.id}/fairness`, { account: dee });
    await page.getByLabel('Mix a number of my own into new games').check();
    await page.goto(`/games/${game.id}/join`);
    await page.locator('[data-do=join], [data-do=take], [data-pick^="seat"]').first().click();
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('hexpost.share.')));
    const [[place, seed]] = await numbersIn(page);
    await turn(dee, game);
    await page.goto(`/games/${game.id}/fairness`);
    await page.locator('[data-own=here]').waitFor();
    await page.evaluate((name) => localStorage.removeItem(name), place);
    await page.reload();
    await page.locator('[data-own=missing] input').fill('00'.repeat(32));
    await page.locator('[data-own=missing] button[type=submit]').click();
    await page.getByText('This is not the number that was promised.').waitFor();
    await page.locator('[data-own=missing] input').fill(seed);
    await page.locator('[data-own=missing] button[type=submit]').click();
    await page.locator('[data-own=here]').waitFor();
    await accessible(t, page, 'a number of one\'s own');
    return { dee, game, page, place, seed };
}

async function ownNumber(t) {
    const { dee, game, page, place, seed } = await promised(t);
    await page.goto(`/games/${game.id}`);
    await page.locator('[data-do=build_settlement]').or(page.locator('[data-place][data-lit]')).first().click();
    const lit = page.locator('[data-place^="vertex"][data-lit]').first();
    if (await lit.count() > 0) await lit.click();
    const confirm = page.locator('[data-do=confirm]');
    await Promise.race([confirm.waitFor().then(() => confirm.click()), page.waitForFunction((name) => localStorage.getItem(name) === null, place)]);
    await page.waitForFunction((name) => localStorage.getItem(name) === null, place);
    const { pieces } = await dee.ask('GET', `/v1/games/${game.id}/view`);
    t.ok('the settlement stands', pieces.settlements.some(({ player }) => player === 0));
    await dee.ask('POST', `/v1/games/${game.id}/resign`);
    await page.goto(`/games/${game.id}/fairness`);
    await proved(t, page, 'with a number of one\'s own');
    t.ok('it is shown', (await page.locator(ui.fairNumbers).innerText()).includes(seed));
}

async function lostAnswer(t) {
    const eve = await t.server.account('fair eve');
    const game = await eve.ask('POST', '/v1/games', { rules: { game: 'base', players: 3 }, seats: [{ open: true }, { bot: 'random' }, { bot: 'random' }] });
    const page = await open(t, `/games/${game.id}/fairness`, { account: eve });
    await page.getByLabel('Mix a number of my own into new games').check();
    await page.route('**/join', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fetch();
        return route.abort();
    });
    await page.goto(`/games/${game.id}/join`);
    await page.locator('[data-do=join]:not([data-seat])').click();
    await page.locator('[data-do=join]:not([data-seat])').waitFor({ state: 'detached' });
    const [[, client_seed]] = await numbersIn(page);
    t.ok('it is promised', (await eve.ask('GET', `/v1/games/${game.id}`)).fairness.client_commitments[0] !== null);
    // Played elsewhere, with the number entered by hand: after that, the one stored here is obsolete.
    const list = await turn(eve, game);
    await eve.ask('POST', `/v1/games/${game.id}/moves`, { action: list.actions.find(({ type }) => type === 'build_settlement'), seq: list.seq, client_seed });
    await turn(eve, game);
    await page.goto(`/games/${game.id}`);
    const sent = page.waitForResponse(isMove);
    await page.locator('[data-place^="edge"][data-lit]').first().click();
    const confirm = page.locator('[data-do=confirm]');
    await Promise.race([confirm.waitFor().then(() => confirm.click()), sent]).catch(() => undefined);
    t.equal('the road is built', (await sent).status(), 201);
    t.equal('the number lay there all the while', (await numbersIn(page)).map(([, number]) => number), [client_seed]);
}

await run('fair', {
    'a game of each kind is drawn again': async (t) => {
        for (const rules of [{ game: 'base' }, { game: 'cities_and_knights' }]) {
            const { ada, id } = await played(t, rules, 60);
            const page = await open(t, `/games/${id}/fairness`, { account: ada });
            await proved(t, page, rules.game);
            t.ok('the island too', (await page.locator(ui.verdict).innerText()).includes('island'));
            const record = await ada.ask('GET', `/v1/games/${id}/record`);
            await page.locator(`${ui.proof} summary`).click();
            const drawn = record.events.filter(({ chance }) => chance === 'drawn').length;
            t.equal('each draw is listed', await page.locator('[data-verdict=drawn]').count(), drawn);
            t.ok('there are some', drawn > 5, drawn);
            await accessible(t, page, `the proof, ${rules.game}`);
            await t.leave(page);
        }
    },
    'a changed record is found out': async (t) => {
        const { ada, id } = await played(t, { game: 'base', players: 3 }, 40);
        const page = await open(t, '/about', { account: ada, language: 'de' });
        const changes = [
            (record) => { record.events.find(({ type }) => type === 'roll').outcome.yellow += 1; return 'Ereignis'; },
            (record) => { record.fairness.server_seed = '00'.repeat(32); return 'Fingerabdruck'; },
            (record) => { [record.board.hexes[0].terrain, record.board.hexes[1].terrain] = ['desert', 'desert']; return 'Insel'; },
        ];
        for (const change of changes) {
            const record = await ada.ask('GET', `/v1/games/${id}/record`);
            const said = change(record);
            await page.route('**/record', (route) => route.fulfill({ json: record }));
            await page.goto(`/games/${id}/fairness`);
            await page.locator(`${ui.verdict}[data-verdict=wrong]`).waitFor();
            t.ok(`it is told: ${said}`, (await page.locator(ui.verdict).innerText()).includes(said));
            await page.unroute('**/record');
        }
        await accessible(t, page, 'a record that is wrong');
    },
    'what was told at a table proves nothing': async (t) => {
        const ada = await t.server.account('fair cy');
        const { id } = await recorded(ada, 'play-knights');
        const page = await open(t, `/games/${id}/fairness`, { account: ada });
        const record = JSON.parse(readFileSync(new URL('../records/play-knights.json', import.meta.url), 'utf8'));
        if (await page.locator(ui.verdict).count() > 0) t.ok(`${await proved(t, page, 'a game taken in')}`, record.events.length > 0);
        else t.ok('a game taken in without seeds is not proved', await page.getByText('At this table, people enter the dice').count() > 0);
    },
    'a number of one\'s own goes from the browser into the game': ownNumber,
    'a number outlives a lost answer, and is not sent twice': lostAnswer,
}, { share: 2 });
