// SPDX-License-Identifier: AGPL-3.0-or-later
// Sign-up and sign-in, side by side.
import type { JSX } from 'preact';
import { texts } from '../../texts';
import { SignInForm } from './SignInForm';
import type { Made } from '../../ui/KeyShown';
import { SignUpForm } from './SignUpForm';

export function SignForms({ title, lead = '', email = '', onMade }: { title: string; lead?: string; email?: string; onMade: (made: Made) => Promise<void> }): JSX.Element {
    return (
        <div class="sign">
            <section class="sheet">
                <h2>{title}</h2>
                {lead && <p class="quiet">{lead}</p>}
                <SignUpForm email={email} onMade={onMade} />
            </section>
            <section class="sheet">
                <h2>{texts().around.sign.inTitle}</h2>
                <SignInForm />
            </section>
        </div>
    );
}
