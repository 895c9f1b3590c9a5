/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_RATING_RATING_JSON_H
#define SERVICE_RATING_RATING_JSON_H

#include "db/games.h"
#include "db/ratings.h"
#include "service/base/json_write.h"

/* Ratings in documents. */

/* The members "mu" and "sigma", with as many digits as are stored. */
void rating_write_strength(struct writer *w, int64_t mu, int64_t sigma);

/* The members of a rating; rank 0: it stands on no ladder. */
void rating_write_members(struct writer *w, const struct store_rating *rating, int64_t rank);

/* Members of a game's result that say how it was rated; nothing where it is not. */
void rating_write_result(struct writer *w, struct store_reader *reader,
                         const struct store_game *row);

#endif
