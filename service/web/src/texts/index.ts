// SPDX-License-Identifier: AGPL-3.0-or-later
// Every text of the page stands in a catalogue a language, in parts: en/ and de/, with a file for each
// part of the page. English says what there is; that German has all of it is checked by its type.
import type { fair } from './en/fair';
import type { home } from './en/home';
import type { CoreTexts } from './en/index';
import type { GameTexts } from './en/indexGame';
import type { PanelTexts } from './en/indexPanels';
import type { knights } from './en/knights';
import type { log as knightsLog, play as knightsPlay } from './en/knightsGame';
import type { learning } from './en/learn/index';
import type { making } from './en/making';
import type { orders } from './en/orders';
import type { push } from './en/push';
import type { reasons } from './en/reasons';
import type { rules } from './en/rules';
import type { board as seaBoard, log as seaLog, play as seaPlay } from './en/sea';
import type { settings } from './en/settings';
import type { setup } from './en/setup';
import type { table } from './en/table';
import { formatter } from './format';

interface OtherTexts {
    fair: typeof fair;
    home: typeof home;
    knights: typeof knights;
    learning: typeof learning;
    making: typeof making;
    orders: typeof orders;
    push: typeof push;
    reasons: typeof reasons;
    rules: typeof rules;
    settings: typeof settings;
    setup: typeof setup;
    table: typeof table;
}
/** What Cities & Knights and the sea add to the catalogues of every game. */
interface SeaGame {
    board: typeof seaBoard;
    log: typeof seaLog;
    play: typeof seaPlay;
}
interface KnightsGame {
    log: typeof knightsLog;
    play: typeof knightsPlay;
}
export type Texts = CoreTexts & GameTexts & PanelTexts & OtherTexts & KnightsGame & SeaGame;
/** Loaded by themselves: what every page needs, what a game needs, what its panels need, and what some pages need. */
export type Part = 'core' | 'game' | 'panels' | 'sea' | keyof OtherTexts;
export type Language = 'en' | 'de';
export const languages: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const catalogues: Record<Language, Record<Part, () => Promise<object>>> = {
    en: {
        core: async () => (await import('./en/index')).texts,
        game: async () => (await import('./en/indexGame')).texts,
        panels: async () => (await import('./en/indexPanels')).texts,
        fair: () => import('./en/fair'),
        home: () => import('./en/home'),
        knights: () => import('./en/knights'),
        learning: () => import('./en/learn/index'),
        making: () => import('./en/making'),
        orders: () => import('./en/orders'),
        push: () => import('./en/push'),
        reasons: () => import('./en/reasons'),
        rules: () => import('./en/rules'),
        sea: () => import('./en/sea'),
        settings: () => import('./en/settings'),
        setup: () => import('./en/setup'),
        table: () => import('./en/table'),
    },
    de: {
        core: async () => (await import('./de/index')).texts,
        game: async () => (await import('./de/indexGame')).texts,
        panels: async () => (await import('./de/indexPanels')).texts,
        fair: () => import('./de/fair'),
        home: () => import('./de/home'),
        knights: () => import('./de/knights'),
        learning: () => import('./de/learn/index'),
        making: () => import('./de/making'),
        orders: () => import('./de/orders'),
        push: () => import('./de/push'),
        reasons: () => import('./de/reasons'),
        rules: () => import('./de/rules'),
        sea: () => import('./de/sea'),
        settings: () => import('./de/settings'),
        setup: () => import('./de/setup'),
        table: () => import('./de/table'),
    },
};
const kept = 'hexpost.language';
const loaded: Record<Language, Partial<Texts>> = { en: {}, de: {} };
const inUse = new Set<Part>(['core']);
let wantedNow: Language = 'en';
let chosen: Language = 'en';

/** The catalogue in use. Of a game's and other texts those are there that loadTexts has brought. */
export const texts = (): Texts => loaded[chosen] as Texts;
export const language = (): Language => chosen;

/** What the reader has chosen here, or what their browser asks for. */
export function preferredLanguage(): Language {
    const stored = localStorage.getItem(kept);
    if (stored === 'en' || stored === 'de') return stored;
    return navigator.languages.map((tag) => tag.slice(0, 2)).find((tag): tag is Language => tag === 'en' || tag === 'de') ?? 'en';
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

async function loadInto(wanted: Language): Promise<void> {
    const found = await Promise.all([...inUse].map((part) => catalogues[wanted][part]()));
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
