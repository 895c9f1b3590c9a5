// SPDX-License-Identifier: AGPL-3.0-or-later
// Controls of the base game.
import { costs } from '../game/rules';
import { ownTurn } from './asked';
import { BankForm } from './BankForm';
import { CardsForm } from './CardsForm';
import type { Row } from './controls';
import { OfferForm } from './OfferForm';
import { RoadsForm } from './RoadsForm';
import { Trades } from './Trades';

export const baseRows: Row[] = [
    { keys: ['roll'], group: 'dice' },
    { keys: ['build_road'], group: 'build', cost: () => costs.build_road, always: ownTurn, onBoard: 'edge' },
    { keys: ['build_settlement'], group: 'build', cost: () => costs.build_settlement, always: ownTurn, onBoard: 'vertex' },
    { keys: ['build_city'], group: 'build', cost: () => costs.build_city, always: ownTurn, onBoard: 'vertex' },
    { keys: ['buy_dev_card'], group: 'build', cost: () => costs.buy_dev_card, always: (state) => state.game.rules.game === 'base' && ownTurn(state) },
    { keys: ['discard', 'return_cards', 'give_cards', 'take_cards'], group: 'cards', Form: CardsForm },
    { keys: ['play_dev_card/road_building', 'play_progress_card/road_building'], group: 'cards', Form: RoadsForm },
    { keys: ['play_dev_card'], group: 'cards' },
    { keys: ['maritime_trade'], group: 'trade', Form: BankForm },
    { keys: ['offer_trade'], group: 'trade', Form: OfferForm },
    { keys: ['accept_trade', 'decline_trade', 'counter_trade', 'confirm_trade', 'cancel_trade'], group: 'trade', Form: OfferForm, Panel: Trades, above: true },
    { keys: ['robber_to_desert', 'forced_trade', 'trade_in_knight'], group: 'cards' },
    { keys: ['end_turn'], group: 'end' },
];
