// SPDX-License-Identifier: AGPL-3.0-or-later
// Drawings of what the land produces, all our own, as path data around (0,0): the board stamps them on its hexes, cards
// show one. A shape is a list of layers. A layer is a paint (a class in board.css or cards.css) and closed subpaths in
// relative coordinates, so that many stamps make one path: a hex full of trees is three elements, not thirty.
import type { JSX } from 'preact';
import type { Kind } from '../types';

interface Layer {
    paint: string;
    parts: string[];
}
export type Shape = Layer[];
export type Spot = [number, number];

export const tree: Shape = [
    { paint: 'trunk', parts: ['m-2.500 0h5v8h-5z'] },
    { paint: 'leaf', parts: ['m0-25l8 14h-3l7 14h-24l7-14h-3z'] },
    { paint: 'leaf-dark', parts: ['m0-25l8 14h-3l7 14h-12z'] },
];
export const sheep: Shape = [
    { paint: 'hoof', parts: ['m-6 4h2.500v8h-2.500z', 'm-1 5h2.500v8h-2.500z', 'm4 5h2.500v8h-2.500z', 'm8 4h2.500v8h-2.500z'] },
    { paint: 'fleece', parts: ['m-7 6a5 5 0 0 1-2-8a5 5 0 0 1 6-5a6 6 0 0 1 9-1a5 5 0 0 1 7 5a5 5 0 0 1-1 9z'] },
    { paint: 'hoof', parts: ['m-9-4q-7-1-7 4q0 4 4 4q5 0 5-5z'] },
];
export const wheat: Shape = [
    { paint: 'stalk', parts: ['m0 14v-22', 'm-2 14q-2-10-9-17', 'm2 14q2-10 9-17'] },
    { paint: 'ear', parts: ['m0-20q5 6 0 13q-5-7 0-13z', 'm-13-14q8 2 9 10q-9-2-9-10z', 'm13-14q-8 2-9 10q9-2 9-10z', 'm0-8q4 5 0 11q-4-6 0-11z'] },
    { paint: 'band', parts: ['m-4 8h8'] },
];
export const bricks: Shape = [
    { paint: 'brick-low', parts: ['m-15 1h14v9h-14z', 'm1 1h14v9h-14z'] },
    { paint: 'brick-top', parts: ['m-7-10h14v9h-14z'] },
];
export const peak: Shape = [
    { paint: 'rock', parts: ['m-19 12l15-28l6 9l5-6l13 25z'] },
    { paint: 'rock-dark', parts: ['m-4-16l6 9l-3 19h9l-1-25l-5 6l-6-9l10 28z'] },
    { paint: 'snow', parts: ['m-4-16l5 7.500l-3 3.500l-3-3l-3 4l-1.500-2z', 'm7-13l4 7.500l-3-.5l-2 2l-2-5z'] },
];
const cloth: Shape = [
    { paint: 'cloth-dark', parts: ['m-15-9q-4 2-4 8q0 7 4 8h4v-16z'] },
    { paint: 'cloth', parts: ['m-11-9h26q4 1 4 6v20q-6 4-11 0t-11 0t-8-2v-8z'] },
    { paint: 'cloth-fold', parts: ['m-11-9v16', 'm-3-4h15', 'm-3 1h15'] },
];
const coins: Shape = [
    { paint: 'coin-dark', parts: ['m-17 7v5q0 6 12 6t12-6v-5z', 'm-17-1v5q0 6 12 6t12-6v-5z'] },
    { paint: 'coin', parts: ['m-17-1q0-6 12-6t12 6t-12 6t-12-6z', 'm10-17a9 9 0 1 0 .1 0z'] },
    { paint: 'coin-mark', parts: ['m10-13v10', 'm-9-1h8'] },
];
const paper: Shape = [
    { paint: 'paper', parts: ['m-13-19h20l8 8v28h-28z'] },
    { paint: 'paper-line', parts: ['m7-19v8h8', 'm-7-8h9', 'm-7-1h16', 'm-7 6h16', 'm-7 12h10'] },
];

/** What a card shows: what stands on the hexes that produce it. */
export const cardArt: Record<Kind, Shape> = { brick: bricks, lumber: tree, wool: sheep, grain: wheat, ore: peak, cloth, coin: coins, paper };

/** A layer's parts at each of the spots, as one path. */
export function stamp(parts: string[], spots: Spot[]): string {
    return spots.map(([x, y]) => parts.map((part) => `M${x} ${y}${part}`).join('')).join('');
}

export function Drawn({ shape, spots = [[0, 0]] }: { shape: Shape; spots?: Spot[] }): JSX.Element {
    return (
        <>
            {shape.map(({ paint, parts }, i) => (
                <path key={i} class={`art ${paint}`} d={stamp(parts, spots)} />
            ))}
        </>
    );
}
