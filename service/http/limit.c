/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/limit.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const int64_t SECOND_US = 1000000, HOUR_US = INT64_C(3600) * 1000000;

enum {
    LIMIT_SLOTS = 1 << 14, /* a power of two */
    LIMIT_PROBES = 8,
};

/*
 * A single number is a whole bucket: `full_at` is the time at which it will be completely refilled.
 * Taking a request advances it by one interval; it may be at most burst intervals ahead. Times are
 * microseconds, so that high rates keep their precision.
 */
struct slot {
    uint64_t key; /* 0: free */
    int64_t full_at;
};

struct limit {
    pthread_mutex_t lock;
    int64_t interval_us; /* 0: no limit */
    int64_t burst_us;
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* so that nobody can choose keys that
                                                      * collide */
    struct slot slots[LIMIT_SLOTS];
};

struct limit *limit_new(struct server_rate rate) {
    struct limit *limit = calloc(1, sizeof *limit);

    if (limit == NULL)
        return NULL;
    if (pthread_mutex_init(&limit->lock, NULL) != 0) {
        free(limit);
        return NULL;
    }
    if (rate.per_hour > 0) {
        limit->interval_us = HOUR_US / rate.per_hour;
        limit->burst_us = limit->interval_us * (rate.burst > 0 ? rate.burst : 1);
    }
    randombytes_buf(limit->secret, sizeof limit->secret);
    return limit;
}

void limit_free(struct limit *limit) {
    if (limit == NULL)
        return;
    pthread_mutex_destroy(&limit->lock);
    free(limit);
}

/* The key's slot, or one to use for it: a free one, or among those tried the one that will be full
 * soonest, as forgetting it matters least. */
static struct slot *find_slot(struct limit *limit, uint64_t key) {
    struct slot *best = NULL;

    for (uint64_t i = 0; i < LIMIT_PROBES; i++) {
        struct slot *slot = &limit->slots[(key + i) & (LIMIT_SLOTS - 1)];

        if (slot->key == key)
            return slot;
        if (best == NULL || slot->full_at < best->full_at)
            best = slot;
    }
    *best = (struct slot){.key = key};
    return best;
}

static unsigned whole_seconds(int64_t us) {
    return (unsigned)((us + SECOND_US - 1) / SECOND_US);
}

static struct limit_state limit_left(const struct limit *limit, const struct slot *slot,
                                     int64_t now) {
    return (struct limit_state){
        .quota = (unsigned)(limit->burst_us / limit->interval_us),
        .window_s = whole_seconds(limit->burst_us),
        .left = (unsigned)((now + limit->burst_us - slot->full_at) / limit->interval_us),
        .reset_s = whole_seconds(slot->full_at - now),
    };
}

int64_t limit_take(struct limit *limit, const char *who, unsigned n, int64_t now_ms,
                   struct limit_state *state) {
    unsigned char hash[crypto_shorthash_BYTES];
    int64_t now = now_ms * 1000;
    int64_t price = n * limit->interval_us;
    int64_t wait = 0;
    uint64_t key;
    struct slot *slot;

    *state = (struct limit_state){0};
    if (limit->interval_us == 0)
        return 0;
    if (price > limit->burst_us)
        price = limit->burst_us;
    crypto_shorthash(hash, (const unsigned char *)who, strlen(who), limit->secret);
    memcpy(&key, hash, sizeof key);
    key |= 1; /* never 0 */
    pthread_mutex_lock(&limit->lock);
    slot = find_slot(limit, key);
    if (slot->full_at < now)
        slot->full_at = now;
    if (slot->full_at + price > now + limit->burst_us)
        wait = slot->full_at + price - now - limit->burst_us;
    else
        slot->full_at += price;
    *state = limit_left(limit, slot, now);
    pthread_mutex_unlock(&limit->lock);
    return (wait + 999) / 1000;
}
