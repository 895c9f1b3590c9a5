// SPDX-License-Identifier: AGPL-3.0-or-later
// The hand, always in sight: one's own, or at a table game and in the past that of the eyes chosen.
import type { JSX } from 'preact';
import { SeatSign } from '../board/SeatSign';
import { texts } from '../texts';
import type { DevCard, PlayerView } from '../types';
import { CardRow, commodities, resources } from '../ui/Cards';
import { ownSeat, seatName, useGame } from './context';

/** Whose hand: one's own, else that of whoever has to decide. */
function handSeat({ state, past }: ReturnType<typeof useGame>): number | null {
    const view = past ?? state.view;
    if (typeof view.viewer === 'number') return view.viewer;
    if (view.viewer !== 'all') return null;
    return past ? (past.waiting_for[0]?.player ?? past.turn.player) : (state.list.player ?? view.turn.player);
}

/** The development cards one by one, those bought in this turn marked. */
export function DevCards({ player }: { player: PlayerView }): JSX.Element {
    const t = texts();
    return (
        <>
            {Object.entries(player.dev_cards ?? {})
                .filter(([, count]) => count > 0)
                .map(([card, count]) => {
                    const fresh = player.new_dev_cards?.[card as DevCard] ?? 0;
                    return (
                        <li key={card} class="card held" data-card={card} data-count={count}>
                            <span>{t.common.devCards[card as DevCard]}</span>
                            <b>{count > 1 ? `×${count}` : ''}</b>
                            {fresh > 0 && <small class="mark">{fresh < count ? `${fresh} ${t.game.newCard}` : t.game.newCard}</small>}
                        </li>
                    );
                })}
            {(player.progress_cards ?? []).map((card, at) => (
                <li key={`${card}${at}`} class="card held" data-card={card}>
                    {t.common.progressCards[card]}
                </li>
            ))}
        </>
    );
}

export function Hand(): JSX.Element | null {
    const inGame = useGame();
    const { state, past } = inGame;
    const seat = handSeat(inGame);
    const player = (past ?? state.view).players.find((other) => other.seat === seat);
    if (!player?.cards) return null;
    const t = texts().game;
    const kinds = state.game.rules.game === 'base' ? resources : [...resources, ...commodities];
    const hasMore = Object.values(player.dev_cards ?? {}).some((count) => count > 0) || (player.progress_cards ?? []).length > 0;
    const name = seat === ownSeat(state) ? t.hand : t.handOf(seatName(state, player.seat));
    return (
        <section class="hand" aria-label={name} data-hand={player.seat}>
            <span class="hand-whose" title={name}>
                <SeatSign seat={player.seat} players={state.view.players} />
                <b>{player.card_count}</b>
                <span class="sr">{t.handCards(player.card_count)}</span>
            </span>
            <CardRow cards={player.cards} kinds={kinds} />
            {hasMore && (
                <ul class="cards hand-more">
                    <DevCards player={player} />
                </ul>
            )}
        </section>
    );
}
