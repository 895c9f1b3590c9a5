// SPDX-License-Identifier: AGPL-3.0-or-later
// The result of a game: places, and how the dice fell.
import type { SeatStats, View } from '../../types';
import { rolledOf, type Rolled } from '../panels/charts/figures';

export type Player = View['players'][number];
export interface Placed {
    place: number;
    player: Player;
    points: number;
}

/** The players by their points in RESULT, winner first; equal points share a place. */
export function placesOf(players: Player[], result: { winner: number | null; points: number[] }): Placed[] {
    const pointsOf = ({ seat }: Player): number => result.points[seat] ?? 0;
    const rank = (player: Player): number => (player.seat === result.winner ? Infinity : pointsOf(player));
    const sorted = players.filter(({ neutral }) => !neutral).sort((a, b) => rank(b) - rank(a) || a.seat - b.seat);
    return sorted.map((player) => ({ player, points: pointsOf(player), place: 1 + sorted.filter((other) => rank(other) > rank(player)).length }));
}

/** The sums furthest above and below their expected counts. */
export function diceLuck(seats: SeatStats[]): { rolls: number; most: Rolled; least: Rolled } | null {
    const rolled = rolledOf(seats).sort((a, b) => b.count - b.expected - (a.count - a.expected));
    const [most, least] = [rolled[0], rolled.at(-1)];
    const rolls = rolled.reduce((sum, { count }) => sum + count, 0);
    return rolls > 0 && most && least ? { rolls, most, least } : null;
}
