// SPDX-License-Identifier: AGPL-3.0-or-later
// A moment of The Forgotten Tribe in which a ship comes upon a harbor, which is placed.
export const tribeScenes = {
    'a harbor of the tribe': {
        rules: { game: 'base', scenario: 'forgotten_tribe', players: 3 },
        position: {
            first: 0,
            turn: { player: 0, step: 'actions', number: 8, rolled: true },
            pieces: {
                settlements: [{ vertex: 51, player: 0 }],
                cities: [],
                roads: [],
                ships: [79, 80, 64, 55].map((edge) => ({ edge, player: 0 })),
            },
            players: [{ seat: 0, cards: { lumber: 1, wool: 1 } }, { seat: 1 }, { seat: 2 }],
        },
        moves: [{ type: 'build_ship', edge: 56 }, { type: 'place_harbor', edge: 63 }, { type: 'end_turn' }],
    },
};
