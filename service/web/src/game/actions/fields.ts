// SPDX-License-Identifier: AGPL-3.0-or-later
// The fields of actions: each field has one or a few values.
import type { Place } from '../../types';

export type Value = string | number | boolean | null;
/** A listed action as data; its type determines its fields. */
export type Listed = { type: string; open?: boolean; count?: number } & Record<string, unknown>;

/** Fields that are not choices. */
const apart = new Set(['type', 'card', 'open', 'count']);
/** What else a card asks for is chosen by the card's own fields; `card` itself is a choice of these types only. */
const cardIsChosen = new Set(['take_progress_card', 'discard_progress_card']);
/** Orders of fields that are easier for the player than the interface's. */
const orders: Record<string, string[]> = {
    build_neutral: ['edge', 'vertex', 'kind', 'player'],
    place_knight: ['vertex', 'level'],
};
const placeKinds: Record<string, Place['kind']> = { hex: 'hex', hexes: 'hex', vertex: 'vertex', vertices: 'vertex', edge: 'edge', edges: 'edge' };
/** Types whose from and to are paths; elsewhere they are intersections. */
const alongPaths = new Set(['diplomat', 'move_ship']);

/** The kind of place that a field names; null: none. */
export function placeKind(action: Listed, field: string): Place['kind'] | null {
    if (field === 'from' || field === 'to') return alongPaths.has(String(action.card ?? action.type)) ? 'edge' : 'vertex';
    return placeKinds[field] ?? null;
}

/** The fields in which these actions differ, in the order in which they are asked. */
export function fieldNames(actions: Listed[]): string[] {
    const first = actions[0];
    if (!first) return [];
    const skipped = (name: string): boolean => apart.has(name) && !(name === 'card' && cardIsChosen.has(first.type));
    const names = new Set(actions.flatMap((action) => Object.keys(action)).filter((name) => !skipped(name)));
    const order = orders[first.type] ?? [];
    return [...order.filter((name) => names.has(name)), ...[...names].filter((name) => !order.includes(name))];
}

/** Whether a field has several values, which are chosen one after the other. */
export const isMany = (actions: Listed[], field: string): boolean => actions.some((action) => typeof action[field] === 'object' && action[field] !== null);

/** A field's values: the members of an array, the cards of a hand one by one, or the single value. If an action lacks
 * the field, it has the value null, or no values if the field has several in other actions. */
export function valuesOf(action: Listed, field: string, many: boolean): Value[] {
    const value = action[field];
    if (Array.isArray(value)) return value as Value[];
    if (typeof value === 'object' && value !== null) return Object.entries(value as Record<string, number>).flatMap(([kind, n]) => Array<Value>(n).fill(kind));
    if (value === undefined) return many ? [] : [null];
    return [value as Value];
}

/** What is left of `all` after removing each of `taken` once; null if one is missing. */
export function without(all: Value[], taken: Value[]): Value[] | null {
    const rest = [...all];
    for (const value of taken) {
        const at = rest.indexOf(value);
        if (at < 0) return null;
        rest.splice(at, 1);
    }
    return rest;
}
