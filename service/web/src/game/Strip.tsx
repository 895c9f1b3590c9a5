// SPDX-License-Identifier: AGPL-3.0-or-later
// Everybody at a glance, always in sight: points, cards, titles, and who is waited for.
import type { JSX } from 'preact';
import { SeatSign } from '../board/SeatSign';
import { texts } from '../texts';
import type { PlayerView, View } from '../types';
import { ownSeat, seatName, useGame } from './context';
import { Count, FigureIcon, type Figure } from './icons';
import { tracks } from './rules';
import { waitedFor } from './who';

/** The titles that a player holds. */
export function titlesOf(view: View, seat: number): { figure: Figure; label: string; key: string }[] {
    const t = texts().game;
    const titles: { figure: Figure; label: string; key: string }[] = [];
    if (view.longest_road?.player === seat) titles.push({ key: 'road', figure: 'road', label: t.longestRoad });
    if (view.largest_army?.player === seat) titles.push({ key: 'army', figure: 'army', label: t.largestArmy });
    for (const track of tracks) {
        if (view.metropolises?.[track]?.player === seat) titles.push({ key: track, figure: 'metropolis', label: t.metropolis(texts().common.tracks[track]) });
    }
    if (view.merchant?.player === seat) titles.push({ key: 'merchant', figure: 'merchant', label: t.merchant });
    return titles;
}

/** All that is known of somebody's points. */
export const pointsOf = ({ points }: PlayerView): number => points.total ?? points.visible;

function Glance({ player, onShow }: { player: PlayerView; onShow: () => void }): JSX.Element {
    const { state, past } = useGame();
    const view = past ?? state.view;
    const t = texts().game;
    const { seat } = player;
    const name = seatName(state, seat);
    const waited = past ? past.waiting_for.some((decision) => decision.player === seat) : waitedFor(state).includes(seat);
    const secret = player.dev_count ?? player.progress_count ?? 0;
    return (
        <li class="glance" data-seat={seat} data-own={ownSeat(state) === seat ? '' : undefined} data-waited={waited ? '' : undefined}>
            <button type="button" onClick={onShow} title={t.details(name)}>
                <span class="glance-name">
                    <SeatSign seat={player.seat} players={state.view.players} />
                    <span class="name">{name}</span>
                    {waited && (
                        <span class="glance-wait">
                            <FigureIcon figure="wait" />
                            <span class="sr">{t.waited}</span>
                        </span>
                    )}
                </span>
                <span class="glance-figures">
                    <Count figure="points" count={pointsOf(player)} label={t.points(pointsOf(player))} />
                    <Count figure="cards" count={player.card_count} label={t.handCards(player.card_count)} />
                    {!player.neutral && <Count figure={player.dev_count === undefined ? 'progress' : 'dev'} count={secret} label={player.dev_count === undefined ? t.progress(secret) : t.devCards(secret)} />}
                    {titlesOf(view, seat).map(({ figure, label, key }) => (
                        <span key={key} class="title" title={label}>
                            <FigureIcon figure={figure} />
                            <span class="sr">{label}</span>
                        </span>
                    ))}
                </span>
            </button>
        </li>
    );
}

export function Strip({ onShow }: { onShow: (seat: number) => void }): JSX.Element {
    const { state, past } = useGame();
    const { players } = past ?? state.view;
    return (
        <ul class="strip" data-players={players.length} aria-label={texts().game.strip}>
            {players.map((player) => (
                <Glance key={player.seat} player={player} onShow={() => onShow(player.seat)} />
            ))}
        </ul>
    );
}
