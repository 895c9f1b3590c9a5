/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_COPY_H
#define DB_COPY_H

#include "db/store.h"

/* Moving house: from a file to a PostgreSQL database and back, or to another one of the same kind. */

struct store_copied {
    unsigned tables;
    int64_t rows;
};

/*
 * Copies everything in the one database to the other, in one transaction there, and reads both once more to
 * compare every value. Both are brought up to date first; no server may be running on either (STORE_BUSY), and
 * none may be started meanwhile. The target holds nothing yet: STORE_CONFLICT. STORE_DAMAGED: what was written
 * does not compare; it has been told at STORE_LOG_ERROR which table, and the target is not to be used.
 * progress (may be NULL) is told from time to time.
 */
enum store_result store_copy(const struct store_options *from, const struct store_options *to,
                             void (*progress)(void *context, const char *table, int64_t rows),
                             void *context, struct store_copied *copied);

#endif
