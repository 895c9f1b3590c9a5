// SPDX-License-Identifier: AGPL-3.0-or-later
// The standard island: the two that are always the same, and shuffled ones.
import type { Island, IslandHarbor, IslandHex, Side } from '../../board/island';
import { sides } from '../../board/island';
import type { HarborKind, Terrain } from '../../types';

const radius = 2;
const hotNumbers = [6, 8];

/** Row by row from the north-west, as hexes are numbered. */
const cells: [number, number][] = [];
for (let r = -radius; r <= radius; r++) for (let q = -radius; q <= radius; q++) if (Math.abs(q + r) <= radius) cells.push([q, r]);

/** Where the harbors lie, clockwise from the north-west. */
const slots: [number, number, Side][] = [[0, -2, 'NW'], [1, -2, 'NE'], [2, -1, 'NE'], [2, 0, 'E'], [1, 1, 'SE'], [-1, 2, 'SE'], [-2, 2, 'SW'], [-2, 1, 'W'], [-1, -1, 'W']];
/** Numbers along the spiral. */
const spiral = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];
const desert: Terrain = 'desert';
const tiles: Terrain[] = [desert, ...(['forest', 'pasture', 'fields'] as const).flatMap((terrain) => Array<Terrain>(4).fill(terrain)), ...(['hills', 'mountains'] as const).flatMap((terrain) => Array<Terrain>(3).fill(terrain))];
const harborSupply: HarborKind[] = ['any', 'any', 'any', 'any', 'brick', 'lumber', 'wool', 'grain', 'ore'];

const letters: Record<string, Terrain> = { F: 'forest', P: 'pasture', A: 'fields', H: 'hills', M: 'mountains', D: desert };

function island(hexes: string, kinds: HarborKind[]): Island {
    return {
        hexes: hexes.split(' ').map((text, i): IslandHex => {
            const [q, r] = cells[i] ?? [0, 0];
            return { q, r, terrain: letters[text[0] ?? ''] ?? desert, number: text.length > 1 ? Number(text.slice(1)) : null };
        }),
        harbors: harborsOf(kinds),
    };
}

const harborsOf = (kinds: HarborKind[]): IslandHarbor[] => slots.map(([q, r, side], i) => ({ q, r, side, kind: kinds[i] ?? 'any' }));

export const beginnerIsland = island('M10 P2 F9 A12 H6 P4 H10 A9 F11 D F3 M8 F8 M3 A4 P5 H5 A6 P11', ['any', 'grain', 'ore', 'any', 'wool', 'any', 'any', 'brick', 'lumber']);
/** The one for a first game of Cities & Knights. */
export const beginnerKnightsIsland = island('H6 M2 H5 F3 M9 D F10 F8 A4 H11 P3 A8 P10 A5 M6 P4 A9 P12 F11', ['brick', 'ore', 'lumber', 'grain', 'any', 'any', 'any', 'wool', 'any']);

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

/** Whether no two red numbers lie side by side. */
function calm(hexes: IslandHex[]): boolean {
    const hot = new Set(hexes.filter(({ number }) => hotNumbers.includes(number ?? 0)).map(({ q, r }) => `${q},${r}`));
    return ![...hot].some((key) => {
        const [q = 0, r = 0] = key.split(',').map(Number);
        return Object.values(sides).some(([dq, dr]) => hot.has(`${q + dq},${r + dr}`));
    });
}

/** Tiles, numbers and harbors of the standard island, mixed. */
export function shuffledIsland(random: Random): Island {
    const terrains = shuffle(tiles, random);
    const harbors = harborsOf(shuffle(harborSupply, random));
    for (;;) {
        const numbers = shuffle(spiral, random);
        const hexes = cells.map(([q, r], i): IslandHex => {
            const terrain = terrains[i] ?? desert;
            return { q, r, terrain, number: terrain === desert ? null : (numbers.pop() ?? null) };
        });
        if (calm(hexes)) return { hexes, harbors };
    }
}
