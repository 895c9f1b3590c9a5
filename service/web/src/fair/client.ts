// SPDX-License-Identifier: AGPL-3.0-or-later
// A player's own share in the dice: a number that is promised with the seat, by its hash, and sent with the
// first settlement. It stays in this browser, so whoever wants that has said so (settings.ts, share).
import { keptSettings } from '../settings';

export interface Share {
    seed: string;
    commitment: string;
}

const place = (game: string): string => `hexpost.share.${game}`;
/** Hashing is loaded where it is needed. */
const loadDraws = (): Promise<typeof import('./draws')> => import('./draws');

/** For a seat that is about to be taken; null: the player wants none. */
export async function makeShare(): Promise<Share | null> {
    if (!keptSettings().share) return null;
    const { commitmentOf, newSeed } = await loadDraws();
    const seed = newSeed();
    return { seed, commitment: commitmentOf(seed) };
}

/** The seat has been taken. */
export function keepShare(game: string, share: Share | null): void {
    if (share) localStorage.setItem(place(game), share.seed);
}

export const shareOf = (game: string): string | null => localStorage.getItem(place(game));

/** The server has it now. */
export function shareSent(game: string): void {
    localStorage.removeItem(place(game));
}

/** Takes a number from elsewhere; false where it is not the one that was promised. */
export async function enterShare(game: string, seed: string, commitment: string): Promise<boolean> {
    const { commitmentOf } = await loadDraws();
    const typed = seed.trim().toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(typed) || commitmentOf(typed) !== commitment) return false;
    localStorage.setItem(place(game), typed);
    return true;
}
