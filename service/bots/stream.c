/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/bots/stream.h"

static uint32_t draw_mixed(const struct chance *chance, uint32_t number, uint32_t bound) {
    uint64_t x = ((const struct bot_stream *)chance)->seed + number * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((x >> 32) * bound >> 32);
}

void bot_stream_begin(struct bot_stream *stream, uint64_t seed) {
    *stream = (struct bot_stream){{draw_mixed, 0}, seed};
}
