/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef DB_HISTORY_H
#define DB_HISTORY_H

#include "db/store.h"

/* Looking back over many games. */

enum { STORE_STATISTICS_MAX = 16 << 10 }; /* bytes of one seat's statistics */

/* Stores a seat's statistics of a finished game, replacing earlier ones. */
enum store_result store_statistics_put(struct store_tx *tx, int64_t game, int seat,
                                       struct store_bytes body);

/* An account's seat in a finished `play` game. */
struct store_statistics {
    int64_t game;
    char public_id[STORE_ID_SIZE]; /* of the game */
    int seat;
    struct store_bytes body; /* borrowed; no bytes: none are kept */
};
/* The finished games of an account that are listed for VIEWER, the latest first. False ends the reading. */
enum store_result store_statistics_list(
    struct store_reader *reader, int64_t account, int64_t viewer, int64_t before, unsigned limit,
    bool (*row)(void *context, const struct store_statistics *row), void *context);

/* The position of an event in time. */
struct store_moment {
    int64_t at;
    int64_t game;
    uint32_t seq;
};

/* A selection of events of all games. */
struct store_event_filter {
    int64_t viewer;        /* of games that are listed for this account; 0: for everybody */
    uint64_t kinds;        /* a set of them, 1 << kind; 0: all */
    int player;            /* seat; -1: all */
    int64_t account;       /* only events whose player it is; 0: all */
    int64_t after, before; /* times: at or after, and earlier than; 0: no bound */
    bool oldest_first;
    struct store_moment from; /* begin behind this one; game 0: at the beginning */
    unsigned limit;           /* at most so many moments */
    unsigned scan;            /* look at no more events than this */
};
/* Calls row for moments in order; it says whether this one counts for the limit. *LAST becomes the last event looked at if the scan limit was
 * reached; its game is 0 if all events were seen. */
enum store_result store_event_moments(struct store_reader *reader,
                                      const struct store_event_filter *filter,
                                      bool (*row)(void *context, const struct store_moment *moment),
                                      void *context, struct store_moment *last);

#endif
