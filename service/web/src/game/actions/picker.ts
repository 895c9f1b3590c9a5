// SPDX-License-Identifier: AGPL-3.0-or-later
// Narrows the list of actions to one of them, choice by choice. The options of the next choice are the values still in
// the list, so nothing legal is missing and nothing illegal is offered.
import type { Place } from '../../types';
import { fieldNames, isMany, type Listed, placeKind, type Value, valuesOf, without } from './fields';

export interface Pick {
    field: string;
    /** One value; `enough` ends a field with several values. */
    value: Value | typeof enough;
}
/** Marks that a field which could have more values gets no more. */
export const enough = Symbol('enough');

/** The next choice. */
export interface Step {
    field: string;
    place: Place['kind'] | null;
    options: Value[];
    /** Values already chosen for this field. */
    chosen: Value[];
    /** Whether the values chosen so far are enough. */
    mayEnd: boolean;
    /** The field has several values. */
    many: boolean;
}
export interface Picked {
    /** The next choice; null when none is left. */
    step: Step | null;
    /** The action, once it is complete. */
    action: Listed | null;
    /** Places chosen so far. */
    places: Place[];
}

interface Field {
    name: string;
    many: boolean;
    place: Place['kind'] | null;
    taken: Value[];
    ended: boolean;
}

const unique = (values: Value[]): Value[] => [...new Set(values)];

function fieldOf(actions: Listed[], name: string, picks: Pick[]): Field {
    const mine = picks.filter(({ field }) => field === name);
    return {
        name,
        many: isMany(actions, name),
        place: actions[0] ? placeKind(actions[0], name) : null,
        taken: mine.map(({ value }) => value).filter((value): value is Value => value !== enough),
        ended: mine.some(({ value }) => value === enough),
    };
}

/** The actions left by a field's picks. */
function left(actions: Listed[], field: Field): Listed[] {
    return actions.filter((action) => {
        const rest = without(valuesOf(action, field.name, field.many), field.taken);
        return rest !== null && (rest.length === 0 || (!field.ended && (field.many || field.taken.length === 0)));
    });
}

/** The choice to make in a field; null if the list leaves nothing to choose. */
function stepIn(actions: Listed[], field: Field, fresh: boolean): Step | null {
    if (field.ended || (!field.many && field.taken.length > 0)) return null;
    const rests = actions.map((action) => without(valuesOf(action, field.name, field.many), field.taken) ?? []);
    const options = unique(rests.flat());
    const mayEnd = field.many && rests.some((rest) => rest.length === 0);
    const settled = field.many ? new Set(rests.map((rest) => JSON.stringify([...rest].sort()))).size === 1 : options.length === 1;
    // The first place is always shown and tapped, even if it is the only one.
    const shown = fresh && field.place !== null && options.some((value) => value !== null);
    if (options.length === 0 || (settled && !shown)) return null;
    return { field: field.name, place: field.place, options, chosen: field.taken, mayEnd, many: field.many };
}

/** Among actions that differ only in the order of several values: the one in the order of picking. */
function inOrder(actions: Listed[], fields: Field[]): Listed | null {
    const fits = (action: Listed): boolean => fields.every(({ name, many, taken }) => !many || valuesOf(action, name, many).slice(0, taken.length).every((value, i) => value === taken[i]));
    return actions.find(fits) ?? actions[0] ?? null;
}

/** Narrows actions of one kind by the picks so far. */
export function narrow(actions: Listed[], picks: Pick[]): Picked {
    const fields: Field[] = [];
    let rest = actions;
    for (const name of fieldNames(actions)) {
        const field = fieldOf(actions, name, picks);
        rest = left(rest, field);
        fields.push(field);
        const step = stepIn(rest, field, picks.length === 0);
        if (step) return { step, action: null, places: placesOf(fields) };
    }
    return { step: null, action: inOrder(rest, fields), places: placesOf(fields) };
}

function placesOf(fields: Field[]): Place[] {
    return fields.flatMap(({ place, taken }) => (place === null ? [] : taken.filter((value): value is number => typeof value === 'number').map((id) => ({ kind: place, id }))));
}

/** The picks without the player's latest. */
export const unpick = (picks: Pick[]): Pick[] => picks.slice(0, -1);

/** Actions that begin with the same control: those of one type, or of one card. */
export interface Start {
    /** "build_road", "play_dev_card/knight" */
    key: string;
    type: string;
    card: string | null;
    actions: Listed[];
}

const playsCard = new Set(['play_dev_card', 'play_progress_card']);

export function starts(actions: Listed[]): Start[] {
    const found = new Map<string, Start>();
    for (const action of actions) {
        const card = playsCard.has(action.type) ? String(action.card) : null;
        const key = card === null ? action.type : `${action.type}/${card}`;
        const start = found.get(key) ?? { key, type: action.type, card, actions: [] };
        start.actions.push(action);
        found.set(key, start);
    }
    return [...found.values()];
}
