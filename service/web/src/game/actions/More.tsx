// SPDX-License-Identifier: AGPL-3.0-or-later
// Rare actions: help, resigning, undoing several moves at once, typed moves.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useGame } from '../state/context';
import { withParts } from '../../lib/parts';
import { texts } from '../../texts';
import type { Action } from '../../types';
import { lazy } from '../../ui/lazy';
import { startGuide, stopGuide, isGuided } from '../coach/progress';
import { RulesDialog } from '../coach/RulesDialog';
import { Dialog } from '../../ui/Dialog';
import { toastError } from '../../ui/toast';
import { mover, startsOf } from './asked';
import type { Flow } from './flow';

const Notation = lazy(withParts(['table'], () => import('./Notation')));

/** Undoes several moves at once, by how far to go back. */
function Back({ flow }: { flow: Flow }): JSX.Element | null {
    const { state } = useGame();
    const t = texts().play;
    const back = startsOf(state).find(({ type }) => type === 'undo')?.actions ?? [];
    if (back.length < 2) return null;
    return (
        <div class="play-back row" role="group" aria-label={t.moreBack}>
            <span>{t.actions.undo}:</span>
            {back.slice(1).map((action, i) => (
                <button type="button" key={String(action.to_seq)} data-pick={`to_seq=${String(action.to_seq)}`} disabled={flow.sending} onClick={() => flow.make(action)}>
                    {t.stepsBack(i + 2)}
                </button>
            ))}
        </div>
    );
}

/** The input for typed moves. */
function Words(): JSX.Element | null {
    const { state } = useGame();
    return mover(state) === null || state.view.status !== 'active' ? null : <Notation />;
}

/** Always available to a player with a seat, and never in the list of actions. */
function Resign(): JSX.Element | null {
    const { store, state } = useGame();
    const [asking, setAsking] = useState(false);
    const t = texts();
    const seat = mover(state);
    if (seat === null || state.view.status !== 'active' || state.view.players[seat]?.resigned) return null;
    const resign = (): void => {
        setAsking(false);
        store.send({ type: 'resign' } as Action).catch(toastError);
    };
    return (
        <>
            <button type="button" class="plain quiet" data-do="resign" onClick={() => setAsking(true)}>
                {t.play.actions.resign}
            </button>
            {asking && (
                <Dialog
                    title={t.play.actions.resign}
                    onClose={() => setAsking(false)}
                    actions={
                        <>
                            <button type="button" data-do="cancel" onClick={() => setAsking(false)}>
                                {t.common.cancel}
                            </button>
                            <button type="button" class="danger" data-do="confirm" onClick={resign}>
                                {t.play.actions.resign}
                            </button>
                        </>
                    }
                >
                    <p>{t.play.resignAsk}</p>
                </Dialog>
            )}
        </>
    );
}

/** How to play, and the guide. */
function Help(): JSX.Element {
    const { state } = useGame();
    const t = texts();
    const guided = isGuided();
    const [reading, setReading] = useState(false);
    return (
        <>
            <button type="button" data-help="rules" onClick={() => setReading(true)}>
                {t.around.nav.rules}
            </button>
            <button type="button" data-help="guide" aria-pressed={guided} onClick={guided ? stopGuide : () => startGuide(state.game.rules.game)}>
                {t.play.guide}
            </button>
            {reading && <RulesDialog rules={state.game.rules} onClose={() => setReading(false)} />}
        </>
    );
}

export function MoreSheet({ flow, shown }: { flow: Flow; shown: boolean }): JSX.Element {
    return (
        <div class="more" role="group" aria-label={texts().play.sheets.more}>
            <div class="row">
                <Help />
                <Resign />
            </div>
            <Back flow={flow} />
            {shown && <Words />}
        </div>
    );
}
