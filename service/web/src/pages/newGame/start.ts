// SPDX-License-Identifier: AGPL-3.0-or-later
// From a wish to a game on the screen.
import { api, unwrap } from '../../lib/api';
import { withShare } from '../../lib/clientSeed';
import { withParts } from '../../lib/parts';
import { navigate } from '../../lib/router';
import { beginGuest, currentMe } from '../../lib/session';
import { isGuided } from '../../game/coach/progress';
import { bodyOf, type Draft, sits, startDraft } from './draft';

/** The beginners' island, two bots, nothing to choose; whoever has the link may look on. */
export function firstDraft(): Draft {
    return { ...startDraft('bots'), layout: 'beginner', seats: [{ who: 'me' }, { who: 'normal' }, { who: 'normal' }], visibility: 'unlisted' };
}

/** Public games and mails to others are not for guests. */
export const needsAccount = ({ visibility, seats }: Draft): boolean => visibility === 'public' || seats.some(({ who }) => who === 'invite');

/** Makes the game and goes there; whoever is nobody yet goes as a guest. */
export async function startGame(draft: Draft): Promise<void> {
    const enter = currentMe() ? null : await beginGuest();
    // The guide is there when its game is.
    if (isGuided()) void withParts(['game', 'learning'], () => import('../../game/coach/Coach'))().catch(() => undefined);
    try {
        const game = await withShare(sits(draft), (commitment) => unwrap(api.POST('/v1/games', { body: bodyOf(draft, commitment) as never })));
        navigate(game.status === 'open' ? `/games/${game.id}/join` : `/games/${game.id}`);
    } finally {
        enter?.();
    }
}
