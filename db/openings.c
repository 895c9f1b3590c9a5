/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/openings.h"

#include "db/db_int.h"

static const struct column opening_columns[] = {
    READ_ONLY(struct store_opening, key, INT, "key"),
    READ_ONLY(struct store_opening, games, INT, "games"),
    READ_ONLY(struct store_opening, won, INT, "won"),
    {0},
};

enum store_result store_openings_add(struct store_tx *tx, const struct store_opening *openings,
                                     size_t n) {
    STATEMENT(add, "INSERT INTO openings (key, games, won) VALUES (?, ?, ?)"
                   " ON CONFLICT (key) DO UPDATE SET games = openings.games + excluded.games,"
                   " won = openings.won + excluded.won");
    enum store_result result = STORE_OK;
    for (size_t i = 0; i < n && result == STORE_OK; i++)
        result = QUERY_RUN(tx, &add, openings[i].key, openings[i].games, openings[i].won);
    return result;
}

enum store_result store_openings_list(struct store_reader *reader, int64_t first, int64_t last,
                                      void (*row)(void *context,
                                                  const struct store_opening *opening),
                                      void *context) {
    STATEMENT(list, "SELECT {read} FROM openings WHERE key BETWEEN ? AND ?", opening_columns);
    struct store_opening opening;
    struct query query;
    QUERY_OPEN(&query, reader, &list, first, last);
    while (query_next(&query, &opening))
        row(context, &opening);
    return query_close(&query);
}

enum store_result store_openings_missing(struct store_reader *reader, int64_t *ids, size_t max,
                                         size_t *count) {
    STATEMENT(list, "SELECT game_id FROM openings_missing WHERE game_id > ?"
                    " ORDER BY game_id LIMIT ?");
    return query_numbers(QUERY_WITH(reader, &list, 0, (int64_t)max), ids, max, count);
}

enum store_result store_openings_counted(struct store_tx *tx, int64_t game) {
    STATEMENT(counted, "DELETE FROM openings_missing WHERE game_id = ?");
    return query_change(QUERY_WITH(&tx->reader, &counted, game), STORE_CONFLICT);
}
