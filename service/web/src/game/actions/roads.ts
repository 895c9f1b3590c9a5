// SPDX-License-Identifier: AGPL-3.0-or-later
// Where free roads and ships can go. The list leaves this open if there are too many pairs of paths, so the paths are
// found here by the rules; the server decides in the end.
import type { Board, View } from '../../types';

/** The ships on the board, if the game has them. */
export const shipsOf = ({ pieces }: View): { edge: number; player: number }[] => (pieces as { ships?: { edge: number; player: number }[] }).ships ?? [];

export interface FreePiece {
    kind: 'road' | 'ship';
    edge: number;
}

/** The two hexes beside each path, as "q,r". */
function besidePaths({ vertices, edges }: Board): Map<number, string[]> {
    const around = new Map(vertices.map(({ id, hexes }) => [id, hexes.map((hex) => hex.join())]));
    return new Map(edges.map(({ id, vertices: [a = -1, b = -1] }) => [id, (around.get(a) ?? []).filter((hex) => around.get(b)?.includes(hex))]));
}

const placesOf = ({ hexes }: Board, wanted: (terrain: string) => boolean): Set<string> => new Set(hexes.filter(({ terrain }) => wanted(terrain)).map(({ q, r }) => `${q},${r}`));

/** Intersections and paths next to land: around an island there can be sea with intersections and paths of its own. Fog
 * may hide land. */
export function onLand(board: Board): { vertices: Set<number>; edges: Set<number> } {
    const dry = placesOf(board, (terrain) => terrain !== 'sea');
    return {
        vertices: new Set(board.vertices.filter(({ hexes }) => hexes.some((hex) => dry.has(hex.join()))).map(({ id }) => id)),
        edges: new Set([...besidePaths(board)].filter(([, beside]) => beside.some((hex) => dry.has(hex))).map(([id]) => id)),
    };
}

/** Paths next to sea, without those at the pirate's hex. Fog may hide sea. */
function onSea(board: Board, view: View): Set<number> {
    const land = placesOf(board, (terrain) => terrain !== 'sea' && terrain !== 'fog');
    const pirate = board.hexes.filter(({ id }) => id === view.pirate).map(({ q, r }) => `${q},${r}`);
    return new Set([...besidePaths(board)].filter(([, beside]) => beside.some((hex) => !land.has(hex)) && !beside.some((hex) => pirate.includes(hex))).map(([id]) => id));
}

/** Paths where a seat could place a road or ship now, after the pieces LAID. */
export function piecePlaces(board: Board, view: View, seat: number, kind: FreePiece['kind'], laid: FreePiece[] = []): number[] {
    const { settlements = [], cities = [], roads = [], knights = [] } = view.pieces;
    const fit = kind === 'road' ? onLand(board).edges : onSea(board, view);
    const taken = new Set([...roads, ...shipsOf(view), ...laid].map(({ edge }) => edge));
    const buildings = [...settlements, ...cities];
    const own = new Set(buildings.filter(({ player }) => player === seat).map(({ vertex }) => vertex));
    const foreign = new Set([...buildings, ...knights].filter(({ player }) => player !== seat).map(({ vertex }) => vertex));
    const lines = [...(kind === 'road' ? roads : shipsOf(view)).filter(({ player }) => player === seat), ...laid.filter((piece) => piece.kind === kind)];
    const ownLines = new Set(lines.map(({ edge }) => edge));
    const reached = new Set(board.edges.filter(({ id }) => ownLines.has(id)).flatMap(({ vertices }) => vertices));
    const joins = (vertex: number): boolean => own.has(vertex) || (reached.has(vertex) && !foreign.has(vertex));
    return board.edges.filter(({ id, vertices }) => fit.has(id) && !taken.has(id) && vertices.some(joins)).map(({ id }) => id);
}

/** Paths where a seat could place a road now. */
export const roadPlaces = (board: Board, view: View, seat: number): number[] => piecePlaces(board, view, seat, 'road');
