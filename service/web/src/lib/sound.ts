// SPDX-License-Identifier: AGPL-3.0-or-later
// Makes ready to sound; the sounds themselves come with what plays them (lib/tones.ts).
import { currentPrefs } from './prefs';

let context: AudioContext | null = null;

/** Browsers let a page sound only after a tap or a key. */
function unlock(): void {
    if (currentPrefs().sound) void (context ??= new AudioContext()).resume();
}

/** Makes ready to sound; called once by the page. */
export function watchForSound(): void {
    addEventListener('pointerdown', unlock);
    addEventListener('keydown', unlock);
}

/** What sounds, once a tap or a key has let it; null before. */
export const runningAudio = (): AudioContext | null => (context?.state === 'running' ? context : null);
