// SPDX-License-Identifier: AGPL-3.0-or-later
// Confirms a move that cannot be taken back: what it does and why it is final. Players can turn this off.
import type { JSX } from 'preact';
import { planOf } from '../../board/geometry';
import { useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import { setPrefs } from '../../lib/prefs';
import type { ActionType, DevCard, ProgressCard } from '../../types';
import { texts } from '../../texts';
import { Check } from '../../ui/Field';
import { useState } from 'preact/hooks';
import { mover } from './asked';
import { finalOf } from './chance';
import type { Listed } from './fields';
import type { Flow } from './flow';
import { actionText, cardOf, startHelp } from './say';

type Key = ActionType | `play_dev_card/${DevCard}` | `play_progress_card/${ProgressCard}`;

/** Actions that put the robber on the hex they name. */
const robberMoves: ReadonlySet<string> = new Set<Key>(['move_robber', 'chase_robber', 'play_dev_card/knight', 'play_progress_card/bishop']);

/** Whether the robber goes to a hex next to the mover's own buildings. */
function blocksOwn(state: GameState, action: Listed): boolean {
    const card = cardOf(action);
    const { settlements = [], cities = [] } = state.view.pieces;
    const around = planOf(state.board).hexes[action.hex as number]?.vertices ?? [];
    return robberMoves.has(card === null ? action.type : `${action.type}/${card}`) && [...settlements, ...cities].some(({ player, vertex }) => player === mover(state) && around.includes(vertex));
}

export function Confirm({ flow, action }: { flow: Flow; action: Listed }): JSX.Element {
    const { state } = useGame();
    const [never, setNever] = useState(false);
    const t = texts().play;
    const go = (): void => {
        if (never) setPrefs({ confirm: false });
        flow.go();
    };
    const final = finalOf(action);
    const help = cardOf(action) === null ? startHelp({ type: action.type, card: null }, state.game.rules) : null;
    return (
        <div class="picker" role="group" aria-label={t.confirmTitle} data-asked={action.type}>
            <h3>{actionText(state, action)}</h3>
            {help && <p>{help}</p>}
            {blocksOwn(state, action) && <p data-warns="own-hex">{t.blocksOwn}</p>}
            <p class="quiet">{final && t.final[final]}</p>
            <div class="row">
                <button type="button" class="main" data-do="confirm" data-first disabled={flow.sending} onClick={go}>
                    {t.doIt}
                </button>
                <button type="button" data-do="cancel" disabled={flow.sending} onClick={flow.cancel}>
                    {texts().common.cancel}
                </button>
            </div>
            <Check label={t.neverAsk} help={t.neverAskHelp} checked={never} onChange={setNever} />
        </div>
    );
}
