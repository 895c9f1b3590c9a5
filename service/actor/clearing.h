/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_CLEARING_H
#define SERVICE_ACTOR_CLEARING_H

#include "service/app/chore.h"

/*
 * Removes finished games that only deleted accounts, guests that have ended, and bots have made and ever played.
 * Seats of such accounts in running games are given up before (actor/release.h).
 */

/* Removes what is left of deleted accounts. A chore. */
enum chore_end clearing_run(struct app *app, int64_t now);

#endif
