/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_CHECK_H
#define DB_CHECK_H

#include "db/store.h"

/* Looking for damage. Conventions as in db/store.h. */

enum { STORE_FINDING_SIZE = 512 }; /* SQLite reports several findings in one text */

/* Something that is not as it was written. */
struct store_finding {
    int64_t game;                  /* 0: of no game, or unknown */
    char text[STORE_FINDING_SIZE]; /* a sentence without its full stop, for the operator */
    bool advice;                   /* nothing is damaged, but damage would not be found */
};
typedef void store_found(void *context, const struct store_finding *finding);

/* Calls FOUND for damage to the file and for tables that contradict each other; damage within a game is found by
 * reading that game. Reads the whole database, so it takes long. Until the store is closed FOUND is also called
 * once for each damaged page that the reader meets. STORE_CORRUPT: parts could not be read. */
enum store_result store_check(struct store_reader *reader, store_found *found, void *context);

#endif
