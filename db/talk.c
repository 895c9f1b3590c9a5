/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/talk.h"

#include "db/db_int.h"

/* Whether account ?2 may read message t. */
#define READABLE                                                                                   \
    "(t.to_seats = 0 OR t.account_id = ?2 OR EXISTS (SELECT 1 FROM talk_readers r"                 \
    " WHERE r.talk_id = t.id AND r.account_id = ?2))"

/* -------------------------------------------------------------------------------- talk -- */

static enum store_result add_reader(struct store_tx *tx, int64_t talk, int64_t account) {
    STATEMENT(add, "INSERT OR IGNORE INTO talk_readers (talk_id, account_id) VALUES (?, ?)");
    return QUERY_NUMBERS(tx, &add, NULL, talk, account);
}

enum store_result store_talk_add(struct store_tx *tx, struct store_talk *talk,
                                 const int64_t *readers, size_t n) {
    STATEMENT(add, "INSERT INTO talk (game_id, account_id, seat, to_seats, mentions, at, text)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &add);
    put_int(&query, talk->game);
    put_int(&query, talk->account);
    put_seat(&query, talk->seat);
    put_int(&query, talk->to_seats);
    put_int(&query, talk->mentions);
    put_int(&query, talk->at);
    put_text(&query, talk->text);
    enum store_result result = query_run(&query, NULL);
    talk->id = sqlite3_last_insert_rowid(tx->reader.db);
    for (size_t i = 0; i < n && result == STORE_OK; i++)
        result = add_reader(tx, talk->id, readers[i]);
    return result;
}

static void get_talk(struct query *query, struct store_talk *talk) {
    talk->id = get_int(query);
    talk->game = get_int(query);
    talk->account = get_int(query);
    get_text(query, talk->account_name, sizeof talk->account_name);
    talk->seat = get_seat(query);
    talk->to_seats = (unsigned)get_int(query);
    talk->mentions = (unsigned)get_int(query);
    talk->at = get_int(query);
    get_text(query, talk->text, sizeof talk->text);
}

enum store_result store_talk_list(struct store_reader *reader, int64_t game, int64_t account,
                                  int64_t after, unsigned limit, store_talk_row *row,
                                  void *context) {
    STATEMENT(
        list,
        "SELECT t.id, t.game_id, t.account_id, a.name, t.seat, t.to_seats, t.mentions, t.at, t.text"
        " FROM talk t JOIN accounts a ON a.id = t.account_id"
        " WHERE t.game_id = ?1 AND t.id > ?3 AND " READABLE " ORDER BY t.id LIMIT ?4");
    struct store_talk talk;
    bool more = true;
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, game);
    put_int(&query, account);
    put_int(&query, after);
    put_int(&query, limit);
    while (more && query_row(&query)) {
        get_talk(&query, &talk);
        more = query.result == STORE_OK && row(context, &talk);
    }
    return query_close(&query);
}

/* The one integer of a query that has been filled; 0 without a row. */
static enum store_result one_number(struct query *query, int64_t *number) {
    *number = query_row(query) ? get_int(query) : 0;
    return query_close(query);
}

enum store_result store_talk_last(struct store_reader *reader, int64_t *id) {
    STATEMENT(last, "SELECT id FROM talk ORDER BY id DESC LIMIT 1");
    struct query query;
    query_open(&query, reader, &last);
    return one_number(&query, id);
}

enum store_result store_talk_nth(struct store_reader *reader, int64_t game, int64_t account,
                                 unsigned nth, int64_t *at) {
    STATEMENT(find, "SELECT at FROM talk WHERE game_id = ? AND account_id = ?"
                    " ORDER BY id DESC LIMIT 1 OFFSET ?");
    struct query query;
    query_open(&query, reader, &find);
    put_int(&query, game);
    put_int(&query, account);
    put_int(&query, (int64_t)nth - 1);
    return one_number(&query, at);
}

enum store_result store_talk_set_read(struct store_tx *tx, int64_t game, int64_t account,
                                      int64_t id) {
    STATEMENT(set, "INSERT INTO talk_read (account_id, game_id, talk_id) VALUES (?, ?, ?)"
                   " ON CONFLICT (account_id, game_id) DO UPDATE"
                   " SET talk_id = max(talk_id, excluded.talk_id)");
    return QUERY_NUMBERS(tx, &set, NULL, account, game, id);
}

enum store_result store_talk_unread(struct store_reader *reader, int64_t game, int64_t account,
                                    unsigned limit, unsigned *unread) {
    STATEMENT(
        count,
        "SELECT count(*) FROM (SELECT 1 FROM talk t WHERE t.game_id = ?1 AND t.account_id <> ?2"
        " AND t.id > coalesce((SELECT talk_id FROM talk_read"
        " WHERE account_id = ?2 AND game_id = ?1), 0) AND " READABLE " LIMIT ?3)");
    int64_t number;
    struct query query;
    query_open(&query, reader, &count);
    put_int(&query, game);
    put_int(&query, account);
    put_int(&query, limit);
    enum store_result result = one_number(&query, &number);
    *unread = (unsigned)number;
    return result;
}

/* ------------------------------------------------------------------------------- notes -- */

enum store_result store_notes_get(struct store_reader *reader, int64_t account, int64_t game,
                                  struct store_notes *notes) {
    STATEMENT(get, "SELECT revision, at, text FROM notes WHERE account_id = ? AND game_id = ?");
    notes->revision = notes->at = 0;
    notes->text[0] = '\0';
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, account);
    put_int(&query, game);
    if (query_row(&query)) {
        notes->revision = get_int(&query);
        notes->at = get_int(&query);
        get_text(&query, notes->text, sizeof notes->text);
    }
    return query_close(&query);
}

enum store_result store_notes_put(struct store_tx *tx, int64_t account, int64_t game,
                                  struct store_notes *notes) {
    STATEMENT(put,
              "INSERT INTO notes (account_id, game_id, revision, at, text)"
              " SELECT ?1, ?2, ?3 + 1, ?4, coalesce(?5, '') WHERE ?3 = coalesce((SELECT revision"
              " FROM notes WHERE account_id = ?1 AND game_id = ?2), 0)"
              " ON CONFLICT (account_id, game_id) DO UPDATE"
              " SET revision = excluded.revision, at = excluded.at, text = excluded.text");
    struct query query;
    query_open(&query, &tx->reader, &put);
    put_int(&query, account);
    put_int(&query, game);
    put_int(&query, notes->revision);
    put_int(&query, notes->at);
    put_text(&query, notes->text);
    enum store_result result = query_change(&query, STORE_CONFLICT);
    if (result == STORE_OK)
        notes->revision++;
    return result;
}
