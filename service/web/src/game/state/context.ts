// SPDX-License-Identifier: AGPL-3.0-or-later
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { View } from '../../types';
import { playerName } from '../../lib/playerName';
import type { GameState, GameStore } from './gameStore';
import type { Guide } from './guide';
import type { Playhead } from './playhead';
import type { Selection } from './selection';

/** Shared by the components of a game's page. Components re-render when a member they read changes. */
export class InGame {
    constructor(readonly store: GameStore, readonly playhead: Playhead, readonly selection: Selection, readonly guide: Guide) {}

    /** The game as it is shown now. */
    get state(): GameState {
        return this.playhead.present as GameState;
    }

    /** The game at a past moment, from the slider or the replay, instead of the present. No moves can be made then. */
    get past(): View | null {
        return this.playhead.seq === null ? null : (this.playhead.view ?? this.state.view);
    }
}

export const GameContext = createContext<InGame | null>(null);

export function useGame(): InGame {
    const found = useContext(GameContext);
    if (!found) throw new Error('useGame outside of a game');
    return found;
}

/** The name of a seat. */
export const seatName = ({ view }: GameState, seat: number): string => playerName(view.players, seat);

/** The caller's own seat; null for spectators and for whoever records a table game. */
export const ownSeat = ({ view }: GameState): number | null => (typeof view.viewer === 'number' ? view.viewer : null);
