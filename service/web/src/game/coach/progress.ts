// SPDX-License-Identifier: AGPL-3.0-or-later
// How far this reader has come with the guide, in this browser.
import { currentPrefs, setPrefs } from '../../lib/prefs';
import { useMe } from '../../lib/session';
import type { GameKind } from '../../types';

/** Whether the guide is shown: on request, or by default to guests and readers without an account. */
export function isGuided(): boolean {
    const { coach } = currentPrefs();
    const me = useMe();
    return coach === 'on' || (coach === 'auto' && me?.guest !== false);
}

/** Starts a lesson; the second keeps what was learned in the first. */
export function startGuide(game: GameKind): void {
    const { learned } = currentPrefs();
    setPrefs({ coach: 'on', learned: game === 'base' ? [] : learned.filter((id) => !id.startsWith('ck')) });
}
export const stopGuide = (): void => setPrefs({ coach: 'off' });

export function learn(id: string): void {
    const { learned } = currentPrefs();
    if (!learned.includes(id)) setPrefs({ learned: [...learned, id] });
}
