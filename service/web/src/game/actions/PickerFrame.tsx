// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import type { Start } from './picker';
import { startLabel } from './say';

interface Props {
    start: Start;
    /** The field being chosen, and how many values it already has. */
    field?: string;
    count?: number;
    /** Without a title: the choices are clear by themselves. */
    bare?: boolean;
    /** If present, the frame is a form. */
    onSubmit?: () => void;
    children: ComponentChildren;
}

/** The frame around each question about a begun action. */
export function PickerFrame({ start, field, count, bare = false, onSubmit, children }: Props): JSX.Element {
    const label = startLabel(start);
    const heading = !bare && <h3>{label}</h3>;
    if (!onSubmit) {
        return (
            <div class="picker" role="group" aria-label={label} data-picking={start.key} data-field={field} data-count={count}>
                {heading}
                {children}
            </div>
        );
    }
    return (
        <form
            class="picker"
            data-picking={start.key}
            onSubmit={(event) => {
                event.preventDefault();
                onSubmit();
            }}
        >
            {heading}
            {children}
        </form>
    );
}
