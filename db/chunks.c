/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/chunks.h"

#include "db/db_int.h"

enum { LENGTH_SIZE = 2, TIME_SIZE = CHUNK_HEAD - LENGTH_SIZE };

void chunk_head(uint8_t head[CHUNK_HEAD], size_t size, int64_t at) {
    for (unsigned i = 0; i < LENGTH_SIZE; i++)
        head[i] = (uint8_t)(size >> 8 * (LENGTH_SIZE - 1 - i));
    for (unsigned i = 0; i < TIME_SIZE; i++)
        head[LENGTH_SIZE + i] = (uint8_t)((uint64_t)at >> 8 * (TIME_SIZE - 1 - i));
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

static uint64_t big_end_first(const uint8_t *bytes, size_t size) {
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

void chunk_hand_out(struct event_sink *sink, struct store_bytes chunk, uint32_t last) {
    const uint8_t *at = chunk.data;
    size_t left = chunk.len;
    uint32_t next = sink->part ? sink->last : sink->last + 1;
    uint32_t seq = chunk_start(next), end = seq + CHUNK_EVENTS;
    for (; seq < end && seq <= last && !sink->stopped; seq++) {
        size_t size = left < CHUNK_HEAD ? 0 : (size_t)big_end_first(at, LENGTH_SIZE);
        if (left < CHUNK_HEAD || size > left - CHUNK_HEAD) {
            sink->stopped = sink->damaged = true;
            return;
        }
        if (seq >= next)
            event_hand_out(sink, (struct store_bytes){at + CHUNK_HEAD, size},
                           sink->times ? (int64_t)big_end_first(at + LENGTH_SIZE, TIME_SIZE) : 0);
        at += CHUNK_HEAD + size;
        left -= CHUNK_HEAD + size;
    }
}
