// SPDX-License-Identifier: AGPL-3.0-or-later
// What of a long test is taken in a run that has to be short: each time another part, chosen by a seed. All of it
// is taken with TEST_THOROUGH=1, and where the cases to run are named on the command line.
import { seed } from './chance.mjs';

export const whole = process.env.TEST_THOROUGH === '1' || process.argv[2] !== undefined;
console.log(whole ? 'all of it' : `a part of it, TEST_SEED=${seed}`);

/** Whether the one at this place is taken, where one OF so many is. */
export const taken = (at, of) => whole || (seed + at) % of === 0;
