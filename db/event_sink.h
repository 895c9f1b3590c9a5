/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_EVENT_SINK_H
#define DB_EVENT_SINK_H

#include "db/chain.h"

/* From a row of `events` to whoever reads a log. */

/*
 * What stands in the column `body`: kind, player (NOBODY: -1), then the caller's bytes, then the
 * checksum (db/chain.h). The columns kind and player repeat the first two for people with a database
 * shell; reading a log touches this one column alone, which takes two thirds off its time
 * (migrations/0003_events.sql).
 */
enum { NOBODY = 255, BODY_MAX = STORE_BODY_HEAD + STORE_EVENT_MAX + CHAIN_SIZE };

/* The key of an event: 20 bits of seq below the game's id (migrations/0003_events.sql). */
static inline int64_t event_id(int64_t game, uint32_t seq) {
    return (int64_t)((uint64_t)game << 20 | seq);
}

/* An event's checksum, as the column `body` ends in it; 0: it is too short to be an event's. */
static inline uint64_t event_mark(struct store_bytes body) {
    return body.len < STORE_BODY_HEAD + CHAIN_SIZE
               ? 0
               : chain_word((const uint8_t *)body.data + body.len - CHAIN_SIZE);
}

/* Who is told each event while a log is read. */
struct event_sink {
    bool (*row)(void *context, const struct store_event *event);
    void *context;
    uint32_t last;  /* seq of the event told last */
    uint64_t chain; /* the log's value up to it */
    bool part;      /* the row before comes first: it has that value */
    bool times;     /* the time is read as well */
    bool stopped;   /* row said false, or damage */
    bool damaged;   /* a row was no event, or not the one that was written */
};

/* Tells the sink the next event, as its row has it; at counts where the times are read. It stands here
 * because it is called for each event of a log that is read, by SQLite's loop or by ours. */
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
        .at = sink->times ? at : 0,
        .body = {bytes + STORE_BODY_HEAD, size - STORE_BODY_HEAD},
        .chain = sink->chain,
    };
    sink->damaged =
        sink->times ? mark != chain_mark(event.chain, at) : chain_value(mark) != event.chain;
    sink->stopped = sink->damaged || !sink->row(sink->context, &event);
}

#endif
