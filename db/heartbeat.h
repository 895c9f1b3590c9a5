/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_HEARTBEAT_H
#define DB_HEARTBEAT_H

#include "db/store.h"

/*
 * When a server last ran (migrations/0034_heartbeat.sql, 0039_waited.sql). All times are milliseconds: `at` and
 * the carried span by the wall clock, `lived` and `doubt_until` in the servers' running time.
 */
struct store_heartbeat {
    int64_t at;
    int64_t lived;
    int64_t doubt_until;
    int64_t carry_from, carry_to; /* 0: nothing is carried */
    int64_t carry_after;
};

/* STORE_NONE: no server has run yet. */
enum store_result store_heartbeat_get(struct store_reader *reader,
                                      struct store_heartbeat *heartbeat);
enum store_result store_heartbeat_set(struct store_tx *tx, const struct store_heartbeat *heartbeat);

/* The clock was set back from FROM to TO: whatever is due at a time computed from the wrong clock (messages,
 * answers of standing orders, allowances of addresses) becomes due after the same wait from now. */
enum store_result store_turn_back(struct store_tx *tx, int64_t from, int64_t to);

/* Records time without a server: the wall clock was at FROM, then at TO, which can be earlier. */
enum store_result store_gap_put(struct store_tx *tx, int64_t from, int64_t to);
/* Calls GAP for all of them that reach SINCE or later, in the order of recording, until it returns
 * false. */
enum store_result store_gaps(struct store_reader *reader, int64_t since,
                             bool (*gap)(void *context, int64_t from, int64_t to), void *context);

/* Games in which a deadline is running, ascending, with ids above AFTER. */
enum store_result store_games_timed(struct store_reader *reader, int64_t after, int64_t *games,
                                    size_t max, size_t *count);

#endif
