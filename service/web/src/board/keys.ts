// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Direction } from './geometry';

/** Keys that move from place to place. */
export const arrowKeys: Record<string, Direction> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

let pressed: Element | null = null;
/** The button last pressed by keyboard, if nothing else was done on the page since. */
export const pressedByKey = (): Element | null => pressed;

document.addEventListener('keydown', ({ key, target }) => (pressed = (key === 'Enter' || key === ' ') && (target as Element).matches('button, [role=button], [role=radio]') ? (target as Element) : null), true);
document.addEventListener('pointerdown', () => (pressed = null), true);

/** Focuses a button, which may have been re-rendered since. */
export function focusAgain(button: Element | null): void {
    const what = button?.getAttribute('data-do');
    const now = button?.isConnected ? button : what ? document.querySelector(`[data-do="${what}"]`) : null;
    if (now) (now as HTMLElement).focus();
    else (document.activeElement as HTMLElement | null)?.blur();
}
