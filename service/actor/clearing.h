/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_CLEARING_H
#define SERVICE_ACTOR_CLEARING_H

#include <stdbool.h>

/*
 * Removes finished games that only deleted accounts, guests that have ended, and bots have made and ever played.
 * Seats of such accounts in running games are given up before (actor/release.h).
 */
struct app;

/* Removes the games of deleted accounts. For housekeeping; false if it could not. */
bool clearing_run(struct app *app);

#endif
