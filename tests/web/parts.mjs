// SPDX-License-Identifier: AGPL-3.0-or-later
// The page's parts have documented names for tests that know nothing else about it: checked on real screens, part by
// part. This file alone looks for them as such a test does, without ui.mjs. That the button of each action has its type
// is checked in every.mjs, where each action is made.
import { recorded } from './games.mjs';
import { open, run } from './harness.mjs';
import { stage } from './scenes.mjs';

const named = (name) => `[data-part="${name}"]`;
const action = (type) => `${named('actions')} [data-do="${type}"]`;

/** On every screen of a game. */
const always = ['board', 'hand', 'actions', 'players', 'sheet'];
/** All documented names, and the parts seen in this run. */
const promised = [...always, 'log', 'news', 'result', 'coach'];
const seen = new Set();

async function has(t, page, where, ...names) {
    for (const name of names) {
        const found = page.locator(named(name));
        await found.first().waitFor({ state: 'attached' }).catch(() => undefined);
        const count = await found.count();
        t.equal(`${where}: parts called ${name}`, count, 1);
        if (count === 1) seen.add(name);
    }
}

const lines = 'use three\nplayer 0 hand 2 brick 2 lumber wool grain\nturn 0 before-roll';
const sizes = [{ phone: true }, {}, { width: 1920, height: 1000 }];

await run('parts', {
    'of a game on every width': async (t) => {
        const ada = await t.server.account('parts ada');
        const { id } = await stage(ada, lines);
        for (const size of sizes) {
            const page = await open(t, `/games/${id}`, { account: ada, ...size });
            const where = `at ${page.viewportSize().width}`;
            await has(t, page, where, ...always);
            await page.goto(`/games/${id}?tab=log`);
            await has(t, page, where, 'log');
            await t.leave(page);
        }
    },
    'what leads a turn on, and the places to choose': async (t) => {
        const ada = await t.server.account('parts bo');
        const { id } = await stage(ada, lines);
        const page = await open(t, `/games/${id}`, { account: ada });
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await page.evaluate(() => {
            new MutationObserver(() => { globalThis.moved ||= 'moving' in document.documentElement.dataset; }).observe(document.documentElement, { attributeFilter: ['data-moving'] });
        });
        await page.locator('[data-do="roll"]').waitFor();
        const { seq } = await ada.ask('GET', `/v1/games/${id}`);
        await ada.ask('POST', `/v1/games/${id}/moves`, { seq, seat: 0, action: { type: 'roll' }, outcome: { yellow: 4, red: 4 } });
        await page.locator(action('end_turn')).waitFor();
        await page.waitForFunction(() => globalThis.moved && !('moving' in document.documentElement.dataset));
        await page.locator(action('build_road')).click();
        const places = page.locator(`${named('board')} [data-place][data-lit]`);
        await places.first().waitFor();
        const { actions } = await ada.ask('GET', `/v1/games/${id}/actions`);
        const wanted = actions.filter(({ type }) => type === 'build_road').map(({ edge }) => `edge-${edge}`).sort();
        t.equal('the places that are lit', (await places.evaluateAll((all) => all.map(({ dataset }) => dataset.place))).sort(), wanted);
    },
    'a guest’s game begins by one button, and is explained': async (t) => {
        const page = await open(t, '/');
        await page.locator('[data-do="play-now"]').click();
        await page.waitForURL(/\/games\/\w+$/);
        await has(t, page, 'a first game', 'coach');
    },
    'what is new since the last look': async (t) => {
        const [ada, bo] = [await t.server.account('parts cy'), await t.server.account('parts di')];
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 2 }, seats: [{ account: 'me' }, { open: true }] });
        await bo.ask('POST', `/v1/games/${id}/join`, {});
        const { waiting_for: [{ player }], seats } = await ada.ask('GET', `/v1/games/${id}`);
        const [first, second] = seats[player].account === ada.name ? [ada, bo] : [bo, ada];
        const { seq, actions } = await first.ask('GET', `/v1/games/${id}/actions`);
        await first.ask('POST', `/v1/games/${id}/moves`, { seq, action: actions[0] });
        const page = await open(t, `/games/${id}`, { account: second });
        await has(t, page, 'after a move of somebody else', 'news');
    },
    'the end of a game': async (t) => {
        const ada = await t.server.account('parts ed');
        const { id } = await recorded(ada, 'play-knights');
        const page = await open(t, `/games/${id}`, { account: ada });
        await has(t, page, 'a game that is over', 'result', 'board', 'players', 'sheet');
    },
    'none of them is left out': async (t) => {
        if (process.argv[2]) return;
        t.equal('parts that no screen has', promised.filter((name) => !seen.has(name)), []);
    },
});
