// SPDX-License-Identifier: AGPL-3.0-or-later
// All sessions and tokens of the caller: browsers, and tokens for programs.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { navigate } from '../../lib/router';
import type { components } from '../../schema';
import { loadMe } from '../../lib/session';
import { list } from '../../lib/list';
import { moment, texts } from '../../texts';
import { Choice, Field } from '../../ui/Field';
import { CheckboxGroup } from '../../ui/CheckboxGroup';
import { browserName } from './browserName';
import { Passkeys } from './Passkeys';
import { CopyBox, type Fetched, AsyncContent, ConfirmButton, useSubmit, useFetched } from '../../ui/forms';

type Token = components['schemas']['TokenListed'];
type Scope = components['schemas']['Scope'];
type Ending = keyof ReturnType<typeof texts>['settings']['tokens']['endings'];

const scopes: Scope[] = ['game:read', 'game:play', 'game:create', 'account:write'];
const usual: Scope[] = ['game:read', 'game:play'];
const dayMs = 86400000;
const endingDays: Record<Ending, number | null> = { never: null, month: 30, quarter: 90, year: 365 };

const load = async (): Promise<Token[]> => (await unwrap(api.GET('/v1/me/tokens'))).items;

/** Tokens named by the server get a name in the reader's language. */
function nameOf({ name, session }: Token): string {
    const t = texts().settings.tokens;
    return session ? browserName(name) : ({ 'signed in by mail': t.byMail, 'signed in by passkey': t.byPasskey, first: t.first }[name] ?? name);
}

/** What is known of a token: of a browser only when it was here. */
function factsOf(token: Token): string[] {
    const t = texts().settings.tokens;
    const made = t.made(moment(token.created_at));
    const rights = token.scopes.length === scopes.length ? t.all : t.may(list(token.scopes.map((scope) => t.scopes[scope])));
    if (token.session) return [...(token.last_used_at ? [t.seen(moment(token.last_used_at))] : []), made, ...(token.scopes.length === scopes.length ? [] : [rights])];
    return [made, token.last_used_at ? t.used(moment(token.last_used_at)) : t.unused, token.expires_at ? t.expires(moment(token.expires_at)) : t.forever, rights];
}

function TokenRow({ token, of }: { token: Token; of: Fetched<Token[]> }): JSX.Element {
    const t = texts().settings.tokens;
    const { run, busy } = useSubmit();
    const revoke = (): void =>
        void run(async () => {
            await api.DELETE('/v1/me/tokens/{token_id}', { params: { path: { token_id: token.id } } });
            of.set((of.value ?? []).filter(({ id }) => id !== token.id));
            if (!token.current) return;
            await loadMe();
            navigate('/');
        });
    return (
        <li data-token={token.name}>
            <span>
                <b>{nameOf(token)}</b> {token.current && <span class="mark">{t.current}</span>}
                <br />
                <span class="quiet">{factsOf(token).join(' · ')}</span>
            </span>
            <ConfirmButton name="revoke" label={token.session ? t.signOut : t.revoke} sure={token.current ? t.signOutSure : token.session ? t.signOutThere : t.revokeSure} disabled={busy} onDo={revoke} />
        </li>
    );
}

/** For lost devices: signs out all browsers but this one. */
function OtherBrowsers({ of }: { of: Fetched<Token[]> }): JSX.Element | null {
    const t = texts().settings.tokens;
    const { run, busy } = useSubmit();
    if (!(of.value ?? []).some(({ session, current }) => session && !current)) return null;
    const revoke = (): void =>
        void run(async () => {
            await api.DELETE('/v1/session/others');
            await of.reload();
        });
    return (
        <p>
            <ConfirmButton name="revoke-others" label={t.elsewhere} sure={t.signOutThere} disabled={busy} onDo={revoke} />
        </p>
    );
}

function NewToken({ of }: { of: Fetched<Token[]> }): JSX.Element {
    const t = texts().settings.tokens;
    const { run, busy, error } = useSubmit(['/name', '/expires_at', '/scopes']);
    const [name, setName] = useState('');
    const [rights, setRights] = useState(usual);
    const [ending, setEnding] = useState<Ending>('quarter');
    const [made, setMade] = useState('');
    const submit = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        const days = endingDays[ending];
        const expires_at = days === null ? null : new Date(Date.now() + days * dayMs).toISOString();
        await run(async () => {
            setMade((await unwrap(api.POST('/v1/me/tokens', { body: { name: name.trim(), scopes: rights, expires_at } }))).token);
            setName('');
            await of.reload();
        }, t.tooMany);
    };
    return (
        <section class="sheet">
            <h3>{t.add}</h3>
            <p>{t.addWhy}</p>
            <div aria-live="polite">{made && <CopyBox label={t.token} text={made} help={t.tokenHelp} />}</div>
            <form noValidate onSubmit={(event) => void submit(event)}>
                <Field label={t.name} help={t.nameHelp} error={error('/name')} name="name" required maxLength={128} autocomplete="off" value={name} onInput={(event) => setName(event.currentTarget.value)} />
                <CheckboxGroup label={t.rights} options={scopes.map((scope) => [scope, t.scopes[scope]])} chosen={rights} error={rights.length === 0 ? t.needRight : error('/scopes')} onChange={setRights} />
                <Choice label={t.ends} value={ending} options={Object.entries(t.endings) as [Ending, string][]} help={error('/expires_at')} onChoose={setEnding} />
                <button type="submit" class="main" data-do="create-token" disabled={busy || name.trim() === '' || rights.length === 0}>
                    {t.create}
                </button>
            </form>
        </section>
    );
}

/** The caller's own browser first, then as they were last seen. */
const byLastSeen = (one: Token, other: Token): number => Number(other.current) - Number(one.current) || (other.last_used_at ?? other.created_at).localeCompare(one.last_used_at ?? one.created_at);

export default function Tokens(): JSX.Element {
    const t = texts().settings.tokens;
    const tokens = useFetched(load);
    const rows = (shown: Token[], name: string): JSX.Element => (
        <ul class="things" data-list={name}>
            {shown.map((token) => (
                <TokenRow key={token.id} token={token} of={tokens} />
            ))}
        </ul>
    );
    return (
        <AsyncContent of={tokens}>
            {(value) => (
                <div class="settings-stack">
                    <Passkeys />
                    <section class="sheet">
                        <h3>{t.devices}</h3>
                        <p>{t.why}</p>
                        {rows(value.filter(({ session }) => session).sort(byLastSeen), 'devices')}
                        <OtherBrowsers of={tokens} />
                    </section>
                    <section class="sheet">
                        <h3>{t.keys}</h3>
                        <p>{t.keysWhy}</p>
                        {rows(value.filter(({ session }) => !session), 'tokens')}
                    </section>
                    <NewToken of={tokens} />
                </div>
            )}
        </AsyncContent>
    );
}
