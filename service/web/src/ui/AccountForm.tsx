// SPDX-License-Identifier: AGPL-3.0-or-later
// A person's name and, if they want messages, an address.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { accountFaults, type AccountFaults, nameMax } from '../lib/accountFaults';
import { texts } from '../texts';
import { Field } from './Field';
import { toastError } from './toast';

interface AccountFormProps {
    /** What the form is, and what its button does, for those who look for them. */
    part: string;
    action?: string;
    label: string;
    name?: string;
    email?: string;
    emailHelp: string;
    /** Shown above the fields. */
    children?: ComponentChildren;
    /** Throws what the server refuses; what is wrong with a field is then said at it. */
    onSend: (name: string, email: string) => Promise<void>;
}

export function AccountForm({ part, action, label, name: givenName = '', email: givenEmail = '', emailHelp, children, onSend }: AccountFormProps): JSX.Element {
    const t = texts().around.sign;
    const [name, setName] = useState(givenName);
    const [email, setEmail] = useState(givenEmail);
    const [faults, setFaults] = useState<AccountFaults>({});
    const [busy, setBusy] = useState(false);
    const submit = async (event: Event): Promise<void> => {
        event.preventDefault();
        if (name.trim() === '') return setFaults({ name: t.nameEmpty });
        setBusy(true);
        setFaults({});
        try {
            await onSend(name.trim(), email.trim());
        } catch (fault) {
            const known = accountFaults(fault, name.trim());
            if (known) setFaults(known);
            else toastError(fault);
        } finally {
            setBusy(false);
        }
    };
    return (
        <form data-part={part} noValidate onSubmit={(event) => void submit(event)}>
            {children}
            <Field label={t.name} help={t.nameHelp} error={faults.name} name="name" value={name} autocomplete="username" maxLength={nameMax} required onInput={(event) => setName(event.currentTarget.value)} />
            <Field label={t.email} help={emailHelp} error={faults.email} name="email" type="email" value={email} autocomplete="email" onInput={(event) => setEmail(event.currentTarget.value)} />
            <button type="submit" class="main" data-do={action} disabled={busy}>
                {label}
            </button>
        </form>
    );
}
