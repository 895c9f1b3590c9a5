/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CLI_ENDING_H
#define SERVICE_CLI_ENDING_H

#include <stdbool.h>

/*
 * The end, by SIGTERM or SIGINT. A thread of its own takes these signals, from before anything that could
 * hang: it begins the orderly end, and where that is not over in time it ends the process. Then nothing is
 * lost: what was answered is stored, and what was being sent is sent again, as after a kill.
 */
enum { ENDING_MS = 4000 };

/* Blocks these signals in this thread and all that it starts, and takes them. False: there is no thread. */
bool ending_start(void);

/* Waits for the end to begin, at most SECONDS; whether it has. */
bool ending_wait(unsigned seconds);

#endif
