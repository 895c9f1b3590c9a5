// SPDX-License-Identifier: AGPL-3.0-or-later
// A choice of one, with a button for each: brushes, pieces, seats.
import type { ComponentChildren, JSX } from 'preact';

export interface Chip<Value> {
    key: string;
    value: Value;
    label: string;
    /** Shown instead of the label, which screen readers still get. */
    face?: ComponentChildren;
}

export function Chips<Value>({ label, chips, chosen, onChoose }: { label: string; chips: Chip<Value>[]; chosen: string; onChoose: (value: Value, key: string) => void }): JSX.Element {
    return (
        <div class="chips" role="group" aria-label={label}>
            {chips.map(({ key, value, label: name, face }) => (
                <button type="button" key={key} class="chip" aria-pressed={key === chosen} aria-label={face ? name : undefined} title={face ? name : undefined} data-pick={key} onClick={() => onChoose(value, key)}>
                    {face ?? name}
                </button>
            ))}
        </div>
    );
}

/** A small number with buttons for one up and one down. */
export function Count({ label, value, min = 0, max, onChange, name }: { label: string; value: number; min?: number; max: number; onChange: (value: number) => void; name?: string }): JSX.Element {
    return (
        <div class="count-row" data-count={name ?? label} role="group" aria-label={label}>
            <span>{label}</span>
            <button type="button" aria-label={`${label} −`} disabled={value <= min} onClick={() => onChange(value - 1)}>
                −
            </button>
            <b aria-live="polite">{value}</b>
            <button type="button" aria-label={`${label} +`} disabled={value >= max} onClick={() => onChange(value + 1)}>
                +
            </button>
        </div>
    );
}
