// SPDX-License-Identifier: AGPL-3.0-or-later
// Moments of the scenario of cloth: a ship reaches a village, and the pirate takes cloth.
const rules = { game: 'base', scenario: 'cloth', players: 3 };
const ships = (player, ...edges) => edges.map((edge) => ({ edge, player }));

export const clothScenes = {
    'a village is reached': {
        rules,
        position: {
            first: 0,
            turn: { player: 0, step: 'actions', number: 8, rolled: true },
            pieces: { settlements: [{ vertex: 20, player: 0 }], cities: [], roads: [], ships: [] },
            players: [{ seat: 0, cards: { lumber: 1, wool: 1 } }, { seat: 1 }, { seat: 2 }],
        },
        moves: [{ type: 'build_ship', edge: 31 }, { type: 'end_turn' }],
    },
    'cloth for the pirate': {
        rules,
        position: {
            first: 0,
            turn: { player: 0, step: 'before_roll', number: 8, rolled: false },
            villages: [{ vertex: 27, cloth: 3, linked: [1, 0] }],
            pieces: {
                settlements: [{ vertex: 36, player: 0 }, { vertex: 20, player: 1 }],
                cities: [],
                roads: [],
                ships: [...ships(0, 44, 43, 42), ...ships(1, 31)],
            },
            players: [{ seat: 0, cloth: 1 }, { seat: 1, cloth: 1, cards: { ore: 1 } }, { seat: 2 }],
        },
        first: [{ action: { type: 'roll' }, outcome: { yellow: 3, red: 4 } }],
        moves: [{ type: 'move_pirate', hex: 7, victim: 1, take: 'cloth' }],
    },
};
