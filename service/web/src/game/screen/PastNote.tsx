// SPDX-License-Identifier: AGPL-3.0-or-later
// Replaces the news while the past is shown: what happened at that moment.
import type { JSX } from 'preact';
import { phraseContext } from '../narration/phrase';
import { Sentence } from '../narration/Sentence';
import { moment, texts } from '../../texts';
import { useGame } from '../state/context';

export function PastNote(): JSX.Element {
    const { state, playhead } = useGame();
    const { event, seq, view } = playhead;
    const t = texts().game;
    const said = event ? <Sentence event={event} told={phraseContext(state, view)} /> : '…';
    return (
        <section class="past-note" data-part="replay" data-at={view?.seq ?? -1}>
            <p class="past-said" data-part="replay-said" aria-live="polite">
                {seq === 0 ? t.before : said} {event && <small class="quiet">{moment(event.at)}</small>}
            </p>
        </section>
    );
}
