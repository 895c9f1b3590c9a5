/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_GUESTS_H
#define SERVICE_ACTOR_GUESTS_H

#include <stdbool.h>
#include <stdint.h>

struct app;

/* Deletes the guests (account/guest.h) whose end has come, as their owners could: the runner gives up their
 * seats, which ends what they played with bots alone. Waits for the store's writer. False when the store
 * failed. */
bool guests_end(struct app *app, int64_t now);

#endif
