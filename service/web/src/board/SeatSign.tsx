// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { playerName } from '../lib/playerName';
import { Avatar } from '../ui/Avatar';
import { seatSign } from './art';
import { type OnBoard, paintOf } from './pieces';

interface OfSeat {
    seat: number;
    players: OnBoard['players'];
}

/** A seat's color and sign, as on its pieces. */
export function SeatSign({ seat, players }: OfSeat): JSX.Element {
    return (
        <svg class={`icon board-art seat-sign ${paintOf(players, seat)}`} viewBox="-10 -10 20 20" aria-hidden="true">
            <circle class="body" r={8.5} />
            <path class="sign" d={seatSign(seat)} />
        </svg>
    );
}

/** The avatar of a seat's player, with the seat's sign; shown before the player's name. */
export function SeatAvatar({ seat, players }: OfSeat): JSX.Element {
    return <Avatar name={playerName(players, seat)} paint={paintOf(players, seat)} sign={seatSign(seat)} bot={players.some((player) => player.seat === seat && player.bot)} />;
}
