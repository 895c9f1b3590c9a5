// SPDX-License-Identifier: AGPL-3.0-or-later
// Places in words: what lies around them.
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import './requests';
import { placeWords } from '../src/game/narration/places';
import { loadLanguage, loadTexts } from '../src/texts/index';
import type { Board } from '../src/types';

globalThis.document = { documentElement: {} } as Document;
await loadLanguage('en');
await loadTexts('game');

const hex = (id: number, q: number, r: number, terrain: string, number: number | null): object => ({ id, q, r, terrain, number });
const vertex = (id: number, ...hexes: [number, number][]): object => ({ id, hexes });

/** Two hexes of land, one of them an island, with sea around; 9,9 and the like lie beyond the frame. */
const board = {
    hexes: [hex(0, 0, 0, 'forest', 8), hex(1, 1, 0, 'hills', 5), hex(2, 0, 1, 'sea', null), hex(3, 1, 1, 'sea', null), hex(4, 0, 2, 'pasture', 4)],
    vertices: [vertex(0, [0, 0], [1, 0], [0, 1]), vertex(1, [0, 0], [1, 0], [9, 9]), vertex(2, [1, 0], [0, 1], [1, 1]), vertex(3, [0, 1], [1, 1], [0, 2]), vertex(4, [0, 1], [9, 9], [0, 0]), vertex(5, [1, 1], [9, 9], [8, 8]), vertex(6, [1, 1], [9, 9], [7, 7])],
    edges: [[0, 1], [0, 4], [2, 3], [0, 2], [5, 6]].map((vertices, id) => ({ id, vertices })),
} as unknown as Board;

test('a corner names the land around it, and the sea once', () => {
    const places = placeWords(board, null);
    equal(places.vertex(0), 'forest 8 / hills 5 / sea');
    equal(places.vertex(1), 'forest 8 / hills 5 / sea');
    equal(places.atVertex(3), 'at pasture 4 / sea');
});

test('a path lies between land, on a coast, or at sea off the land at its ends', () => {
    const places = placeWords(board, null);
    equal(places.edge(0), 'between forest 8 and hills 5');
    equal(places.edge(1), 'on the coast of forest 8');
    equal(places.edge(2), 'at sea from hills 5 to pasture 4');
    equal(places.edge(3), 'on the coast of hills 5');
    equal(places.edge(4), 'on the open sea');
    equal(placeWords(board, null, true).edge(4), 'on the open sea [e4]');
});
