/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/hooks.h"

#include "db/apps.h"
#include "db/db_int.h"

static const struct column hook_columns[] = {
    READ_ONLY(struct store_hook, id, INT, "h.id"),
    KEY(struct store_hook, public_id, TEXT, "h.public_id"),
    KEY(struct store_hook, account, INT, "h.account_id"),
    KEY(struct store_hook, game, ID, "h.game_id"),
    READ_ONLY(struct store_hook, game_public_id, TEXT, "g.public_id"),
    KEY(struct store_hook, app, ID, "h.app_id"),
    READ_ONLY(struct store_hook, app_id, TEXT, "p.public_id"),
    COLUMN(struct store_hook, url, TEXT, "h.url"),
    COLUMN(struct store_hook, kinds, UINT, "h.kinds"),
    COLUMN(struct store_hook, secret, BLOB, "h.secret"),
    COLUMN(struct store_hook, old_secret, BLOB_OR_0, "h.old_secret"),
    COLUMN(struct store_hook, old_until, ID, "h.old_until"),
    KEY(struct store_hook, created_at, INT, "h.created_at"),
    READ_ONLY(struct store_hook, sent_at, ID, "h.sent_at"),
    COLUMN(struct store_hook, failing_since, ID, "h.failing_since"),
    COLUMN(struct store_hook, disabled_at, ID, "h.disabled_at"),
    COLUMN(struct store_hook, disabled_why, TEXT, "h.disabled_why"),
    COLUMN(struct store_hook, token, ID, "h.token_id"),
    READ_ONLY(struct store_hook, token_id, TEXT, "t.public_id"),
    READ_ONLY(struct store_hook, token_revoked_at, ID, "t.revoked_at"),
    READ_ONLY(struct store_hook, token_expires_at, ID, "t.expires_at"),
    {0},
};
#define HOOKS                                                                                      \
    "SELECT {read} FROM hooks h LEFT JOIN games g ON g.id = h.game_id"                             \
    " LEFT JOIN tokens t ON t.id = h.token_id LEFT JOIN apps p ON p.id = h.app_id "

static enum store_result each_hook(struct query *query, store_hook_row *row, void *context) {
    struct store_hook hook;
    while (query_next(query, &hook) && row(context, &hook)) {
    }
    return query_close(query);
}

enum store_result store_hook_create(struct store_tx *tx, struct store_hook *hook) {
    STATEMENT(create,
              "INSERT INTO hooks ({names}) VALUES ({marks})"
              " ON CONFLICT DO NOTHING RETURNING id",
              hook_columns);
    return query_insert(put_row(QUERY(&tx->reader, &create), hook), &hook->id);
}

enum store_result store_hook_get(struct store_reader *reader, int64_t id, struct store_hook *hook) {
    STATEMENT(get, HOOKS "WHERE h.id = ?", hook_columns);
    return query_one(QUERY_WITH(reader, &get, id), hook);
}

enum store_result store_hook_by_public_id(struct store_reader *reader, const char *public_id,
                                          struct store_hook *hook) {
    STATEMENT(get, HOOKS "WHERE h.public_id = ?", hook_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), hook);
}

enum store_result store_hook_list(struct store_reader *reader, int64_t account, store_hook_row *row,
                                  void *context) {
    STATEMENT(list, HOOKS "WHERE h.account_id = ? ORDER BY h.id", hook_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &list, account);
    return each_hook(&query, row, context);
}

enum store_result store_hook_wanting(struct store_reader *reader, int64_t account, int64_t game,
                                     uint64_t kinds, store_hook_row *row, void *context) {
#define WANTING(condition)                                                                         \
    HOOKS "WHERE " condition " AND h.disabled_at IS NULL AND (h.kinds & ?2) <> 0 ORDER BY h.id"
    STATEMENT(of_account, WANTING("h.account_id = ?1 AND h.game_id IS NULL AND h.app_id IS NULL"),
              hook_columns);
    STATEMENT(of_game, WANTING("h.game_id = ?1"), hook_columns);
    struct query query;
    QUERY_OPEN(&query, reader, account != 0 ? &of_account : &of_game, account != 0 ? account : game,
               (int64_t)kinds);
    return each_hook(&query, row, context);
}

enum store_result store_hook_wanting_apps(struct store_reader *reader, int64_t account, int64_t now,
                                          uint64_t kinds, store_hook_row *row, void *context) {
    STATEMENT(of_apps,
              WANTING("h.app_id IN (SELECT g.app_id FROM " GRANTS_THAT_READ " AND g.account_id = ?1"
                      " AND k.expires_at > ?3)"),
              hook_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &of_apps, account, (int64_t)kinds, store_grant_since(now));
    return each_hook(&query, row, context);
}

enum store_result store_hook_by_app(struct store_reader *reader, int64_t app,
                                    struct store_hook *hook) {
    STATEMENT(get, HOOKS "WHERE h.app_id = ?", hook_columns);
    return query_one(QUERY_WITH(reader, &get, app), hook);
}

enum store_result store_hook_set(struct store_tx *tx, const struct store_hook *hook) {
    STATEMENT(set, "UPDATE hooks SET {set} WHERE id = ?", hook_columns);
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_changes(&query, hook);
    put_int(&query, hook->id);
    return query_change(&query, STORE_NONE);
}

enum store_result store_hook_note(struct store_tx *tx, int64_t id, bool through, int64_t now) {
    STATEMENT(sent, "UPDATE hooks SET sent_at = ?2, failing_since = NULL WHERE id = ?1");
    STATEMENT(failed, "UPDATE hooks SET failing_since = coalesce(failing_since, ?2) WHERE id = ?1");
    return QUERY_RUN(tx, through ? &sent : &failed, id, now);
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
    return query_change(QUERY_WITH(&tx->reader, &delete, id), STORE_NONE);
}
