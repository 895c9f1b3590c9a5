// SPDX-License-Identifier: AGPL-3.0-or-later
import { type ComponentType, h, type JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { BoardView } from '../board/BoardView';
import { Play } from '../play/Play';
import type { PageProps } from '../router';
import { FaultPage } from '../ui/Fault';
import { lazy } from '../ui/lazy';
import { Tabs } from '../ui/Tabs';
import { type Choosing, GameContext } from './context';
import { GameStore } from './store';

const panels: Record<string, ComponentType> = {
    players: lazy(() => import('./PlayersPanel')),
    log: lazy(() => import('../log/LogPanel')),
    talk: lazy(() => import('../log/TalkPanel')),
    notes: lazy(() => import('../log/NotesPanel')),
    orders: lazy(() => import('../orders/OrdersPanel')),
    charts: lazy(() => import('./ChartsPanel')),
    settings: lazy(() => import('../settings/GameSettingsPanel')),
    table: lazy(() => import('../table/TablePanel')),
};

/** Follows a store: its state, again whenever it changes. */
function useStore(id: string): GameStore {
    const store = useMemo(() => new GameStore(id), [id]);
    const [, again] = useState(0);
    useEffect(() => {
        const redraw = (): void => again((n) => n + 1);
        store.addEventListener('change', redraw);
        store.open();
        return () => {
            store.removeEventListener('change', redraw);
            store.close();
        };
    }, [store]);
    return store;
}

export default function GamePage({ params }: PageProps): JSX.Element {
    const store = useStore(params.id ?? '');
    const [choosing, setChoosing] = useState<Choosing | null>(null);
    const { state, fault } = store;
    if (!state) return fault ? <FaultPage fault={fault} onAgain={() => void store.refresh()} /> : <main id="content" aria-busy="true" />;
    return (
        <GameContext.Provider value={{ store, state, choosing, setChoosing, past: null }}>
            <main id="content" class="game">
                <BoardView board={state.board} view={state.view} choosing={choosing} />
                <Play />
                <Tabs label={state.game.name ?? state.game.id} tabs={Object.entries(panels).map(([key, panel]) => ({ key, label: key, body: () => h(panel, {}) }))} />
            </main>
        </GameContext.Provider>
    );
}
