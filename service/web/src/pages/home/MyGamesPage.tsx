// SPDX-License-Identifier: AGPL-3.0-or-later
// The games of the signed-in user.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { refreshMyGames, useMyGames } from '../../game/state/myGames';
import { GuestNote } from '../../game/result/GuestNote';
import { api, unwrap } from '../../lib/api';
import { useLost } from '../../lib/live';
import { Link, navigate } from '../../lib/router';
import { texts } from '../../texts';
import type { Game, Me, MyGame } from '../../types';
import { FaultPage } from '../../ui/Fault';
import { Choice } from '../../ui/Field';
import { GameCard, GameList } from '../GameCard';
import { MoreGames } from '../newGame/MoreGames';
import { Page } from '../Page';
import { Hero } from './Hero';
import { Told } from './Told';

const finishedShown = 6;

/** Groups games under headings; within a group they keep the server's order, most urgent first. */
function sorted(games: MyGame[]): { key: 'waiting' | 'running' | 'open' | 'tables'; games: MyGame[] }[] {
    const kind = ({ game, decisions }: MyGame): string => {
        if (game.mode === 'table') return 'tables';
        if (game.status === 'open') return 'open';
        return decisions.length > 0 ? 'waiting' : 'running';
    };
    return (['waiting', 'running', 'open', 'tables'] as const).map((key) => ({ key, games: games.filter((game) => kind(game) === key) }));
}

/** The latest ones; '': with any tag. */
function useFinished(running: number | undefined, tag: string): Game[] {
    const [finished, setFinished] = useState<Game[]>([]);
    useEffect(() => {
        let wanted = true;
        if (running === undefined) return undefined;
        unwrap(api.GET('/v1/games', { params: { query: { mine: true, status: 'finished', limit: finishedShown, ...(tag !== '' && { tag }) } } })).then(
            ({ items }) => wanted && setFinished(items),
            () => undefined,
        );
        return () => {
            wanted = false;
        };
    }, [running, tag]);
    return finished;
}

/** Shown where some of one's games have tags, or one is chosen. */
function TagChoice({ games, tag }: { games: Game[]; tag: string }): JSX.Element | null {
    const t = texts().making.lobby;
    const [seen, setSeen] = useState<string[]>([]);
    const found = games.flatMap(({ tags }) => tags ?? []).concat(tag || []).filter((one) => !seen.includes(one));
    useEffect(() => {
        if (found.length > 0) setSeen([...new Set([...seen, ...found])].toSorted());
    });
    if (seen.length === 0) return null;
    return (
        <div class="columns filters" data-part="tag-choice">
            <Choice label={t.tag} value={tag} options={[['', t.anyTag], ...seen.map((one): [string, string] => [one, `#${one}`])]} onChoose={(one) => navigate(one === '' ? '/' : `/?tag=${encodeURIComponent(one)}`, true)} />
        </div>
    );
}

function StartHere(): JSX.Element {
    const t = texts().home;
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

/** TAG: only games that have it; '': all. */
export default function MyGamesPage({ me, tag }: { me: Me; tag: string }): JSX.Element {
    const { around, home, making } = texts();
    const { games: all, fault } = useMyGames();
    const lost = useLost();
    const finished = useFinished(all?.length, tag);
    const games = all?.filter(({ game }) => tag === '' || game.tags?.includes(tag));
    if (!all || !games) return fault ? <FaultPage fault={fault} onAgain={() => void refreshMyGames()} /> : <Page title={home.title} wide busy />;
    const groups = sorted(games);
    const waiting = sorted(all)[0]?.games.length ?? 0;
    return (
        <Page title={waiting > 0 ? `(${waiting}) ${home.title}` : home.title} heading={home.title} wide>
            <p class="home-rules">
                <Link href="/how-to-play">{around.nav.rules}</Link> <Link href="/puzzles">{home.puzzle}</Link>
            </p>
            {lost && (
                <p class="sheet" role="status" data-banner="lost">
                    {texts().common.lostNetwork}
                </p>
            )}
            <GuestNote />
            <Told />
            <div class="home">
                <div class="home-games">
                    <TagChoice games={[...all.map(({ game }) => game), ...finished]} tag={tag} />
                    {games.length === 0 && finished.length === 0 && (tag === '' ? <StartHere /> : <p>{making.lobby.none}</p>)}
                    {games.length > 0 && waiting === 0 && <p class="quiet">{home.noneWaiting}</p>}
                    {groups.map(
                        ({ key, games: list }) =>
                            list.length > 0 && (
                                <section key={key} data-group={key}>
                                    <h2>{home[key]}</h2>
                                    <GameList label={home[key]}>
                                        {list.map((mine) => (
                                            <GameCard key={mine.game.id} game={mine.game} mine={mine} />
                                        ))}
                                    </GameList>
                                </section>
                            ),
                    )}
                    {finished.length > 0 && (
                        <section data-group="over">
                            <h2>{home.over}</h2>
                            <GameList label={home.over}>
                                {finished.map((game) => (
                                    <GameCard key={game.id} game={game} />
                                ))}
                            </GameList>
                            <p>
                                <Link href={`/people/${encodeURIComponent(me.name)}`}>{home.allOver}</Link>
                            </p>
                        </section>
                    )}
                </div>
                <MoreGames />
            </div>
        </Page>
    );
}
