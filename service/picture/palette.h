/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PICTURE_PALETTE_H
#define SERVICE_PICTURE_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

/* Appends a picture as a PNG of at most 256 colors, which are chosen for it: a third of the bytes of one that has them
 * all. A picture of fewer colors keeps them as they are, up to those that differ by less than four steps of 256.
 * PIXELS: rows of WIDTH numbers 0x00RRGGBB, STRIDE numbers apart. False when memory ran out. Any thread. */
bool palette_png(struct buffer *out, const uint32_t *pixels, size_t stride, unsigned width,
                 unsigned height);

#endif
