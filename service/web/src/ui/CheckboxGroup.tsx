// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

/** Selects several options, in the order they are listed. */
export function CheckboxGroup<Value extends string>({ label, options, chosen, error, onChange }: { label: string; options: [Value, string][]; chosen: Value[]; error: string | undefined; onChange: (chosen: Value[]) => void }): JSX.Element {
    const id = useId();
    const toggle = (value: Value, on: boolean): void => onChange(options.map(([option]) => option).filter((option) => (option === value ? on : chosen.includes(option))));
    return (
        <fieldset class="several" aria-describedby={`${id}-help`}>
            <legend>{label}</legend>
            {options.map(([value, name]) => (
                <label key={value}>
                    <input type="checkbox" value={value} checked={chosen.includes(value)} onChange={(event) => toggle(value, event.currentTarget.checked)} /> {name}
                </label>
            ))}
            <small id={`${id}-help`} class="bad" aria-live="polite">
                {error}
            </small>
        </fieldset>
    );
}
