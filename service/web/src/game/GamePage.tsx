// SPDX-License-Identifier: AGPL-3.0-or-later
import { type ComponentType, h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BoardView } from '../board/BoardView';
import { Play } from '../play/Play';
import { navigate, type PageProps } from '../router';
import { texts } from '../texts';
import type { As } from '../types';
import { FaultPage } from '../ui/Fault';
import { useFollowed } from '../ui/followed';
import { lazy } from '../ui/lazy';
import { type Tab, Tabs } from '../ui/Tabs';
import { Banners } from './Banners';
import { type Choosing, GameContext, type InGame } from './context';
import { GameHead } from './GameHead';
import { Eyes } from './Eyes';
import { Hand } from './Hand';
import { allPlaces, placesOf } from './happened';
import { useMyGames } from './mine';
import { useNews } from './news';
import { NewsLine } from './NewsLine';
import { useEventAt, usePast } from './past';
import { PastNote } from './PastNote';
import { type GameState, GameStore } from './store';
import { Strip } from './Strip';
import { TimeBar } from './TimeBar';
import { useTitle } from './title';

const panels = {
    players: lazy(() => import('./PlayersPanel')),
    log: lazy(() => import('../log/LogPanel')),
    talk: lazy(() => import('../log/TalkPanel')),
    notes: lazy(() => import('../log/NotesPanel')),
    orders: lazy(() => import('../orders/OrdersPanel')),
    charts: lazy(() => import('./ChartsPanel')),
    settings: lazy(() => import('../settings/GameSettingsPanel')),
    table: lazy(() => import('../table/TablePanel')),
} satisfies Record<string, ComponentType>;
type Panel = keyof typeof panels;

/** The panels that this reader of this game has a use for. */
function panelsFor({ game, view }: GameState): Panel[] {
    const plays = typeof view.viewer === 'number' && game.mode === 'play';
    const all = Object.keys(panels) as Panel[];
    return all.filter((key) => (key !== 'orders' || plays) && (key !== 'table' || game.mode === 'table'));
}

function whole(text: string | null): number | null {
    return text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null;
}

/** Whose eyes the address asks for (?as=): a seat's, or everybody's. */
function eyesOf(text: string | null): As {
    return text === 'all' ? 'all' : whole(text);
}

/** Puts a word of the address in place, or takes it away; the page stays where it is. */
function putQuery(name: string, value: string | null): void {
    const query = new URLSearchParams(location.search);
    if (value === null) query.delete(name);
    else query.set(name, value);
    const text = query.toString();
    navigate(location.pathname + (text === '' ? '' : `?${text}`), true);
}

export default function GamePage({ params, query }: PageProps): JSX.Element {
    const id = params.id ?? '';
    const store = useFollowed(() => new GameStore(id), [id]);
    const [choosing, setChoosing] = useState<Choosing | null>(null);
    const as = eyesOf(query.get('as'));
    useEffect(() => {
        if (as !== null || store.state?.as) store.look(as);
    }, [store, as]);
    const past = usePast(store, whole(query.get('at')));
    const event = useEventAt(store, past.seq);
    const news = useNews(store);
    const { games } = useMyGames();
    const below = useRef<HTMLDivElement>(null);
    const { state, fault } = store;
    useTitle(state);
    if (!state || !news.ready) return fault && !state ? <FaultPage fault={fault} onAgain={() => void store.refresh()} /> : <main id="content" aria-busy="true" />;
    const t = texts().game;
    const showPast = (seq: number | null): void => past.go(seq === null || seq >= state.view.seq ? null : Math.max(0, seq));
    const inGame: InGame = { store, state, choosing, setChoosing, past: past.seq === null ? null : (past.view ?? state.view), showPast };
    const marks = past.seq === null ? allPlaces(news.fresh) : event ? placesOf(event) : [];
    const chosen = query.get('tab') ?? 'players';
    const unread = chosen === 'talk' ? 0 : (games?.find(({ game }) => game.id === store.id)?.unread_talk ?? 0);
    const tabs: Tab[] = panelsFor(state).map((key) => ({ key, label: t.tabs[key], mark: key === 'talk' ? unread : 0, body: () => h(panels[key], {}) }));
    const showTab = (key: string): void => putQuery('tab', key);
    const showPlayer = (seat: number): void => {
        showTab('players');
        requestAnimationFrame(() => (document.getElementById(`player-${seat}`) ?? below.current)?.scrollIntoView({ block: 'start' }));
    };
    return (
        <GameContext.Provider value={inGame}>
            <main id="content" class="game" data-mode={state.game.mode} data-past={past.seq === null ? undefined : ''}>
                <Banners />
                <div class="game-top">
                    <GameHead />
                    <Strip onShow={showPlayer} />
                    {past.seq === null ? <NewsLine news={news} onReplay={() => past.play(news.looked)} /> : <PastNote past={past} event={event} />}
                </div>
                <div class="game-left">
                    <div class="game-board">
                        <BoardView board={state.board} view={past.view ?? state.view} choosing={past.seq === null ? choosing : null} marks={marks} />
                    </div>
                    <div class="game-time">
                        <TimeBar past={past} />
                        <Eyes at={past.seq ?? state.view.seq} />
                    </div>
                </div>
                <div class="game-side" id="wanted">
                    <Play />
                </div>
                <div class="game-tabs" ref={below}>
                    <h2 class="sr">{t.tabsLabel}</h2>
                    <Tabs label={t.tabsLabel} tabs={tabs} chosen={chosen} onChoose={showTab} />
                </div>
                <Hand />
            </main>
        </GameContext.Provider>
    );
}
