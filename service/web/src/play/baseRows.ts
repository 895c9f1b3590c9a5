// SPDX-License-Identifier: AGPL-3.0-or-later
// Controls of the base game.
import { ownTurn } from './asked';
import type { Row } from './controls';
import { costs } from './costs';

export const baseRows: Row[] = [
    { keys: ['roll'], group: 'dice' },
    { keys: ['build_road'], group: 'build', cost: () => costs.build_road, always: ownTurn, onBoard: 'edge' },
    { keys: ['build_settlement'], group: 'build', cost: () => costs.build_settlement, always: ownTurn, onBoard: 'vertex' },
    { keys: ['build_city'], group: 'build', cost: () => costs.build_city, always: ownTurn, onBoard: 'vertex' },
    { keys: ['buy_dev_card'], group: 'build', cost: () => costs.buy_dev_card, always: (state) => state.game.rules.game === 'base' && ownTurn(state) },
    { keys: ['play_dev_card'], group: 'cards' },
    { keys: ['maritime_trade', 'offer_trade'], group: 'trade' },
    { keys: ['robber_to_desert', 'forced_trade', 'trade_in_knight'], group: 'cards' },
    { keys: ['end_turn'], group: 'end' },
];
