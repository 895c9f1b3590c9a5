// SPDX-License-Identifier: AGPL-3.0-or-later
// Made by vocabulary.mjs of the engine's words (make vocabulary): nobody edits this.
import type { Options } from '../../types';

/** Settings of a game: which games have them (null: all), and their values. */
export interface OptionRow {
    option: keyof Options;
    of: 'cities_and_knights' | 'five_six' | 'sea' | null;
    values: string[];
    /** At sea with Cities & Knights alone. */
    withKnights?: true;
}
export const optionRows: OptionRow[] = [
    { option: 'robber_start', of: 'cities_and_knights', values: ['desert', 'peninsula'] },
    { option: 'robber_freeze', of: 'cities_and_knights', values: ['off', 'on'] },
    { option: 'robber_release', of: 'cities_and_knights', values: ['stay', 'to_desert'] },
    { option: 'chase_target', of: 'cities_and_knights', values: ['any_other', 'numbered', 'near_opponent'] },
    { option: 'fifth_card_on_turn', of: 'cities_and_knights', values: ['end_of_turn', 'play_now'] },
    { option: 'deserter_fallback', of: 'cities_and_knights', values: ['lower', 'basic'] },
    { option: 'saboteur', of: 'cities_and_knights', values: ['invert_city', 'discard_half'] },
    { option: 'displace_origin_free', of: 'cities_and_knights', values: ['no', 'yes'] },
    { option: 'deserter_may_act', of: 'cities_and_knights', values: ['no', 'yes'] },
    { option: 'turns56', of: 'five_six', values: ['paired', 'special_build'] },
    { option: 'sea_ship_end', of: 'sea', values: ['ships_and_buildings', 'any_piece'] },
    { option: 'pirate_frame', of: 'sea', values: ['yes', 'no'] },
    { option: 'gold_setup', of: 'sea', values: ['choose', 'none'] },
    { option: 'island_chit', of: 'sea', values: ['map', '1'] },
    { option: 'sea_pirate_freeze', of: 'sea', values: ['off', 'on'], withKnights: true },
    { option: 'sea_pirate_start', of: 'sea', values: ['hex', 'track'], withKnights: true },
    { option: 'sea_knight_switch', of: 'sea', values: ['building', 'anywhere'], withKnights: true },
    { option: 'sea_unsuitable', of: 'sea', values: ['refuse', 'allow'], withKnights: true },
    { option: 'wonder_cathedral', of: 'sea', values: ['grain', 'lumber'] },
    { option: 'wonder_requirement', of: 'sea', values: ['once', 'keep'] },
    { option: 'wonder_island', of: 'sea', values: ['first', 'every'] },
    { option: 'fleet_targets', of: 'sea', values: ['each', 'single'] },
    { option: 'fortress_attack', of: 'sea', values: ['choice', 'automatic'] },
    { option: 'fleet_leaves', of: 'sea', values: ['yes', 'no'] },
    { option: 'friendly_robber', of: null, values: ['off', 'on'] },
    { option: 'early_sevens', of: null, values: ['count', 'rerolled'] },
    { option: 'harbormaster', of: null, values: ['off', 'on'] },
];
