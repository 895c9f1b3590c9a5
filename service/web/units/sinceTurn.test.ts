// SPDX-License-Identifier: AGPL-3.0-or-later
// A round of the others in one line.
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { sinceTurn } from '../src/game/narration/sinceTurn';
import { loadLanguage, loadTexts } from '../src/texts/index';
import type { GameEvent } from '../src/types';

(globalThis as { document?: unknown }).document ??= { documentElement: {} };

const told = { own: 1, name: (seat: number): string => ['Ann', 'Bob', 'Cyd', 'Dan'][seat] ?? '?' };
const events = (...all: Record<string, unknown>[]): GameEvent[] => all.map((event, i) => ({ seq: i + 1, effects: [], by: 'player', at: '', outcome: null, ...event })) as unknown as GameEvent[];

const round = events(
    { type: 'roll', player: 2, outcome: { yellow: 3, red: 5 }, effects: [{ player: 1, gain: { ore: 1 } }] },
    { type: 'build_road', player: 2, action: { edge: 3 }, effects: [{ player: 2, lose: { brick: 1, lumber: 1 } }] },
    { type: 'build_road', player: 2, action: { edge: 4 }, effects: [{ player: 2, lose: { brick: 1, lumber: 1 } }] },
    { type: 'end_turn', player: 2 },
    { type: 'roll', player: 0, outcome: { yellow: 3, red: 4 } },
    { type: 'discard', player: 1, effects: [{ player: 1, lose: { wool: 4 } }] },
    { type: 'move_robber', player: 0, action: { hex: 4, victim: 1 }, effects: [{ player: 1, lose: { ore: 1 } }] },
    { type: 'accept_trade', player: 0, effects: [{ player: 0, gain: { ore: 1 } }, { player: 2, lose: { ore: 1 } }] },
    { type: 'buy_dev_card', player: 0 },
    { type: 'end_turn', player: 0 },
);

test('what the others did, each in their turn, and what the reader got', async () => {
    for (const [language, line] of [
        ['en', 'Since your turn: Cyd rolled 8, built 2 roads · Ann rolled 7, robbed you, traded with Cyd, bought a card · you got 1 ore'],
        ['de', 'Seit deinem Zug: Cyd: 8 gewürfelt, 2 Straßen gebaut · Ann: 7 gewürfelt, dich bestohlen, mit Cyd gehandelt, Karte gekauft · du hast 1 Erz bekommen'],
    ] as const) {
        await loadLanguage(language);
        await loadTexts('game', 'knights', 'sea');
        equal(sinceTurn(round, told), line);
    }
});

test('the set-up is told while it goes on, not in the first turn', async () => {
    const setUp = [{ type: 'build_settlement', player: 2, action: { vertex: 3 } }, { type: 'build_road', player: 2, action: { edge: 3 } }];
    await loadLanguage('en');
    await loadTexts('game', 'knights', 'sea');
    equal(sinceTurn(events(...setUp), told), 'Since your turn: Cyd built 1 settlement and 1 road');
    equal(sinceTurn(events(...setUp, { type: 'roll', player: 0, outcome: { yellow: 3, red: 5 } }), told), 'Since your turn: Ann rolled 8');
});

test('nothing to tell', () => {
    equal(sinceTurn(events({ type: 'end_turn', player: 0 }, { type: 'roll', player: 1, outcome: { yellow: 1, red: 1 } }), told), null);
});
