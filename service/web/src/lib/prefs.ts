// SPDX-License-Identifier: AGPL-3.0-or-later
// Preferences stored in this browser only.
import { signal } from '@preact/signals';

export interface Prefs {
    theme: 'auto' | 'light' | 'dark';
    /** How land, sea and pieces are colored (boardThemes.css). */
    board: 'island' | 'paper' | 'clear';
    /** Show the ids of places on the board, as the notation writes them. */
    coordinates: boolean;
    /** Ask before a move that cannot be taken back. */
    confirm: boolean;
    /** Mix a number of the player's own into the chance of new games (clientSeed.ts). */
    share: boolean;
    /** Animate dice, cards and pieces. */
    motion: boolean;
    /** Short sounds, and vibration on phones. */
    sound: boolean;
    /** Whether the guide is shown; auto: to guests and readers without an account. */
    coach: 'auto' | 'on' | 'off';
    /** Show the notes of the guide as one line each, even if there is room for more. */
    folded: boolean;
    /** Notes of the guide that are learned. */
    learned: string[];
    /** The game that was started last: one of those with a picture; at sea, on which map. */
    door: 'base' | 'cities_and_knights' | 'sea' | 'six';
    map: string | null;
    /** The last game with friends of each of these: how many played, and how many of them were bots. */
    friends: Partial<Record<Prefs['door'], { players: number; bots: number }>>;
}

const initial: Prefs = { theme: 'auto', board: 'island', coordinates: false, confirm: true, share: false, motion: true, sound: false, coach: 'auto', folded: false, learned: [], door: 'base', map: null, friends: {} };
const key = 'hexpost.settings';

function read(): Prefs {
    try {
        // Sounds begin with the first tap (sound.ts), except on devices that are asked for less motion.
        return { ...initial, sound: !matchMedia('(prefers-reduced-motion: reduce)').matches, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
    } catch {
        return initial;
    }
}

const prefs = signal(read());

/** Components that read this re-render when a preference changes. */
export const currentPrefs = (): Prefs => prefs.value;

export function setPrefs(change: Partial<Prefs>): void {
    prefs.value = { ...prefs.value, ...change };
    localStorage.setItem(key, JSON.stringify(prefs.value));
    applyTheme();
}

export function applyTheme(): void {
    const { theme, board } = prefs.peek();
    const { dataset } = document.documentElement;
    if (theme === 'auto') delete dataset.theme;
    else dataset.theme = theme;
    dataset.board = board;
}
