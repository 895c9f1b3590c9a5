/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_HEARTBEAT_H
#define SERVICE_ACTOR_HEARTBEAT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Tells time in which players could act from time that merely passed. A thread writes every 15 seconds that a
 * server is running (db/heartbeat.h). If the wall clock's time between two beats is more or less than the server's
 * running time, the difference is time without a server: it was down or stopped, the machine slept, the database
 * did not answer, or the clock was set. All of these are treated alike:
 *
 *  - Clocks of games are carried over it (game/timekeeper.h): each deadline has as much time left after it as
 *  before, whether the clock went forwards or backwards. After a start everybody has at least ten minutes. Waits
 *  without a clock do not count it (game/waiting.h).
 *  - A clock that was set back, that advanced by more than a day while no server ran, or that jumped while one
 *  did, may be wrong: for an hour of running time nothing is deleted and nobody is late (app_doubt_clock). What
 *  remains of that hour at the end continues at the next start.
 *
 * Only after this does app_now follow the wall clock (with several processes on one database, that of its
 * machine).
 */
struct app;
struct heartbeat;

/* NULL when memory ran out. APP must outlive it, with its store. */
struct heartbeat *heartbeat_new(struct app *app);

/* Called once before anybody may be late or move: deals with the time since a server last ran. False when the
 * store failed, which has been logged; then nobody is late until a later beat has succeeded. */
bool heartbeat_begin(struct heartbeat *heartbeat);

/* One beat, after LIVED milliseconds of running time by the monotonic clock. For simulations; the thread does it
 * by itself. False when the store failed. */
bool heartbeat_beat(struct heartbeat *heartbeat, int64_t lived);

/* Starts the thread; false if it could not be created. */
bool heartbeat_start(struct heartbeat *heartbeat);
/* Returns when the thread has ended, after a last beat. NULL is fine. */
void heartbeat_stop(struct heartbeat *heartbeat);
void heartbeat_free(struct heartbeat *heartbeat);

#endif
