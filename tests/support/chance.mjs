// SPDX-License-Identifier: AGPL-3.0-or-later
// Repeatable chance: the seed is TEST_SEED of the environment, else a new one each time. Tests that use it print it.
export const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/**
 * Draws from the seed and NAME only, so that a case has the same draws whichever cases ran before it. Returns a
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

/** An element of a list. */
export const oneOf = (random, list) => list[Math.floor(random() * list.length)];
