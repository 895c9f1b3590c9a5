// SPDX-License-Identifier: AGPL-3.0-or-later
// Controls of Cities & Knights.
import type { Row } from './controls';
import { costs } from './costs';

export const knightRows: Row[] = [
    { keys: ['build_city_wall'], group: 'build', cost: () => costs.build_city_wall, onBoard: 'vertex' },
    { keys: ['build_knight'], group: 'build', cost: () => costs.build_knight, onBoard: 'vertex' },
    { keys: ['repair_city'], group: 'build', cost: () => costs.repair_city, onBoard: 'vertex' },
    { keys: ['improve_city'], group: 'build' },
    { keys: ['activate_knight'], group: 'knights', cost: () => costs.activate_knight, onBoard: 'vertex' },
    { keys: ['promote_knight'], group: 'knights', cost: () => costs.promote_knight, onBoard: 'vertex' },
    { keys: ['move_knight', 'displace_knight'], group: 'knights', onBoard: 'from' },
    { keys: ['chase_robber'], group: 'knights', onBoard: 'vertex' },
    { keys: ['play_progress_card'], group: 'cards' },
    { keys: ['harbor_offer'], group: 'trade' },
];
