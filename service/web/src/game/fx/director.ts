// SPDX-License-Identifier: AGPL-3.0-or-later
// Animates an event, from the view before it to the view after it. The playhead (state/playhead.ts) waits for it
// between two steps and then draws the view after.
import { useEffect } from 'preact/hooks';
import { planOf } from '../../board/geometry';
import { boardNow } from '../../board/pieces';
import { motionWanted } from '../../lib/motion';
import { currentPrefs } from '../../lib/prefs';
import type { Board, GameEvent, View } from '../../types';

/** Plays one event. Resolves when it is time to draw the view after; at once if there is no animation. Never
 * rejects. */
export type Play = (event: GameEvent, before: View, after: View) => Promise<void>;

/** The board on the page. */
let stage: { board: Board; turned: boolean } | null = null;

/** Effects are loaded only when they are needed. */
const effects = (): Promise<[typeof import('./cues'), typeof import('./perform')]> => Promise.all([import('./cues'), import('./perform')]);
/** Whether events are animated or have sound; if not, the steps in between need not be fetched. */
export const moves = (): boolean => motionWanted() || currentPrefs().sound;

/** While the component is mounted, events are played on BOARD, which may be turned; null: there is none yet. */
export function useStage(board: Board | null, turned: boolean): void {
    useEffect(() => {
        stage = board && { board, turned };
        if (board && moves()) effects().catch(() => undefined);
        return () => {
            stage = null;
        };
    }, [board, turned]);
}

export const play: Play = async (event, before, after) => {
    const on = stage;
    if (!on || !moves()) return;
    try {
        const [{ cuesOf }, { perform }] = await effects();
        const plan = planOf(boardNow(on.board, after), on.turned);
        await perform(cuesOf(event, before, after, plan), plan, before, after);
    } catch (fault) {
        // The game continues without effects.
        console.warn(fault);
    }
};
