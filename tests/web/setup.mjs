// SPDX-License-Identifier: AGPL-3.0-or-later
// Setting up table games by hand: islands, positions, files and records.
import { knights } from './boardScenes.mjs';
import { accessible, fits, open, run } from './harness.mjs';
import { ui } from './ui.mjs';

/** The foldable parts of the form, in order. */
const parts = { rules: 0, seats: 1, island: 2 };

const unfold = (page, part) => page.locator(`${ui.setUp} > details > summary`).nth(parts[part]).click();
const unfoldFiles = (page) => page.locator(`${ui.setUp} > details > summary`).last().click();
const choose = (page, key) => page.locator(`[data-pick="${key}"]`).click();
const put = (page, ...keys) => keys.reduce((before, key) => before.then(() => page.locator(`${ui.position} [data-lit][data-place="${key}"]`).click()), Promise.resolve());
const more = (page, scope, times = 1) => Array.from({ length: times }).reduce((before) => before.then(() => scope.locator('button').last().click()), Promise.resolve());

/** Starts the game; returns its id. */
async function start(page) {
    await page.locator('[data-do=start]').click();
    await page.waitForURL('**/games/*');
    await page.locator(`${ui.board}[data-hexes]`).waitFor();
    return new URL(page.url()).pathname.split('/').pop();
}

const seen = (account, id) => account.ask('GET', `/v1/games/${id}/view?as=all`);

/** Settlement, road and a hand for red, a city for blue. */
async function smallPosition(page) {
    await page.getByLabel('Start in the middle of a game').check();
    await page.locator(`${ui.position} ${ui.board}`).waitFor();
    await choose(page, 'piece=settlement');
    await put(page, 'vertex-0', 'vertex-35', 'vertex-14', 'vertex-14');
    await choose(page, 'piece=road');
    await put(page, 'edge-0');
    await choose(page, 'seat=1');
    await choose(page, 'piece=city');
    await put(page, 'vertex-40', 'vertex-31', 'vertex-40');
    await choose(page, 'piece=robber');
    await put(page, 'hex-3');
}

await run('setup', {
    'a position by hand is played on exactly': async (t) => {
        const ada = await t.server.account('setup base');
        const page = await open(t, '/table', { account: ada });
        await page.getByLabel('Players').selectOption('3');
        await smallPosition(page);
        await more(page, page.locator(`${ui.position} ${ui.stepper}[data-kind=wool]`), 2);
        await more(page, page.locator('[data-count=knights_played]'), 3);
        await page.getByLabel('On turn').selectOption('2');
        await page.getByLabel('How far').selectOption('actions');
        await page.getByLabel('Which turn').fill('11');
        await page.getByLabel('Largest Army').selectOption('0');
        await accessible(t, page, 'a position of the base game');
        const view = await seen(ada, await start(page));
        t.equal('pieces', view.pieces, { settlements: [{ vertex: 0, player: 0 }, { vertex: 35, player: 0 }], cities: [{ vertex: 31, player: 1 }], roads: [{ edge: 0, player: 0 }] });
        t.equal('robber', view.robber, 3);
        t.equal('the hand', view.players[0].cards, { wool: 2 });
        t.equal('the army', [view.largest_army, view.players[0].knights_played], [{ player: 0, size: 3 }, 3]);
        t.equal('the turn', [view.turn.number, view.turn.player, view.turn.step], [11, 2, 'actions']);
    },
    'a special card that is an option: who holds it is chosen, and how much everybody has is seen': async (t) => {
        const ada = await t.server.account('setup harbors');
        const page = await open(t, '/table', { account: ada });
        await unfold(page, 'rules');
        await page.getByLabel('The Harbormaster').selectOption('on');
        await page.getByLabel('Start in the middle of a game').check();
        await choose(page, 'piece=settlement');
        await put(page, 'vertex-10');
        await choose(page, 'piece=city');
        await put(page, 'vertex-0');
        await page.getByLabel('Harbormaster', { exact: true }).selectOption('0');
        const view = await seen(ada, await start(page));
        t.equal('the card', [view.harbormaster, view.players[0].harbor_points, view.players[1].harbor_points], [{ player: 0, points: 3 }, 3, 0]);
        t.equal('its points', view.players[0].points.sources, { settlements: 1, cities: 2, harbormaster: 2 });
        await page.locator(`${ui.glance}[data-seat="0"] .figure-harbormaster`).waitFor();
    },
    'Cities & Knights on a phone, in German and in the dark': async (t) => {
        const ada = await t.server.account('setup knights');
        const page = await open(t, '/table', { account: ada, phone: true, dark: true, language: 'de' });
        await page.getByLabel('Was gespielt wird').selectOption('cities_and_knights');
        await page.getByLabel('Mitten in einer Partie beginnen').check();
        await choose(page, 'piece=city');
        await put(page, 'vertex-29');
        await choose(page, 'piece=wall');
        await put(page, 'vertex-29');
        await choose(page, 'piece=metropolis-science');
        await put(page, 'vertex-29');
        await choose(page, 'piece=road');
        await put(page, 'edge-43');
        await choose(page, 'piece=knight-2');
        await put(page, 'vertex-35', 'vertex-35');
        await choose(page, 'piece=merchant');
        await put(page, 'hex-8');
        await more(page, page.locator(`${ui.position} [data-count=science]`), 4);
        await page.getByLabel('Karte dazu').selectOption('spy');
        await page.getByLabel('Karte dazu').selectOption('crane');
        await page.getByLabel('Buchdruck').check();
        await more(page, page.locator('[data-count=ship]'), 6);
        await fits(t, page, 'the page');
        await accessible(t, page, 'a position of Cities & Knights');
        const view = await seen(ada, await start(page));
        t.equal('the city', view.pieces.cities, [{ vertex: 29, player: 0, wall: true, metropolis: 'science', tipped: false, sabotaged: false }]);
        t.equal('the knight', view.pieces.knights.map(({ vertex, player, level, active }) => [vertex, player, level, active]), [[35, 0, 2, false]]);
        t.equal('the merchant', view.merchant, { player: 0, hex: 8 });
        t.equal('the ship', view.barbarians, { position: 6, attacks: 0 });
        t.equal('cards', [view.players[0].progress_cards, view.players[0].vp_cards, view.players[0].improvements.science], [['spy', 'crane'], ['printer'], 4]);
    },
    'what cannot be is shown where it lies': async (t) => {
        const ada = await t.server.account('setup wrong');
        const page = await open(t, '/table', { account: ada });
        await page.getByLabel('Start in the middle of a game').check();
        await choose(page, 'piece=settlement');
        await put(page, 'vertex-0', 'vertex-3');
        await page.locator('[data-do=start]').click();
        await page.locator(`${ui.faults} [data-pointer="/position/pieces/settlements/1/vertex"]`, { hasText: 'B-63' }).waitFor();
        t.equal('on the board', await page.locator('[data-mark]').evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-mark'))), ['vertex-3']);
        await accessible(t, page, 'a wrong position');
        await put(page, 'vertex-3');
        await page.locator(ui.faults).waitFor({ state: 'detached' });
        await choose(page, 'piece=road');
        await put(page, 'edge-60');
        await page.locator('[data-do=start]').click();
        await page.locator(`${ui.faults} [data-pointer^="/position"]`).waitFor();
        await choose(page, 'piece=erase');
        await put(page, 'edge-60');
        await start(page);
    },
    'two players with their neutral colors': async (t) => {
        const ada = await t.server.account('setup two');
        const page = await open(t, '/table', { account: ada });
        await page.getByLabel('Players').selectOption('2');
        await page.getByLabel('Start in the middle of a game').check();
        t.equal('the neutral settlements stand there', await page.locator(`${ui.position} [data-piece=settlement]`).count(), 2);
        await choose(page, 'seat=2');
        await choose(page, 'piece=road');
        await put(page, 'edge-27');
        await more(page, page.locator('[data-count=trade_tokens]'), 2);
        const view = await seen(ada, await start(page));
        t.equal('pieces', view.pieces, { settlements: [{ vertex: 18, player: 2 }, { vertex: 35, player: 3 }], cities: [], roads: [{ edge: 27, player: 2 }] });
        t.equal('tokens', [view.players[0].trade_tokens, view.players[1].trade_tokens], [6, 4]);
    },
    'names and colors, and who begins': async (t) => {
        const ada = await t.server.account('setup names');
        const page = await open(t, '/table', { account: ada });
        await page.getByLabel('Players').selectOption('2');
        await unfold(page, 'seats');
        await page.locator('[name=name-0]').fill('Zoë');
        await page.locator('[name=name-1]').fill('Max');
        await page.locator('[data-called="0"] select').selectOption('orange');
        await page.getByLabel('Who goes first').selectOption('1');
        await accessible(t, page, 'names');
        const view = await seen(ada, await start(page));
        t.equal('seats', view.players.map(({ name, color }) => [name, color]), [['Zoë', 'orange'], ['Max', 'blue'], [null, 'white'], [null, 'red']]);
        t.equal('who begins', [view.first, view.turn.player, view.phase], [1, 1, 'setup']);
    },
    'an island painted by hand': async (t) => {
        const ada = await t.server.account('setup island');
        const page = await open(t, '/table', { account: ada });
        await unfold(page, 'island');
        const on = (key) => page.locator(`[data-target="${key}"]`).click();
        await choose(page, 'terrain=hills');
        await on('cell-3,-2');
        await page.locator('[role=status][data-bad]', { hasText: 'One hex' }).waitFor();
        await choose(page, 'number=12');
        await on('cell-3,-2');
        await choose(page, 'terrain=sea');
        await on('cell-0,-2');
        await choose(page, 'harbor=ore');
        await on('coast-3,-2,E');
        await accessible(t, page, 'painting');
        const id = await start(page);
        const { board } = await ada.ask('GET', `/v1/games/${id}/record`);
        const at = (q, r) => board.hexes.find((hex) => hex.q === q && hex.r === r);
        t.equal('hexes', board.hexes.length, 19);
        t.equal('the new one', at(3, -2), { q: 3, r: -2, terrain: 'hills', number: 12 });
        t.equal('the drowned one', at(0, -2), undefined);
        t.equal('harbors', [board.harbors.length, board.harbors.find(({ kind, q }) => kind === 'ore' && q === 3)], [8, { q: 3, r: -2, side: 'E', kind: 'ore' }]);
    },
    'a map at sea painted by hand, and a position on it': async (t) => {
        const ada = await t.server.account('setup sea');
        const page = await open(t, '/table', { account: ada });
        await page.getByLabel('Map', { exact: true }).selectOption('custom');
        await unfold(page, 'island');
        const on = (key) => page.locator(`[data-target="${key}"]`).click();
        await choose(page, 'terrain=gold');
        await on('cell-4,-2');
        await choose(page, 'terrain=fog');
        await on('cell-4,-4');
        await choose(page, 'number=4');
        await on('cell-4,-2');
        await choose(page, 'pirate');
        await on('cell-0,4');
        await page.locator('[role=status]', { hasText: 'needs 1 more tile' }).waitFor();
        await more(page, page.locator('[data-count=fog-hills]'));
        await more(page, page.locator('[data-count=fog-3]'));
        await page.locator('[role=status]', { hasText: 'As many tiles' }).waitFor();
        await page.locator('[data-do=add-region]').click();
        await page.locator('[data-do=add-region]').click();
        await choose(page, 'region=A');
        for (const key of ['cell-0,0', 'cell-1,0', 'cell-0,1']) await on(key);
        await choose(page, 'region=B');
        await on('cell-4,-2');
        await accessible(t, page, 'painting at sea');
        await page.getByLabel('Start in the middle of a game').check();
        await choose(page, 'piece=settlement');
        const board = await page.evaluate(() => JSON.parse(sessionStorage.getItem('hexpost.set-up')).island);
        t.equal('as it was painted', [board.pirate, board.fog], [{ q: 0, r: 4 }, { tiles: { hills: 1 }, numbers: { 3: 1 } }]);
        const coast = await page.locator(`${ui.position} [data-place^=edge][data-lit]`).count();
        t.equal('settlements stand on intersections', coast, 0);
        await choose(page, 'piece=pirate');
        await page.locator(`${ui.position} [data-lit][data-place^=hex]`).last().click();
        await accessible(t, page, 'a position at sea');
        const id = await start(page);
        const [made, view] = [await ada.ask('GET', `/v1/games/${id}/board`), await seen(ada, id)];
        const at = (q, r) => made.hexes.find((hex) => hex.q === q && hex.r === r);
        t.equal('gold', [at(4, -2).terrain, at(4, -2).number], ['gold', 4]);
        t.equal('fog', at(4, -4).terrain, 'fog');
        t.equal('regions', [at(0, 0).region, at(4, -2).region, at(2, 0).region, made.regions], ['1', '2', undefined, { 1: { start: true, bonus: 0, settle: true, robber: true }, 2: { start: false, bonus: 1, settle: true, robber: true } }]);
        t.equal('the pirate', at(made.hexes[view.pirate].q, made.hexes[view.pirate].r).terrain, 'sea');
    },
    'a game at sea is taken over as it stands': async (t) => {
        const ada = await t.server.account('setup sailing');
        const made = await ada.ask('POST', '/v1/games', { mode: 'table', rules: { game: 'base', scenario: 'new_shores', players: 3 }, board: { layout: 'beginner' } });
        for (const seat of [0, 1, 2, 2, 1, 0]) {
            for (let moves = 0; moves < 2; moves++) {
                const { actions } = await ada.ask('GET', `/v1/games/${made.id}/actions?as=${seat}`);
                const ship = actions.find(({ type }) => type === 'build_ship');
                await ada.ask('POST', `/v1/games/${made.id}/moves`, { seat, action: ship ?? actions[0] });
            }
        }
        const page = await open(t, `/table?from=${made.id}`, { account: ada });
        await page.locator(`${ui.position} [data-piece=settlement]`).first().waitFor();
        t.equal('the map', await page.getByLabel('Map', { exact: true }).inputValue(), 'new_shores');
        const id = await start(page);
        const [before, after] = [await seen(ada, made.id), await seen(ada, id)];
        for (const key of ['turn', 'robber', 'pirate', 'players']) t.equal(key, after[key], before[key]);
        t.equal('ships', after.pieces.ships.map(({ edge, player }) => [edge, player]).sort(), before.pieces.ships.map(({ edge, player }) => [edge, player]).sort());
        const [one, two] = await Promise.all([made.id, id].map((game) => ada.ask('GET', `/v1/games/${game}/board`)));
        t.equal('the board', two, one);
    },
    'painting by keyboard, and an island from a seed': async (t) => {
        const ada = await t.server.account('setup seed');
        const page = await open(t, '/table', { account: ada });
        await unfold(page, 'island');
        await choose(page, 'number=2');
        await page.locator(`${ui.paint} [tabindex="0"]`).focus();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        t.equal('painted', await page.locator(`${ui.paint} [data-on="1"]`).getAttribute('data-number'), '2');
        await page.locator('[data-do=island-shuffle]').click();
        t.equal('a whole island', await page.locator(`${ui.paint} [data-hex]`).count(), 19);
        await page.getByLabel('A random island from a seed').check();
        await page.locator('[name=board-seed]').fill('winter');
        const id = await start(page);
        const twin = await ada.ask('POST', '/v1/games', { mode: 'table', rules: { game: 'base' }, board: { layout: 'random', seed: 'winter' } });
        const [one, two] = await Promise.all([id, twin.id].map((game) => ada.ask('GET', `/v1/games/${game}/board`)));
        t.equal('the seed’s island', one, two);
    },
    'from a game, to a file and back': async (t) => {
        const ada = await t.server.account('setup file');
        const made = await ada.ask('POST', '/v1/games', { mode: 'table', rules: { game: 'cities_and_knights', players: 4, edition: 'ck2022' }, board: { layout: 'beginner' }, position: knights });
        const page = await open(t, `/table?from=${made.id}`, { account: ada });
        await page.locator(`${ui.position} [data-piece=knight]`).first().waitFor();
        t.equal('all knights', await page.locator(`${ui.position} [data-piece=knight]`).count(), 7);
        await unfoldFiles(page);
        const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-do=save-file]').click()]);
        const saved = await download.path();
        await page.locator('[data-do=reset]').click();
        t.equal('all gone', await page.locator(ui.position).count(), 0);
        await page.locator('input[type=file]').setInputFiles(saved);
        await page.locator(`${ui.position} [data-piece=knight]`).first().waitFor();
        const id = await start(page);
        const [before, after] = [await seen(ada, made.id), await seen(ada, id)];
        for (const key of ['turn', 'robber', 'merchant', 'barbarians', 'players']) t.equal(key, after[key], before[key]);
        const sorted = ({ pieces }) => Object.fromEntries(Object.entries(pieces).map(([kind, list]) => [kind, list.map((piece) => JSON.stringify(piece)).sort()]));
        t.equal('pieces', sorted(after), sorted(before));
    },
    'a record becomes a game': async (t) => {
        const ada = await t.server.account('setup record');
        const made = await ada.ask('POST', '/v1/games', { mode: 'table', rules: { game: 'base', players: 3 }, board: { layout: 'beginner' } });
        const move = (seat, action) => ada.ask('POST', `/v1/games/${made.id}/moves`, { seat, action });
        await move(0, { type: 'build_settlement', vertex: 29 });
        await move(0, { type: 'build_road', edge: 43 });
        const record = await ada.ask('GET', `/v1/games/${made.id}/record`);
        const page = await open(t, '/table', { account: ada });
        await unfoldFiles(page);
        const text = page.getByLabel('Or paste its text here');
        await text.fill('{"a":');
        await page.locator('[data-do=take-in]').click();
        await page.getByText('This isn’t valid JSON.').waitFor();
        const wrong = { ...record, events: record.events.map((event) => (event.type === 'build_road' ? { ...event, action: { type: 'build_road', edge: 0 } } : event)) };
        await text.fill(JSON.stringify(wrong));
        await page.locator('[data-do=take-in]').click();
        await page.locator('#set-up-fault', { hasText: 'Event 3' }).waitFor();
        await accessible(t, page, 'a wrong record');
        await text.fill(JSON.stringify(record));
        await page.locator('[data-do=take-in]').click();
        await page.waitForURL('**/games/*');
        await page.locator('[data-piece=road][data-at=edge-43]').waitFor();
    },
}, { share: 4 });
