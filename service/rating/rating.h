/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_RATING_RATING_H
#define SERVICE_RATING_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include "db/games.h"
#include "db/ratings.h"
#include "service/app/chore.h"
#include "service/document/category.h"
#include "service/game/events.h"
#include "service/game/new_game.h"
#include "service/rating/weng_lin.h"

/*
 * Ratings: how strong people play, in each category of games. A rated game is counted once, in the transaction that ends
 * it, and games are counted in the order of these transactions. `rating_step` is the only arithmetic, for a game that
 * ends as for all of them again (rating/recount.h), so both come to the same digits.
 *
 * Means and deviations are kept in units of 1e-12 (db/ratings.h): each step begins with the numbers that the one before
 * has stored.
 */

/* Why a rated game does not count. */
enum rating_fault { RATING_COUNTS, RATING_TOO_SHORT, RATING_GIVEN_UP, RATING_ANNULLED };
extern const char *const rating_fault_names[];

/* Sets new_game->category if the game is to be rated, among_bots being set. False, with the errors: it cannot be. */
bool rating_admit(struct read_errors *errors, struct new_game *new_game);

/* ---- what is stored, and what people read ---- */

struct strength rating_strength(int64_t mu, int64_t sigma);
/* Sets the strength with which everybody begins, if no game counts yet. */
void rating_begin(struct store_rating *rating);
/* 1500 is where everybody begins. */
int rating_shown(int64_t mu);
/* Too few games, or too different ones, to stand on a ladder. */
bool rating_provisional(const struct store_rating *rating);
/* Who played last before that does not stand on a ladder at NOW. */
int64_t rating_idle_since(int64_t now);

/* ---- counting ---- */

/* The ranks by which a game counts: the winner is first, the others follow by points, and a seat of the set GIVEN_UP is
 * last. Equal points share a rank. */
void rating_ranks(const uint8_t points[], unsigned n, unsigned winner, unsigned given_up,
                  int ranks[]);

/* A game that is over, in TURNS turns, as it counts; without its place and strengths. */
void rating_describe(struct store_rated_game *rated, const struct store_game *row, unsigned turns);

/* Counts a game upon the RATINGS of its seats, which it updates, and notes in its seats what they came to. */
void rating_step(struct store_rated_game *rated, struct store_rating ratings[]);
/* Sets what follows from the rest of a rating. */
void rating_complete(struct store_rating *rating, int64_t now);

/* In a job at NOW: counts a game that has ended, once it is described, and writes it with the ratings. */
enum store_result rating_count(struct store_tx *tx, struct store_rated_game *rated, int64_t now);

/* A listener: counts a rated game that ends. */
enum store_result rating_on_events(struct store_tx *tx, const struct game_events *events);

/* A chore: takes off the ladders who has not played for long. */
enum chore_end rating_clear_ladders(struct app *app, int64_t now);

#endif
