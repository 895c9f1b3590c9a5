// SPDX-License-Identifier: AGPL-3.0-or-later
// Turns a guest into an account: a name, optionally an email address, and the key.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { canPasskey, isGivenUp } from '../../lib/passkeyAble';
import { changeMe, loadMe, useMe } from '../../lib/session';
import { texts } from '../../texts';
import { AccountForm } from '../../ui/AccountForm';
import { Dialog } from '../../ui/Dialog';
import { KeyShown, type Made } from '../../ui/KeyShown';
import { toastError } from '../../ui/toast';
import { refreshMyGames } from '../state/myGames';

/** Keeps the account, and creates a key for it. */
async function keep(name: string, email: string): Promise<Made> {
    await changeMe({ name, ...(email && { email }), guest: false });
    const { token } = await unwrap(api.POST('/v1/me/tokens', { body: { name: texts().around.keep.keyName } }));
    return { name, email, token };
}

function KeepForm({ given, onMade }: { given: string; onMade: (made: Made) => void }): JSX.Element {
    const t = texts().around;
    return (
        <AccountForm part="keep" action="keep" label={t.keep.do} name={given} emailHelp={t.sign.emailHelp} onSend={async (name, email) => onMade(await keep(name, email))}>
            <p>{t.keep.lead}</p>
        </AccountForm>
    );
}

/** Keeps the account as it is called, with nothing to type and no key to store. */
function KeepByPasskey({ onKept }: { onKept: () => void }): JSX.Element {
    const t = texts().around.keep;
    const [busy, setBusy] = useState(false);
    const make = async (): Promise<void> => {
        setBusy(true);
        try {
            await (await import('../../lib/passkeys')).addPasskey();
            await loadMe();
            onKept();
        } catch (fault) {
            if (!isGivenUp(fault)) toastError(fault);
        } finally {
            setBusy(false);
        }
    };
    return (
        <p>
            <button type="button" data-do="keep-by-passkey" disabled={busy} onClick={() => void make()}>
                {t.passkey}
            </button>
        </p>
    );
}

/** `onKept`: the account may have a new name. `onLeave`: signing out for good is also offered. */
export function KeepAccount({ onClose, onKept, onLeave }: { onClose: () => void; onKept?: () => void; onLeave?: () => void }): JSX.Element {
    const t = texts().around;
    const me = useMe();
    const [made, setMade] = useState<Made | null>(null);
    const kept = (account: Made): void => {
        setMade(account);
        void refreshMyGames();
        onKept?.();
    };
    const leave = onLeave && !made && (
        <button type="button" class="danger" data-do="leave-guest" onClick={onLeave}>
            {t.keep.leave}
        </button>
    );
    return (
        <Dialog title={made ? t.key.title(made.name) : t.keep.title} onClose={onClose} actions={leave}>
            {made ? <KeyShown made={made} onDone={onClose} /> : <KeepForm given={me?.name ?? ''} onMade={kept} />}
            {!made && me?.guest && canPasskey() && <KeepByPasskey onKept={() => { onKept?.(); onClose(); }} />}
        </Dialog>
    );
}
