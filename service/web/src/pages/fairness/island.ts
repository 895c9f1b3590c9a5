// SPDX-License-Identifier: AGPL-3.0-or-later
// The random island that a seed gives (service/fair.h; engine/layout.c lays it out the same).
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

const radius = 2;
const terrains: [Hex['terrain'], number][] = [['forest', 4], ['pasture', 4], ['fields', 4], ['hills', 3], ['mountains', 3], ['desert', 1]];
const tokens = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];
const harborKinds: Harbor['kind'][] = ['any', 'any', 'any', 'any', 'brick', 'lumber', 'wool', 'grain', 'ore'];
/** Clockwise from the north-west. */
const harborPlaces: [number, number, Harbor['side']][] = [[0, -2, 'NW'], [1, -2, 'NE'], [2, -1, 'NE'], [2, 0, 'E'], [1, 1, 'SE'], [-1, 2, 'SE'], [-2, 2, 'SW'], [-2, 1, 'W'], [-1, -1, 'W']];
/** Counter-clockwise from the east. */
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

/** From a corner counter-clockwise around the outer ring, then the inner one, then the center. */
function spiral(hexes: Hex[], corner: number): void {
    let token = 0;
    const step = (from: [number, number], side: number): [number, number] => [from[0] + (steps[side % 6] as [number, number])[0], from[1] + (steps[side % 6] as [number, number])[1]];
    for (let ring = radius; ring >= 0; ring--) {
        let at: [number, number] = [0, 0];
        for (let i = 0; i < ring; i++) at = step(at, corner);
        for (let i = 0; i < (ring === 0 ? 1 : 6 * ring); i++) {
            const hex = find(hexes, ...at) as Hex;
            hex.number = hex.terrain === 'desert' ? null : (tokens[token++] as number);
            if (ring > 0) at = step(at, corner + 2 + Math.floor(i / ring));
        }
    }
}

function randomNumbers(hexes: Hex[], next: Next): boolean {
    const shuffled = [...tokens];
    for (let tries = 0; tries < triesMax; tries++) {
        shuffle(shuffled, next);
        lay(hexes, shuffled);
        if (!redNeighbors(hexes)) return true;
    }
    return false;
}

export function islandOf(seed: string, numbers: 'spiral' | 'random'): Island {
    const draw = drawsOf(boardKey(seed));
    let number = 0;
    const next: Next = (bound) => draw(number++, bound);
    const land = terrains.flatMap(([terrain, count]) => new Array<Hex['terrain']>(count).fill(terrain));
    shuffle(land, next);
    const hexes: Hex[] = [];
    for (let r = -radius; r <= radius; r++) for (let q = -radius; q <= radius; q++) if (Math.abs(q + r) <= radius) hexes.push({ q, r, terrain: land[hexes.length] as Hex['terrain'], number: null });
    const kinds = [...harborKinds];
    shuffle(kinds, next);
    const harbors = harborPlaces.map(([q, r, side], i) => ({ q, r, side, kind: kinds[i] as Harbor['kind'] }));
    if (numbers === 'spiral' || !randomNumbers(hexes, next)) spiral(hexes, next(6));
    return { hexes, harbors };
}

/** Whether two islands are the same, whatever the order of what they list. */
export function sameIsland(one: Island, other: Island): boolean {
    const text = ({ hexes, harbors }: Island): string => [...hexes.map(({ q, r, terrain, number }) => `${q},${r} ${terrain} ${number}`), ...harbors.map(({ q, r, side, kind }) => `${q},${r} ${side} ${kind}`)].sort().join(';');
    return text(one) === text(other);
}
