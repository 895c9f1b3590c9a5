// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../src/board/geometry';
import { boardOf } from '../src/board/island';
import { numbersOf } from '../src/board/pieces';
import { bestOf, incomeOf, worthOf } from '../src/board/worth';
import { beginnerIsland } from '../src/pages/table/islands';

const plan = planOf(boardOf(beginnerIsland));
const numbers = numbersOf(plan, { numbers: undefined } as unknown as Parameters<typeof numbersOf>[1]);
const all = plan.vertices.map(({ id }) => id);
/** The corner that these hexes share. */
const corner = (...hexes: number[]): number => plan.vertices.find((spot) => hexes.every((hex) => spot.hexes.includes(hex)))?.id ?? -1;

test('dots, kinds and harbor of a corner', () => {
    // Hills 6, mountains 10 and fields 12 meet.
    const { dots, kinds, harbor } = worthOf(plan, numbers, {}, corner(0, 3, 4));
    deepEqual([dots, [...kinds].sort(), harbor], [5 + 3 + 1, ['brick', 'grain', 'ore'], null]);
    const desert = worthOf(plan, numbers, {}, corner(9, 4, 5));
    deepEqual([desert.dots, desert.kinds.length], [5 + 3, 2], 'the desert brings nothing');
    deepEqual(incomeOf(plan, numbers, [corner(9, 4, 5)]), { brick: 5, wool: 3 });
});

test('what one has plenty of is worth less, a harbor more where one has its kind', () => {
    const spot = corner(0, 3, 4);
    ok(worthOf(plan, numbers, { brick: 9 }, spot).score < worthOf(plan, numbers, {}, spot).score);
    const wool = plan.vertices.find(({ harbor }) => harbor === 'wool')?.id ?? -1;
    ok(worthOf(plan, numbers, { wool: 9 }, wool).score > worthOf(plan, numbers, { ore: 9 }, wool).score);
});

test('a city of Cities & Knights brings commodities', () => {
    const spot = corner(0, 3, 4);
    deepEqual(worthOf(plan, numbers, {}, spot, true).kinds.includes('coin'), true);
    equal(worthOf(plan, numbers, {}, spot).kinds.includes('coin'), false);
});

test('the best come first, and not beside each other', () => {
    const best = bestOf(plan, all.map((vertex) => worthOf(plan, numbers, {}, vertex)), 3);
    equal(best.length, 3);
    ok(best.every(({ score }, i) => i === 0 || score <= (best[i - 1]?.score ?? 0)));
    ok(best.every(({ vertex }) => !best.some((other) => plan.vertices[other.vertex]?.neighbors.includes(vertex))));
});

test('income is what the buildings bring', () => {
    deepEqual(incomeOf(plan, numbers, [corner(0, 3, 4)]), { brick: 5, ore: 3, grain: 1 });
    deepEqual(incomeOf(plan, numbers, [corner(0, 3, 4), corner(0, 3, 4)]), { brick: 10, ore: 6, grain: 2 });
});
