/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_CHAIN_H
#define DB_CHAIN_H

#include "db/events.h"
#include "db/games.h"

/*
 * Checksums against damage on the disk or in memory; no protection against somebody who can write the
 * database, as they can write these as well. They are plain arithmetic, as they are computed for each
 * event that is read.
 *
 * Each event ends in CHAIN_SIZE bytes, a little-endian number. Its upper 40 bits are the log's value:
 * computed from the value of the event before (0 for the first one) and the event's seq, kind, player
 * and bytes, so it covers the whole log so far. Its lower 24 bits are computed from that value and the
 * event's time; they are separate because most readers do not read the time. A single changed bit is
 * always found; any other damage is missed with a probability of 2^-40, in the time 2^-24.
 */
enum { CHAIN_SIZE = 8, CHAIN_TIME_BITS = 24 };

/* Odd, so that no two words give the same product, and with bits spread evenly: 2^64 divided by the
 * golden ratio. Must never change, as databases hold values computed with it. */
#define CHAIN_FACTOR UINT64_C(0x9E3779B97F4A7C15)

/* Different values never give the same result with the same word, nor one value with different words:
 * a change within eight bytes always shows in the end. */
static inline uint64_t chain_mix(uint64_t value, uint64_t word) {
    value = (value ^ word) * CHAIN_FACTOR;
    return value ^ value >> 32;
}

static inline uint64_t chain_word(const uint8_t *at) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

/* The log's value in an event's last bytes, taken as a number. */
static inline uint64_t chain_value(uint64_t mark) {
    return mark >> CHAIN_TIME_BITS << CHAIN_TIME_BITS;
}

/* The value after an event whose column `body` begins with SIZE > 0 bytes: kind, player, the caller's.
 * CHAIN_SIZE more bytes after them must be readable; they do not count. */
static inline uint64_t chain_next(uint64_t before, uint32_t seq, const uint8_t *body, size_t size) {
    uint64_t value = chain_mix(before, (uint64_t)size << 32 | seq);
    for (; size > CHAIN_SIZE; size -= CHAIN_SIZE, body += CHAIN_SIZE)
        value = chain_mix(value, chain_word(body));
    return chain_value(chain_mix(value, chain_word(body) << (64 - 8 * size)));
}

/* An event's last bytes as a number: the value and the mark of the time. */
static inline uint64_t chain_mark(uint64_t value, int64_t at) {
    return value | chain_mix(value, (uint64_t)at) >> (64 - CHAIN_TIME_BITS);
}

/* Writes an event's last bytes. */
void chain_put(uint8_t to[CHAIN_SIZE], uint64_t mark);

/* VALUE continued over any bytes. */
uint64_t chain_bytes(uint64_t value, const void *data, size_t size);

/* The checksum of what never changes in a game: mode, set-up, options, position, seed and
 * commitment. */
int64_t chain_game(const struct store_game *game);

#endif
