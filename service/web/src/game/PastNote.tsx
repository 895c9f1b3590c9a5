// SPDX-License-Identifier: AGPL-3.0-or-later
// In place of what can be done: that the past is shown, what happened there, and the way back.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from '../router';
import { texts } from '../texts';
import type { Event } from '../types';
import { useGame } from './context';
import type { Past } from './past';

export function PastNote({ past }: { past: Past }): JSX.Element {
    const { store, state, showPast } = useGame();
    const t = texts().game;
    const [event, setEvent] = useState<Event | null>(null);
    const seq = past.seq ?? 0;
    useEffect(() => {
        let here = true;
        store.events().then(
            (events) => here && setEvent(events[seq - 1] ?? null),
            () => undefined,
        );
        return () => {
            here = false;
        };
    }, [seq, store.eyes]);
    const { game } = state;
    const open = game.status === 'finished' || (game.mode === 'table' && state.view.viewer === 'all');
    return (
        <section class="past-note sheet" data-at={past.view?.seq ?? -1}>
            <h2>{t.asItWas}</h2>
            <p aria-live="polite">{seq === 0 ? t.before : (event?.type ?? '…')}</p>
            <div class="row">
                <button type="button" class="main" data-time="now" onClick={() => showPast(null)}>
                    {t.backToNow}
                </button>
                {open && (
                    <Link class="button" href={`/table?from=${game.id}&at=${seq}`} title={t.fromHereWhat}>
                        {t.fromHere}
                    </Link>
                )}
            </div>
        </section>
    );
}
