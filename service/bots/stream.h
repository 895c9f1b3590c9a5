/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BOTS_STREAM_H
#define SERVICE_BOTS_STREAM_H

#include <stdint.h>

#include "engine/chance.h"

/* A stateless generator: draw N is a mix of the seed and N. */
struct bot_stream {
    struct chance chance;
    uint64_t seed;
};

void bot_stream_begin(struct bot_stream *stream, uint64_t seed);

#endif
