// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../lib/api';
import { Link, navigate } from '../../lib/router';
import { GuestNote } from '../../game/result/GuestNote';
import { KeepAccount } from '../../game/result/KeepAccount';
import { accountFaults, type AccountFaults, nameMax } from '../../lib/accountFaults';
import { changeMe, loadMe, signOut, useMe } from '../../lib/session';
import { moment, texts } from '../../texts';
import type { Me } from '../../types';
import { Field } from '../../ui/Field';
import { toast, toastError } from '../../ui/toast';
import { useSubmit } from '../../ui/forms';

async function leave(): Promise<void> {
    try {
        await signOut();
        navigate('/');
    } catch (fault) {
        toastError(fault);
    }
}

/** To prevent accidental deletion, the name of the account has to be typed. */
function Leave({ me }: { me: Me }): JSX.Element {
    const t = texts().settings.account;
    const doing = useSubmit();
    const [typed, setTyped] = useState('');
    const goForGood = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        if (!(await doing.run(() => api.DELETE('/v1/me')))) return;
        await loadMe().catch(() => undefined);
        navigate('/');
        toast(t.gone);
    };
    return (
        <section class="sheet" aria-labelledby="leave">
            <h3 id="leave">{t.leave}</h3>
            <p>{t.leaveWhat}</p>
            <form noValidate onSubmit={(event) => void goForGood(event)}>
                <Field label={t.typeName(me.name)} name="name" value={typed} autocomplete="off" autocapitalize="off" spellcheck={false} onInput={(event) => setTyped(event.currentTarget.value)} />
                <button type="submit" class="danger" data-do="delete-account" disabled={typed !== me.name || doing.busy}>
                    {t.leaveDo}
                </button>
            </form>
        </section>
    );
}

function Rename({ me }: { me: Me }): JSX.Element {
    const t = texts();
    const [name, setName] = useState(me.name);
    const [faults, setFaults] = useState<AccountFaults>({});
    const rename = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        setFaults({});
        try {
            await changeMe({ name: name.trim() });
            toast(t.settings.account.renamed);
        } catch (fault) {
            const known = accountFaults(fault, name.trim());
            if (known) setFaults(known);
            else toastError(fault);
        }
    };
    return (
        <form noValidate data-part="rename" onSubmit={(event) => void rename(event)}>
            <Field label={t.around.sign.name} help={t.around.sign.nameHelp} error={faults.name} name="new-name" value={name} autocomplete="username" maxLength={nameMax} onInput={(event) => setName(event.currentTarget.value)} />
            <button type="submit" disabled={name.trim() === '' || name.trim() === me.name}>
                {t.settings.account.rename}
            </button>
        </form>
    );
}

export default function Account(): JSX.Element | null {
    const t = texts().settings.account;
    const me = useMe();
    const [leaving, setLeaving] = useState(false);
    if (!me) return null;
    return (
        <div class="settings-stack">
            <section class="sheet">
                <h3>{me.name}</h3>
                <p class="quiet">{me.created_at && t.since(moment(me.created_at))}</p>
                <GuestNote />
                <Rename key={me.name} me={me} />
                <p class="row">
                    <Link class="button" href={`/people/${encodeURIComponent(me.name)}`}>
                        {t.page}
                    </Link>
                    <button type="button" data-do="sign-out" onClick={() => (me.guest ? setLeaving(true) : void leave())}>
                        {t.signOut}
                    </button>
                </p>
            </section>
            <section class="sheet" aria-labelledby="data">
                <h3 id="data">{t.data}</h3>
                <p>{t.dataWhy}</p>
                <a class="button" href="/v1/me/records" download="hexpost-games.ndjson">
                    {t.download}
                </a>
                <p>{t.exportWhy}</p>
                <a class="button" href="/v1/me/export" download="hexpost-export.ndjson">
                    {t.export}
                </a>
            </section>
            <Leave me={me} />
            {leaving && <KeepAccount onClose={() => setLeaving(false)} onLeave={() => void leave()} />}
        </div>
    );
}
