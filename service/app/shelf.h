/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_SHELF_H
#define SERVICE_APP_SHELF_H

#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

/*
 * Documents that are dear to make and are never different once they are made: kept while there is room,
 * those that nobody has asked for longest give way, and only few are made at the same time.
 *
 *     switch (shelf_find(shelf, key, &body)) {
 *     case SHELF_KEPT: ... body holds a copy
 *     case SHELF_BUSY: ... try again later
 *     case SHELF_MAKE: ... make it, or fail to; then shelf_put in any case
 *     }
 *
 * Any thread. Without a shelf (NULL) nothing is kept, and everybody makes theirs.
 */
struct shelf;

enum { SHELF_KEPT_BYTES = 4 << 20, SHELF_MAX = 256, SHELF_AT_ONCE = 2 };

enum shelf_state { SHELF_KEPT, SHELF_MAKE, SHELF_BUSY };

/* Keeps at most KEPT_MAX bytes and SHELF_MAX documents, and lets AT_ONCE be made together. NULL: no
 * memory. */
struct shelf *shelf_new(size_t kept_max, unsigned at_once);
void shelf_free(struct shelf *shelf);

/* What is kept under KEY is appended to OUT. */
enum shelf_state shelf_find(struct shelf *shelf, int64_t key, struct buffer *out);

/* Ends what SHELF_MAKE began; a copy of BODY is kept (NULL, or failed: there is none). */
void shelf_put(struct shelf *shelf, int64_t key, const struct buffer *body);

#endif
