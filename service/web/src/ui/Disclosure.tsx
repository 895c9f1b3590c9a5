// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Something that few need: it is there, and fetched, once it has been unfolded. */
export function Disclosure({ label, name, children }: { label: string; name: string; children: ComponentChildren }): JSX.Element {
    const [opened, setOpened] = useState(false);
    return (
        <details class="sheet" data-fold={name} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
            <summary>{label}</summary>
            {opened && children}
        </details>
    );
}
