/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/chats.h"

#include "db/db_int.h"

#include <string.h>

static const struct column link_columns[] = {
    READ_ONLY(struct store_chat_link, id, INT, "id"),
    COLUMN(struct store_chat_link, public_id, TEXT, "public_id"),
    COLUMN(struct store_chat_link, platform, UINT, "platform"),
    COLUMN(struct store_chat_link, who, TEXT, "who"),
    COLUMN(struct store_chat_link, name, TEXT, "name"),
    COLUMN(struct store_chat_link, account, INT, "account_id"),
    COLUMN(struct store_chat_link, created_at, INT, "created_at"),
    COLUMN(struct store_chat_link, mention, UINT, "mention"),
    {0},
};

#define TOKEN(column) "(SELECT t." column " FROM tokens t WHERE t.id = token_id)"

/* An empty address or channel is stored as such, not as null: it is part of the unique key. */
static const struct column subscription_columns[] = {
    READ_ONLY(struct store_subscription, id, INT, "id"),
    COLUMN(struct store_subscription, public_id, TEXT, "public_id"),
    COLUMN(struct store_subscription, game, INT, "game_id"),
    COLUMN(struct store_subscription, account, INT, "account_id"),
    COLUMN(struct store_subscription, kind, UINT, "kind"),
    COLUMN(struct store_subscription, address, FULL_TEXT, "address"),
    COLUMN(struct store_subscription, secret, TEXT, "secret"),
    COLUMN(struct store_subscription, channel, FULL_TEXT, "channel"),
    COLUMN(struct store_subscription, parts, UINT, "parts"),
    COLUMN(struct store_subscription, created_at, INT, "created_at"),
    COLUMN(struct store_subscription, told_seq, UINT, "told_seq"),
    READ_ONLY(struct store_subscription, disabled_at, ID, "disabled_at"),
    READ_ONLY(struct store_subscription, trouble, TEXT, "trouble"),
    COLUMN(struct store_subscription, token, ID, "token_id"),
    READ_ONLY(struct store_subscription, token_id, TEXT, TOKEN("public_id")),
    READ_ONLY(struct store_subscription, token_revoked_at, ID, TOKEN("revoked_at")),
    READ_ONLY(struct store_subscription, token_expires_at, ID, TOKEN("expires_at")),
    READ_ONLY(struct store_subscription, thread, TEXT, "thread"),
    {0},
};

static const struct column button_columns[] = {
    COLUMN(struct store_chat_button, id, TEXT, "id"),
    COLUMN(struct store_chat_button, game, TEXT, "game"),
    COLUMN(struct store_chat_button, seq, UINT, "seq"),
    COLUMN(struct store_chat_button, command, TEXT, "command"),
    COLUMN(struct store_chat_button, created_at, INT, "created_at"),
    {0},
};

/* ---------------------------------------------------------------------------------- links -- */

enum store_result store_chat_code_put(struct store_tx *tx, int64_t account,
                                      const uint8_t hash[STORE_HASH_SIZE], int64_t expires_at) {
    STATEMENT(put, "INSERT INTO chat_codes (account_id, expires_at, hash) SELECT ?1, ?2, ?3"
                   " WHERE NOT EXISTS"
                   " (SELECT 1 FROM chat_codes c WHERE c.hash = ?3 AND c.account_id <> ?1)"
                   " ON CONFLICT (account_id) DO UPDATE SET hash = excluded.hash,"
                   " expires_at = excluded.expires_at");
    return query_change(
        put_blob(QUERY_WITH(&tx->reader, &put, account, expires_at), hash, STORE_HASH_SIZE),
        STORE_CONFLICT);
}

/* Consumes a valid code. STORE_NONE: there is none; else *account is its account. */
static enum store_result use_code(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                  int64_t now, int64_t *account) {
    STATEMENT(get, "SELECT account_id FROM chat_codes WHERE hash = ? AND expires_at > ?");
    STATEMENT(use, "DELETE FROM chat_codes WHERE account_id = ?");
    struct query query;
    query_open(&query, &tx->reader, &get);
    put_blob(&query, hash, STORE_HASH_SIZE);
    put_int(&query, now);
    enum store_result result = query_number(&query, account);
    if (result == STORE_OK && *account == 0)
        result = STORE_NONE;
    return result == STORE_OK ? QUERY_RUN(tx, &use, *account) : result;
}

/* Removes the person's former link and all that belongs to it. */
static enum store_result drop_link(struct store_tx *tx, const struct store_chat_link *link) {
    STATEMENT(drop, "DELETE FROM chat_links WHERE platform = ? AND who = ?");
    return query_run(put_text(QUERY_WITH(&tx->reader, &drop, link->platform), link->who), NULL);
}

enum store_result store_chat_link_by_code(struct store_tx *tx, const uint8_t hash[STORE_HASH_SIZE],
                                          struct store_chat_link *link) {
    STATEMENT(put,
              "INSERT INTO chat_links ({names}) VALUES ({marks})"
              " ON CONFLICT DO NOTHING RETURNING id",
              link_columns);
    struct query query;
    enum store_result result = use_code(tx, hash, link->created_at, &link->account);
    if (result == STORE_OK)
        result = drop_link(tx, link);
    if (result != STORE_OK)
        return result;
    query_open(&query, &tx->reader, &put);
    put_row(&query, link);
    return query_insert(&query, &link->id);
}

enum store_result store_chat_link_find(struct store_reader *reader,
                                       enum store_chat_platform platform, const char *who,
                                       struct store_chat_link *link) {
    STATEMENT(find, "SELECT {read} FROM chat_links WHERE platform = ? AND who = ?", link_columns);
    return query_one(put_text(QUERY_WITH(reader, &find, platform), who), link);
}

enum store_result store_chat_link_list(struct store_reader *reader, int64_t account,
                                       bool (*row)(void *context,
                                                   const struct store_chat_link *link),
                                       void *context) {
    STATEMENT(list, "SELECT {read} FROM chat_links WHERE account_id = ? ORDER BY id", link_columns);
    struct store_chat_link link;
    struct query query;
    QUERY_OPEN(&query, reader, &list, account);
    while (query_next(&query, &link) && row(context, &link)) {
    }
    return query_close(&query);
}

enum store_result store_chat_link_mention(struct store_tx *tx, int64_t link, unsigned mention) {
    STATEMENT(set, "UPDATE chat_links SET mention = ?2 WHERE id = ?1");
    return query_change(QUERY_WITH(&tx->reader, &set, link, mention), STORE_NONE);
}

enum store_result store_chat_link_delete(struct store_tx *tx, int64_t account,
                                         const char *public_id) {
    STATEMENT(drop, "DELETE FROM chat_links WHERE account_id = ? AND public_id = ?");
    return query_change(put_text(QUERY_WITH(&tx->reader, &drop, account), public_id), STORE_NONE);
}

enum store_result store_chat_place_get(struct store_reader *reader, int64_t link,
                                       const char *channel, char game[STORE_ID_SIZE]) {
    STATEMENT(get, "SELECT game FROM chat_places WHERE link_id = ? AND channel = ?");
    struct query query;
    game[0] = '\0';
    QUERY_OPEN(&query, reader, &get, link);
    put_text(&query, channel);
    if (query_row(&query))
        get_text(&query, game, STORE_ID_SIZE);
    return query_close(&query);
}

enum store_result store_chat_place_set(struct store_tx *tx, int64_t link, const char *channel,
                                       const char *game, int64_t now) {
    STATEMENT(set, "INSERT INTO chat_places (link_id, used_at, channel, game) VALUES (?, ?, ?, ?)"
                   " ON CONFLICT (link_id, channel) DO UPDATE SET game = excluded.game,"
                   " used_at = excluded.used_at");
    /* there is never more than one surplus row */
    STATEMENT(limit, "DELETE FROM chat_places WHERE link_id = ?1 AND channel IN"
                     " (SELECT channel FROM chat_places WHERE link_id = ?1"
                     " ORDER BY used_at DESC LIMIT 1 OFFSET ?2)");
    struct query query;
    QUERY_OPEN(&query, &tx->reader, &set, link, now);
    put_text(&query, channel);
    put_text(&query, game);
    enum store_result result = query_run(&query, NULL);
    return result == STORE_OK ? QUERY_RUN(tx, &limit, link, STORE_CHAT_PLACES_MAX) : result;
}

/* -------------------------------------------------------------------------- subscriptions -- */

static enum store_result
each_subscription(struct query *query,
                  bool (*row)(void *context, const struct store_subscription *subscription),
                  void *context) {
    struct store_subscription subscription;
    while (query_next(query, &subscription) && row(context, &subscription)) {
    }
    return query_close(query);
}

static void put_full_text(struct query *query, const char *text) {
    put_long_text(query, (struct store_bytes){text, strlen(text)});
}

enum store_result store_subscription_create(struct store_tx *tx,
                                            struct store_subscription *subscription) {
    STATEMENT(create,
              "INSERT INTO chat_follows ({names}) VALUES ({marks})"
              " ON CONFLICT DO NOTHING RETURNING id",
              subscription_columns);
    return query_insert(put_row(QUERY(&tx->reader, &create), subscription), &subscription->id);
}

enum store_result store_subscription_get(struct store_reader *reader, int64_t id,
                                         struct store_subscription *subscription) {
    STATEMENT(get, "SELECT {read} FROM chat_follows WHERE id = ?", subscription_columns);
    return query_one(QUERY_WITH(reader, &get, id), subscription);
}

enum store_result store_subscription_by_public_id(struct store_reader *reader,
                                                  const char *public_id,
                                                  struct store_subscription *subscription) {
    STATEMENT(get, "SELECT {read} FROM chat_follows WHERE public_id = ?", subscription_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), subscription);
}

enum store_result store_subscription_of_game(
    struct store_reader *reader, int64_t game,
    bool (*row)(void *context, const struct store_subscription *subscription), void *context) {
    STATEMENT(list, "SELECT {read} FROM chat_follows WHERE game_id = ? ORDER BY id",
              subscription_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &list, game);
    return each_subscription(&query, row, context);
}

enum store_result store_subscription_of_channel(
    struct store_reader *reader, enum store_subscription_kind kind, const char *channel,
    bool (*row)(void *context, const struct store_subscription *subscription), void *context) {
    STATEMENT(list,
              "SELECT {read} FROM chat_follows"
              " WHERE kind = ? AND channel = ? AND disabled_at IS NULL ORDER BY id",
              subscription_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &list, kind);
    put_full_text(&query, channel);
    return each_subscription(&query, row, context);
}

enum store_result store_subscription_count(struct store_reader *reader, int64_t account,
                                           int64_t now, int64_t *count) {
    STATEMENT(get, "SELECT count(*) FROM chat_follows WHERE account_id = ?1 AND disabled_at IS NULL"
                   " AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.id = token_id"
                   " AND (t.revoked_at IS NOT NULL OR t.expires_at <= ?2))"
                   " AND NOT EXISTS (SELECT 1 FROM games g JOIN club_channels c"
                   " ON c.club_id = g.club_id WHERE g.id = game_id AND c.account_id = ?1)");
    return query_number(QUERY_WITH(reader, &get, account, now), count);
}

enum store_result store_subscription_told(struct store_tx *tx, int64_t id, uint32_t seq) {
    STATEMENT(told, "UPDATE chat_follows SET"
                    " told_seq = CASE WHEN told_seq > ?2 THEN told_seq ELSE ?2 END,"
                    " trouble = CASE WHEN disabled_at IS NOT NULL THEN trouble END WHERE id = ?1");
    return query_change(QUERY_WITH(&tx->reader, &told, id, seq), STORE_NONE);
}

enum store_result store_subscription_thread(struct store_tx *tx, int64_t id, const char *thread) {
    STATEMENT(set, "UPDATE chat_follows SET thread = ?2 WHERE id = ?1");
    return query_change(put_text(QUERY_WITH(&tx->reader, &set, id), thread), STORE_NONE);
}

enum store_result store_subscription_trouble(struct store_tx *tx, int64_t id, const char *trouble,
                                             int64_t disabled_at) {
    STATEMENT(note, "UPDATE chat_follows SET trouble = ?2,"
                    " disabled_at = coalesce(disabled_at, ?3) WHERE id = ?1");
    struct query query;
    QUERY_OPEN(&query, &tx->reader, &note, id);
    put_text(&query, trouble);
    put_id(&query, disabled_at);
    return query_change(&query, STORE_NONE);
}

enum store_result store_subscription_move(struct store_tx *tx, enum store_subscription_kind kind,
                                          const char *from, const char *to) {
    STATEMENT(move, "UPDATE chat_follows SET channel = ?3 WHERE kind = ?1 AND channel = ?2"
                    " AND NOT EXISTS (SELECT 1 FROM chat_follows o"
                    " WHERE o.game_id = chat_follows.game_id AND o.kind = chat_follows.kind"
                    " AND o.address = chat_follows.address AND o.channel = ?3)");
    struct query query;
    QUERY_OPEN(&query, &tx->reader, &move, kind);
    put_full_text(&query, from);
    put_full_text(&query, to);
    return query_run(&query, NULL);
}

enum store_result store_subscription_renew(struct store_tx *tx, int64_t id, unsigned parts,
                                           uint32_t seq) {
    STATEMENT(renew, "UPDATE chat_follows SET parts = ?2, told_seq = CASE"
                     " WHEN disabled_at IS NOT NULL AND told_seq < ?3 THEN ?3 ELSE told_seq END,"
                     " disabled_at = NULL, trouble = NULL WHERE id = ?1");
    return query_change(QUERY_WITH(&tx->reader, &renew, id, parts, seq), STORE_NONE);
}

enum store_result store_subscription_delete(struct store_tx *tx, int64_t id) {
    STATEMENT(drop, "DELETE FROM chat_follows WHERE id = ?");
    return query_change(QUERY_WITH(&tx->reader, &drop, id), STORE_NONE);
}

/* ------------------------------------------------------------------------ what has come in -- */

enum store_result store_chat_inbound_note(struct store_tx *tx, enum store_chat_platform platform,
                                          const char *event, int64_t now) {
    STATEMENT(inbound, "INSERT INTO chat_heard (platform, at, event) VALUES (?, ?, ?)"
                       " ON CONFLICT DO NOTHING");
    return query_change(put_text(QUERY_WITH(&tx->reader, &inbound, platform, now), event),
                        STORE_CONFLICT);
}

enum store_result store_chat_button_put(struct store_tx *tx,
                                        const struct store_chat_button *button) {
    STATEMENT(put, "INSERT INTO chat_buttons ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING",
              button_columns);
    return query_change(put_row(QUERY(&tx->reader, &put), button), STORE_CONFLICT);
}

enum store_result store_chat_button_get(struct store_reader *reader, const char *id,
                                        struct store_chat_button *button) {
    STATEMENT(get, "SELECT {read} FROM chat_buttons WHERE id = ?", button_columns);
    return query_one(put_text(QUERY(reader, &get), id), button);
}

enum store_result store_chat_mark_get(struct store_reader *reader,
                                      enum store_chat_platform platform,
                                      char mark[STORE_CHAT_MARK_SIZE]) {
    STATEMENT(get, "SELECT mark FROM chat_marks WHERE platform = ?");
    struct query query;
    QUERY_OPEN(&query, reader, &get, platform);
    bool found = query_row(&query);
    if (found)
        get_text(&query, mark, STORE_CHAT_MARK_SIZE);
    return query_end(&query, found);
}

enum store_result store_chat_mark_put(struct store_tx *tx, enum store_chat_platform platform,
                                      const char *mark) {
    STATEMENT(put, "INSERT INTO chat_marks (platform, mark) VALUES (?, ?)"
                   " ON CONFLICT (platform) DO UPDATE SET mark = excluded.mark");
    return query_run(put_text(QUERY_WITH(&tx->reader, &put, platform), mark), NULL);
}
