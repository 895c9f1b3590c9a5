// SPDX-License-Identifier: AGPL-3.0-or-later
// What the sea adds to the texts of a game (texts/index.ts lays them together).
import type { ActionType } from '../../types';

export const log = {
    said: {
        build_ship: '{who} built a ship {edge}',
        move_ship: '{who} moved a ship: {from_edge}, now {to_edge}',
        move_pirate: '{who} moved the pirate to {hex}',
        move_pirate_steal: '{who} moved the pirate to {hex} and stole {card} from {victim}',
        choose_gold: '{who} chose {take} for gold',
        build_wonder: '{who} built a level of the {wonder}',
        place_harbor: '{who} placed a harbor {edge}',
        choose_gold_hidden: '{who} chose cards for gold',
        attack_fortress: '{who} rolled {die} against the fortress',
        draw_victim: '{who} drew no card for the seven',
        draw_victim_steal: '{who} drew {card} from {victim} for the seven',
        dev_warship: '{who} made a ship a warship',
    },
};

export const play = {
    actions: {
        build_ship: 'Ship', move_ship: 'Move a ship', move_pirate: 'Move the pirate', choose_gold: 'Take cards for gold', build_wonder: 'Build a wonder',
        place_harbor: 'Place a harbor', attack_fortress: 'Attack the fortress', draw_victim: 'Draw a card',
    } satisfies Partial<Record<ActionType, string>>,
    effects: {
        build_wonder: 'Levels are no points: four of them win, or enough points with the most levels.',
        attack_fortress: 'A die lower than your warships takes a piece of the fortress; as high, you lose a ship; higher, two. Your turn ends.',
    } as Record<string, string>,
};
