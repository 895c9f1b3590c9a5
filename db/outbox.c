/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/outbox.h"

#include "db/db_int.h"

#include <assert.h>
#include <string.h>

#define POST_COLUMNS                                                                               \
    "o.id, o.public_id, o.channel, o.target, o.host, o.kind, o.account_id, o.game_id, o.seq, "     \
    "o.lead, "                                                                                     \
    "o.created_at, o.due_at, o.ended_at, o.attempts, o.state, o.status, o.detail, o.data"

static void get_post(struct query *query, struct store_outbox_row *post) {
    post->id = get_int(query);
    get_text(query, post->public_id, sizeof post->public_id);
    post->channel = (int)get_int(query);
    post->target = get_int(query);
    get_text(query, post->host, sizeof post->host);
    post->kind = (int)get_int(query);
    post->account = get_int(query);
    post->game = get_int(query);
    post->seq = (uint32_t)get_int(query);
    post->lead = get_int(query);
    post->created_at = get_int(query);
    post->due_at = get_int(query);
    post->ended_at = get_int(query);
    post->attempts = (int)get_int(query);
    post->state = (enum store_outbox_state)get_int(query);
    post->status = (int)get_int(query);
    get_text(query, post->detail, sizeof post->detail);
    get_text(query, post->data, sizeof post->data);
}

static enum store_result one_post(struct query *query, struct store_outbox_row *post) {
    bool found = query_row(query);
    if (found)
        get_post(query, post);
    enum store_result result = query_close(query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

static enum store_result each_post(struct query *query, store_outbox_visit *row, void *context) {
    while (query_row(query)) {
        struct store_outbox_row post;
        get_post(query, &post);
        if (query->result != STORE_OK || !row(context, &post))
            break;
    }
    return query_close(query);
}

/* Told after the commit; a transaction that comes to nothing wakes somebody in vain. */
static void mark_posted(struct store_tx *tx) {
    tx->reader.store->posted = true;
}

enum store_result store_outbox_add(struct store_tx *tx, struct store_outbox_row *post) {
    STATEMENT(add, "INSERT INTO outbox (public_id, channel, target, host, kind, "
                   "account_id, game_id, seq, created_at,"
                   " due_at, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    struct query query;
    query_open(&query, &tx->reader, &add);
    put_text(&query, post->public_id);
    put_int(&query, post->channel);
    put_int(&query, post->target);
    put_text(&query, post->host);
    put_int(&query, post->kind);
    put_id(&query, post->account);
    put_id(&query, post->game);
    put_int(&query, post->seq);
    put_int(&query, post->created_at);
    put_int(&query, post->due_at);
    put_text(&query, post->data);
    enum store_result result = query_run(&query, NULL);
    if (result == STORE_OK)
        post->id = sqlite3_last_insert_rowid(tx->reader.db);
    mark_posted(tx);
    return result;
}

enum store_result store_outbox_get(struct store_reader *reader, int64_t id,
                                   struct store_outbox_row *post) {
    STATEMENT(get, "SELECT " POST_COLUMNS " FROM outbox o WHERE o.id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_int(&query, id);
    return one_post(&query, post);
}

enum store_result store_outbox_by_public_id(struct store_reader *reader, const char *public_id,
                                            struct store_outbox_row *post) {
    STATEMENT(get, "SELECT " POST_COLUMNS " FROM outbox o WHERE o.public_id = ?");
    struct query query;
    query_open(&query, reader, &get);
    put_text(&query, public_id);
    return one_post(&query, post);
}

/* The conditions of a filter, its parameters numbered 1 to 5. */
#define POST_FILTER                                                                                \
    "(?1 < 0 OR channel = ?1) AND (?2 = 0 OR target = ?2) AND (?3 < 0 OR kind = ?3)"               \
    " AND (?4 = 0 OR account_id = ?4) AND (?5 = 0 OR game_id = ?5)"

static void put_filter(struct query *query, const struct store_outbox_filter *filter) {
    put_int(query, filter->channel);
    put_int(query, filter->target);
    put_int(query, filter->kind);
    put_int(query, filter->account);
    put_int(query, filter->game);
}

/* A filter names one of these three nearly always, and each has an index; which of them a kept
 * statement uses has to be said in its text. */
enum filter_index { BY_TARGET, BY_GAME, BY_NONE, FILTER_INDEXES };

static enum filter_index filter_index(const struct store_outbox_filter *filter) {
    if (filter->channel >= 0 && filter->target != 0)
        return BY_TARGET;
    return filter->game != 0 ? BY_GAME : BY_NONE;
}

enum store_result store_outbox_waiting(struct store_reader *reader,
                                       const struct store_outbox_filter *filter,
                                       struct store_outbox_row *post) {
#define WAITING(condition)                                                                         \
    "SELECT " POST_COLUMNS " FROM outbox o WHERE o.state = 0" condition " AND " POST_FILTER        \
    " ORDER BY o.due_at, o.id LIMIT 1"
    STATEMENT(waiting[FILTER_INDEXES], [BY_TARGET] = {WAITING(" AND channel = ?1 AND target = ?2")},
              [BY_GAME] = {WAITING(" AND game_id = ?5")}, [BY_NONE] = {WAITING("")});
    struct query query;
    query_open(&query, reader, &waiting[filter_index(filter)]);
    put_filter(&query, filter);
    return one_post(&query, post);
}

enum store_result store_outbox_drop(struct store_tx *tx, const struct store_outbox_filter *filter,
                                    const char *detail, int64_t now) {
#define DROP(condition)                                                                            \
    "UPDATE outbox SET state = 3, ended_at = ?7, detail = ?6 WHERE state = 0" condition            \
    " AND " POST_FILTER
    STATEMENT(drop[FILTER_INDEXES], [BY_TARGET] = {DROP(" AND channel = ?1 AND target = ?2")},
              [BY_GAME] = {DROP(" AND game_id = ?5")}, [BY_NONE] = {DROP("")});
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
                      " AND target = ?2 AND " POST_FILTER);
    struct query query;
    assert(filter->channel >= 0 && filter->target != 0);
    query_open(&query, &tx->reader, &cancel);
    put_filter(&query, filter);
    return query_run(&query, NULL);
}

enum store_result store_outbox_set_host(struct store_tx *tx, int channel, int64_t target,
                                        const char *host) {
    STATEMENT(set, "UPDATE outbox SET host = ?3 WHERE state = 0 AND channel = ?1 AND target = ?2");
    struct query query;
    query_open(&query, &tx->reader, &set);
    put_int(&query, channel);
    put_int(&query, target);
    put_text(&query, host);
    return query_run(&query, NULL);
}

enum store_result store_outbox_reschedule(struct store_tx *tx, int64_t id, int64_t due_at) {
    STATEMENT(move, "UPDATE outbox SET due_at = ?2 WHERE id = ?1 AND state = 0");
    struct query query;
    query_open(&query, &tx->reader, &move);
    put_int(&query, id);
    put_int(&query, due_at);
    mark_posted(tx);
    return query_change(&query, STORE_CONFLICT);
}

/* ------------------------------------------------------------------------ for the sender -- */

enum store_result store_outbox_due(struct store_reader *reader, int64_t now, unsigned limit,
                                   store_outbox_visit *row, void *context) {
    /* Who waits behind many of one target, one host or one channel would wait for ever if that one
     * does not answer. */
    STATEMENT(due, "WITH firsts AS (SELECT * FROM (SELECT id AS due_id, channel, host, due_at,"
                   "  row_number() OVER (PARTITION BY channel, target ORDER BY due_at, id) AS place"
                   "  FROM outbox WHERE state = 0 AND due_at <= ?1) WHERE place = 1),"
                   " hosts AS (SELECT *, row_number() OVER (PARTITION BY channel, host"
                   "  ORDER BY due_at, due_id) AS host_turn FROM firsts),"
                   " channels AS (SELECT due_id, row_number() OVER (PARTITION BY channel"
                   "  ORDER BY host_turn, due_at, due_id) AS channel_turn FROM hosts)"
                   " SELECT " POST_COLUMNS " FROM channels JOIN outbox o ON o.id = due_id"
                   " ORDER BY channel_turn, o.channel LIMIT ?2");
    struct query query;
    query_open(&query, reader, &due);
    put_int(&query, now);
    put_int(&query, limit);
    return each_post(&query, row, context);
}

enum store_result store_outbox_due_of(struct store_reader *reader, int channel, int64_t target,
                                      int64_t now, unsigned limit, store_outbox_visit *row,
                                      void *context) {
    STATEMENT(due, "SELECT " POST_COLUMNS " FROM outbox o INDEXED BY outbox_due WHERE o.state = 0"
                   " AND o.due_at <= ?3 AND o.channel = ?1 AND o.target = ?2"
                   " ORDER BY o.due_at, o.id LIMIT ?4");
    struct query query;
    query_open(&query, reader, &due);
    put_int(&query, channel);
    put_int(&query, target);
    put_int(&query, now);
    put_int(&query, limit);
    return each_post(&query, row, context);
}

enum store_result store_outbox_next(struct store_reader *reader, int64_t after, int64_t *at) {
    STATEMENT(next,
              "SELECT due_at FROM outbox WHERE state = 0 AND due_at > ? ORDER BY due_at LIMIT 1");
    struct query query;
    query_open(&query, reader, &next);
    put_int(&query, after);
    bool found = query_row(&query);
    *at = found ? get_int(&query) : 0;
    enum store_result result = query_close(&query);
    return result == STORE_OK && !found ? STORE_NONE : result;
}

enum store_result store_outbox_begin(struct store_tx *tx, int64_t id, int64_t lead) {
    STATEMENT(begin, "UPDATE outbox SET state = 1, attempts = attempts + 1, lead = ?2"
                     " WHERE id = ?1 AND state = 0");
    struct query query;
    query_open(&query, &tx->reader, &begin);
    put_int(&query, id);
    put_int(&query, lead);
    return query_change(&query, STORE_CONFLICT);
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
    STATEMENT(update, "UPDATE outbox SET state = ?2, due_at = iif(?2 = 0, ?3, due_at),"
                      " ended_at = iif(?2 = 0, NULL, ?4), status = ?5, detail = ?6"
                      " WHERE id = ?1 AND state IN (0, 1)");
    char detail[STORE_DETAIL_SIZE];
    struct query query;
    cut_text(detail, end->detail == NULL ? "" : end->detail);
    query_open(&query, &tx->reader, &update);
    put_int(&query, end->id);
    put_int(&query, end->state);
    put_int(&query, end->due_at);
    put_int(&query, end->now);
    put_int(&query, end->status);
    put_text(&query, detail);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_outbox_recover(struct store_tx *tx, unsigned *count) {
    STATEMENT(recover, "UPDATE outbox SET state = 0 WHERE state = 1");
    struct query query;
    query_open(&query, &tx->reader, &recover);
    int changes;
    enum store_result result = query_run(&query, &changes);
    *count = (unsigned)changes;
    return result;
}

/* --------------------------------------------------------------------------- looking back -- */

enum store_result store_outbox_retry(struct store_tx *tx, int64_t id, int64_t now) {
    STATEMENT(again, "UPDATE outbox SET state = 0, attempts = 0, lead = NULL, due_at = ?2,"
                     " ended_at = NULL WHERE id = ?1 AND state >= 2");
    struct query query;
    query_open(&query, &tx->reader, &again);
    put_int(&query, id);
    put_int(&query, now);
    mark_posted(tx);
    return query_change(&query, STORE_CONFLICT);
}

enum store_result store_outbox_of_target(struct store_reader *reader, int channel, int64_t target,
                                         int64_t before, unsigned limit, store_outbox_visit *row,
                                         void *context) {
    STATEMENT(list, "SELECT " POST_COLUMNS " FROM outbox o WHERE o.channel = ?1"
                    " AND o.target = ?2 AND (?3 = 0 OR o.id < ?3) ORDER BY o.id DESC"
                    " LIMIT ?4");
    struct query query;
    query_open(&query, reader, &list);
    put_int(&query, channel);
    put_int(&query, target);
    put_int(&query, before);
    put_int(&query, limit);
    return each_post(&query, row, context);
}

enum store_result store_outbox_counts(struct store_reader *reader,
                                      struct store_outbox_counts *figures) {
    STATEMENT(count, "SELECT channel, count(*), min(iif(state = 0, due_at, NULL)) FROM outbox"
                     " WHERE state = 0 OR state = 1 GROUP BY channel");
    struct query query;
    *figures = (struct store_outbox_counts){0};
    query_open(&query, reader, &count);
    while (query_row(&query)) {
        int64_t channel = get_int(&query), waiting = get_int(&query), due = get_int(&query);
        if (channel >= 0 && channel < STORE_OUTBOX_CHANNELS)
            figures->waiting[channel] = waiting;
        if (due != 0 && (figures->oldest_due == 0 || due < figures->oldest_due))
            figures->oldest_due = due;
    }
    return query_close(&query);
}

enum store_result store_outbox_prune(struct store_tx *tx, int64_t before, unsigned limit,
                                     unsigned *removed) {
    STATEMENT(prune,
              "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE ended_at < ? LIMIT ?)");
    return QUERY_NUMBERS(tx, &prune, removed, before, limit);
}

enum store_result store_outbox_forget(struct store_tx *tx, int64_t account) {
    STATEMENT(forget, "DELETE FROM outbox WHERE account_id = ?");
    return QUERY_NUMBERS(tx, &forget, NULL, account);
}
