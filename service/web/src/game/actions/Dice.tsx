// SPDX-License-Identifier: AGPL-3.0-or-later
// Drawn dice, and the rolls of the turn.
import type { JSX } from 'preact';
import { SeatAvatar } from '../../board/SeatSign';
import { seatName, useGame } from '../state/context';
import { texts } from '../../texts';
import type { View } from '../../types';
import { type DieColor, DieFace } from '../../ui/DieFace';
import { FigureIcon } from '../screen/icons';

export function Die({ color, face }: { color: DieColor; face: number }): JSX.Element {
    return <DieFace color={color} face={face} label={texts().play.die[color](face)} />;
}

/** The player whose turn was before this one. */
function seatBefore({ players, turn }: View): number | null {
    const seats = players.filter(({ neutral }) => !neutral).map(({ seat }) => seat);
    return turn.player === null ? null : (seats.at(seats.indexOf(turn.player) - 1) ?? null);
}

/** The latest roll: of this turn, else of the game. */
export function LastRolls(): JSX.Element | null {
    const { state } = useGame();
    const { view } = state;
    const rolls = view.turn.rolls.length > 0 ? view.turn.rolls : view.dice ? [view.dice] : [];
    const t = texts();
    if (rolls.length === 0) return null;
    const by = view.turn.rolls.length === 0 ? seatBefore(view) : null;
    return (
        <div class="play-rolls" data-old={by === null ? undefined : ''} title={by === null ? undefined : t.play.rolledBy(seatName(state, by))}>
            {by !== null && <SeatAvatar seat={by} players={view.players} />}
            {rolls.map(({ yellow, red, event }, i) => (
                <span key={i} class="play-roll">
                    <Die color="yellow" face={yellow} />
                    <Die color="red" face={red} />
                    <b>{yellow + red}</b>
                    {event && (
                        <span class={`play-event event-${event} track-${event}`} data-explain="event" title={event === 'ship' ? t.knights.eventShip : t.common.tracks[event]}>
                            <FigureIcon figure={event === 'ship' ? 'ship' : 'metropolis'} />
                            <span class="event-word">{event === 'ship' ? t.knights.eventShip : t.common.tracks[event]}</span>
                        </span>
                    )}
                </span>
            ))}
        </div>
    );
}
