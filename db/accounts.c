/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/accounts.h"

#include "db/apps.h"
#include "db/db_int.h"
#include "db/push.h"
#include "db/recall.h"

static const struct column account_columns[] = {
    READ_ONLY(struct store_account, id, INT, "a.id"),
    COLUMN(struct store_account, public_id, TEXT, "a.public_id"),
    COLUMN(struct store_account, name, TEXT, "a.name"),
    COLUMN(struct store_account, name_key, TEXT, "a.name_key"),
    COLUMN(struct store_account, alike, BLOB_OR_0, "a.alike"),
    COLUMN(struct store_account, email, TEXT, "a.email"),
    COLUMN(struct store_account, language, UINT, "a.language"),
    COLUMN(struct store_account, created_at, INT, "a.created_at"),
    READ_ONLY(struct store_account, deleted_at, ID, "a.deleted_at"),
    COLUMN(struct store_account, guest_until, ID, "a.guest_until"),
    COLUMN(struct store_account, bot, UINT, "a.bot"),
    {0},
};

/* The columns of a name in all its forms. */
static const struct column name_columns[] = {
    COLUMN(struct store_account, name, TEXT, "name"),
    COLUMN(struct store_account, name_key, TEXT, "name_key"),
    COLUMN(struct store_account, alike, BLOB_OR_0, "alike"),
    {0},
};

static const struct column token_columns[] = {
    READ_ONLY(struct store_token, id, INT, "t.id"),
    COLUMN(struct store_token, public_id, TEXT, "t.public_id"),
    COLUMN(struct store_token, account, INT, "t.account_id"),
    COLUMN(struct store_token, name, TEXT, "t.name"),
    COLUMN(struct store_token, hash, BLOB, "t.hash"),
    COLUMN(struct store_token, scopes, TEXT, "t.scopes"),
    COLUMN(struct store_token, created_at, INT, "t.created_at"),
    COLUMN(struct store_token, expires_at, ID, "t.expires_at"),
    COLUMN(struct store_token, session, UINT, "t.session"),
    COLUMN(struct store_token, parent, ID, "t.parent_id"),
    READ_ONLY(struct store_token, parent_id, TEXT,
              "(SELECT p.public_id FROM tokens p WHERE p.id = t.parent_id)"),
    READ_ONLY(struct store_token, last_used_at, ID, "t.last_used_at"),
    READ_ONLY(struct store_token, revoked_at, ID, "t.revoked_at"),
    {0},
};

/* What changes when a token is renewed. */
static const struct column renewed_columns[] = {
    COLUMN(struct store_token, hash, BLOB, "hash"),
    COLUMN(struct store_token, scopes, TEXT, "scopes"),
    COLUMN(struct store_token, expires_at, ID, "expires_at"),
    {0},
};

/* ----------------------------------------------------------------------------- accounts -- */

int64_t store_guest_until(int64_t now) {
    return now + STORE_GUEST_DAYS * INT64_C(24) * 3600 * 1000;
}

enum store_result store_account_create(struct store_tx *tx, struct store_account *account) {
    STATEMENT(create,
              "INSERT INTO accounts ({names}) VALUES ({marks})"
              " ON CONFLICT DO NOTHING RETURNING id",
              account_columns);
    return query_insert(put_row(QUERY(&tx->reader, &create), account), &account->id);
}

enum store_result store_account_get(struct store_reader *reader, int64_t id,
                                    struct store_account *account) {
    STATEMENT(get, "SELECT {read} FROM accounts a WHERE a.id = ?", account_columns);
    return query_one(QUERY_WITH(reader, &get, id), account);
}

enum store_result store_account_by_public_id(struct store_reader *reader, const char *public_id,
                                             struct store_account *account) {
    STATEMENT(get, "SELECT {read} FROM accounts a WHERE a.public_id = ?", account_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), account);
}

enum store_result store_account_by_name(struct store_reader *reader, const char *key,
                                        struct store_account *account) {
    STATEMENT(get, "SELECT {read} FROM accounts a WHERE a.name_key = ?", account_columns);
    return query_one(put_text(QUERY(reader, &get), key), account);
}

enum store_result store_account_by_alike(struct store_reader *reader,
                                         const uint8_t alike[STORE_HASH_SIZE],
                                         struct store_account *account) {
    STATEMENT(get, "SELECT {read} FROM accounts a WHERE a.alike = ?", account_columns);
    struct query query;
    query_open(&query, reader, &get);
    put_blob(&query, alike, STORE_HASH_SIZE);
    return query_one(&query, account);
}

/* The condition is that of the index accounts_formless. For a plain OR SQLite would use the indexes of the two
 * forms, which hold every deleted account. */
enum store_result store_account_without_forms(struct store_reader *reader,
                                              struct store_account *account) {
    STATEMENT(get,
              "SELECT {read} FROM accounts a"
              " WHERE a.name IS NOT NULL"
              " AND CASE WHEN a.name_key IS NULL OR a.alike IS NULL THEN 1 ELSE 0 END = 1"
              " ORDER BY a.id LIMIT 1",
              account_columns);
    return query_one(QUERY(reader, &get), account);
}

enum store_result store_account_set_forms(struct store_tx *tx,
                                          const struct store_account *account) {
    STATEMENT(set, "UPDATE accounts SET {set} WHERE id = ?", name_columns);
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_changes(&query, account);
    put_int(&query, account->id);
    return query_change(&query, STORE_NONE);
}

enum store_result store_former_name_add(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                        int64_t account, int64_t free_at) {
    STATEMENT(add, "INSERT INTO former_names (hash, account_id, free_at) VALUES (?1, ?2, ?3)"
                   " ON CONFLICT (hash) DO UPDATE SET account_id = ?2, free_at = ?3");
    STATEMENT(few, "DELETE FROM former_names WHERE account_id = ?1 AND hash NOT IN"
                   " (SELECT hash FROM former_names WHERE account_id = ?1"
                   " ORDER BY free_at DESC, hash LIMIT ?2)");
    struct query query;
    query_open(&query, &tx->reader, &add);
    put_blob(&query, hash, STORE_HASH_SIZE);
    put_int(&query, account);
    put_int(&query, free_at);
    enum store_result result = query_run(&query, NULL);
    return result == STORE_OK ? QUERY_RUN(tx, &few, account, (int64_t)STORE_FORMER_NAMES) : result;
}

enum store_result store_former_name_check(struct store_reader *reader,
                                          const uint8_t hash[STORE_HASH_SIZE], int64_t account,
                                          int64_t now) {
    STATEMENT(find, "SELECT 1 FROM former_names WHERE hash = ?1 AND account_id <> ?2"
                    " AND free_at > ?3");
    struct query query;
    query_open(&query, reader, &find);
    put_blob(&query, hash, STORE_HASH_SIZE);
    put_int(&query, account);
    put_int(&query, now);
    enum store_result result = query_exists(&query);
    return result == STORE_OK ? STORE_CONFLICT : result == STORE_NONE ? STORE_OK : result;
}

/* STORE_CONFLICT if the row that was found is another account's. */
static enum store_result account_is(enum store_result found, int64_t id, int64_t own) {
    if (found == STORE_OK && id != own)
        return STORE_CONFLICT;
    return found == STORE_NONE ? STORE_OK : found;
}

enum store_result store_account_set(struct store_tx *tx, const struct store_account *account) {
    STATEMENT(set,
              "UPDATE accounts SET {set}, guest_until = ?, language = ?, bot = ?"
              " WHERE id = ? AND deleted_at IS NULL",
              name_columns);
    struct store_account other;
    enum store_result result = store_account_by_name(&tx->reader, account->name_key, &other);
    result = account_is(result, other.id, account->id);
    if (result == STORE_OK) {
        result = store_account_by_alike(&tx->reader, account->alike, &other);
        result = account_is(result, other.id, account->id);
    }
    if (result != STORE_OK)
        return result;
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_changes(&query, account);
    put_id(&query, account->guest_until);
    put_int(&query, account->language);
    put_int(&query, account->bot);
    put_int(&query, account->id);
    return query_change(&query, STORE_NONE);
}

enum store_result store_guests_over(struct store_tx *tx, int64_t now, int64_t lived) {
    STATEMENT(over,
              "UPDATE accounts SET guest_over = ?2 WHERE guest_until < ?1 AND guest_over IS NULL");
    return QUERY_RUN(tx, &over, now, lived);
}

enum store_result store_guests_ended(struct store_reader *reader, int64_t now, int64_t lived,
                                     int64_t *ids, size_t max, size_t *count) {
    STATEMENT(list, "SELECT id FROM accounts WHERE guest_until < ? AND guest_over <= ?"
                    " ORDER BY guest_until LIMIT ?");
    const int64_t over = lived - STORE_GUEST_OVER_DAYS * INT64_C(24) * 3600 * 1000;
    return query_numbers(QUERY_WITH(reader, &list, now, over, (int64_t)max), ids, max, count);
}

enum store_result store_account_delete(struct store_tx *tx, int64_t id, int64_t now) {
    STATEMENT(forget,
              "UPDATE accounts SET name = NULL, name_key = NULL, alike = NULL, email = NULL,"
              " guest_until = NULL, deleted_at = ?2 WHERE id = ?1 AND deleted_at IS NULL");
    STATEMENT(revoke,
              "UPDATE tokens SET revoked_at = ?2 WHERE account_id = ?1 AND revoked_at IS NULL");
    /* first: those who let its apps in are found by these apps, and data kept under its address by that address */
    enum store_result result = store_app_delete(tx, id, NULL, now);
    if (result == STORE_OK || result == STORE_NONE)
        result = retention_forget(tx, id);
    if (result == STORE_OK)
        result = query_change(QUERY_WITH(&tx->reader, &forget, id, now), STORE_NONE);
    if (result == STORE_OK)
        result = QUERY_RUN(tx, &revoke, id, now);
    store_announce(tx, STORE_TOPIC_ACCOUNT(id));
    store_announce(tx, STORE_TOPIC_GONE(id));
    return result;
}

/* Whether somebody besides account ?1 plays or has played in the game of seat M who is no program. */
#define PEOPLE_IN(m) "(" PERSON_IN("seats", m) " OR " PERSON_IN("past_seats", m) ")"
#define PERSON_IN(table, m)                                                                        \
    "EXISTS (SELECT 1 FROM " table " o JOIN accounts a ON a.id = o.account_id AND a.bot = 0"       \
    " WHERE o.game_id = " m ".game_id AND o.account_id <> ?1)"

enum store_result store_account_stats(struct store_reader *reader, int64_t account, int64_t viewer,
                                      struct store_account_stats *stats) {
    static const struct column columns[] = {
        READ_ONLY(struct store_account_stats, active, INT,
                  "count(*) FILTER (WHERE g.status = 1 AND s.resigned_at IS NULL)"),
        READ_ONLY(struct store_account_stats, finished, INT,
                  "count(*) FILTER (WHERE g.status = 2)"),
        READ_ONLY(struct store_account_stats, won, INT,
                  "count(*) FILTER"
                  " (WHERE g.status = 2 AND g.winner = s.seat AND s.resigned_at IS NULL)"),
        READ_ONLY(struct store_account_stats, resigned, INT,
                  "count(*) FILTER (WHERE s.resigned_at IS NOT NULL)"),
        READ_ONLY(struct store_account_stats, people_finished, INT,
                  "count(*) FILTER (WHERE g.status = 2 AND s.people)"),
        READ_ONLY(struct store_account_stats, people_won, INT,
                  "count(*) FILTER (WHERE g.status = 2 AND g.winner = s.seat"
                  " AND s.resigned_at IS NULL AND s.people)"),
        {0},
    };
    STATEMENT(
        count,
        "SELECT {read} FROM (SELECT game_id, seat, resigned_at, " PEOPLE_IN(
            "m") " AS people"
                 " FROM seats m WHERE account_id = ?1"
                 " UNION ALL SELECT game_id, seat, left_at, " PEOPLE_IN(
                     "m") " FROM past_seats m"
                          " WHERE account_id = ?1) s"
                          " JOIN games g ON g.id = s.game_id WHERE g.mode = 0 AND " GAME_LISTED(
                              "g", "?2"),
        columns);
    return query_one(QUERY_WITH(reader, &count, account, viewer), stats);
}

/* ------------------------------------------------------------------------------- tokens -- */

enum store_result store_token_create(struct store_tx *tx, struct store_token *token) {
    STATEMENT(create,
              "INSERT INTO tokens ({names}) VALUES ({marks})"
              " ON CONFLICT DO NOTHING RETURNING id",
              token_columns);
    return query_insert(put_row(QUERY(&tx->reader, &create), token), &token->id);
}

enum store_result store_token_list(struct store_reader *reader, int64_t account,
                                   bool (*row)(void *context, const struct store_token *token),
                                   void *context) {
    STATEMENT(list,
              "SELECT {read} FROM tokens t WHERE t.account_id = ? AND t.revoked_at IS NULL"
              " ORDER BY t.id",
              token_columns);
    struct store_token token;
    struct query query;
    QUERY_OPEN(&query, reader, &list, account);
    while (query_next(&query, &token) && row(context, &token)) {
    }
    return query_close(&query);
}

enum store_result store_token_get(struct store_reader *reader, int64_t id,
                                  struct store_token *token) {
    STATEMENT(get, "SELECT {read} FROM tokens t WHERE t.id = ?", token_columns);
    return query_one(QUERY_WITH(reader, &get, id), token);
}

enum store_result store_token_revoke(struct store_tx *tx, int64_t account, const char *public_id,
                                     int64_t now) {
    STATEMENT(revoke, "UPDATE tokens SET revoked_at = ?3 WHERE revoked_at IS NULL AND id IN"
                      " (WITH RECURSIVE family (id) AS"
                      " (SELECT id FROM tokens"
                      " WHERE account_id = ?1 AND public_id = ?2 AND revoked_at IS NULL"
                      " UNION SELECT t.id FROM tokens t JOIN family ON t.parent_id = family.id)"
                      " SELECT id FROM family)");
    struct query query;
    query_open(&query, &tx->reader, &revoke);
    put_int(&query, account);
    put_text(&query, public_id);
    put_int(&query, now);
    enum store_result result = query_change(&query, STORE_NONE);
    store_announce(tx, STORE_TOPIC_ACCOUNT(account));
    return result == STORE_OK ? store_push_forget_revoked(tx, account) : result;
}

enum store_result store_token_renew(struct store_tx *tx, const struct store_token *token) {
    STATEMENT(renew, "UPDATE tokens SET {set} WHERE id = ? AND revoked_at IS NULL",
              renewed_columns);
    struct query query;
    query_open(&query, &tx->reader, &renew);
    put_changes(&query, token);
    put_int(&query, token->id);
    return query_change(&query, STORE_NONE);
}

enum store_result store_token_release(struct store_tx *tx, int64_t id) {
    STATEMENT(release, "UPDATE tokens SET parent_id = NULL WHERE id = ?");
    return QUERY_RUN(tx, &release, id);
}

enum store_result store_token_find(struct store_reader *reader, const uint8_t hash[STORE_HASH_SIZE],
                                   struct store_token *token, struct store_account *account) {
    STATEMENT(find,
              "SELECT {read}, {more} FROM tokens t JOIN accounts a ON a.id = t.account_id"
              " WHERE t.hash = ?",
              token_columns, account_columns);
    uint64_t state = reader->in_read ? 0 : recall_state(reader);
    struct query query;
    if (recall_token(reader, state, hash, token, account))
        return STORE_OK;
    query_open(&query, reader, &find);
    put_blob(&query, hash, STORE_HASH_SIZE);
    bool found = query_next(&query, token);
    if (found)
        get_columns(&query, account_columns, account);
    enum store_result result = query_end(&query, found);
    if (result == STORE_OK)
        recall_keep_token(reader, state, token, account);
    return result;
}

enum store_result store_token_used(struct store_tx *tx, int64_t id, int64_t now) {
    STATEMENT(used, "UPDATE tokens SET last_used_at ="
                    " CASE WHEN last_used_at > ?2 THEN last_used_at ELSE ?2 END WHERE id = ?1");
    STATEMENT(stay, "UPDATE accounts SET guest_over = NULL, guest_until ="
                    " CASE WHEN guest_until > ?2 THEN guest_until ELSE ?2 END"
                    " WHERE (guest_until < ?2 OR guest_over IS NOT NULL)"
                    " AND id = (SELECT account_id FROM tokens WHERE id = ?1)");
    enum store_result result = query_change(QUERY_WITH(&tx->reader, &used, id, now), STORE_NONE);
    return result == STORE_OK ? QUERY_RUN(tx, &stay, id, store_guest_until(now)) : result;
}
