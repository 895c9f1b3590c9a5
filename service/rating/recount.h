/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_RATING_RECOUNT_H
#define SERVICE_RATING_RECOUNT_H

#include "db/ratings.h"

/*
 * All ratings anew, from the rated games in the order of their ends. Where nothing was annulled or counted again since
 * the last time, nothing changes.
 */
struct recount {
    /* Called for each rating that changes; one of the two has no games where there is no such rating. May be NULL. */
    void (*changed)(void *context, const struct store_rating *before,
                    const struct store_rating *after);
    void *context;
    /* what came of it */
    int64_t games;   /* rated games that are over */
    int64_t counted; /* of these, that count */
    int64_t changes;
};

/* In a job at NOW. */
enum store_result rating_recount(struct store_tx *tx, int64_t now, struct recount *recount);

#endif
