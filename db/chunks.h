/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_CHUNKS_H
#define DB_CHUNKS_H

#include "db/event_sink.h"

/*
 * Reading 64 events from one row takes a fraction of the time of 64 rows: a third on PostgreSQL, and a view takes
 * a quarter less on SQLite. So the logs are stored a second time, in rows of CHUNK_EVENTS events each
 * (event_chunks, migrations/0041 and postgresql/0030); the last events of a log, fewer than that, have rows of
 * their own only. A chunk is written in the transaction of its last event, and never changes. The rows of `events`
 * are what counts: all of them stay, for searches by time and for programs of the version before, whose logs get
 * the chunks that they lack with the next events of this one.
 */
enum { CHUNK_EVENTS = 64 };
_Static_assert(CHUNK_EVENTS == 64, "as the statements say");

/* What a chunk holds of its events: for each the length of its body (2 bytes), its time (8), both big-endian, and
 * its body. In PostgreSQL's SQL; SQLite has chunk_of_events(at, body) for it. */
#define CHUNK_OF_EVENTS                                                                            \
    "string_agg(int2send(length(body)::smallint) || int8send(at) || body, ''::bytea ORDER BY id)"

/* All chunks that a database lacks. */
#define CHUNKS_OF_ALL                                                                              \
    "INSERT INTO event_chunks (id, body) SELECT min(id), " CHUNK_OF_EVENTS                         \
    " FROM events GROUP BY (id - 1) >> 6 HAVING count(*) = 64"

/* Writes the chunks that a log has completed, given that its last event was BEFORE and is now LAST. */
enum store_result chunks_write(struct store_reader *reader, int64_t game, uint32_t before,
                               uint32_t last);

/* The bytes before each event of a chunk: the length of its body, and its time. */
enum { CHUNK_HEAD = 2 + 8 };
void chunk_head(uint8_t head[CHUNK_HEAD], size_t size, int64_t at);

/* The first event of the chunk that an event belongs to. */
static inline uint32_t chunk_start(uint32_t seq) {
    return seq - (seq - 1) % CHUNK_EVENTS;
}

/* Tells the sink the events of the chunk that holds the next one: from that one up to LAST. */
void chunk_hand_out(struct event_sink *sink, struct store_bytes chunk, uint32_t last);
/* The same for a whole log of that form, however long. */
void log_hand_out(struct event_sink *sink, struct store_bytes log, uint32_t last);

#endif
