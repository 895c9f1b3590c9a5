// SPDX-License-Identifier: AGPL-3.0-or-later
// Boards turned by a quarter: which ones, and where their places are then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../src/board/geometry';
import { boardOf } from '../src/board/island';
import { isTurned } from '../src/board/turned';
import { beginnerIsland } from '../src/pages/table/islands';

const board = boardOf(beginnerIsland);

test('a turned plan is the upright one, turned', () => {
    const [upright, turned] = [planOf(board), planOf(board, true)];
    assert.equal(turned, planOf(board, true));
    assert.deepEqual([turned.bounds.width, turned.bounds.height].map(Math.round), [upright.bounds.height, upright.bounds.width].map(Math.round));
    for (const kind of ['hexes', 'vertices', 'edges', 'harbors'] as const) {
        for (const [i, { x, y }] of upright[kind].entries()) assert.ok(Math.hypot((turned[kind][i]?.x ?? 0) + y, (turned[kind][i]?.y ?? 0) - x) < 0.001, `${kind} ${i}`);
    }
    assert.deepEqual(turned.vertices.map(({ neighbors }) => neighbors), upright.vertices.map(({ neighbors }) => neighbors));
});

test('only wide boards are turned, and only on tall phones', () => {
    const wide = { left: 0, top: 0, width: 1144, height: 824 };
    assert.ok(isTurned(wide, 390, 844));
    assert.ok(!isTurned(wide, 390, 664));
    assert.ok(!isTurned(wide, 1280, 2000));
    assert.ok(!isTurned(wide, 844, 390));
    assert.ok(!isTurned({ ...wide, width: 824 }, 390, 844));
});
