// SPDX-License-Identifier: AGPL-3.0-or-later
// Every text of the page stands in one catalogue a language: en/ and de/, with a file for each part
// of the page. English says what there is; that German has all of it is checked by its type.
import type { Texts } from './en/index';

export type { Texts };
export type Language = 'en' | 'de';
export const languages: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const catalogues: Record<Language, () => Promise<{ texts: Texts }>> = {
    en: () => import('./en/index'),
    de: () => import('./de/index'),
};
const kept = 'hexpost.language';
let current: Texts;
let chosen: Language = 'en';

/** The catalogue in use; loadLanguage has come before. */
export const texts = (): Texts => current;
export const language = (): Language => chosen;

/** What the reader has chosen here, or what their browser asks for. */
export function preferredLanguage(): Language {
    const stored = localStorage.getItem(kept);
    if (stored === 'en' || stored === 'de') return stored;
    return navigator.languages.map((tag) => tag.slice(0, 2)).find((tag): tag is Language => tag === 'en' || tag === 'de') ?? 'en';
}

export async function loadLanguage(wanted: Language, keep = false): Promise<void> {
    current = (await catalogues[wanted]()).texts;
    chosen = wanted;
    document.documentElement.lang = wanted;
    if (keep) localStorage.setItem(kept, wanted);
}

/** "Mon 14:05" or "3 Mar 14:05": a moment as the reader writes it, in their own zone. */
export function moment(at: string | number | Date): string {
    const date = new Date(at);
    const near = Math.abs(date.getTime() - Date.now()) < 6 * 24 * 3600 * 1000;
    const day: Intl.DateTimeFormatOptions = near ? { weekday: 'short' } : { day: 'numeric', month: 'short', ...(date.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }) };
    return new Intl.DateTimeFormat(chosen, { ...day, hour: '2-digit', minute: '2-digit' }).format(date);
}
