// SPDX-License-Identifier: AGPL-3.0-or-later
// All that is new since the reader last looked, with each player's gains and losses; can be replayed on the board.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { SeatAvatar } from '../../board/SeatSign';
import { phraseContext } from '../narration/phrase';
import { type Chapter, storyOf } from '../narration/story';
import { piecesText } from '../../lib/piecesText';
import { moment, texts } from '../../texts';
import type { Cards, RecapPlayer } from '../../types';
import { cardsText } from '../../lib/cardsText';
import { seatName, useGame } from '../state/context';
import { FigureIcon } from './icons';
import type { News } from '../state/news';
import { mySeat } from '../state/seats';

function moved({ cards, hidden }: RecapPlayer['gained']): string {
    const t = texts();
    const known = Object.keys(cards).length > 0 ? [cardsText(cards as Cards)] : [];
    return [...known, ...(hidden > 0 ? [t.game.hiddenCards(hidden)] : [])].join(', ');
}

/** What changed for one player; empty if nothing did. */
function changesOf({ points, card_count, gained, lost, built }: RecapPlayer): string[] {
    const t = texts().game;
    const got = moved(gained);
    const gave = moved(lost);
    const pieces = Object.entries(built).filter(([, count]) => count > 0);
    return [
        ...(points.from !== points.to ? [t.pointsFromTo(points.from, points.to)] : []),
        ...(card_count.from !== card_count.to ? [t.cardsFromTo(card_count.from, card_count.to)] : []),
        ...(got ? [t.gained(got)] : []),
        ...(gave ? [t.lostCards(gave)] : []),
        ...(pieces.length > 0 ? [t.built(pieces.map(([piece, count]) => piecesText(piece, count)).join(', '))] : []),
    ];
}

function Summary({ players }: { players: RecapPlayer[] }): JSX.Element | null {
    const { state } = useGame();
    const own = mySeat(state);
    const told = players.map((player) => ({ seat: player.seat, parts: changesOf(player) })).filter(({ parts }) => parts.length > 0);
    told.sort((a, b) => Number(b.seat === own) - Number(a.seat === own));
    if (told.length === 0) return null;
    return (
        <ul class="recap-sums">
            {told.map(({ seat, parts }) => (
                <li key={seat} data-seat={seat}>
                    <SeatAvatar seat={seat} players={state.view.players} /> <b>{seatName(state, seat)}</b>: {parts.join(' · ')}
                </li>
            ))}
        </ul>
    );
}

/** How many of the latest turns are listed; the rest on demand. */
const linesMax = 3;

function Line({ chapter: { player, seq, at, text } }: { chapter: Chapter }): JSX.Element {
    const { state, playhead } = useGame();
    return (
        <li data-seq={seq}>
            <button type="button" class="news-item" data-part="news-item" title={texts().game.seeThen} onClick={() => playhead.go(seq)}>
                {player !== null && <SeatAvatar seat={player} players={state.view.players} />}
                <span>
                    {text} <small class="quiet">{moment(at)}</small>
                </span>
            </button>
        </li>
    );
}

export function Recap({ news, onReplay }: { news: News; onReplay: () => void }): JSX.Element {
    const { state } = useGame();
    const t = texts().game;
    const [all, setAll] = useState(false);
    const story = storyOf(news.fresh, phraseContext(state));
    const left = all ? 0 : Math.max(0, story.length - linesMax);
    return (
        <section class="news sheet" data-part="news" data-fresh={news.fresh.length}>
            <header>
                <h2>{t.since}</h2>
                <div class="row">
                    <button type="button" data-do="replay" onClick={onReplay}>
                        <FigureIcon figure="turn" /> {t.replay}
                    </button>
                    <button type="button" class="main" data-do="looked" onClick={news.done}>
                        {texts().common.ok}
                    </button>
                </div>
            </header>
            <div class="news-list" tabIndex={0} role="region" aria-label={t.since}>
                {left > 0 && (
                    <button type="button" class="news-more" data-do="more-news" onClick={() => setAll(true)}>
                        {t.earlierNews(left)}
                    </button>
                )}
                <ol>
                    {story.slice(left).map((chapter) => (
                        <Line key={chapter.seq} chapter={chapter} />
                    ))}
                </ol>
                {news.recap && <Summary players={news.recap.summary} />}
            </div>
        </section>
    );
}
