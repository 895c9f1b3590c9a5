// SPDX-License-Identifier: AGPL-3.0-or-later
// Selects the part of a long test that a short run takes: a different part each time, chosen by a seed. With
// TEST_THOROUGH=1, or if cases are named on the command line, all of it is taken.
import { seed } from './chance.mjs';

export const whole = process.env.TEST_THOROUGH === '1' || process.argv[2] !== undefined;
console.log(whole ? 'all of it' : `a part of it, TEST_SEED=${seed}`);

/** Whether to take the item at this place, if one in OF is taken. */
export const taken = (at, of) => whole || (seed + at) % of === 0;
