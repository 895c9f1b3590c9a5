// SPDX-License-Identifier: AGPL-3.0-or-later
// Joins a friend's game with just a name.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { accountFaults, type AccountFaults, nameMax } from '../../lib/accountFaults';
import { signInPath } from '../../lib/paths';
import { Link, useLocation } from '../../lib/router';
import { beginGuest } from '../../lib/session';
import { texts } from '../../texts';
import { Field } from '../../ui/Field';
import { toastError } from '../../ui/toast';

/** `onEntered` takes the seat; only after that does the page treat the guest as signed in. */
export function GuestForm({ onEntered }: { onEntered: () => Promise<void> }): JSX.Element {
    const { path } = useLocation();
    const [name, setName] = useState('');
    const [faults, setFaults] = useState<AccountFaults>({});
    const [busy, setBusy] = useState(false);
    const submit = async (event: Event): Promise<void> => {
        event.preventDefault();
        setBusy(true);
        setFaults({});
        try {
            const enter = await beginGuest(name.trim());
            await onEntered();
            enter();
        } catch (fault) {
            const known = accountFaults(fault, name.trim());
            if (known) setFaults(known);
            else toastError(fault);
            setBusy(false);
        }
    };
    return (
        <form class="sheet guest-form" data-part="guest-form" noValidate onSubmit={(event) => void submit(event)}>
            <h2>{texts().making.join.guestTitle}</h2>
            <Field label={texts().making.join.guestName} help={texts().making.join.guestHelp} error={faults.name} name="name" value={name} autocomplete="nickname" maxLength={nameMax} onInput={(event) => setName(event.currentTarget.value)} />
            <p class="row">
                <button type="submit" class="main" data-do="join-as-guest" disabled={busy}>
                    {texts().making.join.guestDo}
                </button>
                <Link href={signInPath(path)}>{texts().making.join.haveAccount}</Link>
            </p>
        </form>
    );
}
