/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_TALLY_H
#define SERVICE_HTTP_TALLY_H

#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>

/* Counts by key: connections per client, waiting requests per token. It has no lock; the caller holds
 * one. */

enum { TALLY_BUCKETS = 1024 };

struct tally_count;

struct tally {
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* so that nobody can choose keys that
                                                      * collide */
    struct tally_count *buckets[TALLY_BUCKETS];
};

/* Initializes a zeroed tally; nothing has to be freed once all that was added has been dropped. */
void tally_init(struct tally *tally);

unsigned tally_of(const struct tally *tally, uint64_t key);

/* Counts one more; false, not counting it, when memory ran out. */
bool tally_add(struct tally *tally, uint64_t key);

/* Counts one less of those that tally_add has counted. */
void tally_drop(struct tally *tally, uint64_t key);

#endif
