// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { giftCards, partIn } from '../src/game/actions/chance';
import type { Listed } from '../src/game/actions/fields';
import type { GameState } from '../src/game/state/gameStore';

const state = {
    board: { marks: [{ kind: 'gift', edge: 3, gift: 'card' }, { kind: 'gift', edge: 5, gift: 'card' }, { kind: 'gift', edge: 7, gift: 'vp' }, { kind: 'gift', edge: 9, gift: 'card' }] },
    view: { gifts_left: [3, 5, 7] },
} as unknown as GameState;
const laid = (...pieces: [string, number][]): Listed => ({ type: 'play_dev_card', card: 'road_building', pieces: pieces.map(([kind, edge]) => ({ kind, edge })) });

test('ships come upon the cards that still lie where they go', () => {
    const moves: Listed[] = [{ type: 'build_ship', edge: 3 }, { type: 'build_ship', edge: 7 }, { type: 'build_ship', edge: 9 }, { type: 'move_ship', from: 3, to: 5 }, { type: 'build_road', edge: 3 }];
    deepEqual(moves.map((move) => giftCards(state, move)), [1, 0, 0, 1, 0]);
    deepEqual([laid(['ship', 3], ['ship', 5]), laid(['ship', 7], ['ship', 5]), laid(['road', 3], ['ship', 9])].map((move) => giftCards(state, move)), [2, 1, 0]);
    deepEqual([laid(['ship', 3], ['ship', 5]), laid(['ship', 7])].map((move) => partIn(state, move)), ['card', null]);
});
