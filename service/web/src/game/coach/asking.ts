// SPDX-License-Identifier: AGPL-3.0-or-later
// When hints are available, and how to ask for one.
import { decisionOf, mover, settleChoices } from '../actions/asked';
import type { GameState } from '../state/gameStore';
import type { Guide } from '../state/guide';

/** Whether the server recommends moves: in games against bots only, and at table games. */
export function isAdvised(state: GameState): boolean {
    const { game, view } = state;
    const seat = mover(state);
    return game.hints !== false && seat !== null && view.status === 'active' && decisionOf(state) !== null && (game.mode === 'table' || game.seats.every((one) => one.seat === seat || one.kind === 'bot'));
}

/** Requests a hint or hides it; null: there is none. Against people there are only good places to settle. */
export function hintSwitch(state: GameState, guide: Guide): (() => void) | null {
    if (!isAdvised(state) && settleChoices(state).length < 2) return null;
    const { seq } = state.list;
    return () => guide.ask(guide.asked === seq ? -1 : seq);
}
