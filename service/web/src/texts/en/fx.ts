// SPDX-License-Identifier: AGPL-3.0-or-later
// What is shown over the board for a moment.
export const fx = {
    seven: 'A seven!',
    longestRoad: (name: string) => `Longest Road: ${name}`,
    largestArmy: (name: string) => `Largest Army: ${name}`,
    metropolis: (name: string, track: string) => `${name} builds the ${track} metropolis`,
    pillaged: (names: string) => `The barbarians pillage a city of ${names}`,
    defended: (names: string) => `Defender of the island: ${names}`,
    held: 'The barbarians are driven off',
    over: (name: string) => `${name} wins!`,
};
