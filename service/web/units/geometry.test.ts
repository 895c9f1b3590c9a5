// SPDX-License-Identifier: AGPL-3.0-or-later
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { targetAt, type Target } from '../src/board/targets';
import { nearest, nextInDirection, pips, placeAt, placePoint, planOf } from '../src/board/geometry';
import { boardOf, type Island, islandOf } from '../src/board/island';
import { viewBox, viewOf, whole, within, zoomAt } from '../src/board/zoom';
import { beginnerIsland, shuffledIsland } from '../src/pages/table/islands';

const standard = boardOf(beginnerIsland);
const plan = planOf(standard);

test('a standard island has its places, named as the server names them', () => {
    assert.deepEqual([plan.hexes.length, plan.vertices.length, plan.edges.length, plan.harbors.length], [19, 54, 72, 9]);
    assert.deepEqual(plan.hexes[0]?.vertices, [0, 4, 8, 12, 7, 3]);
    assert.deepEqual(plan.hexes[9]?.vertices, [18, 24, 30, 35, 29, 23]);
    assert.deepEqual(plan.edges[21]?.ends, [14, 19]);
    assert.deepEqual(plan.edges[43]?.ends, [29, 35]);
});

test('neighbours are mutual, and inland there are three of everything', () => {
    for (const { id, neighbors, edges, hexes } of plan.vertices) {
        assert.equal(neighbors.length, edges.length);
        assert.ok(hexes.length >= 1 && hexes.length <= 3);
        for (const other of neighbors) assert.ok(plan.vertices[other]?.neighbors.includes(id));
        if (hexes.length === 3) assert.equal(edges.length, 3);
    }
    for (const { edges, vertices } of plan.hexes) assert.deepEqual([edges.length, vertices.length], [6, 6]);
    for (const { hexes } of plan.edges) assert.ok(hexes.length === 1 || hexes.length === 2);
});

test('harbors lie off the coast and serve two vertices', () => {
    assert.equal(plan.vertices.filter(({ harbor }) => harbor !== null).length, 18);
    for (const harbor of plan.harbors) for (const hex of plan.hexes) assert.ok(Math.hypot(harbor.x - hex.x, harbor.y - hex.y) > 85);
});

test('a board can be taken apart and put together again', () => {
    const island = islandOf(standard);
    assert.equal(island.harbors.length, 9);
    assert.deepEqual(boardOf(island), standard);
});

test('what scenarios mark is taken along', () => {
    for (const name of ['play-cloth', 'play-tribe', 'play-pirate-islands']) {
        const { board } = JSON.parse(readFileSync(`../../tests/records/${name}.json`, 'utf8')) as { board: Island };
        const { marks = [] } = islandOf(boardOf(board));
        assert.ok(marks.length > 7);
        assert.deepEqual(boardOf({ ...board, marks }).marks, boardOf(board).marks);
        if (name !== 'play-tribe') assert.deepEqual(marks, board.marks); // a path has two sides
    }
});

test('islands of any shape', () => {
    const two: Island = { hexes: [{ q: 5, r: -3, terrain: 'hills', number: 6 }, { q: 7, r: -3, terrain: 'desert', number: null }], harbors: [{ q: 5, r: -3, side: 'W', kind: 'ore' }] };
    const apart = planOf(boardOf(two));
    assert.deepEqual([apart.hexes.length, apart.vertices.length, apart.edges.length], [2, 12, 12]);
    assert.ok(apart.harbors[0] && apart.harbors[0].x < (apart.hexes[0]?.x ?? 0));
    assert.ok(apart.bounds.width > apart.bounds.height);
});

test('shuffled islands keep red numbers apart and every tile', () => {
    for (let i = 0; i < 50; i++) {
        const spots = planOf(boardOf(shuffledIsland(4, Math.random)));
        assert.deepEqual(spots.hexes.map(({ terrain }) => terrain).sort(), plan.hexes.map(({ terrain }) => terrain).sort());
        for (const hex of spots.hexes) assert.equal(hex.number === null, hex.terrain === 'desert');
        for (const { hexes } of spots.edges) assert.ok(hexes.filter((id) => [6, 8].includes(spots.hexes[id]?.number ?? 0)).length < 2);
    }
});

test('arrow keys lead straight on where they can', () => {
    const at = (id: number): { x: number; y: number } => placePoint(plan, { kind: 'hex', id }) ?? { x: 0, y: 0 };
    assert.equal(nextInDirection(plan.hexes, at(9), 'right'), 10);
    assert.equal(nextInDirection(plan.hexes, at(9), 'left'), 8);
    assert.ok([4, 5].includes(nextInDirection(plan.hexes, at(9), 'up')));
    assert.equal(nextInDirection(plan.hexes, at(11), 'right'), -1);
    // From everywhere everything can be reached.
    const seen = new Set([0]);
    for (const from of seen) for (const way of ['up', 'down', 'left', 'right'] as const) {
        const next = nextInDirection(plan.vertices, plan.vertices[from] ?? { x: 0, y: 0 }, way);
        if (next >= 0) seen.add(next);
    }
    assert.equal(seen.size, plan.vertices.length);
});

test('a point is the place beside it', () => {
    const vertex = plan.vertices[20];
    assert.ok(vertex);
    assert.deepEqual(placeAt(plan, { x: vertex.x + 5, y: vertex.y - 5 }), { kind: 'vertex', id: 20 });
    assert.deepEqual(placeAt(plan, { x: 0, y: 8 }), { kind: 'hex', id: 9 });
    assert.equal(placeAt(plan, { x: 900, y: 0 }), null);
    assert.equal(nearest([], { x: 0, y: 0 }, 10), -1);
});

test('a finger takes the nearest lit place within its reach', () => {
    const lit = [11, 12].map((id) => ({ place: { kind: 'vertex', id }, key: `vertex-${id}`, chosen: false, open: id !== 11, taken: false, ...plan.vertices[id] }) as Target);
    const [first, second] = lit;
    assert.ok(first && second);
    assert.equal(targetAt(lit, first, 0.5), null);
    assert.equal(targetAt(lit, { x: second.x + 40, y: second.y }, 0.5), second);
    assert.equal(targetAt(lit, { x: second.x + 40, y: second.y }, 2), null);
});

test('looking closer stays on the board', () => {
    const all = whole(plan.bounds);
    assert.equal(viewBox(plan.bounds, all), `${plan.bounds.left} ${plan.bounds.top} ${plan.bounds.width} ${plan.bounds.height}`);
    const corner = zoomAt(plan.bounds, all, { x: plan.bounds.left, y: plan.bounds.top }, 2);
    assert.equal(corner.x - plan.bounds.width / 4, plan.bounds.left);
    assert.equal(zoomAt(plan.bounds, all, all, 100).zoom, 4);
    assert.deepEqual(within(plan.bounds, { x: 1e6, y: 0, zoom: 1 }), all);
});

test('a narrow window begins with a part of a board, all of it below the buttons', () => {
    const part = { left: plan.bounds.left + 150, top: plan.bounds.top + 200, width: plan.bounds.width - 300, height: plan.bounds.height - 400 };
    for (const [width, height] of [[320, 380], [360, 300], [412, 500]] as const) {
        const { x, y, zoom } = viewOf(plan.bounds, part, width, height);
        const perUnit = Math.min(width / plan.bounds.width, height / plan.bounds.height) * zoom;
        assert.ok(zoom > 1.03 && zoom <= 1.6);
        assert.ok((part.left - x) * perUnit >= -width / 2 - 1 && (part.left + part.width - x) * perUnit <= width / 2 + 1);
        assert.ok((part.top - y) * perUnit >= -height / 2 - 1 && (part.top + part.height - y) * perUnit <= height / 2 + 1);
    }
    assert.deepEqual(viewOf(plan.bounds, plan.bounds, 360, 640), whole(plan.bounds));
});

test('pips are chances out of 36', () => {
    assert.deepEqual([2, 6, 8, 12].map(pips), [1, 5, 5, 1]);
});
