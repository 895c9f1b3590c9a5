// SPDX-License-Identifier: AGPL-3.0-or-later
// What the page knows about the rules. Whether an action is legal or affordable is for the server to say.
import type { components } from '../schema';
import type { Cards, Commodity, DevCard, Edition, GameKind, Options, Track } from '../types';
import { kindsOf } from './kinds';
import { api, unwrap } from './api';

export const devCards: DevCard[] = ['knight', 'victory_point', 'road_building', 'year_of_plenty', 'monopoly'];
export { tracks } from '../vocabulary';
/** The commodity that pays for each track's improvements. */
export const commodityOf: Record<Track, Commodity> = { trade: 'cloth', politics: 'coin', science: 'paper' };
/** The priced actions of each kind of game, in the order in which players meet them. */
export const priced = {
    base: ['build_road', 'build_settlement', 'build_city', 'buy_dev_card'],
    cities_and_knights: ['build_road', 'build_settlement', 'build_city', 'build_city_wall', 'build_knight', 'promote_knight', 'activate_knight'],
} as const satisfies Record<GameKind, string[]>;
/** Who acts in the current turn: with five and six players, a part of it belongs to a second player. */
export const actsIn = ({ player, pair }: components['schemas']['Turn']): number | null => pair?.player ?? player ?? null;
/** The barbarians land on this step of their ship. */
export const shipSteps = 7;
/** The highest level of an improvement. */
export const maxLevel = 5;

export type KnownRules = components['schemas']['KnownRules'];
let known: KnownRules | null = null;
let loading: Promise<void> | null = null;

/** Stores the rules for all that follows. */
export function knowRules(rules: KnownRules): void {
    known = rules;
}

/** Loads costs and editions from the server: once, before a game is shown. */
export function loadRules(): Promise<void> {
    return (loading ??= unwrap(api.GET('/v1/rules')).then(knowRules, (fault: unknown) => {
        loading = null;
        throw fault;
    }));
}

/** The cost of an action if it is the same wherever it is allowed; null: free, or it depends on the place. */
export const costOf = (action: string): Cards | null => known?.games.find(({ costs }) => action in costs)?.costs[action] ?? null;

/** The scenarios for the sea; none before the rules are loaded. */
export const scenariosOf = (game: GameKind): KnownRules['games'][number]['scenarios'] & object => known?.games.find((one) => one.game === game)?.scenarios ?? [];

/** An edition's options, which apply unless a game overrides them. */
export function editionOptions(edition: Edition): Options {
    return known?.games.flatMap(({ editions }) => editions).find((one) => one.edition === edition)?.options ?? {};
}

/** The part of a cost that a hand does not cover. */
export function missing(cost: Cards, hand: Cards): Cards {
    const short: Cards = {};
    for (const kind of kindsOf(cost)) {
        const n = (cost[kind] ?? 0) - (hand[kind] ?? 0);
        if (n > 0) short[kind] = n;
    }
    return short;
}
