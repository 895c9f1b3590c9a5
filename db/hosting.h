/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_HOSTING_H
#define DB_HOSTING_H

#include "db/store.h"

/* What accounts ask of those who take an open seat in their games: for themselves alone. Conventions as in db/store.h. */

struct store_hosting {
    int64_t account;
    unsigned least_games;    /* with other people, that are over */
    unsigned least_finished; /* percent of these that were played to their end */
};

/* With nothing stored: STORE_OK, and it asks for nothing. */
enum store_result store_hosting_get(struct store_reader *reader, int64_t account,
                                    struct store_hosting *hosting);
enum store_result store_hosting_put(struct store_tx *tx, const struct store_hosting *hosting);

#endif
