// SPDX-License-Identifier: AGPL-3.0-or-later
// Before a move that cannot be taken back: what it is, why it is final, and once only where wanted.
import type { JSX } from 'preact';
import { useGame } from '../state/context';
import { setPrefs } from '../../lib/prefs';
import { texts } from '../../texts';
import { Check } from '../../ui/Field';
import { useState } from 'preact/hooks';
import { finalOf } from './chance';
import type { Listed } from './fields';
import type { Flow } from './flow';
import { actionText, cardOf, startHelp } from './say';

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
