// SPDX-License-Identifier: AGPL-3.0-or-later
// Creates an account.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { texts } from '../../texts';
import { AccountForm } from '../../ui/AccountForm';
import type { Made } from '../../ui/KeyShown';

/** `email`: a known address, such as that of an invitation. */
export function SignUpForm({ email: given = '', onMade }: { email?: string; onMade: (made: Made) => Promise<void> }): JSX.Element {
    const t = texts().around.sign;
    const signUp = async (name: string, email: string): Promise<void> => {
        const { account, token } = await unwrap(api.POST('/v1/accounts', { body: { name, ...(email && { email }) } }));
        await onMade({ name: account.name, token, email });
    };
    return <AccountForm part="sign-up" label={t.up} email={given} emailHelp={given ? t.emailKept : t.emailHelp} onSend={signUp} />;
}
