// SPDX-License-Identifier: AGPL-3.0-or-later
// The standard islands: the fixed ones, and shuffled ones.
import type { Island, IslandHarbor, IslandHex, Side } from '../../board/island';
import { sides } from '../../board/island';
import type { HarborKind, Terrain } from '../../types';

const hotNumbers = [6, 8];
const desert: Terrain = 'desert';

/** The components of an island. */
interface Kit {
    /** Row by row from the north-west, in the order of the hexes' ids. */
    cells: [number, number][];
    /** The places of the harbors. */
    slots: [number, number, Side][];
    /** Numbers along the spiral. */
    spiral: number[];
    tiles: Terrain[];
    harbors: HarborKind[];
}

/** The hexes of a hexagon with sides of any length: from `low` to `high` of q and of q + r, and of r. */
function cellsOf(low: number, high: number, rows: [number, number]): [number, number][] {
    const cells: [number, number][] = [];
    for (let r = rows[0]; r <= rows[1]; r++) for (let q = low; q <= high; q++) if (q + r >= low && q + r <= high) cells.push([q, r]);
    return cells;
}

const tilesOf = (deserts: number, many: number, few: number): Terrain[] => [...Array<Terrain>(deserts).fill(desert), ...(['forest', 'pasture', 'fields'] as const).flatMap((terrain) => Array<Terrain>(many).fill(terrain)), ...(['hills', 'mountains'] as const).flatMap((terrain) => Array<Terrain>(few).fill(terrain))];

const standard: Kit = {
    cells: cellsOf(-2, 2, [-2, 2]),
    slots: [[0, -2, 'NW'], [1, -2, 'NE'], [2, -1, 'NE'], [2, 0, 'E'], [1, 1, 'SE'], [-1, 2, 'SE'], [-2, 2, 'SW'], [-2, 1, 'W'], [-1, -1, 'W']],
    spiral: [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11],
    tiles: tilesOf(1, 4, 3),
    harbors: ['any', 'any', 'any', 'any', 'brick', 'lumber', 'wool', 'grain', 'ore'],
};
/** For five and six players. */
const large: Kit = {
    cells: cellsOf(-3, 2, [-3, 3]),
    slots: [[0, -3, 'NW'], [1, -3, 'NE'], [2, -2, 'NE'], [-2, -1, 'W'], [-3, 0, 'SW'], [2, 0, 'E'], [1, 1, 'SE'], [-3, 2, 'W'], [-3, 3, 'SW'], [-2, 3, 'SE'], [-1, 3, 'E']],
    spiral: [2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4, 8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6],
    tiles: tilesOf(2, 6, 5),
    harbors: ['any', 'any', 'any', 'any', 'any', 'brick', 'lumber', 'wool', 'wool', 'grain', 'ore'],
};

const letters: Record<string, Terrain> = { F: 'forest', P: 'pasture', A: 'fields', H: 'hills', M: 'mountains', D: desert };

function island(kit: Kit, hexes: string, kinds: HarborKind[]): Island {
    return {
        hexes: hexes.split(' ').map((text, i): IslandHex => {
            const [q, r] = kit.cells[i] ?? [0, 0];
            return { q, r, terrain: letters[text[0] ?? ''] ?? desert, number: text.length > 1 ? Number(text.slice(1)) : null };
        }),
        harbors: harborsOf(kit, kinds),
    };
}

const harborsOf = (kit: Kit, kinds: HarborKind[]): IslandHarbor[] => kit.slots.map(([q, r, side], i) => ({ q, r, side, kind: kinds[i] ?? 'any' }));

export const beginnerIsland = island(standard, 'M10 P2 F9 A12 H6 P4 H10 A9 F11 D F3 M8 F8 M3 A4 P5 H5 A6 P11', ['any', 'grain', 'ore', 'any', 'wool', 'any', 'any', 'brick', 'lumber']);
/** For a first game of Cities & Knights. */
export const beginnerKnightsIsland = island(standard, 'H6 M2 H5 F3 M9 D F10 F8 A4 H11 P3 A8 P10 A5 M6 P4 A9 P12 F11', ['brick', 'ore', 'lumber', 'grain', 'any', 'any', 'any', 'wool', 'any']);
/** For a first game with five or six players. */
export const beginnerLargeIsland = island(large, 'H10 P6 D H6 A2 M9 H11 F3 M11 F5 A10 P4 D P5 A4 M6 P3 A8 F12 M10 P2 H4 F11 F8 A3 F9 A5 H9 P12 M8', ['any', 'wool', 'any', 'ore', 'any', 'any', 'brick', 'grain', 'any', 'lumber', 'wool']);

const standardPlayers = 4;
/** Whether this many players use the larger island. */
export const playsLarge = (players: number): boolean => players > standardPlayers;

/** 0 <= random() < 1 */
type Random = () => number;

function shuffle<T>(items: T[], random: Random): T[] {
    const mixed = [...items];
    for (let i = mixed.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
    }
    return mixed;
}

/** Whether no two red numbers are adjacent. */
function calm(hexes: IslandHex[]): boolean {
    const hot = new Set(hexes.filter(({ number }) => hotNumbers.includes(number ?? 0)).map(({ q, r }) => `${q},${r}`));
    return ![...hot].some((key) => {
        const [q = 0, r = 0] = key.split(',').map(Number);
        return Object.values(sides).some(([dq, dr]) => hot.has(`${q + dq},${r + dr}`));
    });
}

/** Shuffles tiles, numbers and harbors of the island for this many players. */
export function shuffledIsland(players: number, random: Random): Island {
    const kit = playsLarge(players) ? large : standard;
    const terrains = shuffle(kit.tiles, random);
    const harbors = harborsOf(kit, shuffle(kit.harbors, random));
    for (;;) {
        const numbers = shuffle(kit.spiral, random);
        const hexes = kit.cells.map(([q, r], i): IslandHex => {
            const terrain = terrains[i] ?? desert;
            return { q, r, terrain, number: terrain === desert ? null : (numbers.pop() ?? null) };
        });
        if (calm(hexes)) return { hexes, harbors };
    }
}
