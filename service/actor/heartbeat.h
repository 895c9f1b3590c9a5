/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_HEARTBEAT_H
#define SERVICE_ACTOR_HEARTBEAT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Time that people had, told from time that only passed. A thread writes every 15 seconds that a server is there
 * (db/heartbeat.h). What lies between two beats and is more than the server has lived, or less, is time without a
 * server: it was down, it stood still, the machine slept, the database did not answer, the clock was set. All of them
 * are met alike:
 *
 *  - Clocks of games are carried over it (game/timekeeper.h): what was left of each deadline before is left after
 *    it, forwards and backwards. After a start everybody has ten minutes at least. Waits without a clock leave it out
 *    (game/waiting.h).
 *  - A clock that was set back, that went on by more than a day while no server was there, or that jumped while one
 *    was, may be wrong: for an hour of the server's life nothing is deleted and nobody is late (app_doubt_clock).
 *    A shorter life goes on with it at the next start.
 *
 * app_now follows the clock of the world, or where several processes share a database that of its machine, only once
 * this is done.
 */
struct app;
struct heartbeat;

/* NULL when memory ran out. APP must outlive it, with its store. */
struct heartbeat *heartbeat_new(struct app *app);

/* To be called once before anybody may be late or move: meets the time since a server was there last. False when the
 * store failed, which has been logged; nobody is late then until a later beat has done it. */
bool heartbeat_begin(struct heartbeat *heartbeat);

/* A beat, after LIVED milliseconds in which the server was there as monotonic time says. For simulations; the thread
 * does it by itself. False when the store failed. */
bool heartbeat_beat(struct heartbeat *heartbeat, int64_t lived);

/* Starts the thread; false when there is none to be had. */
bool heartbeat_start(struct heartbeat *heartbeat);
/* Returns when the thread has ended, after a last beat. NULL is fine. */
void heartbeat_stop(struct heartbeat *heartbeat);
void heartbeat_free(struct heartbeat *heartbeat);

#endif
