// SPDX-License-Identifier: AGPL-3.0-or-later
// Ratings as people read them.

const start = 1500;
const startMean = 25;
const perUnit = 40;

/** The number for a mean. The server rounds in the same way. */
export const ratingOf = (mu: number): number => Math.round(start + perUnit * (mu - startMean));
/** How far that number may be off, for a deviation. */
export const spreadOf = (sigma: number): number => Math.round(perUnit * sigma);
