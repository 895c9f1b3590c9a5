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
 * Several processes on one database (db/shares.h): which of the work that comes up by itself is this
 * process's, and what the others have changed. On a file, and where there is no struct several (NULL), all
 * work is this process's and nobody else changes anything.
 */

/* The share of things that are numbered: games, and what a message goes to. */
unsigned several_share(int64_t thing);
/* Work that there is once: the shares with which it goes. */
enum several_single { SINGLE_HOUSEKEEPING, SINGLE_TELEGRAM, SINGLE_MATRIX };

/*
 * Whether a share is this process's now. JOB (may be NULL) becomes one that the store runs only if it is
 * then still. What is done without a job can be done by another process as well, when this one stands still
 * at that very moment.
 */
bool several_claim(struct several *several, unsigned share, struct store_job *job);
/* As bits: those that several_claim would be true for now. */
uint64_t several_shares(struct several *several);

/* NULL when memory ran out. APP must outlive it. */
struct several *several_new(struct app *app);
/*
 * Asks the database's machine what time it is, and lets app_now follow where this machine's clock is off: deadlines
 * are one process's and moves another's, so all have one clock. False when the store failed. To be called before
 * requests are served; it then goes on by itself. Nothing on a file.
 */
bool several_follow_clock(struct several *several);
/* Takes shares, tells app->share_gained of them, and begins to look after them and for changes. False when
 * there is no thread to be had. */
bool several_start(struct several *several);
/* Hears and renews no more: what this process has, it has until it runs out. NULL is fine. */
void several_stop(struct several *several);
/* Then, once all work has ended: others may have it at once. NULL is fine. */
void several_leave(struct several *several);
void several_free(struct several *several);

/* For how many ms it could not be asked what other processes change; 0 on a file. */
int64_t several_deaf_ms(struct several *several);

#endif
