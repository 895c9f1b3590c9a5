/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_EVENT_SINK_H
#define DB_EVENT_SINK_H

#include "db/chain.h"

/* From rows of `events` to the caller that reads a log. */

/*
 * The column `body` holds kind, player (NOBODY: -1), the caller's bytes, and the checksum
 * (db/chain.h). The columns kind and player repeat the first two for people with a database shell;
 * reading a log needs only this one column, which saves two thirds of the time
 * (migrations/0003_events.sql).
 */
enum { NOBODY = 255, BODY_MAX = STORE_BODY_HEAD + STORE_EVENT_MAX + CHAIN_SIZE };

/* The key of an event: 20 bits of seq below the game's id (migrations/0003_events.sql). */
static inline int64_t event_id(int64_t game, uint32_t seq) {
    return (int64_t)((uint64_t)game << 20 | seq);
}

/* An event's checksum, the end of the column `body`; 0: it is too short for an event. */
static inline uint64_t event_mark(struct store_bytes body) {
    return body.len < STORE_BODY_HEAD + CHAIN_SIZE
               ? 0
               : chain_word((const uint8_t *)body.data + body.len - CHAIN_SIZE);
}

/* Receives each event while a log is read. */
struct event_sink {
    bool (*row)(void *context, const struct store_event *event);
    void *context;
    uint32_t last;  /* seq of the latest event passed to row */
    uint64_t chain; /* the log's value up to it */
    bool part;      /* the event before the window comes first, as it holds that value */
    bool times;     /* the time is read as well */
    bool stopped;   /* row returned false, or damage was found */
    bool damaged;   /* a row was no event, or not the one that was written */
};

/* Passes the next event to the sink, as stored in its row; `at` is used only if the times are read.
 * Inline, as it is called for each event that is read, by SQLite's loop or by ours. */
static inline void event_hand_out(struct event_sink *sink, struct store_bytes body, int64_t at) {
    const uint8_t *bytes = body.data;
    size_t size = body.len - CHAIN_SIZE;
    if (sink->stopped)
        return;
    if (bytes == NULL || size < STORE_BODY_HEAD || size > BODY_MAX) {
        sink->stopped = sink->damaged = true;
        return;
    }
    uint64_t mark = chain_word(bytes + size);
    if (sink->part) { /* the event before the window */
        sink->part = false;
        sink->chain = chain_value(mark);
        return;
    }
    sink->chain = chain_next(sink->chain, ++sink->last, bytes, size);
    struct store_event event = {
        .seq = sink->last,
        .kind = bytes[0],
        .player = bytes[1] == NOBODY ? -1 : bytes[1],
        .at = sink->times ? at : 0,
        .body = {bytes + STORE_BODY_HEAD, size - STORE_BODY_HEAD},
        .chain = sink->chain,
    };
    sink->damaged =
        sink->times ? mark != chain_mark(event.chain, at) : chain_value(mark) != event.chain;
    sink->stopped = sink->damaged || !sink->row(sink->context, &event);
}

#endif
