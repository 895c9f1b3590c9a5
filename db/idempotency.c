/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/idempotency.h"

#include "db/db_int.h"

#include <stdlib.h>

static const struct column answer_columns[] = {
    COLUMN(struct store_answer, account, INT, "account_id"),
    COLUMN(struct store_answer, key, TEXT, "key"),
    COLUMN(struct store_answer, route, TEXT, "route"),
    COLUMN(struct store_answer, body_hash, BLOB, "body_hash"),
    COLUMN(struct store_answer, status, INT, "status"),
    COLUMN(struct store_answer, headers, LONG_TEXT, "headers"),
    COLUMN(struct store_answer, body, BYTES, "body"),
    COLUMN(struct store_answer, created_at, INT, "created_at"),
    {0},
};

enum store_result store_answer_put(struct store_tx *tx, const struct store_answer *answer) {
    STATEMENT(put, "INSERT INTO answers ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING",
              answer_columns);
    struct query query;
    query_open(&query, &tx->reader, &put);
    put_row(&query, answer);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_answer_get(struct store_reader *reader, int64_t account, const char *key,
                                   struct store_answer *answer) {
    STATEMENT(get, "SELECT {read} FROM answers WHERE account_id = ? AND key = ?", answer_columns);
    *answer = (struct store_answer){0};
    struct query query;
    QUERY_OPEN(&query, reader, &get, account);
    put_text(&query, key);
    bool found = query_next(&query, answer);
    struct store_bytes *const parts[] = {&answer->headers, &answer->body};
    if (found)
        query.result = bytes_own(parts, sizeof parts / sizeof parts[0], &answer->memory);
    return query_end(&query, found);
}

void store_answer_clear(struct store_answer *answer) {
    free(answer->memory);
    answer->memory = NULL;
    answer->headers = answer->body = (struct store_bytes){NULL, 0};
}
