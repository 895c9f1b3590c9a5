// SPDX-License-Identifier: AGPL-3.0-or-later
// What is asked, offered or opened, between the board and the hand: one thing at a time, never covering what it is
// about. While a place on the board is chosen it is a single line.
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../../texts';
import { startsOf } from '../actions/asked';
import { Choices } from '../actions/Choices';
import { rowOf, rowsFor, type SheetName } from '../actions/controls';
import type { Flow } from '../actions/flow';
import type { Idle } from '../actions/idle';
import { OutcomeForm } from '../actions/outcome';
import { Status } from '../actions/Status';
import { withParts } from '../../lib/parts';
import { cameSoon, soon } from '../../ui/ahead';
import { lazy } from '../../ui/lazy';
import { useGame } from '../state/context';
import { StartButton } from './Dock';
import { OpenSeats } from './OpenSeats';

const Confirm = soon(async () => ({ default: (await import('../actions/Confirm')).Confirm }));
const MoreSheet = soon(async () => ({ default: (await import('../actions/More')).MoreSheet }));
const ResultScreen = lazy(withParts(['panels'], () => import('../result/ResultScreen')));

/** The way in progress: a question about it, its form, or the next choice. */
function Active({ flow }: { flow: Flow }): JSX.Element | null {
    const { state } = useGame();
    const { start } = flow;
    if (flow.untold) return <OutcomeForm key={`${flow.untold.type} ${state.list.seq}`} flow={flow} action={flow.untold} />;
    if (flow.asked) return <Confirm flow={flow} action={flow.asked} />;
    if (!start) return null;
    const { Form } = rowOf(start);
    if (Form && (flow.picks.length === 0 || !flow.picked.action || flow.picked.action.open)) return <Form key={start.key} start={start} flow={flow} />;
    return <Choices flow={flow} start={start} />;
}

/** What can be done at the tapped place. */
function HereMenu({ flow, idle }: { flow: Flow; idle: Idle }): JSX.Element {
    const t = texts();
    return (
        <div class="picker" role="group" aria-label={t.play.hereTitle} data-here>
            <h3>{t.play.hereTitle}</h3>
            <div class="row">
                {idle.offered.map(({ start, field, place }) => (
                    <StartButton key={start.key} flow={{ ...flow, begin: (begun) => flow.begin(begun, [{ field, value: place.id }]) }} start={start} />
                ))}
                <button type="button" class="plain" data-do="cancel" onClick={idle.leave}>
                    {t.common.cancel}
                </button>
            </div>
        </div>
    );
}

/** A part that stays in the document, so that its state is kept, but is hidden while another one is shown. */
function Part({ name, shown, children }: { name: string; shown: boolean; children: ComponentChildren }): JSX.Element {
    return (
        <div class="sheet-part" data-sheet-of={name} hidden={!shown}>
            {children}
        </div>
    );
}

interface SheetHostProps {
    flow: Flow;
    idle: Idle;
    opened: SheetName | null;
    /** Why the tapped action is not possible. */
    why: string | null;
    area: { current: HTMLDivElement | null };
}

export function SheetHost({ flow, idle, opened, why, area }: SheetHostProps): JSX.Element {
    const { state, selection } = useGame();
    const { status } = state.game;
    const choosing = selection.choice;
    const starts = startsOf(state);
    const active = flow.start !== null || flow.asked !== null;
    const shown = opened ?? (active ? 'flow' : idle.here ? 'here' : 'auto');
    const slim = shown === 'flow' && !flow.asked && !flow.untold && choosing !== null && choosing.idle !== true && choosing.places.length > 0;
    // The top bar already says it, and the only choices are on the board.
    const said = slim && !flow.canGoBack && !flow.picked.step?.mayEnd && flow.picked.step?.options.every((value) => typeof value === 'number') === true;
    const host = useRef<HTMLDivElement>(null);
    /** Once opened, a sheet stays, so that its state is kept. */
    const seen = useRef(new Set<string>());
    seen.current.add(shown);
    useLayoutEffect(() => host.current?.scrollTo(0, 0), [shown, flow.start?.key]);
    // Panels without a possible action are rendered later, with what is one tap away.
    const panels = rowsFor(state.game.rules)
        .filter(({ Panel }) => Panel)
        .map((row) => ({ ...row, can: starts.filter(({ key, type }) => row.keys.includes(key) || row.keys.includes(type)) }))
        .filter(({ sheet, opens, can }) => (sheet ? can.length > 0 || seen.current.has(sheet) || cameSoon.value : (opens?.(state.view.turn) ?? true)));
    return (
        <div ref={host} class="sheet-host" data-part="sheet" role="group" aria-label={texts().play.title} tabIndex={0} data-slim={slim ? '' : undefined} data-said={said ? '' : undefined} data-shown={shown}>
            <h2 class="sr">{texts().play.title}</h2>
            {!opened && <Status />}
            {!opened && status === 'open' && <OpenSeats />}
            {!opened && status !== 'open' && status !== 'active' && <ResultScreen />}
            <div ref={area} hidden={opened !== null}>
                <Active flow={flow} />
                {!active && idle.here && <HereMenu flow={flow} idle={idle} />}
                <p class="bad play-fault" data-part="refusal" role="alert">
                    {flow.fault}
                </p>
            </div>
            {panels.map(({ keys, Panel, sheet = 'auto', can }) => Panel && (
                <Part key={keys[0]} name={sheet} shown={shown === sheet}>
                    <Panel flow={flow} starts={can} />
                </Part>
            ))}
            <Part name="more" shown={shown === 'more'}>
                {seen.current.has('more') && <MoreSheet flow={flow} shown={shown === 'more'} />}
            </Part>
            <p class="quiet play-why" data-part="lacking" role="status">
                {why}
            </p>
        </div>
    );
}
