/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/conduct.h"

#include "db/db_int.h"

static const struct column conduct_columns[] = {
    KEY(struct store_conduct, game, INT, "game_id"),
    KEY(struct store_conduct, account, INT, "account_id"),
    COLUMN(struct store_conduct, ended_at, INT, "ended_at"),
    COLUMN(struct store_conduct, bots, UINT, "bots"),
    COLUMN(struct store_conduct, finished, UINT, "finished"),
    COLUMN(struct store_conduct, missed, INT, "missed"),
    COLUMN(struct store_conduct, answers, BLOB, "answers"),
    {0},
};

enum store_result store_conduct_put(struct store_tx *tx, const struct store_conduct *conduct) {
    STATEMENT(put,
              "INSERT INTO conduct ({names}) VALUES ({marks})"
              " ON CONFLICT (account_id, game_id) DO UPDATE SET {renew}",
              conduct_columns);
    return query_run(put_row(QUERY(&tx->reader, &put), conduct), NULL);
}

enum store_result store_conduct_left(struct store_tx *tx, int64_t game, int64_t ended_at) {
    STATEMENT(
        put,
        "INSERT INTO conduct (game_id, account_id, ended_at, bots, finished, missed, answers)"
        " SELECT DISTINCT game_id, account_id, CAST(?2 AS bigint), 0, 0, 0,"
        " CAST(?3 AS blob) FROM past_seats WHERE game_id = ?1"
        " ON CONFLICT (account_id, game_id) DO NOTHING",
        .postgresql =
            "INSERT INTO conduct (game_id, account_id, ended_at, bots, finished, missed, answers)"
            " SELECT DISTINCT game_id, account_id, CAST(?2 AS bigint), 0, 0, 0,"
            " CAST(?3 AS bytea) FROM past_seats WHERE game_id = ?1"
            " ON CONFLICT (account_id, game_id) DO NOTHING");
    static const uint8_t none[STORE_ANSWERS_SIZE];
    struct query query;
    QUERY_OPEN(&query, &tx->reader, &put, game, ended_at);
    put_blob(&query, none, sizeof none);
    return query_run(&query, NULL);
}

enum store_result
store_conduct_list(struct store_reader *reader, int64_t account, int64_t since,
                   void (*row)(void *context, const struct store_conduct *conduct), void *context) {
    STATEMENT(list, "SELECT {read} FROM conduct WHERE account_id = ? AND ended_at >= ?",
              conduct_columns);
    struct store_conduct conduct;
    struct query query;
    QUERY_OPEN(&query, reader, &list, account, since);
    while (query_next(&query, &conduct))
        row(context, &conduct);
    return query_close(&query);
}
