// SPDX-License-Identifier: AGPL-3.0-or-later
// What can be done now, and how: the sheet with the current question, the hand, the dock of actions.
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useHotkeys } from '../../lib/hotkeys';
import { currentPrefs } from '../../lib/prefs';
import { navigate } from '../../lib/router';
import { texts } from '../../texts';
import { decisionOf, playerOf, mover, startsOf, wanted } from '../actions/asked';
import { allRows, type SheetName } from '../actions/controls';
import { type Flow, useFlow } from '../actions/flow';
import { type Idle, useBoard } from '../actions/idle';
import { isKnights, knightsOf } from '../actions/knights';
import { hintSwitch } from '../coach/asking';
import { Hand } from '../hand/Hand';
import { RulesDialog } from '../coach/RulesDialog';
import { useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import { Dock } from './Dock';
import { SheetHost } from './SheetHost';
import { lazy } from '../../ui/lazy';
import { useNextGame } from './useNextGame';

const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog')).KeysDialog }), () => null);

/** Where the focus goes when an action begins or ends and the button with the focus is gone. The board takes the focus
 * from there if it has places to choose. */
function useFocus(key: string): { current: HTMLDivElement | null } {
    const area = useRef<HTMLDivElement>(null);
    const before = useRef(key);
    useLayoutEffect(() => {
        if (before.current === key) return;
        before.current = key;
        const { activeElement } = document;
        if (activeElement !== null && activeElement !== document.body) return;
        (area.current?.querySelector<HTMLElement>('[data-first], button') ?? document.querySelector<HTMLElement>('.dock .main'))?.focus({ preventScroll: true });
    }, [key]);
    return area;
}

/** Identifies the current step of a way. */
function momentOf(flow: Flow, idle: Idle): string {
    if (idle.here) return `here ${idle.here.kind} ${idle.here.id}`;
    return flow.start ? `${flow.start.key} ${flow.asked ? 'asked' : ''}${flow.picks.length}` : '';
}

/** The sheets that have a button in the dock, each with its count. */
function sheetsOf(state: GameState): { name: SheetName; count: number }[] {
    const own = playerOf(state, mover(state));
    const more = { name: 'more' as const, count: 0 };
    if (!own || !isKnights(state.game) || state.view.phase !== 'play') return [more];
    return [{ name: 'knights', count: knightsOf(state.view, own.seat).length }, { name: 'improve', count: 0 }, more];
}

/** Which sheet is open: the requested one, the cards when there is a fifth progress card, the notation for readers who
 * turn on coordinates. */
function useSheet(state: GameState, flow: Flow, idle: Idle): [SheetName | null, (name: SheetName | null) => void] {
    const { coordinates } = currentPrefs();
    const [opened, open] = useState<SheetName | null>(null);
    const fifth = decisionOf(state)?.decision === 'fifth_card' && !flow.start ? 'cards' : null;
    const begun = flow.start?.key ?? null;
    const here = idle.here ? `${idle.here.kind} ${idle.here.id}` : null;
    useEffect(() => open(fifth), [begun, fifth, here]);
    useEffect(() => {
        if (coordinates && state.game.mode === 'table') open('more');
    }, [coordinates]);
    return [opened, open];
}

/** The keys of the table of controls, and those for next game, undo and cancel. */
function useKeys(flow: Flow, idle: Idle, opened: SheetName | null, open: (name: SheetName | null) => void, help: () => void): void {
    const { state, guide } = useGame();
    const next = useNextGame();
    const hint = hintSwitch(state, guide);
    const starts = startsOf(state);
    const keys: Record<string, () => void> = { '?': help };
    if (hint) keys.h = hint;
    if (next) keys.n = () => navigate(next.href);
    if (flow.start && flow.canGoBack) keys.Escape = flow.cancel;
    else if (idle.here) keys.Escape = idle.leave;
    else if (opened) keys.Escape = () => open(null);
    const [latest] = starts.find(({ type }) => type === 'undo')?.actions ?? [];
    if (latest && !flow.sending) keys.z = () => flow.make(latest);
    for (const { hotkey, keys: names } of flow.untold || flow.asked || flow.sending ? [] : allRows()) {
        const start = hotkey && starts.find(({ key, type }) => names.includes(key) || names.includes(type));
        if (start) keys[hotkey] = () => flow.begin(start);
    }
    useHotkeys(keys);
}

function Present(): JSX.Element {
    const { state } = useGame();
    const flow = useFlow();
    const idle = useBoard(flow);
    const area = useFocus(momentOf(flow, idle));
    const [opened, open] = useSheet(state, flow, idle);
    const [why, setWhy] = useState<string | null>(null);
    const [help, showHelp] = useState<'keys' | 'rules' | null>(null);
    useEffect(() => setWhy(null), [state.list.seq, flow.start?.key, opened, idle.here]);
    useKeys(flow, idle, opened, open, () => showHelp('keys'));
    const toggle = (name: SheetName): void => open(opened === name ? null : name);
    const alone = flow.start !== null && flow.start.key === wanted(state)?.key;
    return (
        <section class="play" aria-label={texts().play.title} aria-busy={flow.sending}>
            <SheetHost flow={flow} idle={idle} opened={opened} why={why} area={area} />
            <Hand flow={flow} opened={opened === 'cards'} onCards={() => toggle('cards')} />
            <Dock flow={flow} except={alone ? flow.start : null} sheets={sheetsOf(state)} opened={opened} onSheet={toggle} onWhy={setWhy} />
            {help === 'keys' && <KeysDialog onClose={() => showHelp(null)} onRules={() => showHelp('rules')} />}
            {help === 'rules' && <RulesDialog rules={state.game.rules} onClose={() => showHelp(null)} />}
        </section>
    );
}

/** While the past is shown, the only action is to return to the present. */
function Former(): JSX.Element {
    const { playhead } = useGame();
    useHotkeys({ Escape: () => playhead.go(null) });
    return (
        <section class="play" aria-label={texts().play.title}>
            <Hand />
            <div class="dock" data-part="actions">
                <button type="button" class="main" data-time="now" onClick={() => playhead.go(null)}>
                    <span class="dock-label">{texts().game.backToNow}</span>
                </button>
            </div>
        </section>
    );
}

export function Play(): JSX.Element {
    const { past } = useGame();
    return past ? <Former /> : <Present />;
}
