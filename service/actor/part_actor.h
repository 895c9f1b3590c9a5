/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_PART_ACTOR_H
#define SERVICE_ACTOR_PART_ACTOR_H

#include "service/actor/actor.h"

/* Carries out what a player wants in their part of another's turn (service/game/parts.h): the next build of
 * an answer or a plan that can be made, then the end of the part. An answer's other builds are skipped and
 * told to its owner, a plan keeps them. */
actor_due parts_due;

/* Fills *AUTOMATIC: SEAT, which is asked ahead and has not answered in time, builds nothing. */
enum store_result parts_pass(const struct load *load, unsigned seat, int64_t now,
                             struct automatic_move *automatic);

#endif
