/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_RATINGS_H
#define DB_RATINGS_H

#include "db/store.h"

/* Ratings, and the rated games that they are made of. Conventions as in db/store.h. Means and deviations are in units of
 * 1e-12 (service/rating/rating.h); 0 stands for none. */

struct store_rating {
    int64_t account;
    int category;
    int64_t mu, sigma;
    int64_t games;   /* that count; 0: there is no such rating */
    int64_t last_at; /* when the last of them ended */
    int64_t score;   /* by which the ladder is in order */
    bool listed;     /* it stands on the ladder */
};

struct store_rated_seat {
    int64_t game;
    int seat;
    int64_t account;
    int rank;
    int64_t mu_before, sigma_before, mu, sigma; /* 0 where the game does not count */
};

struct store_rated_game {
    int64_t id;
    int64_t place; /* in the order of the games' ends */
    int category;
    int64_t finished_at;
    int unrated;         /* why it does not count; 0: it does, unless it is annulled */
    int64_t annulled_at; /* 0: it is not */
    int seat_count;
    struct store_rated_seat seats[STORE_SEATS_MAX];
};

/* Takes the next place in the order of the games' ends. Until the transaction ends others wait here, so that each game is
 * counted upon the ratings that the one before has left. Call it before ratings are read. */
enum store_result store_rating_place(struct store_tx *tx, int64_t *place);

/* The ratings of the N accounts in a category, in their order; games 0 where there is none yet. */
enum store_result store_ratings_get(struct store_reader *reader, int category,
                                    const int64_t accounts[], unsigned n,
                                    struct store_rating ratings[]);
/* All of one account, by category. */
enum store_result store_ratings_of(struct store_reader *reader, int64_t account,
                                   struct store_rating *ratings, size_t max, size_t *count);
/* Writes one; without games it is deleted. */
enum store_result store_rating_put(struct store_tx *tx, const struct store_rating *rating);

/* Behind this account and category, in their order; for going through all of them. */
enum store_result store_ratings_next(struct store_reader *reader, int64_t account, int category,
                                     struct store_rating *ratings, size_t max, size_t *count);

/* Writes a game with its seats. STORE_CONFLICT: it has been written before. */
enum store_result store_rated_put(struct store_tx *tx, const struct store_rated_game *game);
/* Writes what a seat came to. */
enum store_result store_rated_seat_set(struct store_tx *tx, const struct store_rated_seat *seat);
enum store_result store_rated_get(struct store_reader *reader, int64_t game,
                                  struct store_rated_game *rated);
/* Calls row for each game with a place from FIRST to LAST, in their order. Nothing may be written meanwhile. */
enum store_result store_rated_list(struct store_reader *reader, int64_t first, int64_t last,
                                   void (*row)(void *context, const struct store_rated_game *game),
                                   void *context);

/* Which games to annul, or to count again: those for which all of this holds. */
struct store_rated_choice {
    int64_t game;    /* 0: any */
    int64_t account; /* that sat in it; 0: any */
    int64_t from;    /* it ended at this time or later */
    int64_t until;   /* and before this one */
};
/* Annuls the games at AT; with 0 they count again. *CHANGED: how many were not so before. */
enum store_result store_rated_annul(struct store_tx *tx, const struct store_rated_choice *choice,
                                    int64_t at, unsigned *changed);

/* A step of somebody's rating. */
struct store_rating_step {
    int category;
    char game[STORE_ID_SIZE]; /* public id; "": the viewer may not see the game */
    int64_t at;
    int64_t mu, sigma;
};
/* The last MAX steps of an account in a category, the newest first. */
enum store_result store_rating_steps(struct store_reader *reader, int64_t account, int category,
                                     int64_t viewer, struct store_rating_step *steps, size_t max,
                                     size_t *count);

/* A page of a ladder: behind this score and account, only those who played at SINCE or later. */
struct store_ladder {
    int category;
    int64_t score, account; /* INT64_MAX each: from the top */
    int64_t since;
    int64_t club; /* only its members; 0: everybody */
    unsigned limit;
};
struct store_ladder_row {
    struct store_rating rating;
    char public_id[STORE_ID_SIZE]; /* of the account */
    char name[STORE_NAME_SIZE];
};
/* Calls row for each, the best first, until it says false. */
enum store_result store_ladder_list(struct store_reader *reader, const struct store_ladder *ladder,
                                    bool (*row)(void *context, const struct store_ladder_row *row),
                                    void *context);
/* How many on the ladder have a better score. Who has been idle for too long counts until housekeeping comes. */
enum store_result store_ladder_above(struct store_reader *reader, int category, int64_t score,
                                     int64_t *count);
/* Takes off the ladders who played last before SINCE. */
enum store_result store_ladder_clear(struct store_tx *tx, int64_t since);

#endif
