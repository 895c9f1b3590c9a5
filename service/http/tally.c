/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/tally.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct tally_count {
    uint64_t key;
    unsigned count; /* never 0 */
    struct tally_count *next;
};

void tally_init(struct tally *tally) {
    randombytes_buf(tally->secret, sizeof tally->secret);
}

static size_t tally_bucket(const struct tally *tally, uint64_t key) {
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t number;

    crypto_shorthash(hash, (const unsigned char *)&key, sizeof key, tally->secret);
    memcpy(&number, hash, sizeof number);
    return number % TALLY_BUCKETS;
}

/* The link that points to the key's count, or the NULL link where it would be added. */
static struct tally_count **find_count(struct tally *tally, uint64_t key) {
    struct tally_count **at = &tally->buckets[tally_bucket(tally, key)];

    while (*at != NULL && (*at)->key != key)
        at = &(*at)->next;
    return at;
}

unsigned tally_of(const struct tally *tally, uint64_t key) {
    const struct tally_count *at = tally->buckets[tally_bucket(tally, key)];

    while (at != NULL && at->key != key)
        at = at->next;
    return at == NULL ? 0 : at->count;
}

bool tally_add(struct tally *tally, uint64_t key) {
    struct tally_count **at = find_count(tally, key);

    if (*at == NULL) {
        *at = calloc(1, sizeof **at);
        if (*at == NULL)
            return false;
        (*at)->key = key;
    }
    (*at)->count++;
    return true;
}

void tally_drop(struct tally *tally, uint64_t key) {
    struct tally_count **at = find_count(tally, key);
    struct tally_count *found = *at;

    assert(found != NULL);
    if (--found->count > 0)
        return;
    *at = found->next;
    free(found);
}
