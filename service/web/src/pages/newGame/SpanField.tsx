// SPDX-License-Identifier: AGPL-3.0-or-later
// A duration: a number and its unit, stored in seconds.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { texts } from '../../texts';

type Unit = 'minutes' | 'hours' | 'days';
const seconds: Record<Unit, number> = { minutes: 60, hours: 3600, days: 86400 };

/** The largest unit in which the value is a whole number. */
function unitOf(value: number | null): Unit {
    if (!value || !Number.isFinite(value)) return 'hours';
    return (['days', 'hours'] as const).find((unit) => value % seconds[unit] === 0) ?? 'minutes';
}

/** The input in seconds; null if it is empty. */
const parse = (text: string, unit: Unit): number | null => (text.trim() === '' ? null : Math.round(Number(text.replace(',', '.')) * seconds[unit]));

/** `value`: null for an empty field, which is fine unless it is required; NaN if it is not a number. */
export function SpanField({ label, help, error, value, name, required = false, onChange }: { label: string; help?: string; error?: string | undefined; value: number | null; name: string; required?: boolean; onChange: (value: number | null) => void }): JSX.Element {
    const t = texts().making;
    const id = useId();
    const [typed, setTyped] = useState({ text: '', unit: unitOf(value) });
    const taken = ({ text, unit }: typeof typed): number | null => parse(text, unit) ?? (required ? NaN : null);
    // The text stays as typed unless the value was changed from outside.
    const shown = Object.is(taken(typed), value) ? typed : { text: value === null || Number.isNaN(value) ? '' : String(value / seconds[unitOf(value)]), unit: value === null ? typed.unit : unitOf(value) };
    const take = (next: typeof typed): void => {
        setTyped(next);
        onChange(taken(next));
    };
    return (
        <div class="field span-field">
            <label for={id}>{label}</label>
            <div class="row">
                <input id={id} name={name} inputMode="decimal" value={shown.text} required={required} aria-describedby={`${id}-help`} aria-invalid={error !== undefined} onInput={(event) => take({ ...shown, text: event.currentTarget.value })} />
                <select aria-label={t.unit(label)} value={shown.unit} onChange={(event) => take({ ...shown, unit: event.currentTarget.value as Unit })}>
                    {(Object.keys(seconds) as Unit[]).map((one) => (
                        <option key={one} value={one} selected={one === shown.unit}>
                            {t.units[one]}
                        </option>
                    ))}
                </select>
            </div>
            <small id={`${id}-help`} class={error ? 'bad' : undefined}>
                {error ?? help}
            </small>
        </div>
    );
}
