// SPDX-License-Identifier: AGPL-3.0-or-later
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Place } from '../types';
import { called } from './called';
import type { GameState, GameStore } from './store';

/** What can be clicked on the board now, and what that does. */
export interface Choosing {
    /** What for: read out, and shown above the board. */
    label: string;
    places: Place[];
    /** Chosen already; they are shown, and can be clicked to take them back where they are in places too. */
    chosen: Place[];
    pick: (place: Place) => void;
    /** Nothing was begun: a tap only tells what can be done there, so the light can be faint. */
    idle?: boolean;
    /** What Escape does on the board; where nothing is said, the focus goes to the button that cancels. */
    cancel?: () => void;
}

export interface InGame {
    store: GameStore;
    state: GameState;
    choosing: Choosing | null;
    setChoosing: (choosing: Choosing | null) => void;
    /** Instead of the present: the game as it was, from the slider or the replay. No moves are made then. */
    past: GameState['view'] | null;
    /** Shows the game as it was after event SEQ; null: as it is. */
    showPast: (seq: number | null) => void;
}

export const GameContext = createContext<InGame | null>(null);

export function useGame(): InGame {
    const found = useContext(GameContext);
    if (!found) throw new Error('useGame outside of a game');
    return found;
}

/** How a seat is called. */
export const seatName = ({ view }: GameState, seat: number): string => called(view.players, seat);

/** The caller's own seat; null for bystanders and for whoever records a table game. */
export const ownSeat = ({ view }: GameState): number | null => (typeof view.viewer === 'number' ? view.viewer : null);
