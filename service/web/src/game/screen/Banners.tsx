// SPDX-License-Identifier: AGPL-3.0-or-later
// What prevents playing: a lost network, a move whose outcome is unknown. Once the network is back, the move is sent
// again by itself: with the same key it counts once.
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { LostNetwork } from '../../lib/api';
import { useLost } from '../../lib/live';
import { texts } from '../../texts';
import { toastError } from '../../ui/toast';
import { useGame } from '../state/context';

export function Banners(): JSX.Element {
    const { store } = useGame();
    const lost = useLost() || store.fault instanceof LostNetwork;
    useEffect(() => {
        if (!lost) store.sendAgain().catch(toastError);
    }, [lost]);
    const t = texts().game;
    return (
        <div class="banners" role="status">
            {lost && (
                <p class="banner" data-banner="lost">
                    {t.lost}
                </p>
            )}
            {store.unsent && (
                <p class="banner" data-banner="unsent">
                    {t.unsent}
                    <span class="row">
                        <button type="button" class="main" data-do="send-again" disabled={store.sending} onClick={() => store.sendAgain().catch(toastError)}>
                            {t.sendAgain}
                        </button>
                        <button type="button" data-do="forget-unsent" onClick={() => store.forgetUnsent()}>
                            {t.forget}
                        </button>
                    </span>
                </p>
            )}
        </div>
    );
}
