// SPDX-License-Identifier: AGPL-3.0-or-later
// The members of a club, and what organisers decide about them.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { Link } from '../../lib/router';
import { texts } from '../../texts';
import { Avatar } from '../../ui/Avatar';
import { Field } from '../../ui/Field';
import { AsyncContent, ConfirmButton, CopyBox, useFetched, useSubmit } from '../../ui/forms';
import { toastError } from '../../ui/toast';
import { type Club, leads, type Member, type Members as Page } from './club';

type Given = 'owner' | 'organiser' | 'member';

const load = (id: string, cursor?: string): Promise<Page> => unwrap(api.GET('/v1/clubs/{id}/members', { params: { path: { id }, query: { limit: 100, ...(cursor && { cursor }) } } })) as Promise<Page>;

interface Doing {
    club: Club;
    onDone: () => void;
}

/** What the reader can do with a member. */
function Deeds({ club, member: { account, role }, onDone }: Doing & { member: Member }): JSX.Element | null {
    const t = texts().clubs;
    const { busy, run } = useSubmit();
    const params = { path: { id: club.id, name: account } };
    const give = (given: Given): void => void run(() => api.PUT('/v1/clubs/{id}/members/{name}', { params, body: { role: given } })).then((done) => done && onDone());
    const remove = (): void => void run(() => api.DELETE('/v1/clubs/{id}/members/{name}', { params })).then((done) => done && onDone());
    const owns = club.role === 'owner';
    if (role === 'owner' || !leads(club) || (role === 'organiser' && !owns)) return null;
    const button = (given: Given, label: string): JSX.Element => (
        <button type="button" data-do={`make-${given}`} disabled={busy} onClick={() => give(given)}>
            {label}
        </button>
    );
    return (
        <span class="row">
            {role === 'asking' && button('member', t.letIn)}
            {owns && role === 'member' && button('organiser', t.makeOrganiser)}
            {owns && role === 'organiser' && button('member', t.makeMember)}
            {owns && (role === 'member' || role === 'organiser') && <ConfirmButton name="hand-over" label={t.handOver} sure={t.handOverSure(account)} disabled={busy} onDo={() => give('owner')} />}
            <ConfirmButton name="remove-member" label={t.remove} sure={t.removeSure(account)} disabled={busy} onDo={remove} />
        </span>
    );
}

function Invite({ club, onDone }: Doing): JSX.Element {
    const t = texts().clubs;
    const [name, setName] = useState('');
    const { busy, run } = useSubmit();
    const invite = (event: Event): void => {
        event.preventDefault();
        void run(() => api.PUT('/v1/clubs/{id}/members/{name}', { params: { path: { id: club.id, name: name.trim() } }, body: { role: 'member' } })).then((done) => {
            if (!done) return;
            setName('');
            onDone();
        });
    };
    return (
        <form class="row club-find" onSubmit={invite}>
            <Field label={t.invite} name="invite" value={name} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />
            <button type="submit" data-do="invite-member" disabled={busy || name.trim() === ''}>
                {t.inviteNow}
            </button>
        </form>
    );
}

export function Members({ club, onDone }: Doing): JSX.Element {
    const t = texts().clubs;
    const page = useFetched(() => load(club.id), [club.id, club.members, club.role]);
    const done = (): void => {
        void page.reload();
        onDone();
    };
    const more = ({ items, next }: Page): void => void load(club.id, next ?? undefined).then((behind) => page.set({ items: [...items, ...behind.items], next: behind.next }), toastError);
    return (
        <>
            {leads(club) && <Invite club={club} onDone={done} />}
            {leads(club) && <CopyBox label={t.link} text={`${location.origin}/clubs/${club.id}`} help={club.open ? t.linkOpen : t.linkAsks} />}
            <AsyncContent of={page}>
                {(members) => (
                    <>
                        <ul class="club-people" data-list="members">
                            {members.items.map((member) => (
                                <li key={member.account} class="sheet" data-member={member.account} data-role={member.role}>
                                    <Link href={`/people/${encodeURIComponent(member.account)}`} class="club-person">
                                        <Avatar name={member.account} paint="paint-own" />
                                        <span>{member.account}</span>
                                    </Link>
                                    <p class="quiet">{t.roleNames[member.role]}</p>
                                    <Deeds club={club} member={member} onDone={done} />
                                </li>
                            ))}
                        </ul>
                        {members.next && (
                            <button type="button" data-do="more" onClick={() => more(members)}>
                                {t.more}
                            </button>
                        )}
                    </>
                )}
            </AsyncContent>
        </>
    );
}
