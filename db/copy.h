/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_COPY_H
#define DB_COPY_H

#include "db/store.h"

/* Moving a store: from a file to a PostgreSQL database and back, or to another one of the same
 * kind. */

struct store_copied {
    unsigned tables;
    int64_t rows;
};

/*
 * Copies all of one database to the other, in one transaction there, then reads both again and compares every
 * value. Both are brought up to date first; no server may be running on either (STORE_BUSY), and none may be
 * started meanwhile. STORE_CONFLICT: the target is not empty. STORE_DAMAGED: what was written differs; the
 * table is logged at STORE_LOG_ERROR, and the target must not be used. progress (may be NULL) is called from
 * time to time.
 */
enum store_result store_copy(const struct store_options *from, const struct store_options *to,
                             void (*progress)(void *context, const char *table, int64_t rows),
                             void *context, struct store_copied *copied);

#endif
