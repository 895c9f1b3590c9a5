/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/mailboxes.h"

#include "db/db_int.h"

/* The only place with the defaults of an account without a row. */
static const struct column box_columns[] = {
    KEY(struct store_mailbox, account, INT, "a.id AS account_id"),
    READ_ONLY(struct store_mailbox, name, TEXT, "a.name"),
    READ_ONLY(struct store_mailbox, address, TEXT, "a.email"),
    READ_ONLY(struct store_mailbox, language, UINT, "a.language"),
    COLUMN(struct store_mailbox, confirmed_at, ID, "m.confirmed_at"),
    COLUMN(struct store_mailbox, mode, UINT, "coalesce(m.mode, 1) AS mode"),
    COLUMN(struct store_mailbox, daily_at, INT, "coalesce(m.daily_at, 480) AS daily_at"),
    COLUMN(struct store_mailbox, kinds, UINT, "coalesce(m.kinds, 31) AS kinds"),
    COLUMN(struct store_mailbox, bounced_at, ID, "m.bounced_at"),
    COLUMN(struct store_mailbox, bounce, TEXT, "m.bounce"),
    COLUMN(struct store_mailbox, sent_at, ID, "m.sent_at"),
    COLUMN(struct store_mailbox, unreadable, UINT, "coalesce(m.unreadable, 0) AS unreadable"),
    {0},
};
#define BOXES "SELECT {read} FROM accounts a LEFT JOIN mailboxes m ON m.account_id = a.id"

_Static_assert(STORE_MAIL_AT_ONCE == 1 && STORE_MAIL_DAILY_AT == 480 &&
                   STORE_MAIL_KINDS_FIRST == 31,
               "box_columns names the defaults");

static const struct column link_columns[] = {
    COLUMN(struct store_link, hash, BLOB, "hash"),
    COLUMN(struct store_link, purpose, INT, "purpose"),
    COLUMN(struct store_link, account, ID, "account_id"),
    COLUMN(struct store_link, game, ID, "game_id"),
    COLUMN(struct store_link, seq, UINT, "seq"),
    COLUMN(struct store_link, address, TEXT, "address"),
    COLUMN(struct store_link, expires_at, INT, "expires_at"),
    READ_ONLY(struct store_link, used_at, ID, "used_at"),
    COLUMN(struct store_link, digits, BLOB_OR_0, "digits"),
    {0},
};

enum store_result store_mailbox_get(struct store_reader *reader, int64_t account,
                                    struct store_mailbox *box) {
    STATEMENT(get, BOXES " WHERE a.id = ?", box_columns);
    return query_one(QUERY_WITH(reader, &get, account), box);
}

static enum store_result set_address(struct store_tx *tx, const struct store_mailbox *box) {
    STATEMENT(set, "UPDATE accounts SET email = ?2 WHERE id = ?1 AND deleted_at IS NULL");
    return query_change(put_text(QUERY_WITH(&tx->reader, &set, box->account), box->address),
                        STORE_NONE);
}

enum store_result store_mailbox_set(struct store_tx *tx, const struct store_mailbox *box) {
    STATEMENT(set,
              "INSERT INTO mailboxes ({names}) VALUES ({marks})"
              " ON CONFLICT (account_id) DO UPDATE SET {renew}",
              box_columns);
    enum store_result result = set_address(tx, box);
    if (result != STORE_OK)
        return result;
    return query_run(put_row(QUERY(&tx->reader, &set), box), NULL);
}

enum store_result store_mailbox_find(struct store_reader *reader, const char *address,
                                     bool (*row)(void *context, const struct store_mailbox *box),
                                     void *context) {
    STATEMENT(find,
              BOXES " WHERE lower(a.email) = ? AND a.email IS NOT NULL"
                    " AND m.confirmed_at IS NOT NULL ORDER BY a.id",
              box_columns);
    struct store_mailbox box;
    struct query query;
    query_open(&query, reader, &find);
    put_lower(&query, address);
    while (query_next(&query, &box) && row(context, &box)) {
    }
    return query_close(&query);
}

enum store_result store_mail_muted(struct store_reader *reader, int64_t account, int64_t game,
                                   bool *muted) {
    STATEMENT(find, "SELECT count(*) FROM muted_games WHERE account_id = ? AND game_id = ?");
    int64_t count = 0;
    enum store_result result = query_number(QUERY_WITH(reader, &find, account, game), &count);
    *muted = count > 0;
    return result;
}

enum store_result store_mail_mute(struct store_tx *tx, int64_t account, int64_t game, bool muted) {
    STATEMENT(add, "INSERT INTO muted_games (account_id, game_id) VALUES (?, ?)"
                   " ON CONFLICT (account_id, game_id) DO NOTHING");
    STATEMENT(drop, "DELETE FROM muted_games WHERE account_id = ? AND game_id = ?");
    return muted ? QUERY_RUN(tx, &add, account, game) : QUERY_RUN(tx, &drop, account, game);
}

enum store_result store_mail_bounce(struct store_tx *tx, int64_t account, int64_t now,
                                    int64_t since, int64_t *count) {
    STATEMENT(note,
              "INSERT INTO mail_bounces (account_id, at) VALUES (?, ?) ON CONFLICT DO NOTHING");
    STATEMENT(forget, "DELETE FROM mail_bounces WHERE account_id = ? AND at < ?");
    STATEMENT(all, "SELECT count(*) FROM mail_bounces WHERE account_id = ?");
    struct query query;
    enum store_result result = QUERY_RUN(tx, &note, account, now);
    if (result == STORE_OK)
        result = QUERY_RUN(tx, &forget, account, since);
    if (result != STORE_OK)
        return result;
    QUERY_OPEN(&query, &tx->reader, &all, account);
    return query_number(&query, count);
}

enum store_result store_mail_bounces_clear(struct store_tx *tx, int64_t account) {
    STATEMENT(clear, "DELETE FROM mail_bounces WHERE account_id = ?");
    return QUERY_RUN(tx, &clear, account);
}

/* ---------------------------------------------------------------------------------- links -- */

enum store_result store_link_put(struct store_tx *tx, const struct store_link *link) {
    STATEMENT(put, "INSERT INTO mail_links ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING",
              link_columns);
    return query_change(put_row(QUERY(&tx->reader, &put), link), STORE_CONFLICT);
}

enum store_result store_link_get(struct store_reader *reader, const uint8_t hash[STORE_HASH_SIZE],
                                 struct store_link *link) {
    STATEMENT(get, "SELECT {read} FROM mail_links WHERE hash = ?", link_columns);
    return query_one(put_blob(QUERY(reader, &get), hash, STORE_HASH_SIZE), link);
}

enum store_result store_link_by_digits(struct store_reader *reader,
                                       const uint8_t digits[STORE_HASH_SIZE], int64_t now,
                                       struct store_link *link) {
    STATEMENT(get,
              "SELECT {read} FROM mail_links WHERE digits = ? AND used_at IS NULL"
              " AND expires_at > ? ORDER BY expires_at DESC LIMIT 1",
              link_columns);
    struct query query;
    query_open(&query, reader, &get);
    put_blob(&query, digits, STORE_HASH_SIZE);
    put_int(&query, now);
    return query_one(&query, link);
}

enum store_result store_link_use(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                 int64_t now) {
    STATEMENT(use, "UPDATE mail_links SET used_at = ?2 WHERE hash = ?1 AND used_at IS NULL");
    struct query query;
    query_open(&query, &tx->reader, &use);
    put_blob(&query, hash, STORE_HASH_SIZE);
    put_int(&query, now);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_link_remove(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE]) {
    STATEMENT(remove, "DELETE FROM mail_links WHERE hash = ?");
    return query_run(put_blob(QUERY(&tx->reader, &remove), hash, STORE_HASH_SIZE), NULL);
}

enum store_result store_links_count(struct store_reader *reader, const char *address, int purpose,
                                    int64_t after, int64_t *count) {
    STATEMENT(all, "SELECT count(*) FROM mail_links WHERE lower(address) = ?"
                   " AND address IS NOT NULL AND purpose = ? AND expires_at > ?");
    struct query query;
    query_open(&query, reader, &all);
    put_lower(&query, address);
    put_int(&query, purpose);
    put_int(&query, after);
    return query_number(&query, count);
}

enum store_result store_links_count_of(struct store_reader *reader, int64_t account, int purpose,
                                       int64_t after, int64_t *count) {
    STATEMENT(all, "SELECT count(*) FROM mail_links WHERE account_id = ? AND purpose = ?"
                   " AND expires_at > ?");
    return query_number(QUERY_WITH(reader, &all, account, purpose, after), count);
}

/* ---------------------------------------------------------------------------- invitations -- */

enum store_result store_mail_invite(struct store_tx *tx, int64_t game, const char *address,
                                    int64_t account, int64_t now) {
    STATEMENT(invite, "INSERT INTO mail_invitations (game_id, account_id, at, address)"
                      " VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
    return query_change(put_lower(QUERY_WITH(&tx->reader, &invite, game, account, now), address),
                        STORE_CONFLICT);
}

enum store_result store_mail_invited(struct store_reader *reader, int64_t account, int64_t since,
                                     int64_t *count) {
    STATEMENT(all, "SELECT count(*) FROM mail_invitations WHERE account_id = ? AND at >= ?");
    return query_number(QUERY_WITH(reader, &all, account, since), count);
}

struct inviter {
    int64_t account, game;
};

enum store_result store_mail_inviter(struct store_reader *reader, const char *address,
                                     int64_t *account, int64_t *game) {
    static const struct column columns[] = {
        READ_ONLY(struct inviter, account, INT, "account_id"),
        READ_ONLY(struct inviter, game, INT, "game_id"),
        {0},
    };
    STATEMENT(find,
              "SELECT {read} FROM mail_invitations WHERE lower(address) = ?"
              " ORDER BY at DESC LIMIT 1",
              columns);
    struct inviter inviter = {0};
    enum store_result result = query_one(put_lower(QUERY(reader, &find), address), &inviter);
    *account = inviter.account;
    *game = inviter.game;
    return result;
}

enum store_result store_mail_refuse(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                    int64_t now) {
    STATEMENT(refuse, "INSERT INTO mail_refusals (hash, at) VALUES (?, ?) ON CONFLICT DO NOTHING");
    struct query query;
    query_open(&query, &tx->reader, &refuse);
    put_blob(&query, hash, STORE_HASH_SIZE);
    put_int(&query, now);
    return query_run(&query, NULL);
}

enum store_result store_mail_refused(struct store_reader *reader,
                                     const uint8_t hash[STORE_HASH_SIZE]) {
    STATEMENT(refused, "SELECT 1 FROM mail_refusals WHERE hash = ?");
    return query_exists(put_blob(QUERY(reader, &refused), hash, STORE_HASH_SIZE));
}
