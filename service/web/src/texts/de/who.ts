// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Who } from '../en/who';

/** "Du hast" oder "Anna hat": Die Sätze stehen im Perfekt, so passt jedes Verb zu beiden. */
export const has = (who: Who, first: boolean): string => (who.you ? (first ? 'Du hast' : 'du hast') : `${who.name} hat`);
export const name = (who: Who): string => (who.you ? 'du' : who.name);
export const dative = (who: Who): string => (who.you ? 'dir' : who.name);
export const accusative = (who: Who): string => (who.you ? 'dich' : who.name);
export const pick = (who: Who, you: string, other: string): string => `${name(who)} ${who.you ? you : other}`;
