// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { seatSign } from './art';
import { type OnBoard, paintOf } from './pieces';

/** A seat's colour and sign, as its pieces on the board bear them: to be put before a player's name. */
export function SeatSign({ seat, players }: { seat: number; players: OnBoard['players'] }): JSX.Element {
    return (
        <svg class={`icon board-art seat-sign ${paintOf(players, seat)}`} viewBox="-10 -10 20 20" aria-hidden="true">
            <circle class="body" r={8.5} />
            <path class="sign" d={seatSign(seat)} />
        </svg>
    );
}
