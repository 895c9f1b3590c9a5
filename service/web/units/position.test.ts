// SPDX-License-Identifier: AGPL-3.0-or-later
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withGame, withPlayers } from '../src/pages/newGame/draft';
import { paint, ring, targetsFor, unnumbered } from '../src/pages/table/paint';
import { apply, baseFacts, placesFor, type Position, type Tool } from '../src/pages/table/position';
import { fromDocument, islandBoard, placeOfFault, requestOf, type SetUp, startSetUp, withDraft, withIsland, withPosition } from '../src/pages/table/setup';

const vertex = (id: number): { kind: 'vertex'; id: number } => ({ kind: 'vertex', id });
const knightsGame = (): SetUp => {
    const setUp = startSetUp();
    return withPosition(withDraft(setUp, withGame(setUp.draft, 'cities_and_knights')), true);
};
const positionOf = ({ position }: SetUp): Position => {
    assert.ok(position);
    return position;
};
const played = (setUp: SetUp, ...moves: [Tool, number, number][]): SetUp => ({ ...setUp, position: moves.reduce((position, [tool, id, seat]) => apply(position, tool, tool.kind === 'road' ? { kind: 'edge', id } : vertex(id), seat), positionOf(setUp)) });

test('a piece is put, replaced and taken away', () => {
    const city = positionOf(played(knightsGame(), [{ kind: 'settlement' }, 29, 0], [{ kind: 'city' }, 29, 1]));
    assert.deepEqual([city.pieces.settlements, city.pieces.cities], [[], [{ vertex: 29, player: 1 }]]);
    assert.deepEqual(apply(city, { kind: 'city' }, vertex(29), 1).pieces.cities, []);
    assert.deepEqual(apply(city, { kind: 'erase' }, vertex(29), 0).pieces.cities, []);
});

test('a knight is active, then not, then gone', () => {
    const knight: Tool = { kind: 'knight', level: 2 };
    const levels = [1, 2, 3].map((times) => positionOf(played(knightsGame(), ...Array.from({ length: times }, (): [Tool, number, number] => [knight, 5, 0]))).pieces.knights);
    assert.deepEqual(levels, [[{ vertex: 5, player: 0, level: 2, active: true }], [{ vertex: 5, player: 0, level: 2, active: false }], []]);
});

test('an area has one metropolis', () => {
    const metropolis: Tool = { kind: 'metropolis', track: 'trade' };
    const { pieces } = positionOf(played(knightsGame(), [{ kind: 'city' }, 0, 0], [{ kind: 'city' }, 29, 1], [metropolis, 0, 0], [metropolis, 29, 0]));
    assert.deepEqual(pieces.cities?.map((city) => city.metropolis), [null, 'trade']);
    assert.deepEqual(placesFor({ kind: 'wall' }, islandBoard(startSetUp().island), { ...positionOf(knightsGame()), pieces }), [vertex(0), vertex(29)]);
});

test('pieces keep their places on another island, or are gone with them', () => {
    const before = played(knightsGame(), [{ kind: 'settlement' }, 0, 0], [{ kind: 'road' }, 0, 0], [{ kind: 'settlement' }, 53, 1], [{ kind: 'road' }, 71, 1]);
    const [corner] = targetsFor(before.island, { kind: 'terrain', terrain: 'off' });
    assert.ok(corner);
    const after = withIsland(before, paint(before.island, { kind: 'terrain', terrain: 'off' }, corner));
    const board = islandBoard(after.island);
    const { settlements, roads } = positionOf(after).pieces;
    assert.deepEqual(settlements?.map(({ player }) => player), [1]);
    assert.deepEqual(roads?.map(({ player }) => player), [1]);
    assert.equal(settlements?.[0]?.vertex, board.vertices.length - 1);
    assert.equal(roads?.[0]?.edge, board.edges.length - 1);
});

test('harbors need their land and the sea before it', () => {
    const { island } = startSetUp();
    const drown = targetsFor(island, { kind: 'terrain', terrain: 'off' }).find(({ q, r }) => q === 0 && r === -2);
    const raise = targetsFor(island, { kind: 'terrain', terrain: 'hills' }).find(({ q, r }) => q === 3 && r === -2);
    assert.ok(drown && raise);
    assert.equal(paint(island, { kind: 'terrain', terrain: 'off' }, drown).harbors.length, 8);
    const larger = paint(island, { kind: 'terrain', terrain: 'hills' }, raise);
    assert.equal(larger.harbors.length, 8);
    assert.equal(unnumbered(larger).length, 1);
    assert.equal(ring(island).length, 18);
});

test('other rules keep what fits them', () => {
    const knights = played(knightsGame(), [{ kind: 'city' }, 0, 0], [{ kind: 'wall' }, 0, 0], [{ kind: 'knight', level: 1 }, 5, 3], [{ kind: 'settlement' }, 53, 3]);
    const three = withDraft(knights, withPlayers(knights.draft, 3));
    assert.deepEqual([positionOf(three).pieces.knights, positionOf(three).pieces.settlements, positionOf(three).players.length], [[], [], 3]);
    const base = positionOf(withDraft(knights, withGame(knights.draft, 'base')));
    assert.deepEqual([base.pieces.cities, base.pieces.knights, base.barbarians], [[{ vertex: 0, player: 0 }], undefined, undefined]);
});

test('what is saved is what is loaded', () => {
    const setUp = { ...played(knightsGame(), [{ kind: 'city' }, 0, 0]), called: startSetUp().called.map((one, i) => ({ ...one, name: i < 3 ? `P${i}` : '' })) };
    const again = fromDocument(startSetUp(), JSON.parse(JSON.stringify(requestOf(setUp))));
    assert.deepEqual([again?.position, again?.called, again?.island], [setUp.position, setUp.called, setUp.island]);
    assert.equal(fromDocument(setUp, { hello: 1 }), null);
    assert.equal(fromDocument(setUp, null), null);
});

test('a view’s derived members are left out', () => {
    const facts = baseFacts({ ...positionOf(knightsGame()), seq: 4, bank: {}, players: [{ seat: 0, name: 'Ann', card_count: 0, cards: { ore: 1 } }] } as never);
    assert.deepEqual([facts.players, 'bank' in facts, 'seq' in facts], [[{ seat: 0, cards: { ore: 1 } }], false, false]);
});

test('faults point to places', () => {
    const position = positionOf(played(knightsGame(), [{ kind: 'settlement' }, 29, 0], [{ kind: 'road' }, 7, 0]));
    assert.deepEqual(placeOfFault('/position/pieces/settlements/0/vertex', position), vertex(29));
    assert.deepEqual(placeOfFault('/position/pieces/roads/0', position), { kind: 'edge', id: 7 });
    assert.equal(placeOfFault('/position/players/0', position), null);
});
