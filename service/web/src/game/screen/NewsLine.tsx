// SPDX-License-Identifier: AGPL-3.0-or-later
// What is new: one line with the latest event, or all of it since the reader last looked.
import type { JSX } from 'preact';
import { decisionOf } from '../actions/asked';
import { list } from '../../lib/list';
import { phraseContext } from '../narration/phrase';
import { sinceTurn } from '../narration/sinceTurn';
import { toldText } from '../narration/told';
import { texts } from '../../texts';
import { useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import type { News } from '../state/news';
import { RecapBox } from './recapBox';

/** The line's text: before the reader's move what the others have done since their last one, otherwise the latest
 * event. */
function lineOf({ told: latest, round }: News, state: GameState): { text: string; since: boolean } {
    if (!latest) return { text: '', since: false };
    const context = phraseContext(state);
    const decision = decisionOf(state)?.decision;
    const begins = decision === 'turn' ? state.view.turn.rolls.length === 0 : decision?.startsWith('setup_') === true;
    const text = begins && latest.player !== context.own ? sinceTurn(round, context) : null;
    // Names every player who declined an offer, not only the last; a reader who has not had a turn has no round that
    // holds these events.
    const refused = latest.type === 'decline_trade' ? round.filter((event) => event.type === 'decline_trade' && event.action?.offer === latest.action?.offer) : [];
    const said = refused.length > 1 ? texts().game.saidNo(list(refused.flatMap(({ player }) => (typeof player === 'number' ? [context.name(player)] : [])))) : toldText(latest, context);
    return { text: text ?? said, since: text !== null };
}

export function NewsLine({ news, onReplay, onLog }: { news: News; onReplay: () => void; onLog: () => void }): JSX.Element {
    const { state } = useGame();
    const t = texts().game;
    if (news.open) return <RecapBox news={news} onReplay={onReplay} />;
    const { text, since } = lineOf(news, state);
    return (
        <div class="news-line" data-part="latest" data-latest={news.latest?.seq ?? 0} data-since={since ? '' : undefined}>
            <p aria-live="polite">
                {text && (
                    <button type="button" class="plain news-text" data-do="log" title={text} onClick={onLog}>
                        <span>{text}</span>
                    </button>
                )}
            </p>
            {news.fresh.length > 0 && (
                <button type="button" data-do="news" aria-expanded={false} onClick={news.show}>
                    {t.fresh(news.fresh.length)}
                </button>
            )}
        </div>
    );
}
