// SPDX-License-Identifier: AGPL-3.0-or-later
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { missingRoom } from '../src/game/actions/room';
import { roadPlaces } from '../src/game/actions/roads';
import { boardOf, sides } from '../src/board/island';
import type { Board, Terrain, View } from '../src/types';

const sea = 'sea' as Terrain;
/** One hex of land in a ring of sea whose hexes have corners and paths of their own. */
const framed: Board = boardOf({ hexes: [{ q: 0, r: 0, terrain: 'fields', number: 6 }, ...Object.values(sides).map(([q, r]) => ({ q, r, terrain: sea, number: null }))], harbors: [] });
const coast = framed.vertices.filter(({ hexes }) => hexes.some(([q, r]) => q === 0 && r === 0)).map(({ id }) => id);
const shore = framed.edges.filter(({ vertices }) => vertices.every((id) => coast.includes(id))).map(({ id }) => id);
const offshore = framed.edges.filter(({ vertices }) => vertices.filter((id) => coast.includes(id)).length === 1);

function viewWith(pieces: object): View {
    return { pieces, players: [{ seat: 0, supply: { roads: 9, settlements: 3, cities: 4 } }] } as unknown as View;
}

test('roads lie on land and on its coast, not out at sea', () => {
    const [settled = 0] = coast;
    const beside = framed.edges.filter(({ id, vertices }) => shore.includes(id) && vertices.includes(settled)).map(({ id }) => id);
    deepEqual(roadPlaces(framed, viewWith({ settlements: [{ vertex: settled, player: 0 }] }), 0), beside);
    equal(beside.length, 2);
});

test('a ship takes its path, and leads to a place for a settlement on the coast alone', () => {
    const [ship] = offshore;
    const view = viewWith({ ships: [{ edge: ship?.id, player: 0 }] });
    equal(missingRoom({ board: framed, view }, 0, 'build_settlement'), null);
    const far = framed.edges.find(({ vertices }) => vertices.every((id) => !coast.includes(id)));
    equal(missingRoom({ board: framed, view: viewWith({ ships: [{ edge: far?.id, player: 0 }] }) }, 0, 'build_settlement'), 'place');
});

test('on a full shore there is no place for a road', () => {
    const roads = shore.map((edge) => ({ edge, player: 0 }));
    equal(missingRoom({ board: framed, view: viewWith({ roads }) }, 0, 'build_road'), 'place');
});
