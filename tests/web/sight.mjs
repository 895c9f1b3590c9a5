// SPDX-License-Identifier: AGPL-3.0-or-later
// The board, the player's hand and the current actions are visible together: at every moment of both games and at sea,
// in every window from a small phone to a large screen, without scrolling. A short run checks a part of the moments. A
// third word of the command line selects moments by name: node tests/web/sight.mjs moment Saboteur
import { taken } from '../support/slice.mjs';
import { keyOf } from './clicker.mjs';
import { recorded } from './games.mjs';
import { open, run, until } from './harness.mjs';
import { inSight, windows } from './inSight.mjs';
import { offered } from './listed.mjs';
import { begin, moveOf, stage } from './scenes.mjs';
import { baseScenes } from './scenesBase.mjs';
import { knightScenes } from './scenesKnights.mjs';
import { pirateScenes } from './scenesPirates.mjs';
import { seaScenes } from './scenesSea.mjs';
import { phones } from './sizes.mjs';
import { begins, boardAt, does, lit, reveal, ui } from './ui.mjs';

const inPanel = ['accept_trade', 'decline_trade', 'counter_trade', 'confirm_trade', 'cancel_trade'];

/** A scene after this many of its moves. */
const after = ({ moves, first = [], ...scene }, count) => ({ ...scene, first: [...first, ...moves.slice(0, count).map(({ as, ...action }) => ({ action, ...(as !== undefined && { seat: as }) }))] });

/** Every moment at which a move of the scenes is made. */
const besides = new Set(['resign', 'undo']);
const moments = Object.entries({ ...baseScenes, ...knightScenes, ...seaScenes, ...pirateScenes }).flatMap(([name, scene]) => scene.moves.map((move, at) => ({ name: `${name}, ${at}: ${move.type}`, scene: after(scene, at), move }))).filter(({ move }) => !besides.has(move.type));

/** What must be visible: the places to choose from, else the last button of the open form, else the buttons to
 * continue. */
async function primary(page) {
    const confirm = `${ui.picker} ${begins('confirm')}`;
    const now = await until(async () => {
        const found = await offered(page);
        return (!found.picking || found.asked || found.told || found.lit.length + found.picks.length + (await page.locator(confirm).count()) > 0) && found;
    });
    if (now.picking && now.lit.length > 0) return [`${ui.board} [data-lit]`];
    if (now.asked) return [`${ui.asked} [data-do=confirm]`];
    if (now.told) return [`${ui.outcome} [data-pick]`];
    if (now.picking && (await page.locator(confirm).count()) > 0) return [confirm];
    if (now.picking) return [`${ui.picker} [data-pick]`];
    return null;
}

/** Any move that continues the game; a hand that is too large discards its first cards. */
function plainMove(actions, cards) {
    const { count = 0 } = actions.find(({ type }) => type === 'discard') ?? {};
    if (count === 0) return actions.find(({ type, open: isOpen }) => type !== 'undo' && !isOpen);
    const all = Object.entries(cards).flatMap(([kind, n]) => Array(n).fill(kind)).slice(0, count);
    return { type: 'discard', cards: Object.fromEntries([...new Set(all)].map((kind) => [kind, all.filter((other) => other === kind).length])) };
}

/** A short game between bots: they move between the player's set-up and first turn. */
const againstBots = async (account) => (await account.ask('POST', '/v1/games', { rules: { game: 'base', players: 3, victory_points: 3 }, seats: [{ bot: 'greedy' }, { account: 'me' }, { bot: 'greedy' }] })).id;

/** Plays until ACCOUNT has the decision LAST, or to the end; SHOWN is called before each of their decisions: (what,
 * seq, actions). */
async function playUntil(account, id, last, shown = () => undefined) {
    for (;;) {
        const { seq, turn, viewer, players, status, waiting_for: waits } = await account.ask('GET', `/v1/games/${id}/view`);
        if (status !== 'active') return;
        const mine = waits.find(({ player }) => player === viewer);
        if (!mine) {
            await account.ask('GET', `/v1/games/${id}/events?after=${seq}&wait=5`);
            continue;
        }
        const { actions } = await account.ask('GET', `/v1/games/${id}/actions`);
        const what = mine.decision === 'turn' ? `turn, ${turn.step}` : mine.decision;
        await shown(what, seq, actions);
        if (what === last) return;
        // A player who only ended their turns would take too long.
        const town = actions.find(({ type }) => type.startsWith('build_') && type !== 'build_road') ?? actions.find(({ type }) => type === 'build_road');
        await account.ask('POST', `/v1/games/${id}/moves`, { seq, action: town ?? actions.find(({ type }) => type === 'end_turn') ?? plainMove(actions, players[viewer].cards) });
    }
}

/** Checks the page in every window. */
async function look(t, page, what, wanted) {
    for (const size of windows) {
        await page.setViewportSize(size);
        const faults = await inSight(page, wanted);
        t.ok(`${what} at ${size.width}x${size.height}`, faults.length === 0, faults.slice(0, 4).join('; '));
    }
}

/** Begins a move on the page, unless it begins by itself; returns what must be visible then. */
async function start(page, { type, ...action }) {
    const button = `${ui.making} ${begins(type)}${action.offer === undefined ? '' : `[data-offer="${action.offer}"]`}${action.card && type.startsWith('play_') ? `[data-card="${action.card}"]` : ''}`;
    if (inPanel.includes(type)) return [button];
    const { picking, told } = await offered(page);
    if (picking === keyOf({ type, ...action }) || told === type) return primary(page);
    await reveal(page, page.locator(button).first());
    await page.locator(button).first().click();
    return (await primary(page)) ?? [];
}

async function moment(t, page, account, { name, scene, move }) {
    const game = await begin(account, scene);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/games/${game.id}${move.as === undefined ? '' : `?as=${move.as}`}`);
    const { seq } = await account.ask('GET', `/v1/games/${game.id}`);
    await boardAt(page, seq).waitFor();
    const wanted = await start(page, moveOf(move));
    await page.mouse.move(0, 0); // an explanation under it would cover other parts
    await look(t, page, name, [ui.board, ui.hand, ...wanted]);
}

/** Moments with much to open: cards, pieces and knights, and actions for them. */
const rich = {
    base: 'use four\nplayer 0 hand 2 brick 2 lumber 1 wool 5 grain 3 ore dev knight monopoly roads 12-17\nplayer 1 hand 2 ore',
    knights: 'edition ck2022\nuse field\nattacks 1\nrobber h8\nplayer 0 hand 4 cloth 2 coin 1 paper 4 wool 3 ore 2 grain 3 brick trade 3 politics 1 knight 29 strong active knight 34 basic progress bishop merchant\nplayer 1 hand wool knight 36 basic active progress spy crane trade 4 metropolis trade 41',
};
/** What can be opened: how, and what must be visible then. */
const looks = {
    base: [
        ['what can be done', null, ['[data-do=end_turn]', ui.bank]],
        ['a trade begun by a card', (page) => page.locator(`${ui.hand} [data-tap=grain]`).click(), ['[data-do=confirm][data-with=players]', '[data-do=cancel]']],
        ['what is rarely wanted', (page) => page.locator(`${ui.actions} [data-sheet=more]`).click(), [`${ui.notation} input`, '[data-do=resign]']],
        ['a place', (page) => lit(page, 'vertex-28').click(), [`${ui.here} [data-do=build_city]`]],
    ],
    knights: [
        ['what can be done', null, ['[data-do=end_turn]', ui.bank]],
        ...['knights', 'improve', 'cards'].map((sheet) => [sheet, (page) => page.locator(`[data-sheet=${sheet}]`).click(), [`[data-sheet-of=${sheet}] button[data-do]`]]),
        ['a trade', (page) => does(page, 'offer_trade').click(), ['[data-do=maritime_trade][data-with=bank]', '[data-do=cancel]']],
    ],
};

await run('sight', {
    'in every moment of both games': async (t) => {
        const ada = await t.server.account('sight ada');
        const page = await open(t, null, { account: ada });
        for (const [i, one] of moments.entries()) if (taken(i, 18) && one.name.includes(process.argv[3] ?? '')) await moment(t, page, ada, one);
    },
    'what one may look into': async (t) => {
        const ada = await t.server.account('sight di');
        const page = await open(t, null, { account: ada });
        for (const [game, all] of Object.entries(looks)) {
            const { id } = await stage(ada, rich[game]);
            for (const [i, [what, opening, wanted]] of all.entries()) {
                if (!taken(i, 3)) continue;
                await page.setViewportSize(windows[0]);
                await page.goto(`/games/${id}`);
                await does(page, 'end_turn').waitFor();
                await opening?.(page);
                await page.locator(wanted[0]).first().waitFor();
                await look(t, page, `${game}, ${what}`, [ui.board, ui.hand, ...wanted]);
            }
        }
    },
    'the buttons on a phone have their words, and all of them': async (t) => {
        const ada = await t.server.account('sight wo');
        for (const [game, scene] of Object.entries(rich)) {
            const { id } = await stage(ada, scene);
            for (const language of ['en', 'de']) {
                const page = await open(t, `/games/${id}`, { account: ada, language, width: 360, height: 640 });
                await does(page, 'end_turn').waitFor();
                for (const size of phones) {
                    await page.setViewportSize(size);
                    const cut = await page.locator(`${ui.actions} ${ui.label}`).evaluateAll((all) => all.filter((one) => one.clientWidth < 10 || one.scrollWidth > one.clientWidth).map((one) => one.textContent));
                    t.equal(`${game} in ${language} at ${size.width}: words that are hidden or cut`, cut, []);
                }
                await t.leave(page);
            }
        }
    },
    'a game against bots, from the set-up to its end': async (t) => {
        const ada = await t.server.account('sight cy');
        const id = await againstBots(ada);
        const page = await open(t, `/games/${id}`, { account: ada });
        const more = page.locator(`${ui.actions} [data-sheet=more]`);
        await more.click();
        await look(t, page, 'what is rarely wanted, while something is asked', [ui.board, `${ui.actions} [data-sheet=more]`]);
        await more.click();
        const seen = new Set();
        await playUntil(ada, id, 'turn, actions', async (what, seq, actions) => {
            if (seen.has(what)) return;
            seen.add(what);
            await boardAt(page, seq).waitFor();
            const leads = [actions.some(({ type }) => type === 'roll') ? '[data-do=roll]' : '[data-do=end_turn]'];
            await look(t, page, what, [ui.board, ui.hand, ...((await primary(page)) ?? leads)]);
        });
        await page.goto('/about');
        await ada.ask('POST', `/v1/games/${id}/moves`, { seq: (await ada.ask('GET', `/v1/games/${id}`)).seq, action: { type: 'end_turn' } });
        await playUntil(ada, id, 'turn, before_roll');
        if ((await ada.ask('GET', `/v1/games/${id}`)).status === 'active') {
            await page.goto(`/games/${id}`);
            await page.locator('[data-do=looked]').waitFor();
            await look(t, page, 'news', [ui.board, ui.hand, '[data-do=looked]', '[data-do=roll]']);
        }
        await playUntil(ada, id, null);
        await page.goto(`/games/${id}`);
        await page.locator('[data-do=rematch]').waitFor();
        await look(t, page, 'the end of a game that was played', [ui.board, ui.hand, '[data-result]', '[data-do=rematch]']);
    },
    'replay, and the end of a game at a table': async (t) => {
        const ada = await t.server.account('sight bo');
        const page = await open(t, null, { account: ada });
        const over = await recorded(ada, 'play-proved');
        await page.goto(`/games/${over.id}`);
        await page.locator('[data-place-of]').first().waitFor();
        await look(t, page, 'result', [ui.board, ui.hand, '[data-result]', '[data-do=share]']);
        await page.goto(`/games/${over.id}?at=77`);
        await page.locator(ui.replay).waitFor();
        await look(t, page, 'replay', [ui.board, ui.hand, '[data-time=now]', '[data-time=play]']);
    },
}, { share: 2 });
