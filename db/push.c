/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/push.h"

#include "db/db_int.h"

#include <string.h>

#define PUSH_COLUMNS                                                                               \
    "p.id, p.public_id, p.account_id, p.token_id, p.endpoint, p.key, p.secret, p.name, "           \
    "p.created_at, p.sent_at"
#define GOOD_PUSHES(now)                                                                           \
    " FROM push_subscriptions p JOIN tokens t ON t.id = p.token_id AND t.revoked_at IS NULL"       \
    " AND (t.expires_at IS NULL OR t.expires_at > " now ") "

/* A column of exactly SIZE bytes. */
static void get_blob(struct query *query, uint8_t *bytes, size_t size) {
    struct store_bytes found = get_bytes(query);

    if (query->result == STORE_OK && found.len != size)
        query->result = STORE_CORRUPT;
    if (query->result == STORE_OK)
        memcpy(bytes, found.data, size);
}

/* ---- the server's key ---- */

enum store_result store_push_key_get(struct store_reader *reader, struct store_push_key *key) {
    STATEMENT(get, "SELECT private, public, created_at FROM push_key");
    struct query query;
    bool found;
    enum store_result result;

    query_open(&query, reader, &get);
    found = query_row(&query);
    if (found) {
        get_blob(&query, key->private, sizeof key->private);
        get_blob(&query, key->public, sizeof key->public);
        key->created_at = get_int(&query);
    }
    result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result store_push_key_put(struct store_tx *tx, const struct store_push_key *key) {
    STATEMENT(put, "INSERT INTO push_key (id, private, public, created_at) VALUES (1, ?, ?, ?)");
    struct query query;

    query_open(&query, &tx->reader, &put);
    put_blob(&query, key->private, sizeof key->private);
    put_blob(&query, key->public, sizeof key->public);
    put_int(&query, key->created_at);
    return query_run(&query, NULL);
}

/* ---- who listens ---- */

static void get_push(struct query *query, struct store_push *push) {
    push->id = get_int(query);
    get_text(query, push->public_id, sizeof push->public_id);
    push->account = get_int(query);
    push->token = get_int(query);
    get_text(query, push->endpoint, sizeof push->endpoint);
    get_blob(query, push->key, sizeof push->key);
    get_blob(query, push->secret, sizeof push->secret);
    get_text(query, push->name, sizeof push->name);
    push->created_at = get_int(query);
    push->sent_at = get_int(query);
}

enum store_result store_push_put(struct store_tx *tx, struct store_push *push) {
    STATEMENT(
        put, "INSERT INTO push_subscriptions"
             " (public_id, account_id, token_id, endpoint, key, secret, name, created_at)"
             " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (endpoint) DO UPDATE SET"
             " public_id = iif(account_id = excluded.account_id, public_id, excluded.public_id),"
             " created_at = iif(account_id = excluded.account_id, created_at, excluded.created_at),"
             " sent_at = iif(account_id = excluded.account_id, sent_at, NULL),"
             " name = coalesce(excluded.name, iif(account_id = excluded.account_id, name, NULL)),"
             " account_id = excluded.account_id, token_id = excluded.token_id,"
             " key = excluded.key, secret = excluded.secret"
             " RETURNING id, public_id, name, created_at, sent_at");
    struct query query;

    query_open(&query, &tx->reader, &put);
    put_text(&query, push->public_id);
    put_int(&query, push->account);
    put_int(&query, push->token);
    put_text(&query, push->endpoint);
    put_blob(&query, push->key, sizeof push->key);
    put_blob(&query, push->secret, sizeof push->secret);
    put_text(&query, push->name);
    put_int(&query, push->created_at);
    if (query_row(&query)) {
        push->id = get_int(&query);
        get_text(&query, push->public_id, sizeof push->public_id);
        get_text(&query, push->name, sizeof push->name);
        push->created_at = get_int(&query);
        push->sent_at = get_int(&query);
    }
    return query_close(&query);
}

enum store_result store_push_get(struct store_reader *reader, int64_t id, int64_t now,
                                 struct store_push *push) {
    STATEMENT(get, "SELECT " PUSH_COLUMNS GOOD_PUSHES("?2") "WHERE p.id = ?1");
    struct query query;
    bool found;
    enum store_result result;

    query_open(&query, reader, &get);
    put_int(&query, id);
    put_int(&query, now);
    found = query_row(&query);
    if (found)
        get_push(&query, push);
    result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result store_push_list(struct store_reader *reader, int64_t account, int64_t now,
                                  store_push_row *row, void *context) {
    STATEMENT(list, "SELECT " PUSH_COLUMNS GOOD_PUSHES("?2") "WHERE p.account_id = ?1"
                                                             " ORDER BY p.id");
    struct query query;

    query_open(&query, reader, &list);
    put_int(&query, account);
    put_int(&query, now);
    while (query_row(&query)) {
        struct store_push push;

        get_push(&query, &push);
        if (query.result != STORE_OK || !row(context, &push))
            break;
    }
    return query_close(&query);
}

enum store_result store_push_note(struct store_tx *tx, int64_t id, int64_t now) {
    STATEMENT(note, "UPDATE push_subscriptions SET sent_at = ?2 WHERE id = ?1");
    return QUERY_NUMBERS(tx, &note, NULL, id, now);
}

enum store_result store_push_delete(struct store_tx *tx, int64_t account, const char *public_id) {
    STATEMENT(delete, "DELETE FROM push_subscriptions WHERE account_id = ? AND public_id = ?");
    struct query query;

    query_open(&query, &tx->reader, &delete);
    put_int(&query, account);
    put_text(&query, public_id);
    return query_change(&query, STORE_NONE);
}

enum store_result store_push_drop(struct store_tx *tx, int64_t id) {
    STATEMENT(drop, "DELETE FROM push_subscriptions WHERE id = ?");
    return QUERY_NUMBERS(tx, &drop, NULL, id);
}

enum store_result store_push_move(struct store_tx *tx, int64_t from, int64_t to) {
    STATEMENT(move, "UPDATE push_subscriptions SET token_id = ?2 WHERE token_id = ?1");
    return QUERY_NUMBERS(tx, &move, NULL, from, to);
}

enum store_result store_push_prune(struct store_tx *tx, int64_t before, unsigned limit,
                                   unsigned *removed) {
    STATEMENT(prune,
              "DELETE FROM push_subscriptions WHERE id IN (SELECT p.id FROM push_subscriptions p"
              " JOIN tokens t ON t.id = p.token_id"
              " WHERE t.expires_at < ?1 OR t.revoked_at IS NOT NULL LIMIT ?2)");
    return QUERY_NUMBERS(tx, &prune, removed, before, limit);
}

enum store_result store_push_forget_token(struct store_tx *tx, const char *token) {
    STATEMENT(forget, "DELETE FROM push_subscriptions"
                      " WHERE token_id = (SELECT id FROM tokens WHERE public_id = ?)");
    struct query query;

    query_open(&query, &tx->reader, &forget);
    put_text(&query, token);
    return query_run(&query, NULL);
}

enum store_result store_push_forget(struct store_tx *tx, int64_t account) {
    STATEMENT(forget, "DELETE FROM push_subscriptions WHERE account_id = ?");
    return QUERY_NUMBERS(tx, &forget, NULL, account);
}
