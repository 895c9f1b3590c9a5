// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { diceLuck, placesOf, type Player } from '../src/game/result/places';
import type { SeatStats } from '../src/types';

const players = [0, 1, 2, 3].map((seat) => ({ seat, neutral: seat === 3 })) as unknown as Player[];

test('the winner comes first, and equal points are equal places', () => {
    const places = placesOf(players, { winner: 1, points: [9, 9, 9, 0] });
    deepEqual(places.map(({ place, player, points }) => [place, player.seat, points]), [[1, 1, 9], [2, 0, 9], [2, 2, 9]]);
    deepEqual(placesOf(players, { winner: null, points: [2, 5, 3, 0] }).map(({ player }) => player.seat), [1, 2, 0]);
});

test('the luckiest and the unluckiest sum', () => {
    const seats = [{ rolls: { 7: 2, 2: 4 } }, { rolls: { 8: 5, 6: 1, 9: 1 } }] as unknown as SeatStats[];
    const luck = diceLuck(seats);
    deepEqual([luck?.rolls, luck?.most.sum, luck?.least.sum], [13, 2, 5]);
    equal(diceLuck([]), null);
});
