// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { hexCenter, isLand, planOf } from '../src/board/geometry';
import { boardOf, type Island, islandOf, sides } from '../src/board/island';
import { beginnerIsland, beginnerLargeIsland } from '../src/pages/table/islands';
import { withSeaAround } from '../src/pages/table/paint';

const islands: Island[] = [beginnerIsland, beginnerLargeIsland].flatMap((island) => [island, withSeaAround(island)]);

test('a harbor lies at sea, before the side that it is on', () => {
    for (const island of islands) {
        const plan = planOf(boardOf(island));
        for (const [i, { q, r, side }] of island.harbors.entries()) {
            const [dq, dr] = sides[side];
            const spot = plan.harbors[i] ?? { x: NaN, y: NaN };
            const distance = (point: { x: number; y: number }): number => Math.hypot(spot.x - point.x, spot.y - point.y);
            const beyond = distance(hexCenter(q + dq, r + dr));
            ok(plan.hexes.every((hex) => !isLand(hex.terrain) || distance(hex) > beyond), `${q}, ${r}, ${side}`);
        }
    }
});

test('an island is painted as its board is', () => {
    for (const island of islands) {
        const { hexes, harbors } = islandOf(boardOf(island));
        const order = <T extends object>(list: T[]): string[] => list.map((one) => JSON.stringify(Object.entries(one).sort())).sort();
        deepEqual(order(hexes), order(island.hexes));
        deepEqual(order(harbors), order(island.harbors));
    }
});
