// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { withParts } from '../../lib/parts';
import { texts } from '../../texts';
import type { GameKind } from '../../types';
import { Dialog } from '../../ui/Dialog';
import { lazy } from '../../ui/lazy';

const HowToPlay = lazy(withParts(['learning'], () => import('./HowToPlay')));

/** How to play, over the game that is played. */
export function RulesDialog({ game, onClose }: { game: GameKind; onClose: () => void }): JSX.Element {
    return (
        <Dialog title={texts().around.nav.rules} onClose={onClose}>
            <HowToPlay first={game} />
        </Dialog>
    );
}
