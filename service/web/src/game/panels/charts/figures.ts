// SPDX-License-Identifier: AGPL-3.0-or-later
// Turns a game's statistics into the data of its charts.
import type { Kind, SeatStats } from '../../../types';
import { commodities, resources } from '../../../lib/kinds';

export const sums = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const ways = 36;

/** How many of the 36 results of two dice have this sum. */
export const waysOf = (sum: number): number => 6 - Math.abs(7 - sum);

export interface Rolled {
    sum: number;
    count: number;
    expected: number;
}

/** How often each sum was rolled, and how often it was expected. */
export function rolledOf(seats: SeatStats[]): Rolled[] {
    const counts = sums.map((sum) => seats.reduce((all, { rolls }) => all + (rolls[sum] ?? 0), 0));
    const total = counts.reduce((all, count) => all + count, 0);
    return sums.map((sum, i) => ({ sum, count: counts[i] ?? 0, expected: (total * waysOf(sum)) / ways }));
}

type ByKind = Partial<Record<Kind, number>>;

/** What a seat got from rolls, by kind. */
export function producedBy({ production }: SeatStats): ByKind {
    const kinds = [...resources, ...commodities].filter((kind) => production[kind] !== undefined);
    return Object.fromEntries(kinds.map((kind) => [kind, Object.values(production[kind] ?? {}).reduce((all, count) => all + count, 0)]));
}

export const total = (counts: Partial<Record<string, number>>): number => Object.values(counts).reduce<number>((all, count) => all + (count ?? 0), 0);

/** Round steps for an axis from 0 to at least MOST, about COUNT of them. */
export function ticks(most: number, count = 5): number[] {
    const rough = Math.max(1, most) / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power);
    return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, i) => i * step);
}
