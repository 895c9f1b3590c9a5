// SPDX-License-Identifier: AGPL-3.0-or-later
// Motion by the browser's own animations: whether there is to be any, what runs, and how it is skipped.
import { currentPrefs } from './prefs';

/** Whether things move: the reader and their system want it, and somebody can see it. */
export const motionWanted = (): boolean => currentPrefs().motion && document.visibilityState === 'visible' && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What belongs together: ends together, is skipped together. */
export interface Scene {
    /** Animates ELEMENT until the scene is struck; what it ends with stays until then. */
    animate: (element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions) => void;
    /** Resolves when everything has run, or was skipped. */
    over: () => Promise<void>;
    /** Takes all of it away again. */
    strike: () => void;
}

/** Scenes that run or are still to be struck: the document's root says so. */
let running = 0;

function mark(change: 1 | -1): void {
    running += change;
    if (running > 0) document.documentElement.dataset.moving = '';
    else delete document.documentElement.dataset.moving;
}

/** Begins a scene; a tap or a key ends what runs of it at once. */
export function beginScene(): Scene {
    const animations: Animation[] = [];
    const skip = (): void => animations.forEach((animation) => animation.finish());
    const hidden = (): void => void (document.visibilityState === 'hidden' && skip());
    addEventListener('pointerdown', skip, true);
    addEventListener('keydown', skip, true);
    document.addEventListener('visibilitychange', hidden);
    mark(1);
    return {
        animate: (element, frames, timing) => void animations.push(element.animate(frames, { fill: 'both', ...timing })),
        over: async () => void (await Promise.allSettled(animations.map(({ finished }) => finished))),
        strike: () => {
            removeEventListener('pointerdown', skip, true);
            removeEventListener('keydown', skip, true);
            document.removeEventListener('visibilitychange', hidden);
            animations.forEach((animation) => animation.cancel());
            mark(-1);
        },
    };
}

/** After what was changed by now has been drawn. */
export const drawn = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
