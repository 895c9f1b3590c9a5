// SPDX-License-Identifier: AGPL-3.0-or-later
// The player's own contribution to the dice: a number drawn here. The page commits to it by its hash and sends it with
// the first settlement. It stays in this browser, so players turn it on themselves (prefs.ts, share). It is stored
// under its commitment, which the game shows for each seat, so only the player in that seat finds it, even if others
// play in this browser.
import { Problem } from './api';
import { currentPrefs } from './prefs';

const place = (commitment: string): string => `hexpost.share.${commitment}`;
/** The hash code is loaded only if it is needed. */
const loadDraws = (): Promise<typeof import('./draws')> => import('./draws');

/** Draws and stores a number; returns its commitment. */
async function promise(): Promise<string> {
    const { commitmentOf, newSeed } = await loadDraws();
    const seed = newSeed();
    const commitment = commitmentOf(seed);
    localStorage.setItem(place(commitment), seed);
    return commitment;
}

/** Takes a seat, committing to a number if WANTED and the player has turned it on. The number is stored before the
 * request is sent: the seat cannot be played without it, and the response can get lost. */
export async function withShare<T>(wanted: boolean, take: (commitment?: string) => Promise<T>): Promise<T> {
    if (!wanted || !currentPrefs().share) return take();
    const commitment = await promise();
    try {
        return await take(commitment);
    } catch (fault) {
        if (fault instanceof Problem) shareSent(commitment);
        throw fault;
    }
}

export const shareOf = (commitment: string): string | null => localStorage.getItem(place(commitment));

/** The server has the number, or will never ask for it. */
export function shareSent(commitment: string): void {
    localStorage.removeItem(place(commitment));
}

/** Stores a number from another browser; false if it does not match the commitment. */
export async function enterShare(seed: string, commitment: string): Promise<boolean> {
    const { commitmentOf } = await loadDraws();
    const typed = seed.trim().toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(typed) || commitmentOf(typed) !== commitment) return false;
    localStorage.setItem(place(commitment), typed);
    return true;
}
