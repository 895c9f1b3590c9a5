/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PICTURE_PALETTE_H
#define SERVICE_PICTURE_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

/* Appends a picture as a PNG of at most 256 colors chosen for it, which takes a third of the bytes of one with all
 * colors. A picture with fewer colors keeps them, except that colors differing by less than four steps of 256 may
 * merge; one whose file would have more than MOST bytes gets fewer colors, 32 at the least. PIXELS: rows of WIDTH
 * numbers 0x00RRGGBB, STRIDE numbers apart. False when memory ran out. Any thread. */
bool palette_png(struct buffer *out, const uint32_t *pixels, size_t stride, unsigned width,
                 unsigned height, size_t most);

#endif
