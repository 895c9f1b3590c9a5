/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_CHECK_H
#define DB_CHECK_H

#include "db/store.h"

/* Looking for damage. Conventions as in db/store.h. */

enum { STORE_FINDING_SIZE = 512 }; /* SQLite says more than one thing at once */

/* Something that is not as it was written. */
struct store_finding {
    int64_t game;                  /* 0: of no game, or not to be told */
    char text[STORE_FINDING_SIZE]; /* a sentence without its full stop, for the operator */
    bool advice;                   /* nothing is damaged, but damage would not be found */
};
typedef void store_found(void *context, const struct store_finding *finding);

/* Has FOUND called for what is wrong with the file and with what its tables say of each other; what is
 * wrong with a game by itself, who reads it finds. Reads everything, which takes its time. Until the store is
 * closed FOUND also hears of damaged pages that the reader meets, of each once. STORE_CORRUPT: parts could not be
 * read. */
enum store_result store_check(struct store_reader *reader, store_found *found, void *context);

#endif
