// SPDX-License-Identifier: AGPL-3.0-or-later
// What the page tells of the rules. Whether something can be done, or paid for, is the server's to say.
import type { components } from '../schema';
import type { Cards, Commodity, DevCard, Edition, GameKind, Options, Track } from '../types';
import { kindsOf } from './kinds';
import { api, unwrap } from './api';

export const devCards: DevCard[] = ['knight', 'victory_point', 'road_building', 'year_of_plenty', 'monopoly'];
export { tracks } from '../vocabulary';
/** What improves a city on each track. */
export const commodityOf: Record<Track, Commodity> = { trade: 'cloth', politics: 'coin', science: 'paper' };
/** What has a price in each game, in the order in which one meets it. */
export const priced = {
    base: ['build_road', 'build_settlement', 'build_city', 'buy_dev_card'],
    cities_and_knights: ['build_road', 'build_settlement', 'build_city', 'build_city_wall', 'build_knight', 'promote_knight', 'activate_knight'],
} as const satisfies Record<GameKind, string[]>;
/** Who acts in a turn: of five and six players a second one has a part of it. */
export const actsIn = ({ player, pair }: components['schemas']['Turn']): number | null => pair?.player ?? player ?? null;
/** With the last of its steps the barbarians' ship lands. */
export const shipSteps = 7;
/** The highest level of an improvement. */
export const maxLevel = 5;

export type KnownRules = components['schemas']['KnownRules'];
let known: KnownRules | null = null;
let loading: Promise<void> | null = null;

/** The rules are these from now on. */
export function knowRules(rules: KnownRules): void {
    known = rules;
}

/** Has the server tell what things cost and what the editions say: once, before a game is shown. */
export function loadRules(): Promise<void> {
    return (loading ??= unwrap(api.GET('/v1/rules')).then(knowRules, (fault: unknown) => {
        loading = null;
        throw fault;
    }));
}

/** What an action costs wherever it is allowed; null: nothing, or it depends on where. */
export const costOf = (action: string): Cards | null => known?.games.find(({ costs }) => action in costs)?.costs[action] ?? null;

/** What can be played at sea; none before the rules are known. */
export const scenariosOf = (game: GameKind): KnownRules['games'][number]['scenarios'] & object => known?.games.find((one) => one.game === game)?.scenarios ?? [];

/** What an edition says where a game does not say otherwise. */
export function editionOptions(edition: Edition): Options {
    return known?.games.flatMap(({ editions }) => editions).find((one) => one.edition === edition)?.options ?? {};
}

/** What of a cost a hand does not hold. */
export function missing(cost: Cards, hand: Cards): Cards {
    const short: Cards = {};
    for (const kind of kindsOf(cost)) {
        const n = (cost[kind] ?? 0) - (hand[kind] ?? 0);
        if (n > 0) short[kind] = n;
    }
    return short;
}
