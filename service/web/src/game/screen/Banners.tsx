// SPDX-License-Identifier: AGPL-3.0-or-later
// What prevents playing: a lost network, a move that waits for it. Once the network is back, the move is sent again by
// itself: with the same key it counts once, and if it no longer fits it is dropped.
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { LostNetwork } from '../../lib/api';
import { useLost } from '../../lib/live';
import { texts } from '../../texts';
import { faultText, toastError } from '../../ui/toast';
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
            {lost && !store.unsent && (
                <p class="banner" data-banner="lost">
                    {t.lost}
                </p>
            )}
            {store.unsent && (
                <p class="banner" data-banner="unsent">
                    {lost ? t.waits : t.unsent}
                    <span class="row">
                        {!lost && (
                            <button type="button" class="main" data-do="send-again" disabled={store.sending} onClick={() => store.sendAgain().catch(toastError)}>
                                {t.sendAgain}
                            </button>
                        )}
                        <button type="button" data-do="forget-unsent" onClick={() => store.forgetUnsent()}>
                            {t.forget}
                        </button>
                    </span>
                </p>
            )}
            {store.refused && (
                <p class="banner" data-banner="refused">
                    {store.refused.code === 'stale' ? t.notMade : faultText(store.refused)}
                    <span class="row">
                        <button type="button" data-do="forget-refused" onClick={() => store.forgetUnsent()}>
                            {texts().common.ok}
                        </button>
                    </span>
                </p>
            )}
        </div>
    );
}
