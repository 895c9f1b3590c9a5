/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_TIMEOUT_H
#define SERVICE_ACTOR_TIMEOUT_H

#include "service/actor/actor.h"

/* The automatic of a seat whose deadline has passed: the neutral default for what it is asked (O-01 to O-33)
 * or what a stand-in bot would do, as the game's clock says, marked as the server's doing. A turn is
 * played to its end so, a decision answered. */
enum store_result timeout_due(const struct load *load, int64_t now,
                              struct automatic_move *automatic);

#endif
