/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/presence.h"

#include <pthread.h>
#include <stdlib.h>

enum { SLOTS = 1 << 14 };

/* Pairs that fall into the same slot share it: the later one has it. The other one is told once more
 * than need be. */
struct presence {
    pthread_mutex_t lock;
    struct {
        uint64_t key;
        int64_t at;
    } slots[SLOTS];
};

struct presence *presence_new(void) {
    struct presence *presence = calloc(1, sizeof *presence);

    if (presence != NULL)
        pthread_mutex_init(&presence->lock, NULL);
    return presence;
}

void presence_free(struct presence *presence) {
    if (presence == NULL)
        return;
    pthread_mutex_destroy(&presence->lock);
    free(presence);
}

static uint64_t key_of(int64_t account, const char *game) {
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */

    for (unsigned i = 0; i < sizeof account; i++)
        hash = (hash ^ ((uint64_t)account >> 8 * i & 0xff)) * UINT64_C(1099511628211);
    for (; *game != '\0'; game++)
        hash = (hash ^ (unsigned char)*game) * UINT64_C(1099511628211);
    return hash;
}

void presence_note(struct presence *presence, int64_t account, const char *game, int64_t now) {
    uint64_t key = key_of(account, game);

    if (presence == NULL)
        return;
    pthread_mutex_lock(&presence->lock);
    presence->slots[key % SLOTS].key = key;
    presence->slots[key % SLOTS].at = now;
    pthread_mutex_unlock(&presence->lock);
}

int64_t presence_at(struct presence *presence, int64_t account, const char *game) {
    uint64_t key = key_of(account, game);
    int64_t at = 0;

    if (presence == NULL)
        return 0;
    pthread_mutex_lock(&presence->lock);
    if (presence->slots[key % SLOTS].key == key)
        at = presence->slots[key % SLOTS].at;
    pthread_mutex_unlock(&presence->lock);
    return at;
}
