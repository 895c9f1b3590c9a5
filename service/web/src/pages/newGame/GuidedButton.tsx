// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { startGuide } from '../../game/coach/progress';
import { toastError } from '../../ui/toast';
import type { GameKind } from '../../types';
import { withGame } from './draft';
import { firstDraft, startGame } from './start';

/** Starts a beginners' game against bots, with the guide, in one click. */
export function GuidedButton({ game, look, children }: { game: GameKind; look: string; children: ComponentChildren }): JSX.Element {
    const [busy, setBusy] = useState(false);
    const start = (): void => {
        setBusy(true);
        startGuide(game);
        startGame(withGame(firstDraft(), game)).catch((fault: unknown) => {
            toastError(fault);
            setBusy(false);
        });
    };
    return (
        <button type="button" class={look} data-start={`guided-${game}`} disabled={busy} onClick={start}>
            {children}
        </button>
    );
}
