// SPDX-License-Identifier: AGPL-3.0-or-later
// What Cities & Knights adds to the first picture of a game: a base game does without it, and a game that has it waits for it
// before it is shown (state/gameStore.ts).
type Realm = typeof import('./realmParts');

let parts: Realm | null = null;

export async function loadRealm(): Promise<void> {
    parts = await import('./realmParts');
}

/** Null until a game of Cities & Knights was opened. */
export const realm = (): Realm | null => parts;
