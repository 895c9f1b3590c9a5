/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CLI_WIRING_H
#define SERVICE_CLI_WIRING_H

#include <stdbool.h>

#include "service/app/app.h"

/*
 * Which parts the program is made of, and in what order they are told of events, act, start and stop.
 * Nothing below cli/ names these parts; they meet here.
 */

/* Makes everything that a server needs besides its store and its mail, which APP has already. False when
 * memory ran out; wiring_free is to be called in any case, after the store has been closed. */
bool wiring_new(struct app *app);
void wiring_free(struct app *app);

/* Starts what runs beside the server, which runs already. What has no thread is logged. */
void wiring_start(struct app *app);
/* Ends all of it, and the server, each after those that use it. */
void wiring_stop(struct app *app);

#endif
