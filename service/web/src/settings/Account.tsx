// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../api';
import { Link, navigate } from '../router';
import { loadMe, signOut, useMe } from '../session';
import { moment, texts } from '../texts';
import type { Me } from '../types';
import { Field } from '../ui/Field';
import { say, sayFault } from '../ui/notice';
import { useDoing } from './use';

async function leave(): Promise<void> {
    try {
        await signOut();
        navigate('/');
    } catch (fault) {
        sayFault(fault);
    }
}

/** So that nobody deletes their account by mistake, they have to type its name. */
function Leave({ me }: { me: Me }): JSX.Element {
    const t = texts().settings.account;
    const doing = useDoing();
    const [typed, setTyped] = useState('');
    const goForGood = async (event: SubmitEvent): Promise<void> => {
        event.preventDefault();
        if (!(await doing.run(() => api.DELETE('/v1/me')))) return;
        await loadMe().catch(() => undefined);
        navigate('/');
        say(t.gone);
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

export default function Account(): JSX.Element | null {
    const t = texts().settings.account;
    const me = useMe();
    if (!me) return null;
    return (
        <div class="settings-stack">
            <section class="sheet">
                <h3>{me.name}</h3>
                <p class="quiet">{me.created_at && t.since(moment(me.created_at))}</p>
                <p class="row">
                    <Link class="button" href={`/people/${encodeURIComponent(me.name)}`}>
                        {t.page}
                    </Link>
                    <button type="button" data-do="sign-out" onClick={() => void leave()}>
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
            </section>
            <Leave me={me} />
        </div>
    );
}
