/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_GUESTS_H
#define SERVICE_ACTOR_GUESTS_H

#include <stdbool.h>
#include <stdint.h>

struct app;

/* Marks the guests (account/guest.h) whose time is over, and deletes those that have been marked for
 * STORE_GUEST_OVER_DAYS of running time, as their owners could do. The runner then gives up their seats,
 * which ends games that they played with bots alone. Waits for the store's writer. False when the store
 * failed. */
bool guests_end(struct app *app, int64_t now);

#endif
