// SPDX-License-Identifier: AGPL-3.0-or-later
// The page's texts. They are written in service/texts, one file per language; texts.mjs turns them into modules, in
// parts that are loaded separately.
import { formatter } from './format';
import { type Language, languages, type Made, type Part } from './made/index';

export { type Language, languages, type Part };

type Table = Record<string, string>;
/** Groups that are indexed by arbitrary names, which may be missing. */
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

/** The current catalogue. Only the parts loaded so far (loadTexts) are in it. */
export const texts = (): Texts => loaded[chosen] as Texts;
export const language = (): Language => chosen;

const isLanguage = (tag: string | null | undefined): tag is Language => (tags as (string | null | undefined)[]).includes(tag);

/** The language chosen here, else the one the browser asks for. */
export function preferredLanguage(): Language {
    const stored = localStorage.getItem(kept);
    return [stored, ...navigator.languages.map((tag) => tag.split('-')[0])].find(isLanguage) ?? 'en';
}

interface Tree {
    [name: string]: unknown;
}
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges texts into those already there, group by group: Cities & Knights adds to the groups of every game. */
function layInto(there: Tree, more: object): void {
    for (const [name, value] of Object.entries<unknown>(more as Tree)) {
        const group = there[name];
        if (isTree(group) && isTree(value)) layInto(group, value);
        else there[name] = isTree(value) ? { ...value } : value;
    }
}

/** Built from a name, next to this code: a table of all languages and parts would enlarge every first load (texts.mjs,
 * makeTexts). */
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

/** Loads these texts for the current language and for every language chosen later. */
export async function loadTexts(...parts: Part[]): Promise<void> {
    for (const part of parts) inUse.add(part);
    await loadInto(wantedNow);
}

/** "Mon 2:05 PM" or "3. März, 14:05": a moment in the reader's language and time zone. */
export function moment(at: string | number | Date): string {
    const date = new Date(at);
    const near = Math.abs(date.getTime() - Date.now()) < 6 * 24 * 3600 * 1000;
    const day: Intl.DateTimeFormatOptions = near ? { weekday: 'short' } : { day: 'numeric', month: 'short', ...(date.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }) };
    return formatter(Intl.DateTimeFormat, chosen, { ...day, hour: 'numeric', minute: '2-digit' }).format(date);
}
