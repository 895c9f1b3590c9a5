/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_ACTOR_TURNS_H
#define SERVICE_ACTOR_TURNS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A queue in which accounts take turns, however many items each has in it: the first item of one account, then the
 * first of the next. Items of one account keep their order. The caller holds a lock.
 */
struct turn {
    int64_t account;   /* whose turn it takes; 0: not known yet; all of these count as one
                        * account */
    struct turn *next; /* used by the queue */
};

struct turns_line;

enum { TURNS_BUCKETS = 1 << 8 };

/* Zeroed, it is empty. */
struct turns {
    struct turns_line *first, *last; /* accounts, in the order of their turns */
    struct turn *loose, *loose_last; /* items without a line for lack of memory; they come first */
    struct turns_line *buckets[TURNS_BUCKETS]; /* hash table of the same accounts */
    unsigned count;                            /* items */
};

/* Appends an item to those of its account. */
void turns_add(struct turns *turns, struct turn *turn);
/* Removes and returns the item whose turn it is; NULL: there is none. */
struct turn *turns_take(struct turns *turns);
/* How many items of the account are in the queue. */
unsigned turns_count(const struct turns *turns, int64_t account);
/* Empties the queue; the items stay their owners'. */
void turns_clear(struct turns *turns);

#endif
