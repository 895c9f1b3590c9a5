/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/passkeys.h"

#include "db/db_int.h"

static const struct column passkey_columns[] = {
    READ_ONLY(struct store_passkey, id, INT, "id"),
    COLUMN(struct store_passkey, public_id, TEXT, "public_id"),
    COLUMN(struct store_passkey, account, INT, "account_id"),
    COLUMN(struct store_passkey, credential, TEXT, "credential"),
    COLUMN(struct store_passkey, algorithm, INT, "algorithm"),
    COLUMN(struct store_passkey, public_key, TEXT, "public_key"),
    COLUMN(struct store_passkey, sign_count, INT, "sign_count"),
    COLUMN(struct store_passkey, backed_up, UINT, "backed_up"),
    COLUMN(struct store_passkey, name, TEXT, "name"),
    COLUMN(struct store_passkey, created_at, INT, "created_at"),
    COLUMN(struct store_passkey, last_used_at, ID, "last_used_at"),
    {0},
};

enum store_result store_passkey_add(struct store_tx *tx, const struct store_passkey *passkey) {
    STATEMENT(add, "INSERT INTO passkeys ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING",
              passkey_columns);
    return query_change(put_row(QUERY(&tx->reader, &add), passkey), STORE_CONFLICT);
}

enum store_result store_passkey_list(struct store_reader *reader, int64_t account,
                                     store_passkey_row *row, void *context) {
    STATEMENT(list, "SELECT {read} FROM passkeys WHERE account_id = ? ORDER BY id",
              passkey_columns);
    struct store_passkey passkey;
    struct query query;
    QUERY_OPEN(&query, reader, &list, account);
    while (query_next(&query, &passkey) && row(context, &passkey)) {
    }
    return query_close(&query);
}

enum store_result store_passkey_count(struct store_reader *reader, int64_t account,
                                      int64_t *count) {
    STATEMENT(all, "SELECT count(*) FROM passkeys WHERE account_id = ?");
    return query_number(QUERY_WITH(reader, &all, account), count);
}

enum store_result store_passkey_get(struct store_reader *reader, int64_t account,
                                    const char *public_id, struct store_passkey *passkey) {
    STATEMENT(get, "SELECT {read} FROM passkeys WHERE account_id = ? AND public_id = ?",
              passkey_columns);
    return query_one(put_text(QUERY_WITH(reader, &get, account), public_id), passkey);
}

enum store_result store_passkey_by_credential(struct store_reader *reader, const char *credential,
                                              struct store_passkey *passkey) {
    STATEMENT(find, "SELECT {read} FROM passkeys WHERE credential = ?", passkey_columns);
    return query_one(put_text(QUERY(reader, &find), credential), passkey);
}

enum store_result store_passkey_used(struct store_tx *tx, const struct store_passkey *passkey) {
    STATEMENT(note, "UPDATE passkeys SET sign_count = ?2, backed_up = ?3, last_used_at = ?4"
                    " WHERE id = ?1 AND (sign_count < ?2 OR (sign_count = 0 AND ?2 = 0))");
    return query_change(QUERY_WITH(&tx->reader, &note, passkey->id, passkey->sign_count,
                                   passkey->backed_up, passkey->last_used_at),
                        STORE_NONE);
}

enum store_result store_passkey_rename(struct store_tx *tx, int64_t account, const char *public_id,
                                       const char *name) {
    STATEMENT(rename, "UPDATE passkeys SET name = ?3 WHERE account_id = ?1 AND public_id = ?2");
    return query_change(
        put_text(put_text(QUERY_WITH(&tx->reader, &rename, account), public_id), name), STORE_NONE);
}

enum store_result store_passkey_remove(struct store_tx *tx, int64_t account,
                                       const char *public_id) {
    STATEMENT(remove, "DELETE FROM passkeys WHERE account_id = ? AND public_id = ?");
    return query_change(put_text(QUERY_WITH(&tx->reader, &remove, account), public_id), STORE_NONE);
}

/* ---- challenges ---- */

enum store_result store_passkey_challenge_add(struct store_tx *tx,
                                              const uint8_t hash[STORE_HASH_SIZE], int64_t account,
                                              int64_t expires_at) {
    STATEMENT(add, "INSERT INTO passkey_challenges (hash, account_id, expires_at)"
                   " VALUES (?, ?, ?)");
    STATEMENT(drop, "DELETE FROM passkey_challenges WHERE expires_at <= coalesce("
                    "(SELECT c.expires_at FROM passkey_challenges c"
                    " ORDER BY c.expires_at DESC LIMIT 1 OFFSET ?), 0)");
    struct query query;
    enum store_result result;
    query_open(&query, &tx->reader, &add);
    put_blob(&query, hash, STORE_HASH_SIZE);
    put_id(&query, account);
    put_int(&query, expires_at);
    result = query_run(&query, NULL);
    return result == STORE_OK ? QUERY_RUN(tx, &drop, STORE_PASSKEY_CHALLENGES_MAX) : result;
}

enum store_result store_passkey_challenge_take(struct store_tx *tx,
                                               const uint8_t hash[STORE_HASH_SIZE], int64_t account,
                                               int64_t now) {
    STATEMENT(take, "DELETE FROM passkey_challenges WHERE hash = ?"
                    " AND coalesce(account_id, 0) = ? AND expires_at > ?");
    struct query query;
    query_open(&query, &tx->reader, &take);
    put_blob(&query, hash, STORE_HASH_SIZE);
    put_int(&query, account);
    put_int(&query, now);
    return query_change(&query, STORE_NONE);
}
