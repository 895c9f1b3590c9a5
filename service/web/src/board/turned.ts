// SPDX-License-Identifier: AGPL-3.0-or-later
// Whether a wide board is shown turned by a quarter: on a tall phone its hexes then become much larger.
import { useEffect, useState } from 'preact/hooks';
import type { Board } from '../types';
import { type Bounds, planOf } from './geometry';

/** Phones are narrower than this. */
const phoneMost = 560;
/** What else a phone shows besides the board: head, players, news, hand, actions. */
const besides = 270;
/** A turn has to be worth it: the hexes become larger by this factor. */
const worth = 1.1;

const scaleIn = (width: number, height: number, bounds: Bounds): number => Math.min(width / bounds.width, height / bounds.height);

/** Whether a board with BOUNDS is turned in a window of this size. */
export function isTurned(bounds: Bounds, width: number, height: number): boolean {
    const high = height - besides;
    return width < phoneMost && scaleIn(high, width, bounds) > worth * scaleIn(width, high, bounds);
}

/** Decided by the window, not by the frame, so that the board stays as it is when something opens below it. */
export function useTurned(board: Board | null): boolean {
    const [size, setSize] = useState({ width: innerWidth, height: innerHeight });
    useEffect(() => {
        // A phone's browser hides and shows its bars: only another width is another window.
        const look = (): void => setSize((old) => (old.width === innerWidth ? old : { width: innerWidth, height: innerHeight }));
        addEventListener('resize', look);
        return () => removeEventListener('resize', look);
    }, []);
    return board !== null && isTurned(planOf(board).bounds, size.width, size.height);
}
