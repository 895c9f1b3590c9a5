// SPDX-License-Identifier: AGPL-3.0-or-later
import type { ComponentType, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { lazy } from '../../ui/lazy';

const KeepAccount = lazy(async () => ({ default: (await import('./KeepAccount')).KeepAccount as ComponentType<{ onClose: () => void; onKept?: () => void }> }), () => null);

/** Tells guests how long the account lasts, and offers to keep it; renders nothing for others. */
export function GuestNote({ onKept }: { onKept?: () => void }): JSX.Element | null {
    const t = texts().around.keep;
    const guest = useMe()?.guest === true;
    const [open, setOpen] = useState(false);
    if (!guest && !open) return null;
    return (
        <div class="guest-note" data-part="guest-note">
            {guest && <span>{t.note}</span>}
            {guest && (
                <button type="button" data-do="keep-account" onClick={() => setOpen(true)}>
                    {t.title}
                </button>
            )}
            {open && <KeepAccount onClose={() => setOpen(false)} {...(onKept && { onKept })} />}
        </div>
    );
}
