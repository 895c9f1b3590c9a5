// SPDX-License-Identifier: AGPL-3.0-or-later
// From the list of actions to one of them, choice by choice. What can be chosen next are the values
// that the list still has, so that nothing the rules allow is missing and nothing they forbid is there.
import type { Place } from '../../types';
import { fieldNames, isMany, type Listed, placeKind, type Value, valuesOf, without } from './fields';

export interface Pick {
    field: string;
    /** One value; `enough` ends a field of several. */
    value: Value | typeof enough;
}
/** No more values for a field that could have more. */
export const enough = Symbol('enough');

/** What has to be chosen next. */
export interface Step {
    field: string;
    place: Place['kind'] | null;
    options: Value[];
    /** What the field holds already. */
    chosen: Value[];
    /** Whether it can stay with what it holds. */
    mayEnd: boolean;
    /** The field holds several values. */
    many: boolean;
}
export interface Picked {
    /** The next choice; null when there is none left. */
    step: Step | null;
    /** The action, when it is settled. */
    action: Listed | null;
    /** Places chosen so far, on the way to it. */
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

/** The actions that a field's picks leave. */
function left(actions: Listed[], field: Field): Listed[] {
    return actions.filter((action) => {
        const rest = without(valuesOf(action, field.name, field.many), field.taken);
        return rest !== null && (rest.length === 0 || (!field.ended && (field.many || field.taken.length === 0)));
    });
}

/** What is to be chosen in a field; null when the list leaves nothing to choose there. */
function stepIn(actions: Listed[], field: Field, fresh: boolean): Step | null {
    if (field.ended || (!field.many && field.taken.length > 0)) return null;
    const rests = actions.map((action) => without(valuesOf(action, field.name, field.many), field.taken) ?? []);
    const options = unique(rests.flat());
    const mayEnd = field.many && rests.some((rest) => rest.length === 0);
    const settled = field.many ? new Set(rests.map((rest) => JSON.stringify([...rest].sort()))).size === 1 : options.length === 1;
    // The first place is always shown and tapped, even where it is the only one.
    const shown = fresh && field.place !== null && options.some((value) => value !== null);
    if (options.length === 0 || (settled && !shown)) return null;
    return { field: field.name, place: field.place, options, chosen: field.taken, mayEnd, many: field.many };
}

/** Of actions that differ only in the order of several values: the one in the order of picking. */
function inOrder(actions: Listed[], fields: Field[]): Listed | null {
    const fits = (action: Listed): boolean => fields.every(({ name, many, taken }) => !many || valuesOf(action, name, many).slice(0, taken.length).every((value, i) => value === taken[i]));
    return actions.find(fits) ?? actions[0] ?? null;
}

/** Narrows actions of one kind by what was picked so far. */
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

/** Picks without the latest choice that was the player's own. */
export const unpick = (picks: Pick[]): Pick[] => picks.slice(0, -1);

/** Actions that begin with the same control: those of a type, of cards those of each card. */
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
