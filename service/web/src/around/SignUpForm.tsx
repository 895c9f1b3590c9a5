// SPDX-License-Identifier: AGPL-3.0-or-later
// A new account: a name, and an address for whoever wants to be reached.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, byteLength, got } from '../api';
import { texts } from '../texts';
import { Field } from '../ui/Field';
import { sayFault } from '../ui/notice';
import { fieldFaults, hasCode } from './faults';

export interface Made {
    name: string;
    token: string;
    /** "": none was given. */
    email: string;
}

/** In bytes, as the server counts. */
const nameMax = 127;
type Faults = { name?: string | undefined; email?: string | undefined };

function faultsOf(fault: unknown, name: string): Faults | null {
    const t = texts().around.sign;
    if (hasCode(fault, 'conflict')) return { name: t.nameTaken(name) };
    const found = fieldFaults(fault);
    if (!('/name' in found) && !('/email' in found)) return null;
    const nameFault = byteLength(name) > nameMax ? t.nameLong : t.nameBad;
    return { name: '/name' in found ? nameFault : undefined, email: '/email' in found ? t.emailBad : undefined };
}

/** `email`: an address that is given already, as in an invitation. */
export function SignUpForm({ email: given = '', onMade }: { email?: string; onMade: (made: Made) => Promise<void> }): JSX.Element {
    const t = texts().around.sign;
    const [name, setName] = useState('');
    const [email, setEmail] = useState(given);
    const [faults, setFaults] = useState<Faults>({});
    const [busy, setBusy] = useState(false);
    const submit = async (event: Event): Promise<void> => {
        event.preventDefault();
        if (name.trim() === '') return setFaults({ name: t.nameEmpty });
        setBusy(true);
        setFaults({});
        try {
            const address = email.trim();
            const { account, token } = await got(api.POST('/v1/accounts', { body: { name: name.trim(), ...(address && { email: address }) } }));
            await onMade({ name: account.name, token, email: address });
        } catch (fault) {
            const known = faultsOf(fault, name.trim());
            if (known) setFaults(known);
            else sayFault(fault);
        } finally {
            setBusy(false);
        }
    };
    return (
        <form class="sign-up" noValidate onSubmit={(event) => void submit(event)}>
            <Field label={t.name} help={t.nameHelp} error={faults.name} name="name" value={name} autocomplete="username" maxLength={nameMax} required onInput={(event) => setName(event.currentTarget.value)} />
            <Field label={t.email} help={given ? t.emailKept : t.emailHelp} error={faults.email} name="email" type="email" value={email} autocomplete="email" onInput={(event) => setEmail(event.currentTarget.value)} />
            <button type="submit" class="main" disabled={busy}>
                {t.up}
            </button>
        </form>
    );
}
