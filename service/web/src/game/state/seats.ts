// SPDX-License-Identifier: AGPL-3.0-or-later
// Who sits where, and whose move it is: what several parts of a game's page say.
import { currentMe } from '../../lib/session';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { GameSeat } from '../../types';
import { ownSeat, seatName } from './context';
import type { GameState } from './gameStore';

export const gameSeat = ({ game }: GameState, seat: number): GameSeat | undefined => game.seats.find((other) => other.seat === seat);

/** The seat of whoever is signed in here, as which they are always allowed to look. */
export function mySeat({ game }: GameState): number | null {
    const name = currentMe()?.name;
    return game.mode === 'play' && name ? (game.seats.find(({ account, resigned }) => account === name && !resigned)?.seat ?? null) : null;
}

export function gameTitle(state: GameState): string {
    const names = state.view.players.filter(({ neutral }) => !neutral).map(({ seat }) => seatName(state, seat));
    return state.game.name ?? texts().game.untitled(names.join(', '));
}

/** The seats that the game waits for, each once. */
export const waitedFor = (state: GameState): number[] => [...new Set(state.view.waiting_for.map(({ player }) => player))];

/** Whether it waits for the reader: at a table game for whoever records it. */
export function isMyMove(state: GameState): boolean {
    if (state.game.status !== 'active') return false;
    const own = ownSeat(state);
    if (state.game.mode === 'table') return state.list.actions.length > 0;
    return own !== null && waitedFor(state).includes(own);
}

/** "Your move", "Waiting for Bo and Cy": one line. */
export function whoseMove(state: GameState): string {
    const t = texts();
    const own = ownSeat(state);
    // At a table all seats are the reader's: each is called by its name, also the one through whose eyes they look.
    const table = state.game.mode === 'table';
    const others = waitedFor(state)
        .filter((seat) => table || seat !== own)
        .map((seat) => seatName(state, seat));
    const who = list(others);
    if (table) return others.length > 0 ? (others.length > 1 ? t.game.moveOfSeveral : t.game.moveOf)(who) : '';
    if (!isMyMove(state)) return others.length > 0 ? t.game.waitingFor(who) : '';
    return others.length > 0 ? t.game.yourMoveAnd(who) : t.game.yourMove;
}
