/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_GUESTS_H
#define SERVICE_ACTOR_GUESTS_H

#include "service/app/chore.h"

/* Marks the guests (account/guest.h) whose time is over, and deletes those that have been marked for
 * STORE_GUEST_OVER_DAYS in which a server was there, as their owners could: the runner gives up their
 * seats, which ends what they played with bots alone. Waits for the store's writer. A chore. */
enum chore_end guests_end(struct app *app, int64_t now);

#endif
