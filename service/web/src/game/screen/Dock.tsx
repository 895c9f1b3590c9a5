// SPDX-License-Identifier: AGPL-3.0-or-later
// The row of main actions at the lower edge: the same buttons in the same places throughout the game, dimmed while they
// cannot be used; the one that moves the game on (roll, end turn, next game) comes last.
import type { ComponentChildren, JSX } from 'preact';
import { costOf, missing } from '../../lib/rules';
import { Link } from '../../lib/router';
import { texts } from '../../texts';
import type { Cards } from '../../types';
import { kindsOf } from '../../lib/kinds';
import { cardsText } from '../../lib/cardsText';
import { ActionIcon, type ActionSign } from '../actions/ActionIcon';
import { decisionOf, handOf, mover, pastSetUp, startsOf } from '../actions/asked';
import { inPanel, type Row, rowOf, rowsFor, type SheetName } from '../actions/controls';
import { Cost } from '../actions/Cost';
import type { Flow } from '../actions/flow';
import type { Start } from '../actions/picker';
import { missingRoom } from '../actions/room';
import { dockLabel, startHelp, startLabel } from '../actions/say';
import { useGame } from '../state/context';
import type { GameState } from '../state/gameStore';
import { useNextGame } from './useNextGame';

/** A second tap on a begun action's button cancels it. */
const beginOrLeave = (flow: Flow, start: Start, begun: boolean): void => (begun ? flow.cancel() : flow.begin(start));

interface CellProps {
    sign?: ActionSign | undefined;
    label: string;
    cost?: Cards | null | undefined;
    hotkey?: string | undefined;
}

function Inside({ sign, label, cost }: CellProps): JSX.Element {
    return (
        <>
            {sign && <ActionIcon sign={sign} />}
            <span class="dock-label" data-part="label">{label}</span>
            {cost && <Cost cost={cost} />}
        </>
    );
}

const hint = (text: string, hotkey?: string): string => (hotkey ? `${text} (${hotkey.toUpperCase()})` : text);

export function StartButton({ flow, start, main = false }: { flow: Flow; start: Start; main?: boolean }): JSX.Element {
    const { state } = useGame();
    const { costs, sign, hotkey } = rowOf(start);
    const also = startsOf(state).find((other) => rowOf(other).beside === start.type)?.type;
    const begun = [start.type, also].includes(flow.start?.type) && flow.start?.card === start.card && flow.canGoBack;
    return (
        <button type="button" class={main ? 'main' : undefined} data-do={start.type} data-also={also} data-card={start.card ?? undefined} data-explain={`action/${start.type}`} aria-pressed={begun || undefined} aria-keyshortcuts={hotkey?.toUpperCase()} title={hint(startHelp(start, state.game.rules) ?? startLabel(start), hotkey)} disabled={flow.sending} onClick={() => beginOrLeave(flow, start, begun)}>
            <Inside sign={sign} label={dockLabel(start)} cost={costs && costOf(start.type)} />
        </button>
    );
}

/** A button that cannot be used now: a tap says why, below the board. */
function Lacking({ row, onWhy }: { row: Row; onWhy: (why: string) => void }): JSX.Element {
    const { state } = useGame();
    const t = texts().play;
    const type = row.keys[0] ?? '';
    const cost = row.costs && costOf(type);
    const step = decisionOf(state)?.decision === 'turn' ? state.view.turn.step : null;
    const wait = step === 'actions' ? null : step === 'before_roll' ? t.rollFirst : t.notNow;
    const short = cost ? missing(cost, handOf(state)) : {};
    const room = missingRoom(state, mover(state) ?? -1, type);
    const reasons = [...(kindsOf(short).length > 0 ? [t.lacks(cardsText(short))] : []), ...(room === 'piece' ? [t.noPiece] : room === 'place' ? [t.noRoom[type] ?? t.noPlace] : [])];
    const why = wait ?? (reasons.length > 0 ? reasons.join(' ') : t.noPlace);
    return (
        <button type="button" class="dock-lacking" aria-disabled="true" data-lacking={type} data-explain={`action/${type}`} title={why} onClick={() => onWhy(`${startLabel({ type, card: null })}: ${why}`)}>
            <Inside sign={row.sign} label={dockLabel({ type, card: null })} cost={cost} />
            <span class="sr">{why}</span>
        </button>
    );
}

interface Cell {
    key: string;
    at: number;
    body: ComponentChildren;
}

/** What can be begun by a button of its own, besides what leads on. */
function openBesides(state: GameState, except: Start | null): Start[] {
    const starts = startsOf(state);
    return starts.filter((start) => start.key !== except?.key && !rowOf(start).leads && rowOf(start).surface !== 'hand' && start.type !== 'undo' && !inPanel(start) && !starts.some(({ type }) => type === rowOf(start).beside));
}

/** The buttons in the order of the table of controls, which is the same every turn. */
function cellsOf(state: GameState, flow: Flow, except: Start | null, onWhy: (why: string) => void): Cell[] {
    const open = openBesides(state, except);
    const rows = rowsFor(state.game.rules);
    const order = rows.flatMap(({ keys }) => keys);
    const at = (start: Start): number => (order.indexOf(start.key) + 1 || order.indexOf(start.type) + 1 || order.length + 1) - 1;
    const turn = decisionOf(state)?.decision === 'turn';
    // Building first, dealings with others after it.
    const place = (row: Row, n: number): number => (row.costs ? n : n + order.length);
    const can = open.map((start) => ({ key: start.key, at: place(rowOf(start), at(start)), body: <StartButton flow={flow} start={start} main={!turn && !except && !rowOf(start).always} /> }));
    const lacking = rows
        .filter(({ always, keys }) => always && pastSetUp(state) && !open.some((start) => keys.includes(start.type) || keys.includes(rowOf(start).beside ?? '')))
        .map((row) => ({ key: row.keys[0] ?? '', at: place(row, order.indexOf(row.keys[0] ?? '')), body: <Lacking row={row} onWhy={onWhy} /> }));
    return [...can, ...lacking].sort((a, b) => a.at - b.at);
}

/** The button that moves the game on: roll, end turn; otherwise the next game that waits. */
function Leading({ flow, except }: { flow: Flow; except: Start | null }): JSX.Element | null {
    const { state } = useGame();
    const next = useNextGame();
    const leading = startsOf(state).find((start) => rowOf(start).leads && start.key !== except?.key);
    if (leading) return <StartButton flow={flow} start={leading} main />;
    if (decisionOf(state) || !next) return null;
    return (
        <Link class="button main" data-do="next-game" href={next.href}>
            <Inside sign="next" label={next.label} />
        </Link>
    );
}

interface DockProps {
    flow: Flow;
    /** The start that has opened by itself, which gets no button here. */
    except: Start | null;
    sheets: { name: SheetName; count: number }[];
    opened: SheetName | null;
    onSheet: (name: SheetName) => void;
    onWhy: (why: string) => void;
}

export function Dock({ flow, except, sheets, opened, onSheet, onWhy }: DockProps): JSX.Element | null {
    const { state } = useGame();
    const t = texts().play;
    const [latest] = startsOf(state).find(({ type }) => type === 'undo')?.actions ?? [];
    if (mover(state) === null || state.view.status !== 'active') return null;
    // A form that opened by itself has no way back to the buttons, so they stay where one of them is another answer.
    const choice = except !== null && openBesides(state, except).length > 0;
    return (
        <div class="dock" data-part="actions" data-choice={choice ? '' : undefined} data-game={state.game.rules.game} data-begun={flow.start && flow.canGoBack ? '' : undefined} role="group" aria-label={t.title}>
            {cellsOf(state, flow, except, onWhy).map(({ key, body }) => (
                <span key={key}>{body}</span>
            ))}
            {sheets.map(({ name, count }) => (
                <button type="button" key={name} data-sheet={name} aria-expanded={opened === name} title={t.sheets[name]} onClick={() => onSheet(name)}>
                    <Inside sign={name === 'cards' ? 'card' : name} label={count > 0 ? `${t.sheets[name]} ${count}` : t.sheets[name]} />
                </button>
            ))}
            <button type="button" data-do="undo" aria-keyshortcuts="Z" title={hint(t.actions.undo, 'Z')} disabled={!latest || flow.sending} onClick={() => latest && flow.make(latest)}>
                <Inside sign="undo" label={t.dock.undo ?? t.actions.undo} />
            </button>
            <Leading flow={flow} except={except} />
        </div>
    );
}
