// SPDX-License-Identifier: AGPL-3.0-or-later
// Players affected by chance: who draws at a gate on the event die, whom the Bishop robs.
import type { GameState } from '../state/gameStore';
import type { Track } from '../../types';
import { mover, playerOf } from './asked';
import type { Listed } from './fields';

/** The seats clockwise from the player on turn. */
function clockwise(state: GameState): number[] {
    const seats = state.view.players.filter(({ neutral }) => !neutral).map(({ seat }) => seat);
    const first = seats.indexOf(state.view.turn.player ?? 0);
    return [...seats.slice(first), ...seats.slice(0, first)];
}

/** Who draws when the event die shows a gate and the red die this number (C-138), in the order of drawing. */
export function drawers(state: GameState, track: Track, red: number): number[] {
    return clockwise(state).filter((seat) => {
        const level = state.view.players.find((player) => player.seat === seat)?.improvements?.[track] ?? 0;
        return level > 0 && red <= level + 1;
    });
}

/** What the fleet takes from whom for this roll (S-132 to S-134), in turn order from the roller. */
export function fleetTakes(state: GameState, yellow: number, red: number): { seat: number; count: number }[] {
    const { view, board, game } = state;
    const circuit = (board.marks ?? []).flatMap(({ kind, hex }) => (kind === 'fleet' && hex !== undefined ? [hex] : []));
    const at = circuit.indexOf(view.fleet ?? -1);
    const strength = Math.min(yellow, red);
    const hex = board.hexes.find(({ id }) => id === circuit[(at + strength) % circuit.length]);
    if (at < 0 || !hex) return [];
    const touches = new Set(board.vertices.filter(({ hexes }) => hexes.some(([q, r]) => q === hex.q && r === hex.r)).map(({ id }) => id));
    const { settlements = [], cities = [], ships = [] } = view.pieces;
    const there = new Set([...settlements, ...cities].filter(({ vertex }) => touches.has(vertex)).map(({ player }) => player));
    if (there.size > 1 && game.rules.options?.fleet_targets === 'single') return [];
    return clockwise(state).flatMap((seat) => {
        const warships = ships.filter((ship) => ship.player === seat && ship.warship).length;
        const count = Math.min(1 + cities.filter(({ player }) => player === seat).length, playerOf(state, seat)?.card_count ?? 0);
        return there.has(seat) && warships < strength && count > 0 ? [{ seat, count }] : [];
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
