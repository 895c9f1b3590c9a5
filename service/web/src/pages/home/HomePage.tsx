// SPDX-License-Identifier: AGPL-3.0-or-later
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { refreshMyGames, useMyGames } from '../../game/state/myGames';
import { withParts } from '../../lib/parts';
import { Link, type PageProps } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import type { Game, Me, MyGame } from '../../types';
import { FaultPage } from '../../ui/Fault';
import { useNow } from '../../ui/time';
import { GameCard, GameList } from '../GameCard';
import { GuestNote } from '../../game/result/KeepAccount';
import { toastError } from '../../ui/toast';
import { firstDraft, startGame } from '../newGame/start';
import { MoreGames } from '../newGame/MoreGames';
import { lazy } from '../../ui/lazy';
import { Page } from '../Page';

const finishedShown = 6;

/** One click, and the game is there. */
function PlayNow(): JSX.Element {
    const t = texts().around.home;
    const [busy, setBusy] = useState(false);
    const play = (): void => {
        setBusy(true);
        // What comes next is fetched while the server makes the game.
        void withParts(['game'], () => import('../../game/screen/GameScreen'))();
        startGame(firstDraft()).catch((fault: unknown) => {
            toastError(fault);
            setBusy(false);
        });
    };
    return (
        <button type="button" class="main" data-do="play-now" disabled={busy} onClick={play}>
            {t.play}
        </button>
    );
}

/** Keeps its place while its code is on the way. */
const HeroBoard = lazy(() => import('./HeroBoard'), () => null);

function Hero(): JSX.Element {
    return (
        <div class="hero" aria-hidden="true">
            <HeroBoard />
        </div>
    );
}

function Welcome(): JSX.Element {
    const t = texts().around;
    return (
        <Page title={texts().common.name} heading={null} full>
            <div class="welcome">
                <div class="welcome-words">
                    <h1>{t.home.lead}</h1>
                    <p class="welcome-lead">{t.home.what}</p>
                    <p class="row">
                        <PlayNow />
                        <Link class="button" href="/lobby">
                            {t.home.watch}
                        </Link>
                        <Link class="button" href="/how-to-play">
                            {t.nav.rules}
                        </Link>
                    </p>
                    <p class="quiet">
                        {t.home.playHelp} <Link href="/sign-in">{t.home.start}</Link>
                    </p>
                </div>
                <Hero />
            </div>
            <ul class="welcome-points wide">
                {t.home.points.map(({ title, text }) => (
                    <li key={title}>
                        <h2>{title}</h2>
                        <p>{text}</p>
                    </li>
                ))}
            </ul>
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
        unwrap(api.GET('/v1/games', { params: { query: { mine: true, status: 'finished', limit: finishedShown } } })).then(
            ({ items }) => setFinished(items),
            () => undefined,
        );
    }, [running]);
    return finished;
}

function StartHere(): JSX.Element {
    const t = texts().around.home;
    return (
        <section class="sheet start">
            <div>
                <h2>{t.none}</h2>
                <p class="quiet">{t.noneLead}</p>
            </div>
            <Hero />
        </section>
    );
}

function MyGamesPage({ me }: { me: Me }): JSX.Element {
    const t = texts().around;
    const now = useNow();
    const { games, fault } = useMyGames();
    const finished = useFinished(games?.length);
    if (!games) return fault ? <FaultPage fault={fault} onAgain={() => void refreshMyGames()} /> : <Page title={t.home.title} wide busy />;
    const groups = sorted(games);
    const urgent = groups[0]?.games ?? [];
    return (
        <Page title={urgent.length > 0 ? `(${urgent.length}) ${t.home.title}` : t.home.title} heading={t.home.title} wide>
            <GuestNote />
            <div class="home">
                <div class="home-games">
                    {games.length === 0 && finished.length === 0 && <StartHere />}
                    {games.length > 0 && urgent.length === 0 && <p class="quiet">{t.home.noneWaiting}</p>}
                    {groups.map(
                        ({ key, games: list }) =>
                            list.length > 0 && (
                                <section key={key} data-group={key}>
                                    <h2>{t.home[key]}</h2>
                                    <GameList label={t.home[key]}>
                                        {list.map((mine) => (
                                            <GameCard key={mine.game.id} game={mine.game} mine={mine} now={now} />
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
                </div>
                <MoreGames />
            </div>
        </Page>
    );
}

export default function HomePage(_: PageProps): JSX.Element {
    const me = useMe();
    return me ? <MyGamesPage me={me} /> : <Welcome />;
}
