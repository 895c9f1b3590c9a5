// SPDX-License-Identifier: AGPL-3.0-or-later
// Who is touched by chance: whom a gate on the event die lets draw, whom the Bishop robs.
import type { GameState } from '../state/gameStore';
import type { Track } from '../../types';
import { mover } from './asked';
import type { Listed } from './fields';

/** The seats clockwise from the player on turn. */
function clockwise(state: GameState): number[] {
    const seats = state.view.players.filter(({ neutral }) => !neutral).map(({ seat }) => seat);
    const first = seats.indexOf(state.view.turn.player ?? 0);
    return [...seats.slice(first), ...seats.slice(0, first)];
}

/** Who draws when the event die shows a gate and the red die this (C-138): in the order of drawing. */
export function drawers(state: GameState, track: Track, red: number): number[] {
    return clockwise(state).filter((seat) => {
        const level = state.view.players.find((player) => player.seat === seat)?.improvements?.[track] ?? 0;
        return level > 0 && red <= level + 1;
    });
}

/** Whom a move takes a card from, in order. */
export function robbed(state: GameState, action: Listed): number[] {
    if (typeof action.victim === 'number') return [action.victim];
    const hex = state.board.hexes.find(({ id }) => id === action.hex);
    const touches = (vertex: number): boolean => state.board.vertices.some(({ id, hexes }) => id === vertex && hexes.some(([q, r]) => q === hex?.q && r === hex?.r));
    const { settlements = [], cities = [] } = state.view.pieces;
    const there = new Set([...settlements, ...cities].filter(({ vertex }) => touches(vertex)).map(({ player }) => player));
    const named = action.victims as number[] | undefined;
    return clockwise(state).filter((seat) => seat !== mover(state) && (named ? named.includes(seat) : there.has(seat) && (state.view.players[seat]?.card_count ?? 0) > 0));
}
