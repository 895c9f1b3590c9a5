// SPDX-License-Identifier: AGPL-3.0-or-later
// Moments of The Pirate Islands: lines of ships, warships, the effects of the fleet and of a seven, and an attack.
const rules = { game: 'base', scenario: 'pirate_islands', players: 4 };
/** The printed position, a settlement and a ship of each seat, and seat 1's lane to its fortress from there. */
const settlements = [105, 79, 25, 50].map((vertex, player) => ({ vertex, player }));
const starts = [154, 104, 28, 76];
const lane = [103, 102, 101, 100, 99, 114, 124, 123];

/** Seat 1's turn, or before its roll; SHIPS: paths of each seat; the first WARSHIPS of them are warships. */
function moment({ step = 'actions', fleet = 15, ships = {}, warships = {}, players = {} }) {
    return {
        first: 0,
        turn: { player: 1, step, number: 8, rolled: step === 'actions' },
        fleet,
        pieces: {
            settlements,
            cities: [],
            roads: [],
            ships: starts.flatMap((start, player) => [start, ...(ships[player] ?? [])].map((edge, i) => ({ edge, player, warship: i < (warships[player] ?? 0) }))),
        },
        players: starts.map((_, seat) => ({ seat, ...players[seat] })),
    };
}

export const pirateScenes = {
    'a ship along the lane': {
        rules,
        position: moment({ players: { 1: { cards: { lumber: 1, wool: 1 } } }, ships: { 1: lane.slice(0, 5) } }),
        moves: [{ type: 'build_ship', edge: 114 }, { type: 'end_turn' }],
    },
    'a warship by a knight': { rules, position: moment({ step: 'before_roll', players: { 1: { dev_cards: { knight: 1 } } } }), moves: [{ type: 'play_dev_card', card: 'knight' }] },
    'a warship by a victory point': { rules, position: moment({ players: { 1: { dev_cards: { victory_point: 1 } } } }), moves: [{ type: 'play_dev_card', card: 'victory_point' }] },
    'the fleet is beaten on a seven': {
        rules,
        position: moment({ step: 'before_roll', fleet: 34, ships: { 0: [153] }, warships: { 0: 2 }, players: { 0: { cards: { ore: 1 } } } }),
        first: [{ action: { type: 'roll' }, outcome: { yellow: 1, red: 6 } }],
        moves: [{ type: 'take_resource', resource: 'grain' }, { type: 'draw_victim', victim: 0 }],
    },
    'a seven spares all': {
        rules,
        position: moment({ step: 'before_roll', players: { 0: { cards: { ore: 1 } }, 2: { cards: { wool: 1 } } } }),
        first: [{ action: { type: 'roll' }, outcome: { yellow: 3, red: 4 } }],
        moves: [{ type: 'draw_victim', victim: null }, { type: 'end_turn' }],
    },
    'an attack on the fortress': {
        rules,
        position: moment({ ships: { 1: lane }, warships: { 1: 4 }, players: { 1: { fortress: { left: 2 } } } }),
        moves: [{ type: 'attack_fortress' }],
    },
};
