/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_SEVERAL_H
#define SERVICE_APP_SEVERAL_H

#include <stdbool.h>
#include <stdint.h>

struct app;
struct server;
struct several;
struct store_job;

/*
 * Several processes on one database (db/shares.h): which background work belongs to this process, and what
 * the others have changed. On a file, and without a struct several (NULL), all work is this process's and
 * no other changes anything.
 */

/* The share of a numbered thing: a game, or a message's target. */
unsigned several_share(int64_t thing);
/* Work of which there is only one: the shares that it belongs to. */
enum several_single { SINGLE_HOUSEKEEPING, SINGLE_TELEGRAM, SINGLE_MATRIX };

/*
 * Whether a share is this process's now. JOB (may be NULL) becomes one that the store runs only if it still
 * is then. Work done without a job may be done by another process as well, if this one is stopped at that
 * moment.
 */
bool several_claim(struct several *several, unsigned share, struct store_job *job);
/* The shares for which several_claim would be true now, as bits. */
uint64_t several_shares(struct several *several);

/* NULL when memory ran out. APP must outlive it. */
struct several *several_new(struct app *app);
/*
 * Asks the database's machine for the time, and corrects app_now if this machine's clock differs: one process may
 * handle the deadline and another the move, so all need one clock. False when the store failed. Called before
 * requests are served; it is then repeated automatically. Does nothing on a file.
 */
bool several_follow_clock(struct several *several);
/* Takes shares, calls app->shares_gained with them, and starts renewing them and looking for changes.
 * False if no thread could be created. */
bool several_start(struct several *several);
/* Stops looking and renewing: this process keeps its shares until they expire. NULL is fine. */
void several_stop(struct several *several);
/* After that, once all work has ended: gives up the shares, so that others can take them at once.
 * NULL is fine. */
void several_leave(struct several *several);
void several_free(struct several *several);

/* For how many ms changes of other processes could not be read; 0 on a file. */
int64_t several_deaf_ms(struct several *several);

#endif
