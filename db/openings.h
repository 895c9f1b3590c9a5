/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_OPENINGS_H
#define DB_OPENINGS_H

#include "db/store.h"

/* What was played at the beginning of games, added up by key (service/game/openings.h). Conventions as in db/store.h. */

struct store_opening {
    int64_t account; /* in whose own games; 0: in public games */
    int64_t key;
    int64_t games, won;
};

/* Adds to what is there; nothing for an account that has been deleted. Accounts and their keys rise: so that two
 * transactions never wait for each other in a circle. */
enum store_result store_openings_add(struct store_tx *tx, const struct store_opening *openings,
                                     size_t n);

/* Calls row for all with keys from FIRST to LAST, in the own games of ACCOUNT (0: in public games). */
enum store_result
store_openings_list(struct store_reader *reader, int64_t account, int64_t first, int64_t last,
                    void (*row)(void *context, const struct store_opening *opening), void *context);

/* Ids of finished games that have not been counted yet, rising: for the public, or (OWN) for their players. */
enum store_result store_openings_missing(struct store_reader *reader, bool own, int64_t *ids,
                                         size_t max, size_t *count);

/* This one is counted. STORE_CONFLICT: it has been before. */
enum store_result store_openings_counted(struct store_tx *tx, bool own, int64_t game);

#endif
