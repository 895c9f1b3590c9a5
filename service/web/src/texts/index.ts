// SPDX-License-Identifier: AGPL-3.0-or-later
// What the page says. Texts stand in service/texts, a file a language; texts.mjs makes modules of them, in parts that are
// loaded by themselves.
import { formatter } from './format';
import { type Language, languages, type Made, type Part } from './made/index';

export { type Language, languages, type Part };

type Table = Record<string, string>;
/** Groups that are looked into by any name, which need not be there. */
interface Tables {
    board: { ranks: Record<number, string>; costs: Table };
    common: { colors: Table; wrong: Table };
    game: { pieces: Record<string, (n: number) => string> };
    knights: { abilities: Table; asks: Table; buildings: Table; chaseTo: Table; formerNames: Table; help: Table; knightCan: Table; knightState: Table };
    learning: { explain: { actions: Table; sea: Table } };
    orders: { compare: Table; facts: Table; fields: Table; measures: Table; moves: Table; words: Table };
    play: { actions: Table; asks: Table; cardsAtSea: Table; dock: Table; effects: Table; noRoom: Table; nothing: Table; stepNow: Table; steps: Table; wantedPlain: Table };
    reasons: { moves: Table; problems: Table };
    scenarios: Table;
}
export type Texts = Made & Tables;

const kept = 'hexpost.language';
const tags = Object.keys(languages) as Language[];
const loaded = Object.fromEntries(tags.map((tag) => [tag, {}])) as Record<Language, Partial<Texts>>;
const inUse = new Set<Part>(['core']);
let wantedNow: Language = 'en';
let chosen: Language = 'en';

/** The catalogue in use. Of a game's and other texts those are there that loadTexts has brought. */
export const texts = (): Texts => loaded[chosen] as Texts;
export const language = (): Language => chosen;

const isLanguage = (tag: string | null | undefined): tag is Language => (tags as (string | null | undefined)[]).includes(tag);

/** What the reader has chosen here, or what their browser asks for. */
export function preferredLanguage(): Language {
    const stored = localStorage.getItem(kept);
    return [stored, ...navigator.languages.map((tag) => tag.split('-')[0])].find(isLanguage) ?? 'en';
}

interface Tree {
    [name: string]: unknown;
}
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lays texts beside those that are there, also within a catalogue: Cities & Knights adds to those that every game has. */
function layInto(there: Tree, more: object): void {
    for (const [name, value] of Object.entries<unknown>(more as Tree)) {
        const group = there[name];
        if (isTree(group) && isTree(value)) layInto(group, value);
        else there[name] = isTree(value) ? { ...value } : value;
    }
}

/** Beside this code, by a name: a row for each language and part would weigh on every first load (texts.mjs, makeTexts). */
const loadPart = (wanted: Language, part: Part): Promise<object> => import(new URL(`texts-${wanted}-${part}.js`, import.meta.url).href);

async function loadInto(wanted: Language): Promise<void> {
    const found = await Promise.all([...inUse].map((part) => loadPart(wanted, part)));
    for (const part of found) layInto(loaded[wanted], part);
}

export async function loadLanguage(wanted: Language, keep = false): Promise<void> {
    wantedNow = wanted;
    await loadInto(wanted);
    chosen = wanted;
    document.documentElement.lang = wanted;
    if (keep) localStorage.setItem(kept, wanted);
}

/** Also these texts, now and in every language to come. */
export async function loadTexts(...parts: Part[]): Promise<void> {
    for (const part of parts) inUse.add(part);
    await loadInto(wantedNow);
}

/** "Mon 2:05 PM" or "3. März, 14:05": a moment as the reader writes it, in their own zone. */
export function moment(at: string | number | Date): string {
    const date = new Date(at);
    const near = Math.abs(date.getTime() - Date.now()) < 6 * 24 * 3600 * 1000;
    const day: Intl.DateTimeFormatOptions = near ? { weekday: 'short' } : { day: 'numeric', month: 'short', ...(date.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }) };
    return formatter(Intl.DateTimeFormat, chosen, { ...day, hour: 'numeric', minute: '2-digit' }).format(date);
}
