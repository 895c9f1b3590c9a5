// SPDX-License-Identifier: AGPL-3.0-or-later
// Everything else about the game, in tabs: beside the board if there is room, otherwise over it on demand.
import { type ComponentType, h, type JSX } from 'preact';
import { withParts } from '../../lib/parts';
import { texts } from '../../texts';
import { lazy } from '../../ui/lazy';
import { type Tab, Tabs } from '../../ui/Tabs';
import { useGame } from '../state/context';
import { FigureIcon } from './icons';
import type { GameState } from '../state/gameStore';

const panels = {
    players: lazy(() => import('../panels/PlayersPanel')),
    log: lazy(withParts(['panels'], () => import('../panels/LogPanel'))),
    talk: lazy(withParts(['panels'], () => import('../panels/TalkPanel'))),
    notes: lazy(withParts(['panels'], () => import('../panels/NotesPanel'))),
    orders: lazy(withParts(['orders'], () => import('../panels/orders/OrdersPanel'))),
    charts: lazy(withParts(['panels'], () => import('../panels/ChartsPanel'))),
    settings: lazy(withParts(['club', 'settings'], () => import('../panels/settings/GameSettingsPanel'))),
    table: lazy(withParts(['panels', 'table'], () => import('../panels/TablePanel'))),
} satisfies Record<string, ComponentType>;
type Panel = keyof typeof panels;

/** The panels that make sense for this reader and game. */
function panelsFor({ game, view }: GameState): Panel[] {
    const plays = typeof view.viewer === 'number' && game.mode === 'play';
    const all = Object.keys(panels) as Panel[];
    return all.filter((key) => (key !== 'orders' || plays) && (key !== 'table' || game.mode === 'table'));
}

interface SidePanelProps {
    chosen: string;
    unread: number;
    /** Whether it is visible: without room beside the board, only once it was opened. */
    shown: boolean;
    /** The panel that is shown elsewhere, in a place of its own. */
    except: Panel | null;
    onChoose: (key: string) => void;
    /** Whether it covers the board. */
    full: boolean;
    /** Covers the board, or uncovers it; null where the panel covers it anyway. */
    onFull: (() => void) | null;
}

export function SidePanel({ shown, chosen, unread, except, onChoose, full, onFull }: SidePanelProps): JSX.Element {
    const { state } = useGame();
    const t = texts().game;
    const tabs: Tab[] = panelsFor(state)
        .filter((key) => key !== except)
        .map((key) => ({ key, label: t.tabs[key], mark: key === 'talk' ? unread : 0, body: () => shown && h(panels[key], {}) }));
    return (
        <div class="game-panel" data-part="panels">
            <h2 class="sr">{t.tabsLabel}</h2>
            <Tabs label={t.tabsLabel} tabs={tabs} chosen={chosen} onChoose={onChoose} />
            {onFull && (
                <button type="button" class="plain panel-full" data-do="full-panel" aria-label={full ? t.showBoard : t.fullPanel} title={full ? t.showBoard : t.fullPanel} onClick={onFull}>
                    <FigureIcon figure={full ? 'close' : 'widen'} />
                </button>
            )}
        </div>
    );
}

/** The log beside the board, if the window is wide enough. */
export function LogColumn(): JSX.Element {
    return (
        <aside class="game-log" aria-label={texts().game.tabs.log}>
            <h2>{texts().game.tabs.log}</h2>
            {h(panels.log, {})}
        </aside>
    );
}
