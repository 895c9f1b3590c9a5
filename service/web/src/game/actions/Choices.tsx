// SPDX-License-Identifier: AGPL-3.0-or-later
// The next choice of an action: places are lit on the board, everything else is a button here.
import type { JSX } from 'preact';
import { useGame } from '../state/context';
import { texts } from '../../texts';
import type { Kind } from '../../types';
import { commodities, resources } from '../../lib/kinds';
import { KindIcon } from '../../ui/icons';
import type { Value } from './fields';
import type { Flow } from './flow';
import { enough, type Start } from './picker';
import { PickerFrame } from './PickerFrame';
import { prompt, startHelp, valueLabel } from './say';

const kinds = new Set<Value>([...resources, ...commodities]);

function ValueButton({ flow, start, field, value, first }: { flow: Flow; start: Start; field: string; value: Value; first?: boolean }): JSX.Element {
    const { state } = useGame();
    return (
        <button type="button" data-do={start.type} data-pick={`${field}=${String(value)}`} data-first={first} disabled={flow.sending} onClick={() => flow.pick(value)}>
            {kinds.has(value) && <KindIcon kind={value as Kind} />}
            {valueLabel(state, start, field, value)}
        </button>
    );
}

/** Values already chosen in a field with several values; a tap removes one. */
function Chosen({ flow, start }: { flow: Flow; start: Start }): JSX.Element | null {
    const { state } = useGame();
    const { step } = flow.picked;
    if (!step || step.chosen.length === 0 || step.place) return null;
    return (
        <p class="quiet">
            {texts().play.chosen(step.chosen.length)}: {step.chosen.map((value) => valueLabel(state, start, step.field, value)).join(', ')}
        </p>
    );
}

/** The buttons to go back a step and to cancel, if possible. */
export function BackButtons({ flow }: { flow: Flow }): JSX.Element | null {
    const t = texts().common;
    if (!flow.canGoBack) return null;
    return (
        <>
            {flow.picks.length > 1 && (
                <button type="button" class="plain" data-do="back" disabled={flow.sending} onClick={flow.back}>
                    {t.back}
                </button>
            )}
            <button type="button" class="plain" data-do="cancel" disabled={flow.sending} onClick={flow.cancel}>
                {t.cancel}
            </button>
        </>
    );
}

export function Choices({ flow, start }: { flow: Flow; start: Start }): JSX.Element | null {
    const { state } = useGame();
    const { step } = flow.picked;
    const t = texts().play;
    if (!step) return <p class="quiet">{t.sending}</p>;
    // Places can only be picked on the board; other values of such a field (such as "none") are buttons.
    const buttons = step.options.filter((value) => !step.place || typeof value !== 'number');
    const effect = startHelp(start, state.game.rules);
    return (
        <PickerFrame start={start} field={step.field} count={step.chosen.length}>
            {effect && <p class="quiet">{effect}</p>}
            <p aria-live="polite">{prompt(state, start, step)}</p>
            <Chosen flow={flow} start={start} />
            <div class="row">
                {buttons.map((value, i) => (
                    <ValueButton key={String(value)} flow={flow} start={start} field={step.field} value={value} first={i === 0} />
                ))}
                {step.mayEnd && (
                    <button type="button" class="main" data-pick={`${step.field}=enough`} disabled={flow.sending} onClick={() => flow.pick(enough)}>
                        {step.chosen.length > 0 ? t.enough : t.noneOfThem}
                    </button>
                )}
                <BackButtons flow={flow} />
            </div>
        </PickerFrame>
    );
}
