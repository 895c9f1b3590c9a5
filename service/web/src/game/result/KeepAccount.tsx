// SPDX-License-Identifier: AGPL-3.0-or-later
// Turns a guest into an account: a name, optionally an email address, and the key.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { changeMe, useMe } from '../../lib/session';
import { texts } from '../../texts';
import { AccountForm } from '../../ui/AccountForm';
import { Dialog } from '../../ui/Dialog';
import { KeyShown, type Made } from '../../ui/KeyShown';
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
        </Dialog>
    );
}

/** Tells guests how long the account lasts, and offers to keep it; renders nothing for others. */
export function GuestNote({ onKept }: { onKept?: () => void }): JSX.Element | null {
    const t = texts().around.keep;
    const guest = useMe()?.guest === true;
    const [open, setOpen] = useState(false);
    if (!guest && !open) return null;
    return (
        <div class="guest-note" data-part="guest-note">
            {guest && <span>{t.note}</span>}
            {guest && (
                <button type="button" data-do="keep-account" onClick={() => setOpen(true)}>
                    {t.title}
                </button>
            )}
            {open && <KeepAccount onClose={() => setOpen(false)} {...(onKept && { onKept })} />}
        </div>
    );
}
