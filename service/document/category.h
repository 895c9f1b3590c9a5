/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DOCUMENT_CATEGORY_H
#define SERVICE_DOCUMENT_CATEGORY_H

#include <stddef.h>

#include "engine/rules.h"

/* What a rated game counts in; in the order of migrations/0048_ratings.sql. */
enum rating_category {
    RATING_NONE, /* the game is not rated */
    RATING_BASE,
    RATING_DUEL,
    RATING_LARGE,
    RATING_KNIGHTS,
    RATING_SEA,
    RATING_SEA_KNIGHTS,
    RATING_CATEGORIES
};

/* By category less one, for READ_CHOICE; NULL at the end. */
extern const char *const rating_category_names[RATING_CATEGORIES];

/* NULL for RATING_NONE. */
static inline const char *rating_category_name(int category) {
    return category == RATING_NONE ? NULL : rating_category_names[category - 1];
}

/* What a game by these rules counts in. */
int rating_category_of(const struct rules *rules);

#endif
