// SPDX-License-Identifier: AGPL-3.0-or-later
// When a game may show how often openings have won.
import type { Game, View } from '../../types';

/** Whether the game counts for a rating; servers without ratings do not say so. */
const isRated = (game: object): boolean => 'rated' in game && game.rated === true;

/** While a game is set up, and when it is over; never during a rated one. */
export function isExplored(game: Game, { status, phase }: Pick<View, 'status' | 'phase'>): boolean {
    if (status === 'finished' || status === 'abandoned') return true;
    return status === 'active' && phase === 'setup' && !isRated(game);
}
