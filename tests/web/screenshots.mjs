// SPDX-License-Identifier: AGPL-3.0-or-later
// Pictures of the main pages, for the README: make screenshots. Into the folder WEB_SHOTS.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownTurn, recorded } from './games.mjs';
import { open, run } from './harness.mjs';

const folder = process.env.WEB_SHOTS ?? 'service/web/screenshots';
const bytesMax = 150 * 1000;
/** The board has too many shades for small PNGs. */
const quality = 72;
const desktop = { width: 1200, height: 800 };
const phone = { phone: true, width: 390, height: 780 };

async function take(t, name, page) {
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    await page.evaluate(() => document.fonts.ready);
    const path = join(folder, `${name}.jpg`);
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path, type: 'jpeg', quality });
    const { size } = statSync(path);
    t.ok(`${name} is small enough`, size < bytesMax, `${size} bytes`);
}

/** Makes moves of the caller's own, the useful ones first, until his turn number TURN, dice rolled. */
async function playTo(account, id, turn) {
    const wanted = ['build_city', 'build_settlement', 'roll', 'move_robber', 'build_road', 'end_turn'];
    for (;;) {
        const view = await account.ask('GET', `/v1/games/${id}/view`);
        if (view.status !== 'active') return;
        if (!view.waiting_for.some(({ player }) => player === 0)) continue;
        const list = await account.ask('GET', `/v1/games/${id}/actions`);
        const types = list.actions.map(({ type }) => type);
        if (view.turn.number >= turn && view.turn.player === 0 && types.includes('end_turn')) return;
        const { decision, count } = view.waiting_for.find(({ player }) => player === 0);
        const action = decision === 'discard' ? { type: 'discard', cards: some(view.players[0].cards, count) } : (wanted.map((type) => list.actions.find((one) => one.type === type)).find(Boolean) ?? list.actions.find(({ type }) => /^(decline|build|choose)/.test(type)) ?? list.actions[0]);
        await account.ask('POST', `/v1/games/${id}/moves`, { action, seq: list.seq }).catch(() => undefined);
    }
}

function some(cards, count) {
    const given = {};
    let left = count;
    for (const [kind, held] of Object.entries(cards)) {
        const part = Math.min(left, held);
        if (part > 0) given[kind] = part;
        left -= part;
    }
    return given;
}

let shown = null;
async function games(t) {
    if (shown) return shown;
    const ada = await t.server.account('Ada');
    const [base, second] = [await ownTurn(ada, { name: 'Sunday evening' }), await ownTurn(ada, { name: 'Lunch break' })];
    await playTo(ada, base.id, 25);
    await ada.ask('POST', '/v1/games', { name: 'Knights of the round table', rules: { game: 'cities_and_knights', players: 4 } });
    const knights = await recorded(ada, 'play-knights', { at: 232, title: 'At the long table' });
    const table = await recorded(ada, 'table-position', { title: 'Kitchen table' });
    shown = { ada, base, second, knights, table };
    return shown;
}

await run('screenshots', {
    'my games on a phone': async (t) => {
        const { ada } = await games(t);
        await take(t, 'games', await open(t, '/', { account: ada, ...phone }));
    },
    'my turn': async (t) => {
        const { ada, base } = await games(t);
        await take(t, 'base', await open(t, `/games/${base.id}`, { account: ada, ...desktop }));
        await take(t, 'phone', await open(t, `/games/${base.id}`, { account: ada, ...phone }));
    },
    'Cities & Knights in the dark': async (t) => {
        const { ada, knights } = await games(t);
        await take(t, 'knights', await open(t, `/games/${knights.id}`, { account: ada, ...desktop, dark: true }));
    },
    'a decision on a phone': async (t) => {
        const { ada, second } = await games(t);
        const page = await open(t, `/games/${second.id}`, { account: ada, ...phone, language: 'de' });
        await take(t, 'decision', page);
    },
    'recording a game at the table': async (t) => {
        const { ada, table } = await games(t);
        await take(t, 'table', await open(t, `/games/${table.id}?tab=table`, { account: ada, ...desktop }));
    },
    'settings, and the proof': async (t) => {
        const { ada, knights } = await games(t);
        await take(t, 'settings', await open(t, '/settings/push', { account: ada, ...phone, dark: true }));
        const over = await recorded(ada, 'play-knights');
        await take(t, 'fairness', await open(t, `/games/${over.id}/fairness`, { account: ada, ...phone }));
        t.ok('both are there', knights.id !== over.id);
    },
});
