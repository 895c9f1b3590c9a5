// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

/** A labelled field for a text of some lines, with its error. */
export function TextBox({ label, name, value, maxLength, error, onText }: { label: string; name: string; value: string; maxLength: number; error?: string | undefined; onText: (text: string) => void }): JSX.Element {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>{label}</label>
            <textarea id={id} name={name} rows={3} maxLength={maxLength} value={value} aria-describedby={`${id}-help`} aria-invalid={error !== undefined} onInput={(event) => onText(event.currentTarget.value)} />
            <small id={`${id}-help`} class={error ? 'bad' : undefined}>
                {error}
            </small>
        </div>
    );
}
