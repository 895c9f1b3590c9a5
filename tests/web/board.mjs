// SPDX-License-Identifier: AGPL-3.0-or-later
// The board: what is drawn on it, and choosing places on it by mouse, touch and keyboard.
import { base, knights, two } from './boardScenes.mjs';
import { accessible, fits, open, run } from './harness.mjs';
import { lit, ui } from './ui.mjs';

const table = (account, body) => account.ask('POST', '/v1/games', { mode: 'table', board: { layout: 'beginner' }, ...body });
const baseGame = (account, position) => table(account, { rules: { game: 'base', players: 3 }, ...(position && { position }) });
const knightsGame = (account) => table(account, { rules: { game: 'cities_and_knights', players: 4 }, position: knights });

/** A page of the game that sends moves without asking for confirmation. */
const opened = (t, account, game, options = {}) => open(t, `/games/${game.id}`, { account, prefs: { confirm: false }, ...options });

const count = (page, selector) => page.locator(`${ui.drawing} ${selector}`).count();
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-place'));
const box = (page) => page.locator(ui.drawing).getAttribute('viewBox');

async function middle(page, key) {
    const { x, y, width, height } = await lit(page, key).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
}

/** Moves the focus from anywhere on the board to a place, by arrow keys. */
async function walk(page, key) {
    const to = await middle(page, key);
    for (let i = 0; i < 60 && (await focused(page)) !== key; i++) {
        const from = await middle(page, await focused(page));
        const [dx, dy] = [to.x - from.x, to.y - from.y];
        const before = await focused(page);
        const ways = [dx > 0 ? 'ArrowRight' : 'ArrowLeft', dy > 0 ? 'ArrowDown' : 'ArrowUp'];
        if (Math.abs(dy) > Math.abs(dx)) ways.reverse();
        for (const way of ways) {
            if ((await focused(page)) === before) await page.keyboard.press(way);
        }
    }
}

const hands = {
    mouse: { options: {}, pick: async (page, key) => lit(page, key).click() },
    touch: {
        options: { phone: true },
        pick: async (page, key) => {
            await lit(page, key).scrollIntoViewIfNeeded();
            const { x, y } = await middle(page, key);
            await page.touchscreen.tap(x, y);
        },
    },
    keyboard: {
        options: {},
        pick: async (page, key) => {
            await lit(page, key).waitFor();
            // The board is a single tab stop, wherever that is.
            if (!(await focused(page))) await page.locator(`${ui.lights} [tabindex="0"]`).focus();
            await walk(page, key);
            await page.keyboard.press('Enter');
        },
    },
};

/** Settlement, road and robber, each by choosing its place. */
async function playedBy(t, name) {
    const { options, pick } = hands[name];
    const ada = await t.server.account(`board ${name}`);
    const page = await opened(t, ada, await baseGame(ada), options);
    await lit(page, 'vertex-29').waitFor();
    t.equal('all 54 corners are lit', await page.locator('[data-lit]').count(), 54);
    await pick(page, 'vertex-29');
    await page.locator('[data-piece=settlement][data-at=vertex-29]').waitFor();
    await lit(page, 'edge-43').waitFor();
    t.equal('its three roads are lit', await page.locator('[data-lit]').count(), 3);
    await pick(page, 'edge-43');
    await page.locator('[data-piece=road][data-at=edge-43]').waitFor();
    await lit(page, 'vertex-1').waitFor();
    t.equal('the next one keeps its distance', await page.locator('[data-lit]').count(), 50);

    const game = await baseGame(ada, base);
    await ada.ask('POST', `/v1/games/${game.id}/moves`, { seat: 0, action: { type: 'roll' }, outcome: { yellow: 3, red: 4 } });
    await page.goto(`/games/${game.id}`);
    await lit(page, 'hex-16').waitFor();
    t.equal('every hex but the robber’s is lit', await page.locator('[data-lit]').count(), 18);
    await pick(page, 'hex-16');
    await page.locator('[data-piece=robber][data-at=hex-16]').waitFor();
}

await run('board', {
    'an island with its terrains, numbers and harbors': async (t) => {
        const ada = await t.server.account('board plain');
        const page = await opened(t, ada, await baseGame(ada));
        for (const [terrain, n] of Object.entries({ forest: 4, pasture: 4, fields: 4, hills: 3, mountains: 3, desert: 1 })) t.equal(terrain, await count(page, `[data-terrain=${terrain}]`), n);
        t.equal('numbers', await count(page, '[data-number]'), 18);
        t.equal('red ones', await count(page, '[data-token=hot]'), 4);
        t.equal('harbors', await count(page, '[data-harbor]'), 9);
        t.equal('for any kind', await count(page, '[data-harbor=any]'), 4);
        t.equal('all pips of the numbers', await page.locator(`${ui.drawing} ${ui.token} path`).evaluateAll((dots) => dots.reduce((sum, dot) => sum + dot.getAttribute('d').split('M').length - 1, 0)), 58);
        t.equal('the robber in the desert', await page.locator('[data-piece=robber]').getAttribute('data-at'), 'hex-9');
    },
    'every piece of Cities & Knights': async (t) => {
        const ada = await t.server.account('board knights');
        const game = await knightsGame(ada);
        for (const options of [{}, { dark: true, phone: true, language: 'de' }]) {
            const page = await opened(t, ada, game, options);
            for (const [selector, n] of Object.entries({
                '[data-piece=settlement]': 5, '[data-piece=city]': 7, '[data-piece=road]': 16, '[data-piece=knight]': 7, '[data-piece=merchant]': 1, '[data-piece=robber]': 1,
                '[data-wall]': 3, '[data-metropolis]': 3, '[data-metropolis=science]': 1, '[data-piece=knight][data-level="3"]': 2, '[data-piece=knight][data-active=true] [data-detail=sword]': 4, '[data-piece=knight][data-active=false] [data-detail=pale]': 3, '[data-piece][data-seat="2"]': 10,
            })) t.equal(selector, await count(page, selector), n);
            t.equal('ranks by their stripes', await page.locator('[data-piece=knight] [data-detail=rank]').evaluateAll((paths) => paths.map((path) => path.getAttribute('d').split('M').length - 1).sort().join('')), '1112233');
            t.equal('the ship', await page.locator(ui.ship).getAttribute('data-position'), '4');
            t.equal('strengths', await page.locator(`${ui.strengths} b`).allTextContents(), ['7', '7']);
            await fits(t, page, 'the page');
            await accessible(t, page, `a rich board, ${JSON.stringify(options)}`);
        }
    },
    'two players with two neutral colours': async (t) => {
        const ada = await t.server.account('board two');
        const page = await opened(t, ada, await table(ada, { rules: { game: 'base', players: 2 }, position: two }));
        for (const seat of [0, 1, 2, 3]) t.ok(`seat ${seat} has pieces`, (await count(page, `[data-piece][data-seat="${seat}"]`)) >= 2);
        t.equal('each with a sign of its own', await page.locator('[data-piece=settlement] [data-detail=sign]').evaluateAll((paths) => new Set(paths.map((path) => path.getAttribute('d'))).size), 4);
        await accessible(t, page, 'two players');
    },
    'islands of any shape': async (t) => {
        const ada = await t.server.account('board odd');
        const hexes = [[0, 0, 'forest', 4], [1, 0, 'hills', 6], [2, 0, 'fields', 8], [2, -1, 'pasture', 5], [5, -3, 'mountains', 9]].map(([q, r, terrain, number]) => ({ q, r, terrain, number }));
        const board = { hexes, harbors: [{ q: 0, r: 0, side: 'W', kind: 'wool' }, { q: 5, r: -3, side: 'NE', kind: 'any' }], robber: null };
        const page = await opened(t, ada, await table(ada, { rules: { game: 'base', players: 3 }, board }), { phone: true });
        t.equal('hexes', await count(page, '[data-hex]'), 5);
        t.equal('harbors', await count(page, '[data-harbor]'), 2);
        t.equal('the robber waits beside the land', await page.locator('[data-piece=robber]').getAttribute('data-at'), 'off');
        await lit(page, 'vertex-0').click();
        await page.locator('[data-piece=settlement][data-at=vertex-0]').waitFor();
    },
    'places are chosen by mouse': (t) => playedBy(t, 'mouse'),
    'places are chosen by touch': (t) => playedBy(t, 'touch'),
    'places are chosen by keyboard': (t) => playedBy(t, 'keyboard'),
    'a finger beside a place means it': async (t) => {
        const ada = await t.server.account('board finger');
        const page = await opened(t, ada, await baseGame(ada), { phone: true });
        await lit(page, 'vertex-0').waitFor();
        await lit(page, 'vertex-0').scrollIntoViewIfNeeded();
        const { x, y } = await middle(page, 'vertex-0');
        await page.touchscreen.tap(x, y - 20);
        await page.locator('[data-piece=settlement][data-at=vertex-0]').waitFor();
    },
    'places have names, and the focus stays on the board': async (t) => {
        const ada = await t.server.account('board names');
        for (const [language, vertex, edge] of [['en', 'Intersection 29: hills 10, fields 4, pasture 5', 'Path 29-35 (43): fields 4, pasture 5'], ['de', /^Kreuzung 29: /, /^Weg 29-35 \(43\): /]]) {
            const page = await opened(t, ada, await baseGame(ada), { language });
            const label = await lit(page, 'vertex-29').getAttribute('aria-label');
            t.ok('a corner', typeof vertex === 'string' ? label.startsWith('Intersection 29: ') : vertex.test(label), label);
            t.ok('one stop for the tabulator', (await page.locator(`${ui.lights} [tabindex="0"]`).count()) === 1);
            await page.locator(`${ui.lights} [tabindex="0"]`).focus();
            await walk(page, 'vertex-29');
            t.ok('told below as well', (await page.locator(ui.placeLine).textContent()).includes(label.replace(/^(\S+) 29/, '$1')));
            await page.keyboard.press(' ');
            await lit(page, 'edge-43').waitFor();
            await page.waitForFunction(() => document.activeElement?.getAttribute('data-place')?.startsWith('edge-'));
            const road = await lit(page, 'edge-43').getAttribute('aria-label');
            t.ok('a path', typeof edge === 'string' ? road.startsWith('Path 29-35 (43): ') : edge.test(road), road);
            await accessible(t, page, `lit edges, ${language}`);
        }
    },
    'the keyboard is led to the board and away again': async (t) => {
        const ada = await t.server.account('board keys');
        const rich = { ...base, turn: { ...base.turn, step: 'actions' }, players: [{ seat: 0, cards: { brick: 2, lumber: 2 } }, { seat: 1 }, { seat: 2 }] };
        const page = await opened(t, ada, await baseGame(ada, rich));
        await page.locator('[data-do=build_road]').focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.activeElement?.getAttribute('data-place')?.startsWith('edge-'));
        await accessible(t, page, 'led to the board');
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => document.activeElement?.getAttribute('data-do') === 'build_road');
        t.ok('by Escape back to where it came from', true);
    },
    'the board in words': async (t) => {
        const ada = await t.server.account('board words');
        const page = await opened(t, ada, await knightsGame(ada));
        const words = await page.getByRole('region', { name: 'The board in words' }).textContent();
        for (const part of ['Hex 9: hills 11; merchant of white', 'Hex 4: ', 'the robber', 'metropolis of trade, city wall', 'mighty knight of white, active', '1 settlement, 2 cities', '2:1 brick harbor']) t.ok(part, words.includes(part), words.slice(0, 200));
    },
    'numbers of places on demand': async (t) => {
        const ada = await t.server.account('board numbers');
        const page = await opened(t, ada, await baseGame(ada, base), { phone: true });
        t.equal('none at first', await count(page, ui.coordinates), 0);
        await page.locator('[data-tool=coordinates]').click();
        await page.locator(ui.coordinates).waitFor();
        t.equal('hexes', await count(page, '[data-id^=hex-]'), 19);
        t.equal('corners', await count(page, '[data-id^=vertex-]'), 54);
        t.equal('paths without a road', await count(page, '[data-id^=edge-]'), 71);
        t.equal('as the interface counts', (await page.locator('[data-id=vertex-29]').textContent()).trim(), '29');
        await page.reload();
        await page.locator(ui.coordinates).waitFor();
        await accessible(t, page, 'with numbers of places');
    },
    'looking closer on a phone': async (t) => {
        const ada = await t.server.account('board zoom');
        const page = await opened(t, ada, await baseGame(ada), { phone: true });
        await lit(page, 'vertex-29').waitFor();
        const whole = await box(page);
        const far = (await lit(page, 'vertex-29').boundingBox()).width;
        for (let i = 0; i < 3; i++) await page.locator('[data-tool=zoom-in]').click();
        t.ok('closer', Number((await box(page)).split(' ')[2]) < Number(whole.split(' ')[2]) / 3);
        const near = await lit(page, 'vertex-29').boundingBox();
        t.ok('places are larger', near.width > far, `${near.width} after ${far}`);
        const frame = await page.locator(ui.frame).boundingBox();
        const from = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
        const before = await box(page);
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(from.x + 60, from.y + 40, { steps: 4 });
        await page.mouse.up();
        t.ok('moved by dragging', (await box(page)) !== before);
        t.equal('a drag chooses nothing', await count(page, '[data-piece=settlement]'), 0);
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(from.x + 900, from.y + 900, { steps: 60 });
        await page.mouse.up();
        const [x, y] = (await box(page)).split(' ').map(Number);
        const [left, top] = whole.split(' ').map(Number);
        t.ok('never off the board', Math.abs(x - left) < 1 && Math.abs(y - top) < 1, `${x} ${y}`);
        await page.locator('[data-tool=zoom-reset]').click();
        t.equal('whole again', await box(page), whole);
        await accessible(t, page, 'after zooming');
    },
    'two fingers and two taps': async (t) => {
        const ada = await t.server.account('board pinch');
        const page = await opened(t, ada, await baseGame(ada, base), { phone: true });
        const { x, y, width, height } = await page.locator(ui.frame).boundingBox();
        const whole = await box(page);
        const touch = await page.context().newCDPSession(page);
        const send = (type, ...points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([dx, dy], id) => ({ x: x + width / 2 + dx, y: y + height / 2 + dy, id })) });
        await send('touchStart', [-20, 0], [20, 0]);
        for (const d of [30, 45, 60]) await send('touchMove', [-d, 0], [d, 0]);
        await send('touchEnd');
        await page.locator(`${ui.frame}[data-zoomed]`).waitFor();
        t.ok('wider apart is closer', Number((await box(page)).split(' ')[2]) < Number(whole.split(' ')[2]) / 2);
        await page.locator('[data-tool=zoom-reset]').tap();
        await page.locator(`${ui.frame}:not([data-zoomed])`).waitFor();
        const desert = await page.locator(`${ui.drawing} [data-terrain=desert]`).boundingBox();
        for (let i = 0; i < 2; i++) await page.touchscreen.tap(desert.x + desert.width / 2, desert.y + desert.height / 2);
        await page.locator(`${ui.frame}[data-zoomed]`).waitFor();
        await page.locator(ui.placeLine, { hasText: 'Hex: desert' }).waitFor();
    },
    'what is what': async (t) => {
        const ada = await t.server.account('board legend');
        for (const [game, options, costs] of [[await baseGame(ada, base), {}, 4], [await knightsGame(ada), { dark: true, phone: true, language: 'de' }, 10]]) {
            const page = await opened(t, ada, game, options);
            await page.locator('[data-tool=legend]').click();
            const dialog = page.locator('dialog[open]');
            await dialog.locator(ui.costs).waitFor();
            t.equal('costs', await dialog.locator(`${ui.costs} tr`).count(), costs);
            await accessible(t, page, 'the legend');
            await page.keyboard.press('Escape');
            await dialog.waitFor({ state: 'detached' });
            t.equal('the focus is back', await page.evaluate(() => document.activeElement?.getAttribute('data-tool')), 'legend');
        }
    },
}, { share: 4 });
