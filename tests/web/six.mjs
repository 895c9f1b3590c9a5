// SPDX-License-Identifier: AGPL-3.0-or-later
// A game of six on the page: all of them in sight, and whose part of the turn it is.
import { read, recorded } from './games.mjs';
import { open, run, sound } from './harness.mjs';
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

const record = read('play-six');
await run('six', Object.fromEntries(Object.entries(screens).map(([name, options]) => [`six on a ${name}`, (t) => shown(t, options, name)])));
