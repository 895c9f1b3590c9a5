// SPDX-License-Identifier: AGPL-3.0-or-later
// Motion, using the Web Animations API: whether it is wanted, what runs, and how it is skipped.
import { currentPrefs } from './prefs';

/** Whether to animate: neither the reader nor the system has turned motion off, and the page is visible. */
export const motionWanted = (): boolean => currentPrefs().motion && document.visibilityState === 'visible' && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A group of animations that end together and are skipped together. */
export interface Scene {
    /** Animates ELEMENT and keeps the final state until the scene is struck. */
    animate: (element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions) => void;
    /** Resolves when everything has run or was skipped. */
    over: () => Promise<void>;
    /** Removes all animations and their effects. */
    strike: () => void;
}

/** Scenes that have not been struck; the root element has an attribute while there are any. */
let running = 0;

function mark(change: 1 | -1): void {
    running += change;
    if (running > 0) document.documentElement.dataset.moving = '';
    else delete document.documentElement.dataset.moving;
}

/** Begins a scene; a tap or a key finishes its running animations at once. */
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

/** Resolves once the changes made so far have been drawn. */
export const drawn = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
