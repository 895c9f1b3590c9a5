// SPDX-License-Identifier: AGPL-3.0-or-later
// A player's own share in the dice: a number drawn here, promised by its hash, and sent with the first
// settlement. It stays in this browser, so whoever wants that has said so (prefs.ts, share). It lies under
// its promise, which the game tells of each seat: so it is found by whoever sits there, and by nobody else who
// plays in this browser.
import { Problem } from './api';
import { currentPrefs } from './prefs';

const place = (commitment: string): string => `hexpost.share.${commitment}`;
/** Hashing is loaded where it is needed. */
const loadDraws = (): Promise<typeof import('./draws')> => import('./draws');

/** Keeps a number of the player's own; answers with its promise. */
async function promise(): Promise<string> {
    const { commitmentOf, newSeed } = await loadDraws();
    const seed = newSeed();
    const commitment = commitmentOf(seed);
    localStorage.setItem(place(commitment), seed);
    return commitment;
}

/** Takes a seat, with the promise of a number where the player WANTs one. It is kept before anybody hears of
 * it: without it a seat cannot be played, and the server's answer can be lost. */
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

/** The server has it now, or will never ask for it. */
export function shareSent(commitment: string): void {
    localStorage.removeItem(place(commitment));
}

/** Takes a number from elsewhere; false where it is not the one that was promised. */
export async function enterShare(seed: string, commitment: string): Promise<boolean> {
    const { commitmentOf } = await loadDraws();
    const typed = seed.trim().toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(typed) || commitmentOf(typed) !== commitment) return false;
    localStorage.setItem(place(commitment), typed);
    return true;
}
