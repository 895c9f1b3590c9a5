/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/read_marker.h"

#include "db/db_int.h"

enum store_result store_read_marker_get(struct store_reader *reader, int64_t game, int64_t account,
                                        uint32_t *seq, int64_t *at) {
    STATEMENT(get, "SELECT seq, at FROM looked WHERE game_id = ? AND account_id = ?");
    struct query query;
    *seq = 0;
    *at = 0;
    QUERY_OPEN(&query, reader, &get, game, account);
    if (query_row(&query)) {
        *seq = (uint32_t)get_int(&query);
        *at = get_int(&query);
    }
    return query_close(&query);
}

enum store_result store_read_marker_set(struct store_tx *tx, int64_t game, int64_t account,
                                        uint32_t seq, int64_t now) {
    STATEMENT(set, "INSERT INTO looked (game_id, account_id, seq, at) VALUES (?, ?, ?, ?)"
                   " ON CONFLICT (game_id, account_id) DO UPDATE SET at = excluded.at,"
                   " seq = CASE WHEN looked.seq > excluded.seq THEN looked.seq"
                   " ELSE excluded.seq END");
    return QUERY_RUN(tx, &set, game, account, seq, now);
}
