// SPDX-License-Identifier: AGPL-3.0-or-later
// Tournaments and leagues: those one can join, those that run, and those that are over.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { Link, type PageProps, navigate } from '../../lib/router';
import { useMe } from '../../lib/session';
import { moment, texts } from '../../texts';
import { AsyncContent, SignInLink, useFetched } from '../../ui/forms';
import { Tabs } from '../../ui/Tabs';
import { toastError } from '../../ui/toast';
import { ClubNav } from '../club/ClubNav';
import { Page } from '../Page';
import { NewTournament } from './NewTournament';
import type { Tournament } from './tournament';

const states = ['open', 'running', 'finished'] as const;
/** Which tournaments: those in a state, or the reader's own. */
type Shown = (typeof states)[number] | 'mine';

const load = (shown: Shown, cursor?: string): Promise<{ items: Tournament[]; next: string | null }> =>
    unwrap(api.GET('/v1/tournaments', { params: { query: { ...(shown === 'mine' ? { mine: true } : { status: shown }), ...(cursor && { cursor }) } } })) as Promise<{ items: Tournament[]; next: string | null }>;

function Card({ tournament }: { tournament: Tournament }): JSX.Element {
    const t = texts().tournaments;
    const { id, name, format, players, round, starts_at, status, mine, organiser } = tournament;
    const facts = [t.states[status], t.count(players.count, players.max), ...(round > 0 ? [t.round(round)] : []), ...(starts_at && round === 0 ? [t.starts(moment(starts_at))] : [])];
    return (
        <li class="sheet" data-tournament={id}>
            <h2>
                <Link href={`/tournaments/${id}`}>{name}</Link>
            </h2>
            <p>
                {t.formats[format]} · {texts().around.games[tournament.rules.game]}
            </p>
            <p class="quiet">{[...facts, ...(organiser ? [t.by(organiser)] : [])].join(' · ')}</p>
            {mine?.state && <p>{t.mine[mine.state]}</p>}
        </li>
    );
}

function List({ shown }: { shown: Shown }): JSX.Element {
    const t = texts().tournaments;
    const page = useFetched(() => load(shown), [shown]);
    const more = (items: Tournament[], cursor: string): void =>
        void load(shown, cursor).then((next) => page.set({ items: [...items, ...next.items], next: next.next }), toastError);
    return (
        <AsyncContent of={page}>
            {({ items, next }) => (
                <>
                    {items.length === 0 && <p>{t.none}</p>}
                    <ul class="games" data-list="tournaments">
                        {items.map((one) => (
                            <Card key={one.id} tournament={one} />
                        ))}
                    </ul>
                    {next && (
                        <button type="button" data-do="more" onClick={() => more(items, next)}>
                            {t.more}
                        </button>
                    )}
                </>
            )}
        </AsyncContent>
    );
}

export default function TournamentsPage({ query }: PageProps): JSX.Element {
    const t = texts().tournaments;
    const me = useMe();
    const [making, setMaking] = useState(false);
    const all: Shown[] = me ? [...states, 'mine'] : [...states];
    const shown = all.find((one) => one === query.get('show')) ?? 'open';
    return (
        <Page title={t.title} wide>
            <ClubNav />
            <p class="quiet">{t.lead}</p>
            {me ? (
                <details class="sheet new-part" open={making} onToggle={(event) => setMaking(event.currentTarget.open)}>
                    <summary data-do="new-tournament">{t.make}</summary>
                    {making && <NewTournament />}
                </details>
            ) : (
                <p>
                    <SignInLink label={t.signIn} />
                </p>
            )}
            <Tabs label={t.which} chosen={shown} onChoose={(key) => navigate(`/tournaments?show=${key}`, true)} tabs={all.map((key) => ({ key, label: key === 'mine' ? t.own : t.states[key], body: () => <List key={key} shown={key} /> }))} />
        </Page>
    );
}
