/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_UNSTARTED_H
#define SERVICE_ACTOR_UNSTARTED_H

#include "service/app/chore.h"

/* How long before a game that waits for players is removed its people are told. */
enum { UNSTARTED_NOTICE_DAYS = 3 };

/* A chore: removes games that have waited for players for as many days as the setting open-game-days says, after whoever made them
 * or has a seat has been told. */
enum chore_end unstarted_end(struct app *app, int64_t now);

#endif
