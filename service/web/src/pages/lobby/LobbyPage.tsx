// SPDX-License-Identifier: AGPL-3.0-or-later
// Public games: to join, to watch, and finished ones.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../lib/api';
import { Link, type PageProps, navigate } from '../../lib/router';
import { useMe } from '../../lib/session';
import { texts } from '../../texts';
import type { Game } from '../../types';
import { Check, Choice, Field } from '../../ui/Field';
import { Tabs } from '../../ui/Tabs';
import { GameCard, GameList } from '../GameCard';
import { MoreGames } from '../newGame/MoreGames';
import type { GameKind } from '../../types';
import { Page } from '../Page';
import { Seeks } from './Seeks';
import { useGames } from './useGames';

type Status = 'open' | 'active' | 'finished';
const statuses: Status[] = ['open', 'active', 'finished'];
const pageSize = 30;

const counts = ['2', '3', '4', '5', '6'] as const;
type Count = (typeof counts)[number];

interface Filter {
    game: GameKind | '';
    players: '' | Count;
    clock: '' | 'with' | 'without';
    /** Also games of one person against bots. */
    bots: boolean;
    whose: Whose;
    /** Of games that have it; '': of all. */
    tag: string;
}

/** Lists that only the reader has. */
type Whose = '' | 'followed' | 'watched';

/** Whether one person plays against bots, and no one else can join. */
const isAlone = ({ seats }: Game): boolean => seats.filter(({ kind }) => kind !== 'bot').length <= 1;

const fits = (game: Game, { game: kind, players, clock, bots, whose, tag }: Filter): boolean =>
    (kind === '' || game.rules.game === kind) && (players === '' || game.rules.players === Number(players)) && (clock === '' || (game.clock !== null) === (clock === 'with')) && (bots || whose !== '' || tag !== '' || !isAlone(game));

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }): JSX.Element {
    const t = texts().around;
    const me = useMe();
    return (
        <div class="columns filters">
            <Choice label={texts().making.lobby.game} value={filter.game} options={[['', texts().making.lobby.anyGame], ...(Object.entries(t.games) as [GameKind, string][])]} onChoose={(game) => onChange({ ...filter, game })} />
            <Choice label={texts().making.lobby.count} value={filter.players} options={[['', texts().making.lobby.anyCount], ...counts.map((n): [Count, string] => [n, t.players(Number(n))])]} onChoose={(players) => onChange({ ...filter, players })} />
            <Choice label={texts().making.lobby.clock} value={filter.clock} options={[['', texts().making.lobby.anyClock], ['with', texts().making.lobby.withClock], ['without', texts().making.lobby.noClock]]} onChoose={(clock) => onChange({ ...filter, clock })} />
            {me && <Choice label={texts().making.lobby.whose} value={filter.whose} options={[['', texts().making.lobby.everybody], ['followed', texts().making.lobby.followed], ['watched', texts().making.lobby.watched]]} onChoose={(whose) => onChange({ ...filter, whose })} />}
            <Field label={texts().making.lobby.tag} name="tag" autocapitalize="none" autocomplete="off" value={filter.tag} onChange={(event) => onChange({ ...filter, tag: event.currentTarget.value.trim().toLowerCase().replace(/^#/, '') })} />
            <Check label={texts().making.lobby.bots} name="bots" checked={filter.bots} onChange={(bots) => onChange({ ...filter, bots })} />
        </div>
    );
}

const asked: Record<Whose, object> = { '': {}, followed: { followed: true }, watched: { watched: true } };

function GameResults({ status, filter }: { status: Status; filter: Filter }): JSX.Element {
    const t = texts().making.lobby;
    const { games, more } = useGames((cursor) => unwrap(api.GET('/v1/games', { params: { query: { status, mode: 'play', limit: pageSize, ...asked[filter.whose], ...(filter.tag !== '' && { tag: filter.tag }), ...(cursor && { cursor }) } } })) as Promise<{ items: Game[]; next: string | null }>, `${status} ${filter.whose} ${filter.tag}`);
    const shown = games?.filter((game) => (filter.whose !== '' || game.visibility === 'public') && fits(game, filter));
    if (!shown) return <div class="loading" aria-busy="true" />;
    return (
        <>
            <h2 class="sr">{t[status]}</h2>
            {shown.length === 0 && (
                <p>
                    {t.none} {status === 'open' && <Link href="/new">{t.make}</Link>}
                </p>
            )}
            <GameList label={t[status]}>
                {shown.map((game) => (
                    <GameCard key={game.id} game={game} />
                ))}
            </GameList>
            {more && (
                <p>
                    <button type="button" onClick={more}>
                        {t.more}
                    </button>
                </p>
            )}
        </>
    );
}

const pathOf = (show: string, tag: string): string => `/lobby?show=${show}${tag && `&tag=${encodeURIComponent(tag)}`}`;

export default function LobbyPage({ query }: PageProps): JSX.Element {
    const t = texts().making.lobby;
    const tag = query.get('tag') ?? '';
    const [chosen, setChosen] = useState<Filter>({ game: '', players: '', clock: '', bots: false, whose: '', tag });
    const filter = { ...chosen, tag };
    const status = statuses.find((one) => one === query.get('show')) ?? 'open';
    const setFilter = (next: Filter): void => {
        setChosen(next);
        if (next.tag !== tag) navigate(pathOf(status, next.tag), true);
    };
    return (
        <Page title={t.title} wide>
            <p class="quiet">{t.lead}</p>
            <div class="home">
                <div>
                    <Seeks />
                    <Filters filter={filter} onChange={setFilter} />
                    <Tabs label={t.status} chosen={status} onChoose={(key) => navigate(pathOf(key, tag), true)} tabs={statuses.map((key) => ({ key, label: t[key], body: () => <GameResults key={key} status={key} filter={filter} /> }))} />
                </div>
                <MoreGames />
            </div>
        </Page>
    );
}
