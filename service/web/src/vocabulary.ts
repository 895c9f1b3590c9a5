// SPDX-License-Identifier: AGPL-3.0-or-later
// Made by vocabulary.mjs of the engine's words (make vocabulary): nobody edits this.
import type { DevCard, Edition, EventType, HarborKind, Kind, ProgressCard, Scenario, Terrain, Track, Variant, Wonder } from './types';

export const resources: Kind[] = ['brick', 'lumber', 'wool', 'grain', 'ore'];
export const commodities: Kind[] = ['cloth', 'coin', 'paper'];
export const kinds: Kind[] = ['brick', 'lumber', 'wool', 'grain', 'ore', 'cloth', 'coin', 'paper'];
export const terrains: Terrain[] = ['forest', 'pasture', 'fields', 'hills', 'mountains', 'desert', 'sea', 'gold', 'fog'];
export const harborKinds: HarborKind[] = ['brick', 'lumber', 'wool', 'grain', 'ore', 'any'];
export const tracks: Track[] = ['trade', 'politics', 'science'];
export const devCards: DevCard[] = ['knight', 'road_building', 'year_of_plenty', 'monopoly', 'victory_point'];
export const progressCards: ProgressCard[] = ['alchemist', 'crane', 'engineer', 'inventor', 'irrigation', 'medicine', 'mining', 'printer', 'road_building', 'smith', 'commercial_harbor', 'master_merchant', 'merchant', 'merchant_fleet', 'resource_monopoly', 'trade_monopoly', 'bishop', 'constitution', 'deserter', 'diplomat', 'intrigue', 'saboteur', 'spy', 'warlord', 'wedding'];
export const variants: Variant[] = ['nasty', 'knight_errant', 'easy_start'];
export const editions: Edition[] = ['ck1998', 'ck2007', 'ck2020', 'ck2022'];
export const scenarios: Scenario[] = ['new_shores', 'four_islands', 'fog_islands', 'desert', 'forgotten_tribe', 'cloth', 'pirate_islands', 'wonders', 'new_world', 'custom', 'atoll'];
export const wonders: Wonder[] = ['theater', 'great_bridge', 'monument', 'great_wall', 'cathedral', 'library', 'lighthouse'];
export const eventTypes: EventType[] = ['build_settlement', 'build_city', 'build_road', 'roll', 'discard', 'move_robber', 'maritime_trade', 'offer_trade', 'accept_trade', 'decline_trade', 'counter_trade', 'confirm_trade', 'cancel_trade', 'buy_dev_card', 'play_dev_card', 'end_turn', 'resign', 'undo', 'build_neutral', 'forced_trade', 'return_cards', 'robber_to_desert', 'trade_in_knight', 'build_city_wall', 'build_knight', 'activate_knight', 'promote_knight', 'move_knight', 'displace_knight', 'chase_robber', 'improve_city', 'repair_city', 'play_progress_card', 'harbor_offer', 'give_commodity', 'give_cards', 'take_cards', 'take_progress_card', 'remove_knight', 'place_knight', 'skip', 'relocate_knight', 'discard_progress_card', 'choose_progress_deck', 'choose_pillaged_city', 'take_resource', 'commit_knights', 'build_ship', 'move_ship', 'move_pirate', 'choose_gold', 'build_wonder', 'place_harbor', 'attack_fortress', 'draw_victim', 'start', 'reveal', 'seat_changed', 'finished'];
export const awards = ['longest_road', 'largest_army', 'harbormaster'] as const;
export type Award = (typeof awards)[number];
export const addedFigures = ['harbor_points'] as const;
export type AddedFigure = (typeof addedFigures)[number];
