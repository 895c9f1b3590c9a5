// SPDX-License-Identifier: AGPL-3.0-or-later
// In place of what is new: that the past is shown, what happened there, and the way back.
import type { JSX } from 'preact';
import { sentence, toldIn } from '../log/sentence';
import { moment, texts } from '../texts';
import type { Event } from '../types';
import { useGame } from './context';
import type { Past } from './past';
import { Steps } from './TimeBar';

export function PastNote({ past, event }: { past: Past; event: Event | null }): JSX.Element {
    const { state, showPast } = useGame();
    const t = texts().game;
    const said = event ? sentence(event, toldIn(state, past.view)) : '…';
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
