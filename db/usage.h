/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_USAGE_H
#define DB_USAGE_H

#include <stddef.h>

#include "db/store.h"

/* How much of the store an account takes, and what strangers of one address have used up. Conventions as in
 * db/store.h. */

enum {
    STORE_DAY_MS = 24 * 60 * 60 * 1000,
    STORE_NOTES_BYTES = 16 << 10 /* that a game's notes count as */
};

/* Counted from the rows, by their indices; games are those that the account has made. */
struct store_usage {
    int64_t bytes;            /* games.bytes, and STORE_NOTES_BYTES for each game with notes */
    int64_t running_games;    /* open or active */
    int64_t open_games;       /* open and public */
    int64_t bot_games;        /* active `play` games in which bots have all seats */
    int64_t games_per_day;    /* made since STORE_DAY_MS before now */
    int64_t records_per_day;  /* of which from records */
    int64_t notes;            /* games with notes */
    int64_t messages_per_day; /* said since then */
    int64_t tokens_per_day;   /* made since then, whether they are still good or not */
};
#define STORE_USAGE_BIT(member) (1u << offsetof(struct store_usage, member) / sizeof(int64_t))
/* Only what WHICH has the bit of is counted; else it is 0. */
enum store_result store_usage_get(struct store_reader *reader, int64_t account, int64_t now,
                                  unsigned which, struct store_usage *usage);

/* How many accounts an address may make: one each INTERVAL_MS in the long run, and so many at once that BURST_MS
 * is used up. */
struct store_sign_up_limit {
    int64_t interval_ms, burst_ms;
};

/* Counts one more account of CLIENT at NOW, for all processes on this database together. *wait: 0, or the
 * milliseconds until there may be one; then nothing was counted. */
enum store_result store_sign_up_count(struct store_tx *tx, int64_t client,
                                      const struct store_sign_up_limit *limit, int64_t now,
                                      int64_t *wait);

/* Allowances of a client, an address as the service counts them: AMOUNT of LIMIT in a day is used up at NOW, which
 * fills up again evenly. KIND: the service's number. *wait: 0, or the milliseconds until there is so much; then
 * nothing was counted. For all processes on this database together. */
enum store_result store_allowance_spend(struct store_tx *tx, int64_t client, int kind,
                                        int64_t amount, int64_t limit, int64_t now, int64_t *wait);
/* What of LIMIT is used up at NOW. */
enum store_result store_allowance_used(struct store_reader *reader, int64_t client, int kind,
                                       int64_t limit, int64_t now, int64_t *used);

#endif
