// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { navigate, type PageProps } from '../../lib/router';
import { signIn, useMe } from '../../lib/session';
import { texts } from '../../texts';
import { KeyShown, type Made } from '../../ui/KeyShown';
import { Page } from '../Page';
import { isServed, ownPath } from '../../lib/paths';
import { SignForms } from './SignForms';

export default function SignInPage({ query }: PageProps): JSX.Element {
    const t = texts().around;
    const me = useMe();
    const [made, setMade] = useState<Made | null>(null);
    const goOn = (): void => {
        const to = ownPath(query.get('to'), location.origin);
        if (isServed(to)) location.replace(to);
        else navigate(to, true);
    };
    useEffect(() => {
        if (me && !made) goOn();
    }, [me, made]);
    const enter = async (account: Made): Promise<void> => {
        // Before the session exists, because the key is shown only once.
        setMade(account);
        await signIn(account.token);
    };
    if (made) {
        return (
            <Page title={t.key.title(made.name)}>
                <KeyShown made={made} onDone={goOn} />
            </Page>
        );
    }
    return (
        <Page title={t.sign.title} wide>
            <SignForms title={t.sign.upTitle} lead={t.sign.upLead} known onMade={enter} />
        </Page>
    );
}
