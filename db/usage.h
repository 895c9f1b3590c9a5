/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_USAGE_H
#define DB_USAGE_H

#include <stddef.h>

#include "db/store.h"

/* How much of the store an account uses, and allowances of clients without an account, by address.
 * Conventions as in db/store.h. */

enum {
    STORE_DAY_MS = 24 * 60 * 60 * 1000,
    STORE_NOTES_BYTES = 16 << 10 /* that a game's notes count for */
};

/* Counted from the rows, by indexes; games are those that the account has made. */
struct store_usage {
    int64_t bytes;            /* games.bytes, and STORE_NOTES_BYTES for each game with notes */
    int64_t running_games;    /* open or active */
    int64_t open_games;       /* open and public */
    int64_t bot_games;        /* active `play` games in which bots have all seats */
    int64_t games_per_day;    /* made since STORE_DAY_MS before now */
    int64_t records_per_day;  /* of which from records */
    int64_t notes;            /* games with notes */
    int64_t messages_per_day; /* sent since then */
    int64_t tokens_per_day;   /* made since then, whether they are still good or not */
    int64_t reports_per_day;  /* made since then */
    int64_t clubs;            /* that it belongs to, or asks to join */
    int64_t own_clubs;        /* owned */
    int64_t groups;           /* declared ones that it belongs to */
    int64_t people;           /* about whom it keeps something */
    int64_t watched_games;
    int64_t seeks; /* that have not expired */
};
#define STORE_USAGE_BIT(member) (1u << offsetof(struct store_usage, member) / sizeof(int64_t))
/* Counts only the members whose bit is in WHICH; the others are 0. */
enum store_result store_usage_get(struct store_reader *reader, int64_t account, int64_t now,
                                  unsigned which, struct store_usage *usage);

/* How many accounts an address may make: one per INTERVAL_MS in the long run, and BURST_MS / INTERVAL_MS at
 * once. */
struct store_sign_up_limit {
    int64_t interval_ms, burst_ms;
};

/* Counts one more account of CLIENT at NOW, for all processes on this database together. *wait: 0, or the
 * milliseconds until there may be one; then nothing was counted. */
enum store_result store_sign_up_count(struct store_tx *tx, int64_t client,
                                      const struct store_sign_up_limit *limit, int64_t now,
                                      int64_t *wait);

/* Spends AMOUNT at NOW from a client's allowance of LIMIT a day, which refills evenly. The client is an address as
 * the service counts them; KIND is the service's number. *wait: 0, or the milliseconds until there is enough; then
 * nothing was spent. For all processes on this database together. */
enum store_result store_allowance_spend(struct store_tx *tx, int64_t client, int kind,
                                        int64_t amount, int64_t limit, int64_t now, int64_t *wait);
/* How much of LIMIT is spent at NOW. */
enum store_result store_allowance_used(struct store_reader *reader, int64_t client, int kind,
                                       int64_t limit, int64_t now, int64_t *used);

#endif
