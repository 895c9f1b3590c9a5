// SPDX-License-Identifier: AGPL-3.0-or-later
// The layout of the drawing and which places are adjacent. Computed once per board; works for any number of hexes.
import type { Board, HarborKind, Place, Terrain } from '../types';

/** Sizes in units of the drawing; a hex has a side of 60. */
export const halfWidth = 52;
const halfSide = 30;

export interface Point {
    x: number;
    y: number;
}
export interface HexSpot extends Point {
    id: number;
    terrain: Terrain;
    number: number | null;
    q: number;
    r: number;
    /** Clockwise from the north. */
    vertices: number[];
    edges: number[];
}
export interface VertexSpot extends Point {
    id: number;
    /** Land only. */
    hexes: number[];
    edges: number[];
    neighbors: number[];
    harbor: HarborKind | null;
    /** Marks of the scenario here. */
    marks: Mark[];
}
interface EdgeSpot extends Point {
    id: number;
    ends: [number, number];
    hexes: number[];
    /** In degrees, from the lower to the higher end. */
    angle: number;
    /** The gift here for the first ship. */
    gift?: Mark;
    /** The seat whose lane this is, where each color has a lane of its own. */
    lane?: number;
}
type Mark = NonNullable<Board['marks']>[number];
export interface HarborSpot extends Point {
    kind: HarborKind;
    edge: number;
    ends: [Point, Point];
}
export interface Bounds {
    left: number;
    top: number;
    width: number;
    height: number;
}
export interface Plan {
    hexes: HexSpot[];
    vertices: VertexSpot[];
    edges: EdgeSpot[];
    harbors: HarborSpot[];
    bounds: Bounds;
    /** Whether frame hexes surround the board, which only the pirate can enter. */
    framed: boolean;
    /** Whether it is turned by a quarter, so that a wide board fits a narrow window. */
    turned: boolean;
}

/** Sea around the outermost vertices, with room for the harbors. */
const margin = 70;
/** Frame hexes must be fully visible to a player who moves the pirate there. */
const frameMargin = halfWidth;
/** A harbor's distance from the center of its hex, as a multiple of the edge's distance. */
const harborDistance = 1.76;

export const hexCenter = (q: number, r: number): Point => ({ x: (2 * q + r) * halfWidth, y: 3 * r * halfSide });

export function between(a: Point, b: Point, part: number): Point {
    return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

const plans = { upright: new WeakMap<Board, Plan>(), turned: new WeakMap<Board, Plan>() };

/** TURNED: by a quarter, clockwise. */
export function planOf(board: Board, turned = false): Plan {
    const known = plans[turned ? 'turned' : 'upright'];
    let plan = known.get(board);
    if (!plan) known.set(board, (plan = makePlan(board, turned)));
    return plan;
}

const quarter = ({ x, y }: Point): Point => ({ x: -y, y: x });

function makePlan(board: Board, turned: boolean): Plan {
    const put = (point: Point): Point => (turned ? quarter(point) : point);
    const hexes: HexSpot[] = board.hexes.map(({ id, q, r, terrain, number }) => ({ id, q, r, terrain, number: number ?? null, ...put(hexCenter(q, r)), vertices: [], edges: [] }));
    const at = new Map(hexes.map((hex) => [`${hex.q},${hex.r}`, hex]));
    const vertices: VertexSpot[] = board.vertices.map(({ id, x, y, hexes: around }) => ({
        id,
        ...put({ x: x * halfWidth, y: y * halfSide }),
        hexes: around.flatMap(([q, r]) => at.get(`${q},${r}`)?.id ?? []).sort((a, b) => a - b),
        edges: [],
        neighbors: [],
        harbor: null,
        marks: [],
    }));
    const vertex = new Map(vertices.map((spot) => [spot.id, spot]));
    const hex = new Map(hexes.map((spot) => [spot.id, spot]));
    const edges = board.edges.map(({ id, vertices: [a = 0, b = 0] }) => {
        const [one, two] = [vertex.get(a), vertex.get(b)];
        if (!one || !two) throw new Error(`edge ${id} has no such ends`);
        one.edges.push(id);
        one.neighbors.push(b);
        two.edges.push(id);
        two.neighbors.push(a);
        const beside = one.hexes.filter((other) => two.hexes.includes(other));
        for (const other of beside) hex.get(other)?.edges.push(id);
        return { id, ends: [a, b], hexes: beside, ...between(one, two, 0.5), angle: (Math.atan2(two.y - one.y, two.x - one.x) * 180) / Math.PI } satisfies EdgeSpot as EdgeSpot;
    });
    for (const mark of board.marks ?? []) {
        const edge = edges[mark.edge ?? -1];
        if (edge && mark.kind === 'lane' && mark.seat !== undefined) edge.lane = mark.seat;
        else if (edge) edge.gift = mark;
        else vertex.get(mark.vertex ?? -1)?.marks.push(mark);
    }
    for (const spot of vertices) for (const id of spot.hexes) hex.get(id)?.vertices.push(spot.id);
    for (const spot of hexes) spot.vertices.sort((a, b) => turn(spot, vertex.get(a)) - turn(spot, vertex.get(b)));
    const frame = board.hexes.filter((one) => one.frame).map(({ q, r }) => put(hexCenter(q, r)));
    const harbors = board.harbors.map(({ edge, kind }) => harborAt(kind, edges.find(({ id }) => id === edge), hex, vertex));
    return { hexes, vertices, edges, harbors, bounds: boundsOf(vertices, frame), framed: frame.length > 0, turned };
}

/** The direction from a to b, clockwise from the north, 0 to 2π. */
function turn(a: Point, b: Point | undefined): number {
    return b ? (Math.atan2(b.x - a.x, a.y - b.y) + 2 * Math.PI) % (2 * Math.PI) : 0;
}

/** Whether you can settle at a hex, by its terrain alone. */
export const isLand = (terrain: Terrain): boolean => terrain !== 'sea' && terrain !== 'fog';

/** A harbor is drawn on the seaward side of its path. */
function harborAt(kind: HarborKind, edge: EdgeSpot | undefined, hexes: Map<number, HexSpot>, vertices: Map<number, VertexSpot>): HarborSpot {
    const [one, two] = (edge?.ends ?? []).map((id) => vertices.get(id));
    const land = edge?.hexes.map((id) => hexes.get(id)).find((one) => one && isLand(one.terrain));
    if (!edge || !one || !two || !land) throw new Error('a harbor away from the coast');
    one.harbor = two.harbor = kind;
    return { kind, edge: edge.id, ends: [one, two], ...between(land, edge, harborDistance) };
}

function boundsOf(vertices: Point[], frame: Point[]): Bounds {
    const around = (points: Point[], more: number): Point[] => points.flatMap(({ x, y }) => [{ x: x - more, y: y - more }, { x: x + more, y: y + more }]);
    const all = [...around(vertices, margin), ...around(frame, frameMargin)];
    const xs = all.map(({ x }) => x);
    const ys = all.map(({ y }) => y);
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Half a hex, upright or turned, with its beach. */
const landReach = 2 * halfSide + 12;
const pieceReach = 36;

/** The part of a framed board that a narrow window begins with: all land and fog, and PLACES. The sea around
 * them is only for ships that go astray, and the pirate. */
export function landOf({ hexes, harbors, ...plan }: Plan, places: Place[]): Bounds {
    const land = hexes.filter(({ terrain }) => terrain !== 'sea').map((hex) => ({ ...hex, reach: landReach }));
    const more = places.flatMap((place) => {
        const point = placePoint({ hexes, harbors, ...plan }, place);
        return point ? [{ ...point, reach: place.kind === 'hex' ? landReach : pieceReach }] : [];
    });
    const all = [...land, ...harbors.map((harbor) => ({ ...harbor, reach: pieceReach })), ...more];
    const side = (of: (spot: Point & { reach: number }) => number, choose: (...all: number[]) => number): number => choose(...all.map(of));
    const [left, top] = [side(({ x, reach }) => x - reach, Math.min), side(({ y, reach }) => y - reach, Math.min)];
    return { left, top, width: side(({ x, reach }) => x + reach, Math.max) - left, height: side(({ y, reach }) => y + reach, Math.max) - top };
}

/** The position of a place; null if the board has no such place. */
export function placePoint(plan: Plan, { kind, id }: Place): Point | null {
    const all: (Point & { id: number })[] = { hex: plan.hexes, vertex: plan.vertices, edge: plan.edges }[kind];
    const spot = all[id]?.id === id ? all[id] : all.find((other) => other.id === id);
    return spot ?? null;
}

export const placeKey = ({ kind, id }: Place): string => `${kind}-${id}`;

export type Direction = 'up' | 'down' | 'left' | 'right';
const ways: Record<Direction, Point> = { up: { x: 0, y: -1 }, down: { x: 0, y: 1 }, left: { x: -1, y: 0 }, right: { x: 1, y: 0 } };
/** Weight of a sideways distance against a forward one. */
const asideCost = 1.5;

/** The point an arrow key moves to: prefers points that lie more ahead than aside, then any point ahead; takes the
 * nearest, with sideways distance weighted. -1: there is none in that direction. */
export function nextInDirection(points: Point[], from: Point, direction: Direction): number {
    const way = ways[direction];
    let best = -1;
    let bestCost = Infinity;
    for (const [i, point] of points.entries()) {
        const [dx, dy] = [point.x - from.x, point.y - from.y];
        const ahead = dx * way.x + dy * way.y;
        const aside = Math.abs(dx * way.y - dy * way.x);
        if (ahead <= 1) continue;
        const cost = Math.hypot(ahead, asideCost * aside) + (aside > ahead ? 10000 : 0);
        if (cost < bestCost) [best, bestCost] = [i, cost];
    }
    return best;
}

/** The point nearest to another one, within a distance; -1: none. */
export function nearest(points: Point[], to: Point, within: number): number {
    let best = -1;
    let bestDistance = within;
    for (const [i, point] of points.entries()) {
        const distance = Math.hypot(point.x - to.x, point.y - to.y);
        if (distance <= bestDistance) [best, bestDistance] = [i, distance];
    }
    return best;
}

/** How far from its center a place is still hit, for naming the place under the pointer. */
const vertexReach = 15;
const edgeReach = 13;
const hexReach = 54;

/** The place of any kind at a point, or null. */
export function placeAt(plan: Plan, at: Point): Place | null {
    const vertex = plan.vertices[nearest(plan.vertices, at, vertexReach)];
    if (vertex) return { kind: 'vertex', id: vertex.id };
    const edge = plan.edges[nearest(plan.edges, at, edgeReach)];
    if (edge) return { kind: 'edge', id: edge.id };
    const hex = plan.hexes[nearest(plan.hexes, at, hexReach)];
    return hex ? { kind: 'hex', id: hex.id } : null;
}

/** How many of the 36 throws of two dice give a number. */
export const pips = (number: number): number => 6 - Math.abs(7 - number);

/** The pips of a hex's number; 0 if it has none. */
export function dotsOn(numbers: Map<number, number>, hex: number): number {
    const number = numbers.get(hex);
    return number === undefined ? 0 : pips(number);
}

/** The sum of the pips around a vertex. */
export const dotsAround = (plan: Plan, numbers: Map<number, number>, vertex: number): number => (plan.vertices[vertex]?.hexes ?? []).reduce((sum, hex) => sum + dotsOn(numbers, hex), 0);
