/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/db_int.h"

#include <stdlib.h>

enum store_result store_answer_put(struct store_tx *tx, const struct store_answer *answer) {
    STATEMENT(put, "INSERT INTO answers (account_id, key, route, body_hash, status, headers,"
                   " body, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &put);
    put_int(&query, answer->account);
    put_text(&query, answer->key);
    put_text(&query, answer->route);
    put_blob(&query, answer->body_hash, sizeof answer->body_hash);
    put_int(&query, answer->status);
    put_long_text(&query, answer->headers);
    put_blob(&query, answer->body.data, answer->body.len);
    put_int(&query, answer->created_at);
    return query_run(&query, NULL);
}

enum store_result store_answer_get(struct store_reader *reader, int64_t account, const char *key,
                                   struct store_answer *answer) {
    STATEMENT(get, "SELECT account_id, key, route, body_hash, status, headers, body, created_at"
                   " FROM answers WHERE account_id = ? AND key = ?");
    *answer = (struct store_answer){0};
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, account);
    put_text(&query, key);
    bool found = query_row(&query);
    if (found) {
        answer->account = get_int(&query);
        get_text(&query, answer->key, sizeof answer->key);
        get_text(&query, answer->route, sizeof answer->route);
        get_hash(&query, answer->body_hash);
        answer->status = (int)get_int(&query);
        answer->headers = get_bytes(&query);
        answer->body = get_bytes(&query);
        answer->created_at = get_int(&query);
    }
    struct store_bytes *const parts[] = {&answer->headers, &answer->body};
    if (found && query.result == STORE_OK)
        query.result = bytes_own(parts, sizeof parts / sizeof parts[0], &answer->memory);
    enum store_result result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

void store_answer_clear(struct store_answer *answer) {
    free(answer->memory);
    answer->memory = NULL;
    answer->headers = answer->body = (struct store_bytes){NULL, 0};
}

enum store_result store_answer_prune(struct store_tx *tx, int64_t before, unsigned limit,
                                     unsigned *removed) {
    STATEMENT(prune, "DELETE FROM answers WHERE (account_id, key) IN"
                     " (SELECT account_id, key FROM answers WHERE created_at < ? LIMIT ?)");
    return QUERY_NUMBERS(tx, &prune, removed, before, limit);
}

enum store_result store_answer_forget(struct store_tx *tx, int64_t account) {
    STATEMENT(forget, "DELETE FROM answers WHERE account_id = ?");
    return QUERY_NUMBERS(tx, &forget, NULL, account);
}
