// SPDX-License-Identifier: AGPL-3.0-or-later
// Playing on the page: the base game's actions, by mouse, touch and keyboard.
import { act, shown } from './clicker.mjs';
import { open, run } from './harness.mjs';

/** A game against bots, on the page from the first settlement to its end. */
async function wholeGame(t, account, page, id) {
    const made = new Set();
    for (let i = 0; i < 400; i++) {
        const { seq, actions } = await account.ask('GET', `/v1/games/${id}/actions`);
        const { status } = await account.ask('GET', `/v1/games/${id}`);
        if (status !== 'active') return { made, status };
        const action = await next(account, id, actions);
        if (!action) {
            await account.ask('GET', `/v1/games/${id}/events?after=${seq}&wait=5`);
            continue;
        }
        await shown(page, seq);
        const { status: answer, sent } = await act(page, action);
        t.equal(`${action.type} is taken`, answer, 201);
        t.equal('what was sent is what was chosen', sent.action, action);
        made.add(action.type);
    }
    throw new Error('the game does not end');
}

/** A simple way to play: build what can be built, else go on. Null: nothing is to be done now. */
async function next(account, id, actions) {
    const wish = ['build_city', 'build_settlement', 'discard', 'move_robber', 'play_dev_card', 'buy_dev_card', 'roll', 'build_road', 'maritime_trade', 'end_turn', 'decline_trade'];
    const whole = actions.filter(({ open: more, type }) => !more || type === 'discard');
    const useful = whole.filter(({ type }) => type !== 'maritime_trade' || Math.random() < 0.3);
    const type = wish.find((one) => useful.some((action) => action.type === one)) ?? null;
    if (type === null) return null;
    const among = useful.filter((action) => action.type === type);
    const action = among[Math.floor(Math.random() * among.length)];
    if (type !== 'discard') return action;
    const view = await account.ask('GET', `/v1/games/${id}/view`);
    return { type, cards: take(view.players[view.viewer].cards, action.count) };
}

/** The first so many cards of a hand. */
function take(hand, count) {
    const cards = {};
    for (const [kind, n] of Object.entries(hand)) {
        const some = Math.min(n, count);
        if (some > 0) cards[kind] = some;
        count -= some;
    }
    return cards;
}

await run('play', {
    'a whole game by clicking': async (t) => {
        const ada = await t.server.account('play ada');
        const { id } = await ada.ask('POST', '/v1/games', { rules: { game: 'base', players: 3, victory_points: 4 }, seats: [{ account: 'me' }, { bot: 'greedy' }, { bot: 'greedy' }] });
        const page = await open(t, `/games/${id}`, { account: ada });
        const { made, status } = await wholeGame(t, ada, page, id);
        t.equal('the game is over', status, 'finished');
        t.ok('much was done', made.size >= 3, [...made].join());
        await page.locator('.play', { hasText: 'The game is over' }).waitFor();
    },
});
