/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/heartbeat.h"

#include "db/db_int.h"

static const struct column heartbeat_columns[] = {
    COLUMN(struct store_heartbeat, at, INT, "at"),
    COLUMN(struct store_heartbeat, lived, INT, "lived"),
    COLUMN(struct store_heartbeat, doubt_until, INT, "doubt_until"),
    COLUMN(struct store_heartbeat, carry_from, ID, "carry_from"),
    COLUMN(struct store_heartbeat, carry_to, ID, "carry_to"),
    COLUMN(struct store_heartbeat, carry_after, INT, "carry_after"),
    {0},
};

enum store_result store_heartbeat_get(struct store_reader *reader,
                                      struct store_heartbeat *heartbeat) {
    STATEMENT(get, "SELECT {read} FROM heartbeat WHERE id = 1", heartbeat_columns);
    struct query query;
    *heartbeat = (struct store_heartbeat){0};
    query_open(&query, reader, &get);
    return query_one(&query, heartbeat);
}

enum store_result store_heartbeat_set(struct store_tx *tx,
                                      const struct store_heartbeat *heartbeat) {
    STATEMENT(set,
              "INSERT INTO heartbeat (id, {names}) VALUES (1, {marks})"
              " ON CONFLICT (id) DO UPDATE SET {renew}",
              heartbeat_columns);
    struct query query;
    query_open(&query, &tx->reader, &set);
    return query_run(put_row(&query, heartbeat), NULL);
}

enum store_result store_turn_back(struct store_tx *tx, int64_t from, int64_t to) {
    /* A message with a time after TO was written under the wrong clock. */
    STATEMENT(messages, "UPDATE outbox SET due_at = CASE WHEN due_at - ?1 + ?2 > ?2"
                        " THEN due_at - ?1 + ?2 ELSE ?2 END"
                        " WHERE state = 0 AND due_at > ?2 AND created_at > ?2");
    STATEMENT(answers,
              "UPDATE timers SET at = CASE WHEN at - ?1 + ?2 > ?2 THEN at - ?1 + ?2 ELSE ?2 END"
              " WHERE kind = 1 AND at > ?3");
    const int64_t longest = to + INT64_C(24) * 3600 * 1000; /* the longest wait of any of these */
    enum store_result result = QUERY_RUN(tx, &messages, from, to);
    if (result == STORE_OK)
        result = QUERY_RUN(tx, &answers, from, to, longest);
    static const char *const allowances[] = {
        "UPDATE sign_ups SET full_at = ?1 WHERE full_at > ?2",
        "UPDATE allowances SET full_at = ?1 WHERE full_at > ?2",
    };
    for (size_t i = 0; i < sizeof allowances / sizeof *allowances && result == STORE_OK; i++) {
        struct query query;
        query_open_once(&query, &tx->reader, allowances[i]);
        put_int(&query, to);
        put_int(&query, longest);
        result = query_run(&query, NULL);
    }
    return result;
}

struct gap {
    int64_t from, to;
};

enum store_result store_gap_put(struct store_tx *tx, int64_t from, int64_t to) {
    STATEMENT(put, "INSERT INTO gaps (from_at, to_at, late_at) VALUES (?, ?, ?)");
    return QUERY_RUN(tx, &put, from, to, from > to ? from : to);
}

enum store_result store_gaps(struct store_reader *reader, int64_t since,
                             bool (*gap)(void *context, int64_t from, int64_t to), void *context) {
    static const struct column columns[] = {
        READ_ONLY(struct gap, from, INT, "from_at"),
        READ_ONLY(struct gap, to, INT, "to_at"),
        {0},
    };
    /* The plus makes SQLite use the index on late_at instead of reading all rows by id. */
    STATEMENT(list, "SELECT {read} FROM gaps WHERE late_at >= ? ORDER BY +id", columns);
    struct gap row;
    struct query query;
    QUERY_OPEN(&query, reader, &list, since);
    while (query_next(&query, &row) && gap(context, row.from, row.to)) {
    }
    return query_close(&query);
}

enum store_result store_games_timed(struct store_reader *reader, int64_t after, int64_t *games,
                                    size_t max, size_t *count) {
    STATEMENT(list, "SELECT DISTINCT game_id FROM timers WHERE kind = 0 AND game_id > ?"
                    " ORDER BY game_id LIMIT ?");
    return query_numbers(QUERY_WITH(reader, &list, after, (int64_t)max), games, max, count);
}
