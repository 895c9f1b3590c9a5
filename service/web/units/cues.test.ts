// SPDX-License-Identifier: AGPL-3.0-or-later
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../src/board/geometry';
import { boardOf } from '../src/board/island';
import { numbersOf } from '../src/board/pieces';
import { cuesOf, flightsOf } from '../src/game/fx/cues';
import { beginnerIsland } from '../src/pages/table/islands';
import type { GameEvent, Kind, Terrain, View } from '../src/types';

const plan = planOf(boardOf(beginnerIsland));
const kindOf: Record<Terrain, Kind> = { hills: 'brick', forest: 'lumber', pasture: 'wool', fields: 'grain', mountains: 'ore', desert: 'ore', gold: 'ore', sea: 'ore', fog: 'ore' };
const view = (more: object): View => ({ seq: 1, status: 'active', winner: null, viewer: 0, robber: 9, merchant: null, pieces: {}, players: [], waiting_for: [], ...more }) as unknown as View;
const event = (type: string, more: object = {}): GameEvent => ({ seq: 2, type, player: 0, action: { type }, outcome: null, effects: [], by: 'player', ...more }) as unknown as GameEvent;

test('rolled cards come from the hexes that the sum is on', () => {
    const numbers = numbersOf(plan, view({ robber: null }));
    const hex = plan.hexes.find(({ id, terrain }) => terrain !== 'desert' && numbers.get(id) === 8);
    assert.ok(hex);
    const kind = kindOf[hex.terrain];
    const before = view({ robber: null, pieces: { cities: [{ vertex: hex.vertices[0], player: 1 }] } });
    const { dice, hexes, flights, sounds } = cuesOf(event('roll', { outcome: { yellow: 5, red: 3 }, effects: [{ player: 1, gain: { [kind]: 2 } }] }), before, before, plan);
    assert.deepEqual([dice, flights, sounds], [{ yellow: 5, red: 3 }, [{ from: { hex: hex.id }, to: { seat: 1 }, kind, count: 2 }], ['roll']]);
    assert.ok(hexes.includes(hex.id));
    const robbed = cuesOf(event('roll', { outcome: { yellow: 5, red: 3 } }), { ...before, robber: hex.id }, before, plan);
    assert.ok(!robbed.hexes.includes(hex.id));
});

test('what a settlement brings comes from the hexes around it', () => {
    const hex = plan.hexes.find(({ terrain }) => terrain === 'forest');
    const vertex = hex?.vertices[0];
    const built = event('build_settlement', { action: { type: 'build_settlement', vertex }, effects: [{ player: 0, gain: { lumber: 1 } }] });
    const { flights } = cuesOf(built, view({}), view({ pieces: { settlements: [{ vertex, player: 0 }] } }), plan);
    assert.ok(flights.every(({ from }) => from !== 'bank'));
    assert.equal(flights.reduce((sum, { count }) => sum + count, 0), 1);
});

test('what one loses another gets, and the rest is the bank’s', () => {
    assert.deepEqual(flightsOf([{ player: 0, lose: { wool: 1 } }, { player: 1, gain: { wool: 1 } }, { player: 1, lose: { ore: 2 } }, { player: 0, gain: { ore: 2 } }]), [
        { from: { seat: 0 }, to: { seat: 1 }, kind: 'wool', count: 1 },
        { from: { seat: 1 }, to: { seat: 0 }, kind: 'ore', count: 2 },
    ]);
    assert.deepEqual(flightsOf([{ player: 0, lose: { grain: 4 } }, { player: 0, gain: { ore: 1 } }]), [
        { from: 'bank', to: { seat: 0 }, kind: 'ore', count: 1 },
        { from: { seat: 0 }, to: 'bank', kind: 'grain', count: 4 },
    ]);
    assert.deepEqual(flightsOf([{ player: 2, lose: {}, count: 1 }, { player: 1, gain: {}, count: 1 }]), [{ from: { seat: 2 }, to: { seat: 1 }, kind: null, count: 1 }]);
});

test('pieces are new, walk, or look otherwise', () => {
    const before = view({ pieces: { roads: [{ edge: 1, player: 0 }], settlements: [{ vertex: 3, player: 0 }], knights: [{ vertex: 5, player: 1, level: 2, active: true }] } });
    const after = view({ robber: 4, pieces: { roads: [{ edge: 1, player: 0 }, { edge: 2, player: 0 }], cities: [{ vertex: 3, player: 0 }], knights: [{ vertex: 9, player: 1, level: 2, active: false }] } });
    const { built, walks, sounds } = cuesOf(event('build_road'), before, after, plan);
    assert.deepEqual([built.roads, built.cities, built.settlements, built.knights], [[{ edge: 2, player: 0 }], [{ vertex: 3, player: 0 }], [], []]);
    assert.deepEqual(walks, [
        { piece: 'robber', from: { kind: 'hex', id: 9 }, to: { kind: 'hex', id: 4 } },
        { piece: 'knight', from: { kind: 'vertex', id: 5 }, to: { kind: 'vertex', id: 9 } },
    ]);
    assert.deepEqual(sounds, ['build']);
    const undone = cuesOf(event('undo'), after, before, plan);
    assert.deepEqual([undone.built, undone.walks, undone.sounds], [{}, [], []]);
});

test('at sea ships sail, the pirate too, and fog lifts', () => {
    const before = view({ robber: null, pirate: 3, hexes_revealed: [{ hex: 5, terrain: 'gold', number: 4 }], pieces: { ships: [{ edge: 1, player: 0 }, { edge: 4, player: 0 }, { edge: 6, player: 1 }] } });
    const after = view({ robber: null, pirate: 8, hexes_revealed: [{ hex: 5, terrain: 'gold', number: 4 }, { hex: 6, terrain: 'sea', number: null }], pieces: { ships: [{ edge: 1, player: 0 }, { edge: 9, player: 0 }, { edge: 6, player: 1, warship: true }] } });
    const { built, walks, revealed } = cuesOf(event('move_ship'), before, after, plan);
    assert.deepEqual(walks, [
        { piece: 'pirate', from: { kind: 'hex', id: 3 }, to: { kind: 'hex', id: 8 } },
        { piece: 'ship', from: { kind: 'edge', id: 4 }, to: { kind: 'edge', id: 9 } },
    ]);
    assert.deepEqual([built.ships, revealed], [[{ edge: 6, player: 1, warship: true }], [6]]);
    const fleet = cuesOf(event('roll'), view({ robber: null, fleet: 2 }), view({ robber: null, fleet: 4 }), plan);
    assert.deepEqual(fleet.walks, [{ piece: 'pirate', from: { kind: 'hex', id: 2 }, to: { kind: 'hex', id: 4 } }]);
    const lost = cuesOf(event('attack_fortress'), before, view({ robber: null, pirate: 3, pieces: { ships: [{ edge: 1, player: 0 }] } }), plan);
    assert.deepEqual([lost.walks, lost.built.ships], [[], []]);
});

test('what everybody has to know stands over the board', () => {
    const now = view({});
    const banners = (type: string, more: object, after: View = now): unknown => cuesOf(event(type, more), now, after, plan).banners;
    assert.deepEqual(banners('roll', { outcome: { yellow: 3, red: 4 } }), [{ what: 'seven' }]);
    assert.deepEqual(banners('build_road', { changes: { longest_road: 2 } }), [{ what: 'longest_road', seat: 2 }]);
    assert.deepEqual(banners('build_road', { changes: { longest_road: null } }), []);
    assert.deepEqual(banners('roll', { changes: { barbarians: { position: 0, attacks: 1 }, lost_cities: [{ vertex: 1, player: 2 }, { vertex: 7, player: 2 }] } }), [{ what: 'pillaged', seats: [2] }]);
    assert.deepEqual(banners('roll', { changes: { barbarians: { position: 0, attacks: 1 }, defenders: [1] } }), [{ what: 'defended', seats: [1] }]);
    const over = cuesOf(event('build_city'), now, view({ status: 'finished', winner: 1 }), plan);
    assert.deepEqual([over.banners, over.sounds], [[{ what: 'over', seat: 1 }], ['win']]);
});

test('the reader hears that it is their turn, once', () => {
    const mine = view({ waiting_for: [{ player: 0, decision: 'turn' }] });
    assert.deepEqual(cuesOf(event('end_turn', { player: 2 }), view({}), mine, plan).sounds, ['turn']);
    assert.deepEqual(cuesOf(event('offer_trade'), mine, mine, plan).sounds, []);
});

test('the barbarians sail', () => {
    const at = (position: number): View => view({ barbarians: { position, attacks: 0 } });
    assert.deepEqual(cuesOf(event('roll', { changes: { barbarians: { position: 3, attacks: 0 } } }), at(2), at(3), plan).ship, { from: 2, to: 3 });
    assert.equal(cuesOf(event('roll'), at(3), at(3), plan).ship, null);
});
