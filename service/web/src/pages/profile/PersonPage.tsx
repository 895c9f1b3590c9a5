// SPDX-License-Identifier: AGPL-3.0-or-later
// A player: face, ratings, conduct, statistics and games.
import type { JSX } from 'preact';
import { api, unwrap } from '../../lib/api';
import { Link, type PageProps } from '../../lib/router';
import type { components } from '../../schema';
import { language, texts } from '../../texts';
import { formatter } from '../../texts/format';
import type { Game, Kind } from '../../types';
import { commodities, resources } from '../../lib/kinds';
import { Avatar } from '../../ui/Avatar';
import { Knows } from '../../ui/Knows';
import { FaultPage } from '../../ui/Fault';
import { ReportButton } from '../../ui/ReportButton';
import { useFetched } from '../../ui/forms';
import { KindIcon } from '../../ui/icons';
import { Badges } from '../../ui/LessonBadge';
import { useMe } from '../../lib/session';
import { GameCard, GameList } from '../GameCard';
import { dayText, type Rating } from '../club/rating';
import { Between } from './Between';
import { Conduct } from './Conduct';
import { EventSearch } from './EventSearch';
import { Ratings } from './Ratings';
import { FavouriteMaps, Together } from './Shared';
import { hasCode } from '../../lib/faults';
import { useGames } from '../lobby/useGames';
import { Page } from '../Page';

type Stats = components['schemas']['Stats'];
type Profile = components['schemas']['Profile'];

const sums = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
/** Of the 36 results of two dice. */
const chances = 36;
const waysTo = (sum: number): number => 6 - Math.abs(7 - sum);
const number = (value: number, digits = 0): string => formatter(Intl.NumberFormat, language(), { maximumFractionDigits: digits }).format(value);

function Figures({ stats }: { stats: Stats }): JSX.Element {
    const t = texts().making.person;
    const { finished, won } = stats.with_people;
    const rate = finished > 0 ? formatter(Intl.NumberFormat, language(), { style: 'percent' }).format(won / finished) : '–';
    const figures: [string, string][] = [
        [t.finished, number(stats.finished)], [t.won, number(stats.won)], [t.rate, rate], [t.lost, number(stats.lost)], [t.resigned, number(stats.resigned)], [t.active, number(stats.active)],
        [t.stole, number(stats.robber.stole)], [t.robbed, number(stats.robber.robbed)], [t.discarded, number(stats.discarded)],
    ];
    return (
        <dl class="person-figures" data-part="figures">
            {figures.map(([name, value]) => (
                <div key={name} class="sheet">
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                </div>
            ))}
        </dl>
    );
}

function Rolls({ rolls }: { rolls: Stats['rolls'] }): JSX.Element | null {
    const t = texts().making.person;
    const count = (sum: number): number => (rolls as Record<string, number>)[String(sum)] ?? 0;
    const total = sums.reduce((all, sum) => all + count(sum), 0);
    if (total === 0) return null;
    const expected = (sum: number): number => (total * waysTo(sum)) / chances;
    const most = Math.max(...sums.map((sum) => Math.max(count(sum), expected(sum))));
    return (
        <section>
            <h2>{t.rolls}</h2>
            <p class="quiet">{t.rollsLead}</p>
            <table class="rolls">
                <thead>
                    <tr>
                        <th scope="col">{t.sum}</th>
                        <th scope="col">{t.rolled}</th>
                        <th scope="col">{t.expected}</th>
                        <td class="rolls-bars" />
                    </tr>
                </thead>
                <tbody>
                    {sums.map((sum) => (
                        <tr key={sum}>
                            <th scope="row">{sum}</th>
                            <td>{number(count(sum))}</td>
                            <td>{number(expected(sum), 1)}</td>
                            <td class="rolls-bars">
                                <span class="bar" style={{ width: `${(100 * count(sum)) / most}%` }} />
                                <span class="bar-mark" style={{ left: `${(100 * expected(sum)) / most}%` }} />
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}

const width = 120;
const height = 36;

/** Points by turn, as a line; next to it as text. */
function Line({ points, most }: { points: number[]; most: number }): JSX.Element {
    const step = width / Math.max(points.length - 1, 1);
    const path = points.map((value, i) => `${(i * step).toFixed(1)},${(height - (value / most) * height).toFixed(1)}`).join(' ');
    return (
        <svg class="line" viewBox={`-2 -2 ${width + 4} ${height + 4}`} aria-hidden="true">
            <polyline points={path} />
        </svg>
    );
}

function Latest({ games }: { games: Stats['games'] }): JSX.Element | null {
    const t = texts().making.person;
    const shown = games.filter(({ points }) => points.length > 0);
    if (shown.length === 0) return null;
    const most = Math.max(...shown.flatMap(({ points }) => points), 1);
    return (
        <section>
            <h2>{t.points}</h2>
            <ul class="lines">
                {shown.map(({ game, points }) => (
                    <li key={game}>
                        <Link href={`/games/${game}`}>
                            <Line points={points} most={most} />
                            <span>{t.pointsOf(points[points.length - 1] ?? 0)}</span>
                        </Link>
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** How many cards of each kind were gained and lost, and how. */
function CardTable({ stats }: { stats: Stats }): JSX.Element | null {
    const t = texts();
    const words = t.making.person;
    const produced = (kind: Kind): number => Object.values((stats.production as Record<string, Record<string, number>>)[kind] ?? {}).reduce((sum, count) => sum + count, 0);
    const columns: [string, (kind: Kind) => number][] = [
        [words.produced, produced],
        [words.toBank, (kind) => stats.bank.gave[kind] ?? 0],
        [words.fromBank, (kind) => stats.bank.got[kind] ?? 0],
        [words.toOthers, (kind) => stats.trade.gave[kind] ?? 0],
        [words.fromOthers, (kind) => stats.trade.got[kind] ?? 0],
    ];
    const kinds = [...resources, ...commodities].filter((kind) => columns.some(([, count]) => count(kind) > 0));
    if (kinds.length === 0) return null;
    return (
        <section>
            <h2>{words.cards}</h2>
            <div class="scroll" tabIndex={0} role="group" aria-label={words.cards}>
                <table class="rolls">
                    <thead>
                        <tr>
                            <th scope="col">{words.kind}</th>
                            {columns.map(([name]) => (
                                <th key={name} scope="col">
                                    {name}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody>
                        {kinds.map((kind) => (
                            <tr key={kind}>
                                <th scope="row">
                                    <KindIcon kind={kind} /> {t.common.kinds[kind]}
                                </th>
                                {columns.map(([name, count]) => (
                                    <td key={name}>{number(count(kind))}</td>
                                ))}
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </section>
    );
}

function Trades({ trades }: { trades: Stats['trades_with'] }): JSX.Element | null {
    const t = texts().making.person;
    if (trades.length === 0) return null;
    return (
        <section>
            <h2>{t.trades}</h2>
            <ul class="trades">
                {trades.map(({ account, trades: count }) => (
                    <li key={account ?? ''}>
                        {account === null ? t.bots : <Link href={`/people/${encodeURIComponent(account)}`}>{account}</Link>}: {t.tradeCount(count)}
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** The games, and below them a search in their events. */
function Games({ name }: { name: string }): JSX.Element {
    const me = useMe();
    const { games, more } = useGames((cursor) => unwrap(api.GET('/v1/accounts/{name}/games', { params: { path: { name }, query: { limit: 20, ...(cursor && { cursor }) } } })) as Promise<{ items: Game[]; next: string | null }>, name);
    // The parts below wait for the games, so that nothing moves when they arrive.
    if (!games) return <div class="loading" aria-busy="true" />;
    return (
        <>
            <section>
                <h2>{texts().making.person.games}</h2>
                <p>
                    <Link href={me?.name === name ? '/openings?mine=true' : '/openings'}>{texts().game.openings}</Link>
                </p>
                {games.length === 0 && <p>{texts().making.person.noGames}</p>}
                <GameList label={texts().making.person.games}>
                    {games.map((game) => (
                        <GameCard key={game.id} game={game} />
                    ))}
                </GameList>
                {more && (
                    <button type="button" onClick={more}>
                        {texts().making.lobby.more}
                    </button>
                )}
            </section>
            <EventSearch name={name} />
        </>
    );
}

function Head({ profile: { account, since }, mayPlay, mayReport }: { profile: Profile; mayPlay: boolean; mayReport: boolean }): JSX.Element {
    return (
        <div class="person-head" data-part="person">
            <Avatar name={account.name} paint="paint-own" />
            {account.bot && <small class="tag">{texts().common.bot}</small>}
            <p class="quiet">{texts().club.profile.since(dayText(since))}</p>
            {mayPlay && (
                <Link class="button" href={`/new?with=${encodeURIComponent(account.name)}`} data-do="play-with">
                    {texts().club.profile.playWith(account.name)}
                </Link>
            )}
            {mayReport && <ReportButton of={{ account: account.name }} label={texts().club.profile.report} title={texts().club.profile.reportWhom(account.name)} />}
        </div>
    );
}

function Titles({ titles }: { titles: Profile['titles'] }): JSX.Element | null {
    const t = texts().club.profile;
    if (titles.length === 0) return null;
    return (
        <section data-part="titles">
            <h2>{t.titles}</h2>
            <ul class="trades">
                {titles.map(({ tournament, season, at }) => (
                    <li key={`${tournament.id} ${season}`}>
                        <Link href={`/tournaments/${tournament.id}`}>{season === null ? t.won(tournament.name, dayText(at)) : t.season(tournament.name, season, dayText(at))}</Link>
                    </li>
                ))}
            </ul>
        </section>
    );
}

function Clubs({ clubs }: { clubs: Profile['clubs'] }): JSX.Element | null {
    if (clubs.length === 0) return null;
    return (
        <section data-part="clubs">
            <h2>{texts().club.place.clubs}</h2>
            <ul class="trades">
                {clubs.map(({ id, name }) => (
                    <li key={id}>
                        <Link href={`/clubs/${id}`}>{name}</Link>
                    </li>
                ))}
            </ul>
        </section>
    );
}

export default function PersonPage({ params }: PageProps): JSX.Element {
    const t = texts().making.person;
    const name = params.name ?? '';
    const me = useMe();
    const of = { params: { path: { name } } };
    const { value, fault } = useFetched(() => Promise.all([unwrap(api.GET('/v1/accounts/{name}', of)), unwrap(api.GET('/v1/accounts/{name}/stats', of))]), [name]);
    if (hasCode(fault, 'not-found')) return <Page title={t.none} />;
    if (fault) return <FaultPage fault={fault} />;
    if (!value) return <Page title={name} wide busy />;
    const [profile, stats] = value as [Profile, Stats];
    return (
        <Page title={stats.name} wide>
            <Head profile={profile} mayPlay={Boolean(me && !me.guest && me.name !== stats.name)} mayReport={Boolean(me && me.name !== stats.name)} />
            <Badges lessons={profile.lessons} />
            <Ratings name={stats.name} ratings={profile.ratings as Rating[]} />
            <Conduct conduct={profile.conduct} />
            <Titles titles={profile.titles} />
            <Clubs clubs={profile.clubs} />
            <Knows groups={profile.groups} />
            {me && me.name !== stats.name && <Between key={stats.name} name={stats.name} />}
            <section>
                <h2>{t.figures}</h2>
                <Figures stats={stats} />
            </section>
            <Latest games={stats.games} />
            <Rolls rolls={stats.rolls} />
            <CardTable stats={stats} />
            <Trades trades={stats.trades_with} />
            <FavouriteMaps name={stats.name} />
            {me && me.name !== stats.name && <Together name={stats.name} own={me.name} />}
            <Games name={stats.name} />
        </Page>
    );
}
