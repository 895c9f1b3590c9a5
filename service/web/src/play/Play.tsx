// SPDX-License-Identifier: AGPL-3.0-or-later
// What can be done now, and the way through it: what is wanted, the choice under way, the bar of actions.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useGame } from '../game/context';
import { useKept } from '../settings';
import { texts } from '../texts';
import { lazy } from '../ui/lazy';
import { mover, startsOf, wanted } from './asked';
import { Bar, HereMenu } from './Bar';
import { Confirm } from './Confirm';
import { allRows, rowOf } from './controls';
import type { Flow } from './flow';
import { useFlow } from './flow';
import { type Idle, useBoard } from './idle';
import { Choices } from './Choices';
import { Outcome } from './Outcome';
import { Status } from './Status';

/** The way that was begun: a question about it, its form, or the next choice. */
function Active({ flow }: { flow: Flow }): JSX.Element | null {
    const { state } = useGame();
    const { start } = flow;
    if (flow.untold) return <Outcome key={`${flow.untold.type} ${state.list.seq}`} flow={flow} action={flow.untold} />;
    if (flow.asked) return <Confirm flow={flow} action={flow.asked} />;
    if (!start) return null;
    const { Form } = rowOf(start);
    if (Form && (flow.picks.length === 0 || !flow.picked.action || flow.picked.action.open)) return <Form key={start.key} start={start} flow={flow} />;
    return <Choices flow={flow} start={start} />;
}

/** Controls that are there all the time. */
function Panels({ flow, above }: { flow: Flow; above: boolean }): JSX.Element {
    const starts = startsOf(useGame().state);
    return (
        <>
            {allRows().map(({ keys, Panel, above: first = false }) => Panel && first === above && <Panel key={keys[0]} flow={flow} starts={starts.filter(({ key, type }) => keys.includes(key) || keys.includes(type))} />)}
        </>
    );
}

/** Where the keyboard goes on when something was begun or has ended and its button is gone. The board takes
 * the focus from there when it has something to choose. */
function useFocus(key: string): { current: HTMLDivElement | null } {
    const area = useRef<HTMLDivElement>(null);
    const before = useRef(key);
    useLayoutEffect(() => {
        if (before.current === key) return;
        before.current = key;
        const { activeElement } = document;
        if (activeElement !== null && activeElement !== document.body) return;
        area.current?.querySelector<HTMLElement>('[data-first], button')?.focus({ preventScroll: true });
    }, [key]);
    return area;
}

/** Names the moment of a way. */
function moment(flow: Flow, idle: Idle): string {
    if (idle.here) return `here ${idle.here.kind} ${idle.here.id}`;
    return flow.start ? `${flow.start.key} ${flow.asked ? 'asked' : ''}${flow.picks.length}` : '';
}

const Notation = lazy(() => import('./Notation'));

/** The box for moves in words: there for whoever has the coordinates shown, a tap away for all others. */
function Words(): JSX.Element | null {
    const { state } = useGame();
    const { coordinates } = useKept();
    const [open, setOpen] = useState(false);
    if (mover(state) === null || state.view.status !== 'active') return null;
    if (open || coordinates) return <Notation />;
    return (
        <button type="button" class="plain quiet play-type" data-toggle="words" onClick={() => setOpen(true)}>
            {texts().table.typeMoves}
        </button>
    );
}

function Present(): JSX.Element {
    const { state } = useGame();
    const flow = useFlow();
    const idle = useBoard(flow);
    const area = useFocus(moment(flow, idle));
    const t = texts().play;
    const over = state.view.status === 'finished' || state.view.status === 'abandoned';
    const active = flow.start !== null || flow.asked !== null;
    const beside = flow.start !== null && flow.start.key === wanted(state)?.key;
    return (
        <section class="play sheet" aria-label={t.title} aria-busy={flow.sending} data-over={over || undefined}>
            <Status />
            <Panels flow={flow} above />
            <div ref={area}>
                <Active flow={flow} />
                {idle.here && <HereMenu flow={flow} idle={idle} />}
                <p class="bad play-fault" role="alert">
                    {flow.fault}
                </p>
                {(!active || beside) && !idle.here && <Bar flow={flow} except={beside ? flow.start : null} />}
            </div>
            <Panels flow={flow} above={false} />
            <Words />
        </section>
    );
}

export function Play(): JSX.Element {
    const { past } = useGame();
    if (!past) return <Present />;
    return (
        <section class="play sheet" aria-label={texts().play.title}>
            <p class="quiet">{texts().play.looking}</p>
        </section>
    );
}
