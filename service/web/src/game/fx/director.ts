// SPDX-License-Identifier: AGPL-3.0-or-later
// Shows an event on its way from the view before it to the view after it. The playhead (state/playhead.ts) waits
// for it between two steps and then draws the view after.
import { useEffect } from 'preact/hooks';
import { planOf } from '../../board/geometry';
import { boardNow } from '../../board/pieces';
import { motionWanted } from '../../lib/motion';
import { currentPrefs } from '../../lib/prefs';
import type { Board, GameEvent, View } from '../../types';

/** Plays one event. Resolves when the view after it is to be drawn; at once where nothing moves. Never rejects. */
export type Play = (event: GameEvent, before: View, after: View) => Promise<void>;

/** The board that is on the page. */
let stage: Board | null = null;

/** What is only for those who want it comes when it is needed. */
const effects = (): Promise<[typeof import('./cues'), typeof import('./perform')]> => Promise.all([import('./cues'), import('./perform')]);
/** Whether events are seen or heard; if not, nobody needs to know how things came about. */
export const moves = (): boolean => motionWanted() || currentPrefs().sound;

/** While a component is there events are played on BOARD; null: there is none yet. */
export function useStage(board: Board | null): void {
    useEffect(() => {
        stage = board;
        if (board && moves()) effects().catch(() => undefined);
        return () => {
            stage = null;
        };
    }, [board]);
}

export const play: Play = async (event, before, after) => {
    const board = stage;
    if (!board || !moves()) return;
    try {
        const [{ cuesOf }, { perform }] = await effects();
        const plan = planOf(boardNow(board, after));
        await perform(cuesOf(event, before, after, plan), plan, before, after);
    } catch (fault) {
        // The game goes on without it.
        console.warn(fault);
    }
};
