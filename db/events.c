/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/events.h"

#include "db/chain.h"
#include "db/db_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The key of an event: 20 bits of seq below the game's id (migrations/0003_events.sql). */
static int64_t event_id(int64_t game, uint32_t seq) {
    return (int64_t)((uint64_t)game << 20 | seq);
}

/*
 * What stands in the column `body`: kind, player (NOBODY: -1), then the caller's bytes, then the
 * checksum (db/chain.h). The columns kind and player repeat the first two for people with a database
 * shell; reading a log touches this one column alone, which takes two thirds off its time
 * (migrations/0003_events.sql).
 */
enum { NOBODY = 255, BODY_MAX = STORE_BODY_HEAD + STORE_EVENT_MAX + CHAIN_SIZE };

void store_event_head(uint8_t head[STORE_BODY_HEAD], int kind, int player) {
    head[0] = (uint8_t)kind;
    head[1] = player < 0 ? NOBODY : (uint8_t)player;
}

static size_t body_size(const struct store_event *event) {
    return STORE_BODY_HEAD + event->body.len + CHAIN_SIZE;
}

/* *CHAIN: the log's value before the event, and then after it. TO has room for body_size(). */
static void write_body(uint8_t *to, const struct store_event *event, uint64_t *chain) {
    size_t size = STORE_BODY_HEAD + event->body.len;
    store_event_head(to, event->kind, event->player);
    if (event->body.len > 0)
        memcpy(to + STORE_BODY_HEAD, event->body.data, event->body.len);
    memset(to + size, 0, CHAIN_SIZE);
    *chain = chain_next(*chain, event->seq, to, size);
    chain_put(to + size, chain_mark(*chain, event->at));
}

/*
 * Rows are handed to the caller from within an aggregate function: SQLite then never leaves its
 * own loop, which takes a third off the time of reading a log. The function belongs to the
 * connection; where its rows go stands in the reader while a log is read. The values are the body
 * and, where it was asked for, the time; the rows of a game follow each other without gaps.
 */
static void hand_out_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct store_reader *reader = sqlite3_user_data(context);
    struct event_sink *sink = reader->sink;
    if (sink == NULL || sink->stopped)
        return;
    const uint8_t *bytes = sqlite3_value_blob(values[0]);
    size_t size = (size_t)sqlite3_value_bytes(values[0]) - CHAIN_SIZE;
    if (bytes == NULL || size < STORE_BODY_HEAD || size > BODY_MAX) {
        sink->stopped = sink->damaged = true;
        return;
    }
    uint64_t mark = chain_word(bytes + size);
    if (sink->part) { /* the event before those asked for */
        sink->part = false;
        sink->chain = chain_value(mark);
        return;
    }
    sink->chain = chain_next(sink->chain, ++sink->last, bytes, size);
    struct store_event event = {
        .seq = sink->last,
        .kind = bytes[0],
        .player = bytes[1] == NOBODY ? -1 : bytes[1],
        .at = count > 1 ? sqlite3_value_int64(values[1]) : 0,
        .body = {bytes + STORE_BODY_HEAD, size - STORE_BODY_HEAD},
        .chain = sink->chain,
    };
    sink->damaged =
        count > 1 ? mark != chain_mark(event.chain, event.at) : chain_value(mark) != event.chain;
    sink->stopped = sink->damaged || !sink->row(sink->context, &event);
}

static void hand_out_final(sqlite3_context *context) {
    sqlite3_result_null(context);
}

int events_register(struct store_reader *reader) {
    return sqlite3_create_function_v2(reader->db, "hand_out_event", -1,
                                      SQLITE_UTF8 | SQLITE_DIRECTONLY, reader, NULL, hand_out_step,
                                      hand_out_final, NULL);
}

enum store_result store_events_read(struct store_reader *reader, int64_t game,
                                    const struct store_window *window,
                                    bool (*row)(void *context, const struct store_event *event),
                                    void *context) {
    STATEMENT(bodies, "SELECT hand_out_event(body) FROM events WHERE id BETWEEN ? AND ?",
              .sqlite = true);
    STATEMENT(timed, "SELECT hand_out_event(body, at) FROM events WHERE id BETWEEN ? AND ?",
              .sqlite = true);
    uint32_t after = window->after;
    if (after >= STORE_SEQ_MAX)
        return STORE_OK;
    uint32_t rest = STORE_SEQ_MAX - after;
    bool all = window->limit == 0 || window->limit > rest;
    struct event_sink sink = {.row = row, .context = context, .last = after, .part = after > 0};
    struct event_sink *outer = reader->sink;
    assert(outer == NULL);
    struct query query;
    QUERY_OPEN(&query, reader, window->times ? &timed : &bodies,
               event_id(game, after > 0 ? after : 1),
               event_id(game, all ? STORE_SEQ_MAX : after + window->limit));
    reader->sink = &sink;
    enum store_result result = query_run(&query, NULL);
    reader->sink = outer;
    return result == STORE_OK && sink.damaged ? STORE_DAMAGED : result;
}

/* A log's last event. */
struct log_end {
    uint32_t seq; /* 0: there is none */
    int64_t at;
    uint64_t chain;
};

static enum store_result read_end(struct store_reader *reader, int64_t game, struct log_end *end) {
    STATEMENT(last,
              "SELECT id, at, body FROM events WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1");
    bool damaged = false;
    struct query query;
    QUERY_OPEN(&query, reader, &last, event_id(game, 1), event_id(game, STORE_SEQ_MAX));
    *end = (struct log_end){0};
    if (query_row(&query)) {
        end->seq = (uint32_t)(get_int(&query) & STORE_SEQ_MAX);
        end->at = get_int(&query);
        struct store_bytes body = get_bytes(&query);
        damaged = body.len < STORE_BODY_HEAD + CHAIN_SIZE;
        uint64_t mark =
            damaged ? 0 : chain_word((const uint8_t *)body.data + body.len - CHAIN_SIZE);
        end->chain = chain_value(mark);
        damaged |= mark != chain_mark(end->chain, end->at);
    }
    enum store_result result = query_close(&query);
    return result == STORE_OK && damaged ? STORE_DAMAGED : result;
}

enum store_result store_events_last(struct store_reader *reader, int64_t game, uint32_t *seq,
                                    int64_t *at) {
    struct log_end end;
    enum store_result result = read_end(reader, game, &end);
    *seq = end.seq;
    if (at != NULL)
        *at = end.at;
    return result;
}

enum store_result store_events_size(struct store_reader *reader, int64_t *events, int64_t *bytes) {
    STATEMENT(size,
              "SELECT (SELECT count(*) FROM events), pgsize"
              " FROM dbstat('main', 1) WHERE name = 'events'",
              .sqlite = true);
    struct query query;
    *events = *bytes = 0;
    query_open(&query, reader, &size);
    if (query_row(&query)) {
        *events = get_int(&query);
        *bytes = get_int(&query);
    }
    return query_close(&query);
}

static enum store_result game_exists(struct store_reader *reader, int64_t game) {
    STATEMENT(exists, "SELECT 1 FROM games WHERE id = ?");
    return query_exists(QUERY_WITH(reader, &exists, game));
}

/*
 * Many events go into one statement. One statement each costs 2 us more, and far more beside other
 * jobs in their transaction: what a statement might have to undo is looked through anew each time,
 * so that 20,000 events took seconds once many pages of the index on times had been touched.
 */
#define ROW       "(?, ?, ?, ?, ?)"
#define ROWS(row) row ", " row ", " row ", " row ", " row
enum { ROWS_AT_ONCE = 5 * 5 * 5 };

/* Binds N events, whose bodies are put together in SCRATCH, and inserts them. *CHAIN: the log's value,
 * moved on. */
static enum store_result insert_events(struct store_reader *reader,
                                       const struct statement *statement, int64_t game,
                                       const struct store_event *events, size_t n, uint64_t *chain,
                                       uint8_t *scratch) {
    struct query query;
    query_open(&query, reader, statement);
    for (size_t i = 0; i < n; i++) {
        const struct store_event *event = &events[i];
        size_t size = body_size(event);
        write_body(scratch, event, chain);
        put_int(&query, event_id(game, event->seq));
        put_int(&query, event->kind);
        put_seat(&query, event->player);
        put_int(&query, event->at);
        put_bytes(&query, (struct store_bytes){scratch, size});
        scratch += size;
    }
    return query_run(&query, NULL);
}

/* The same for ROWS_AT_ONCE events. */
static enum store_result insert_many(struct store_reader *reader, int64_t game,
                                     const struct store_event *events, uint64_t *chain) {
    STATEMENT(append_many,
              "INSERT INTO events (id, kind, player, at, body) VALUES " ROWS(ROWS(ROWS(ROW))));
    size_t size = 0;
    for (size_t i = 0; i < ROWS_AT_ONCE; i++)
        size += body_size(&events[i]);
    uint8_t *scratch = malloc(size);
    if (scratch == NULL)
        return STORE_ERROR;
    enum store_result result =
        insert_events(reader, &append_many, game, events, ROWS_AT_ONCE, chain, scratch);
    free(scratch);
    return result;
}

enum store_result store_events_append(struct store_tx *tx, int64_t game,
                                      const struct store_event *events, size_t count) {
    STATEMENT(append, "INSERT INTO events (id, kind, player, at, body) VALUES " ROW);
    uint8_t scratch[BODY_MAX];
    struct store_reader *reader = &tx->reader;
    struct log_end end;
    enum store_result result = read_end(reader, game, &end);
    if (result == STORE_OK && end.seq == 0)
        result = game_exists(reader, game);
    if (result == STORE_OK && count > STORE_SEQ_MAX - end.seq)
        result = STORE_CONFLICT;
    for (size_t i = 0; i < count && result == STORE_OK; i++) {
        const struct store_event *event = &events[i];
        assert(event->body.len <= STORE_EVENT_MAX && event->kind >= 0 && event->kind <= 255);
        if (event->seq != end.seq + 1 + i)
            result = STORE_CONFLICT;
    }
    for (size_t i = 0; i < count && result == STORE_OK;) {
        bool many = count - i >= ROWS_AT_ONCE;
        result = many ? insert_many(reader, game, &events[i], &end.chain)
                      : insert_events(reader, &append, game, &events[i], 1, &end.chain, scratch);
        i += many ? ROWS_AT_ONCE : 1;
    }
    return result;
}
