// SPDX-License-Identifier: AGPL-3.0-or-later
// Prepares sound output; the sounds are in lib/tones.ts, loaded with the code that plays them.
import { currentPrefs } from './prefs';

let context: AudioContext | null = null;

/** Browsers allow sound only after a tap or a key. */
function unlock(): void {
    if (currentPrefs().sound) void (context ??= new AudioContext()).resume();
}

/** Prepares sound output; called once by the page. */
export function watchForSound(): void {
    addEventListener('pointerdown', unlock);
    addEventListener('keydown', unlock);
}

/** The audio context once a tap or a key has unlocked it; null before. */
export const runningAudio = (): AudioContext | null => (context?.state === 'running' ? context : null);
