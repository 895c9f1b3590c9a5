// SPDX-License-Identifier: AGPL-3.0-or-later
// Chance that can be had again: TEST_SEED of the environment, else another seed each time. Who uses it prints it.
export const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/**
 * Draws from the seed and NAME alone: a case has the same chances whichever cases ran before it. Answers a
 * function that gives numbers of at least 0 and below 1 (mulberry32).
 */
export function chance(name) {
    let state = [...name].reduce((sum, char) => Math.imul(sum ^ char.codePointAt(0), 0x01000193), seed);
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** One of a list. */
export const oneOf = (random, list) => list[Math.floor(random() * list.length)];
