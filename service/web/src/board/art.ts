// SPDX-License-Identifier: AGPL-3.0-or-later
// The drawings of the board, all made for this project, as path data around (0,0); those of what the land produces
// are in ui/drawings.tsx.
import type { HarborKind, Terrain } from '../types';
import { bricks, peak, type Shape, sheep, type Spot, tree, wheat } from '../ui/drawings';

const tuft: Shape = [{ paint: 'blade', parts: ['m-5 0q0-5-3-7', 'm0 0v-9', 'm5 0q0-5 3-7'] }];
const dune: Shape = [{ paint: 'dune', parts: ['m-24 4q12-14 24-6t24 6'] }];
const cactus: Shape = [
    { paint: 'cactus', parts: ['m0 14v-28', 'm0 4h-8v-9', 'm0 0h8v-8'] },
    { paint: 'cactus-light', parts: ['m0 14v-28', 'm0 4h-8v-9', 'm0 0h8v-8'] },
];
const boat: Shape = [
    { paint: 'hull', parts: ['m-12 4h24q-3 7-8 7h-9q-5 0-7-7z'] },
    { paint: 'sail', parts: ['m-1-12v14h-10q3-10 10-14z'] },
    { paint: 'sail-2', parts: ['m1-14q9 6 11 16h-11z'] },
];
const furrows: Shape = [{ paint: 'furrow', parts: ['m-47-24q47-18 94 0', 'm-47 0q47-16 94 0', 'm-47 26q47-18 94 0', 'm-30 41q30-11 60 0'] }];
const mound: Shape = [{ paint: 'mound', parts: ['m-20 9q3-18 17-18t23 18z'] }];

const nugget: Shape = [
    { paint: 'nugget', parts: ['m-13 6l4-11l9-5l10 4l4 10l-8 6h-13z'] },
    { paint: 'nugget-edge', parts: ['m-9-5l7 4l2-9', 'm-2-1l-5 11', 'm-2-1l12-5'] },
];
const bank: Shape = [{ paint: 'fog-bank', parts: ['m-26 6q0-9 9-9q3-9 12-8q6-8 14-1q9-1 10 7q8 1 6 11z'] }];

/** Where each drawing goes on a terrain hex; the middle stays free for the number. */
export const terrainArt: Record<Terrain, [Shape, Spot[]][]> = {
    forest: [[tree, [[0, -31], [-21, -25], [21, -25], [-38, -9], [38, -9], [-34, 17], [34, 17], [-18, 37], [18, 37], [0, 48]]]],
    pasture: [[tuft, [[-26, -26], [3, -40], [-41, 6], [41, 8], [-4, 51], [-20, 42]]], [sheep, [[24, -27], [-27, 24], [25, 25]]]],
    fields: [[furrows, [[0, 0]]], [wheat, [[0, -36], [-33, -17], [33, -17], [-31, 22], [31, 22], [0, 40]]]],
    hills: [[mound, [[0, -34], [-29, -13], [29, -13], [-28, 26], [28, 26], [0, 46]]], [bricks, [[0, -37], [-33, 20], [33, 20]]]],
    mountains: [[peak, [[0, -36], [-31, -14], [31, -14], [-29, 22], [29, 22], [0, 43]]]],
    gold: [[nugget, [[0, -34], [-31, -14], [31, -14], [-29, 22], [29, 22], [0, 42]]]],
    fog: [[bank, [[-8, -26], [14, 6], [-10, 34]]]],
    sea: [],
    desert: [[dune, [[-14, -20], [12, 2], [-18, 22], [16, 36]]], [cactus, [[22, 10]]]],
};

export const harborArt: Record<HarborKind, Shape> = { any: boat, brick: bricks, lumber: tree, wool: sheep, grain: wheat, ore: peak };

export const hexOutline = 'M0-60L52-30V30L0 60L-52 30V-30z';
/** Slightly smaller, for a lit or chosen hex. */
export const hexInner = 'M0-52L45-26V26L0 52L-45 26V-26z';

export const shipHull = 'M-17 4H17Q14 14 7 14H-8Q-14 14-17 4z';
export const shipSail = 'M-1-18V2H-14Q-11-11-1-18zM2-20Q14-12 15 2H2z';
export const skullShape = 'M8-12a4.500 4.500 0 0 1 2.500 8.200V-1H5.500V-3.800A4.500 4.500 0 0 1 8-12z';

export const robberShape = 'M0-27a9 9 0 0 1 5.600 16Q15-7 15 7V17H-15V7Q-15-7-5.600-11A9 9 0 0 1 0-27z';
export const rockShape = 'M-24 24l-9-14l12-8l12 5l16-3l14 10l-6 10z';

export const settlementShape = 'M-12 12V-2L0-13L12-2V12z';
export const settlementRoof = 'M-14.500-.5L0-14L14.500-.5';
export const cityShape = 'M-18 14V-8L-9-18L0-8V-2H18V14z';
export const cityRoof = 'M-20.500-5.500L-9-19L2-6.500M1-3H20';
export const wallShape = 'M-26 22V8h7v5h7V8h7v5h10V8h7v5h7V8h7v14z';
export const towerShape = 'M3-2V-24h-3v-10h6v4h4v-4h6v4h4v-4h6v10h-3V-2z';

export const shieldShape = 'M-14-14Q0-18.500 14-14V1Q13 12 0 19Q-13 12-14 1z';
export const swordShape = 'M-21 14L-14 15.500L-17 20zM-18.500 15.500L18-23L25-27L21.500-20L-15.500 18z';
/** A knight's rank as chevrons: one, two, three. */
export const rankShapes: Record<number, string> = {
    1: 'M-7 1L0-5L7 1',
    2: 'M-7-3L0-9L7-3M-7 4.500L0-1.500L7 4.500',
    3: 'M-7-6L0-12L7-6M-7 .5L0-5.500L7 .5M-6 7L0 1.500L6 7',
};
export const stallShape = 'M-14-6V19M14-6V19M-15 7H15V19H-15z';
export const awningShape = 'M-19-5L-13-19H13L19-5Q14 2 9.500-5Q4.500 2 0-5Q-4.500 2-9.500-5Q-14 2-19-5z';
export const awningStripes = 'M-5-19H0V-5Q-4.500 2-9.500-5zM5-19L9.500-5Q14 2 19-5L13-19z';

export const longship: Shape = [
    { paint: 'mast', parts: ['m0-21v27'] },
    { paint: 'fleece', parts: ['m-11-18h22q4 9 0 18h-22q4-9 0-18z'] },
    { paint: 'sail', parts: ['m-5.500-18q3.500 9 0 18h5.500q3-9 0-18z', 'm5.500-18q3.500 9 0 18h5.500q4-9 0-18z'] },
    { paint: 'hull', parts: ['m-20-5q-2 9 3 10h34q5-1 3-12l4-3q3 18-10 21h-27q-14-1-11-19z'] },
];
export const fireShape = 'M0-14Q3-6 8-3Q12 4 7 10Q3 14-3 13Q-11 10-9 2Q-6 4-5 1Q-5-7 0-14z';
export const axeShape = 'M-7 15L6-14M3-12Q16-13 13 3Q6 2-1-4';

/** The symbols of the improvement tracks: a bolt of cloth, a coin, a sheet of paper. */
export const trackSigns: Record<string, string> = {
    trade: 'M-6-5Q0-8 6-5V5Q0 2-6 5zM-6-1Q0-4 6-1',
    politics: 'M0-6a6 6 0 1 0 .1 0zM0-3a3 3 0 1 0 .1 0z',
    science: 'M-5-7H3L6-4V7H-5zM-2-2H3M-2 1H3M-2 4H3',
};

/** Each seat's sign besides its color: disc, triangle, square, diamond, and so on, repeating. */
const seatShapes = ['M0-4.500a4.500 4.500 0 1 0 .1 0z', 'M0-5L5.200 4H-5.200z', 'M-4.200-4.200h8.400v8.400h-8.400z', 'M0-6L5 0L0 6L-5 0z', 'M-1.700-5h3.400v3.300h3.300v3.400h-3.300v3.300h-3.400v-3.300h-3.300v-3.400h3.300z', 'M-5-4H5L0 5.200z'];
export const seatSign = (seat: number): string => seatShapes[seat % seatShapes.length] ?? '';
