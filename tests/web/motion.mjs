// SPDX-License-Identifier: AGPL-3.0-or-later
// Motion: runs if it is wanted, ends within a second, can be skipped by a tap, and leaves the same result as no motion.
import { taken } from '../support/slice.mjs';
import { open, run } from './harness.mjs';
import { moveOf, stage } from './scenes.mjs';
import { boardAt, does, ui } from './ui.mjs';

const lines = 'use three\nplayer 0 hand 2 brick 2 lumber wool grain\nplayer 1 hand ore\nturn 0 before-roll';
const overMs = 1000;

/** Motion other than dice: [what, scene, move of seat 0, what is shown over the board]. */
const moves = [
    ['a road', 'use four\nplayer 0 hand brick lumber roads 12-17', { type: 'build_road', edge: '17-23' }],
    ['a city', 'use four\nplayer 0 hand 2 grain 3 ore', { type: 'build_city', vertex: 28 }],
    ['a trade with the bank', 'use four\nplayer 0 hand 8 wool 3 ore', { type: 'maritime_trade', give: { wool: 4 }, take: { grain: 1 } }],
    ['the robber', 'use four\nplayer 0 dev knight\nplayer 1 hand ore\nturn 0 before-roll', { type: 'play_dev_card', card: 'knight', hex: 6, victim: 1, outcome: { card: 'ore' } }],
    ['the Longest Road', 'use four\nplayer 0 hand brick lumber roads 12-17 17-23 23-29', { type: 'build_road', edge: '29-34' }, 'longest_road'],
    ['a metropolis', 'edition ck2022\nuse ck\nplayer 0 trade 3 hand 4 cloth', { type: 'improve_city', track: 'trade' }, 'metropolis'],
    ['a knight', 'edition ck2007\nuse field\nattacks 1\nplayer 0 knight 29 strong active', { type: 'move_knight', from: 29, to: 34 }],
    ['the merchant', 'edition ck2020\nuse ck\nmerchant h14 1\nplayer 0 progress merchant', { type: 'play_progress_card', card: 'merchant', hex: 7 }],
    ['the ship of the barbarians', 'edition ck2022\nuse field\nturn 0 before-roll', { type: 'roll', outcome: { yellow: 4, red: 4, event: 'ship' } }],
    ['the barbarians that come', 'edition ck2022\nuse field\nattacks 1\nbarbarians 6\nturn 0 before-roll', { type: 'roll', outcome: { yellow: 4, red: 4, event: 'ship' } }, 'pillaged'],
    ['a new ship', 'use sea\nplayer 0 hand lumber wool ships 11-16', { type: 'build_ship', edge: '11-17' }],
    ['a ship that sails', 'use sea\nplayer 0 ships 11-16 11-17', { type: 'move_ship', from: '11-17', to: '10-16' }],
    ['the pirate', 'use sea\npirate h7\nplayer 0 dev knight\nplayer 1 hand 2 ore ships 23-28', { type: 'play_dev_card', card: 'knight', hex: 6, victim: 1, outcome: { card: 'ore' } }],
    ['fog that lifts', 'use fog\nrobber nowhere\nplayer 0 hand lumber wool ships 11-16', { type: 'build_ship', edge: '11-17', outcome: { reveals: [{ hex: 7, terrain: 'forest', number: 8 }] } }],
];

/** Records when motion begins, how long it lasts by the animations' own clock, and whether its layer is read aloud. */
const watch = (page) => page.evaluate(() => {
    globalThis.seen = { begun: 0, lasts: 0, hidden: null, banners: [] };
    globalThis.animations = () => document.getAnimations().filter((one) => one.constructor === Animation);
    new MutationObserver(() => {
        if (!('moving' in document.documentElement.dataset)) return;
        globalThis.seen.begun++;
        globalThis.seen.lasts = Math.max(globalThis.seen.lasts, ...globalThis.animations().map(({ effect }) => effect.getComputedTiming().endTime));
    }).observe(document.documentElement, { attributeFilter: ['data-moving'] });
    new MutationObserver((changes) => {
        for (const layer of changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.className === 'fx')) {
            globalThis.seen.hidden = layer.getAttribute('aria-hidden');
            globalThis.seen.banners.push(...[...layer.querySelectorAll('[data-banner-of]')].map(({ dataset }) => dataset.bannerOf));
        }
    }).observe(document.body, { childList: true });
});
const still = (page) => page.waitForFunction(() => !('moving' in document.documentElement.dataset));
const seen = (page) => page.evaluate(() => globalThis.seen);
/** The document without what changes by itself. The focused element loses its title once the code for explanations is
 * loaded, and that code, which can arrive at any time, adds a popover. */
const documentOf = (page) => page.evaluate(() => {
    document.activeElement?.blur();
    const main = document.querySelector('main').cloneNode(true);
    main.querySelector('[data-part=explain]')?.remove();
    return main.outerHTML.replace(/datetime="[^"]*"|preact-id-\d+|P\d+-\d+/g, '');
});

/** The first difference between two texts. */
function firstDifference(a, b) {
    const at = [...a].findIndex((letter, i) => letter !== b[i]);
    return `${a.slice(Math.max(0, at - 60), at + 60)} | ${b.slice(Math.max(0, at - 60), at + 60)}`;
}

async function game(t, name, motion, prefs) {
    const account = await t.server.account(name);
    const { id } = await stage(account, lines);
    const page = await open(t, `/games/${id}`, { account, motion, prefs });
    await page.locator(ui.actions).waitFor();
    await watch(page);
    return { account, id, page };
}

const rolls = async ({ account, id, page }) => {
    const { seq } = await account.ask('GET', `/v1/games/${id}`);
    await account.ask('POST', `/v1/games/${id}/moves`, { seq, seat: 0, action: { type: 'roll' }, outcome: { yellow: 4, red: 4 } });
    return boardAt(page, seq + 1).waitFor();
};

await run('motion', {
    'a roll moves, is over in a second, and leaves what is there without motion': async (t) => {
        const [moving, calm] = [await game(t, 'moving', true), await game(t, 'moving calm', false)];
        await rolls(moving);
        await still(moving.page);
        const { begun, lasts, hidden } = await seen(moving.page);
        t.ok('it moves', begun > 0);
        t.equal('nobody is read it aloud', hidden, 'true');
        t.ok('over in a second', lasts > 0 && lasts < overMs, `${lasts} ms`);
        t.equal('no layer is left', await moving.page.locator('.fx').count(), 0);
        await rolls(calm);
        t.equal('nothing moves without', (await seen(calm.page)).begun, 0);
        for (const one of [moving, calm]) await does(one.page, 'end_turn').waitFor();
        const [with_, without] = await Promise.all([moving, calm].map(async ({ page, id }) => (await documentOf(page)).replaceAll(id, 'ID').replaceAll('moving calm', 'moving')));
        t.equal('the same document', with_ === without ? '' : firstDifference(with_, without), '');
    },
    'what is built, traded and moved moves, too, each in a second': async (t) => {
        const account = await t.server.account('moving all');
        for (const [what, scene, action, banner] of moves.filter((_, i) => taken(i, 3))) {
            const { id } = await stage(account, scene);
            const page = await open(t, `/games/${id}`, { account, motion: true });
            await page.locator(ui.actions).waitFor();
            await watch(page);
            const { seq } = await account.ask('GET', `/v1/games/${id}`);
            const { outcome, ...made } = moveOf(action);
            const { view } = await account.ask('POST', `/v1/games/${id}/moves`, { seq, seat: 0, action: made, ...(outcome && { outcome }) });
            await boardAt(page, view.seq).waitFor();
            await still(page);
            const { begun, lasts, banners } = await seen(page);
            t.ok(`${what} moves`, begun > 0);
            t.ok(`${what} is over in a second`, lasts > 0 && lasts < overMs, `${lasts} ms`);
            t.equal(`${what} leaves no layer`, await page.locator('.fx').count(), 0);
            t.equal(`what stands over ${what}`, banners, banner ? [banner] : []);
            await t.leave(page);
        }
    },
    'a tap skips what moves': async (t) => {
        const one = await game(t, 'moving tap', true);
        // As soon as something moves, before it can end by itself.
        await one.page.evaluate(() => {
            globalThis.tapped = new Promise((done) => {
                const running = () => globalThis.animations().filter(({ playState }) => playState === 'running').length;
                const observer = new MutationObserver(() => {
                    observer.disconnect();
                    const before = running();
                    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
                    done({ before, after: running() });
                });
                observer.observe(document.documentElement, { attributeFilter: ['data-moving'] });
            });
        });
        await rolls(one);
        const { before, after } = await one.page.evaluate(() => globalThis.tapped);
        t.ok('it moved', before > 0);
        t.equal('all is over at once', after, 0);
        await still(one.page);
    },
    'the switch turns it off': async (t) => {
        const one = await game(t, 'moving off', true, { motion: false });
        await rolls(one);
        t.equal('nothing moves', (await seen(one.page)).begun, 0);
        await one.page.goto('/settings/look');
        const box = one.page.getByLabel('Show moves in motion');
        t.ok('it is off', !(await box.isChecked()));
        await box.check();
        t.equal('kept', await one.page.evaluate(() => JSON.parse(localStorage.getItem('hexpost.settings')).motion), true);
    },
}, { share: 2 });
