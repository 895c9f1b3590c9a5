/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_CHORE_H
#define SERVICE_APP_CHORE_H

#include <stdint.h>

struct app;

/* How a round of housekeeping ended. What goes on is taken up after a short rest, so that long work neither keeps the
 * rest waiting nor the end of the server. */
enum chore_end { CHORE_FAILED, CHORE_DONE, CHORE_GOES_ON };

/* What is done at the start and every hour, by one process at a time. It may wait for the store's writer; where it has
 * failed the next hour tries again. Which there are is said in cli/wiring.c. */
typedef enum chore_end chore(struct app *app, int64_t now);
extern chore *const chores[]; /* NULL at the end */

#endif
