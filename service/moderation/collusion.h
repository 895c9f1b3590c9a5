/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_MODERATION_COLLUSION_H
#define SERVICE_MODERATION_COLLUSION_H

#include "db/dealings.h"
#include "service/bots/dealings.h"
#include "service/game/events.h"

/*
 * Hints of collusion, for moderators: what people give away to one rival in trades, how they spare them with the robber,
 * and whom they make offers to alone, each beside what they do with all others. A hint never has a consequence by
 * itself, and nobody else learns of it.
 */

/* A listener: adds a `play` game that ends to what its people have done before, and judges each pair of them again. */
enum store_result collusion_on_events(struct store_tx *tx, const struct game_events *events);

/* How a player has dealt with another one, and with everybody else. */
struct collusion_side {
    struct dealing with, others;
    struct suspicion suspicion;
};
/* Reads what both sides of a pair have done: sides[0] is the first account's. */
enum store_result collusion_look(struct store_reader *reader, int64_t account, int64_t other,
                                 struct collusion_side sides[2]);

/* Scores are stored in thousandths. */
enum { COLLUSION_SCORE_UNIT = 1000 };

/* The stored score from which on a pair is listed. */
int64_t collusion_least(void);

#endif
