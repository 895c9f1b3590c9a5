// SPDX-License-Identifier: AGPL-3.0-or-later
// Controls of Cities & Knights.
import { costs } from '../game/rules';
import type { Row } from './controls';
import { AlchemistForm, BishopForm, CardChoiceForm, CommitForm, DeckForm } from './knightsForms';
import { HarborPanel, ImprovePanel, KnightsPanel, ProgressPanel } from './knightsPanels';

export const knightRows: Row[] = [
    { keys: ['build_city_wall'], group: 'build', cost: () => costs.build_city_wall, onBoard: 'vertex' },
    { keys: ['build_knight'], group: 'build', cost: () => costs.build_knight, onBoard: 'vertex' },
    { keys: ['repair_city'], group: 'build', cost: () => costs.repair_city, onBoard: 'vertex' },
    { keys: ['activate_knight'], group: 'knights', cost: () => costs.activate_knight, onBoard: 'vertex' },
    { keys: ['promote_knight'], group: 'knights', cost: () => costs.promote_knight, onBoard: 'vertex' },
    { keys: ['move_knight', 'displace_knight'], group: 'knights', onBoard: 'from' },
    { keys: ['chase_robber'], group: 'knights', onBoard: 'vertex' },
    { keys: ['activate_knight', 'promote_knight', 'move_knight', 'displace_knight', 'chase_robber'], group: 'knights', Panel: KnightsPanel },
    { keys: ['improve_city'], group: 'build', Panel: ImprovePanel },
    { keys: ['play_progress_card/alchemist'], group: 'cards', Form: AlchemistForm },
    { keys: ['play_progress_card/bishop'], group: 'cards', Form: BishopForm },
    { keys: ['play_progress_card'], group: 'cards', Panel: ProgressPanel },
    { keys: ['harbor_offer'], group: 'trade', Panel: HarborPanel },
    { keys: ['commit_knights'], group: 'other', Form: CommitForm },
    { keys: ['take_progress_card', 'discard_progress_card'], group: 'other', Form: CardChoiceForm },
    { keys: ['choose_progress_deck'], group: 'other', Form: DeckForm },
];
