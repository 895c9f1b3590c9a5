// SPDX-License-Identifier: AGPL-3.0-or-later
// Kinds of cards in hands: resources and commodities.
import type { Cards, Kind } from '../types';
import { kinds } from '../vocabulary';

export { commodities, resources } from '../vocabulary';

export const cardCount = (cards: Cards): number => Object.values(cards).reduce((sum, n) => sum + n, 0);
/** The kinds among some cards, in the order in which cards are always shown. */
export const kindsOf = (cards: Cards): Kind[] => kinds.filter((kind) => cards[kind]);

/** The sum of two sets of cards. */
export const addCards = (some: Cards, more: Cards): Cards => Object.fromEntries(kinds.map((kind) => [kind, (some[kind] ?? 0) + (more[kind] ?? 0)]).filter(([, n]) => n));

/** Adds a card of a kind, up to what the hand has. */
export const addCard = (cards: Cards, kind: Kind, hand: Cards): Cards => ((cards[kind] ?? 0) < (hand[kind] ?? 0) ? { ...cards, [kind]: (cards[kind] ?? 0) + 1 } : cards);
