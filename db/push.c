/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/push.h"

#include "db/db_int.h"

static const struct column key_columns[] = {
    COLUMN(struct store_push_key, private, BLOB, "private"),
    COLUMN(struct store_push_key, public, BLOB, "public"),
    COLUMN(struct store_push_key, created_at, INT, "created_at"),
    {0},
};

static const struct column push_columns[] = {
    READ_ONLY(struct store_push, id, INT, "id"),
    COLUMN(struct store_push, public_id, TEXT, "public_id"),
    COLUMN(struct store_push, account, INT, "account_id"),
    COLUMN(struct store_push, token, INT, "token_id"),
    COLUMN(struct store_push, endpoint, TEXT, "endpoint"),
    COLUMN(struct store_push, key, BLOB, "key"),
    COLUMN(struct store_push, secret, BLOB, "secret"),
    COLUMN(struct store_push, name, TEXT, "name"),
    COLUMN(struct store_push, created_at, INT, "created_at"),
    READ_ONLY(struct store_push, sent_at, ID, "sent_at"),
    {0},
};

/* Subscriptions whose token is valid at a given time. */
#define GOOD_PUSHES(now)                                                                           \
    " FROM push_subscriptions p WHERE EXISTS (SELECT 1 FROM tokens t WHERE t.id = p.token_id"      \
    " AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > " now ")) AND "

/* ---- the server's key ---- */

enum store_result store_push_key_get(struct store_reader *reader, struct store_push_key *key) {
    STATEMENT(get, "SELECT {read} FROM push_key", key_columns);
    return query_one(QUERY(reader, &get), key);
}

enum store_result store_push_key_put(struct store_tx *tx, const struct store_push_key *key) {
    STATEMENT(put, "INSERT INTO push_key (id, {names}) VALUES (1, {marks}) ON CONFLICT DO NOTHING",
              key_columns);
    return query_change(put_row(QUERY(&tx->reader, &put), key), STORE_CONFLICT);
}

/* ---- subscriptions ---- */

#define OWN "p.account_id = excluded.account_id"

enum store_result store_push_put(struct store_tx *tx, struct store_push *push) {
    STATEMENT(put,
              "INSERT INTO push_subscriptions AS p ({names}) VALUES ({marks})"
              " ON CONFLICT (endpoint) DO UPDATE SET"
              " public_id = CASE WHEN " OWN " THEN p.public_id ELSE excluded.public_id END,"
              " created_at = CASE WHEN " OWN " THEN p.created_at ELSE excluded.created_at END,"
              " sent_at = CASE WHEN " OWN " THEN p.sent_at END,"
              " name = coalesce(excluded.name, CASE WHEN " OWN " THEN p.name END),"
              " account_id = excluded.account_id, token_id = excluded.token_id,"
              " key = excluded.key, secret = excluded.secret"
              " RETURNING {read}",
              push_columns);
    struct query query;
    query_open(&query, &tx->reader, &put);
    put_row(&query, push);
    bool found = query_next(&query, push);
    if (found)
        query_row(&query); /* foreign keys are checked only at its end */
    return query_end(&query, found);
}

enum store_result store_push_get(struct store_reader *reader, int64_t id, int64_t now,
                                 struct store_push *push) {
    STATEMENT(get, "SELECT {read}" GOOD_PUSHES("?2") "p.id = ?1", push_columns);
    return query_one(QUERY_WITH(reader, &get, id, now), push);
}

enum store_result store_push_list(struct store_reader *reader, int64_t account, int64_t now,
                                  store_push_row *row, void *context) {
    STATEMENT(list, "SELECT {read}" GOOD_PUSHES("?2") "p.account_id = ?1 ORDER BY p.id",
              push_columns);
    struct store_push push;
    struct query query;
    QUERY_OPEN(&query, reader, &list, account, now);
    while (query_next(&query, &push) && row(context, &push)) {
    }
    return query_close(&query);
}

enum store_result store_push_note(struct store_tx *tx, int64_t id, int64_t now) {
    STATEMENT(note, "UPDATE push_subscriptions SET sent_at = ?2 WHERE id = ?1");
    return QUERY_RUN(tx, &note, id, now);
}

enum store_result store_push_delete(struct store_tx *tx, int64_t account, const char *public_id) {
    STATEMENT(delete, "DELETE FROM push_subscriptions WHERE account_id = ? AND public_id = ?");
    return query_change(put_text(QUERY_WITH(&tx->reader, &delete, account), public_id), STORE_NONE);
}

enum store_result store_push_drop(struct store_tx *tx, int64_t id) {
    STATEMENT(drop, "DELETE FROM push_subscriptions WHERE id = ?");
    return QUERY_RUN(tx, &drop, id);
}

enum store_result store_push_move(struct store_tx *tx, int64_t from, int64_t to) {
    STATEMENT(move, "UPDATE push_subscriptions SET token_id = ?2 WHERE token_id = ?1");
    return QUERY_RUN(tx, &move, from, to);
}

enum store_result store_push_forget_token(struct store_tx *tx, int64_t token) {
    STATEMENT(forget, "DELETE FROM push_subscriptions WHERE token_id = ?");
    return QUERY_RUN(tx, &forget, token);
}

enum store_result store_push_forget_revoked(struct store_tx *tx, int64_t account) {
    STATEMENT(forget, "DELETE FROM push_subscriptions WHERE account_id = ? AND EXISTS"
                      " (SELECT 1 FROM tokens t WHERE t.id = token_id"
                      " AND t.revoked_at IS NOT NULL)");
    return QUERY_RUN(tx, &forget, account);
}
