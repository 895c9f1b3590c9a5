// SPDX-License-Identifier: AGPL-3.0-or-later
// The opening explorer: its page says what the interface says, and the board says it of the intersection that is looked
// at, in a game that is set up or over; never in one that is rated.
import { isDeepStrictEqual } from 'node:util';
import { discarded, ownTurn } from './games.mjs';
import { accessible, fits, open, run, settled, sound, until } from './harness.mjs';
import { ui } from './ui.mjs';

const ways = ['dots', 'resources', 'harbor', 'seat', 'pair'];
const sizes = [[320, 640], [360, 640], [375, 667], [390, 664], [412, 732], [844, 390], [640, 360], [1280, 720], [1440, 900], [1920, 1080]];
const gamesMade = 12;

let ready = null;

/** ADA's games, over, so that there is something to count. */
async function games(t) {
    ready ??= (async () => {
        const ada = await t.server.account('openings ada');
        const rules = { game: 'base', players: 3, victory_points: 3 };
        const board = { layout: 'beginner' };
        const made = await Promise.all(Array.from({ length: gamesMade }, () => ada.ask('POST', '/v1/games', { rules, board, seats: Array(3).fill({ bot: 'greedy' }) })));
        for (const { id } of made) while ((await ada.ask('GET', `/v1/games/${id}/events?type=finished&wait=20`)).items.length === 0);
        const own = await ownTurn(ada, { rules, board });
        await playOn(ada, own.id);
        return { ada, over: own.id };
    })();
    return ready;
}

const leadsOn = ['build_city', 'build_settlement', 'build_road', 'roll', 'move_robber', 'end_turn'];

/** Plays for ACCOUNT, badly, until somebody has won. */
async function playOn(account, id) {
    for (;;) {
        const view = await account.ask('GET', `/v1/games/${id}/view`);
        if (view.status !== 'active') return;
        const asked = view.waiting_for.find(({ player }) => player === view.viewer);
        if (!asked) {
            await account.ask('GET', `/v1/games/${id}/events?after=${view.seq}&wait=5`);
            continue;
        }
        const { actions } = await account.ask('GET', `/v1/games/${id}/actions`);
        const type = leadsOn.find((one) => actions.some((action) => action.type === one));
        const action = asked.decision === 'discard' ? { type: 'discard', cards: discarded(view, asked) } : actions.find((one) => one.type === type);
        await account.ask('POST', `/v1/games/${id}/moves`, { seq: view.seq, action });
    }
}

const rowsOn = (page) => page.locator(`${ui.openings} [data-key]`).evaluateAll((all) => all.map(({ dataset: { key, games: n, won } }) => [key, Number(n), Number(won)]).sort());
const rowsIn = ({ by }) => by.map(({ key, games: n, won }) => [key, n, won]).sort();

/** Rests the mouse on an intersection and waits for what is said of it. */
async function look(page, vertex) {
    const place = page.locator(`${ui.board} [data-place="vertex-${vertex}"]`);
    const box = await place.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator(ui.opening).waitFor();
    return (await page.locator(ui.opening).innerText()).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');
}

/** A game that waits for ACCOUNT's first settlement. */
const begun = (account, rules = { game: 'base', players: 3 }) => ownTurn(account, { rules, board: { layout: 'beginner' } });

/** Dots and resources around an intersection of BOARD, by another way than the page's. */
function yieldAt({ hexes, vertices }, vertex) {
    const brings = { hills: 'brick', forest: 'lumber', pasture: 'wool', fields: 'grain', mountains: 'ore' };
    const around = vertices[vertex].hexes.map(([q, r]) => hexes.find((hex) => hex.q === q && hex.r === r)).filter((hex) => brings[hex?.terrain]);
    return { dots: around.reduce((sum, { number }) => sum + 6 - Math.abs(7 - number), 0), resources: around.map(({ terrain }) => brings[terrain]).sort().join(',') };
}

await run('openings', {
    'the page says what the interface says': async (t) => {
        const { ada } = await games(t);
        const page = await open(t, '/openings', { account: ada });
        for (const by of ways) {
            await page.locator(`nav [data-by="${by}"]`).click();
            await page.locator(`${ui.openings}[data-by="${by}"]`).waitFor();
            const said = await ada.ask('GET', `/v1/openings?by=${by}`);
            t.equal(`by ${by}`, await rowsOn(page), rowsIn(said));
            t.equal(`by ${by}, all`, Number(await page.locator(ui.openingsTotal).getAttribute('data-games')), said.games);
        }
        const { games: n, won, interval: [from, to] } = await ada.ask('GET', '/v1/openings');
        const text = await page.locator(ui.openingsTotal).innerText();
        const percent = (share) => String(Math.round(100 * share));
        t.ok('in words', [percent(won / n), String(n), percent(from), percent(to)].every((figure) => text.includes(figure)), text);
        // A bar ends where its share is, within the range that is drawn over it.
        const bars = await page.locator(`${ui.openings} tbody tr`).evaluateAll((rows) => rows.map((row) => [row.querySelector('.bar'), row.querySelector('[data-part=range]')].map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])));
        t.ok('bars end within their range', bars.every(([bar, range]) => bar[1] >= range[0] - 1 && bar[1] <= range[1] + 1), bars);
    },
    'what is asked for stands in the address': async (t) => {
        const { ada } = await games(t);
        const page = await open(t, '/openings', { account: ada });
        await page.getByLabel('Whose games').selectOption({ label: 'my own' });
        await page.getByLabel('Players').selectOption('3');
        await page.getByLabel('Settlement', { exact: true }).selectOption('second');
        await page.waitForFunction(() => location.search.includes('second'));
        const said = await ada.ask('GET', '/v1/openings?mine=true&players=3&settlement=second');
        t.equal('their own', said.games, 1);
        await until(async () => await page.locator(ui.openingsTotal).getAttribute('data-games') === '1');
        await until(async () => isDeepStrictEqual(await rowsOn(page), rowsIn(said)));
        await page.reload();
        await settled(page);
        t.equal('the same after a reload', await rowsOn(page), rowsIn(said));
        await page.goto('/openings?dots=12&resources=ore,wool,grain');
        await settled(page);
        const narrow = await ada.ask('GET', '/v1/openings?dots=12&resources=ore,wool,grain');
        t.equal('a link\'s place', Number(await page.locator(ui.openingsTotal).getAttribute('data-games')), narrow.games);
        await page.locator(`${ui.only} [data-do=all-places]`).click();
        await page.locator(ui.only).waitFor({ state: 'detached' });
        await page.getByLabel('Hex 1: resource').selectOption('ore');
        await page.getByLabel('Hex 1: number').selectOption('8');
        await page.waitForFunction(() => location.search.includes('hexes=ore-8'));
        const ore = await ada.ask('GET', '/v1/openings?hexes=ore-8');
        await until(async () => Number(await page.locator(ui.openingsTotal).getAttribute('data-games')) === ore.games);
    },
    'the page fits every window, in all languages': async (t) => {
        const { ada } = await games(t);
        const page = await open(t, '/openings?by=resources', { account: ada });
        for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            await fits(t, page, `${width} px`);
            if (width === 320 || width === 1280) await sound(t, page, `openings, ${width} px`);
        }
        for (const language of ['de', 'fr', 'es']) {
            const other = await open(t, '/openings?by=pair', { account: ada, language, width: 320, height: 640 });
            await fits(t, other, language);
            await accessible(t, other, language);
            t.ok(`${language}: not in English`, !(await other.locator('main').innerText()).includes('Everybody'));
            await t.leave(other);
        }
    },
    'the board says it of an intersection while one settles': async (t) => {
        const { ada } = await games(t);
        const game = await begun(ada);
        const board = await ada.ask('GET', `/v1/games/${game.id}/board`);
        const page = await open(t, `/games/${game.id}`, { account: ada });
        await page.mouse.move(5, 5);
        const { actions } = await ada.ask('GET', `/v1/games/${game.id}/actions`);
        let played = 0;
        const some = [];
        for (const { vertex } of actions.filter(({ type }) => type === 'build_settlement')) {
            const { dots, resources } = yieldAt(board, vertex);
            const { games: n } = await ada.ask('GET', `/v1/openings?game=base&players=3&dots=${dots}&resources=${resources}`);
            if (resources && some.filter((one) => one.never === (n === 0)).length < 3) some.push({ vertex, never: n === 0 });
        }
        for (const { vertex } of some) {
            const text = await look(page, vertex);
            const { dots, resources } = yieldAt(board, vertex);
            const said = await ada.ask('GET', `/v1/openings?game=base&players=3&dots=${dots}&resources=${resources}`);
            t.equal(`at ${vertex}: how many`, Number(await page.locator(ui.opening).getAttribute('data-games')), said.games);
            t.ok(`at ${vertex}: in words`, text.startsWith(`${dots} dot`) && (said.games === 0 ? text.includes('not played yet') : text.includes(`${Math.round(100 * said.won / said.games)}% of ${said.games}`)), text);
            played += said.games;
        }
        t.ok('some of them were played', played > 0);
        await accessible(t, page, 'with a note', ui.board);
        await t.leave(page);
        const [{ vertex }] = some;
        for (const [width, height] of sizes) {
            const small = await open(t, `/games/${game.id}`, { account: ada, width, height });
            await small.mouse.move(2, 2);
            await look(small, vertex);
            const [note, frame] = await Promise.all([ui.opening, ui.frame].map((part) => small.locator(part).boundingBox()));
            t.ok(`${width}x${height}: it leaves the board its room`, note.height <= frame.height / 3 && note.y + note.height <= frame.y + frame.height && note.x >= frame.x && note.x + note.width <= frame.x + frame.width, JSON.stringify([note, frame]));
            await fits(t, small, `${width}x${height}`);
            await t.leave(small);
        }
    },
    'a finger gets it, too': async (t) => {
        const { ada } = await games(t);
        const game = await begun(ada);
        const { actions } = await ada.ask('GET', `/v1/games/${game.id}/actions`);
        const page = await open(t, `/games/${game.id}`, { account: ada, phone: true });
        const { vertex } = actions.find(({ type }) => type === 'build_settlement');
        const box = await page.locator(`${ui.board} [data-place="vertex-${vertex}"]`).boundingBox();
        await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
        await page.locator(ui.opening).waitFor();
        t.ok('of the place that was tapped', /^\d+ dot/.test(await page.locator(ui.opening).innerText()));
    },
    'a game that is over says it of every place, and of one\'s own games': async (t) => {
        const { ada, over } = await games(t);
        const page = await open(t, `/games/${over}`, { account: ada });
        const { items } = await ada.ask('GET', `/v1/games/${over}/events?type=build_settlement`);
        const own = items.find(({ player }) => player === 0).action.vertex;
        const { x, y, width, height } = await page.locator(`${ui.board} [data-at="vertex-${own}"]`).boundingBox();
        const spot = { x: x + width / 2, y: y + height / 2 };
        await page.mouse.move(spot.x - 1, spot.y);
        await page.mouse.move(spot.x, spot.y);
        await page.locator(ui.ownOpening).waitFor();
        t.ok('of one\'s own', (await page.locator(ui.ownOpening).innerText()).startsWith('You: '));
        await page.locator(`${ui.result} a[href^="/openings"]`).click();
        await page.locator(ui.openingsTotal).waitFor();
        t.ok('and leads to the page', page.url().endsWith('/openings?game=base&players=3'), page.url());
    },
    'never while a rated game goes on': async (t) => {
        const { ada } = await games(t);
        const game = await begun(ada);
        const page = await open(t, null, { account: ada });
        let asked = 0;
        await page.route(`**/v1/games/${game.id}`, async (route) => {
            const response = await route.fetch();
            await (response.status() === 200 ? route.fulfill({ response, json: { ...(await response.json()), rated: true } }) : route.fulfill({ response }));
        });
        page.on('request', (request) => { asked += request.url().includes('/v1/openings') ? 1 : 0; });
        await page.goto(`/games/${game.id}`);
        await settled(page);
        const { actions } = await ada.ask('GET', `/v1/games/${game.id}/actions`);
        for (const { vertex } of actions.filter(({ type }) => type === 'build_settlement').slice(0, 4)) {
            const box = await page.locator(`${ui.board} [data-place="vertex-${vertex}"]`).boundingBox();
            await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
            await page.locator(ui.placeLine, { hasText: 'dot' }).waitFor();
        }
        await page.evaluate(() => fetch('/v1/rules').then((response) => response.text()));
        t.equal('nothing is asked for', asked, 0);
        t.equal('nothing is said', await page.locator(ui.opening).count(), 0);
    },
});
