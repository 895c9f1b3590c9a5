// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Who } from './who';

/** The panel of all that has happened. */
export const logPanel = {
    older: 'Earlier events',
    turn: (number: number, who: Who) => `Turn ${number} · ${who.you ? 'you' : who.name}`,
    setup: 'Setting up',
    who: 'Player', what: 'What', everybody: 'everyone', everything: 'everything',
    groups: { dice: 'Dice', building: 'Building', trade: 'Trade', cards: 'Cards', robber: 'Robber', knights: 'Knights and barbarians' },
    show: (seq: number) => `Show the game after event ${seq}`,
    copy: 'Copy the log',
    copied: 'Log copied.',
    notCopied: 'Your browser doesn’t allow copying.',
    empty: 'Nothing has happened yet.',
    none: 'Nothing like that.',
    takenBack: 'taken back',
};
