/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SQUARE_PLACE_H
#define SERVICE_API_SQUARE_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "db/history.h"

/*
 * Where a reading of the events of many games has come to, so that it can go on without loss and without telling anything
 * twice. Events are told by their time, which is when they were judged; some are committed a little later than others
 * that were judged after them. So a place is a moment before which nothing can appear any more, and the events that have
 * been told beyond it: of each game up to which, since a log grows at its end alone.
 *
 * As text: "TIME.GAME.SEQ", behind this event, or "TIME.", from this time on; then "-GAME.SEQ" for each game. In it stands
 * no game that the reader has not been told of.
 */
enum {
    PLACE_TOLD_MAX =
        32, /* games; where more would be needed, telling waits until the oldest are settled */
    PLACE_TEXT_SIZE = 64 + PLACE_TOLD_MAX * 32,
    PLACE_SETTLED_MS = 30 * 1000, /* the store gives up a commit sooner */
};

struct square_place {
    struct store_moment from; /* game 0: at this time or later; else behind this event */
    struct store_moment told[PLACE_TOLD_MAX];
    size_t n;
};

/* False: TEXT is no place. */
bool place_parse(const char *text, struct square_place *place);
void place_write(const struct square_place *place, char text[PLACE_TEXT_SIZE]);

bool place_has_told(const struct square_place *place, const struct store_moment *moment);
/* Notes that the next event in order is told, where nothing from SETTLED on is sure to be all there. False: it cannot be told
 * yet. */
bool place_tell(struct square_place *place, const struct store_moment *moment, int64_t settled);
/* All events before this time have been seen. */
void place_advance(struct square_place *place, int64_t at);

#endif
