// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, got } from '../api';
import { refreshMine, useMyGames } from '../game/mine';
import { Link, type PageProps } from '../router';
import { useMe } from '../session';
import { texts } from '../texts';
import type { Game, Me, MyGame } from '../types';
import { FaultPage } from '../ui/Fault';
import { useNow } from '../ui/time';
import { GameCard, GameList } from './GameCard';
import { Island } from './Island';
import { Page } from './Page';

/** How many cards show points; each of them is a request. */
const withPoints = 12;
const finishedShown = 6;

function Welcome(): JSX.Element {
    const t = texts().around;
    return (
        <Page title={texts().common.name} heading={null} wide>
            <div class="welcome">
                <div>
                    <h1>{t.home.lead}</h1>
                    <ul class="plain-list">
                        {t.home.points.map((point) => (
                            <li key={point}>{point}</li>
                        ))}
                    </ul>
                    <p class="row">
                        <Link class="button main" href="/sign-in">
                            {t.home.start}
                        </Link>
                        <Link class="button" href="/lobby">
                            {t.home.watch}
                        </Link>
                    </p>
                </div>
                <Island />
            </div>
        </Page>
    );
}

/** What belongs under which heading; the order within stays the server's, the most urgent first. */
function sorted(games: MyGame[]): { key: 'waiting' | 'running' | 'open' | 'tables'; games: MyGame[] }[] {
    const kind = ({ game, decisions }: MyGame): string => {
        if (game.mode === 'table') return 'tables';
        if (game.status === 'open') return 'open';
        return decisions.length > 0 ? 'waiting' : 'running';
    };
    return (['waiting', 'running', 'open', 'tables'] as const).map((key) => ({ key, games: games.filter((game) => kind(game) === key) }));
}

function useFinished(running: number | undefined): Game[] {
    const [finished, setFinished] = useState<Game[]>([]);
    useEffect(() => {
        if (running === undefined) return;
        got(api.GET('/v1/games', { params: { query: { mine: true, status: 'finished', limit: finishedShown } } })).then(
            ({ items }) => setFinished(items),
            () => undefined,
        );
    }, [running]);
    return finished;
}

function MoreGames(): JSX.Element {
    const t = texts().around.nav;
    return (
        <p class="row">
            <Link class="button main" href="/new">
                {t.make}
            </Link>
            <Link class="button" href="/lobby">
                {t.lobby}
            </Link>
        </p>
    );
}

function Start({ lead }: { lead: string }): JSX.Element {
    const t = texts().around;
    return (
        <section class="sheet start">
            <div>
                <h2>{t.home.none}</h2>
                <p class="quiet">{lead}</p>
                <MoreGames />
            </div>
            <Island />
        </section>
    );
}

function MyGamesPage({ me }: { me: Me }): JSX.Element {
    const t = texts().around;
    const now = useNow();
    const { games, fault } = useMyGames();
    const finished = useFinished(games?.length);
    if (!games) return fault ? <FaultPage fault={fault} onAgain={() => void refreshMine()} /> : <Page title={t.home.title} wide busy />;
    const groups = sorted(games);
    const urgent = groups[0]?.games ?? [];
    const shown = games.slice(0, withPoints);
    return (
        <Page title={urgent.length > 0 ? `(${urgent.length}) ${t.home.title}` : t.home.title} heading={t.home.title} wide>
            {games.length === 0 && finished.length === 0 && <Start lead={t.home.noneLead} />}
            {games.length > 0 && urgent.length === 0 && <p class="quiet">{t.home.noneWaiting}</p>}
            {groups.map(
                ({ key, games: list }) =>
                    list.length > 0 && (
                        <section key={key} data-group={key}>
                            <h2>{t.home[key]}</h2>
                            <GameList label={t.home[key]}>
                                {list.map((mine) => (
                                    <GameCard key={mine.game.id} game={mine.game} mine={mine} now={now} points={shown.includes(mine)} />
                                ))}
                            </GameList>
                        </section>
                    ),
            )}
            {finished.length > 0 && (
                <section data-group="over">
                    <h2>{t.home.over}</h2>
                    <GameList label={t.home.over}>
                        {finished.map((game) => (
                            <GameCard key={game.id} game={game} now={now} />
                        ))}
                    </GameList>
                    <p>
                        <Link href={`/people/${encodeURIComponent(me.name)}`}>{t.home.allOver}</Link>
                    </p>
                </section>
            )}
            {(games.length > 0 || finished.length > 0) && <MoreGames />}
        </Page>
    );
}

export default function HomePage(_: PageProps): JSX.Element {
    const me = useMe();
    return me ? <MyGamesPage me={me} /> : <Welcome />;
}
