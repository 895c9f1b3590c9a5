/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CLI_ENDING_H
#define SERVICE_CLI_ENDING_H

#include <stdbool.h>

/*
 * Ending by SIGTERM or SIGINT. A thread of its own takes these signals, started before anything that could
 * hang: it begins the orderly end, and if that is not over in time it ends the process. Even then nothing
 * is lost: all changes that were answered are stored, and messages being sent are sent again, as after a
 * kill.
 */
enum { ENDING_MS = 4000 };

/* Blocks these signals in this thread and all that it starts, and starts the thread that takes them. False:
 * it could not be created. */
bool ending_start(void);

/* Waits for the end to begin, at most SECONDS; whether it has. */
bool ending_wait(unsigned seconds);

#endif
