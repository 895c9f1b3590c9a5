/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_TIMEOUT_H
#define SERVICE_ACTOR_TIMEOUT_H

#include "service/actor/actor.h"

/* The automatic move of a seat whose deadline has passed: depending on the game's clock, the neutral default
 * for its decision (O-01 to O-33) or a stand-in bot's move, marked as the server's. It answers the decision,
 * or plays the turn to its end. */
enum store_result timeout_due(const struct load *load, int64_t now,
                              struct automatic_move *automatic);

#endif
