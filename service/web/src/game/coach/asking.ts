// SPDX-License-Identifier: AGPL-3.0-or-later
// Who is given a hint, and how one is asked for.
import { decisionOf, mover, settleChoices } from '../actions/asked';
import type { GameState } from '../state/gameStore';
import type { Guide } from '../state/guide';

/** Whether the server says what a good player would do: against bots alone, and at one's own table. */
export function isAdvised(state: GameState): boolean {
    const { game, view } = state;
    const seat = mover(state);
    return game.hints !== false && seat !== null && view.status === 'active' && decisionOf(state) !== null && (game.mode === 'table' || game.seats.every((one) => one.seat === seat || one.kind === 'bot'));
}

/** Asks for a hint, or puts it away; null: there is none to be had. Against people good places to settle are all. */
export function hintSwitch(state: GameState, guide: Guide): (() => void) | null {
    if (!isAdvised(state) && settleChoices(state).length < 2) return null;
    const { seq } = state.list;
    return () => guide.ask(guide.asked === seq ? -1 : seq);
}
