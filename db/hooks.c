/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/hooks.h"

#include "db/db_int.h"

#define HOOK_COLUMNS                                                                               \
    "h.id, h.public_id, h.account_id, h.game_id, g.public_id, h.url, h.kinds, h.secret, "          \
    "h.old_secret, h.old_until, h.created_at, h.sent_at, h.failing_since, h.disabled_at, "         \
    "h.disabled_why"
#define HOOKS " FROM hooks h LEFT JOIN games g ON g.id = h.game_id "

_Static_assert((int)STORE_SECRET_SIZE == (int)STORE_HASH_SIZE, "read and written like hashes");

static void get_hook(struct query *query, struct store_hook *hook) {
    hook->id = get_int(query);
    get_text(query, hook->public_id, sizeof hook->public_id);
    hook->account = get_int(query);
    hook->game = get_int(query);
    get_text(query, hook->game_public_id, sizeof hook->game_public_id);
    get_text(query, hook->url, sizeof hook->url);
    hook->kinds = (uint64_t)get_int(query);
    get_hash(query, hook->secret);
    get_hash(query, hook->old_secret);
    hook->old_until = get_int(query);
    hook->created_at = get_int(query);
    hook->sent_at = get_int(query);
    hook->failing_since = get_int(query);
    hook->disabled_at = get_int(query);
    get_text(query, hook->disabled_why, sizeof hook->disabled_why);
}

static enum store_result one_hook(struct query *query, struct store_hook *hook) {
    bool found = query_row(query);
    if (found)
        get_hook(query, hook);
    enum store_result result = query_close(query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

static enum store_result each_hook(struct query *query, store_hook_row *row, void *context) {
    while (query_row(query)) {
        struct store_hook hook;
        get_hook(query, &hook);
        if (query->result != STORE_OK || !row(context, &hook))
            break;
    }
    return query_close(query);
}

static void put_secrets(struct query *query, const struct store_hook *hook) {
    put_blob(query, hook->secret, sizeof hook->secret);
    put_blob(query, hook->old_until == 0 ? NULL : hook->old_secret, sizeof hook->old_secret);
    put_id(query, hook->old_until);
}

enum store_result store_hook_create(struct store_tx *tx, struct store_hook *hook) {
    STATEMENT(create,
              "INSERT INTO hooks (public_id, account_id, game_id, url, kinds, secret, old_secret,"
              " old_until, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &create);
    put_text(&query, hook->public_id);
    put_int(&query, hook->account);
    put_id(&query, hook->game);
    put_text(&query, hook->url);
    put_int(&query, (int64_t)hook->kinds);
    put_secrets(&query, hook);
    put_int(&query, hook->created_at);
    enum store_result result = query_run(&query, NULL);
    if (result == STORE_OK)
        hook->id = sqlite3_last_insert_rowid(tx->reader.db);
    return result;
}

enum store_result store_hook_get(struct store_reader *reader, int64_t id, struct store_hook *hook) {
    STATEMENT(get, "SELECT " HOOK_COLUMNS HOOKS "WHERE h.id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, id);
    return one_hook(&query, hook);
}

enum store_result store_hook_by_public_id(struct store_reader *reader, const char *public_id,
                                          struct store_hook *hook) {
    STATEMENT(get, "SELECT " HOOK_COLUMNS HOOKS "WHERE h.public_id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_text(&query, public_id);
    return one_hook(&query, hook);
}

enum store_result store_hook_list(struct store_reader *reader, int64_t account, store_hook_row *row,
                                  void *context) {
    STATEMENT(list, "SELECT " HOOK_COLUMNS HOOKS "WHERE h.account_id = ? ORDER BY h.id");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, account);
    return each_hook(&query, row, context);
}

enum store_result store_hook_wanting(struct store_reader *reader, int64_t account, int64_t game,
                                     uint64_t kinds, store_hook_row *row, void *context) {
#define WANTING(condition)                                                                         \
    "SELECT " HOOK_COLUMNS HOOKS "WHERE " condition                                                \
    " AND h.disabled_at IS NULL AND (h.kinds & ?2) != 0 ORDER BY h.id"
    STATEMENT(of_account, WANTING("h.account_id = ?1 AND h.game_id IS NULL"));
    STATEMENT(of_game, WANTING("h.game_id = ?1"));
    struct query query;
    query_open(&query, reader, account != 0 ? &of_account : &of_game);
    put_int(&query, account != 0 ? account : game);
    put_int(&query, (int64_t)kinds);
    return each_hook(&query, row, context);
}

enum store_result store_hook_set(struct store_tx *tx, const struct store_hook *hook) {
    STATEMENT(set, "UPDATE hooks SET url = ?2, kinds = ?3, secret = ?4, old_secret = ?5,"
                   " old_until = ?6, failing_since = ?7, disabled_at = ?8, disabled_why = ?9"
                   " WHERE id = ?1");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_int(&query, hook->id);
    put_text(&query, hook->url);
    put_int(&query, (int64_t)hook->kinds);
    put_secrets(&query, hook);
    put_id(&query, hook->failing_since);
    put_id(&query, hook->disabled_at);
    put_text(&query, hook->disabled_why);
    return query_change(&query, STORE_NONE);
}

enum store_result store_hook_note(struct store_tx *tx, int64_t id, bool through, int64_t now) {
    STATEMENT(note, "UPDATE hooks SET sent_at = iif(?2, ?3, sent_at),"
                    " failing_since = iif(?2, NULL, coalesce(failing_since, ?3)) WHERE id = ?1");
    return QUERY_NUMBERS(tx, &note, NULL, id, through, now);
}

enum store_result store_hook_disable(struct store_tx *tx, int64_t id, const char *why,
                                     int64_t now) {
    STATEMENT(disable, "UPDATE hooks SET disabled_at = ?3, disabled_why = ?2"
                       " WHERE id = ?1 AND disabled_at IS NULL");
    struct query query;
    query_open(&query, &tx->reader, &disable);
    put_int(&query, id);
    put_text(&query, why);
    put_int(&query, now);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_hook_delete(struct store_tx *tx, int64_t id) {
    STATEMENT(delete, "DELETE FROM hooks WHERE id = ?");
    struct query query;
    query_open(&query, &tx->reader, &delete);
    put_int(&query, id);
    return query_change(&query, STORE_NONE);
}

enum store_result store_hook_forget(struct store_tx *tx, int64_t account) {
    STATEMENT(forget, "DELETE FROM hooks WHERE account_id = ?");
    return QUERY_NUMBERS(tx, &forget, NULL, account);
}
