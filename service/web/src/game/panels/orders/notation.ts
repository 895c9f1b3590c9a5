// SPDX-License-Identifier: AGPL-3.0-or-later
// Moves and conditions are texts ("city 12", "ore >= 3"); here they are split into fields. A form is a pattern such as
// "play knight {hex} [from {seat}]", with {name:type} if a type occurs twice; parts in brackets are optional.
import type { Cards, Kind } from '../../../types';
import { commodities, kindsOf, resources } from '../../../lib/kinds';

export type FieldType = 'vertex' | 'edge' | 'hex' | 'seat' | 'kind' | 'resource' | 'commodity' | 'track' | 'cards' | 'die' | 'count' | 'compare' | 'measure' | 'own' | 'card' | 'neutral' | 'wonder';
/** One of the two games, or a feature of some: ships, wonders, a fleet instead of the robber, neutral colors. */
export type Scope = 'base' | 'knights' | 'sea' | 'robber' | 'fleet' | 'wonders' | 'two';

export interface Form {
    id: string;
    pattern: string;
    /** Only in games with all of these. */
    in?: Scope[];
    /** Other spellings; they are read but never written. */
    also?: { pattern: string; values: Values }[];
    /** Initial values of the fields. */
    start?: Values;
}

export interface FormField {
    name: string;
    type: FieldType;
    optional: boolean;
}

/** By field, as in the text. */
export type Values = Record<string, string>;
export interface Filled {
    form: Form;
    values: Values;
}

const kinds = [...resources, ...commodities];
const colors = 'red|blue|white|orange|green|brown';
const words: Record<FieldType, string> = {
    vertex: '\\d+', edge: '\\d+-\\d+', hex: '\\d+', die: '[1-6]', count: '\\d+', compare: '>=|<=|=|>|<',
    seat: colors, neutral: colors, wonder: '[a-z_]+', kind: kinds.join('|'), resource: resources.join('|'), commodity: commodities.join('|'), track: 'trade|politics|science',
    measure: 'points|cards|settlements|cities|roads|ships|line|army|knights|strength', own: 'points|cards|settlements|cities|roads|ships|line|army|turn|knights|walls|strength|barbarians|trade|politics|science',
    cards: `\\d+ (?:${kinds.join('|')})(?: \\+ \\d+ (?:${kinds.join('|')}))*`, card: '[a-z_]+',
};

export function fieldsOf(pattern: string): FormField[] {
    let depth = 0;
    return [...pattern.matchAll(/[[\]]|\{(\w+)(?::(\w+))?\}/g)].flatMap(([whole, name, type]) => {
        if (whole === '[') depth++;
        if (whole === ']') depth--;
        return name === undefined ? [] : { name, type: (type ?? name) as FieldType, optional: depth > 0 };
    });
}

export function write({ pattern }: Form, values: Values): string {
    const fill = (text: string): string => text.replace(/\{(\w+)(?::\w+)?\}/g, (_, name: string) => values[name] ?? '');
    const chosen = pattern.replace(/ ?\[([^\]]*)\]/g, (_, inner: string) => (fieldsOf(inner).every(({ name }) => values[name]) ? ` ${inner}` : ''));
    return fill(chosen).trim();
}

function match(pattern: string, text: string): Values | null {
    const names: string[] = [];
    const group = (_: string, name: string, type?: string): string => {
        names.push(name);
        return `(${words[(type ?? name) as FieldType]})`;
    };
    const source = pattern.replace(/^\[([^\]]*)\] /, '(?:$1 )?').replace(/ ?\[/g, '(?: ').replace(/\]/g, ')?').replace(/\{(\w+)(?::(\w+))?\}/g, group);
    const found = new RegExp(`^${source}$`, 'i').exec(text.trim().replace(/\s+/g, ' '));
    return found && Object.fromEntries(names.map((name, i) => [name, (found[i + 1] ?? '').toLowerCase()]).filter(([, value]) => value !== ''));
}

/** The form of TEXT and the values of its fields; null if it has none of these forms. */
export function read(forms: Form[], text: string): Filled | null {
    for (const form of forms) {
        for (const { pattern, values } of [{ pattern: form.pattern, values: {} }, ...(form.also ?? [])]) {
            const found = match(pattern, text);
            if (found) return { form, values: { ...values, ...found } };
        }
    }
    return null;
}

// ---- cards ----

export const writeCards = (cards: Cards): string => kindsOf(cards).map((kind) => `${cards[kind]} ${kind}`).join(' + ');
export const readCards = (text: string): Cards => Object.fromEntries([...text.matchAll(/(\d+) (\w+)/g)].map(([, n, kind]) => [kind as Kind, Number(n)]));

// ---- conditions: facts joined by one word ----

export interface Fact extends Filled {
    not: boolean;
}
export interface Condition {
    join: 'and' | 'or';
    facts: Fact[];
}

export function writeCondition({ join, facts }: Condition): string {
    return facts.map(({ form, values, not }) => (not ? `not ${write(form, values)}` : write(form, values))).join(` ${join} `);
}

/** Null if a list of facts cannot express the text. */
export function readCondition(forms: Form[], text: string): Condition | null {
    if (text.trim() === '') return { join: 'and', facts: [] };
    const join = / or /i.test(text) ? 'or' : 'and';
    if (/[()]/.test(text) || (join === 'or' && / and /i.test(text))) return null;
    const facts = text.split(new RegExp(` ${join} |, `, 'i')).map((part): Fact | null => {
        const not = /^not /i.test(part.trim());
        const filled = read(forms, part.trim().replace(/^not /i, ''));
        return filled && { ...filled, not };
    });
    return facts.every((fact) => fact !== null) ? { join, facts } : null;
}
