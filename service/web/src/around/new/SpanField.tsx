// SPDX-License-Identifier: AGPL-3.0-or-later
// A span of time: a number and its unit, kept in seconds.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { texts } from '../../texts';

type Unit = 'minutes' | 'hours' | 'days';
const seconds: Record<Unit, number> = { minutes: 60, hours: 3600, days: 86400 };

/** The largest unit of which it is a whole number. */
function unitOf(value: number | null): Unit {
    if (!value || !Number.isFinite(value)) return 'hours';
    return (['days', 'hours'] as const).find((unit) => value % seconds[unit] === 0) ?? 'minutes';
}

/** `value`: null where nothing is said, which is fine unless it is required; NaN: what is no number. */
export function SpanField({ label, help, error, value, name, required = false, onChange }: { label: string; help?: string; error?: string | undefined; value: number | null; name: string; required?: boolean; onChange: (value: number | null) => void }): JSX.Element {
    const t = texts().making;
    const id = useId();
    const [unit, setUnit] = useState<Unit>(unitOf(value));
    // A clock chosen elsewhere may not be a whole number of the unit.
    const shown = value !== null && Number.isFinite(value) && !Number.isInteger(value / seconds[unit]) ? unitOf(value) : unit;
    const take = (text: string, by: Unit): void => onChange(text.trim() === '' ? (required ? NaN : null) : Math.round(Number(text.replace(',', '.')) * seconds[by]));
    const count = value === null || !Number.isFinite(value) ? '' : String(value / seconds[shown]);
    const choose = (next: Unit): void => {
        setUnit(next);
        if (count !== '') take(count, next);
    };
    return (
        <div class="field span-field">
            <label for={id}>{label}</label>
            <div class="row">
                <input id={id} name={name} inputMode="decimal" value={count} required={required} aria-describedby={`${id}-help`} aria-invalid={error !== undefined} onChange={(event) => take(event.currentTarget.value, shown)} />
                <select aria-label={t.unit(label)} value={shown} onChange={(event) => choose(event.currentTarget.value as Unit)}>
                    {(Object.keys(seconds) as Unit[]).map((one) => (
                        <option key={one} value={one} selected={one === shown}>
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
