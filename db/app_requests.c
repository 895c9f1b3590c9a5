/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/app_requests.h"

#include "db/db_int.h"

static const struct column request_columns[] = {
    READ_ONLY(struct store_app_request, id, INT, "id"),
    COLUMN(struct store_app_request, hash, BLOB, "hash"),
    COLUMN(struct store_app_request, app, INT, "app_id"),
    COLUMN(struct store_app_request, account, ID, "account_id"),
    COLUMN(struct store_app_request, denied, UINT, "denied"),
    COLUMN(struct store_app_request, scopes, TEXT, "scopes"),
    COLUMN(struct store_app_request, expires_at, INT, "expires_at"),
    READ_ONLY(struct store_app_request, grant, ID, "grant_id"),
    COLUMN(struct store_app_request, challenge, BLOB_OR_0, "challenge"),
    COLUMN(struct store_app_request, redirect, TEXT, "redirect"),
    COLUMN(struct store_app_request, user_code, BLOB_OR_0, "user_code"),
    COLUMN(struct store_app_request, client, ID, "client"),
    COLUMN(struct store_app_request, pace, ID, "pace"),
    COLUMN(struct store_app_request, asked_at, ID, "asked_at"),
    {0},
};

enum store_result store_app_request_create(struct store_tx *tx, struct store_app_request *request) {
    STATEMENT(create,
              "INSERT INTO app_requests ({names}) VALUES ({marks})"
              " ON CONFLICT DO NOTHING RETURNING id",
              request_columns);
    return query_insert(put_row(QUERY(&tx->reader, &create), request), &request->id);
}

enum store_result store_app_request_by_hash(struct store_reader *reader,
                                            const uint8_t hash[STORE_HASH_SIZE],
                                            struct store_app_request *request) {
    STATEMENT(get, "SELECT {read} FROM app_requests WHERE hash = ?", request_columns);
    return query_one(put_blob(QUERY(reader, &get), hash, STORE_HASH_SIZE), request);
}

enum store_result store_app_request_by_user_code(struct store_reader *reader,
                                                 const uint8_t user_code[STORE_HASH_SIZE],
                                                 int64_t now, struct store_app_request *request) {
    STATEMENT(get,
              "SELECT {read} FROM app_requests WHERE user_code = ?1 AND expires_at > ?2"
              " AND account_id IS NULL",
              request_columns);
    struct query query;
    query_open(&query, reader, &get);
    put_blob(&query, user_code, STORE_HASH_SIZE);
    put_int(&query, now);
    return query_one(&query, request);
}

enum store_result store_app_request_count(struct store_reader *reader, int64_t client, int64_t now,
                                          int64_t *count) {
    STATEMENT(count_them, "SELECT count(*) FROM app_requests WHERE client = ?1 AND expires_at > ?2"
                          " AND account_id IS NULL");
    return query_number(QUERY_WITH(reader, &count_them, client, now), count);
}

enum store_result store_app_request_answer(struct store_tx *tx, int64_t id, int64_t account,
                                           bool denied) {
    STATEMENT(answer, "UPDATE app_requests SET account_id = ?2, denied = ?3"
                      " WHERE id = ?1 AND account_id IS NULL");
    return query_change(QUERY_WITH(&tx->reader, &answer, id, account, denied ? 1 : 0),
                        STORE_CONFLICT);
}

enum store_result store_app_request_asked(struct store_tx *tx, int64_t id, int64_t pace,
                                          int64_t now) {
    STATEMENT(asked, "UPDATE app_requests SET pace = ?2, asked_at = ?3 WHERE id = ?1");
    return QUERY_RUN(tx, &asked, id, pace, now);
}

enum store_result store_app_request_use(struct store_tx *tx, int64_t id, int64_t grant) {
    STATEMENT(use, "UPDATE app_requests SET grant_id = ?2 WHERE id = ?1 AND grant_id IS NULL");
    return query_change(QUERY_WITH(&tx->reader, &use, id, grant), STORE_CONFLICT);
}
