// SPDX-License-Identifier: AGPL-3.0-or-later
// The clear look of the board is clear to all eyes: any two lands, and any two players, differ enough for each of them.
import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

type Triple = [number, number, number];

/** How strong color-blindness changes light (Machado, Oliveira and Fernandes 2009, severity 1). */
const eyes: Record<string, [Triple, Triple, Triple]> = {
    'all colors': [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    'no red': [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    'no green': [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    'no blue': [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** Distance in CIELAB (1976); from about 2.5 on two colors can be told apart side by side. */
const enough = 30;

const dot = (row: Triple, [x, y, z]: Triple): number => row[0] * x + row[1] * y + row[2] * z;
const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const bend = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);

function lab(hex: string, eye: [Triple, Triple, Triple]): Triple {
    const light = [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as Triple;
    const seen = eye.map((row) => Math.min(1, Math.max(0, dot(row, light)))) as Triple;
    const x = bend(dot([0.4124, 0.3576, 0.1805], seen) / 0.95047);
    const y = bend(dot([0.2126, 0.7152, 0.0722], seen));
    const z = bend(dot([0.0193, 0.1192, 0.9505], seen) / 1.08883);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const block = /\[data-board='clear'\] \{([^}]*)\}/.exec(readFileSync('src/styles/boardThemes.css', 'utf8'))?.[1] ?? '';
const colorOf = (name: string): string => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1] ?? '';

for (const [what, names] of Object.entries({
    land: ['sea', 'forest', 'pasture', 'fields', 'hills', 'mountains', 'desert'].map((name) => `board-${name}`),
    players: ['red', 'blue', 'white', 'orange', 'green', 'brown'].map((name) => `seat-${name}`),
})) {
    for (const [eye, matrix] of Object.entries(eyes)) {
        test(`${what} differ for eyes with ${eye}`, () => {
            const seen = names.map((name) => ({ name, at: lab(colorOf(name), matrix) }));
            for (const one of seen) for (const other of seen.slice(seen.indexOf(one) + 1)) {
                const apart = Math.hypot(...one.at.map((value, i) => value - (other.at[i] ?? NaN)));
                ok(apart >= enough, `${one.name} and ${other.name} are ${apart.toFixed(1)} apart`);
            }
        });
    }
}
