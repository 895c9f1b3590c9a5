/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/chats.h"
#include "db/db_int.h"
#include "db/hooks.h"
#include "db/mailboxes.h"
#include "db/orders.h"
#include "db/outbox.h"
#include "db/push.h"
#include "db/read_marker.h"

#define ACCOUNT_COLUMNS "a.id, a.public_id, a.name, a.email, a.created_at, a.deleted_at"
#define TOKEN_COLUMNS                                                                              \
    "t.id, t.public_id, t.account_id, t.name, t.hash, t.scopes, t.created_at, t.expires_at, "      \
    "t.last_used_at, t.revoked_at"

/* ----------------------------------------------------------------------------- accounts -- */

static void get_account(struct query *query, struct store_account *account) {
    account->id = get_int(query);
    get_text(query, account->public_id, sizeof account->public_id);
    get_text(query, account->name, sizeof account->name);
    get_text(query, account->email, sizeof account->email);
    account->created_at = get_int(query);
    account->deleted_at = get_int(query);
}

/* Reads the one account that an opened query with its parameters gives. */
static enum store_result one_account(struct query *query, struct store_account *account) {
    bool found = query_row(query);
    if (found)
        get_account(query, account);
    enum store_result result = query_close(query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result store_account_create(struct store_tx *tx, struct store_account *account) {
    STATEMENT(create, "INSERT INTO accounts (public_id, name, name_key, email, created_at)"
                      " VALUES (?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &create);
    put_text(&query, account->public_id);
    put_text(&query, account->name);
    put_text(&query, account->name_key);
    put_text(&query, account->email);
    put_int(&query, account->created_at);
    enum store_result result = query_run(&query, NULL);
    if (result == STORE_OK)
        account->id = sqlite3_last_insert_rowid(tx->reader.db);
    return result;
}

enum store_result store_account_get(struct store_reader *reader, int64_t id,
                                    struct store_account *account) {
    STATEMENT(get, "SELECT " ACCOUNT_COLUMNS " FROM accounts a WHERE a.id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, id);
    return one_account(&query, account);
}

enum store_result store_account_by_public_id(struct store_reader *reader, const char *public_id,
                                             struct store_account *account) {
    STATEMENT(get, "SELECT " ACCOUNT_COLUMNS " FROM accounts a WHERE a.public_id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_text(&query, public_id);
    return one_account(&query, account);
}

enum store_result store_account_by_name(struct store_reader *reader, const char *key,
                                        struct store_account *account) {
    STATEMENT(get, "SELECT " ACCOUNT_COLUMNS " FROM accounts a WHERE a.name_key = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_text(&query, key);
    return one_account(&query, account);
}

enum store_result store_account_without_key(struct store_reader *reader,
                                            struct store_account *account) {
    STATEMENT(get, "SELECT " ACCOUNT_COLUMNS " FROM accounts a"
                   " WHERE a.name_key IS NULL AND a.name IS NOT NULL ORDER BY a.id LIMIT 1");
    struct query query;
    query_open(&query, reader, &get);
    return one_account(&query, account);
}

enum store_result store_account_set_name_key(struct store_tx *tx, int64_t id, const char *key) {
    STATEMENT(set, "UPDATE accounts SET name_key = ?2 WHERE id = ?1");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_int(&query, id);
    put_text(&query, key);
    return query_change(&query, STORE_NONE);
}

/* What each subject keeps about an account goes with it. */
static enum store_result (*const forgets[])(struct store_tx *tx, int64_t account) = {
    store_mail_forget, store_orders_forget,      store_chat_forget,   store_outbox_forget,
    store_hook_forget, store_read_marker_forget, store_answer_forget, store_push_forget,
};

enum store_result store_account_delete(struct store_tx *tx, int64_t id, int64_t now) {
    STATEMENT(forget,
              "UPDATE accounts SET name = NULL, name_key = NULL, email = NULL, deleted_at = ?2"
              " WHERE id = ?1 AND deleted_at IS NULL");
    STATEMENT(revoke,
              "UPDATE tokens SET revoked_at = ?2 WHERE account_id = ?1 AND revoked_at IS NULL");
    static const struct statement *const steps[] = {&forget, &revoke};
    static const enum store_result unchanged[] = {STORE_NONE, STORE_OK};
    enum store_result result = STORE_OK;
    for (size_t i = 0; i < 2 && result == STORE_OK; i++) {
        struct query query;
        query_open(&query, &tx->reader, steps[i]);
        put_int(&query, id);
        put_int(&query, now);
        result = query_change(&query, unchanged[i]);
    }
    for (size_t i = 0; i < sizeof forgets / sizeof *forgets && result == STORE_OK; i++)
        result = forgets[i](tx, id);
    return result;
}

enum store_result store_account_stats(struct store_reader *reader, int64_t account, int64_t viewer,
                                      struct store_account_stats *stats) {
    STATEMENT(
        count,
        "SELECT count(*) FILTER (WHERE g.status = 1 AND s.resigned_at IS NULL),"
        " count(*) FILTER (WHERE g.status = 2),"
        " count(*) FILTER (WHERE g.status = 2 AND g.winner = s.seat AND s.resigned_at IS NULL),"
        " count(*) FILTER (WHERE s.resigned_at IS NOT NULL)"
        " FROM (SELECT game_id, seat, resigned_at FROM seats WHERE account_id = ?1"
        " UNION ALL SELECT game_id, seat, left_at FROM past_seats WHERE account_id = ?1) s"
        " JOIN games g ON g.id = s.game_id WHERE g.mode = 0 AND (g.visibility = 0 OR g.creator = ?2"
        " OR EXISTS (SELECT 1 FROM seats o WHERE o.game_id = g.id AND o.account_id = ?2))");
    struct query query;
    query_open(&query, reader, &count);
    put_int(&query, account);
    put_int(&query, viewer);
    *stats = (struct store_account_stats){0};
    if (query_row(&query)) {
        stats->active = get_int(&query);
        stats->finished = get_int(&query);
        stats->won = get_int(&query);
        stats->resigned = get_int(&query);
    }
    return query_close(&query);
}

/* ------------------------------------------------------------------------------- tokens -- */

static void get_token(struct query *query, struct store_token *token) {
    token->id = get_int(query);
    get_text(query, token->public_id, sizeof token->public_id);
    token->account = get_int(query);
    get_text(query, token->name, sizeof token->name);
    get_hash(query, token->hash);
    get_text(query, token->scopes, sizeof token->scopes);
    token->created_at = get_int(query);
    token->expires_at = get_int(query);
    token->last_used_at = get_int(query);
    token->revoked_at = get_int(query);
}

enum store_result store_token_create(struct store_tx *tx, struct store_token *token) {
    STATEMENT(
        create,
        "INSERT INTO tokens (public_id, account_id, name, hash, scopes, created_at, expires_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &create);
    put_text(&query, token->public_id);
    put_int(&query, token->account);
    put_text(&query, token->name);
    put_blob(&query, token->hash, sizeof token->hash);
    put_text(&query, token->scopes);
    put_int(&query, token->created_at);
    put_id(&query, token->expires_at);
    enum store_result result = query_run(&query, NULL);
    if (result == STORE_OK)
        token->id = sqlite3_last_insert_rowid(tx->reader.db);
    return result;
}

enum store_result store_token_list(struct store_reader *reader, int64_t account,
                                   bool (*row)(void *context, const struct store_token *token),
                                   void *context) {
    STATEMENT(list, "SELECT " TOKEN_COLUMNS " FROM tokens t"
                    " WHERE t.account_id = ? AND t.revoked_at IS NULL ORDER BY t.id");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, account);
    while (query_row(&query)) {
        struct store_token token;
        get_token(&query, &token);
        if (query.result != STORE_OK || !row(context, &token))
            break;
    }
    return query_close(&query);
}

enum store_result store_token_revoke(struct store_tx *tx, int64_t account, const char *public_id,
                                     int64_t now) {
    STATEMENT(revoke, "UPDATE tokens SET revoked_at = ?3"
                      " WHERE account_id = ?1 AND public_id = ?2 AND revoked_at IS NULL");
    struct query query;
    query_open(&query, &tx->reader, &revoke);
    put_int(&query, account);
    put_text(&query, public_id);
    put_int(&query, now);
    enum store_result result = query_change(&query, STORE_NONE);
    return result == STORE_OK ? store_push_forget_token(tx, public_id) : result;
}

enum store_result store_token_find(struct store_reader *reader, const uint8_t hash[STORE_HASH_SIZE],
                                   struct store_token *token, struct store_account *account) {
    STATEMENT(find, "SELECT " TOKEN_COLUMNS ", " ACCOUNT_COLUMNS
                    " FROM tokens t JOIN accounts a ON a.id = t.account_id WHERE t.hash = ?");
    struct query query;
    query_open(&query, reader, &find);
    put_blob(&query, hash, STORE_HASH_SIZE);
    bool found = query_row(&query);
    if (found) {
        get_token(&query, token);
        get_account(&query, account);
    }
    enum store_result result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result store_token_used(struct store_tx *tx, int64_t id, int64_t now) {
    STATEMENT(used, "UPDATE tokens SET last_used_at = max(coalesce(last_used_at, 0), ?2)"
                    " WHERE id = ?1");
    struct query query;
    query_open(&query, &tx->reader, &used);
    put_int(&query, id);
    put_int(&query, now);
    return query_change(&query, STORE_NONE);
}
