// SPDX-License-Identifier: AGPL-3.0-or-later
// Where free roads can lie. The list leaves this open where there are too many pairs of paths; so the
// paths are found here as the rules say, and the server has the last word.
import type { Board, View } from '../../types';

/** Ships, where the rules have them. */
export const shipsOf = ({ pieces }: View): { edge: number; player: number }[] => (pieces as { ships?: { edge: number; player: number }[] }).ships ?? [];

/** Corners and paths with land beside them: around an island there can be sea that has corners and paths of its own.
 * What lies under fog may be land. */
export function onLand({ hexes, vertices, edges }: Board): { vertices: Set<number>; edges: Set<number> } {
    const dry = new Set(hexes.filter(({ terrain }) => (terrain as string) !== 'sea').map(({ q, r }) => `${q},${r}`));
    const around = new Map(vertices.map(({ id, hexes: beside }) => [id, beside.map((hex) => hex.join()).filter((hex) => dry.has(hex))]));
    const shared = (a: number, b: number): boolean => around.get(a)?.some((hex) => around.get(b)?.includes(hex)) ?? false;
    return {
        vertices: new Set([...around].filter(([, beside]) => beside.length > 0).map(([id]) => id)),
        edges: new Set(edges.filter(({ vertices: [a = -1, b = -1] }) => shared(a, b)).map(({ id }) => id)),
    };
}

/** Paths that a road of a seat could lie on now, after roads at `laid`. */
export function roadPlaces(board: Board, view: View, seat: number, laid: number[] = []): number[] {
    const { settlements = [], cities = [], roads = [], knights = [] } = view.pieces;
    const land = onLand(board);
    const taken = new Set([...[...roads, ...shipsOf(view)].map(({ edge }) => edge), ...laid]);
    const pieces = [...settlements, ...cities];
    const own = new Set(pieces.filter(({ player }) => player === seat).map(({ vertex }) => vertex));
    const foreign = new Set([...pieces, ...knights].filter(({ player }) => player !== seat).map(({ vertex }) => vertex));
    const ownRoads = new Set([...roads.filter(({ player }) => player === seat).map(({ edge }) => edge), ...laid]);
    const reached = new Set(board.edges.filter(({ id }) => ownRoads.has(id)).flatMap(({ vertices }) => vertices));
    const joins = (vertex: number): boolean => own.has(vertex) || (reached.has(vertex) && !foreign.has(vertex));
    return board.edges.filter(({ id, vertices }) => land.edges.has(id) && !taken.has(id) && vertices.some(joins)).map(({ id }) => id);
}
