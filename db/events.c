/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/events.h"

#include "db/chain.h"
#include "db/chunks.h"
#include "db/db_int.h"
#include "db/driver.h"
#include "db/event_sink.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void store_event_head(uint8_t head[STORE_BODY_HEAD], int kind, int player) {
    head[0] = (uint8_t)kind;
    head[1] = player < 0 ? NOBODY : (uint8_t)player;
}

static size_t body_size(const struct store_event *event) {
    return STORE_BODY_HEAD + event->body.len + CHAIN_SIZE;
}

/* *CHAIN: the log's value before the event, updated to that after it. TO has room for
 * body_size(). */
static void write_body(uint8_t *to, const struct store_event *event, uint64_t *chain) {
    size_t size = STORE_BODY_HEAD + event->body.len;
    store_event_head(to, event->kind, event->player);
    if (event->body.len > 0)
        memcpy(to + STORE_BODY_HEAD, event->body.data, event->body.len);
    memset(to + size, 0, CHAIN_SIZE);
    *chain = chain_next(*chain, event->seq, to, size);
    chain_put(to + size, chain_mark(*chain, event->at));
}

/* Opens the query for the events from FIRST to LAST of a game. */
static void open_rows(struct query *query, struct store_reader *reader, int64_t game,
                      uint32_t first, uint32_t last, bool times) {
    /* SQLite passes on the rows from within its own loop (db/sqlite/events.c). */
    STATEMENT(bodies, "SELECT hand_out_event(body) FROM events WHERE id BETWEEN ? AND ?",
              .postgresql = "SELECT body FROM events WHERE id BETWEEN ? AND ? ORDER BY id");
    STATEMENT(timed, "SELECT hand_out_event(body, at) FROM events WHERE id BETWEEN ? AND ?",
              .postgresql = "SELECT body, at FROM events WHERE id BETWEEN ? AND ? ORDER BY id");
    QUERY_OPEN(query, reader, times ? &timed : &bodies, event_id(game, first),
               event_id(game, last));
}

/* The same with all chunks that hold any of them. PostgreSQL returns the events after the chunks in the same
 * query; those rows have a time, chunks have not. */
static void open_chunks(struct query *query, struct store_reader *reader, int64_t game,
                        uint32_t first, uint32_t last) {
    STATEMENT(chunks,
              "SELECT body, NULL FROM event_chunks WHERE id BETWEEN ?3 AND ?2"
              " AND id + 63 >= ?1 ORDER BY id",
              .postgresql = "SELECT body, NULL::bigint AS at, id FROM event_chunks"
                            " WHERE id BETWEEN ?3 AND ?2 UNION ALL"
                            " SELECT body, at, id FROM events WHERE id BETWEEN coalesce("
                            "(SELECT id + 64 FROM event_chunks WHERE id BETWEEN ?3 AND ?2"
                            " ORDER BY id DESC LIMIT 1), ?1) AND ?2 ORDER BY id");
    QUERY_OPEN(query, reader, &chunks, event_id(game, first), event_id(game, last),
               event_id(game, chunk_start(first)));
}

/* Reads the part of a log that has come with its game, from its beginning. */
static enum store_result read_log(const struct store_window *window, uint32_t last,
                                  struct event_sink *sink) {
    log_hand_out(sink, window->log, last);
    return sink->damaged ? STORE_DAMAGED : STORE_OK;
}

/* Passes on all rows of a query and closes it. With CHUNKS, rows may be chunks. */
static enum store_result hand_out_rows(struct query *query, struct event_sink *sink, bool chunks,
                                       uint32_t last) {
    bool timed = chunks || sink->times;
    while (query_row(query) && !sink->stopped) {
        struct store_bytes body = get_bytes(query);
        if (chunks && query->driver->is_null(query, query->at))
            chunk_hand_out(sink, body, last);
        else if (body.data != NULL) /* the single row that SQLite returns is empty */
            event_hand_out(sink, body, timed ? get_int(query) : 0);
    }
    return query_close(query);
}

enum store_result store_events_read(struct store_reader *reader, int64_t game,
                                    const struct store_window *window,
                                    bool (*row)(void *context, const struct store_event *event),
                                    void *context) {
    uint32_t after = window->after;
    if (after >= STORE_SEQ_MAX)
        return STORE_OK;
    uint32_t rest = STORE_SEQ_MAX - after;
    bool all = window->limit == 0 || window->limit > rest;
    uint32_t first = after > 0 ? after : 1, last = all ? STORE_SEQ_MAX : after + window->limit;
    /* A prefetched query is found only with the same parameters. */
    if (window->end != 0 && window->end < last && !reader->driver->ahead)
        last = window->end;
    bool chunks = last > first && last - first >= CHUNK_EVENTS;
    struct event_sink sink = {
        .row = row, .context = context, .last = after, .part = after > 0, .times = window->times};
    if (after == 0 && window->log.data != NULL)
        return read_log(window, last, &sink);
    struct event_sink *outer = reader->sink;
    assert(outer == NULL);
    struct query query;
    enum store_result result = STORE_OK;
    reader->sink = &sink;
    if (chunks) {
        open_chunks(&query, reader, game, first, last);
        result = hand_out_rows(&query, &sink, true, last);
    }
    bool more = sink.part || sink.last < last;
    if (result == STORE_OK && more && !sink.stopped && !(chunks && reader->driver->postgresql)) {
        open_rows(&query, reader, game, sink.part ? first : sink.last + 1, last, window->times);
        result = hand_out_rows(&query, &sink, false, last);
    }
    reader->sink = outer;
    return result == STORE_OK && sink.damaged ? STORE_DAMAGED : result;
}

static enum store_result read_end(struct store_reader *reader, int64_t game,
                                  struct store_log_end *end) {
    STATEMENT(last,
              "SELECT id, at, body FROM events WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1");
    bool damaged = false;
    struct query query;
    QUERY_OPEN(&query, reader, &last, event_id(game, 1), event_id(game, STORE_SEQ_MAX));
    *end = (struct store_log_end){0};
    if (query_row(&query)) {
        end->seq = (uint32_t)(get_int(&query) & STORE_SEQ_MAX);
        end->at = get_int(&query);
        uint64_t mark = event_mark(get_bytes(&query));
        end->chain = chain_value(mark);
        damaged = mark != chain_mark(end->chain, end->at);
    }
    enum store_result result = query_close(&query);
    return result == STORE_OK && damaged ? STORE_DAMAGED : result;
}

enum store_result store_events_last(struct store_reader *reader, int64_t game, uint32_t *seq,
                                    int64_t *at) {
    struct store_log_end end;
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
              .postgresql = "SELECT count(*), pg_table_size('events')"
                            " + pg_table_size('event_chunks') FROM events");
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
 * Many events go into one statement. A statement each costs 2 us more, and far more in a
 * transaction with other jobs: SQLite goes through the statement's undo information each time, so
 * that 20,000 events took seconds once many pages of the index on times had been touched.
 */
#define ROW       "(?, ?, ?, ?, ?)"
#define ROWS(row) row ", " row ", " row ", " row ", " row
enum { ROWS_AT_ONCE = 5 * 5 * 5 };

/* Binds N events, whose bodies are composed in SCRATCH. *CHAIN: the log's value, updated. */
static struct query *put_events(struct query *query, int64_t game, const struct store_event *events,
                                size_t n, uint64_t *chain, uint8_t *scratch) {
    for (size_t i = 0; i < n; i++) {
        const struct store_event *event = &events[i];
        size_t size = body_size(event);
        write_body(scratch, event, chain);
        put_int(query, event_id(game, event->seq));
        put_int(query, event->kind);
        put_seat(query, event->player);
        put_int(query, event->at);
        put_bytes(query, (struct store_bytes){scratch, size});
        scratch += size;
    }
    return query;
}

/* Inserts the first event after the log's end as the caller saw it. STORE_CONFLICT: the log has grown
 * since. */
static enum store_result insert_first(struct store_reader *reader, int64_t game,
                                      const struct store_event *event, uint64_t *chain) {
    STATEMENT(append_first,
              "INSERT INTO events (id, kind, player, at, body) SELECT ?, ?, ?, ?, ?"
              " WHERE NOT EXISTS (SELECT 1 FROM events WHERE id = ?1)",
              .postgresql = "INSERT INTO events (id, kind, player, at, body) VALUES " ROW);
    uint8_t scratch[BODY_MAX];
    return query_add(put_events(QUERY(reader, &append_first), game, event, 1, chain, scratch));
}

/* Inserts the next one. */
static enum store_result insert_next(struct store_reader *reader, int64_t game,
                                     const struct store_event *event, uint64_t *chain) {
    STATEMENT(append, "INSERT INTO events (id, kind, player, at, body) VALUES " ROW);
    uint8_t scratch[BODY_MAX];
    return query_run(put_events(QUERY(reader, &append), game, event, 1, chain, scratch), NULL);
}

/* Inserts the next ROWS_AT_ONCE of them. */
static enum store_result insert_many(struct store_reader *reader, int64_t game,
                                     const struct store_event *events, uint64_t *chain) {
    STATEMENT(append_many,
              "INSERT INTO events (id, kind, player, at, body) VALUES " ROWS(ROWS(ROWS(ROW))));
    size_t size = 0;
    for (size_t i = 0; i < ROWS_AT_ONCE; i++)
        size += body_size(&events[i]);
    uint8_t *scratch = malloc(size);
    if (scratch == NULL)
        return STORE_MEMORY;
    enum store_result result = query_run(
        put_events(QUERY(reader, &append_many), game, events, ROWS_AT_ONCE, chain, scratch), NULL);
    free(scratch);
    return result;
}

enum store_result store_events_append(struct store_tx *tx, int64_t game,
                                      const struct store_log_end *end,
                                      const struct store_event *events, size_t count) {
    struct store_reader *reader = &tx->reader;
    struct store_log_end last = {0};
    enum store_result result = STORE_OK;
    if (end != NULL)
        last = *end;
    else
        result = read_end(reader, game, &last);
    if (result == STORE_OK && last.seq == 0)
        result = game_exists(reader, game);
    if (result == STORE_OK && count > STORE_SEQ_MAX - last.seq)
        result = STORE_CONFLICT;
    for (size_t i = 0; i < count && result == STORE_OK; i++) {
        const struct store_event *event = &events[i];
        assert(event->body.len <= STORE_EVENT_MAX && event->kind >= 0 && event->kind <= 255);
        if (event->seq != last.seq + 1 + i)
            result = STORE_CONFLICT;
    }
    for (size_t i = 0; i < count && result == STORE_OK;) {
        bool many = i > 0 && count - i >= ROWS_AT_ONCE;
        result = i == 0 ? insert_first(reader, game, &events[i], &last.chain)
                 : many ? insert_many(reader, game, &events[i], &last.chain)
                        : insert_next(reader, game, &events[i], &last.chain);
        i += many ? ROWS_AT_ONCE : 1;
    }
    if (result == STORE_OK)
        result = chunks_write(reader, game, last.seq, last.seq + (uint32_t)count);
    store_announce(tx, game);
    return result;
}
