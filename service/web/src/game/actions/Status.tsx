// SPDX-License-Identifier: AGPL-3.0-or-later
// What is asked of the reader, as text.
import type { JSX } from 'preact';
import { seatName, useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import { decisionOf, mover } from './asked';
import { decisionText } from './say';
import { realm } from '../realm';

/** The pending decision, or who the game is waiting for. */
function wish(state: GameState): string {
    const t = texts().play;
    const { view } = state;
    if (view.status !== 'active') return '';
    const decision = decisionOf(state);
    if (decision) return decisionText(state, decision);
    const waits = t.waitsFor(list(view.waiting_for.map(({ player }) => seatName(state, player))));
    if (view.answers.some(({ player }) => player === mover(state))) return `${t.answered} ${waits}`;
    return waits;
}

/** At a table game: switches from a seat with nothing to decide to the seat that has to. */
function GoOn(): JSX.Element | null {
    const { store, state } = useGame();
    const [next] = state.view.waiting_for;
    if (state.game.mode !== 'table' || typeof state.as !== 'number' || decisionOf(state) || !next) return null;
    return (
        <button type="button" data-look={next.player} onClick={() => store.look(null)}>
            {texts().play.goOn(seatName(state, next.player))}
        </button>
    );
}

/** Explains what is asked if the top bar does not cover it: a decision other than a normal turn, an answer that can
 * still be changed, or a seat at a table game that is not to move. */
export function Status(): JSX.Element | null {
    const { state } = useGame();
    const decision = decisionOf(state);
    const plain = decision ? decision.decision === 'turn' || decision.decision === 'setup_settlement' || decision.decision === 'setup_road' : !state.view.answers.some(({ player }) => player === mover(state));
    if (plain && !(state.game.mode === 'table' && typeof state.as === 'number' && !decision)) return null;
    const help = decision && realm()?.decisionHelp(state, decision);
    return (
        <header class="play-status" data-part="status" data-wanted={decision?.decision} aria-live="polite">
            <div class="row">
                <p>{wish(state)}</p>
                <GoOn />
            </div>
            {help && <p class="quiet">{help}</p>}
        </header>
    );
}
