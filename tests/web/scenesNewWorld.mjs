// SPDX-License-Identifier: AGPL-3.0-or-later
// The set-up of The New World: harbors are placed in turn, then the first settlement, on two islands of one hex each.
export const newWorldScenes = {
    'harbors before the settlements': {
        rules: { game: 'base', scenario: 'new_world', players: 3 },
        board: {
            hexes: [
                { q: 0, r: 0, terrain: 'forest', number: 5 },
                { q: 1, r: 0, terrain: 'sea' },
                { q: 2, r: 0, terrain: 'hills', number: 9 },
                { q: 3, r: 0, terrain: 'sea' },
            ],
            harbors: [{ kind: 'wool' }, { kind: 'any' }],
        },
        moves: [{ type: 'place_harbor', edge: 1 }, { type: 'place_harbor', edge: 5 }, { type: 'build_settlement', vertex: 4 }],
    },
};
