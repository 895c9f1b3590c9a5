/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/seeks.h"

#include <stdio.h>

#include "db/db_int.h"

static const struct column seek_columns[] = {
    READ_ONLY(struct store_seek, id, INT, "s.id"),
    COLUMN(struct store_seek, public_id, TEXT, "s.public_id"),
    COLUMN(struct store_seek, account, INT, "account_id"),
    READ_ONLY(struct store_seek, name, TEXT, "a.name"),
    COLUMN(struct store_seek, settings, TEXT, "settings"),
    COLUMN(struct store_seek, pool, TEXT, "pool"),
    COLUMN(struct store_seek, players_min, UINT, "players_min"),
    COLUMN(struct store_seek, players_max, UINT, "players_max"),
    COLUMN(struct store_seek, category, INT, "category"),
    COLUMN(struct store_seek, rating_window, ID, "rating_window"),
    COLUMN(struct store_seek, shared_hours, UINT, "shared_hours"),
    COLUMN(struct store_seek, created_at, INT, "s.created_at"),
    COLUMN(struct store_seek, expires_at, INT, "expires_at"),
    {0},
};

enum store_result store_seek_add(struct store_tx *tx, struct store_seek *seek) {
    STATEMENT(add,
              "INSERT INTO seeks (public_id, account_id, settings, pool, players_min,"
              " players_max, category, rating_window, shared_hours, created_at, expires_at)"
              " VALUES ({marks}) ON CONFLICT DO NOTHING RETURNING id",
              seek_columns);
    return query_insert(put_row(QUERY(&tx->reader, &add), seek), &seek->id);
}

enum store_result store_seek_cancel(struct store_tx *tx, int64_t account, const char *public_id) {
    STATEMENT(cancel, "DELETE FROM seeks WHERE account_id = ? AND public_id = ?");
    return query_change(put_text(QUERY_WITH(&tx->reader, &cancel, account), public_id), STORE_NONE);
}

enum store_result store_seek_end(struct store_tx *tx, int64_t id) {
    STATEMENT(end, "DELETE FROM seeks WHERE id = ?");
    return query_change(QUERY_WITH(&tx->reader, &end, id), STORE_CONFLICT);
}

static enum store_result hand_out_seeks(struct query *query,
                                        bool (*row)(void *context, const struct store_seek *seek),
                                        void *context) {
    struct store_seek seek;
    while (query_next(query, &seek) && row(context, &seek)) {
    }
    return query_close(query);
}

#define SEEKS "SELECT {read} FROM seeks s JOIN accounts a ON a.id = s.account_id WHERE "

enum store_result store_seek_list(struct store_reader *reader, int64_t account, int64_t now,
                                  int64_t before, unsigned limit,
                                  bool (*row)(void *context, const struct store_seek *seek),
                                  void *context) {
    STATEMENT(all, SEEKS "s.id < ?1 AND expires_at > ?2 ORDER BY s.id DESC LIMIT ?3", seek_columns);
    STATEMENT(mine,
              SEEKS "s.id < ?1 AND expires_at > ?2 AND account_id = ?4 ORDER BY s.id DESC LIMIT ?3",
              seek_columns);
    struct query query;
    QUERY_OPEN(&query, reader, account == 0 ? &all : &mine, before, now, limit);
    if (account != 0)
        put_int(&query, account);
    return hand_out_seeks(&query, row, context);
}

enum store_result store_seek_pool(struct store_reader *reader, const char *pool, int64_t now,
                                  unsigned limit,
                                  bool (*row)(void *context, const struct store_seek *seek),
                                  void *context) {
    STATEMENT(list, SEEKS "expires_at > ?1 AND pool = ?3 ORDER BY s.id LIMIT ?2", seek_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &list, now, limit);
    put_text(&query, pool);
    return hand_out_seeks(&query, row, context);
}

enum store_result store_seek_next_pool(struct store_reader *reader, int64_t after, int64_t *id,
                                       char pool[STORE_SEEK_TEXT_SIZE]) {
    STATEMENT(next, "SELECT s.id, s.pool FROM seeks s WHERE s.id > ? AND NOT EXISTS"
                    " (SELECT 1 FROM seeks e WHERE e.pool = s.pool AND e.id < s.id)"
                    " ORDER BY s.id LIMIT 1");
    struct query query;
    QUERY_OPEN(&query, reader, &next, after);
    bool found = query_row(&query);
    if (found) {
        *id = get_int(&query);
        get_text(&query, pool, STORE_SEEK_TEXT_SIZE);
    }
    return query_end(&query, found);
}

enum store_result store_people_apart(struct store_reader *reader, int64_t one, int64_t other,
                                     bool *apart) {
    STATEMENT(count, "SELECT count(*) FROM people WHERE ((account_id = ?1 AND other_id = ?2)"
                     " OR (account_id = ?2 AND other_id = ?1)) AND (avoid = 1 OR block = 1)");
    int64_t number;
    enum store_result result = query_number(QUERY_WITH(reader, &count, one, other), &number);
    *apart = number > 0;
    return result;
}
