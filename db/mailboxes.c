/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/mailboxes.h"

#include "db/db_int.h"

/* The defaults of somebody without a row stand here alone. */
#define BOX_SELECT                                                                                 \
    "SELECT a.id, a.name, a.email, m.confirmed_at, coalesce(m.mode, 1), coalesce(m.daily_at, "     \
    "480),"                                                                                        \
    " coalesce(m.kinds, 15), m.bounced_at, m.bounce, m.sent_at"                                    \
    " FROM accounts a LEFT JOIN mailboxes m ON m.account_id = a.id"

_Static_assert(STORE_MAIL_AT_ONCE == 1 && STORE_MAIL_DAILY_AT == 480 && STORE_MAIL_KINDS == 15,
               "BOX_SELECT names the defaults");

static void get_box(struct query *query, struct store_mailbox *box) {
    box->account = get_int(query);
    get_text(query, box->name, sizeof box->name);
    get_text(query, box->address, sizeof box->address);
    box->confirmed_at = get_int(query);
    box->mode = (enum store_mail_mode)get_int(query);
    box->daily_at = (int)get_int(query);
    box->kinds = (unsigned)get_int(query);
    box->bounced_at = get_int(query);
    get_text(query, box->bounce, sizeof box->bounce);
    box->sent_at = get_int(query);
}

enum store_result store_mailbox_get(struct store_reader *reader, int64_t account,
                                    struct store_mailbox *box) {
    STATEMENT(get, BOX_SELECT " WHERE a.id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, account);
    bool found = query_row(&query);
    if (found)
        get_box(&query, box);
    enum store_result result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

static enum store_result set_address(struct store_tx *tx, const struct store_mailbox *box) {
    STATEMENT(set, "UPDATE accounts SET email = ?2 WHERE id = ?1 AND deleted_at IS NULL");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_int(&query, box->account);
    put_text(&query, box->address);
    return query_change(&query, STORE_NONE);
}

enum store_result store_mailbox_set(struct store_tx *tx, const struct store_mailbox *box) {
    STATEMENT(set,
              "INSERT OR REPLACE INTO mailboxes (account_id, confirmed_at, mode, daily_at, kinds,"
              " bounced_at, bounce, sent_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    enum store_result result = set_address(tx, box);
    if (result != STORE_OK)
        return result;
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_int(&query, box->account);
    put_id(&query, box->confirmed_at);
    put_int(&query, box->mode);
    put_int(&query, box->daily_at);
    put_int(&query, box->kinds);
    put_id(&query, box->bounced_at);
    put_text(&query, box->bounce);
    put_id(&query, box->sent_at);
    return query_run(&query, NULL);
}

enum store_result store_mailbox_find(struct store_reader *reader, const char *address,
                                     bool (*row)(void *context, const struct store_mailbox *box),
                                     void *context) {
    STATEMENT(find, BOX_SELECT " WHERE a.email = ? COLLATE NOCASE AND a.email IS NOT NULL"
                               " AND m.confirmed_at IS NOT NULL ORDER BY a.id");
    struct query query;
    query_open(&query, reader, &find);
    put_text(&query, address);
    while (query_row(&query)) {
        struct store_mailbox box;
        get_box(&query, &box);
        if (query.result != STORE_OK || !row(context, &box))
            break;
    }
    return query_close(&query);
}

/* The one number that a statement with numbers for parameters gives. */
static enum store_result count_rows(struct store_reader *reader, const struct statement *statement,
                                    const int64_t numbers[], size_t n, int64_t *count) {
    struct query query;
    query_open(&query, reader, statement);
    for (size_t i = 0; i < n; i++)
        put_int(&query, numbers[i]);
    *count = query_row(&query) ? get_int(&query) : 0;
    return query_close(&query);
}

enum store_result store_mail_bounce(struct store_tx *tx, int64_t account, int64_t now,
                                    int64_t since, int64_t *count) {
    STATEMENT(note, "INSERT OR IGNORE INTO mail_bounces (account_id, at) VALUES (?, ?)");
    STATEMENT(forget, "DELETE FROM mail_bounces WHERE account_id = ? AND at < ?");
    STATEMENT(all, "SELECT count(*) FROM mail_bounces WHERE account_id = ?");
    enum store_result result = QUERY_NUMBERS(tx, &note, NULL, account, now);
    if (result == STORE_OK)
        result = QUERY_NUMBERS(tx, &forget, NULL, account, since);
    if (result == STORE_OK)
        result = count_rows(&tx->reader, &all, &account, 1, count);
    return result;
}

enum store_result store_mail_bounces_clear(struct store_tx *tx, int64_t account) {
    STATEMENT(clear, "DELETE FROM mail_bounces WHERE account_id = ?");
    return QUERY_NUMBERS(tx, &clear, NULL, account);
}

/* ---------------------------------------------------------------------------------- links -- */

enum store_result store_link_put(struct store_tx *tx, const struct store_link *link) {
    STATEMENT(put, "INSERT INTO mail_links (hash, purpose, account_id, game_id, seq, address,"
                   " expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &put);
    put_blob(&query, link->hash, sizeof link->hash);
    put_int(&query, link->purpose);
    put_id(&query, link->account);
    put_id(&query, link->game);
    put_int(&query, link->seq);
    put_text(&query, link->address);
    put_int(&query, link->expires_at);
    return query_run(&query, NULL);
}

enum store_result store_link_get(struct store_reader *reader, const uint8_t hash[STORE_HASH_SIZE],
                                 struct store_link *link) {
    STATEMENT(get, "SELECT hash, purpose, account_id, game_id, seq, address, expires_at, used_at"
                   " FROM mail_links WHERE hash = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_blob(&query, hash, STORE_HASH_SIZE);
    bool found = query_row(&query);
    if (found) {
        get_hash(&query, link->hash);
        link->purpose = (int)get_int(&query);
        link->account = get_int(&query);
        link->game = get_int(&query);
        link->seq = (uint32_t)get_int(&query);
        get_text(&query, link->address, sizeof link->address);
        link->expires_at = get_int(&query);
        link->used_at = get_int(&query);
    }
    enum store_result result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
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

enum store_result store_links_drop(struct store_tx *tx, int64_t account, int purpose) {
    STATEMENT(drop, "DELETE FROM mail_links WHERE account_id = ? AND purpose = ?");
    return QUERY_NUMBERS(tx, &drop, NULL, account, purpose);
}

enum store_result store_links_count(struct store_reader *reader, const char *address, int purpose,
                                    int64_t after, int64_t *count) {
    STATEMENT(all, "SELECT count(*) FROM mail_links WHERE address = ? COLLATE NOCASE"
                   " AND purpose = ? AND expires_at > ?");
    struct query query;
    query_open(&query, reader, &all);
    put_text(&query, address);
    put_int(&query, purpose);
    put_int(&query, after);
    *count = query_row(&query) ? get_int(&query) : 0;
    return query_close(&query);
}

enum store_result store_links_count_of(struct store_reader *reader, int64_t account, int purpose,
                                       int64_t after, int64_t *count) {
    STATEMENT(all, "SELECT count(*) FROM mail_links WHERE account_id = ?"
                   " AND purpose = ? AND expires_at > ?");
    return count_rows(reader, &all, (const int64_t[]){account, purpose, after}, 3, count);
}

enum store_result store_links_prune(struct store_tx *tx, int64_t before, unsigned limit,
                                    unsigned *removed) {
    STATEMENT(prune, "DELETE FROM mail_links WHERE hash IN"
                     " (SELECT hash FROM mail_links WHERE expires_at < ? LIMIT ?)");
    return QUERY_NUMBERS(tx, &prune, removed, before, limit);
}

/* ---------------------------------------------------------------------------- invitations -- */

enum store_result store_mail_invite(struct store_tx *tx, int64_t game, const char *address,
                                    int64_t account, int64_t now) {
    STATEMENT(
        invite,
        "INSERT INTO mail_invitations (game_id, address, account_id, at) VALUES (?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &invite);
    put_int(&query, game);
    put_text(&query, address);
    put_int(&query, account);
    put_int(&query, now);
    return query_run(&query, NULL);
}

enum store_result store_mail_invited(struct store_reader *reader, int64_t account, int64_t since,
                                     int64_t *count) {
    STATEMENT(all, "SELECT count(*) FROM mail_invitations WHERE account_id = ? AND at >= ?");
    return count_rows(reader, &all, (const int64_t[]){account, since}, 2, count);
}

enum store_result store_mail_refuse(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                    int64_t now) {
    STATEMENT(refuse, "INSERT OR IGNORE INTO mail_refusals (hash, at) VALUES (?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &refuse);
    put_blob(&query, hash, STORE_HASH_SIZE);
    put_int(&query, now);
    return query_run(&query, NULL);
}

enum store_result store_mail_refused(struct store_reader *reader,
                                     const uint8_t hash[STORE_HASH_SIZE]) {
    STATEMENT(refused, "SELECT 1 FROM mail_refusals WHERE hash = ?");
    struct query query;
    query_open(&query, reader, &refused);
    put_blob(&query, hash, STORE_HASH_SIZE);
    bool found = query_row(&query);
    enum store_result result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result store_mail_forget(struct store_tx *tx, int64_t account) {
    STATEMENT(box, "DELETE FROM mailboxes WHERE account_id = ?");
    STATEMENT(links, "DELETE FROM mail_links WHERE account_id = ?");
    STATEMENT(invitations, "DELETE FROM mail_invitations WHERE account_id = ?");
    static const struct statement *const steps[] = {&box, &links, &invitations};
    enum store_result result = store_mail_bounces_clear(tx, account);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && result == STORE_OK; i++)
        result = QUERY_NUMBERS(tx, steps[i], NULL, account);
    return result;
}
