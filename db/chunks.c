/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/chunks.h"

#include "db/db_int.h"

#include <endian.h>
#include <string.h>

enum { LENGTH_SIZE = sizeof(uint16_t), TIME_SIZE = sizeof(uint64_t) };
_Static_assert(LENGTH_SIZE + TIME_SIZE == CHUNK_HEAD, "both, big-endian");

void chunk_head(uint8_t head[CHUNK_HEAD], size_t size, int64_t at) {
    uint16_t length = htobe16((uint16_t)size);
    uint64_t time = htobe64((uint64_t)at);
    memcpy(head, &length, LENGTH_SIZE);
    memcpy(head + LENGTH_SIZE, &time, TIME_SIZE);
}

enum store_result chunks_write(struct store_reader *reader, int64_t game, uint32_t before,
                               uint32_t last) {
    /* Starts after the game's last chunk, so that events written by a program without chunks are
     * included. */
    STATEMENT(
        write,
        "INSERT INTO event_chunks (id, body) SELECT c.id, (SELECT chunk_of_events(e.at, e.body)"
        " FROM events e WHERE e.id BETWEEN c.id AND c.id + 63) FROM events c"
        " WHERE c.id BETWEEN coalesce((SELECT id + 64 FROM event_chunks"
        " WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC LIMIT 1), ?1) AND ?2 AND (c.id & 63) = 1",
        .postgresql = "INSERT INTO event_chunks (id, body) SELECT min(id), " CHUNK_OF_EVENTS
                      " FROM events WHERE id BETWEEN coalesce((SELECT id + 64 FROM event_chunks"
                      " WHERE id BETWEEN ?1 AND ?2 ORDER BY id DESC LIMIT 1), ?1) AND ?2"
                      " GROUP BY (id - 1) >> 6");
    uint32_t whole = last - last % CHUNK_EVENTS;
    if (whole <= before)
        return STORE_OK;
    return query_run(QUERY_WITH(reader, &write, event_id(game, 1), event_id(game, whole)), NULL);
}

/* Takes the next event from BYTES; false: they hold no whole one. */
static bool take_event(struct store_bytes *bytes, struct store_bytes *body, int64_t *at) {
    const uint8_t *head = bytes->data;
    uint16_t length;
    uint64_t time;
    if (bytes->len < CHUNK_HEAD)
        return false;
    memcpy(&length, head, LENGTH_SIZE);
    memcpy(&time, head + LENGTH_SIZE, TIME_SIZE);
    *at = (int64_t)be64toh(time);
    *body = (struct store_bytes){head + CHUNK_HEAD, be16toh(length)};
    size_t taken = CHUNK_HEAD + body->len;
    if (taken > bytes->len)
        return false;
    *bytes = (struct store_bytes){head + taken, bytes->len - taken};
    return true;
}

/* Tells the sink of event NEXT and those after it; the first one in BYTES is SEQ. */
static void hand_out_bytes(struct event_sink *sink, struct store_bytes bytes, uint32_t seq,
                           uint32_t next, uint32_t end) {
    struct store_bytes body;
    int64_t at;
    for (; seq < end && !sink->stopped; seq++) {
        if (!take_event(&bytes, &body, &at))
            sink->stopped = sink->damaged = true;
        else if (seq >= next)
            event_hand_out(sink, body, at);
    }
}

void chunk_hand_out(struct event_sink *sink, struct store_bytes chunk, uint32_t last) {
    uint32_t next = sink->part ? sink->last : sink->last + 1;
    uint32_t seq = chunk_start(next), end = seq + CHUNK_EVENTS;
    hand_out_bytes(sink, chunk, seq, next, end <= last ? end : last + 1);
}

void log_hand_out(struct event_sink *sink, struct store_bytes log, uint32_t last) {
    struct store_bytes body;
    int64_t at;
    while (log.len > 0 && sink->last < last && !sink->stopped)
        if (take_event(&log, &body, &at))
            event_hand_out(sink, body, at);
        else
            sink->stopped = sink->damaged = true;
}
