// SPDX-License-Identifier: AGPL-3.0-or-later
// What the page tells of the rules. Whether something can be done, or paid for, is the server's to say.
import type { Cards, Commodity, DevCard, Track } from '../types';
import { kindsOf } from '../ui/Cards';

export const devCards: DevCard[] = ['knight', 'victory_point', 'road_building', 'year_of_plenty', 'monopoly'];
export const tracks: Track[] = ['trade', 'politics', 'science'];
/** What improves a city on each track. */
export const commodityOf: Record<Track, Commodity> = { trade: 'cloth', politics: 'coin', science: 'paper' };
/** The highest level of an improvement. */
export const maxLevel = 5;

export const costs = {
    build_road: { brick: 1, lumber: 1 },
    build_settlement: { brick: 1, lumber: 1, wool: 1, grain: 1 },
    build_city: { grain: 2, ore: 3 },
    buy_dev_card: { wool: 1, grain: 1, ore: 1 },
    build_city_wall: { brick: 2 },
    build_knight: { wool: 1, ore: 1 },
    promote_knight: { wool: 1, ore: 1 },
    activate_knight: { grain: 1 },
    repair_city: { lumber: 1, ore: 1 },
} satisfies Record<string, Cards>;

/** What of a cost a hand does not hold. */
export function missing(cost: Cards, hand: Cards): Cards {
    const short: Cards = {};
    for (const kind of kindsOf(cost)) {
        const n = (cost[kind] ?? 0) - (hand[kind] ?? 0);
        if (n > 0) short[kind] = n;
    }
    return short;
}
