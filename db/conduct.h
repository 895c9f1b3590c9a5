/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_CONDUCT_H
#define DB_CONDUCT_H

#include "db/store.h"

/* How people behaved in games that are over. Conventions as in db/store.h. */

enum { STORE_ANSWERS_SIZE = 64 };

struct store_conduct {
    int64_t game, account;
    int64_t ended_at;
    bool bots;                           /* only bots played against them */
    bool finished;                       /* they played until the game ended */
    int missed;                          /* days on which a deadline of theirs passed */
    uint8_t answers[STORE_ANSWERS_SIZE]; /* the service's bytes (service/game/conduct.h) */
};

/* Writes one, in place of what there was. */
enum store_result store_conduct_put(struct store_tx *tx, const struct store_conduct *conduct);
/* Writes for whoever has left a seat of this game, and has none, that they did not play until it ended. */
enum store_result store_conduct_left(struct store_tx *tx, int64_t game, int64_t ended_at);
/* Calls row for each of an account's games that ended at SINCE or later, in no order. */
enum store_result
store_conduct_list(struct store_reader *reader, int64_t account, int64_t since,
                   void (*row)(void *context, const struct store_conduct *conduct), void *context);

#endif
