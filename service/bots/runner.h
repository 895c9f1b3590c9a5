/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BOTS_RUNNER_H
#define SERVICE_BOTS_RUNNER_H

#include <stdbool.h>
#include <stdint.h>

struct server;
struct store;

/*
 * Plays the bots' seats, and gives up those of deleted accounts (service/farewell.h). One thread works through the games in which something has happened; a
 * bot's move is judged and written like a person's (service/play.h), and games whose bots have all
 * moved cost nothing. Several moves may be on their way to the disk at once, one of each game.
 */
struct bots;

/* NULL when memory ran out. Games can be woken from now on; nobody moves yet. */
struct bots *bots_new(struct store *store);

/* Starts moving, in all games that are going on or open. False when there is no thread to be had. */
bool bots_start(struct bots *bots, struct server *server);

/* Something has happened in this game. From any thread; NULL is fine. */
void bots_wake(struct bots *bots, int64_t game);

/* The account has been deleted: looks at all its games. From any thread; NULL is fine. */
void bots_farewell(struct bots *bots, int64_t account);

/* Returns when nobody has anything to do any more, everything written included. For simulations: the
 * world must stand still meanwhile. False where the store cannot take the moves. NULL is fine. */
bool bots_settle(struct bots *bots);

/* Moves no more; returns when what is on its way is written. bots_wake does nothing from then on. */
void bots_stop(struct bots *bots);

/* After bots_stop, when nobody can call bots_wake any more. NULL is fine. */
void bots_free(struct bots *bots);

#endif
