// SPDX-License-Identifier: AGPL-3.0-or-later
// Where free roads can lie. The list leaves this open where there are too many pairs of paths; so the
// paths are found here as the rules say, and the server has the last word.
import type { Board, View } from '../../types';

/** Paths that a road of a seat could lie on now, after roads at `laid`. */
export function roadPlaces(board: Board, view: View, seat: number, laid: number[] = []): number[] {
    const { settlements = [], cities = [], roads = [], knights = [] } = view.pieces;
    const taken = new Set([...roads.map(({ edge }) => edge), ...laid]);
    const pieces = [...settlements, ...cities];
    const own = new Set(pieces.filter(({ player }) => player === seat).map(({ vertex }) => vertex));
    const foreign = new Set([...pieces, ...knights].filter(({ player }) => player !== seat).map(({ vertex }) => vertex));
    const ownRoads = new Set([...roads.filter(({ player }) => player === seat).map(({ edge }) => edge), ...laid]);
    const reached = new Set(board.edges.filter(({ id }) => ownRoads.has(id)).flatMap(({ vertices }) => vertices));
    const joins = (vertex: number): boolean => own.has(vertex) || (reached.has(vertex) && !foreign.has(vertex));
    return board.edges.filter(({ id, vertices }) => !taken.has(id) && vertices.some(joins)).map(({ id }) => id);
}
