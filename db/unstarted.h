/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_UNSTARTED_H
#define DB_UNSTARTED_H

#include "db/games.h"

/* Games that wait for players for long. Conventions as in db/store.h. */

/* Ids above AFTER, rising, of games that were made up to MADE, still wait for players, and whose people have not been told so,
 * or were told up to TOLD (TOLD 0: only those who have not). */
enum store_result store_unstarted_list(struct store_reader *reader, int64_t made, int64_t told,
                                       int64_t after, int64_t *ids, size_t max, size_t *count);
/* Notes that they have been told. */
enum store_result store_unstarted_told(struct store_tx *tx, int64_t game, int64_t now);

#endif
