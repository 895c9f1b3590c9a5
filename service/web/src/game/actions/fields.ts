// SPDX-License-Identifier: AGPL-3.0-or-later
// What an action's fields are made of: every field is a few values, most of them one.
import type { Place } from '../../types';

export type Value = string | number | boolean | null;
/** A listed action as data; which fields it has says its type. */
export type Listed = { type: string; open?: boolean; count?: number } & Record<string, unknown>;

/** Fields that are no choice of their own. */
const apart = new Set(['type', 'card', 'open', 'count']);
/** What else a card asks is chosen by the card's own field names; `card` is one of these types' choices. */
const cardIsChosen = new Set(['take_progress_card', 'discard_progress_card']);
/** Where another order asks less of the player than that of the interface. */
const orders: Record<string, string[]> = {
    build_neutral: ['edge', 'vertex', 'kind', 'player'],
    place_knight: ['vertex', 'level'],
};
const placeKinds: Record<string, Place['kind']> = { hex: 'hex', hexes: 'hex', vertex: 'vertex', vertices: 'vertex', edge: 'edge', edges: 'edge' };
/** Types whose from and to are paths; elsewhere they are intersections. */
const alongPaths = new Set(['diplomat', 'move_ship']);

/** Which place on the board a field names; null: none. */
export function placeKind(action: Listed, field: string): Place['kind'] | null {
    if (field === 'from' || field === 'to') return alongPaths.has(String(action.card ?? action.type)) ? 'edge' : 'vertex';
    return placeKinds[field] ?? null;
}

/** The names of the fields that these actions differ in, in the order in which they are asked. */
export function fieldNames(actions: Listed[]): string[] {
    const first = actions[0];
    if (!first) return [];
    const skipped = (name: string): boolean => apart.has(name) && !(name === 'card' && cardIsChosen.has(first.type));
    const names = new Set(actions.flatMap((action) => Object.keys(action)).filter((name) => !skipped(name)));
    const order = orders[first.type] ?? [];
    return [...order.filter((name) => names.has(name)), ...[...names].filter((name) => !order.includes(name))];
}

/** Whether a field holds several values, which are chosen one after the other. */
export const isMany = (actions: Listed[], field: string): boolean => actions.some((action) => typeof action[field] === 'object' && action[field] !== null);

/** A field's values: an array's members, the cards of a hand one by one, or the one value there is. A
 * field that an action does not have is null in it, and none where the others have several. */
export function valuesOf(action: Listed, field: string, many: boolean): Value[] {
    const value = action[field];
    if (Array.isArray(value)) return value as Value[];
    if (typeof value === 'object' && value !== null) return Object.entries(value as Record<string, number>).flatMap(([kind, n]) => Array<Value>(n).fill(kind));
    if (value === undefined) return many ? [] : [null];
    return [value as Value];
}

/** What is left of `all` when each of `taken` is taken out once; null where one is missing. */
export function without(all: Value[], taken: Value[]): Value[] | null {
    const rest = [...all];
    for (const value of taken) {
        const at = rest.indexOf(value);
        if (at < 0) return null;
        rest.splice(at, 1);
    }
    return rest;
}
