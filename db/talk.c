/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/talk.h"

#include "db/db_int.h"

/* Whether account ?2 may read message t, and does not block its author. */
#define READABLE                                                                                   \
    "(t.to_seats = 0 OR t.account_id = ?2 OR EXISTS (SELECT 1 FROM talk_readers r"                 \
    " WHERE r.talk_id = t.id AND r.account_id = ?2)) AND NOT EXISTS (SELECT 1 FROM people b"       \
    " WHERE b.account_id = ?2 AND b.other_id = t.account_id AND b.block = 1)"

static const struct column talk_columns[] = {
    READ_ONLY(struct store_talk, id, INT, "t.id"),
    COLUMN(struct store_talk, game, INT, "t.game_id"),
    COLUMN(struct store_talk, account, INT, "t.account_id"),
    READ_ONLY(struct store_talk, account_name, TEXT, "a.name"),
    COLUMN(struct store_talk, seat, SEAT, "t.seat"),
    COLUMN(struct store_talk, to_seats, UINT, "t.to_seats"),
    COLUMN(struct store_talk, mentions, UINT, "t.mentions"),
    COLUMN(struct store_talk, at, INT, "t.at"),
    COLUMN(struct store_talk, text, TEXT, "t.text"),
    {0},
};

/* -------------------------------------------------------------------------------- talk -- */

static enum store_result add_reader(struct store_tx *tx, int64_t talk, int64_t account) {
    STATEMENT(add, "INSERT INTO talk_readers (talk_id, account_id) VALUES (?, ?)"
                   " ON CONFLICT DO NOTHING");
    return QUERY_RUN(tx, &add, talk, account);
}

enum store_result store_talk_add(struct store_tx *tx, struct store_talk *talk,
                                 const int64_t *readers, size_t n) {
    STATEMENT(add, "INSERT INTO talk ({names}) VALUES ({marks}) RETURNING id", talk_columns);
    enum store_result result = query_insert(put_row(QUERY(&tx->reader, &add), talk), &talk->id);
    for (size_t i = 0; i < n && result == STORE_OK; i++)
        result = add_reader(tx, talk->id, readers[i]);
    store_announce(tx, talk->game);
    return result;
}

enum store_result store_talk_list(struct store_reader *reader, int64_t game, int64_t account,
                                  int64_t after, unsigned limit, store_talk_row *row,
                                  void *context) {
    STATEMENT(list,
              "SELECT {read} FROM talk t JOIN accounts a ON a.id = t.account_id"
              " WHERE t.game_id = ?1 AND t.id > ?3 AND " READABLE " ORDER BY t.id LIMIT ?4",
              talk_columns);
    struct store_talk talk;
    struct query query;
    QUERY_OPEN(&query, reader, &list, game, account, after, limit);
    while (query_next(&query, &talk) && row(context, &talk)) {
    }
    return query_close(&query);
}

enum store_result store_talk_get(struct store_reader *reader, int64_t id, int64_t account,
                                 struct store_talk *talk) {
    STATEMENT(get,
              "SELECT {read} FROM talk t JOIN accounts a ON a.id = t.account_id"
              " WHERE t.id = ?1 AND " READABLE,
              talk_columns);
    return query_one(QUERY_WITH(reader, &get, id, account), talk);
}

enum store_result store_talk_last(struct store_reader *reader, int64_t game, int64_t *id) {
    STATEMENT(last, "SELECT id FROM talk WHERE game_id = ? ORDER BY id DESC LIMIT 1");
    return query_number(QUERY_WITH(reader, &last, game), id);
}

enum store_result store_talk_nth(struct store_reader *reader, int64_t game, int64_t account,
                                 unsigned nth, int64_t *at) {
    STATEMENT(find, "SELECT at FROM talk WHERE game_id = ? AND account_id = ?"
                    " ORDER BY id DESC LIMIT 1 OFFSET ?");
    return query_number(QUERY_WITH(reader, &find, game, account, (int64_t)nth - 1), at);
}

enum store_result store_talk_set_read(struct store_tx *tx, int64_t game, int64_t account,
                                      int64_t id) {
    STATEMENT(set, "INSERT INTO talk_read (account_id, game_id, talk_id) VALUES (?, ?, ?)"
                   " ON CONFLICT (account_id, game_id) DO UPDATE SET talk_id = excluded.talk_id"
                   " WHERE talk_read.talk_id < excluded.talk_id");
    return QUERY_RUN(tx, &set, account, game, id);
}

enum store_result store_talk_unread(struct store_reader *reader, int64_t game, int64_t account,
                                    unsigned limit, unsigned *unread) {
    STATEMENT(count,
              "SELECT count(*) FROM (SELECT 1 FROM talk t WHERE t.game_id = ?1"
              " AND t.account_id <> ?2 AND t.id > coalesce((SELECT talk_id FROM talk_read"
              " WHERE account_id = ?2 AND game_id = ?1), 0) AND " READABLE " LIMIT ?3) AS unread");
    int64_t number;
    enum store_result result =
        query_number(QUERY_WITH(reader, &count, game, account, limit), &number);
    *unread = (unsigned)number;
    return result;
}

enum store_result store_talk_list_unread(struct store_reader *reader, int64_t game, int64_t account,
                                         int64_t since, unsigned limit, store_talk_row *row,
                                         void *context) {
    STATEMENT(list,
              "SELECT {read} FROM talk t JOIN accounts a ON a.id = t.account_id"
              " WHERE t.game_id = ?1 AND t.account_id <> ?2 AND t.at >= ?3"
              " AND t.id > coalesce((SELECT talk_id FROM talk_read"
              " WHERE account_id = ?2 AND game_id = ?1), 0) AND " READABLE
              " ORDER BY t.id DESC LIMIT ?4",
              talk_columns);
    struct store_talk talk;
    struct query query;
    QUERY_OPEN(&query, reader, &list, game, account, since, limit);
    while (query_next(&query, &talk) && row(context, &talk)) {
    }
    return query_close(&query);
}

enum store_result store_talk_set_read_until(struct store_tx *tx, int64_t game, int64_t account,
                                            int64_t at) {
    STATEMENT(last, "SELECT id FROM talk WHERE game_id = ? AND at <= ?"
                    " ORDER BY id DESC LIMIT 1");
    int64_t id = 0;
    enum store_result result = query_number(QUERY_WITH(store_tx_reader(tx), &last, game, at), &id);
    return result == STORE_OK && id != 0 ? store_talk_set_read(tx, game, account, id) : result;
}

/* ------------------------------------------------------------------------------- notes -- */

static const struct column notes_columns[] = {
    COLUMN(struct store_notes, revision, INT, "revision"),
    COLUMN(struct store_notes, at, INT, "at"),
    COLUMN(struct store_notes, text, FULL_TEXT, "text"),
    {0},
};

enum store_result store_notes_get(struct store_reader *reader, int64_t account, int64_t game,
                                  struct store_notes *notes) {
    STATEMENT(get, "SELECT {read} FROM notes WHERE account_id = ? AND game_id = ?", notes_columns);
    notes->revision = notes->at = 0;
    notes->text[0] = '\0';
    enum store_result result = query_one(QUERY_WITH(reader, &get, account, game), notes);
    return result == STORE_NONE ? STORE_OK : result;
}

enum store_result store_notes_put(struct store_tx *tx, int64_t account, int64_t game,
                                  struct store_notes *notes) {
    STATEMENT(put,
              "INSERT INTO notes (account_id, game_id, revision, at, text)"
              " SELECT ?1, ?2, ?3 + 1, ?4, coalesce(?5, '') WHERE ?3 = coalesce((SELECT"
              " revision FROM notes WHERE account_id = ?1 AND game_id = ?2), 0)"
              " ON CONFLICT (account_id, game_id) DO UPDATE SET {renew}",
              notes_columns);
    enum store_result result = query_change(
        put_text(QUERY_WITH(&tx->reader, &put, account, game, notes->revision, notes->at),
                 notes->text),
        STORE_CONFLICT);
    if (result == STORE_OK)
        notes->revision++;
    return result;
}
