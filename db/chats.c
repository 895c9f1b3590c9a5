/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/chats.h"

#include "db/db_int.h"

#include <string.h>

/* Runs one of the statements whose only parameter is a number. */
static enum store_result run_with(struct store_tx *tx, const struct statement *statement,
                                  int64_t number) {
    struct query query;
    query_open(&query, &tx->reader, statement);
    put_int(&query, number);
    return query_run(&query, NULL);
}

/* The result of reading one row that must be there. */
static enum store_result one(struct query *query, bool found) {
    enum store_result result = query_close(query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

/* ---------------------------------------------------------------------------------- links -- */

#define LINK_COLUMNS "id, public_id, platform, who, name, account_id, created_at"

static void get_link(struct query *query, struct store_chat_link *link) {
    link->id = get_int(query);
    get_text(query, link->public_id, sizeof link->public_id);
    link->platform = (enum store_chat_platform)get_int(query);
    get_text(query, link->who, sizeof link->who);
    get_text(query, link->name, sizeof link->name);
    link->account = get_int(query);
    link->created_at = get_int(query);
}

enum store_result store_chat_code_put(struct store_tx *tx, int64_t account,
                                      const uint8_t hash[STORE_HASH_SIZE], int64_t expires_at) {
    STATEMENT(put, "INSERT INTO chat_codes (account_id, hash, expires_at) VALUES (?, ?, ?)"
                   " ON CONFLICT (account_id) DO UPDATE SET hash = excluded.hash,"
                   " expires_at = excluded.expires_at");
    struct query query;
    query_open(&query, &tx->reader, &put);
    put_int(&query, account);
    put_blob(&query, hash, STORE_HASH_SIZE);
    put_int(&query, expires_at);
    return query_run(&query, NULL);
}

/* The account of a good code, which is used up with it. */
static enum store_result use_code(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                  int64_t now, int64_t *account) {
    STATEMENT(get, "SELECT account_id FROM chat_codes WHERE hash = ? AND expires_at > ?");
    STATEMENT(use, "DELETE FROM chat_codes WHERE account_id = ?");
    struct query query;
    query_open(&query, &tx->reader, &get);
    put_blob(&query, hash, STORE_HASH_SIZE);
    put_int(&query, now);
    bool found = query_row(&query);
    *account = found ? get_int(&query) : 0;
    enum store_result result = one(&query, found);
    return result == STORE_OK ? run_with(tx, &use, *account) : result;
}

enum store_result store_chat_link_by_code(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                          struct store_chat_link *link) {
    STATEMENT(put, "INSERT OR REPLACE INTO chat_links"
                   " (public_id, platform, who, name, account_id, created_at)"
                   " VALUES (?, ?, ?, ?, ?, ?)");
    struct query query;
    enum store_result result = use_code(tx, hash, link->created_at, &link->account);
    if (result != STORE_OK)
        return result;
    query_open(&query, &tx->reader, &put);
    put_text(&query, link->public_id);
    put_int(&query, link->platform);
    put_text(&query, link->who);
    put_text(&query, link->name);
    put_int(&query, link->account);
    put_int(&query, link->created_at);
    result = query_run(&query, NULL);
    if (result == STORE_OK)
        link->id = sqlite3_last_insert_rowid(tx->reader.db);
    return result;
}

enum store_result store_chat_link_find(struct store_reader *reader,
                                       enum store_chat_platform platform, const char *who,
                                       struct store_chat_link *link) {
    STATEMENT(find, "SELECT " LINK_COLUMNS " FROM chat_links WHERE platform = ? AND who = ?");
    struct query query;
    query_open(&query, reader, &find);
    put_int(&query, platform);
    put_text(&query, who);
    bool found = query_row(&query);
    if (found)
        get_link(&query, link);
    return one(&query, found);
}

enum store_result store_chat_link_list(struct store_reader *reader, int64_t account,
                                       bool (*row)(void *context,
                                                   const struct store_chat_link *link),
                                       void *context) {
    STATEMENT(list, "SELECT " LINK_COLUMNS " FROM chat_links WHERE account_id = ? ORDER BY id");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, account);
    while (query_row(&query)) {
        struct store_chat_link link;
        get_link(&query, &link);
        if (query.result != STORE_OK || !row(context, &link))
            break;
    }
    return query_close(&query);
}

enum store_result store_chat_link_delete(struct store_tx *tx, int64_t account,
                                         const char *public_id) {
    STATEMENT(drop, "DELETE FROM chat_links WHERE account_id = ? AND public_id = ?");
    struct query query;
    query_open(&query, &tx->reader, &drop);
    put_int(&query, account);
    put_text(&query, public_id);
    return query_change(&query, STORE_NONE);
}

enum store_result store_chat_place_get(struct store_reader *reader, int64_t link,
                                       const char *channel, char game[STORE_ID_SIZE]) {
    STATEMENT(get, "SELECT game FROM chat_places WHERE link_id = ? AND channel = ?");
    struct query query;
    game[0] = '\0';
    query_open(&query, reader, &get);
    put_int(&query, link);
    put_text(&query, channel);
    if (query_row(&query))
        get_text(&query, game, STORE_ID_SIZE);
    return query_close(&query);
}

enum store_result store_chat_place_set(struct store_tx *tx, int64_t link, const char *channel,
                                       const char *game, int64_t now) {
    STATEMENT(set, "INSERT OR REPLACE INTO chat_places (link_id, channel, game, used_at)"
                   " VALUES (?, ?, ?, ?)");
    STATEMENT(
        limit,
        "DELETE FROM chat_places WHERE link_id = ?1 AND channel IN (SELECT channel FROM chat_places"
        " WHERE link_id = ?1 ORDER BY used_at DESC LIMIT -1 OFFSET ?2)");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_int(&query, link);
    put_text(&query, channel);
    put_text(&query, game);
    put_int(&query, now);
    enum store_result result = query_run(&query, NULL);
    if (result != STORE_OK)
        return result;
    query_open(&query, &tx->reader, &limit);
    put_int(&query, link);
    put_int(&query, STORE_CHAT_PLACES_MAX);
    return query_run(&query, NULL);
}

/* -------------------------------------------------------------------------------- follows -- */

#define FOLLOW_COLUMNS                                                                             \
    "id, public_id, game_id, account_id, kind, address, secret, channel, parts, created_at,"       \
    " told_seq, disabled_at, trouble"

static void get_follow(struct query *query, struct store_subscription *follow) {
    follow->id = get_int(query);
    get_text(query, follow->public_id, sizeof follow->public_id);
    follow->game = get_int(query);
    follow->account = get_int(query);
    follow->kind = (enum store_subscription_kind)get_int(query);
    get_text(query, follow->address, sizeof follow->address);
    get_text(query, follow->secret, sizeof follow->secret);
    get_text(query, follow->channel, sizeof follow->channel);
    follow->parts = (unsigned)get_int(query);
    follow->created_at = get_int(query);
    follow->told_seq = (uint32_t)get_int(query);
    follow->disabled_at = get_int(query);
    get_text(query, follow->trouble, sizeof follow->trouble);
}

static enum store_result one_follow(struct query *query, struct store_subscription *follow) {
    bool found = query_row(query);
    if (found)
        get_follow(query, follow);
    return one(query, found);
}

static enum store_result
each_follow(struct query *query,
            bool (*row)(void *context, const struct store_subscription *follow), void *context) {
    while (query_row(query)) {
        struct store_subscription follow;
        get_follow(query, &follow);
        if (query->result != STORE_OK || !row(context, &follow))
            break;
    }
    return query_close(query);
}

/* An empty text stays one here: it is part of what tells follows apart. */
static void put_part(struct query *query, const char *text) {
    put_long_text(query, (struct store_bytes){text, strlen(text)});
}

enum store_result store_subscription_create(struct store_tx *tx,
                                            struct store_subscription *follow) {
    STATEMENT(
        create,
        "INSERT INTO chat_follows (public_id, game_id, account_id, kind, address, secret, channel,"
        " parts, created_at, told_seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &create);
    put_text(&query, follow->public_id);
    put_int(&query, follow->game);
    put_int(&query, follow->account);
    put_int(&query, follow->kind);
    put_part(&query, follow->address);
    put_text(&query, follow->secret);
    put_part(&query, follow->channel);
    put_int(&query, follow->parts);
    put_int(&query, follow->created_at);
    put_int(&query, follow->told_seq);
    enum store_result result = query_run(&query, NULL);
    if (result == STORE_OK)
        follow->id = sqlite3_last_insert_rowid(tx->reader.db);
    return result;
}

enum store_result store_subscription_get(struct store_reader *reader, int64_t id,
                                         struct store_subscription *follow) {
    STATEMENT(get, "SELECT " FOLLOW_COLUMNS " FROM chat_follows WHERE id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, id);
    return one_follow(&query, follow);
}

enum store_result store_subscription_by_public_id(struct store_reader *reader,
                                                  const char *public_id,
                                                  struct store_subscription *follow) {
    STATEMENT(get, "SELECT " FOLLOW_COLUMNS " FROM chat_follows WHERE public_id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_text(&query, public_id);
    return one_follow(&query, follow);
}

enum store_result store_subscription_of_game(struct store_reader *reader, int64_t game,
                                             bool (*row)(void *context,
                                                         const struct store_subscription *follow),
                                             void *context) {
    STATEMENT(list, "SELECT " FOLLOW_COLUMNS " FROM chat_follows WHERE game_id = ? ORDER BY id");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game);
    return each_follow(&query, row, context);
}

enum store_result store_subscription_of_channel(
    struct store_reader *reader, enum store_subscription_kind kind, const char *channel,
    bool (*row)(void *context, const struct store_subscription *follow), void *context) {
    STATEMENT(list, "SELECT " FOLLOW_COLUMNS " FROM chat_follows"
                    " WHERE kind = ? AND channel = ? AND disabled_at IS NULL ORDER BY id");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, kind);
    put_part(&query, channel);
    return each_follow(&query, row, context);
}

enum store_result store_subscription_count(struct store_reader *reader, int64_t account,
                                           int64_t *count) {
    STATEMENT(get,
              "SELECT count(*) FROM chat_follows WHERE account_id = ? AND disabled_at IS NULL");
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, account);
    *count = query_row(&query) ? get_int(&query) : 0;
    return query_close(&query);
}

enum store_result store_subscription_told(struct store_tx *tx, int64_t id, uint32_t seq) {
    STATEMENT(told, "UPDATE chat_follows SET told_seq = max(told_seq, ?2),"
                    " trouble = iif(disabled_at IS NULL, NULL, trouble) WHERE id = ?1");
    struct query query;
    query_open(&query, &tx->reader, &told);
    put_int(&query, id);
    put_int(&query, seq);
    return query_change(&query, STORE_NONE);
}

enum store_result store_subscription_trouble(struct store_tx *tx, int64_t id, const char *trouble,
                                             int64_t disabled_at) {
    STATEMENT(note, "UPDATE chat_follows SET trouble = ?2,"
                    " disabled_at = coalesce(disabled_at, ?3) WHERE id = ?1");
    struct query query;
    query_open(&query, &tx->reader, &note);
    put_int(&query, id);
    put_text(&query, trouble);
    put_id(&query, disabled_at);
    return query_change(&query, STORE_NONE);
}

enum store_result store_subscription_move(struct store_tx *tx, enum store_subscription_kind kind,
                                          const char *from, const char *to) {
    STATEMENT(move,
              "UPDATE OR IGNORE chat_follows SET channel = ?3 WHERE kind = ?1 AND channel = ?2");
    struct query query;
    query_open(&query, &tx->reader, &move);
    put_int(&query, kind);
    put_part(&query, from);
    put_part(&query, to);
    return query_run(&query, NULL);
}

enum store_result store_subscription_renew(struct store_tx *tx, int64_t id, unsigned parts,
                                           uint32_t seq) {
    STATEMENT(renew, "UPDATE chat_follows SET parts = ?2, told_seq = max(told_seq,"
                     " iif(disabled_at IS NULL, 0, ?3)), disabled_at = NULL, trouble = NULL"
                     " WHERE id = ?1");
    struct query query;
    query_open(&query, &tx->reader, &renew);
    put_int(&query, id);
    put_int(&query, parts);
    put_int(&query, seq);
    return query_change(&query, STORE_NONE);
}

enum store_result store_subscription_delete(struct store_tx *tx, int64_t id) {
    STATEMENT(drop, "DELETE FROM chat_follows WHERE id = ?");
    struct query query;
    query_open(&query, &tx->reader, &drop);
    put_int(&query, id);
    return query_change(&query, STORE_NONE);
}

/* -------------------------------------------------------------------- what has been heard -- */

enum store_result store_chat_heard(struct store_tx *tx, enum store_chat_platform platform,
                                   const char *event, int64_t now) {
    STATEMENT(heard, "INSERT INTO chat_heard (platform, event, at) VALUES (?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &heard);
    put_int(&query, platform);
    put_text(&query, event);
    put_int(&query, now);
    return query_run(&query, NULL);
}

enum store_result store_chat_button_put(struct store_tx *tx,
                                        const struct store_chat_button *button) {
    STATEMENT(put, "INSERT INTO chat_buttons (id, game, seq, command, created_at)"
                   " VALUES (?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &put);
    put_text(&query, button->id);
    put_text(&query, button->game);
    put_int(&query, button->seq);
    put_text(&query, button->command);
    put_int(&query, button->created_at);
    return query_run(&query, NULL);
}

enum store_result store_chat_button_get(struct store_reader *reader, const char *id,
                                        struct store_chat_button *button) {
    STATEMENT(get, "SELECT id, game, seq, command, created_at FROM chat_buttons WHERE id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_text(&query, id);
    bool found = query_row(&query);
    if (found) {
        get_text(&query, button->id, sizeof button->id);
        get_text(&query, button->game, sizeof button->game);
        button->seq = (uint32_t)get_int(&query);
        get_text(&query, button->command, sizeof button->command);
        button->created_at = get_int(&query);
    }
    return one(&query, found);
}

enum store_result store_chat_mark_get(struct store_reader *reader,
                                      enum store_chat_platform platform,
                                      char mark[STORE_CHAT_MARK_SIZE]) {
    STATEMENT(get, "SELECT mark FROM chat_marks WHERE platform = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, platform);
    bool found = query_row(&query);
    if (found)
        get_text(&query, mark, STORE_CHAT_MARK_SIZE);
    return one(&query, found);
}

enum store_result store_chat_mark_put(struct store_tx *tx, enum store_chat_platform platform,
                                      const char *mark) {
    STATEMENT(put, "INSERT OR REPLACE INTO chat_marks (platform, mark) VALUES (?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &put);
    put_int(&query, platform);
    put_text(&query, mark);
    return query_run(&query, NULL);
}

enum store_result store_chat_prune(struct store_tx *tx, int64_t heard, int64_t shown,
                                   unsigned limit, unsigned *removed) {
    STATEMENT(prunes[],
              {"DELETE FROM chat_heard WHERE (platform, event) IN"
               " (SELECT platform, event FROM chat_heard WHERE at < ? LIMIT ?)"},
              {"DELETE FROM chat_buttons WHERE id IN"
               " (SELECT id FROM chat_buttons WHERE created_at < ? LIMIT ?)"},
              {"DELETE FROM chat_codes WHERE account_id IN"
               " (SELECT account_id FROM chat_codes WHERE expires_at < ? LIMIT ?)"});
    const int64_t before[] = {heard, shown, heard};
    enum store_result result = STORE_OK;
    unsigned total = 0;
    for (size_t i = 0; i < sizeof prunes / sizeof *prunes && result == STORE_OK; i++) {
        struct query query;
        int changes = 0;
        query_open(&query, &tx->reader, &prunes[i]);
        put_int(&query, before[i]);
        put_int(&query, limit);
        result = query_run(&query, &changes);
        total += (unsigned)changes;
    }
    if (removed != NULL)
        *removed = total;
    return result;
}

enum store_result store_chat_forget(struct store_tx *tx, int64_t account) {
    STATEMENT(forgets[], {"DELETE FROM chat_codes WHERE account_id = ?"},
              {"DELETE FROM chat_links WHERE account_id = ?"},
              {"DELETE FROM chat_follows WHERE account_id = ?"});
    enum store_result result = STORE_OK;
    for (size_t i = 0; i < sizeof forgets / sizeof *forgets && result == STORE_OK; i++)
        result = run_with(tx, &forgets[i], account);
    return result;
}
