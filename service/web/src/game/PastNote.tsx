// SPDX-License-Identifier: AGPL-3.0-or-later
// In place of what is new: that the past is shown, what happened there, and the way back.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { sentence, toldIn } from '../log/sentence';
import { moment, texts } from '../texts';
import type { Event, View } from '../types';
import { useGame } from './context';
import type { Past } from './past';
import { Steps } from './TimeBar';

/** The view before an event: from it the sentence knows what the event changed. */
function useBefore(event: Event | null): View | null {
    const { store } = useGame();
    const [view, setView] = useState<View | null>(null);
    const seq = event?.seq ?? null;
    useEffect(() => {
        let here = true;
        if (seq !== null)
            store.viewAt(seq - 1).then(
                (found) => here && setView(found),
                () => undefined,
            );
        return () => {
            here = false;
        };
    }, [seq, store.eyes]);
    return view && seq !== null && view.seq === seq - 1 ? view : null;
}

export function PastNote({ past, event }: { past: Past; event: Event | null }): JSX.Element {
    const { state, showPast } = useGame();
    const t = texts().game;
    const before = useBefore(event);
    const after = past.view?.seq === past.seq ? past.view : null;
    const said = event ? sentence(event, { ...toldIn(state, past.view), ...(before && after ? { before, after } : {}) }) : '…';
    return (
        <section class="past-note sheet" data-at={past.view?.seq ?? -1}>
            <h2>{t.asItWas}</h2>
            <p class="past-said" aria-live="polite">
                {past.seq === 0 ? t.before : said} {event && <small class="quiet">{moment(event.at)}</small>}
            </p>
            <div class="row">
                <Steps past={past} />
                <button type="button" class="main" data-time="now" onClick={() => showPast(null)}>
                    {t.backToNow}
                </button>
            </div>
        </section>
    );
}
