/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/outbox.h"

#include "db/db_int.h"
#include "db/shares.h"

#include <assert.h>
#include <string.h>

static const struct column post_columns[] = {
    READ_ONLY(struct store_outbox_row, id, INT, "o.id"),
    COLUMN(struct store_outbox_row, public_id, TEXT, "o.public_id"),
    COLUMN(struct store_outbox_row, channel, INT, "o.channel"),
    COLUMN(struct store_outbox_row, target, INT, "o.target"),
    COLUMN(struct store_outbox_row, host, TEXT, "o.host"),
    COLUMN(struct store_outbox_row, kind, INT, "o.kind"),
    COLUMN(struct store_outbox_row, account, ID, "o.account_id"),
    COLUMN(struct store_outbox_row, game, ID, "o.game_id"),
    COLUMN(struct store_outbox_row, seq, UINT, "o.seq"),
    READ_ONLY(struct store_outbox_row, lead, ID, "o.lead"),
    COLUMN(struct store_outbox_row, created_at, INT, "o.created_at"),
    COLUMN(struct store_outbox_row, due_at, INT, "o.due_at"),
    READ_ONLY(struct store_outbox_row, ended_at, ID, "o.ended_at"),
    READ_ONLY(struct store_outbox_row, attempts, INT, "o.attempts"),
    READ_ONLY(struct store_outbox_row, state, UINT, "o.state"),
    READ_ONLY(struct store_outbox_row, status, INT, "o.status"),
    READ_ONLY(struct store_outbox_row, detail, TEXT, "o.detail"),
    COLUMN(struct store_outbox_row, data, TEXT, "o.data"),
    {0},
};

static enum store_result each_outbox_row(struct query *query, store_outbox_visit *visit,
                                         void *context) {
    struct store_outbox_row row;
    while (query_next(query, &row) && visit(context, &row)) {
    }
    return query_close(query);
}

/* Reported after the commit. */
static void mark_outbox(struct store_tx *tx) {
    tx->outbox_changed = true;
}

enum store_result store_outbox_add(struct store_tx *tx, struct store_outbox_row *row) {
    STATEMENT(add,
              "INSERT INTO outbox ({names}) VALUES ({marks})"
              " ON CONFLICT DO NOTHING RETURNING id",
              post_columns);
    struct query query;
    query_open(&query, &tx->reader, &add);
    put_row(&query, row);
    mark_outbox(tx);
    return query_insert(&query, &row->id);
}

enum store_result store_outbox_get(struct store_reader *reader, int64_t id,
                                   struct store_outbox_row *row) {
    STATEMENT(get, "SELECT {read} FROM outbox o WHERE o.id = ?", post_columns);
    return query_one(QUERY_WITH(reader, &get, id), row);
}

enum store_result store_outbox_by_public_id(struct store_reader *reader, const char *public_id,
                                            struct store_outbox_row *row) {
    STATEMENT(get, "SELECT {read} FROM outbox o WHERE o.public_id = ?", post_columns);
    return query_one(put_text(QUERY(reader, &get), public_id), row);
}

/* The conditions of a filter, its parameters numbered 1 to 5. */
#define OUTBOX_FILTER                                                                              \
    "(?1 < 0 OR channel = ?1) AND (?2 = 0 OR target = ?2) AND (?3 < 0 OR kind = ?3)"               \
    " AND (?4 = 0 OR account_id = ?4) AND (?5 = 0 OR game_id = ?5)"

static void put_filter(struct query *query, const struct store_outbox_filter *filter) {
    put_int(query, filter->channel);
    put_int(query, filter->target);
    put_int(query, filter->kind);
    put_int(query, filter->account);
    put_int(query, filter->game);
}

/* Nearly every filter names one of these, and each has an index; a kept statement's text has to fix
 * which index it uses. */
enum filter_index { BY_TARGET, BY_GAME, BY_NONE, FILTER_INDEXES };

static enum filter_index filter_index(const struct store_outbox_filter *filter) {
    if (filter->channel >= 0 && filter->target != 0)
        return BY_TARGET;
    return filter->game != 0 ? BY_GAME : BY_NONE;
}

enum store_result store_outbox_waiting(struct store_reader *reader,
                                       const struct store_outbox_filter *filter,
                                       struct store_outbox_row *row) {
#define WAITING(condition)                                                                         \
    SQL("SELECT {read} FROM outbox o WHERE o.state = 0" condition " AND " OUTBOX_FILTER            \
        " ORDER BY o.due_at, o.id LIMIT 1",                                                        \
        post_columns)
    STATEMENTS(waiting[FILTER_INDEXES], [BY_TARGET] = WAITING(" AND channel = ?1 AND target = ?2"),
               [BY_GAME] = WAITING(" AND game_id = ?5"), [BY_NONE] = WAITING(""));
    struct query query;
    query_open(&query, reader, &waiting[filter_index(filter)]);
    put_filter(&query, filter);
    return query_one(&query, row);
}

enum store_result store_outbox_drop(struct store_tx *tx, const struct store_outbox_filter *filter,
                                    const char *detail, int64_t now) {
#define DROP(condition)                                                                            \
    SQL("UPDATE outbox SET state = 3, ended_at = ?7, detail = ?6 WHERE state = 0" condition        \
        " AND " OUTBOX_FILTER)
    STATEMENTS(drop[FILTER_INDEXES], [BY_TARGET] = DROP(" AND channel = ?1 AND target = ?2"),
               [BY_GAME] = DROP(" AND game_id = ?5"), [BY_NONE] = DROP(""));
    struct query query;
    query_open(&query, &tx->reader, &drop[filter_index(filter)]);
    put_filter(&query, filter);
    put_text(&query, detail);
    put_int(&query, now);
    return query_run(&query, NULL);
}

enum store_result store_outbox_cancel(struct store_tx *tx,
                                      const struct store_outbox_filter *filter) {
    STATEMENT(cancel, "DELETE FROM outbox WHERE state = 0 AND attempts = 0 AND channel = ?1"
                      " AND target = ?2 AND " OUTBOX_FILTER);
    struct query query;
    assert(filter->channel >= 0 && filter->target != 0);
    query_open(&query, &tx->reader, &cancel);
    put_filter(&query, filter);
    return query_run(&query, NULL);
}

enum store_result store_outbox_set_host(struct store_tx *tx, int channel, int64_t target,
                                        const char *host) {
    STATEMENT(set, "UPDATE outbox SET host = ?3 WHERE state = 0 AND channel = ?1 AND target = ?2");
    return query_run(put_text(QUERY_WITH(&tx->reader, &set, channel, target), host), NULL);
}

/* ------------------------------------------------------------------------ for the sender -- */

/* Whether a row belongs to one of the shares in the bits of a parameter. Targets of people without an account are
 * negative. */
#define OF_SHARES(bits) "(" bits " >> CAST((target + channel) & 15 AS int)) & 1 = 1"
_Static_assert(STORE_SHARES == 16, "as written in OF_SHARES");

unsigned store_outbox_share(int channel, int64_t target) {
    return (unsigned)((uint64_t)(target + channel) % STORE_SHARES);
}

enum store_result store_outbox_due(struct store_reader *reader, uint64_t shares, int64_t now,
                                   unsigned limit, store_outbox_visit *visit, void *context) {
    /* Without turns, rows after many of one target, host or channel would wait for ever if that one
     * does not answer. */
    STATEMENT(
        due,
        "WITH places AS (SELECT id, channel, host, due_at,"
        "  row_number() OVER (PARTITION BY channel, target ORDER BY due_at, id) AS place"
        "  FROM outbox WHERE state = 0 AND due_at <= ?1 AND " OF_SHARES(
            "?3") "),"
                  " hosts AS (SELECT id, channel, due_at, row_number() OVER (PARTITION BY channel,"
                  "  host ORDER BY due_at, id) AS host_turn FROM places WHERE place = 1),"
                  " channels AS (SELECT id, row_number() OVER (PARTITION BY channel"
                  "  ORDER BY host_turn, due_at, id) AS channel_turn FROM hosts)"
                  " SELECT {read} FROM channels c JOIN outbox o ON o.id = c.id"
                  " ORDER BY c.channel_turn, o.channel LIMIT ?2",
        post_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &due, now, limit, (int64_t)shares);
    return each_outbox_row(&query, visit, context);
}

enum store_result store_outbox_due_of(struct store_reader *reader, int channel, int64_t target,
                                      int64_t now, unsigned limit, store_outbox_visit *visit,
                                      void *context) {
    STATEMENT(due,
              "SELECT {read} FROM outbox o" SQLITE_INDEX(
                  "outbox_due") " WHERE o.state = 0"
                                " AND o.due_at <= ?3 AND o.channel = ?1 AND o.target = ?2"
                                " ORDER BY o.due_at, o.id LIMIT ?4",
              post_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &due, channel, target, now, limit);
    return each_outbox_row(&query, visit, context);
}

enum store_result store_outbox_next(struct store_reader *reader, int64_t after, int64_t *at) {
    STATEMENT(next,
              "SELECT due_at FROM outbox WHERE state = 0 AND due_at > ? ORDER BY due_at LIMIT 1");
    struct query query;
    QUERY_OPEN(&query, reader, &next, after);
    bool found = query_row(&query);
    *at = found ? get_int(&query) : 0;
    return query_end(&query, found);
}

enum store_result store_outbox_begin(struct store_tx *tx, int64_t id, int64_t lead) {
    STATEMENT(begin, "UPDATE outbox SET state = 1, attempts = attempts + 1, lead = ?2"
                     " WHERE id = ?1 AND state = 0");
    return query_change(QUERY_WITH(&tx->reader, &begin, id, lead), STORE_CONFLICT);
}

/* Copies as much as fits, in whole characters. */
static void cut_text(char to[STORE_DETAIL_SIZE], const char *text) {
    size_t size = strnlen(text, STORE_DETAIL_SIZE);
    if (size == STORE_DETAIL_SIZE)
        for (size--; size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80; size--) {
        }
    memcpy(to, text, size);
    to[size] = '\0';
}

enum store_result store_outbox_end(struct store_tx *tx, const struct store_outbox_end *end) {
    STATEMENT(update, "UPDATE outbox SET state = ?2,"
                      " due_at = CASE WHEN ?2 = 0 THEN ?3 ELSE due_at END,"
                      " ended_at = CASE WHEN ?2 <> 0 THEN ?4 END, status = ?5, detail = ?6"
                      " WHERE id = ?1 AND state IN (0, 1)");
    char detail[STORE_DETAIL_SIZE];
    struct query query;
    cut_text(detail, end->detail == NULL ? "" : end->detail);
    QUERY_OPEN(&query, &tx->reader, &update, end->id, end->state, end->due_at, end->now,
               end->status);
    put_text(&query, detail);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_outbox_recover(struct store_tx *tx, uint64_t shares, unsigned *count) {
    STATEMENT(recover, "UPDATE outbox SET state = 0 WHERE state = 1 AND " OF_SHARES("?"));
    return query_run(QUERY_WITH(&tx->reader, &recover, (int64_t)shares), count);
}

/* --------------------------------------------------------------------------- looking back -- */

enum store_result store_outbox_retry(struct store_tx *tx, int64_t id, int64_t now) {
    STATEMENT(again, "UPDATE outbox SET state = 0, attempts = 0, lead = NULL, due_at = ?2,"
                     " ended_at = NULL WHERE id = ?1 AND state >= 2");
    struct query query;
    QUERY_OPEN(&query, &tx->reader, &again, id, now);
    mark_outbox(tx);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_outbox_of_target(struct store_reader *reader, int channel, int64_t target,
                                         int64_t before, unsigned limit, store_outbox_visit *visit,
                                         void *context) {
    STATEMENT(list,
              "SELECT {read} FROM outbox o WHERE o.channel = ?1 AND o.target = ?2"
              " AND (?3 = 0 OR o.id < ?3) ORDER BY o.id DESC LIMIT ?4",
              post_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &list, channel, target, before, limit);
    return each_outbox_row(&query, visit, context);
}

enum store_result store_outbox_of_account(struct store_reader *reader, int64_t account,
                                          int64_t after, unsigned limit, store_outbox_visit *visit,
                                          void *context) {
    STATEMENT(list,
              "SELECT {read} FROM outbox o WHERE o.account_id = ?1 AND o.id > ?2"
              " ORDER BY o.id LIMIT ?3",
              post_columns);
    struct query query;
    QUERY_OPEN(&query, reader, &list, account, after, limit);
    return each_outbox_row(&query, visit, context);
}

enum store_result store_outbox_counts(struct store_reader *reader,
                                      struct store_outbox_counts *counts) {
    STATEMENT(count, "SELECT channel, count(*), min(due_at) FILTER (WHERE state = 0) FROM outbox"
                     " WHERE state = 0 OR state = 1 GROUP BY channel");
    struct query query;
    *counts = (struct store_outbox_counts){0};
    query_open(&query, reader, &count);
    while (query_row(&query)) {
        int64_t channel = get_int(&query), waiting = get_int(&query), due = get_int(&query);
        if (channel >= 0 && channel < STORE_OUTBOX_CHANNELS)
            counts->waiting[channel] = waiting;
        if (due != 0 && (counts->oldest_due == 0 || due < counts->oldest_due))
            counts->oldest_due = due;
    }
    return query_close(&query);
}
