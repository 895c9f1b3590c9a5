// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { rolledOf, ticks, waysOf } from '../src/game/panels/charts/figures';
import { placesOfEvents, eventPlaces, withoutUndone } from '../src/game/state/eventPlaces';
import { turnFrom, turnStarts } from '../src/game/state/turns';
import type { GameEvent, SeatStats } from '../src/types';

const event = (seq: number, type: string, action: object = {}): GameEvent => ({ seq, type, action: { type, ...action }, player: 0, outcome: null, effects: [], at: '', by: 'player' }) as unknown as GameEvent;

test('what was taken back is left out, also where taking back was taken back', () => {
    const events = [event(5, 'roll'), event(6, 'build_road', { edge: 3 }), event(7, 'build_city', { vertex: 9 }), event(8, 'undo', { to_seq: 6 }), event(9, 'build_road', { edge: 4 }), event(10, 'undo', { to_seq: 5 })];
    deepEqual(
        withoutUndone(events).map(({ seq }) => seq),
        [5],
    );
    deepEqual(
        withoutUndone(events.slice(0, 5)).map(({ seq }) => seq),
        [5, 6, 9],
    );
});

test('the places of an event', () => {
    deepEqual(eventPlaces(event(1, 'move_knight', { from: 3, to: 8 })), [
        { kind: 'vertex', id: 3 },
        { kind: 'vertex', id: 8 },
    ]);
    deepEqual(eventPlaces(event(1, 'play_progress_card', { card: 'diplomat', edge: 3, to: 8 })), [
        { kind: 'edge', id: 3 },
        { kind: 'edge', id: 8 },
    ]);
    deepEqual(eventPlaces(event(1, 'offer_trade', { to: [1, 2] })), []);
    deepEqual(eventPlaces(event(1, 'play_dev_card', { card: 'road_building', edges: [5, 6] })), [
        { kind: 'edge', id: 5 },
        { kind: 'edge', id: 6 },
    ]);
    equal(placesOfEvents([event(1, 'move_robber', { hex: 0 }), event(2, 'move_robber', { hex: 0 })]).length, 1);
});

test('turns begin after the start and after each end', () => {
    const starts = turnStarts([event(1, 'start'), event(2, 'roll'), event(3, 'end_turn'), event(4, 'roll'), event(5, 'end_turn')]);
    deepEqual(starts, [0, 1, 3, 5]);
    equal(turnFrom(starts, 4, false, 9), 3);
    equal(turnFrom(starts, 3, false, 9), 1);
    equal(turnFrom(starts, 0, false, 9), 0);
    equal(turnFrom(starts, 3, true, 9), 5);
    equal(turnFrom(starts, 6, true, 9), 9);
});

test('dice against expectation', () => {
    equal([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].reduce((all, sum) => all + waysOf(sum), 0), 36);
    const rolled = rolledOf([{ rolls: { '7': 3, '2': 1 } }, { rolls: { '7': 32 } }] as unknown as SeatStats[]);
    deepEqual(rolled[5], { sum: 7, count: 35, expected: 6 });
    deepEqual(rolled[0], { sum: 2, count: 1, expected: 1 });
});

test('an axis has round steps and room for the most', () => {
    deepEqual(ticks(0), [0, 1]);
    deepEqual(ticks(10), [0, 2, 4, 6, 8, 10]);
    deepEqual(ticks(13), [0, 5, 10, 15]);
    equal((ticks(87).at(-1) ?? 0) >= 87, true);
});
