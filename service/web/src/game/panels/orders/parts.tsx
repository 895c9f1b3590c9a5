// SPDX-License-Identifier: AGPL-3.0-or-later
// Small controls of the form.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BoardChoice } from '../../../board/targets';
import { useGame } from '../../state/context';
import { texts } from '../../../texts';
import type { Place } from '../../../types';
import { faultDetail } from '../../../ui/toast';
import { errorsAt, useEditing } from './editing';
import { moved, replaced, without } from './model';

/** What is wrong at a place of the orders. */
export function Wrong({ at, except }: { at: string; except?: string[] }): JSX.Element | null {
    const { errors } = useEditing();
    const found = errorsAt(errors, at, except);
    if (found.length === 0) return null;
    return (
        <p class="bad orders-wrong" data-part="step-fault" role="alert">
            {found.map(faultDetail).join(' ')}
        </p>
    );
}

/** A collapsible part of the orders; its current setting is shown next to its name. */
export function OrderPart({ name, title, now, children }: { name: string; title: string; now: string; children: ComponentChildren }): JSX.Element {
    const { errors } = useEditing();
    const [open, setOpen] = useState(false);
    const wrong = errorsAt(errors, `/${name}`).length > 0;
    useEffect(() => {
        if (wrong) setOpen(true);
    }, [wrong]);
    return (
        <details class="orders-part sheet" data-part={name} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>
                <b>{title}</b> <span class={wrong ? 'bad' : 'quiet'}>{now}</span>
            </summary>
            <div class="orders-body">{children}</div>
        </details>
    );
}

/** Toggle buttons, with a text for when none is pressed. */
export function Toggles<Value extends string | number>({ label, none, all, chosen, onChange }: { label: string; none: string; all: [Value, string][]; chosen: Value[]; onChange: (chosen: Value[]) => void }): JSX.Element {
    return (
        <div class="orders-toggles" role="group" aria-label={label}>
            <span>
                <b>{label}</b> {chosen.length === 0 && <span class="quiet">{none}</span>}
            </span>
            <div class="row">
                {all.map(([value, name]) => (
                    <button type="button" key={value} data-toggle={value} aria-pressed={chosen.includes(value)} onClick={() => onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])}>
                        {name}
                    </button>
                ))}
            </div>
        </div>
    );
}

/** Buttons that change the order of a list. */
export function Shift({ i, n, what, onMove, onTake }: { i: number; n: number; what: string; onMove: (by: -1 | 1) => void; onTake: () => void }): JSX.Element {
    const t = texts().orders;
    const buttons: [string, string, boolean, () => void][] = [
        [t.up, '↑', i === 0, () => onMove(-1)],
        [t.down, '↓', i === n - 1, () => onMove(1)],
        [t.take, '×', false, onTake],
    ];
    return (
        <span class="orders-shift">
            {buttons.map(([label, sign, disabled, act]) => (
                <button type="button" key={sign} class="plain" aria-label={`${label}: ${what}`} title={label} disabled={disabled} onClick={act}>
                    {sign}
                </button>
            ))}
        </span>
    );
}

/** Lets the reader choose a place on the board; afterwards the board is lit as before. */
function usePick(): { picking: boolean; pick: (kind: Place['kind'], label: string, done: (id: number) => void) => void } {
    const { state, selection } = useGame();
    const [mine, setMine] = useState<BoardChoice | null>(null);
    const open = useRef<BoardChoice | null>(null);
    const picking = mine !== null && selection.choice === mine;
    const stop = (): void => {
        if (open.current && open.current === selection.choice) selection.set('orders', null);
        open.current = null;
    };
    useEffect(() => stop, []);
    const pick = (kind: Place['kind'], label: string, done: (id: number) => void): void => {
        const all = { vertex: state.board.vertices, edge: state.board.edges, hex: state.board.hexes }[kind];
        const from = document.activeElement;
        const end = (): void => {
            stop();
            setMine(null);
            from?.scrollIntoView({ block: 'center' });
            if (from instanceof HTMLElement) from.focus({ preventScroll: true });
        };
        const next: BoardChoice = {
            label, chosen: [], cancel: end,
            places: all.map(({ id }) => ({ kind, id })),
            pick: (place) => {
                end();
                done(place.id);
            },
        };
        open.current = next;
        setMine(next);
        selection.set('orders', next);
        document.querySelector('.game-board')?.scrollIntoView({ block: 'start' });
    };
    return { picking, pick };
}

/** TEXT is the label while no place is being chosen; NAME tells several buttons apart. */
export function PickButton({ kind, label, name, text, onPick }: { kind: Place['kind']; label: string; name?: string; text?: string; onPick: (id: number) => void }): JSX.Element {
    const t = texts().orders;
    const { picking, pick } = usePick();
    return (
        <button type="button" data-choose={kind} data-add={name} aria-pressed={picking} onClick={() => pick(kind, label, onPick)}>
            {picking ? t.onBoardNow : (text ?? t.onBoard)}
        </button>
    );
}

/** A number, or nothing. */
export function NumberField({ label, value, min, max, onChange, none }: { label: string; value: number | undefined; min: number; max: number; onChange: (value: number | undefined) => void; none?: string }): JSX.Element {
    return (
        <label class="orders-number">
            <span>{label}</span>
            <input type="number" inputMode="numeric" min={min} max={max} step="any" value={value ?? ''} placeholder={none} onInput={(event) => onChange(event.currentTarget.value === '' ? undefined : Number(event.currentTarget.value))} />
        </label>
    );
}

/** A list whose entries keep their identity when they are reordered. */
export function useEntries<T>(list: T[], onChange: (list: T[]) => void): { keys: number[]; put: (i: number, entry: T) => void; move: (i: number, by: -1 | 1) => void; take: (i: number) => void; add: (entry: T) => void } {
    const [given, setGiven] = useState<number[]>([]);
    const last = useRef(0);
    const keys = list.map((_, i) => given[i] ?? -1 - i);
    const set = (next: T[], nextKeys: number[]): void => {
        setGiven(nextKeys);
        onChange(next);
    };
    return {
        keys,
        put: (i, entry) => onChange(replaced(list, i, entry)),
        move: (i, by) => set(moved(list, i, by), moved(keys, i, by)),
        take: (i) => set(without(list, i), without(keys, i)),
        add: (entry) => {
            last.current++;
            set([...list, entry], [...keys, last.current]);
        },
    };
}
