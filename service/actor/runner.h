/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_RUNNER_H
#define SERVICE_ACTOR_RUNNER_H

#include <stdbool.h>
#include <stdint.h>

#include "service/actor/actor.h"

struct server;
struct several;
struct store;

/*
 * Has the actors (actor.h) move: it plays the bots' seats, gives up those of deleted accounts
 * (service/actor/release.h), and does what clocks and orders say. One thread works through the games in
 * which something has happened. RUNNER_THINKERS others do what takes long to decide (actor.h); where
 * RUNNER_THOUGHTS_MAX games wait for those already, or RUNNER_THOUGHTS_ACCOUNT_MAX of the account, it is done in a
 * simpler way at once. A move is judged and written like a person's (service/game/play.h), and games in which nothing
 * is due cost nothing. Several moves may be on their way to the disk at once, one of each game.
 */
struct runner;

enum {
    RUNNER_THINKERS = 2,
    RUNNER_THOUGHTS_MAX = 16,
    RUNNER_THOUGHTS_ACCOUNT_MAX = 8 /* of which of one account */
};

/* The actor (actor.h) that resigns the seats of deleted accounts. */
actor_due runner_resign_due;

/* NULL when memory ran out. Games can be woken from now on; nobody moves yet. */
struct runner *runner_new(struct store *store);

/* Starts moving, in all games that are going on or open. False when there is no thread to be had. */
bool runner_start(struct runner *runner, struct server *server);

/* Before the start, where others may serve the database: only the games that are this process's are looked at
 * (service/app/several.h). */
void runner_share_with(struct runner *runner, struct several *several);

/* Games of these shares (as bits) are looked at by this process from now on. From any thread; NULL is fine. */
void runner_shares_gained(struct runner *runner, uint64_t shares);

/* Something has happened in this game. From any thread; NULL is fine. */
void runner_wake(struct runner *runner, int64_t game);

/* Wakes the games in which an actor wanted to be asked again (automatic_move.again_at) by NOW; returns how
 * many. NULL is fine. */
int runner_wake_again(struct runner *runner, int64_t now);
/* When the next of them wants to be, INT64_MAX: none does. */
int64_t runner_next_again(struct runner *runner);

/* The same as runner_wake, as struct app calls it. */
struct app;
void runner_game_changed(struct app *app, int64_t game);

/* The account has been deleted: looks at all its games. From any thread; NULL is fine. */
void runner_release_account(struct runner *runner, int64_t account);

/* Returns when nobody has anything to do any more, everything written included. For simulations: the
 * world must stand still meanwhile. False where the store did not take a move since it was called last. NULL is
 * fine. */
bool runner_settle(struct runner *runner);

/* Moves no more; returns when what is on its way is written. runner_wake does nothing from then on. */
void runner_stop(struct runner *runner);

/* After runner_stop, when nobody can call runner_wake any more. NULL is fine. */
void runner_free(struct runner *runner);

#endif
