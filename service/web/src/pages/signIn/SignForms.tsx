// SPDX-License-Identifier: AGPL-3.0-or-later
// Sign-up and sign-in, side by side; which of them comes first depends on who is expected.
import type { JSX } from 'preact';
import { texts } from '../../texts';
import { SignInForm } from './SignInForm';
import type { Made } from '../../ui/KeyShown';
import { SignUpForm } from './SignUpForm';

interface SignProps {
    title: string;
    lead?: string;
    email?: string;
    /** Most readers are expected to have an account. */
    known?: boolean;
    onMade: (made: Made) => Promise<void>;
}

export function SignForms({ title, lead = '', email = '', known = false, onMade }: SignProps): JSX.Element {
    const signUp = (
        <section key="up" class="sheet">
            <h2>{title}</h2>
            {lead && <p class="quiet">{lead}</p>}
            <SignUpForm email={email} onMade={onMade} />
        </section>
    );
    const signIn = (
        <section key="in" class="sheet">
            <h2>{texts().around.sign.inTitle}</h2>
            <SignInForm />
        </section>
    );
    return <div class="sign">{known ? [signIn, signUp] : [signUp, signIn]}</div>;
}
