// SPDX-License-Identifier: AGPL-3.0-or-later
// What the player whose actions are listed is asked to do.
import type { GameState } from '../state/gameStore';
import type { ActionList, Cards, Decision, Offer, PlayerView } from '../../types';
import type { Listed } from './fields';
import { type Start, starts } from './picker';

/** The seat whose actions are listed; null for spectators. */
export const mover = ({ list }: GameState): number | null => list.player;

export const playerOf = (state: GameState, seat: number | null): PlayerView | undefined => state.view.players.find((player) => player.seat === seat);

/** The cards in the mover's hand. */
export const handOf = (state: GameState): Cards => playerOf(state, mover(state))?.cards ?? {};

/** The mover's pending decision. */
export const decisionOf = (state: GameState): Decision | null => state.view.waiting_for.find(({ player }) => player === mover(state)) ?? null;

/** Whether the reader has moves in an active game past its set-up: then the dock shows all that can be built and
 * traded. */
export const pastSetUp = (state: GameState): boolean => mover(state) !== null && state.view.status === 'active' && state.view.phase === 'play';

const startsKnown = new WeakMap<ActionList, Start[]>();

/** The possible actions, grouped by the control that begins them. Many components call this, so it is computed once per
 * list. */
export function startsOf({ list }: GameState): Start[] {
    const known = startsKnown.get(list) ?? starts(list.actions as Listed[]);
    startsKnown.set(list, known);
    return known;
}

/** Open offers to the mover without an answer from them. */
export function offersTo(state: GameState): Offer[] {
    const seat = mover(state);
    return seat === null ? [] : state.view.offers.filter(({ to, responses }) => to.includes(seat) && responses[String(seat)] === undefined);
}

/** Actions available during a decision that do not answer it. */
const besides = new Set(['undo', 'offer_trade', 'accept_trade', 'decline_trade', 'counter_trade', 'confirm_trade', 'cancel_trade', 'skip']);

/** The only control that can answer a pending decision: it opens by itself. At a real table the dice do too, because
 * they have been rolled there. */
export function wanted(state: GameState): Start | null {
    const decision = decisionOf(state);
    if (!decision) return null;
    if (decision.decision === 'turn') return state.game.mode === 'table' ? (startsOf(state).find(({ type }) => type === 'roll') ?? null) : null;
    const answers = startsOf(state).filter(({ type }) => !besides.has(type));
    return answers.length === 1 ? (answers[0] ?? null) : null;
}

/** The intersections where the mover can settle now, with a settlement or with the city of the set-up. */
export function settleChoices(state: GameState): number[] {
    const type = decisionOf(state)?.decision === 'setup_city' ? 'build_city' : 'build_settlement';
    const actions = startsOf(state).find((start) => start.type === type)?.actions ?? [];
    return actions.flatMap(({ vertex }) => (typeof vertex === 'number' ? [vertex] : []));
}
