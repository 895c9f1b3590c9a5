// SPDX-License-Identifier: AGPL-3.0-or-later
// Dice as pictures of our own, and the rolls of the turn.
import type { JSX } from 'preact';
import { useGame } from '../game/context';
import { texts } from '../texts';

export type DieColor = 'yellow' | 'red';

/** Pips of each face on a grid of three by three. */
const pips: number[][] = [[4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function Die({ color, face }: { color: DieColor; face: number }): JSX.Element {
    return (
        <svg class={`play-die play-die-${color}`} viewBox="0 0 30 30" role="img" aria-label={texts().play.die(color, face)}>
            <rect x="1" y="1" width="28" height="28" rx="6" />
            {(pips[face - 1] ?? []).map((at) => (
                <circle key={at} cx={7.5 + (at % 3) * 7.5} cy={7.5 + Math.floor(at / 3) * 7.5} r="2.4" />
            ))}
        </svg>
    );
}

/** What was rolled last: in this turn, else in the game. */
export function LastRolls(): JSX.Element | null {
    const { view } = useGame().state;
    const rolls = view.turn.rolls.length > 0 ? view.turn.rolls : view.dice ? [view.dice] : [];
    const t = texts();
    if (rolls.length === 0) return null;
    return (
        <div class="play-rolls" data-old={view.turn.rolls.length === 0 || undefined}>
            {rolls.map(({ yellow, red, event }, i) => (
                <span key={i} class="play-roll">
                    <Die color="yellow" face={yellow} />
                    <Die color="red" face={red} />
                    <b>{yellow + red}</b>
                    {event && <span class={`play-event event-${event}`}>{event === 'ship' ? t.table.ship : t.common.tracks[event]}</span>}
                </span>
            ))}
        </div>
    );
}
