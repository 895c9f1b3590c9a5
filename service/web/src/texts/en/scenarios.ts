// SPDX-License-Identifier: AGPL-3.0-or-later
import type { PrintedScenario } from '../../types';

export const scenarioNames: Record<PrintedScenario, string> = {
    new_shores: 'New Shores', four_islands: 'Four Islands', fog_islands: 'The Fog Islands', desert: 'Through the Desert', forgotten_tribe: 'The Forgotten Tribe', cloth: 'Cloth', pirate_islands: 'The Pirate Islands', wonders: 'Wonders', new_world: 'New World',
};
