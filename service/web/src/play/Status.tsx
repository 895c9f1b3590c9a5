// SPDX-License-Identifier: AGPL-3.0-or-later
// Whose move it is and what is wanted, in plain words.
import type { JSX } from 'preact';
import { ownSeat, seatName, useGame } from '../game/context';
import type { GameState } from '../game/store';
import { texts } from '../texts';
import { decisionOf, mover, offersTo } from './asked';
import { LastRolls } from './Dice';
import { decisionHelp } from './knightsHelp';
import { decisionText } from './say';

function title(state: GameState): string {
    const t = texts().play;
    const { view, game } = state;
    if (view.status === 'open') return t.notStarted;
    if (view.status !== 'active') return view.winner === null ? t.ended : t.over(seatName(state, view.winner));
    const decision = decisionOf(state);
    const seat = mover(state);
    if (decision && game.mode === 'table') return t.forSeat(seatName(state, decision.player));
    if (decision) return decision.decision === 'turn' || decision.decision.startsWith('setup') ? t.yourTurn : t.wantedOfYou;
    if (view.turn.player === null) return '';
    return view.turn.player === seat ? t.yourTurn : t.turnOf(seatName(state, view.turn.player));
}

/** Below the title: what is wanted, or who is waited for. */
function wish(state: GameState): string {
    const t = texts().play;
    const { view } = state;
    if (view.status !== 'active') return '';
    const decision = decisionOf(state);
    if (decision) return decisionText(state, decision);
    const waits = t.waitsFor(view.waiting_for.map(({ player }) => seatName(state, player)));
    if (view.answers.some(({ player }) => player === mover(state))) return `${t.answered} ${waits}`;
    return ownSeat(state) === null ? waits : `${offersTo(state).length > 0 ? t.answerOffer : t.nothingToDo} ${waits}`;
}

/** At a table of one's own: from a seat that has nothing to decide to the one that has. */
function GoOn(): JSX.Element | null {
    const { store, state } = useGame();
    const [next] = state.view.waiting_for;
    if (state.game.mode !== 'table' || typeof state.as !== 'number' || decisionOf(state) || !next) return null;
    return (
        <button type="button" data-look={next.player} onClick={() => store.look(null)}>
            {texts().table.goOn(seatName(state, next.player))}
        </button>
    );
}

export function Status(): JSX.Element {
    const { state } = useGame();
    const decision = decisionOf(state);
    const help = decision && decisionHelp(state, decision);
    return (
        <header class="play-status" data-wanted={decision?.decision}>
            <div aria-live="polite">
                <h2>{title(state)}</h2>
                <p>{wish(state)}</p>
                {help && <p class="quiet">{help}</p>}
                <GoOn />
            </div>
            <LastRolls />
        </header>
    );
}
