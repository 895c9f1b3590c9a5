/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_DEALINGS_H
#define DB_DEALINGS_H

#include "db/store.h"

/* What people have done for and to each other in games that are over (service/moderation/collusion.h). Conventions as in
 * db/store.h. */

struct store_dealing {
    int64_t account; /* who did it */
    int64_t other;   /* with whom; 0: a sum over all */
    int64_t games, trades;
    int64_t lost, lost_squares; /* in units of 1e-9 */
    int64_t chances, hits;
    int64_t hits_expected, hits_variance; /* in units of 1e-6 */
    int64_t offers, alone;
    int64_t alone_expected, alone_variance; /* in units of 1e-6 */
    int64_t last_at;
};

/* Adds to what is there, and takes last_at; nothing if one of the two has been deleted. */
enum store_result store_dealing_add(struct store_tx *tx, const struct store_dealing *dealing);
/* Without any: STORE_OK, all zero. */
enum store_result store_dealing_get(struct store_reader *reader, int64_t account, int64_t other,
                                    struct store_dealing *dealing);
/* The sum over all others. */
enum store_result store_dealing_sum(struct store_reader *reader, int64_t account,
                                    struct store_dealing *dealing);

/* Two accounts, the first with the lower number, and how suspicious they are, in thousandths. */
struct store_pair {
    int64_t account, other;
    char names[2][STORE_NAME_SIZE]; /* read only */
    int64_t score;
};
enum store_result store_pair_set(struct store_tx *tx, const struct store_pair *pair);
/* The pairs with a score of LEAST or more, the highest first, behind AFTER (score 0: from the first on). */
enum store_result store_pair_list(struct store_reader *reader, int64_t least,
                                  const struct store_pair *after, struct store_pair *pairs,
                                  size_t max, size_t *count);

#endif
