/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_LIBRARY_H
#define DB_LIBRARY_H

#include "db/games.h"

/* The games that are over, in the order of their ends. Conventions as in db/store.h. */

/* Where a game stands in that order. */
struct store_library_place {
    int64_t at; /* when it ended */
    int64_t id;
};

struct store_library_filter {
    int64_t viewer; /* only games that are listed for this account; 0: for everybody */
    enum store_game_mode mode;
    int64_t player, other; /* only games in which both have a seat; 0: anybody */
    int64_t winner;        /* account; 0: anybody, or nobody */
    int bots;              /* 1: only games in which a bot sits, 0: none does, -1: all */
    int rated;             /* 1: only games that are rated, 0: only others, -1: all */
    const char *tag;       /* only games with this tag; NULL: all */
    int64_t tournament;    /* only games of this tournament; 0: all */
    int64_t until;         /* only games that ended before */
    struct store_library_place behind; /* only games behind this place */
};

struct store_library_game {
    struct store_library_place place;
    struct store_bytes setup; /* borrowed: rules and board */
    int64_t events;           /* of its log */
};

/* Calls row for each game, LIMIT at most, until it says false. */
enum store_result store_library_list(
    struct store_reader *reader, const struct store_library_filter *filter, unsigned limit,
    bool (*row)(void *context, const struct store_library_game *game), void *context);

/* The same for the one game with this public id; none where the filter does not let it through. */
enum store_result store_library_find(
    struct store_reader *reader, const struct store_library_filter *filter, const char *public_id,
    bool (*row)(void *context, const struct store_library_game *game), void *context);

#endif
