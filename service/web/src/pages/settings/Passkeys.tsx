// SPDX-License-Identifier: AGPL-3.0-or-later
// The caller's passkeys: adding one on this device, naming and removing them.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { addPasskey } from '../../lib/passkeys';
import { canPasskey, isGivenUp } from '../../lib/passkeyAble';
import { loadMe } from '../../lib/session';
import type { components } from '../../schema';
import { moment, texts } from '../../texts';
import { Field } from '../../ui/Field';
import { AsyncContent, ConfirmButton, type Fetched, useFetched, useSubmit } from '../../ui/forms';
import { toast } from '../../ui/toast';
import { browserName } from './browserName';

type Passkey = components['schemas']['Passkey'];

const load = async (): Promise<Passkey[]> => (await unwrap(api.GET('/v1/me/passkeys'))).items;

/** Whether the device has a passkey of this account. */
const isKnown = (fault: unknown): boolean => fault instanceof DOMException && fault.name === 'InvalidStateError';

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: (changed?: Passkey) => void }): JSX.Element {
    const t = texts().settings;
    const { run, busy, error } = useSubmit(['/name']);
    const [name, setName] = useState(browserName(passkey.name));
    const rename = (event: SubmitEvent): void => {
        event.preventDefault();
        void run(async () => onDone(await unwrap(api.PATCH('/v1/me/passkeys/{passkey_id}', { params: { path: { passkey_id: passkey.id } }, body: { name: name.trim() } }))));
    };
    return (
        <form noValidate onSubmit={rename}>
            <Field label={t.tokens.name} error={error('/name')} name="passkey-name" maxLength={128} autocomplete="off" value={name} onInput={(event) => setName(event.currentTarget.value)} />
            <p class="row">
                <button type="submit" class="main" data-do="save-passkey" disabled={busy || name.trim() === ''}>
                    {t.passkeys.rename}
                </button>
                <button type="button" onClick={() => onDone()}>
                    {texts().common.cancel}
                </button>
            </p>
        </form>
    );
}

function PasskeyRow({ passkey, of }: { passkey: Passkey; of: Fetched<Passkey[]> }): JSX.Element {
    const t = texts().settings;
    const { run, busy } = useSubmit();
    const [renaming, setRenaming] = useState(false);
    const all = of.value ?? [];
    const facts = [t.tokens.made(moment(passkey.created_at)), passkey.last_used_at ? t.tokens.used(moment(passkey.last_used_at)) : t.tokens.unused, ...(passkey.backed_up ? [t.passkeys.synced] : [])];
    const renamed = (changed?: Passkey): void => {
        setRenaming(false);
        if (changed) of.set(all.map((one) => (one.id === changed.id ? changed : one)));
    };
    const remove = (): void =>
        void run(async () => {
            await api.DELETE('/v1/me/passkeys/{passkey_id}', { params: { path: { passkey_id: passkey.id } } });
            of.set(all.filter(({ id }) => id !== passkey.id));
        });
    if (renaming) return <RenameForm passkey={passkey} onDone={renamed} />;
    return (
        <>
            <span>
                <b>{browserName(passkey.name)}</b>
                <br />
                <span class="quiet">{facts.join(' · ')}</span>
            </span>
            <span class="row">
                <button type="button" data-do="rename-passkey" onClick={() => setRenaming(true)}>
                    {t.passkeys.rename}
                </button>
                <ConfirmButton name="remove-passkey" label={t.passkeys.remove} sure={t.passkeys.removeSure} disabled={busy} onDo={remove} />
            </span>
        </>
    );
}

export function Passkeys(): JSX.Element {
    const t = texts().settings.passkeys;
    const passkeys = useFetched(load);
    const { run, busy } = useSubmit();
    const make = async (): Promise<void> => {
        try {
            await addPasskey();
        } catch (fault) {
            if (!isGivenUp(fault) && !isKnown(fault)) throw fault;
            toast(isKnown(fault) ? t.known : t.none, true);
            return;
        }
        toast(t.added);
        // A guest has become an account.
        await Promise.all([passkeys.reload(), loadMe()]);
    };
    return (
        <section class="sheet" data-part="passkeys">
            <h3>{t.title}</h3>
            <p>{t.why}</p>
            <AsyncContent of={passkeys}>
                {(value) => (
                    <>
                        <ul class="things" data-list="passkeys">
                            {value.map((passkey) => (
                                <li key={passkey.id}>
                                    <PasskeyRow passkey={passkey} of={passkeys} />
                                </li>
                            ))}
                        </ul>
                        {canPasskey() ? (
                            <p>
                                <button type="button" class="main" data-do="add-passkey" disabled={busy} onClick={() => void run(make, t.most)}>
                                    {t.add}
                                </button>
                            </p>
                        ) : (
                            <p class="quiet">{t.cannot}</p>
                        )}
                    </>
                )}
            </AsyncContent>
        </section>
    );
}
