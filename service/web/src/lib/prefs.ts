// SPDX-License-Identifier: AGPL-3.0-or-later
// What somebody has chosen for this browser alone.
import { signal } from '@preact/signals';

export interface Prefs {
    theme: 'auto' | 'light' | 'dark';
    /** Ids of places on the board, as the notation says them. */
    coordinates: boolean;
    /** Ask once before a move that cannot be taken back. */
    confirm: boolean;
    /** Mix a number of one's own into the chance of new games (clientSeed.ts). */
    share: boolean;
    /** Dice, cards and pieces move. */
    motion: boolean;
    /** Short sounds, and on phones a vibration. */
    sound: boolean;
    /** Whether the guide through the game is there; auto: for guests. */
    coach: 'auto' | 'on' | 'off';
    /** Its notes are a line each, where there is room for more. */
    folded: boolean;
    /** Notes of the guide that have had their time. */
    learned: string[];
}

const initial: Prefs = { theme: 'auto', coordinates: false, confirm: true, share: false, motion: true, sound: false, coach: 'auto', folded: false, learned: [] };
const key = 'hexpost.settings';

function read(): Prefs {
    try {
        return { ...initial, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
    } catch {
        return initial;
    }
}

const prefs = signal(read());

/** Whoever draws them is drawn again when they change. */
export const currentPrefs = (): Prefs => prefs.value;

export function setPrefs(change: Partial<Prefs>): void {
    prefs.value = { ...prefs.value, ...change };
    localStorage.setItem(key, JSON.stringify(prefs.value));
    applyTheme();
}

export function applyTheme(): void {
    const { theme } = prefs.peek();
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
}
