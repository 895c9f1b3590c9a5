// SPDX-License-Identifier: AGPL-3.0-or-later
// All players at a glance, always visible: points, cards, titles, and whose move it is.
import type { JSX } from 'preact';
import { SeatAvatar } from '../../board/SeatSign';
import { texts } from '../../texts';
import type { PlayerView, View } from '../../types';
import { ownSeat, seatName, useGame } from '../state/context';
import { Count, FigureIcon, type Figure } from './icons';
import { knightsOf, levelOf, sumOf } from '../actions/knights';
import { tracks } from '../../lib/rules';
import { awards } from '../../vocabulary';
import { gameSeat, waitedFor } from '../state/seats';

/** The titles that a player holds. */
export function titlesOf(view: View, seat: number): { figure: Figure; label: string; key: string }[] {
    const t = texts().game;
    const titles: { figure: Figure; label: string; key: string }[] = [];
    for (const award of awards) {
        if (view[award]?.player === seat) titles.push({ key: award, figure: award, label: t.awards[award] });
    }
    for (const track of tracks) {
        if (view.metropolises?.[track]?.player === seat) titles.push({ key: track, figure: 'metropolis', label: t.metropolis(texts().common.tracks[track]) });
    }
    if (view.merchant?.player === seat) titles.push({ key: 'merchant', figure: 'merchant', label: t.merchant });
    return titles;
}

/** The explanation of each title, by key; for a metropolis, of its area. */
const explained: Record<string, string> = { ...Object.fromEntries(awards.map((award) => [award, award])), merchant: 'merchant' };

/** The points known for a player: all of them, or the visible ones. */
export const pointsOf = ({ points }: PlayerView): number => points.total ?? points.visible;

/** Cities & Knights: the strength against the barbarians, and the level of each area. */
function Realm({ player, view }: { player: PlayerView; view: View }): JSX.Element {
    const t = texts();
    const strength = sumOf(knightsOf(view, player.seat).filter(({ active }) => active));
    return (
        <span class="glance-realm">
            <Count figure="largest_army" count={strength} label={t.knights.strength(strength)} about="knights" />
            {tracks.map((track) => {
                const level = levelOf(player, track);
                const words = t.knights.trackLevel(t.common.tracks[track], level);
                return (
                    <span key={track} class={`level track-${track}`} data-track={track} data-explain={`improvement/${track}`} title={words}>
                        <span aria-hidden="true">{level}</span>
                        <span class="sr">{words}</span>
                    </span>
                );
            })}
        </span>
    );
}

function Glance({ player, onShow }: { player: PlayerView; onShow: () => void }): JSX.Element {
    const { state, past } = useGame();
    const view = past ?? state.view;
    const t = texts().game;
    const { seat } = player;
    const name = seatName(state, seat);
    const waited = past ? past.waiting_for.some((decision) => decision.player === seat) : waitedFor(state).includes(seat);
    const goal = state.game.rules.victory_points ?? 10;
    const secret = player.dev_count ?? player.progress_count ?? 0;
    return (
        <li class="glance" data-part="glance" data-seat={seat} data-own={ownSeat(state) === seat ? '' : undefined} data-waited={waited ? '' : undefined}>
            <button type="button" onClick={onShow} title={t.details(name)}>
                <span class="glance-name">
                    <SeatAvatar seat={player.seat} players={state.view.players} />
                    <span class="name">{name}</span>
                    {(gameSeat(state, seat)?.kind === 'bot' || gameSeat(state, seat)?.bot_account) && (
                        <span class="glance-bot" title={t.botSeat}>
                            <FigureIcon figure="bot" />
                            <span class="sr">{t.botSeat}</span>
                        </span>
                    )}
                    <span class="points-goal" data-explain="points" data-explain-tap data-goal={player.neutral ? undefined : goal} title={player.neutral ? undefined : t.goal(goal)}>
                        <Count figure="points" count={pointsOf(player)} label={t.points(pointsOf(player))} />
                    </span>
                </span>
                <span class="glance-figures">
                    <Count figure="cards" count={player.card_count} label={t.handCards(player.card_count)} about="cards" />
                    {!player.neutral && <Count figure={player.dev_count === undefined ? 'progress' : 'dev'} count={secret} label={player.dev_count === undefined ? t.progress(secret) : t.devCards(secret)} about={player.dev_count === undefined ? 'progress' : 'dev_cards'} />}
                    {player.improvements && <Realm player={player} view={view} />}
                    {titlesOf(view, seat).map(({ figure, label, key }) => (
                        <span key={key} class="title" title={label} data-explain={explained[key] ?? `improvement/${key}`}>
                            <FigureIcon figure={figure} />
                            <span class="sr">{label}</span>
                        </span>
                    ))}
                    {waited && (
                        <span class="glance-wait" data-explain="wait" title={t.waited}>
                            <FigureIcon figure="wait" />
                            <span class="sr">{t.waited}</span>
                        </span>
                    )}
                </span>
            </button>
        </li>
    );
}

export function PlayersBar({ onShow }: { onShow: (seat: number) => void }): JSX.Element {
    const { state, past } = useGame();
    const { players } = past ?? state.view;
    return (
        <ul class="strip" data-part="players" data-players={players.length} aria-label={texts().game.strip}>
            {players.map((player) => (
                <Glance key={player.seat} player={player} onShow={() => onShow(player.seat)} />
            ))}
        </ul>
    );
}
