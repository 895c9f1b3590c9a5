/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_SEEK_MATCH_H
#define SERVICE_SEEK_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Who of those that look for the same kind of game play together: pure arithmetic, without a store. Everybody in a game has
 * all others within their window of ratings, which widens while they wait, and all are awake together for as many hours a day
 * as each of them has asked for.
 */

enum {
    SEEK_SEATS_MAX = 6,
    SEEK_WEEK_HOURS = 7 * 24,
    SEEK_WEEK_BYTES = SEEK_WEEK_HOURS / 8,
    SEEK_WIDENS_A_DAY = 50, /* by so much a window of ratings widens */
    SEEK_SETTLE_HOURS =
        12, /* so long a seek waits for as many players as it takes, then for as few */
};

struct seeker {
    int64_t seek, account;
    unsigned min, max; /* players of a game */
    int rating;
    int window; /* 0: any ratings */
    unsigned shared_hours;
    int64_t since;                  /* when they began to look, Unix ms */
    uint8_t awake[SEEK_WEEK_BYTES]; /* hours of the week, in UTC, in which they can be waited for */
};

/* Whether two want nothing to do with one another. */
typedef bool seek_apart(void *context, int64_t one, int64_t other);

/* Finds the first game among N, the oldest first: the places of its players in GROUP, as many as it returns; 0: there is none
 * at NOW. */
size_t seek_match(const struct seeker seekers[], size_t n, int64_t now, seek_apart *apart,
                  void *context, size_t group[SEEK_SEATS_MAX]);

/* How many hours a day all of these are awake together, on average. */
double seek_shared(const struct seeker seekers[], const size_t group[], size_t n);

#endif
