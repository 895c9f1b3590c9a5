// SPDX-License-Identifier: AGPL-3.0-or-later
// Windows in which the page has to be usable: phones upright as their browsers leave them, one on its side, a laptop at
// 200 %, laptops and large screens. All tests that measure take theirs from here.
const size = ([width, height]) => ({ width, height });

/** Phones, upright. */
export const phones = [[320, 640], [360, 640], [375, 667], [390, 664], [412, 732]].map(size);
/** Low and wide: a phone on its side, a laptop at 200 %. */
export const low = [[844, 390], [640, 360]].map(size);
/** Panels have a place of their own. */
export const roomy = [[1280, 720], [1440, 900], [1920, 1080]].map(size);
export const sizes = [...phones, ...low, ...roomy];
