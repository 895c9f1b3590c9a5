// SPDX-License-Identifier: AGPL-3.0-or-later
// Standing orders as they are edited: each move of a plan is an object, and omitted members are absent.
import type { components } from '../../../schema';
import type { Kind } from '../../../types';
import { commodities, resources } from '../../../lib/kinds';
import type { Scope } from './notation';

type Schemas = components['schemas'];

export type OfferRule = Schemas['OrderOffer'];
export type PlanStep = Schemas['OrderStep'];
export type OrderCards = Schemas['OrderCards'];
export type Orders = Omit<Schemas['Orders'], 'plan'> & { plan?: PlanStep[] };
export type OrdersShown = Schemas['OrdersShown'];

/** A change to some members; undefined removes one. */
export type Change<Whole> = { [Key in keyof Whole]?: Whole[Key] | undefined };
export const changed = <Whole>(whole: Whole, change: Change<Whole>): Whole => ({ ...whole, ...change }) as Whole;

export const delayDefault = { median: 120, max: 1800 };
export const delayLimits = { medianMin: 10, medianMax: 21_600, maxMin: 20, maxMax: 86_400 };
export const rulesMax = 16;
export const stepsMax = 16;

/** The lists of preferences, what they contain, and the words for an empty one. */
export type ListKey = 'harbor' | 'pillage' | 'relocate' | 'deserter' | 'aqueduct' | 'deck' | 'progress_discard';
export const lists: Record<ListKey, { of: 'vertex' | 'resource' | 'commodity' | 'track' | 'progress'; words: string[] }> = {
    harbor: { of: 'commodity', words: ['most_held'] },
    pillage: { of: 'vertex', words: ['fewest_pips'] },
    relocate: { of: 'vertex', words: ['nearest'] },
    deserter: { of: 'vertex', words: ['weakest'] },
    aqueduct: { of: 'resource', words: ['least_held', 'skip'] },
    deck: { of: 'track', words: ['best'] },
    progress_discard: { of: 'progress', words: ['last_drawn'] },
};

export type EmptyTurn = NonNullable<Orders['empty_turn']>;
export type Ignored = NonNullable<EmptyTurn['ignore']>[number];
export const handMax = 127;

/** What can be ignored in a turn with nothing else to do, for each kind of game and for two players. */
const ignorable: Record<'any' | 'base' | 'two' | 'knights' | 'sea' | 'wonders', Ignored[]> = {
    any: ['build_settlement', 'build_city', 'build_road'],
    base: ['buy_dev_card', 'play_dev_card'],
    two: ['forced_trade', 'robber_to_desert', 'trade_in_knight'],
    knights: ['build_knight', 'activate_knight', 'promote_knight', 'move_knight', 'displace_knight', 'chase_robber', 'build_city_wall', 'improve_city', 'repair_city', 'play_progress_card'],
    sea: ['build_ship', 'move_ship'],
    wonders: ['build_wonder'],
};

export interface Played {
    game: string;
    players: number;
    scenario?: string;
}

/** Which of the features that only some games have are in this game. */
export function scopesOf({ game, players, scenario }: Played): ReadonlySet<Scope> {
    return new Set<Scope>([
        game === 'cities_and_knights' ? 'knights' : 'base',
        scenario === 'pirate_islands' ? 'fleet' : 'robber',
        ...(scenario === undefined ? [] : (['sea'] as const)),
        ...(scenario === 'wonders' ? (['wonders'] as const) : []),
        ...(players === 2 ? (['two'] as const) : []),
    ]);
}

/** In this order. */
const ignorableScopes = ['sea', 'wonders', 'base', 'knights', 'two'] as const;

export function ignorableIn(rules: Played): Ignored[] {
    const scopes = scopesOf(rules);
    return [...ignorable.any, ...ignorableScopes.filter((scope) => scopes.has(scope)).flatMap((scope) => ignorable[scope])];
}

export const kindsIn = (knights: boolean): Kind[] => (knights ? [...resources, ...commodities] : resources);

/** Converts the server's orders for the form. */
export const forForm = (orders: Schemas['Orders']): Orders => ({ ...orders, plan: (orders.plan ?? []).map((step) => (typeof step === 'string' ? { move: step, when: 'actions', otherwise: 'skip' } : { ...step, otherwise: step.otherwise ?? 'skip', when: step.when ?? 'actions' })) });

const filled = (value: unknown): boolean => value !== undefined && value !== '' && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);
const trimmed = <T extends object>(object: T): T => Object.fromEntries(Object.entries(object).filter(([, value]) => filled(value))) as T;

/** What is sent: empty members are left out. */
export function forServer({ offers = [], plan = [], ...rest }: Orders): Orders {
    const kept = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Orders;
    return { ...kept, ...(offers.length > 0 ? { offers: offers.map(trimmed) } : {}), ...(plan.length > 0 ? { plan: plan.map(trimmed) } : {}) };
}

/** The list with entry I moved up or down by one. */
export function moved<T>(list: T[], i: number, by: -1 | 1): T[] {
    const next = [...list];
    const [entry] = next.splice(i, 1);
    next.splice(i + by, 0, entry as T);
    return next;
}
export const without = <T>(list: T[], i: number): T[] => list.filter((_, at) => at !== i);
export const replaced = <T>(list: T[], i: number, entry: T): T[] => list.map((other, at) => (at === i ? entry : other));
