/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_PART_ACTOR_H
#define SERVICE_ACTOR_PART_ACTOR_H

#include "service/actor/actor.h"

/* Carries out what players want in their parts of another's turn (service/game/part_lists.h) where that did not
 * come with a move: a seat has changed hands, or a move's parts had no room or could not be read. */
actor_due parts_due;

/* Fills in *AUTOMATIC: SEAT, which was asked ahead and has not answered in time, builds nothing
 * (X-33). */
enum store_result parts_pass(const struct load *load, unsigned seat, int64_t now,
                             struct automatic_move *automatic);

#endif
