/* SPDX-License-Identifier: AGPL-3.0-or-later */
/*
 * The stored form of a seat's statistics, of which a few thousand are read for one response: the smaller they are,
 * the fewer pages of the file have to be read. Most numbers are 0 and points hardly change between turns, so the
 * numbers are written in order, seven bits per byte, lowest first, with each point as the difference from the one
 * before; each 0 is followed by the number of further zeros.
 */
#include <string.h>

#include "service/game/statistics.h"

enum {
    VERSION_PLAIN = 1, /* two bytes per number, lowest first, after two bytes */
    VERSION_PACKED = 2,
    NUMBERS = sizeof(struct statistics) / sizeof(uint16_t),
    POINTS_AT = offsetof(struct statistics, points) / sizeof(uint16_t),
};
_Static_assert(sizeof(struct statistics) % sizeof(uint16_t) == 0, "they are numbers alone");
_Static_assert(NUMBERS == POINTS_AT + STATISTICS_POINTS_MAX, "points come last");

/* ---- points and their steps ---- */

/* Zigzag encoding, so that small steps are small numbers: 0, -1, 1, -2, 2, … become 0, 1, 2, 3, 4,
 * … */
static uint16_t step_number(uint16_t from, uint16_t to) {
    uint16_t step = (uint16_t)(to - from);

    return step < 0x8000 ? (uint16_t)(2 * step) : (uint16_t)(2 * (UINT16_MAX - step) + 1);
}

static uint16_t step_end(uint16_t from, uint16_t number) {
    uint16_t half = number / 2;

    return (uint16_t)(number % 2 == 0 ? from + half : from - half - 1);
}

/* ---- numbers and bytes ---- */

static uint8_t *pack_number(uint8_t *at, unsigned number) {
    for (; number >= 0x80; number >>= 7)
        *at++ = (uint8_t)(number | 0x80);
    *at++ = (uint8_t)number;
    return at;
}

/* Reads the number at AT and returns its end; NULL if it exceeds END or 65,535. */
static const uint8_t *unpack_number(const uint8_t *at, const uint8_t *end, unsigned *number) {
    *number = 0;
    for (unsigned shift = 0; at < end && shift < 21; shift += 7) {
        *number |= (*at & 0x7fu) << shift;
        if (*at++ < 0x80)
            return *number <= UINT16_MAX ? at : NULL;
    }
    return NULL;
}

size_t statistics_encode(const struct statistics *stats, uint8_t body[STATISTICS_SIZE_MAX]) {
    uint16_t numbers[NUMBERS] = {0};
    uint8_t *at = body;

    memcpy(numbers, stats, POINTS_AT * sizeof *numbers);
    for (unsigned i = 0, from = 0; i < stats->n_points; from = stats->points[i++])
        numbers[POINTS_AT + i] = step_number((uint16_t)from, stats->points[i]);
    *at++ = VERSION_PACKED;
    for (size_t i = 0; i < NUMBERS;) {
        size_t next = i + 1;

        at = pack_number(at, numbers[i]);
        if (numbers[i] == 0) {
            while (next < NUMBERS && numbers[next] == 0)
                next++;
            at = pack_number(at, (unsigned)(next - i - 1));
        }
        i = next;
    }
    return (size_t)(at - body);
}

static bool read_packed(const uint8_t *at, const uint8_t *end, uint16_t numbers[NUMBERS]) {
    unsigned number, zeros;
    size_t n = 0;

    for (; at != end && n < NUMBERS; numbers[n++] = (uint16_t)number) {
        at = unpack_number(at, end, &number);
        if (at != NULL && number == 0) {
            at = unpack_number(at, end, &zeros);
            if (at != NULL && zeros >= NUMBERS - n)
                return false;
            for (; at != NULL && zeros > 0; zeros--)
                numbers[n++] = 0;
        }
        if (at == NULL)
            return false;
    }
    return at == end && n == NUMBERS;
}

static bool read_plain(const uint8_t *at, const uint8_t *end, uint16_t numbers[NUMBERS]) {
    if (end - at != 1 + 2 * NUMBERS)
        return false;
    for (size_t i = 0; i < NUMBERS; i++)
        numbers[i] = (uint16_t)(at[1 + 2 * i] | at[2 + 2 * i] << 8);
    return true;
}

bool statistics_decode(const uint8_t *body, size_t size, struct statistics *stats) {
    const uint8_t *end = body + size;
    uint16_t numbers[NUMBERS];
    bool packed = size > 0 && body[0] == VERSION_PACKED;
    bool read = packed ? read_packed(body + 1, end, numbers)
                       : size > 0 && body[0] == VERSION_PLAIN && read_plain(body + 1, end, numbers);

    if (!read)
        return false;
    memcpy(stats, numbers, sizeof numbers);
    if (stats->n_points > STATISTICS_POINTS_MAX)
        return false;
    for (unsigned i = 0, from = 0; packed && i < stats->n_points; from = stats->points[i++])
        stats->points[i] = step_end((uint16_t)from, stats->points[i]);
    return true;
}
