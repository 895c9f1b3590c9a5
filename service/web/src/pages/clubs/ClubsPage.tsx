// SPDX-License-Identifier: AGPL-3.0-or-later
// Clubs: all of them, and the reader's own.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { Link, navigate, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import { AsyncContent, SignInLink, useFetched } from '../../ui/forms';
import { Tabs } from '../../ui/Tabs';
import { toastError } from '../../ui/toast';
import { ClubNav } from '../club/ClubNav';
import { Page } from '../Page';
import { ClubForm } from './ClubForm';
import type { Club } from './club';

interface Clubs {
    items: Club[];
    next: string | null;
}

const load = (mine: boolean, cursor?: string): Promise<Clubs> => unwrap(api.GET('/v1/clubs', { params: { query: { ...(mine && { mine }), ...(cursor && { cursor }) } } })) as Promise<Clubs>;

function Card({ club: { id, name, about, open, members, role } }: { club: Club }): JSX.Element {
    const t = texts().clubs;
    return (
        <li class="sheet" data-club={id}>
            <h2>
                <Link href={`/clubs/${id}`}>{name}</Link>
            </h2>
            {about && <p class="club-about">{about}</p>}
            <p class="quiet">{[t.count(members), open ? t.open : t.closed].join(' · ')}</p>
            {role && <p>{t.roles[role]}</p>}
        </li>
    );
}

function List({ mine }: { mine: boolean }): JSX.Element {
    const t = texts().clubs;
    const page = useFetched(() => load(mine));
    const more = ({ items, next }: Clubs): void => void load(mine, next ?? undefined).then((behind) => page.set({ items: [...items, ...behind.items], next: behind.next }), toastError);
    return (
        <AsyncContent of={page}>
            {(clubs) => (
                <>
                    {clubs.items.length === 0 && <p>{mine ? t.noneOwn : t.none}</p>}
                    <ul class="games" data-list="clubs">
                        {clubs.items.map((club) => (
                            <Card key={club.id} club={club} />
                        ))}
                    </ul>
                    {clubs.next && (
                        <button type="button" data-do="more" onClick={() => more(clubs)}>
                            {t.more}
                        </button>
                    )}
                </>
            )}
        </AsyncContent>
    );
}

function Make(): JSX.Element {
    const t = texts().clubs;
    const [making, setMaking] = useState(false);
    return (
        <details class="sheet new-part" open={making} onToggle={(event) => setMaking(event.currentTarget.open)}>
            <summary data-do="new-club">{t.make}</summary>
            {making && <ClubForm label={t.create} send={async (body) => navigate(`/clubs/${(await unwrap(api.POST('/v1/clubs', { body }))).id}`)} />}
        </details>
    );
}

export default function ClubsPage({ query }: PageProps): JSX.Element {
    const t = texts().clubs;
    const me = useMe();
    const shown = query.get('show') === 'mine' ? 'mine' : 'all';
    const tabs = [
        { key: 'all', label: t.all, body: () => <List key="all" mine={false} /> },
        { key: 'mine', label: t.own, body: () => <List key="mine" mine /> },
    ];
    return (
        <Page title={t.title} wide>
            <ClubNav />
            <p class="quiet">{t.lead}</p>
            {me ? (
                <>
                    <Make />
                    <Tabs label={t.which} chosen={shown} onChoose={(key) => navigate(`/clubs?show=${key}`, true)} tabs={tabs} />
                </>
            ) : (
                <>
                    <p>
                        <SignInLink label={t.signIn} />
                    </p>
                    <List mine={false} />
                </>
            )}
        </Page>
    );
}
