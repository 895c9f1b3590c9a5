// SPDX-License-Identifier: AGPL-3.0-or-later
// Moments at sea in which every action with ships is made, on the map of the presets sea-map and sea.
export const seaScenes = {
    'ships built and moved': {
        lines: 'use sea\nplayer 0 hand 2 lumber 2 wool 1 ore ships 11-16 11-17',
        moves: [{ type: 'build_ship', edge: '12-17' }, { type: 'undo', to_seq: 1 }, { type: 'move_ship', from: '11-17', to: '10-16' }, { type: 'end_turn' }],
    },
    'a free road and a free ship': { lines: 'use sea\nplayer 0 dev road_building', moves: [{ type: 'play_dev_card', card: 'road_building', pieces: [{ kind: 'road', edge: '16-22' }, { kind: 'ship', edge: '11-16' }] }] },
    'a settlement on another island': {
        lines: 'use sea\nplayer 0 ships 11-16 11-17 12-17 12-18 hand 1 brick 1 lumber 1 grain 1 wool',
        moves: [{ type: 'build_settlement', vertex: 18 }],
    },
    'the pirate': {
        lines: 'use sea\npirate h7\nplayer 1 hand 2 ore ships 23-28\nturn 0 before-roll',
        first: [{ action: { type: 'roll' }, outcome: { yellow: 3, red: 4 } }],
        moves: [{ type: 'move_pirate', hex: 6, victim: 1 }],
    },
    'gold': {
        lines: 'use sea\ntarget 10\nplayer 0 settlements 12 home 1\nrobber h12\nturn 0 before-roll',
        first: [{ action: { type: 'roll' }, outcome: { yellow: 2, red: 2 } }],
        moves: [{ type: 'choose_gold', take: { ore: 1 } }],
    },
};
