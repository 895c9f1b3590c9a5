// SPDX-License-Identifier: AGPL-3.0-or-later
/** Somebody as a sentence needs them: the reader is "you". */
export interface Who {
    name: string;
    you: boolean;
}

export const s = (who: Who): string => (who.you ? '' : 's');
export const name = (who: Who): string => (who.you ? 'you' : who.name);
