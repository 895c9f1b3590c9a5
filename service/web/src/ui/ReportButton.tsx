// SPDX-License-Identifier: AGPL-3.0-or-later
// Opens the form for a report, which is loaded then.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { withParts } from '../lib/parts';
import { lazy } from './lazy';
import type { Reported } from './ReportDialog';

const ReportDialog = lazy(withParts(['fairPlay'], () => import('./ReportDialog')), () => null);

/** TITLE: what the label is too short to say. */
export function ReportButton({ of, label, title }: { of: Reported; label: string; title?: string }): JSX.Element {
    const [open, setOpen] = useState(false);
    return (
        <>
            <button type="button" class="plain report" data-do="report" aria-label={title} title={title} onClick={() => setOpen(true)}>
                {label}
            </button>
            {open && <ReportDialog of={of} onClose={() => setOpen(false)} />}
        </>
    );
}
