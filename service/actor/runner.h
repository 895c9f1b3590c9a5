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
 * Runs the actors (actor.h): it plays the bots' seats, gives up those of deleted accounts
 * (service/actor/release.h), and carries out clocks and orders. One thread works through the games in which
 * something has happened. RUNNER_THINKERS others make the decisions that take long (actor.h); if
 * RUNNER_THOUGHTS_MAX games are waiting for them, or RUNNER_THOUGHTS_ACCOUNT_MAX of the account, the decision is
 * made in a simpler way at once. A move is judged and written like a person's (service/game/play.h), and games in
 * which nothing is due cost nothing. Several moves may be in the course of being written at once, one per game.
 */
struct runner;

enum {
    RUNNER_THINKERS = 2,
    RUNNER_THOUGHTS_MAX = 16,
    RUNNER_THOUGHTS_ACCOUNT_MAX = 8 /* at most so many of one account */
};

/* The actor (actor.h) that resigns the seats of deleted accounts. */
actor_due runner_resign_due;

/* NULL when memory ran out. Games can be woken from now on, but no moves are made yet. */
struct runner *runner_new(struct store *store);

/* Starts moving, in all active and open games. False if no thread could be created. */
bool runner_start(struct runner *runner, struct server *server);

/* Called before the start if several processes may serve the database: only games of this process's shares
 * are looked at (service/app/several.h). */
void runner_share_with(struct runner *runner, struct several *several);

/* This process looks at games of these shares (as bits) from now on. From any thread; NULL is fine. */
void runner_shares_gained(struct runner *runner, uint64_t shares);

/* Something has happened in this game. From any thread; NULL is fine. */
void runner_wake(struct runner *runner, int64_t game);

/* Wakes the games whose automatic_move.again_at has come by NOW; returns how many. NULL is fine. */
int runner_wake_again(struct runner *runner, int64_t now);
/* The next such time; INT64_MAX: none. */
int64_t runner_next_again(struct runner *runner);

/* runner_wake in the form that struct app calls. */
struct app;
void runner_game_changed(struct app *app, int64_t game);

/* The account has been deleted: looks at all its games. From any thread; NULL is fine. */
void runner_release_account(struct runner *runner, int64_t account);

/* Returns when nothing is left to do, all writes included. For simulations: nothing else may happen meanwhile.
 * False if the store has refused a move since the last call. NULL is fine. */
bool runner_settle(struct runner *runner);

/* Stops moving; returns when all submitted moves are written. runner_wake does nothing from then
 * on. */
void runner_stop(struct runner *runner);

/* After runner_stop, when nobody can call runner_wake any more. NULL is fine. */
void runner_free(struct runner *runner);

#endif
