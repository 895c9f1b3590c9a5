/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_RATINGS_H
#define SERVICE_API_RATINGS_H

#include "db/ratings.h"
#include "service/base/json_write.h"
#include "service/http/request.h"

/* Ratings: of somebody, and of a category. */

void ratings_of_account(struct request *rq);
void ratings_ladder(struct request *rq);

/* The ratings of an account as a list; STEPS: with their last steps, as far as VIEWER may know of the games. */
enum store_result ratings_write_account(struct writer *w, struct store_reader *reader,
                                        int64_t account, int64_t viewer, bool steps);

#endif
