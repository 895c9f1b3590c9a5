// SPDX-License-Identifier: AGPL-3.0-or-later
import type { fx as english } from '../en/fx';

export const fx: typeof english = {
    seven: 'Eine Sieben!',
    longestRoad: (name) => `Längste Handelsroute: ${name}`,
    largestArmy: (name) => `Größte Rittermacht: ${name}`,
    metropolis: (name, track) => `${name} baut die Metropole (${track})`,
    pillaged: (names) => `Die Barbaren plündern eine Stadt von ${names}`,
    defended: (names) => `Verteidiger der Insel: ${names}`,
    held: 'Die Barbaren sind abgewehrt',
    over: (name) => `${name} gewinnt!`,
};
