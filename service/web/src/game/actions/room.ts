// SPDX-License-Identifier: AGPL-3.0-or-later
// What besides the price prevents building a piece: no place for it, or no piece left. The server lists only what the
// player can pay for, so this is found here by the rules.
import type { Board, View } from '../../types';
import { playerOf } from './asked';
import type { GameState } from '../state/gameStore';
import { onLand, roadPlaces, shipsOf } from './roads';

/** Free intersections on land that keep the distance to all buildings and touch a road or ship of the seat. */
function settlementPlaces(board: Board, view: View, seat: number): number[] {
    const { pieces } = view;
    const { edges } = board;
    const land = onLand(board);
    const built = new Set([...(pieces.settlements ?? []), ...(pieces.cities ?? [])].map(({ vertex }) => vertex));
    const foreign = (pieces.knights ?? []).filter(({ player }) => player !== seat).map(({ vertex }) => vertex);
    const own = new Set([...(pieces.roads ?? []), ...shipsOf(view)].filter(({ player }) => player === seat).map(({ edge }) => edge));
    const reached = new Set(edges.filter(({ id }) => own.has(id)).flatMap(({ vertices }) => vertices));
    const near = new Set(edges.filter(({ vertices }) => vertices.some((end) => built.has(end))).flatMap(({ vertices }) => vertices));
    return [...reached].filter((vertex) => land.vertices.has(vertex) && !built.has(vertex) && !near.has(vertex) && !foreign.includes(vertex));
}

const ofSeat = <Piece extends { player: number }>(pieces: Piece[] | undefined, seat: number): Piece[] => (pieces ?? []).filter(({ player }) => player === seat);

interface Need {
    /** The piece in the player's supply. */
    piece: 'roads' | 'settlements' | 'cities' | 'walls';
    hasPlace: (board: Board, view: View, seat: number) => boolean;
}

const needs: Partial<Record<string, Need>> = {
    build_road: { piece: 'roads', hasPlace: (board, view, seat) => roadPlaces(board, view, seat).length > 0 },
    build_settlement: { piece: 'settlements', hasPlace: (board, view, seat) => settlementPlaces(board, view, seat).length > 0 },
    build_city: { piece: 'cities', hasPlace: (_, { pieces }, seat) => ofSeat(pieces.settlements, seat).length > 0 },
    build_city_wall: { piece: 'walls', hasPlace: (_, { pieces }, seat) => ofSeat(pieces.cities, seat).some(({ wall }) => !wall) },
};

/** What, apart from the cost, keeps SEAT from an action of TYPE: no piece left, or no free place; null: neither. */
export function missingRoom({ board, view }: Pick<GameState, 'board' | 'view'>, seat: number, type: string): 'piece' | 'place' | null {
    const need = needs[type];
    if (!need) return null;
    const left = playerOf({ view } as GameState, seat)?.supply[need.piece];
    if (left === 0) return 'piece';
    return need.hasPlace(board, view, seat) ? null : 'place';
}
