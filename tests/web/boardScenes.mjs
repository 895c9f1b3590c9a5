// SPDX-License-Identifier: AGPL-3.0-or-later
// Positions on the standard island with every kind of piece.
const knight = (vertex, player, level, active) => ({ vertex, player, level, active });
const at = (vertex, player, more = {}) => ({ vertex, player, ...more });
const roads = (player, ...edges) => edges.map((edge) => ({ edge, player }));

/** Cities & Knights: all ranks, active and inactive, walls, metropolises, the merchant, the ship on its way. */
export const knights = {
    phase: 'play', first: 0, turn: { number: 9, player: 0, step: 'actions' },
    robber: 4, merchant: { player: 2, hex: 9 }, barbarians: { position: 4, attacks: 1 },
    pieces: {
        settlements: [at(0, 0), at(8, 0), at(14, 1), at(11, 2), at(47, 3)],
        cities: [at(23, 1, { wall: true, metropolis: 'trade' }), at(40, 1), at(33, 0, { metropolis: 'science' }), at(26, 3, { wall: true }), at(30, 2, { metropolis: 'politics' }), at(52, 2), at(46, 3, { wall: true })],
        roads: [...roads(0, 0, 1, 7, 12), ...roads(1, 21, 26, 25), ...roads(2, 18, 10, 43, 44), ...roads(3, 66, 62, 32, 38, 65)],
        knights: [knight(12, 0, 1, true), knight(17, 1, 2, false), knight(7, 2, 1, true), knight(43, 3, 3, false), knight(3, 0, 1, false), knight(32, 3, 2, true), knight(29, 2, 3, true)],
    },
    players: [{ seat: 0, improvements: { trade: 0, politics: 0, science: 4 } }, { seat: 1, improvements: { trade: 4, politics: 0, science: 0 } }, { seat: 2, improvements: { trade: 0, politics: 4, science: 0 } }, { seat: 3 }],
};

/** Two players and two neutral colors. */
export const two = {
    phase: 'play', first: 0, turn: { number: 5, player: 1, step: 'before_roll' }, robber: 9,
    pieces: { settlements: [at(0, 0), at(14, 1), at(18, 2), at(35, 3)], cities: [at(46, 0)], roads: [...roads(0, 0, 1), ...roads(1, 21), ...roads(2, 27), ...roads(3, 43)] },
    players: [{ seat: 0 }, { seat: 1 }, { seat: 2 }, { seat: 3 }],
};

/** The base game, with a player about to roll. */
export const base = {
    phase: 'play', first: 0, turn: { number: 5, player: 0, step: 'before_roll' }, robber: 9,
    pieces: { settlements: [at(0, 0), at(14, 1)], cities: [], roads: roads(0, 0) },
    players: [{ seat: 0 }, { seat: 1 }, { seat: 2 }],
};
