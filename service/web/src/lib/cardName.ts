// SPDX-License-Identifier: AGPL-3.0-or-later
import { texts } from '../texts';
import type { DevCard, Kind, ProgressCard } from '../types';

/** The name of any card: a resource, a commodity, a development or a progress card. */
export function cardName(card: string): string {
    const t = texts().common;
    return t.devCards[card as DevCard] ?? t.progressCards[card as ProgressCard] ?? t.kinds[card as Kind] ?? card;
}
