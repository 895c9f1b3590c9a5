/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_WAKER_H
#define SERVICE_ACTOR_WAKER_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The clock thread. It sleeps until the earliest timer (db/clocks.h) and wakes the games whose timers
 * are due (runner_wake); the actors (service/actor/actor.h) then find what has to be done, and set or clear
 * the timers in the transaction of their moves. A timer that stays is due again at the next tick.
 */
struct app;
struct waker;

/* The longest sleep of the thread in milliseconds, and so its greatest delay for a timer without
 * waker_nudge. */
enum { WAKER_TICK_MS = 1000 };

/* NULL when memory ran out. APP must outlive it, with its store and its bots. */
struct waker *waker_new(struct app *app);

/* Starts the thread; false if it could not be created. */
bool waker_start(struct waker *waker);

/* Tells it that a timer may have been set that is earlier than all others. From any thread, after
 * the commit; NULL is fine. */
void waker_nudge(struct waker *waker);

/* Returns when the thread has ended. NULL is fine. */
void waker_stop(struct waker *waker);
void waker_free(struct waker *waker);

/* What the thread does at each step, on the calling thread, as of NOW: wakes all games whose timers are
 * due. For simulations; runner_settle then waits for all that follows. Returns how many games it has
 * woken, or -1 if the store could not be read. */
int waker_run_due(struct app *app, int64_t now);

#endif
