// SPDX-License-Identifier: AGPL-3.0-or-later
import type { logPanel as english } from '../en/logPanel';
import { name } from './who';

export const logPanel: typeof english = {
    older: 'Frühere Ereignisse',
    turn: (number, who) => `Zug ${number} · ${name(who)}`,
    setup: 'Gründungsphase',
    who: 'Wer', what: 'Was', everybody: 'alle', everything: 'alles',
    groups: { dice: 'Würfel', building: 'Bauen', trade: 'Handel', cards: 'Karten', robber: 'Räuber', knights: 'Ritter und Barbaren' },
    show: (seq) => `Die Partie nach Nummer ${seq} zeigen`,
    copy: 'Verlauf kopieren',
    copied: 'Der Verlauf ist kopiert.',
    notCopied: 'Der Browser erlaubt das Kopieren nicht.',
    empty: 'Noch ist nichts geschehen.',
    none: 'Nichts dergleichen.',
    takenBack: 'zurückgenommen',
};
