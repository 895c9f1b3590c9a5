// SPDX-License-Identifier: AGPL-3.0-or-later
import { texts } from '../texts';
import type { Cards } from '../types';
import { kindsOf } from './kinds';

/** "2 wool, 1 ore" */
export const cardsText = (cards: Cards): string => kindsOf(cards).map((kind) => texts().common.kindCounts[kind](cards[kind] ?? 0)).join(', ') || texts().common.none;
