/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_LIMIT_H
#define SERVICE_HTTP_LIMIT_H

#include <stdint.h>

/* An allowance: `burst` requests at once, refilled at per_hour; 0: no limit. */
struct server_rate {
    unsigned per_hour;
    unsigned burst;
};

/* The refusal when an address has used up its allowance. */
#define LIMIT_ACCOUNTS_DETAIL "too many accounts were made from this address; wait and try again"

/* Allowances of requests, one for each token or address, in a table of fixed size. */
struct limit;

/* NULL: no memory. A rate of 0 an hour means no limit. */
struct limit *limit_new(struct server_rate rate);
void limit_free(struct limit *limit);

/* What is left of an allowance. */
struct limit_state {
    unsigned quota;    /* requests in a full one; 0: no limit */
    unsigned window_s; /* seconds in which an empty one is refilled */
    unsigned left;     /* requests */
    unsigned reset_s;  /* seconds until it is full again, without further requests */
};

/* Takes N requests, or the whole burst if that is less, from the allowance of `who`. Returns 0, or
 * the milliseconds until that many are available (then nothing was taken). now_ms is
 * request_now(). Says in *state what is left. */
int64_t limit_take(struct limit *limit, const char *who, unsigned n, int64_t now_ms,
                   struct limit_state *state);

#endif
