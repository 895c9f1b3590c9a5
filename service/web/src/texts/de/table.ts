// SPDX-License-Identifier: AGPL-3.0-or-later
import type { table as english } from '../en/table';

export const table: typeof english = {
    outcome: 'Was dabei herauskam',
    whatRolled: 'Was zeigten die Würfel? Tippe beide an oder gib zwei Ziffern ein.',
    whichCard: 'Welche Karte war es?',
    serverRolls: 'Den Server würfeln lassen',
    serverDraws: 'Den Server ziehen lassen',
    record: 'Festhalten',
    eventDie: 'Der Ereigniswürfel',
    ship: 'Schiff',
    draws: (name) => `${name} zieht`,
};
