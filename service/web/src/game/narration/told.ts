// SPDX-License-Identifier: AGPL-3.0-or-later
// Events as the server's sentences. A sentence consists of parts; the page replaces its places and players with its own
// names for them.
import type { components } from '../../schema';
import type { GameEvent } from '../../types';
import type { PhraseContext } from './phrase';

type Part = components['schemas']['SentencePart'];

export const partsOf = (event: GameEvent): Part[] => event.sentence?.parts ?? [];

export function wordsOf(part: Part, { own, name, places }: PhraseContext): string {
    switch (part.type) {
        case 'player':
            return part.seat === own ? part.text : name(part.seat) || part.text;
        case 'hex':
        case 'vertex':
        case 'edge':
            return places?.[part.type](part.id) ?? part.text;
        default:
            return part.text;
    }
}

/** EVENT as text. */
export const toldText = (event: GameEvent, told: PhraseContext): string => partsOf(event).map((part) => wordsOf(part, told)).join('');
