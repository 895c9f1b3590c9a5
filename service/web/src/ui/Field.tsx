// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, InputHTMLAttributes, JSX } from 'preact';
import { useId } from 'preact/hooks';

/** A labelled input with its help and its error. */
export function Field({ label, help, error, ...rest }: { label: string; help?: ComponentChildren; error?: string | undefined } & InputHTMLAttributes<HTMLInputElement>): JSX.Element {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>{label}</label>
            <input {...rest} id={id} aria-describedby={`${id}-help`} aria-invalid={error !== undefined} />
            <small id={`${id}-help`} class={error ? 'bad' : undefined}>
                {error ?? help}
            </small>
        </div>
    );
}

export function Choice<Value extends string>({ label, help, value, options, onChoose, disabled }: { label: string; help?: ComponentChildren; value: Value; options: [Value, string][]; onChoose: (value: Value) => void; disabled?: boolean }): JSX.Element {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>{label}</label>
            <select id={id} value={value} disabled={disabled} aria-describedby={`${id}-help`} onChange={(event) => onChoose(event.currentTarget.value as Value)}>
                {options.map(([option, name]) => (
                    <option key={option} value={option} selected={option === value}>
                        {name}
                    </option>
                ))}
            </select>
            <small id={`${id}-help`}>{help}</small>
        </div>
    );
}

export function Check({ name, label, help, checked, onChange, disabled }: { name?: string; label: ComponentChildren; help?: ComponentChildren; checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }): JSX.Element {
    const id = useId();
    return (
        <div class="field check">
            <input id={id} name={name} type="checkbox" checked={checked} disabled={disabled} aria-describedby={help ? `${id}-help` : undefined} onChange={(event) => onChange(event.currentTarget.checked)} />
            <label for={id}>{label}</label>
            {help && <small id={`${id}-help`}>{help}</small>}
        </div>
    );
}
