// SPDX-License-Identifier: AGPL-3.0-or-later
// The first screen's code for Cities & Knights: base games do without it; games that need it load it before they are
// shown (state/gameStore.ts).
type Realm = typeof import('./realmParts');

let parts: Realm | null = null;

export async function loadRealm(): Promise<void> {
    parts = await import('./realmParts');
}

/** Null until a game of Cities & Knights has been opened. */
export const realm = (): Realm | null => parts;
