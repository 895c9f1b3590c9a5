// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { withParts } from '../../lib/parts';
import { texts } from '../../texts';
import type { Game } from '../../types';
import { Dialog } from '../../ui/Dialog';
import { lazy } from '../../ui/lazy';

const HowToPlay = lazy(withParts(['learning'], () => import('./HowToPlay')));

/** How to play, shown over the current game. */
export function RulesDialog({ rules, onClose }: { rules: Game['rules']; onClose: () => void }): JSX.Element {
    return (
        <Dialog title={texts().around.nav.rules} onClose={onClose}>
            <HowToPlay rules={rules} />
        </Dialog>
    );
}
