// SPDX-License-Identifier: AGPL-3.0-or-later
// The keyboard shortcuts, from the table of controls.
import type { JSX } from 'preact';
import { texts } from '../../texts';
import { Dialog } from '../../ui/Dialog';
import { rowsFor } from '../actions/controls';
import { startLabel } from '../actions/say';
import { useGame } from '../state/context';

export function KeysDialog({ onClose, onRules }: { onClose: () => void; onRules: () => void }): JSX.Element {
    const { state } = useGame();
    const t = texts().play;
    const rows = rowsFor(state.game.rules).flatMap(({ hotkey, keys: [type = ''] }): [string, string][] => (hotkey ? [[hotkey.toUpperCase(), startLabel({ type, card: null })]] : []));
    const all: [string, string][] = [...rows, ['Z', t.actions.undo], ['H', texts().board.hints], ['N', t.keys.next], ['Esc', t.keys.leave], ['?', t.keys.list]];
    return (
        <Dialog
            title={t.keys.title}
            onClose={onClose}
            actions={
                <button type="button" data-help="rules" onClick={onRules}>
                    {texts().around.nav.rules}
                </button>
            }
        >
            <dl class="keys" data-part="keys">
                {all.map(([key, what]) => (
                    <div key={key}>
                        <dt>
                            <kbd>{key}</kbd>
                        </dt>
                        <dd>{what}</dd>
                    </div>
                ))}
            </dl>
            <p class="quiet">{t.keys.board}</p>
        </Dialog>
    );
}
