// SPDX-License-Identifier: AGPL-3.0-or-later
// Moments of The Forgotten Tribe in which ships reach gifts: a harbor, which is placed, and two cards at once.

/** The first player's turn, with a line of ships from their settlement; HELD is what else they have. */
const atSea = (ships, held, more = {}) => ({
    rules: { game: 'base', scenario: 'forgotten_tribe', players: 3 },
    position: {
        first: 0,
        turn: { player: 0, step: 'actions', number: 8, rolled: true },
        pieces: { settlements: [{ vertex: 51, player: 0 }], cities: [], roads: [], ships: ships.map((edge) => ({ edge, player: 0 })) },
        players: [{ seat: 0, ...held }, { seat: 1 }, { seat: 2 }],
        ...more,
    },
});

export const tribeScenes = {
    'a harbor of the tribe': {
        ...atSea([79, 80, 64, 55], { cards: { lumber: 1, wool: 1 } }),
        moves: [{ type: 'build_ship', edge: 56 }, { type: 'place_harbor', edge: 63 }, { type: 'end_turn' }],
    },
    'two cards of the tribe': {
        ...atSea([63, 53, 39, 31, 79, 91, 107, 118, 133, 143, 157], { dev_cards: { road_building: 1 } }, { longest_road: { player: 0, length: 11 } }),
        moves: [{ type: 'play_dev_card', card: 'road_building', pieces: [{ kind: 'ship', edge: 18 }, { kind: 'ship', edge: 165 }] }],
    },
};
