/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/chunks.h"

#include "db/db_int.h"

enum { LENGTH_SIZE = 2, TIME_SIZE = 8, HEAD_SIZE = LENGTH_SIZE + TIME_SIZE };

enum store_result chunks_write(struct store_reader *reader, int64_t game, uint32_t before,
                               uint32_t last) {
    /* From behind the game's last chunk: what a program without chunks has written comes along. */
    STATEMENT(write, NULL,
              .postgresql =
                  "INSERT INTO event_chunks (id, body) SELECT min(id), " CHUNK_OF_EVENTS
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
        size_t size = left < HEAD_SIZE ? 0 : (size_t)big_end_first(at, LENGTH_SIZE);
        if (left < HEAD_SIZE || size > left - HEAD_SIZE) {
            sink->stopped = sink->damaged = true;
            return;
        }
        if (seq >= next)
            event_hand_out(sink, (struct store_bytes){at + HEAD_SIZE, size},
                           (int64_t)big_end_first(at + LENGTH_SIZE, TIME_SIZE));
        at += HEAD_SIZE + size;
        left -= HEAD_SIZE + size;
    }
}
