/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/openings.h"

#include "db/db_int.h"

static const struct column opening_columns[] = {
    READ_ONLY(struct store_opening, key, INT, "key"),
    READ_ONLY(struct store_opening, games, INT, "games"),
    READ_ONLY(struct store_opening, won, INT, "won"),
    {0},
};

static enum store_result add_public(struct store_tx *tx, const struct store_opening *opening) {
    STATEMENT(add, "INSERT INTO openings (key, games, won) VALUES (?, ?, ?)"
                   " ON CONFLICT (key) DO UPDATE SET games = openings.games + excluded.games,"
                   " won = openings.won + excluded.won");
    return QUERY_RUN(tx, &add, opening->key, opening->games, opening->won);
}

static enum store_result add_own(struct store_tx *tx, const struct store_opening *opening) {
    STATEMENT(add,
              "INSERT INTO openings_of (account_id, key, games, won)"
              " SELECT id, CAST(?2 AS bigint), CAST(?3 AS bigint), CAST(?4 AS bigint) FROM accounts"
              " WHERE id = ?1 AND deleted_at IS NULL ON CONFLICT (account_id, key) DO UPDATE"
              " SET games = openings_of.games + excluded.games,"
              " won = openings_of.won + excluded.won");
    return QUERY_RUN(tx, &add, opening->account, opening->key, opening->games, opening->won);
}

enum store_result store_openings_add(struct store_tx *tx, const struct store_opening *openings,
                                     size_t n) {
    enum store_result result = STORE_OK;
    for (size_t i = 0; i < n && result == STORE_OK; i++)
        result =
            openings[i].account == 0 ? add_public(tx, &openings[i]) : add_own(tx, &openings[i]);
    return result;
}

enum store_result
store_openings_list(struct store_reader *reader, int64_t account, int64_t first, int64_t last,
                    void (*row)(void *context, const struct store_opening *opening),
                    void *context) {
    STATEMENT(list, "SELECT {read} FROM openings WHERE key BETWEEN ? AND ?", opening_columns);
    STATEMENT(own, "SELECT {read} FROM openings_of WHERE account_id = ?3 AND key BETWEEN ?1 AND ?2",
              opening_columns);
    struct store_opening opening = {.account = account};
    struct query query;
    if (account == 0)
        QUERY_OPEN(&query, reader, &list, first, last);
    else
        QUERY_OPEN(&query, reader, &own, first, last, account);
    while (query_next(&query, &opening))
        row(context, &opening);
    return query_close(&query);
}

enum store_result store_openings_missing(struct store_reader *reader, bool own, int64_t *ids,
                                         size_t max, size_t *count) {
    STATEMENT(list, "SELECT game_id FROM openings_missing WHERE game_id > ?"
                    " ORDER BY game_id LIMIT ?");
    STATEMENT(list_own, "SELECT game_id FROM openings_of_missing WHERE game_id > ?"
                        " ORDER BY game_id LIMIT ?");
    return query_numbers(QUERY_WITH(reader, own ? &list_own : &list, 0, (int64_t)max), ids, max,
                         count);
}

enum store_result store_openings_counted(struct store_tx *tx, bool own, int64_t game) {
    STATEMENT(counted, "DELETE FROM openings_missing WHERE game_id = ?");
    STATEMENT(counted_own, "DELETE FROM openings_of_missing WHERE game_id = ?");
    return query_change(QUERY_WITH(&tx->reader, own ? &counted_own : &counted, game),
                        STORE_CONFLICT);
}
