// SPDX-License-Identifier: AGPL-3.0-or-later
// Builds a whole board from its hexes, with the same ids as the server's: hexes row by row, vertices by y, then x,
// edges by their lower, then their higher vertex. This way an island can be edited before it is sent.
import { isLand } from './geometry';
import type { components } from '../schema';
import type { Board, HarborKind, Terrain } from '../types';

type Spec = components['schemas']['BoardSpec'];

export interface IslandHex {
    q: number;
    r: number;
    terrain: Terrain;
    number: number | null;
    /** At sea: the hex's region. */
    region?: string;
}
export type Side = 'E' | 'NE' | 'NW' | 'W' | 'SW' | 'SE';
export interface IslandHarbor {
    q: number;
    r: number;
    side: Side;
    kind: HarborKind;
}
export type Region = NonNullable<Spec['regions']>[string];
export type Marks = NonNullable<Spec['marks']>;
export type FogStack = NonNullable<Spec['fog']>;
export interface Island {
    hexes: IslandHex[];
    harbors: IslandHarbor[];
    /** At sea: harbors that the players place before the first settlements. */
    unplaced?: HarborKind[];
    /** At sea: the regions by name. */
    regions?: Record<string, Region>;
    /** At sea: where the pirate starts; absent: beside the board. */
    pirate?: { q: number; r: number };
    /** At sea: the face-down tiles. */
    fog?: FogStack;
    /** At sea: the scenario's marks. */
    marks?: Marks;
}

/** The direction to the hex across each side. */
export const sides: Record<Side, [number, number]> = { E: [1, 0], NE: [1, -1], NW: [0, -1], W: [-1, 0], SW: [-1, 1], SE: [0, 1] };
/** A hex's corners, clockwise from the north, relative to its center in half widths and half sides. */
const corners: [number, number][] = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]];
/** The two corners of a side. */
const cornersOf: Record<Side, [number, number]> = { NE: [0, 1], E: [1, 2], SE: [2, 3], SW: [3, 4], W: [4, 5], NW: [5, 0] };

const cornerAt = (q: number, r: number, corner: number): [number, number] => {
    const [dx, dy] = corners[corner] ?? [0, 0];
    return [2 * q + r + dx, 3 * r + dy];
};
const compare = (a: number[], b: number[]): number => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);

/** The hexes around a corner, sea included. */
function hexesAround(x: number, y: number): number[][] {
    const found: number[][] = [];
    for (const [dx, dy] of corners) {
        const [cx, cy] = [x - dx, y - dy];
        if (cy % 3 === 0 && (cx - cy / 3) % 2 === 0) found.push([(cx - cy / 3) / 2, cy / 3]);
    }
    return found.sort((a, b) => compare([a[1] ?? 0, a[0] ?? 0], [b[1] ?? 0, b[0] ?? 0]));
}

export function boardOf({ hexes, harbors, marks = [] }: Island): Board {
    const ordered = [...hexes].sort((a, b) => a.r - b.r || a.q - b.q);
    const spots = new Map<string, [number, number]>();
    for (const { q, r } of ordered) for (let i = 0; i < corners.length; i++) spots.set(cornerAt(q, r, i).join(), cornerAt(q, r, i));
    const vertices = [...spots.values()].sort((a, b) => compare([a[1], a[0]], [b[1], b[0]]));
    const id = new Map(vertices.map((spot, i) => [spot.join(), i]));
    const ends = (q: number, r: number, side: Side): [number, number] => {
        const [a, b] = cornersOf[side].map((corner) => id.get(cornerAt(q, r, corner).join()) ?? 0);
        return [Math.min(a ?? 0, b ?? 0), Math.max(a ?? 0, b ?? 0)];
    };
    const pairs = new Map<string, [number, number]>();
    for (const { q, r } of ordered) for (const side of Object.keys(sides) as Side[]) pairs.set(ends(q, r, side).join(), ends(q, r, side));
    const edges = [...pairs.values()].sort(compare);
    const edgeId = new Map(edges.map((pair, i) => [pair.join(), i]));
    return {
        hexes: ordered.map((hex, i) => ({ id: i, q: hex.q, r: hex.r, terrain: hex.terrain, number: hex.number as Board['hexes'][number]['number'] })),
        vertices: vertices.map(([x, y], i) => ({ id: i, hexes: hexesAround(x, y), x, y })),
        edges: edges.map((pair, i) => ({ id: i, vertices: [...pair] })),
        harbors: harbors.map(({ q, r, side, kind }) => ({ edge: edgeId.get(ends(q, r, side).join()) ?? 0, kind })),
        ...(marks.length > 0 && {
            marks: marks.map(({ q, r, side, corner, ...mark }) => ({
                ...mark,
                ...(side && { edge: edgeId.get(ends(q, r, side).join()) ?? 0 }),
                ...(corner && { vertex: id.get(cornerAt(q, r, corner === 'N' ? 0 : 3).join()) ?? 0 }),
                ...(mark.kind === 'fleet' && { hex: ordered.findIndex((hex) => hex.q === q && hex.r === r) }),
            })),
        }),
    };
}

/** The marks of a board in the form of a request; lane edges are left out, they follow from the ends. */
function marksOf({ marks = [], vertices, edges, hexes }: Board): Marks {
    const sideAt = new Map<string, [number, number, Side]>();
    const between = (ends: number[][]): string => ends.map((spot) => spot.join()).sort().join();
    for (const { q, r } of hexes.filter(({ frame }) => !frame)) for (const side of Object.keys(sides) as Side[]) sideAt.set(between(cornersOf[side].map((corner) => cornerAt(q, r, corner))), [q, r, side]);
    const spot = (vertex: number): number[] => [vertices[vertex]?.x ?? 0, vertices[vertex]?.y ?? 0];
    return marks.flatMap(({ edge, vertex, hex, step: _, ...mark }): Marks => {
        if (mark.kind === 'lane') return [];
        if (hex !== undefined) return [{ q: hexes[hex]?.q ?? 0, r: hexes[hex]?.r ?? 0, ...mark }];
        if (edge !== undefined) {
            const [q = 0, r = 0, side] = sideAt.get(between((edges[edge]?.vertices ?? []).map(spot))) ?? [];
            return side === undefined ? [] : [{ q, r, side, ...mark }];
        }
        // The hex whose north or south corner this is.
        const [x = 0, y = 0] = spot(vertex ?? 0);
        const [corner, r]: ['N' | 'S', number] = (y + 2) % 3 === 0 ? ['N', (y + 2) / 3] : ['S', (y - 2) / 3];
        return [{ q: (x - r) / 2, r, corner, ...mark }];
    });
}

/** The reverse: the editable island of a board. Hexes under fog are unknown. */
export function islandOf(board: Board): Island {
    const map = board.hexes.filter(({ frame }) => !frame);
    const land = new Set(map.filter(({ terrain }) => isLand(terrain)).map(({ q, r }) => `${q},${r}`));
    const hexes = map.map(({ q, r, terrain, number, region }): IslandHex => ({ q, r, terrain, number: number ?? null, ...(region !== undefined && { region }) }));
    const own = boardOf({ hexes, harbors: [] });
    const spots = new Map(own.vertices.map(({ id, x, y }) => [`${x},${y}`, id]));
    const coast = new Map<number, [number, number, Side]>();
    for (const { q, r } of map.filter(({ terrain }) => isLand(terrain)))
        for (const side of Object.keys(sides) as Side[]) {
            const [dq, dr] = sides[side];
            if (land.has(`${q + dq},${r + dr}`)) continue;
            const pair = cornersOf[side].map((corner) => spots.get(cornerAt(q, r, corner).join()) ?? 0).sort((a, b) => a - b);
            const edge = own.edges.find(({ vertices }) => vertices[0] === pair[0] && vertices[1] === pair[1]);
            if (edge) coast.set(edge.id, [q, r, side]);
        }
    return {
        hexes,
        harbors: board.harbors.flatMap(({ edge, kind }) => {
            const [q, r, side] = coast.get(edge) ?? [];
            return q === undefined || r === undefined || side === undefined ? [] : [{ q, r, side, kind }];
        }),
        ...(board.regions && { regions: board.regions }),
        ...(board.marks && { marks: marksOf(board) }),
    };
}
