/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DOCUMENT_CATEGORY_H
#define SERVICE_DOCUMENT_CATEGORY_H

#include <stddef.h>

#include "db/games.h"
#include "engine/rules.h"

/* What a rated game counts in. The first six are in the order of migrations/0048_ratings.sql; the others are the same games among
 * accounts of bots, in the same order. */
enum rating_category {
    RATING_NONE, /* the game is not rated */
    RATING_BASE,
    RATING_DUEL,
    RATING_LARGE,
    RATING_KNIGHTS,
    RATING_SEA,
    RATING_SEA_KNIGHTS,
    RATING_BOTS_BASE,
    RATING_BOTS_DUEL,
    RATING_BOTS_LARGE,
    RATING_BOTS_KNIGHTS,
    RATING_BOTS_SEA,
    RATING_BOTS_SEA_KNIGHTS,
    RATING_CATEGORIES
};

/* By category less one, for READ_CHOICE; NULL at the end. */
extern const char *const rating_category_names[RATING_CATEGORIES];

/* NULL for RATING_NONE. */
static inline const char *rating_category_name(int category) {
    return category == RATING_NONE ? NULL : rating_category_names[category - 1];
}

/* What this game counts in. */
static inline int rating_category_of_row(const struct store_game *row) {
    return row->category + (row->bots ? RATING_BOTS_BASE - RATING_BASE : 0);
}

/* What a game of people by these rules counts in. */
int rating_category_of(const struct rules *rules);

#endif
