/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_SHELF_H
#define SERVICE_APP_SHELF_H

#include <stddef.h>
#include <stdint.h>

#include "service/base/buffer.h"

/*
 * A cache of documents that are expensive to make and never change. The least recently requested ones
 * are dropped when it is full, and only a few are made at the same time.
 *
 *     switch (shelf_find(shelf, key, &body)) {
 *     case SHELF_KEPT: ... body holds a copy
 *     case SHELF_BUSY: ... try again later
 *     case SHELF_MAKE: ... make it, or fail to; then shelf_put in any case
 *     }
 *
 * Any thread. Without a shelf (NULL) nothing is kept, and all callers make their own.
 */
struct shelf;

enum { SHELF_KEPT_BYTES = 4 << 20, SHELF_MAX = 256, SHELF_AT_ONCE = 2 };

enum shelf_state { SHELF_KEPT, SHELF_MAKE, SHELF_BUSY };

/* Keeps at most KEPT_MAX bytes and SHELF_MAX documents, and allows AT_ONCE to be made at the same
 * time. NULL: no memory. */
struct shelf *shelf_new(size_t kept_max, unsigned at_once);
void shelf_free(struct shelf *shelf);

/* Appends the document kept under KEY to OUT. */
enum shelf_state shelf_find(struct shelf *shelf, int64_t key, struct buffer *out);

/* Must follow SHELF_MAKE; keeps a copy of BODY (NULL or failed: none). */
void shelf_put(struct shelf *shelf, int64_t key, const struct buffer *body);

#endif
