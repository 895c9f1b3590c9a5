// SPDX-License-Identifier: AGPL-3.0-or-later
// A face for every player: a hexagon in their color, with one of a few animals chosen by their name; bots have robots.
import type { JSX } from 'preact';

const eyes = (x: number, y: number): string => [-x, x].map((at) => `M${at} ${y - 1.6}a1.500 1.700 0 1 0 .1 0z`).join('');

/** Drawings of our own, around (0,0): the head, and what is cut out of it. */
const animals: [head: string, cut: string][] = [
    // cat
    ['M-9-10L-4-6Q0-7 4-6L9-10V1Q9 9 0 9T-9 1z', `${eyes(4, 0.5)}M-1.500 3.500h3L0 5.500z`],
    // fox
    ['M-10-10Q-6-9-3.500-6Q0-7 3.500-6Q6-9 10-10Q10.500-1 7 3L0 10L-7 3Q-10.500-1-10-10z', `${eyes(3.8, 0)}M-1.600 5.500h3.200L0 7.800z`],
    // bear
    ['M-6.500-9.500A3.600 3.600 0 0 1-3.200-7.400A9 9 0 0 1 3.200-7.400A3.600 3.600 0 1 1 8-3.200A9 9 0 1 1-8-3.200A3.600 3.600 0 0 1-6.500-9.500z', `${eyes(3.8, 0)}M-2.200 4q2.200-1.800 4.400 0q-.6 2.200-2.200 2.200t-2.200-2.200z`],
    // rabbit
    ['M-5-12q3 0 3.500 6.500h3Q2-12 5-12q3.500 1 1.200 8.500A7.500 7.200 0 1 1-6.200-3.500Q-8.500-11-5-12z', `${eyes(3.2, 1)}M-1.400 4h2.800L0 6z`],
    // owl
    ['M-8.500-10Q-5-6.500 0-6.500T8.500-10Q10-5 8.500 3Q6 9.500 0 9.500T-8.500 3Q-10-5-8.500-10z', 'M-3.800-4.700a3.200 3.200 0 1 0 .1 0zM-3.800-3a1.500 1.500 0 1 0 .1 0zM3.800-4.700a3.200 3.200 0 1 0 .1 0zM3.800-3a1.500 1.500 0 1 0 .1 0zM-1.500 2.500h3L0 5.500z'],
    // mouse
    ['M-6.500-10a4.500 4.500 0 1 0 .1 0zM6.500-10a4.500 4.500 0 1 0 .1 0zM0-6Q8-5 7 2Q5 9 0 9.500Q-5 9-7 2Q-8-5 0-6z', `${eyes(3, 0.5)}M-1.600 6q1.600-1.200 3.200 0q-.4 1.800-1.600 1.800t-1.600-1.800z`],
    // frog
    ['M-5-9.500a3.600 3.600 0 0 1 3.300 2.400h3.400A3.600 3.600 0 1 1 8.300-4Q10 0 9.500 2Q8 9 0 9T-9.500 2Q-10 0-8.300-4A3.600 3.600 0 0 1-5-9.500z', `${eyes(5, -5.6)}M-5.500 2Q0 7.500 5.500 2Q0 4.800-5.500 2z`],
    // pig
    ['M-8.500-10L-3.500-7.500A9 9 0 0 1 3.500-7.500L8.500-10L8.600-3A9 9 0 1 1-8.600-3z', `${eyes(4.4, -2)}M0 .5a4.600 3.700 0 1 0 .1 0zM0 1.800a3.400 2.400 0 1 0 .1 0zM-1.300 3.200a.9 1.100 0 1 0 .1 0zM1.300 3.200a.9 1.100 0 1 0 .1 0z`],
    // chick
    ['M-1-7.500q-3-2-.5-4.500q.5 1.500 2.500 1q.5-1.500 2-1q0 3-2 4.500Q9-7 9 .5Q8.500 9 0 9T-9 .5Q-9-7-1-7.500z', `${eyes(4, -1)}M-3 2.500L0 1L3 2.500L0 5.500z`],
    // fish
    ['M-10.500 0Q-5-8 3.500-4Q5.500-3 7-1L11-5.500Q10 0 11 5.500L7 1Q5.500 3 3.500 4Q-5 8-10.500 0z', 'M-5.500-2.600a1.500 1.600 0 1 0 .1 0zM-1.500-3.500Q1 0-1.500 3.500Q-.300 0-1.500-3.500z'],
];

/** Bots, so that they are recognized as such. */
const robots: typeof animals = [['M-1-12h2v5.500h7q1.500 0 1.500 1.500V7q0 1.500-1.500 1.500H-8Q-9.500 8.500-9.500 7V-5Q-9.500-6.500-8-6.500h7z', 'M-6-3h4v4h-4zM2-3h4v4H2zM-5 4H5v2H-5z']];

const prime = 16777619;
const basis = 2166136261;

/** The same name gives the same face everywhere. */
function faceOf(name: string, faces: typeof animals): [string, string] | undefined {
    let hash = basis;
    for (const unit of name) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), prime) >>> 0;
    return faces[(hash >>> 8) % faces.length];
}

/** PAINT is a class; NAME null: the seat is empty. SIGN: the mark that tells the color without relying on color, as on
 * the pieces. */
export function Avatar({ name, paint, sign, bot = false }: { name: string | null; paint: string; sign?: string; bot?: boolean }): JSX.Element {
    const [head, cut] = (name !== null && faceOf(name, bot ? robots : animals)) || [];
    return (
        <svg class={`avatar ${paint}`} data-nobody={name === null ? '' : undefined} data-bot={bot ? '' : undefined} viewBox="-20 -20 40 40" aria-hidden="true">
            <path class="avatar-ground" d="M-2.500-17.700Q0-19 2.500-17.700L13.500-11.400Q16-10 16-7V7Q16 10 13.500 11.400L2.500 17.700Q0 19-2.500 17.700L-13.500 11.400Q-16 10-16 7V-7Q-16-10-13.500-11.400z" />
            {head && <path class="avatar-head" d={head} />}
            {cut && <path class="avatar-cut" fill-rule="evenodd" d={cut} />}
            {sign && (
                <g transform="translate(12 12)">
                    <circle class="avatar-badge" r="7.500" />
                    <path class="avatar-sign" d={sign} />
                </g>
            )}
        </svg>
    );
}
