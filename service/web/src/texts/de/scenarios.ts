// SPDX-License-Identifier: AGPL-3.0-or-later
import type { PrintedScenario } from '../../types';

export const scenarioNames: Record<PrintedScenario, string> = {
    new_shores: 'Neue Ufer', four_islands: 'Vier Inseln', fog_islands: 'Nebelinseln', desert: 'Durch die Wüste', forgotten_tribe: 'Der vergessene Stamm', cloth: 'Tuch', pirate_islands: 'Die Pirateninseln', wonders: 'Wunder', new_world: 'Neue Welt',
};
