// SPDX-License-Identifier: AGPL-3.0-or-later
// What is rarely wanted: taking moves back, and giving up.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useGame } from '../game/context';
import { texts } from '../texts';
import type { Action } from '../types';
import { Dialog } from '../ui/Dialog';
import { sayFault } from '../ui/notice';
import { mover, startsOf } from './asked';
import type { Flow } from './flow';

/** The latest move back at once; several through a list of how far. */
function Undo({ flow }: { flow: Flow }): JSX.Element | null {
    const { state } = useGame();
    const [open, setOpen] = useState(false);
    const t = texts().play;
    const back = startsOf(state).find(({ type }) => type === 'undo')?.actions ?? [];
    const [latest] = back;
    if (!latest) return null;
    return (
        <>
            <button type="button" data-do="undo" disabled={flow.sending} onClick={() => flow.make(latest)}>
                {t.actions.undo}
            </button>
            {back.length > 1 && (
                <button type="button" class="plain" aria-expanded={open} aria-label={t.moreBack} data-do="undo-more" onClick={() => setOpen(!open)}>
                    …
                </button>
            )}
            {open && (
                <div class="play-back" role="group" aria-label={t.moreBack}>
                    {back.slice(1).map((action, i) => (
                        <button type="button" key={String(action.to_seq)} data-pick={`to_seq=${String(action.to_seq)}`} disabled={flow.sending} onClick={() => flow.make(action)}>
                            {t.stepsBack(i + 2)}
                        </button>
                    ))}
                </div>
            )}
        </>
    );
}

/** Always allowed to whoever has a seat, and never in the list. */
function Resign(): JSX.Element | null {
    const { store, state } = useGame();
    const [asking, setAsking] = useState(false);
    const t = texts();
    const seat = mover(state);
    if (seat === null || state.view.status !== 'active' || state.view.players[seat]?.resigned) return null;
    const resign = (): void => {
        setAsking(false);
        store.send({ type: 'resign' } as Action).catch(sayFault);
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

export function More({ flow }: { flow: Flow }): JSX.Element {
    return (
        <div class="play-group play-more" role="group" aria-label={texts().play.groups.other}>
            <Undo flow={flow} />
            <Resign />
        </div>
    );
}
