// SPDX-License-Identifier: AGPL-3.0-or-later
// One club: its members, its ladder, and for those who belong to it what is made for it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { navigate, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { FaultPage } from '../../ui/Fault';
import { Choice } from '../../ui/Field';
import { ConfirmButton, type Fetched, SignInLink, useFetched, useSubmit } from '../../ui/forms';
import { Tabs } from '../../ui/Tabs';
import { ClubNav } from '../club/ClubNav';
import { type Category, categoryNames } from '../club/rating';
import { Standings } from '../club/Standings';
import { Page } from '../Page';
import { belongs, type Club, leads } from './club';
import { ClubTournaments, Lobby } from './Lobby';
import { Manage } from './Manage';
import { Members } from './Members';

/** Joining, asking, leaving. */
function Deeds({ of, club }: { of: Fetched<Club>; club: Club }): JSX.Element {
    const t = texts().clubs;
    const me = useMe();
    const { busy, run } = useSubmit();
    const params = { path: { id: club.id } };
    const { role, open } = club;
    const join = (): void => void run(async () => of.set(await unwrap(api.POST('/v1/clubs/{id}/join', { params, body: {} }))));
    const leave = (): void => void run(() => api.POST('/v1/clubs/{id}/leave', { params, body: {} })).then((done) => done && (role === 'owner' ? navigate('/clubs') : void of.reload()));
    if (!me) return <SignInLink label={t.signIn} />;
    const joins = role === null || role === 'invited';
    const owned = role === 'owner' && club.members > 1;
    return (
        <>
            {role && <p>{t.roles[role]}</p>}
            <p class="row">
                {joins && (
                    <button type="button" class="main" data-do="join-club" disabled={busy} onClick={join}>
                        {open || role === 'invited' ? t.join : t.ask}
                    </button>
                )}
                {role && !owned && <ConfirmButton name="leave-club" label={role === 'invited' ? t.decline : t.leave} sure={role === 'owner' ? t.endSure : t.leaveSure} disabled={busy} onDo={leave} />}
            </p>
        </>
    );
}

function Ladder({ club }: { club: Club }): JSX.Element {
    const t = texts().club.ladder;
    const me = useMe();
    const categories = categoryNames();
    const [category, setCategory] = useState<Category>(categories[0]?.[0] as Category);
    const title = categories.find(([one]) => one === category)?.[1] ?? '';
    return (
        <>
            <div class="columns club-filters">
                <Choice label={t.category} value={category} options={categories} onChoose={setCategory} />
            </div>
            <Standings key={category} category={category} title={title} own={me?.name} club={club.id} />
        </>
    );
}

export default function ClubPage({ params }: PageProps): JSX.Element {
    const id = params.id ?? '';
    const t = texts().clubs;
    const me = useMe();
    const found = useFetched<Club>(() => unwrap(api.GET('/v1/clubs/{id}', { params: { path: { id } } })), [id, me?.id]);
    const { value: club, fault } = found;
    if (!club && fault) return <FaultPage fault={fault} onAgain={() => void found.reload()} />;
    if (!club) return <Page title={t.title} busy />;
    const tabs = [
        ...(belongs(club)
            ? [
                  { key: 'lobby', label: t.lobby, body: () => <Lobby club={club} /> },
                  { key: 'tournaments', label: t.tournaments, body: () => <ClubTournaments club={club} /> },
              ]
            : []),
        { key: 'members', label: t.members, body: () => <Members club={club} onDone={() => void found.reload()} /> },
        { key: 'ladder', label: t.ladder, body: () => <Ladder club={club} /> },
        ...(leads(club) ? [{ key: 'manage', label: t.manage, body: () => <Manage club={club} onDone={found.set} /> }] : []),
    ];
    return (
        <Page title={club.name} wide>
            <ClubNav />
            <section class="sheet" data-part="club">
                {club.about && <p class="club-about">{club.about}</p>}
                <p class="quiet">{[t.count(club.members), club.open ? t.open : t.closed, ...(club.owner ? [t.by(club.owner)] : [])].join(' · ')}</p>
                <Deeds of={found} club={club} />
            </section>
            <Tabs label={t.tabs} tabs={tabs} />
        </Page>
    );
}
