// SPDX-License-Identifier: AGPL-3.0-or-later
// A game of six on the page: all players are visible, and whose part of the turn it is.
import { discarded, ownTurn, read, recorded } from './games.mjs';
import { accessible, open, run, sound } from './harness.mjs';
import { ui } from './ui.mjs';

const seats = 6;
const screens = { phone: { phone: true }, laptop: {} };

/** The event of the record after which the second part of a turn begins, and who has it. */
function secondPart(record) {
    const roller = record.events.find(({ type }) => type === 'roll');
    const ends = record.events.find(({ type, seq }) => type === 'end_turn' && seq > roller.seq);
    return { at: ends.seq, player: (roller.player + 3) % seats };
}

async function shown(t, options, name) {
    const ada = await t.server.account(`six ${name}`);
    const { at, player } = secondPart(record);
    const { id } = await recorded(ada, 'play-six', { at });
    const { turn, waiting_for: waits } = await ada.ask('GET', `/v1/games/${id}/view`);
    t.equal('it is their part', [turn.pair, waits], [{ player, part: 2 }, [{ player, decision: 'turn' }]]);
    const page = await open(t, `/games/${id}`, { account: ada, ...options });
    await page.locator(`${ui.board} [data-piece=settlement]`).first().waitFor();
    t.equal('everybody is in sight', await page.locator('[data-part=players] [data-seat]').count(), seats);
    await page.locator(`[data-part=players] [data-seat="${player}"][data-waited]`).waitFor();
    await page.getByText('second part of the turn', { exact: false }).first().waitFor();
    await sound(t, page, `six on a ${name}`);
}

/** A setting for others' turns: chosen, a plan made on the board, saved by the server, reordered. */
async function planned(t, { turns56, phone }) {
    const ada = await t.server.account(`six ${turns56}`);
    const { id } = await ownTurn(ada, { rules: { game: 'base', players: seats, options: { turns56 } }, seats: [{ account: 'me' }, ...Array(seats - 1).fill({ bot: 'random' })] });
    const kept = async () => (await ada.ask('GET', `/v1/games/${id}/special-build`));
    const page = await open(t, `/games/${id}?tab=orders`, { account: ada, phone });
    const setting = page.locator('[data-part=parts-setting]');
    const put = () => page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/special-build'));
    const does = async (act) => {
        const answered = put();
        await act();
        t.equal('kept', (await answered).status(), 200);
    };
    t.equal('as it comes', await setting.locator('select').first().inputValue(), turns56 === 'paired' ? 'ask' : 'pass');
    await does(() => setting.locator('select').first().selectOption('plan'));
    await setting.locator('[data-add=build_city]').click();
    await does(() => page.locator('[data-place="vertex-14"]').click());
    await does(() => setting.locator('[data-add=buy_dev_card]').click());
    t.equal('a plan', (await kept()).builds, [{ type: 'build_city', vertex: 14 }, { type: 'buy_dev_card' }]);
    await accessible(t, page, 'a plan for others’ turns');
    await does(() => setting.locator('[data-build=buy_dev_card]').getByRole('button', { name: 'Move up' }).click());
    t.equal('in another order', (await kept()).builds.map(({ type }) => type), ['buy_dev_card', 'build_city']);
    t.equal('only pairs trade', await setting.locator('[data-add=maritime_trade]').count(), turns56 === 'paired' ? 1 : 0);
    if (turns56 === 'paired') {
        await does(() => setting.locator('[data-add=maritime_trade]').click());
        const { type, take } = (await kept()).builds.at(-1);
        t.equal('a trade', { type, take }, { type: 'maritime_trade', take: { ore: 1 } });
    }
    await page.reload();
    await setting.locator('[data-build=build_city]').waitFor();
    await does(() => setting.locator('select').first().selectOption('pass'));
    t.equal('no plan is left', await kept(), { game: id, seat: 0, setting: 'pass', builds: [], answer: null, skipped: [] });
}

/** Plays for PEOPLE, who have the first seats and want to be asked, until a turn has ended and all of them are
 * asked. */
async function allAsked(id, people) {
    for (;;) {
        const { seq, waiting_for: waits } = await people[0].ask('GET', `/v1/games/${id}/view`);
        const waited = waits[0]?.player < people.length ? waits[0] : null;
        if (people.every((_, seat) => waits[seat]?.player === seat && waits[seat].decision === 'special_build')) return;
        if (!waited) {
            await people[0].ask('GET', `/v1/games/${id}/events?after=${seq}&wait=5`);
            continue;
        }
        const who = people[waited.player];
        const { actions } = await who.ask('GET', `/v1/games/${id}/actions`);
        const first = ['roll', 'end_turn', 'discard'].map((type) => actions.find((one) => one.type === type)).find(Boolean) ?? actions.find(({ open: more }) => !more);
        const action = first?.type === 'discard' ? { type: 'discard', cards: discarded(await who.ask('GET', `/v1/games/${id}/view`), waited) } : first;
        if (action) await who.ask('POST', `/v1/games/${id}/moves`, { action, seq }).catch(() => undefined); // bots move in the meantime
    }
}

/** Builds for a part that has not come yet are entered in advance, and carried out when it comes. */
async function answered(t, { phone }) {
    const grace = await t.server.account('six before'), ada = await t.server.account('six asked');
    const { id } = await grace.ask('POST', '/v1/games', { rules: { game: 'base', players: seats, options: { turns56: 'special_build' } }, seats: [{ account: 'me' }, { open: true }, ...Array(seats - 2).fill({ bot: 'random' })] });
    await ada.ask('POST', `/v1/games/${id}/join`);
    for (const one of [grace, ada]) await one.ask('PUT', `/v1/games/${id}/special-build`, { setting: 'ask' });
    await allAsked(id, [grace, ada]);
    const page = await open(t, `/games/${id}?tab=orders`, { account: ada, phone });
    const answer = page.locator('[data-part=parts-answer]');
    await answer.locator('[data-add=buy_dev_card]').click();
    await answer.locator('[data-build=buy_dev_card]').waitFor();
    await accessible(t, page, 'an answer beforehand');
    await answer.locator('[data-send=special_build]').click();
    await page.locator('[data-part=answer]').waitFor();
    t.equal('kept', (await ada.ask('GET', `/v1/games/${id}/special-build`)).answer, [{ type: 'buy_dev_card' }]);
    t.equal('who is waited for', (await ada.ask('GET', `/v1/games/${id}/view`)).waiting_for.map(({ player }) => player), [0]);
    t.equal('asked once', await answer.count(), 0);
}

const record = read('play-six');
await run('six', {
    ...Object.fromEntries(Object.entries(screens).map(([name, options]) => [`six on a ${name}`, (t) => shown(t, options, name)])),
    'a plan for the building phase': (t) => planned(t, { turns56: 'special_build', phone: true }),
    'an answer before the part comes': (t) => answered(t, { phone: true }),
    'a plan for the second of a pair': (t) => planned(t, { turns56: 'paired' }),
}, { share: 2 });
