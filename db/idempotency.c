/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/idempotency.h"

#include "db/db_int.h"

#include <stdlib.h>

static const struct column idempotency_columns[] = {
    COLUMN(struct store_idempotency, account, INT, "account_id"),
    COLUMN(struct store_idempotency, key, TEXT, "key"),
    COLUMN(struct store_idempotency, route, TEXT, "route"),
    COLUMN(struct store_idempotency, body_hash, BLOB, "body_hash"),
    COLUMN(struct store_idempotency, status, INT, "status"),
    COLUMN(struct store_idempotency, headers, LONG_TEXT, "headers"),
    COLUMN(struct store_idempotency, body, BYTES, "body"),
    COLUMN(struct store_idempotency, created_at, INT, "created_at"),
    {0},
};

enum store_result store_idempotency_put(struct store_tx *tx,
                                        const struct store_idempotency *record) {
    STATEMENT(put, "INSERT INTO answers ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING",
              idempotency_columns, .postgresql = "INSERT INTO answers ({names}) VALUES ({marks})");
    return query_add(put_row(QUERY(&tx->reader, &put), record));
}

enum store_result store_idempotency_get(struct store_reader *reader, int64_t account,
                                        const char *key, struct store_idempotency *record) {
    STATEMENT(get, "SELECT {read} FROM answers WHERE account_id = ? AND key = ?",
              idempotency_columns);
    *record = (struct store_idempotency){0};
    struct query query;
    QUERY_OPEN(&query, reader, &get, account);
    put_text(&query, key);
    bool found = query_next(&query, record);
    struct store_bytes *const parts[] = {&record->headers, &record->body};
    if (found)
        query.result = bytes_own(parts, sizeof parts / sizeof parts[0], &record->memory);
    return query_end(&query, found);
}

void store_idempotency_clear(struct store_idempotency *record) {
    free(record->memory);
    record->memory = NULL;
    record->headers = record->body = (struct store_bytes){NULL, 0};
}
