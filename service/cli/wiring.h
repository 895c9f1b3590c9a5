/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CLI_WIRING_H
#define SERVICE_CLI_WIRING_H

#include <stdbool.h>

#include "service/app/app.h"

/*
 * The parts of the program, and the order in which they listen to events, act, start and stop.
 * Nothing below cli/ names these parts; they are connected only here.
 */

/* Creates everything that a server needs besides its store and its mail, which APP has already. False
 * when memory ran out; call wiring_free in any case, after the store has been closed. */
bool wiring_new(struct app *app);
void wiring_free(struct app *app);

/* Starts everything beside the server, which is already running. Threads that cannot be created are
 * logged. */
void wiring_start(struct app *app);
/* Stops all of it, and the server, each part after those that use it. */
void wiring_stop(struct app *app);

#endif
