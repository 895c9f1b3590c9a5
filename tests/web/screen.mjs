// SPDX-License-Identifier: AGPL-3.0-or-later
// The screen of a game: nothing breaks its layout, and what can be chosen stays visible.
import { taken } from '../support/slice.mjs';
import { base, knights } from './boardScenes.mjs';
import { fits, open, run, settled } from './harness.mjs';
import { ui } from './ui.mjs';

const table = (account, body) => account.ask('POST', '/v1/games', { mode: 'table', board: { layout: 'beginner' }, ...body });

/** Whether the boxes of two elements overlap. */
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The longest names allowed: without a space, of emoji, from right to left. */
const names = ['W'.repeat(64), '🏰'.repeat(32), 'שלום'.repeat(16)];

await run('screen', {
    'names without a blank, of emoji and from right to left do not burst it': async (t) => {
        for (const name of names) {
            const ada = await t.server.account(name);
            const game = await ada.ask('POST', '/v1/games', { rules: { game: 'base' }, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }, { bot: 'greedy' }] });
            for (const [touch, windows] of [[true, [[360, 740], [390, 844], [844, 390]]], [false, [[1280, 720]]]]) {
                const page = await open(t, `/games/${game.id}`, { account: ada, touch });
                await page.locator(`${ui.players} [data-seat="3"]`).waitFor({ state: 'attached' });
                for (const [width, height] of windows) {
                    await page.setViewportSize({ width, height });
                    await fits(t, page, `${name} at ${width}x${height}`);
                }
                await t.leave(page);
            }
        }
    },
    'nor any other page': async (t) => {
        for (const [i, name] of names.entries()) {
            if (!taken(i, names.length)) continue;
            const other = names[(i + 1) % names.length];
            const [ada, bo] = [await t.server.account(`1${name.slice(name === names[1] ? 2 : 1)}`), await t.server.account(`2${other.slice(other === names[1] ? 2 : 1)}`)];
            const { id } = await ada.ask('POST', '/v1/games', { name, rules: { game: 'base' }, seats: [{ account: 'me' }, { open: true }, { open: true }, { bot: 'greedy' }] });
            await bo.ask('POST', `/v1/games/${id}/join`, {});
            await bo.ask('POST', `/v1/games/${id}/talk`, { text: `@${ada.name} ${name}` });
            const page = await open(t, null, { account: ada });
            for (const path of ['/', '/lobby', '/new', '/settings', `/people/${encodeURIComponent(bo.name)}`, `/games/${id}/join`, `/games/${id}/fairness`, ...['players', 'log', 'talk', 'orders', 'charts', 'settings'].map((tab) => `/games/${id}?tab=${tab}`)]) {
                await page.goto(path);
                await settled(page);
                for (const size of [{ width: 360, height: 640 }, { width: 1280, height: 720 }]) {
                    await page.setViewportSize(size);
                    await fits(t, page, `${path} of ${name} at ${size.width}`);
                }
            }
        }
    },
    'the tint of hexes to choose from lies under numbers and pieces': async (t) => {
        const ada = await t.server.account('screen tint');
        const game = await table(ada, { rules: { game: 'base', players: 3 }, position: { ...base, players: [{ seat: 0, dev_cards: { knight: 1 } }, { seat: 1 }, { seat: 2 }] } });
        const page = await open(t, `/games/${game.id}`, { account: ada });
        await page.locator('[data-do=play_dev_card]').click();
        await page.locator('[data-place^=hex][data-lit]').first().waitFor();
        const above = await page.locator(ui.board).evaluate((board) => {
            const tinted = [...board.querySelectorAll('path')].filter((path) => getComputedStyle(path).fill === 'rgb(194, 24, 91)' && path.getBBox().width > 60 && Number(getComputedStyle(path).fillOpacity) > 0);
            const covered = [...board.querySelectorAll('[data-number], [data-piece]')];
            return { tinted: tinted.length, wrong: covered.filter((one) => tinted.some((tint) => one.compareDocumentPosition(tint) & Node.DOCUMENT_POSITION_FOLLOWING)).length };
        });
        t.ok('hexes are tinted', above.tinted > 0);
        t.equal('numbers and pieces under a tint', above.wrong, 0);
    },
    'robber and merchant leave the number free': async (t) => {
        const ada = await t.server.account('screen number');
        const boards = [await table(ada, { rules: { game: 'base', players: 3 }, position: base }), await table(ada, { rules: { game: 'cities_and_knights', players: 4 }, position: knights })];
        for (const { id } of boards) {
            const page = await open(t, `/games/${id}`, { account: ada });
            for (const piece of await page.locator('[data-piece=robber], [data-piece=merchant]').all()) {
                const number = page.locator(`[data-on="${(await piece.getAttribute('data-at')).replace('hex-', '')}"] ${ui.token}`);
                if ((await number.count()) === 0) continue;
                const parts = await Promise.all((await number.locator('text, path').all()).map((part) => part.boundingBox()));
                const box = await piece.boundingBox();
                t.ok(`${await piece.getAttribute('data-piece')} beside the number`, parts.every((part) => !overlap(part, box)), JSON.stringify({ box, parts }));
            }
        }
    },
    'no stripe beside the page': async (t) => {
        const page = await open(t, '/about');
        t.equal('kept free at the right edge', await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter), 'auto');
    },
}, { share: 2 });
