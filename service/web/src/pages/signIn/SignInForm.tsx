// SPDX-License-Identifier: AGPL-3.0-or-later
// Sign-in: by a passkey, by a mailed link or its code, or by the key.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { canPasskey, isGivenUp } from '../../lib/passkeyAble';
import { signIn } from '../../lib/session';
import { texts } from '../../texts';
import { Field } from '../../ui/Field';
import { toastError } from '../../ui/toast';
import { Tabs } from '../../ui/Tabs';
import { fieldFaults, hasCode } from '../../lib/faults';

/** Submits a form; `refused` returns the text for a fault, null for faults that this form does not know. */
function useSending(refused: (fault: unknown) => string | null): { busy: boolean; wrong: string | undefined; send: (event: Event, doing: () => Promise<void>) => Promise<void> } {
    const [busy, setBusy] = useState(false);
    const [wrong, setWrong] = useState<string | undefined>();
    const send = async (event: Event, doing: () => Promise<void>): Promise<void> => {
        event.preventDefault();
        setBusy(true);
        setWrong(undefined);
        try {
            await doing();
        } catch (fault) {
            const known = refused(fault);
            if (known === null) toastError(fault);
            else setWrong(known);
        } finally {
            setBusy(false);
        }
    };
    return { busy, wrong, send };
}

/** The six digits of a mail, however they are spaced; null: something else was typed. */
const digitsOf = (text: string): string | null => (/^\s*(?:\d\s*){6}$/.test(text) ? text.replace(/\s/g, '') : null);

/** Extracts the code from whatever was pasted: the code or the whole link. */
export const codeOf = (text: string): string => /[A-Za-z2-7]{26}(?![A-Za-z2-7])/.exec(text.trim())?.[0] ?? text.trim();

/** Deletes the key that was issued for the code: the session replaces it, and nothing else should use it. */
async function forgetKey(token: string): Promise<void> {
    const headers = { Authorization: `Bearer ${token}` };
    try {
        const { items } = await unwrap(api.GET('/v1/me/tokens', { headers }));
        const own = items.find(({ current }) => current);
        if (own) await api.DELETE('/v1/me/tokens/{token_id}', { params: { path: { token_id: own.id } }, headers });
    } catch {
        // If that fails, it remains in the list of keys.
    }
}

function CodeForm({ address, onBack }: { address: string; onBack: () => void }): JSX.Element {
    const t = texts().around.sign;
    const [code, setCode] = useState('');
    const { busy, wrong, send } = useSending((fault) => (hasCode(fault, 'not-found', 'invalid', 'bad-request') ? t.codeBad : hasCode(fault, 'rate-limited') ? t.codeTries : null));
    const take = async (): Promise<void> => {
        const digits = digitsOf(code);
        const { token } = await unwrap(digits === null ? api.POST('/v1/sign-in/{code}', { params: { path: { code: codeOf(code) } } }) : api.POST('/v1/sign-in/digits', { body: { email: address, digits } }));
        await signIn(token);
        await forgetKey(token);
    };
    return (
        <form noValidate onSubmit={(event) => void send(event, take)}>
            <p role="status">{t.mailed(address)}</p>
            <Field label={t.code} help={t.codeHelp} error={wrong} name="code" value={code} required inputMode="numeric" autocomplete="one-time-code" autocapitalize="none" spellcheck={false} onInput={(event) => setCode(event.currentTarget.value)} />
            <p class="row">
                <button type="submit" class="main" disabled={busy || code.trim() === ''}>
                    {t.in}
                </button>
                <button type="button" onClick={onBack}>
                    {t.another}
                </button>
            </p>
        </form>
    );
}

function MailForm(): JSX.Element {
    const t = texts().around.sign;
    const [email, setEmail] = useState('');
    const [asked, setAsked] = useState('');
    const { busy, wrong, send } = useSending((fault) => ('/email' in fieldFaults(fault) ? t.emailBad : null));
    const ask = async (): Promise<void> => {
        const address = email.trim();
        await api.POST('/v1/sign-in', { body: { email: address } });
        setAsked(address);
    };
    if (asked) return <CodeForm address={asked} onBack={() => setAsked('')} />;
    return (
        <form noValidate onSubmit={(event) => void send(event, ask)}>
            <Field label={t.address} help={t.addressHelp} error={wrong} name="address" type="email" value={email} required autocomplete="email" onInput={(event) => setEmail(event.currentTarget.value)} />
            <button type="submit" disabled={busy}>
                {t.mailMe}
            </button>
        </form>
    );
}

function TokenForm(): JSX.Element {
    const t = texts().around.sign;
    const [token, setToken] = useState('');
    const { busy, wrong, send } = useSending((fault) => (hasCode(fault, 'unauthenticated', 'bad-request') ? t.tokenBad : null));
    const take = (): Promise<void> => signIn(token.trim());
    return (
        <form noValidate onSubmit={(event) => void send(event, take)}>
            <Field label={t.token} help={t.tokenHelp} error={wrong} name="token" type="password" value={token} required autocomplete="current-password" onInput={(event) => setToken(event.currentTarget.value)} />
            <button type="submit" disabled={busy || token.trim() === ''}>
                {t.in}
            </button>
        </form>
    );
}

/** Nothing to type: the browser shows the reader's passkeys. */
function PasskeyForm(): JSX.Element {
    const t = texts().around.sign;
    const refused = (fault: unknown): string | null => (isGivenUp(fault) ? t.passkeyNone : hasCode(fault, 'not-found', 'forbidden') ? t.passkeyBad : null);
    const { busy, wrong, send } = useSending(refused);
    const take = async (): Promise<void> => {
        const token = await (await import('../../lib/passkeys')).usePasskey();
        await signIn(token);
        await forgetKey(token);
    };
    return (
        <form noValidate class="field" onSubmit={(event) => void send(event, take)}>
            <button type="submit" class="main" data-do="passkey" disabled={busy} aria-describedby="passkey-help">
                {t.passkey}
            </button>
            <small id="passkey-help" role="status" class={wrong ? 'bad' : undefined}>
                {wrong ?? t.passkeyHelp}
            </small>
        </form>
    );
}

/** The parent learns about the session through useMe. */
export function SignInForm(): JSX.Element {
    const t = texts().around.sign;
    const tabs = [
        { key: 'mail', label: t.byMail, body: () => <MailForm /> },
        { key: 'token', label: t.byToken, body: () => <TokenForm /> },
    ];
    return (
        <>
            {canPasskey() && <PasskeyForm />}
            <Tabs label={t.inBy} tabs={tabs} />
        </>
    );
}
