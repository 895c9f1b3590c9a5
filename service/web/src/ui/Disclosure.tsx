// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

/** For rarely needed content: it is rendered, and fetched, once it has been opened. */
export function Disclosure({ label, name, children }: { label: string; name: string; children: ComponentChildren }): JSX.Element {
    const [opened, setOpened] = useState(false);
    return (
        <details class="sheet" data-fold={name} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
            <summary>{label}</summary>
            {opened && children}
        </details>
    );
}
