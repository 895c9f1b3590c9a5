// SPDX-License-Identifier: AGPL-3.0-or-later
// The displayed names of players.
import { texts } from '../texts';

interface NamedSeat {
    seat: number;
    name: string | null;
    color: string;
}

/** The name; the color if there is no name, or if several seats have the same one, as at a table that one person
 * records. */
export function playerName(players: NamedSeat[], seat: number): string {
    const player = players.find((other) => other.seat === seat);
    if (!player) return '';
    const own = player.name !== null && players.every((other) => other === player || other.name !== player.name);
    return own ? (player.name ?? '') : texts().common.colors[player.color] || player.color;
}
