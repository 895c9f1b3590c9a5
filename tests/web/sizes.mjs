// SPDX-License-Identifier: AGPL-3.0-or-later
// Window sizes in which the page has to be usable: what browsers leave of phones, a phone in landscape, a laptop at 200 %
// zoom, laptops and large screens. Tests that measure layout use this list.
const size = ([width, height]) => ({ width, height });

/** Phones in portrait. */
export const phones = [[320, 640], [360, 640], [375, 667], [390, 664], [412, 732]].map(size);
/** Low and wide: a phone in landscape, a laptop at 200 %. */
export const low = [[844, 390], [640, 360]].map(size);
/** The panels have room beside the board. */
export const roomy = [[1280, 720], [1440, 900], [1920, 1080]].map(size);
export const sizes = [...phones, ...low, ...roomy];
