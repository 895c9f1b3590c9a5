// SPDX-License-Identifier: AGPL-3.0-or-later
// How players are called.
import { texts } from '../texts';

interface NamedSeat {
    seat: number;
    name: string | null;
    color: string;
}

/** By the name; by the colour where there is none, or where several seats have the same one, as they do at a
 * table that one person writes down. */
export function playerName(players: NamedSeat[], seat: number): string {
    const player = players.find((other) => other.seat === seat);
    if (!player) return '';
    const own = player.name !== null && players.every((other) => other === player || other.name !== player.name);
    return own ? (player.name ?? '') : texts().common.colors[player.color] || player.color;
}
