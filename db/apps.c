/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/apps.h"

#include "db/db_int.h"
#include "db/retention.h"

static const struct column app_columns[] = {
    READ_ONLY(struct store_app, id, INT, "p.id"),
    COLUMN(struct store_app, public_id, TEXT, "p.public_id"),
    COLUMN(struct store_app, account, INT, "p.account_id"),
    COLUMN(struct store_app, name, TEXT, "p.name"),
    COLUMN(struct store_app, about, TEXT, "p.about"),
    COLUMN(struct store_app, redirects, TEXT, "p.redirects"),
    COLUMN(struct store_app, created_at, INT, "p.created_at"),
    READ_ONLY(struct store_app, maker, TEXT, "m.name"),
    {0},
};
#define APPS "SELECT {read} FROM apps p JOIN accounts m ON m.id = p.account_id "

static const struct column grant_columns[] = {
    READ_ONLY(struct store_grant, id, INT, "g.id"),
    COLUMN(struct store_grant, public_id, TEXT, "g.public_id"),
    COLUMN(struct store_grant, app, INT, "g.app_id"),
    COLUMN(struct store_grant, account, INT, "g.account_id"),
    COLUMN(struct store_grant, token, INT, "g.token_id"),
    COLUMN(struct store_grant, family, BLOB, "g.family"),
    COLUMN(struct store_grant, refresh, BLOB, "g.refresh"),
    COLUMN(struct store_grant, scopes, TEXT, "g.scopes"),
    COLUMN(struct store_grant, created_at, INT, "g.created_at"),
    READ_ONLY(struct store_grant, app_id, TEXT, "p.public_id"),
    READ_ONLY(struct store_grant, app_name, TEXT, "p.name"),
    READ_ONLY(struct store_grant, app_about, TEXT, "p.about"),
    READ_ONLY(struct store_grant, app_maker, TEXT, "m.name"),
    READ_ONLY(struct store_grant, token_id, TEXT, "t.public_id"),
    READ_ONLY(struct store_grant, token_expires_at, ID, "t.expires_at"),
    READ_ONLY(struct store_grant, token_revoked_at, ID, "t.revoked_at"),
    READ_ONLY(struct store_grant, used_at, ID, "t.last_used_at"),
    {0},
};
#define GRANTS                                                                                     \
    "SELECT {read} FROM app_grants g JOIN apps p ON p.id = g.app_id"                               \
    " JOIN accounts m ON m.id = p.account_id JOIN tokens t ON t.id = g.token_id "

/* ----------------------------------------------------------------------------------- apps -- */

enum store_result store_app_create(struct store_tx *tx, struct store_app *app) {
    STATEMENT(create,
              "INSERT INTO apps ({names}) VALUES ({marks})"
              " ON CONFLICT DO NOTHING RETURNING id",
              app_columns);
    return query_insert(put_row(QUERY(&tx->reader, &create), app), &app->id);
}

enum store_result store_app_get(struct store_reader *reader, int64_t id, struct store_app *app) {
    STATEMENT(get, APPS "WHERE p.id = ?", app_columns);
    return query_one(QUERY_WITH(reader, &get, id), app);
}

enum store_result store_app_by_public_id(struct store_reader *reader, const char *public_id,
                                         struct store_app *app) {
    STATEMENT(get, APPS "WHERE p.public_id = ?", app_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), app);
}

enum store_result store_app_list(struct store_reader *reader, int64_t account, store_app_row *row,
                                 void *context) {
    STATEMENT(list, APPS "WHERE p.account_id = ? ORDER BY p.id", app_columns);
    struct store_app app;
    struct query query;
    QUERY_OPEN(&query, reader, &list, account);
    while (query_next(&query, &app) && row(context, &app)) {
    }
    return query_close(&query);
}

/* Revokes the tokens of all who have let an app in, and what was made with these tokens. Grants and requests go with
 * the app's row. */
enum store_result store_app_delete(struct store_tx *tx, int64_t account, const char *public_id,
                                   int64_t now) {
#define ITS_APPS "account_id = ?1 AND (?2 IS NULL OR public_id = ?2)"
    STATEMENT(revoke, "UPDATE tokens SET revoked_at = ?3 WHERE revoked_at IS NULL AND id IN"
                      " (WITH RECURSIVE family (id) AS"
                      " (SELECT g.token_id FROM app_grants g WHERE g.app_id IN"
                      " (SELECT id FROM apps WHERE " ITS_APPS ")"
                      " UNION SELECT t.id FROM tokens t JOIN family ON t.parent_id = family.id)"
                      " SELECT id FROM family)");
    STATEMENT(delete, "DELETE FROM apps WHERE " ITS_APPS);
    struct query query;
    unsigned revoked = 0;
    query_open(&query, &tx->reader, &revoke);
    put_int(&query, account);
    put_text(&query, public_id == NULL ? "" : public_id);
    put_int(&query, now);
    enum store_result result = query_run(&query, &revoked);
    if (result != STORE_OK)
        return result;
    if (revoked > 0)
        store_announce(tx, STORE_TOPIC_EVERYTHING);
    query_open(&query, &tx->reader, &delete);
    put_int(&query, account);
    put_text(&query, public_id == NULL ? "" : public_id);
    return query_change(&query, STORE_NONE);
}

/* --------------------------------------------------------------------------------- grants -- */

enum store_result store_grant_create(struct store_tx *tx, struct store_grant *grant) {
    STATEMENT(create,
              "INSERT INTO app_grants ({names}) VALUES ({marks})"
              " ON CONFLICT DO NOTHING RETURNING id",
              grant_columns);
    return query_insert(put_row(QUERY(&tx->reader, &create), grant), &grant->id);
}

enum store_result store_grant_get(struct store_reader *reader, int64_t id,
                                  struct store_grant *grant) {
    STATEMENT(get, GRANTS "WHERE g.id = ?", grant_columns);
    return query_one(QUERY_WITH(reader, &get, id), grant);
}

enum store_result store_grant_by_family(struct store_reader *reader,
                                        const uint8_t family[STORE_HASH_SIZE],
                                        struct store_grant *grant) {
    STATEMENT(get, GRANTS "WHERE g.family = ?", grant_columns);
    return query_one(put_blob(QUERY(reader, &get), family, STORE_HASH_SIZE), grant);
}

enum store_result store_grant_by_public_id(struct store_reader *reader, const char *public_id,
                                           struct store_grant *grant) {
    STATEMENT(get, GRANTS "WHERE g.public_id = ?", grant_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), grant);
}

enum store_result store_grant_by_token(struct store_reader *reader, int64_t token,
                                       struct store_grant *grant) {
    STATEMENT(get, GRANTS "WHERE g.token_id = ?", grant_columns);
    return query_one(QUERY_WITH(reader, &get, token), grant);
}

enum store_result store_grant_covers(struct store_reader *reader, int64_t token) {
    STATEMENT(covers, "SELECT 1 FROM tokens t JOIN app_grants g ON g.token_id = t.id"
                      " OR g.token_id = t.parent_id WHERE t.id = ?");
    return query_exists(QUERY_WITH(reader, &covers, token));
}

int64_t store_grant_since(int64_t now) {
    return now - STORE_TOKEN_HOURS * INT64_C(3600000);
}

enum store_result store_grant_reads(struct store_reader *reader, int64_t app, int64_t account,
                                    int64_t now) {
    STATEMENT(reads, "SELECT 1 FROM " GRANTS_THAT_READ " AND g.app_id = ?1 AND g.account_id = ?2"
                     " AND k.expires_at > ?3");
    return query_exists(QUERY_WITH(reader, &reads, app, account, store_grant_since(now)));
}

enum store_result store_grant_list(struct store_reader *reader, int64_t account, int64_t since,
                                   store_grant_row *row, void *context) {
    STATEMENT(list,
              GRANTS "WHERE g.account_id = ?1 AND t.revoked_at IS NULL AND t.expires_at > ?2"
                     " ORDER BY g.id",
              grant_columns);
    struct store_grant grant;
    struct query query;
    QUERY_OPEN(&query, reader, &list, account, since);
    while (query_next(&query, &grant) && row(context, &grant)) {
    }
    return query_close(&query);
}

enum store_result store_grant_set_refresh(struct store_tx *tx, int64_t id,
                                          const uint8_t refresh[STORE_HASH_SIZE]) {
    STATEMENT(set, "UPDATE app_grants SET refresh = ?2 WHERE id = ?1");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_int(&query, id);
    put_blob(&query, refresh, STORE_HASH_SIZE);
    return query_change(&query, STORE_NONE);
}
