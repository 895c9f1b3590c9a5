// SPDX-License-Identifier: AGPL-3.0-or-later
// Who sits where, and whose move it is; shared by several components.
import { currentMe } from '../../lib/session';
import { list } from '../../lib/list';
import { texts } from '../../texts';
import type { GameSeat } from '../../types';
import { ownSeat, seatName } from './context';
import type { GameState } from './gameStore';

export const gameSeat = ({ game }: GameState, seat: number): GameSeat | undefined => game.seats.find((other) => other.seat === seat);

/** The seat of the signed-in user; they can always see the game from it. */
export function mySeat({ game }: GameState): number | null {
    const name = currentMe()?.name;
    return game.mode === 'play' && name ? (game.seats.find(({ account, resigned }) => account === name && !resigned)?.seat ?? null) : null;
}

export function gameTitle(state: GameState): string {
    const names = state.view.players.filter(({ neutral }) => !neutral).map(({ seat }) => seatName(state, seat));
    return state.game.name ?? texts().game.untitled(names.join(', '));
}

/** The seats that the game waits for, without duplicates. */
export const waitedFor = (state: GameState): number[] => [...new Set(state.view.waiting_for.map(({ player }) => player))];

/** Whether the game waits for the reader; a table game waits for whoever records it. */
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
    // At a table all seats are the reader's, so each is called by its name, also the one whose perspective is shown.
    const table = state.game.mode === 'table';
    const others = waitedFor(state)
        .filter((seat) => table || seat !== own)
        .map((seat) => seatName(state, seat));
    const who = list(others);
    if (table) return others.length > 0 ? (others.length > 1 ? t.game.moveOfSeveral : t.game.moveOf)(who) : '';
    if (!isMyMove(state)) return others.length > 0 ? t.game.waitingFor(who) : '';
    return others.length > 0 ? t.game.yourMoveAnd(who) : t.game.yourMove;
}
