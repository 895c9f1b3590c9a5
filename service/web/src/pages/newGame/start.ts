// SPDX-License-Identifier: AGPL-3.0-or-later
// Creates a game and shows it.
import { api, unwrap } from '../../lib/api';
import { withShare } from '../../lib/clientSeed';
import { withParts } from '../../lib/parts';
import { navigate } from '../../lib/router';
import { beginGuest, currentMe } from '../../lib/session';
import { isGuided } from '../../game/coach/progress';
import { bodyOf, type Draft, sits, startDraft } from './draft';

/** The beginners' island and two easy bots, which a beginner can beat; nothing to choose; anyone with the link can watch. */
export function firstDraft(): Draft {
    return { ...startDraft('bots'), layout: 'beginner', seats: [{ who: 'me' }, { who: 'easy' }, { who: 'easy' }], visibility: 'unlisted' };
}

/** Guests cannot create public games or send mails to others. */
export const needsAccount = ({ visibility, seats }: Draft): boolean => visibility === 'public' || seats.some(({ who }) => who === 'invite' || who === 'person');

/** Creates the game and navigates to it; signs in a guest first if necessary. */
export async function startGame(draft: Draft): Promise<void> {
    const enter = currentMe() ? null : await beginGuest();
    // Loads the guide along with the game.
    if (isGuided()) void withParts(['game', 'learning'], () => import('../../game/coach/Coach'))().catch(() => undefined);
    try {
        const game = await withShare(sits(draft), (commitment) => unwrap(api.POST('/v1/games', { body: bodyOf(draft, commitment) as never })));
        navigate(game.status === 'open' ? `/games/${game.id}/join` : `/games/${game.id}`);
    } finally {
        enter?.();
    }
}
