// SPDX-License-Identifier: AGPL-3.0-or-later
// A moment of The Wonders in which a level is built.
export const wonderScenes = {
    'a level of the Theater': {
        rules: { game: 'base', scenario: 'wonders', players: 3 },
        position: {
            first: 0,
            turn: { player: 0, step: 'actions', number: 8, rolled: true },
            pieces: { settlements: [], cities: [{ vertex: 28, player: 0 }, { vertex: 45, player: 0 }], roads: [], ships: [] },
            players: [{ seat: 0, cards: { brick: 1, lumber: 1, wool: 3 } }, { seat: 1 }, { seat: 2 }],
        },
        moves: [{ type: 'build_wonder', wonder: 'theater' }, { type: 'end_turn' }],
    },
};
