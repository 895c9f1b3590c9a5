// SPDX-License-Identifier: AGPL-3.0-or-later
// People whom the reader has played with, follows, avoids or blocks.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { Link, navigate, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import type { components } from '../../schema';
import { texts } from '../../texts';
import { Avatar } from '../../ui/Avatar';
import { Field } from '../../ui/Field';
import { AsyncContent, SignInLink, useFetched } from '../../ui/forms';
import { Tabs } from '../../ui/Tabs';
import { toastError } from '../../ui/toast';
import { Page } from '../Page';
import { ClubNav } from './ClubNav';

type People = components['schemas']['People'];
type Relation = keyof ReturnType<typeof texts>['club']['people']['relations'];

const load = (relation: Relation, cursor?: string): Promise<People> => unwrap(api.GET('/v1/me/people', { params: { query: { relation, ...(cursor && { cursor }) } } })) as Promise<People>;

const profile = (name: string): string => `/people/${encodeURIComponent(name)}`;

function Person({ person: { account, note, games } }: { person: People['items'][number] }): JSX.Element {
    return (
        <li class="sheet" data-person={account}>
            <Link href={profile(account)} class="club-person">
                <Avatar name={account} paint="paint-own" />
                <span>{account}</span>
            </Link>
            <p class="quiet">{[...(games > 0 ? [texts().club.profile.games(games)] : []), ...(note ? [note] : [])].join(' · ')}</p>
        </li>
    );
}

function List({ relation }: { relation: Relation }): JSX.Element {
    const t = texts().club.people;
    const page = useFetched(() => load(relation));
    const more = ({ items, next }: People): void => void load(relation, next ?? undefined).then((behind) => page.set({ items: [...items, ...behind.items], next: behind.next }), toastError);
    return (
        <AsyncContent of={page}>
            {(people) => (
                <>
                    {people.items.length === 0 && <p>{t.none}</p>}
                    <ul class="club-people" data-list="people">
                        {people.items.map((person) => (
                            <Person key={person.account} person={person} />
                        ))}
                    </ul>
                    {people.next && (
                        <button type="button" data-do="more" onClick={() => more(people)}>
                            {t.more}
                        </button>
                    )}
                </>
            )}
        </AsyncContent>
    );
}

/** Leads to anybody's profile by name. */
function Find(): JSX.Element {
    const t = texts().club.people;
    const [name, setName] = useState('');
    const open = (event: Event): void => {
        event.preventDefault();
        if (name.trim()) navigate(profile(name.trim()));
    };
    return (
        <form class="row club-find" onSubmit={open}>
            <Field label={t.find} name="person" value={name} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />
            <button type="submit" data-do="find-person">
                {t.open}
            </button>
        </form>
    );
}

export default function PeoplePage({ query }: PageProps): JSX.Element {
    const t = texts().club.people;
    const me = useMe();
    const relations = Object.entries(t.relations) as [Relation, string][];
    const chosen = relations.find(([one]) => one === query.get('show'))?.[0] ?? 'played';
    return (
        <Page title={t.title} wide>
            <ClubNav />
            <Find />
            {me ? (
                <>
                    <p class="quiet">{t.lead}</p>
                    <Tabs label={t.which} chosen={chosen} onChoose={(key) => navigate(`/people?show=${key}`, true)} tabs={relations.map(([key, label]) => ({ key, label, body: () => <List key={key} relation={key} /> }))} />
                </>
            ) : (
                <p>
                    <SignInLink label={t.signIn} />
                </p>
            )}
        </Page>
    );
}
