// SPDX-License-Identifier: AGPL-3.0-or-later
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useStage } from '../fx/director';
import { BoardView } from '../../board/BoardView';
import { withParts } from '../../lib/parts';
import { type PageProps, setQuery } from '../../lib/router';
import { useMedia } from '../../lib/media';
import { currentMe } from '../../lib/session';
import { Boundary, FaultPage } from '../../ui/Fault';
import { fetchSoon } from '../../ui/ahead';
import { lazy } from '../../ui/lazy';
import { useFirstInput } from '../../ui/useFirstInput';
import { hintSwitch } from '../coach/asking';
import { isGuided } from '../coach/progress';
import type { Place } from '../../types';
import { Play } from './Play';
import { Banners } from './Banners';
import { isExplored } from '../openings/explored';
import { GameContext, ownSeat } from '../state/context';
import { TopBar } from './TopBar';
import { realm } from '../realm';
import { eventPlaces } from '../state/eventPlaces';
import type { GameState } from '../state/gameStore';
import { useMyGames } from '../state/myGames';
import { useNews, useReplay } from '../state/news';
import { NewsLine } from './NewsLine';
import { useOpenGame } from '../state/openGame';
import { usePresence } from '../state/presence';
import { PastNote } from './PastNote';
import { PlayersBar } from './PlayersBar';
import { LogColumn, SidePanel } from './SidePanel';
import { TimeBar } from './TimeBar';
import { useGameTitle } from './useGameTitle';
import { useOpenSeats } from './useOpenSeats';

/** The game works without the guide: nothing takes its place while it loads. */
const Coach = lazy(withParts(['learning'], () => import('../coach/Coach')), () => null);

const PerspectiveSelect = lazy(() => import('./PerspectiveSelect'), () => null);
const Explain = lazy(() => import('../../ui/Explain'), () => null);
const OpeningNote = lazy(withParts(['openings'], () => import('../openings/OpeningNote')), () => null);
const ExplainBody = lazy(withParts(['learning'], () => import('../coach/ExplainBody')), () => null);

/** Loaded only in games among people: bots propose nothing. */
const Proposals = lazy(withParts(['panels'], () => import('./Proposals')), () => null);

/** From this width on, the log has a column of its own (styles/screen.css). */
const widest = '(min-width: 1440px)';
/** From roughly this size on, the panels have room beside the board. */
const roomy = '(min-width: 960px) and (min-height: 528px)';
/** After the first screen, so that what it needs has the network to itself. */
const soonMs = 2000;
/** How many frames to wait for a panel's code before giving up on an element in it. */
const soughtMost = 120;

/** Whether the reader may see the game from another perspective. */
function mayLook({ game, view, as }: GameState): boolean {
    return game.status === 'finished' || game.status === 'abandoned' || (game.mode === 'table' && (as !== null || view.viewer === 'all'));
}

/** Whether several accounts have seats, so that there may be proposals. */
const amongPeople = ({ game: { mode, seats, status } }: GameState): boolean => mode === 'play' && status !== 'open' && currentMe() !== null && seats.filter(({ account }) => account).length > 1;

/** Scrolls a player's figures into view once they are rendered. */
function showFigures(seat: number, tries = soughtMost): void {
    const found = document.getElementById(`player-${seat}`);
    if (found) found.scrollIntoView({ block: 'nearest' });
    else if (tries > 0) requestAnimationFrame(() => showFigures(seat, tries - 1));
}

export default function GameScreen({ params, query }: PageProps): JSX.Element {
    const inGame = useOpenGame(params.id ?? '', query);
    const { store, playhead, guide } = inGame;
    const news = useNews(playhead);
    const replay = useReplay(playhead, news);
    const { games } = useMyGames();
    const [drawer, openDrawer] = useState(query.has('tab'));
    const [full, setFull] = useState(false);
    const wide = useMedia(widest);
    const beside = useMedia(roomy);
    const pointed = useFirstInput();
    const [looked] = useState(() => signal<number | null>(null));
    const state = playhead.present;
    const { fault } = store;
    useGameTitle(state);
    useOpenSeats(state);
    usePresence(state !== null && ownSeat(state) !== null ? state.game.id : null);
    useStage(state?.board ?? null);
    const drawn = state !== null && news.ready;
    useEffect(() => {
        if (!drawn) return undefined;
        const timer = setTimeout(() => void fetchSoon(), soonMs);
        return () => clearTimeout(timer);
    }, [drawn]);
    if (!state || !news.ready) return fault && !state ? <FaultPage fault={fault} onAgain={() => void store.refresh()} /> : <main id="content" class="game-screen" aria-busy="true" />;
    const { past, selection } = inGame;
    const { Ship } = realm() ?? {};
    const { event } = playhead;
    const { choice } = selection;
    const marks = selection.pointed ? [selection.pointed] : past === null ? news.marks : event ? eventPlaces(event) : [];
    const chosen = query.get('tab') ?? 'players';
    const unread = chosen === 'talk' ? 0 : (games?.find(({ game }) => game.id === store.id)?.unread_talk ?? 0);
    const guided = isGuided() && ownSeat(state) !== null;
    const asked = guide.asked === state.list.seq;
    const askHint = hintSwitch(state, guide);
    const explored = !guided && isExplored(state.game, state.view);
    const look = (place: Place | null): void => {
        looked.value = place?.kind === 'vertex' ? place.id : null;
    };
    const choosing = choice !== null && choice.idle !== true;
    const showTab = (key: string): void => setQuery('tab', key);
    const showLog = (): void => {
        if (!wide) showTab('log');
        openDrawer(true);
    };
    const showPlayer = (seat: number): void => {
        showTab('players');
        openDrawer(true);
        requestAnimationFrame(() => showFigures(seat));
    };
    return (
        <GameContext.Provider value={inGame}>
            <main id="content" class="game-screen" data-part="game" data-mode={state.game.mode} data-past={past === null ? undefined : ''}>
                <Banners />
                <div class="game-grid" data-drawer={drawer ? (choosing ? 'choosing' : '') : undefined} data-full={full && beside && !choosing ? '' : undefined}>
                    <Boundary><TopBar drawer={drawer} unread={unread} onDrawer={() => openDrawer(!drawer)} /></Boundary>
                    <Boundary><PlayersBar onShow={showPlayer} /></Boundary>
                    <div class="game-left">
                        <div class="game-board">
                            <Boundary>
                                <BoardView board={state.board} view={past ?? state.view} choosing={past === null ? choice : null} marks={marks} hints={guide.placesAt(past === null ? null : playhead.seq)} hinted={asked} onHint={past === null ? askHint : null} plain={guided} onLook={explored ? look : undefined} note={explored && pointed && <OpeningNote looked={looked} />} />
                            </Boundary>
                            {amongPeople(state) && <Boundary><Proposals /></Boundary>}
                        </div>
                        <div class="game-ticker">
                            {Ship && <Ship view={past ?? state.view} />}
                            {past === null ? <NewsLine news={guided || asked ? { ...news, open: false, fresh: [] } : news} onReplay={replay} onLog={showLog} /> : <PastNote />}
                        </div>
                        <div class="game-time">
                            <Boundary><TimeBar /></Boundary>
                            {mayLook(state) && <PerspectiveSelect at={playhead.seq ?? state.view.seq} />}
                        </div>
                    </div>
                    {past === null && (asked || guided) && <Boundary><Coach /></Boundary>}
                    <Boundary><Play /></Boundary>
                    <SidePanel shown={beside || drawer} chosen={chosen} unread={unread} except={wide && !full ? 'log' : null} onChoose={showTab} full={full} onFull={beside ? () => setFull(!full) : null} />
                    {wide && <LogColumn />}
                </div>
                {pointed && <Explain body={ExplainBody} />}
            </main>
        </GameContext.Provider>
    );
}
