// SPDX-License-Identifier: AGPL-3.0-or-later
// Picks cards from a hand by count.
import type { Cards } from '../../types';
import { kindsOf } from '../../lib/kinds';

/** `count` cards of a hand, each time one of the most frequent kind left. */
export function mostHeld(hand: Cards, count: number): Cards {
    const left = { ...hand };
    const chosen: Cards = {};
    for (let i = 0; i < count; i++) {
        const [most] = kindsOf(left).sort((a, b) => (left[b] ?? 0) - (left[a] ?? 0));
        if (!most) break;
        left[most] = (left[most] ?? 0) - 1;
        chosen[most] = (chosen[most] ?? 0) + 1;
    }
    return chosen;
}
