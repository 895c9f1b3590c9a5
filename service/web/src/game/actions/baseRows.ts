// SPDX-License-Identifier: AGPL-3.0-or-later
// Controls of the base game.
import type { Row } from './controls';
import { Offers } from '../trade/Offers';
import { soon } from '../../ui/ahead';

/** These are not on the first screen of a game and do not open by themselves. */
const CardsForm = soon(async () => ({ default: (await import('./CardsForm')).CardsForm }));
const RoadsForm = soon(async () => ({ default: (await import('./RoadsForm')).RoadsForm }));
const TradeTray = soon(async () => ({ default: (await import('../trade/TradeTray')).TradeTray }));

export const baseRows: Row[] = [
    { keys: ['roll'], leads: true, sign: 'dice', hotkey: 'r' },
    { keys: ['build_road'], costs: true, always: true, onBoard: 'edge', sign: 'road', hotkey: '1' },
    { keys: ['build_ship'], costs: true, always: true, only: ({ scenario }) => scenario !== undefined, onBoard: 'edge', sign: 'ship', hotkey: '6' },
    { keys: ['build_wonder'], always: true, only: ({ scenario }) => scenario === 'wonders', sign: 'improve' },
    { keys: ['place_harbor'], onBoard: 'edge', sign: 'ship' },
    { keys: ['attack_fortress'], sign: 'ship' },
    { keys: ['move_ship'], onBoard: 'from', sign: 'ship' },
    { keys: ['build_settlement'], costs: true, always: true, onBoard: 'vertex', sign: 'settlement', hotkey: '2' },
    { keys: ['build_city'], costs: true, always: true, onBoard: 'vertex', sign: 'city', hotkey: '3' },
    { keys: ['buy_dev_card'], costs: true, always: true, only: ({ game }) => game === 'base', sign: 'card', hotkey: 'k' },
    { keys: ['discard', 'return_cards', 'give_cards', 'take_cards', 'choose_gold'], Form: CardsForm },
    { keys: ['play_dev_card/road_building', 'play_progress_card/road_building'], surface: 'hand', Form: RoadsForm },
    { keys: ['play_dev_card'], surface: 'hand' },
    { keys: ['offer_trade'], always: true, Form: TradeTray, sign: 'trade', hotkey: 't' },
    { keys: ['maritime_trade'], beside: 'offer_trade', Form: TradeTray, sign: 'trade', hotkey: 'b' },
    { keys: ['accept_trade', 'decline_trade', 'counter_trade', 'confirm_trade', 'cancel_trade'], Form: TradeTray, Panel: Offers },
    { keys: ['robber_to_desert', 'forced_trade', 'trade_in_knight'] },
    { keys: ['end_turn'], leads: true, sign: 'end', hotkey: 'e' },
];
