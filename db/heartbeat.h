/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_HEARTBEAT_H
#define DB_HEARTBEAT_H

#include "db/store.h"

/*
 * When a server was last there (migrations/0034_heartbeat.sql, 0039_waited.sql). All times are milliseconds: `at` and
 * the ends of what is carried by the clock of the world, `lived` and `doubt_until` of time that servers were there.
 */
struct store_heartbeat {
    int64_t at;
    int64_t lived;
    int64_t doubt_until;
    int64_t carry_from, carry_to; /* 0: nothing is carried */
    int64_t carry_after;
};

/* STORE_NONE: no server has been there yet. */
enum store_result store_heartbeat_get(struct store_reader *reader,
                                      struct store_heartbeat *heartbeat);
enum store_result store_heartbeat_set(struct store_tx *tx, const struct store_heartbeat *heartbeat);

/* The clock was at FROM where it is at TO now, which is earlier: what waits to be done at a time that was counted
 * from the wrong one (messages, answers of standing orders, allowances of addresses) comes after as long a wait from now. */
enum store_result store_turn_back(struct store_tx *tx, int64_t from, int64_t to);

/* Time that was not lived: the clock of the world was at FROM, and then at TO, which can be earlier. */
enum store_result store_gap_put(struct store_tx *tx, int64_t from, int64_t to);
/* Hands out all of them that reach SINCE or behind it, as they were found; false from GAP ends it. */
enum store_result store_gaps(struct store_reader *reader, int64_t since,
                             bool (*gap)(void *context, int64_t from, int64_t to), void *context);

/* Games in which somebody's deadline runs, rising, greater than after. */
enum store_result store_games_timed(struct store_reader *reader, int64_t after, int64_t *games,
                                    size_t max, size_t *count);

#endif
