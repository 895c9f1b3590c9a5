// SPDX-License-Identifier: AGPL-3.0-or-later
// The random island of a seed (service/fair.h); must give the same as engine/layout.c.
import type { HarborKind, Terrain } from '../../types';
import { boardKey, drawsOf } from '../../lib/draws';

interface Hex {
    q: number;
    r: number;
    terrain: Terrain;
    number: number | null;
}
interface Harbor {
    q: number;
    r: number;
    side: 'E' | 'NE' | 'NW' | 'W' | 'SW' | 'SE';
    kind: HarborKind;
}
export interface Island {
    hexes: Hex[];
    harbors: Harbor[];
}

type Bounds = [number, number];
/** A hexagon with sides of any length: the hexes within the bounds of q, r and q + r. */
interface Shape {
    q: Bounds;
    r: Bounds;
    sum: Bounds;
}
interface Kit {
    shape: Shape;
    terrains: [Hex['terrain'], number][];
    tokens: number[];
    harborKinds: Harbor['kind'][];
    harborPlaces: [number, number, Harbor['side']][];
}

const standard: Kit = {
    shape: { q: [-2, 2], r: [-2, 2], sum: [-2, 2] },
    terrains: [['forest', 4], ['pasture', 4], ['fields', 4], ['hills', 3], ['mountains', 3], ['desert', 1]],
    tokens: [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11],
    harborKinds: ['any', 'any', 'any', 'any', 'brick', 'lumber', 'wool', 'grain', 'ore'],
    harborPlaces: [[0, -2, 'NW'], [1, -2, 'NE'], [2, -1, 'NE'], [2, 0, 'E'], [1, 1, 'SE'], [-1, 2, 'SE'], [-2, 2, 'SW'], [-2, 1, 'W'], [-1, -1, 'W']],
};
/** For five and six players. */
const large: Kit = {
    shape: { q: [-3, 2], r: [-3, 3], sum: [-3, 2] },
    terrains: [['forest', 6], ['pasture', 6], ['fields', 6], ['hills', 5], ['mountains', 5], ['desert', 2]],
    tokens: [2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6],
    harborKinds: ['any', 'any', 'any', 'any', 'any', 'brick', 'lumber', 'wool', 'wool', 'grain', 'ore'],
    harborPlaces: [[0, -3, 'NW'], [1, -3, 'NE'], [2, -2, 'NE'], [-2, -1, 'W'], [-3, 0, 'SW'], [2, 0, 'E'], [1, 1, 'SE'], [-3, 2, 'W'], [-3, 3, 'SW'], [-2, 3, 'SE'], [-1, 3, 'E']],
};
const standardPlayers = 4;
/** Counterclockwise from the east. */
const steps: [number, number][] = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
const triesMax = 10000;

type Next = (bound: number) => number;

function shuffle<Item>(items: Item[], next: Next): void {
    for (let n = items.length; n > 1; n--) {
        const j = next(n);
        [items[n - 1], items[j]] = [items[j] as Item, items[n - 1] as Item];
    }
}

const find = (hexes: Hex[], q: number, r: number): Hex | undefined => hexes.find((hex) => hex.q === q && hex.r === r);
const isRed = (hex: Hex | undefined): boolean => hex?.number === 6 || hex?.number === 8;
const redNeighbors = (hexes: Hex[]): boolean => hexes.some((hex) => isRed(hex) && steps.slice(0, 3).some(([q, r]) => isRed(find(hexes, hex.q + q, hex.r + r))));

function lay(hexes: Hex[], numbers: number[]): void {
    let at = 0;
    for (const hex of hexes) hex.number = hex.terrain === 'desert' ? null : (numbers[at++] as number);
}

/** The shape without its outer ring. */
const within = ({ q, r, sum }: Shape): Shape => ({ q: [q[0] + 1, q[1] - 1], r: [r[0] + 1, r[1] - 1], sum: [sum[0] + 1, sum[1] - 1] });

/** The corner hex in a direction, in the order of `steps`. */
function cornerOf({ q, r, sum }: Shape, direction: number): [number, number] {
    const corners: [number, number][] = [[q[1], sum[1] - q[1]], [q[1], r[0]], [sum[0] - r[0], r[0]], [q[0], sum[0] - q[0]], [q[0], r[1]], [sum[1] - r[1], r[1]]];
    return corners[direction % 6] as [number, number];
}

/** From a corner counterclockwise around the outer ring, then around each inner ring in the same way. */
function spiral(hexes: Hex[], { shape, tokens }: Kit, corner: number): void {
    let token = 0;
    const put = (at: [number, number]): void => {
        const hex = find(hexes, ...at) as Hex;
        hex.number = hex.terrain === 'desert' ? null : (tokens[token++] as number);
    };
    for (let ring = shape; token < tokens.length; ring = within(ring)) {
        let at = cornerOf(ring, corner);
        const first = at;
        for (let side = 0; side < 6; side++) {
            const end = cornerOf(ring, corner + side + 1);
            const [q, r] = steps[(corner + side + 2) % 6] as [number, number];
            for (; at[0] !== end[0] || at[1] !== end[1]; at = [at[0] + q, at[1] + r]) put(at);
        }
        if (ring.q[0] === ring.q[1] && ring.r[0] === ring.r[1]) put(first); // a single hex
    }
}

function randomNumbers(hexes: Hex[], { tokens }: Kit, next: Next): boolean {
    const shuffled = [...tokens];
    for (let tries = 0; tries < triesMax; tries++) {
        shuffle(shuffled, next);
        lay(hexes, shuffled);
        if (!redNeighbors(hexes)) return true;
    }
    return false;
}

export function islandOf(seed: string, numbers: 'spiral' | 'random', players: number): Island {
    const draw = drawsOf(boardKey(seed));
    let number = 0;
    const next: Next = (bound) => draw(number++, bound);
    const kit = players > standardPlayers ? large : standard;
    const { shape } = kit;
    const land = kit.terrains.flatMap(([terrain, count]) => new Array<Hex['terrain']>(count).fill(terrain));
    shuffle(land, next);
    const hexes: Hex[] = [];
    for (let r = shape.r[0]; r <= shape.r[1]; r++) for (let q = shape.q[0]; q <= shape.q[1]; q++) if (q + r >= shape.sum[0] && q + r <= shape.sum[1]) hexes.push({ q, r, terrain: land[hexes.length] as Hex['terrain'], number: null });
    const kinds = [...kit.harborKinds];
    shuffle(kinds, next);
    const harbors = kit.harborPlaces.map(([q, r, side], i) => ({ q, r, side, kind: kinds[i] as Harbor['kind'] }));
    if (numbers === 'spiral' || !randomNumbers(hexes, kit, next)) spiral(hexes, kit, next(6));
    return { hexes, harbors };
}

/** Whether two islands are equal, in whatever order they list hexes and harbors. */
export function sameIsland(one: Island, other: Island): boolean {
    const text = ({ hexes, harbors }: Island): string => [...hexes.map(({ q, r, terrain, number }) => `${q},${r} ${terrain} ${number}`), ...harbors.map(({ q, r, side, kind }) => `${q},${r} ${side} ${kind}`)].sort().join(';');
    return text(one) === text(other);
}
