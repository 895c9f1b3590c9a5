// SPDX-License-Identifier: AGPL-3.0-or-later
// A form for a name and, for those who want messages, an email address.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { accountFaults, type AccountFaults, nameMax } from '../lib/accountFaults';
import { texts } from '../texts';
import { Field } from './Field';
import { toastError } from './toast';

interface AccountFormProps {
    /** The data-part of the form and the data-do of its button, for tests and styles. */
    part: string;
    action?: string;
    label: string;
    name?: string;
    email?: string;
    emailHelp: string;
    /** Shown above the fields. */
    children?: ComponentChildren;
    /** Throws the server's refusal; faults of a field are shown at that field. */
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
