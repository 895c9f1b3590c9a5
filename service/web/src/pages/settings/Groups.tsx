// SPDX-License-Identifier: AGPL-3.0-or-later
// Declared groups: people who say that they know one another.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import type { components } from '../../schema';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { Choice, Field } from '../../ui/Field';
import { Hosting } from './Hosting';
import { type Fetched, AsyncContent, ConfirmButton, useFetched, useSubmit } from '../../ui/forms';

type Group = components['schemas']['Group'];
type Kind = Group['kind'];

const load = async (): Promise<Group[]> => (await unwrap(api.GET('/v1/me/groups'))).items as Group[];

function Invite({ group, of }: { group: Group; of: Fetched<Group[]> }): JSX.Element {
    const t = texts().club.groups;
    const [name, setName] = useState('');
    const { run, busy } = useSubmit();
    const submit = (event: Event): void => {
        event.preventDefault();
        void run(async () => {
            await api.PUT('/v1/groups/{id}/members/{name}', { params: { path: { id: group.id, name } } });
            setName('');
            await of.reload();
        });
    };
    return (
        <form onSubmit={submit}>
            <Field label={t.name} name="invite" value={name} required maxLength={64} autoComplete="off" onInput={(event) => setName(event.currentTarget.value)} />
            <button type="submit" data-do="invite-to-group" disabled={busy || name === ''}>
                {t.invite}
            </button>
        </form>
    );
}

function Members({ group, of }: { group: Group; of: Fetched<Group[]> }): JSX.Element {
    const t = texts().club.groups;
    const { run, busy } = useSubmit();
    const recall = (name: string): void =>
        void run(async () => {
            await api.DELETE('/v1/groups/{id}/members/{name}', { params: { path: { id: group.id, name } } });
            await of.reload();
        });
    return (
        <ul class="trades">
            {group.members.map(({ account, state }) => (
                <li key={account}>
                    {state === 'member' ? account : t.invited(account)}{' '}
                    {state === 'invited' && (
                        <button type="button" data-do="recall" disabled={busy} aria-label={t.recall(account)} onClick={() => recall(account)}>
                            ×
                        </button>
                    )}
                </li>
            ))}
        </ul>
    );
}

function GroupCard({ group, of }: { group: Group; of: Fetched<Group[]> }): JSX.Element {
    const t = texts().club.groups;
    const { run, busy } = useSubmit();
    const me = useMe();
    const own = group.members.find(({ account }) => account === me?.name);
    const path = { params: { path: { id: group.id } } };
    const join = (): void =>
        void run(async () => {
            await api.POST('/v1/groups/{id}/join', path);
            await of.reload();
        });
    const leave = (): void =>
        void run(async () => {
            await api.POST('/v1/groups/{id}/leave', path);
            await of.reload();
        });
    const invited = own?.state === 'invited';
    return (
        <section class="sheet" data-group={group.kind}>
            <h3>{t.kinds[group.kind]}</h3>
            {invited ? (
                <>
                    <p>{t.asks(own.by ?? '')}</p>
                    <p class="row">
                        <button type="button" class="main" data-do="join-group" disabled={busy} onClick={join}>
                            {t.join}
                        </button>
                        <button type="button" data-do="decline-group" disabled={busy} onClick={leave}>
                            {t.decline}
                        </button>
                    </p>
                </>
            ) : (
                <>
                    <Members group={group} of={of} />
                    <Invite group={group} of={of} />
                    <p>
                        <ConfirmButton name="leave-group" label={t.leave} sure={t.leaveSure} disabled={busy} onDo={leave} />
                    </p>
                </>
            )}
        </section>
    );
}

function Declare({ of }: { of: Fetched<Group[]> }): JSX.Element {
    const t = texts().club.groups;
    const [kind, setKind] = useState<Kind>('family');
    const { run, busy } = useSubmit();
    const submit = (event: Event): void => {
        event.preventDefault();
        void run(async () => {
            await api.POST('/v1/groups', { body: { kind } });
            await of.reload();
        });
    };
    return (
        <form class="sheet" onSubmit={submit}>
            <Choice label={t.kind} value={kind} options={Object.entries(t.kinds) as [Kind, string][]} onChoose={setKind} />
            <button type="submit" data-do="declare-group" disabled={busy}>
                {t.declare}
            </button>
        </form>
    );
}

export default function Groups(): JSX.Element {
    const groups = useFetched(load);
    return (
        <AsyncContent of={groups}>
            {(value) => (
                <>
                    <p class="quiet">{texts().club.groups.lead}</p>
                    <div data-list="groups">
                        {value.map((group) => (
                            <GroupCard key={group.id} group={group} of={groups} />
                        ))}
                    </div>
                    <Declare of={groups} />
                    <Hosting />
                </>
            )}
        </AsyncContent>
    );
}
