// SPDX-License-Identifier: AGPL-3.0-or-later
// One tournament: who leads, who plays whom until when, and what its organiser can do.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { translated } from '../../lib/translated';
import { Link, type PageProps, navigate } from '../../lib/router';
import { useMe } from '../../lib/session';
import { moment, texts } from '../../texts';
import { Avatar } from '../../ui/Avatar';
import { FaultPage } from '../../ui/Fault';
import { AsyncContent, ConfirmButton, type Fetched, SignInLink, useFetched, useSubmit } from '../../ui/forms';
import { Tabs } from '../../ui/Tabs';
import { span } from '../../ui/time';
import { usePolled } from '../../ui/usePolled';
import { ClubNav } from '../club/ClubNav';
import { Page } from '../Page';
import { Organiser } from './Organiser';
import { Calendar, RoundTables } from './RoundTables';
import { StandingTable } from './StandingTable';
import { lateFormats, type Rounds, type Standing, type Tournament } from './tournament';

const resultsEveryMs = 15_000;

type Deed = 'join' | 'leave' | 'start';

function useDeeds(of: Fetched<Tournament>, id: string): { busy: boolean; act: (deed: Deed) => void; cancel: () => void } {
    const { run, busy } = useSubmit();
    const params = { path: { id } };
    const asks = {
        join: () => api.POST('/v1/tournaments/{id}/join', { params, body: {} }),
        leave: () => api.POST('/v1/tournaments/{id}/leave', { params, body: {} }),
        start: () => api.POST('/v1/tournaments/{id}/start', { params, body: {} }),
    };
    return {
        busy,
        act: (deed) => void run(async () => of.set(await unwrap(asks[deed]()))),
        cancel: () =>
            void run(async () => {
                await api.DELETE('/v1/tournaments/{id}', { params });
                navigate('/tournaments');
            }),
    };
}

/** Joining and leaving, and for the organiser starting and ending. */
function Deeds({ of, tournament }: { of: Fetched<Tournament>; tournament: Tournament }): JSX.Element | null {
    const t = texts().tournaments;
    const { id, status, mine } = tournament;
    const { busy, act, cancel } = useDeeds(of, id);
    if (status !== 'open' && status !== 'running') return null;
    if (!mine) return <SignInLink label={t.signIn} />;
    const takesPart = mine.state === 'in' || mine.state === 'reserve';
    return (
        <>
            {mine.state && <p>{t.mine[mine.state]}</p>}
            <p class="row">
                {!takesPart && (
                    <button type="button" class="main" data-do="join-tournament" disabled={busy} onClick={() => act('join')}>
                        {status === 'running' && !lateFormats.includes(tournament.format) ? t.joinReserve : t.join}
                    </button>
                )}
                {takesPart && <ConfirmButton name="leave-tournament" label={t.leave} sure={t.leaveSure} disabled={busy} onDo={() => act('leave')} />}
                {mine.organiser && status === 'open' && (
                    <button type="button" data-do="start-tournament" disabled={busy} onClick={() => act('start')}>
                        {t.start}
                    </button>
                )}
                {mine.organiser && <ConfirmButton name="cancel-tournament" label={t.cancel} sure={t.cancelSure} disabled={busy} onDo={cancel} />}
            </p>
        </>
    );
}

/** Who has won: the first of the order, in a league of the first division; more than one where they are equal. */
function Champions({ items }: { items: Standing[] }): JSX.Element | null {
    const t = texts().tournaments;
    const names = items.filter(({ rank, division, played }) => rank === 1 && (division ?? 1) === 1 && played > 0).map(({ account }) => account ?? t.deleted);
    if (names.length === 0) return null;
    return (
        <p class="sheet tournament-champion" data-part="champion">
            <span class="quiet">{t.champion(names.length)}</span>
            {names.map((name) => (
                <Link key={name} href={`/people/${encodeURIComponent(name)}`} class="club-person">
                    <Avatar name={name} paint="paint-own" />
                    <b>{name}</b>
                </Link>
            ))}
        </p>
    );
}

/** The reader's games of the last round that are not over. */
function Waiting({ rounds, own }: { rounds: Rounds; own: string }): JSX.Element | null {
    const t = texts().tournaments;
    const tables = rounds.at(-1)?.tables.filter(({ seats, game, result }) => game && !result && seats.includes(own)) ?? [];
    if (tables.length === 0) return null;
    return (
        <p class="row" data-part="own-tables">
            <span>{t.yourTables}</span>
            {tables.map(({ table, game }) => (
                <Link key={table} class="button" href={`/games/${game}`}>
                    {t.table(table)}
                </Link>
            ))}
        </p>
    );
}

function Head({ tournament }: { tournament: Tournament }): JSX.Element {
    const t = texts().tournaments;
    const { format, rules, players, round, rounds, status, starts_at, organiser, about, rated, seats, clock, visibility } = tournament;
    const facts = [t.states[status], t.count(players.count, players.max), ...(round > 0 ? [rounds ? t.roundOf(round, rounds) : t.round(round)] : []), ...(starts_at && round === 0 ? [t.starts(moment(starts_at))] : []), ...(organiser ? [t.by(organiser)] : [])];
    const terms = [texts().around.games[rules.game], t.tablesOf(seats), ...(clock?.turn ? [t.pace(span(clock.turn))] : []), ...(rated ? [texts().around.card.rated] : []), ...(visibility === 'private' ? [t.hidden] : [])];
    return (
        <>
            <p>
                <b>{t.formats[format]}</b> · {terms.join(' · ')}
            </p>
            <p class="quiet">{facts.join(' · ')}</p>
            <p class="quiet">{t.about[format]}</p>
            {about && <p class="tournament-about">{about}</p>}
        </>
    );
}

/** A time in a text of the log. */
const timeIn = /\d{4}-\d\d-\d\dT[\d:.]+Z/;
const entryText = (text: string): string => (translated(texts().tournaments.logTexts, text) ?? text).replace(timeIn, (at) => moment(at));

function Log({ id }: { id: string }): JSX.Element {
    const entries = useFetched(async () => (await unwrap(api.GET('/v1/tournaments/{id}/log', { params: { path: { id } } }))).items, [id]);
    return (
        <AsyncContent of={entries}>
            {(items) => (
                <ul class="things" data-list="tournament-log">
                    {items.map(({ at, by, what, text }, i) => (
                        <li key={i}>
                            <span>
                                <span class="quiet">
                                    {moment(at)} · {by ?? texts().tournaments.server} · {(texts().tournaments.did as Record<string, string>)[what] ?? what}
                                </span>
                                <br />
                                {entryText(text)}
                            </span>
                        </li>
                    ))}
                </ul>
            )}
        </AsyncContent>
    );
}

function Parts({ of, tournament }: { of: Fetched<Tournament>; tournament: Tournament }): JSX.Element {
    const t = texts().tournaments;
    const me = useMe();
    const { id, round, players, status } = tournament;
    const stamp = `${round} ${players.count} ${status}`;
    // Results come in while a round is played.
    const standings = usePolled(async () => ((await unwrap(api.GET('/v1/tournaments/{id}/standings', { params: { path: { id } } }))) as { items: Standing[] }).items, [id, stamp], resultsEveryMs);
    const rounds = usePolled(() => unwrap(api.GET('/v1/tournaments/{id}/rounds', { params: { path: { id } } })), [id, stamp], resultsEveryMs);
    const reload = (): void => {
        void of.reload();
        void standings.reload();
        void rounds.reload();
    };
    const tabs = [
        { key: 'standings', label: t.standings, body: () => <AsyncContent of={standings}>{(items) => <StandingTable id={id} items={items} />}</AsyncContent> },
        { key: 'rounds', label: t.rounds, body: () => <AsyncContent of={rounds}>{(all) => <RoundTables rounds={all} />}</AsyncContent> },
        { key: 'calendar', label: t.calendar, body: () => <AsyncContent of={rounds}>{(all) => <Calendar tournament={tournament} rounds={all} />}</AsyncContent> },
        { key: 'log', label: t.log, body: () => <Log id={id} /> },
        ...(tournament.mine?.organiser ? [{ key: 'organise', label: t.organise, body: () => <AsyncContent of={rounds}>{(all) => <Organiser tournament={tournament} rounds={all} names={(standings.value ?? []).flatMap(({ account }) => account ?? [])} onDone={reload} />}</AsyncContent> }] : []),
    ];
    return (
        <>
            {status === 'finished' && <Champions items={standings.value ?? []} />}
            {status === 'running' && me && <Waiting rounds={rounds.value ?? []} own={me.name} />}
            <Tabs label={t.tabs} tabs={tabs} />
        </>
    );
}

export default function TournamentPage({ params }: PageProps): JSX.Element {
    const id = params.id ?? '';
    const me = useMe();
    const found = usePolled<Tournament>(() => unwrap(api.GET('/v1/tournaments/{id}', { params: { path: { id } } })), [id, me?.id]);
    const { value: tournament, fault } = found;
    if (!tournament && fault) return <FaultPage fault={fault} onAgain={() => void found.reload()} />;
    if (!tournament) return <Page title={texts().tournaments.title} busy />;
    return (
        <Page title={tournament.name} wide>
            <ClubNav />
            <section class="sheet" data-part="tournament">
                <Head tournament={tournament} />
                <Deeds of={found} tournament={tournament} />
            </section>
            <Parts of={found} tournament={tournament} />
        </Page>
    );
}
