/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_HTTP_TALLY_H
#define SERVICE_HTTP_TALLY_H

#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>

/* How many there are of each of many keys: connections of a client, waiting requests of a token. No lock of
 * its own: the caller holds one. */

enum { TALLY_BUCKETS = 1024 };

struct tally_count;

struct tally {
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* nobody can choose keys that fall together */
    struct tally_count *buckets[TALLY_BUCKETS];
};

/* Makes a zeroed tally ready; it has nothing to be freed once all that was added has been dropped. */
void tally_init(struct tally *tally);

unsigned tally_of(const struct tally *tally, uint64_t key);

/* One more; false when memory ran out, and then it is not counted. */
bool tally_add(struct tally *tally, uint64_t key);

/* One less, of those that tally_add has counted. */
void tally_drop(struct tally *tally, uint64_t key);

#endif
