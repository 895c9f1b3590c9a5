/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/presence.h"

#include <pthread.h>
#include <stdlib.h>

#include "db/store.h"

enum {
    SLOTS = 1 << 14,
    TELL_MS = 10000 /* between two announcements of the same pair */
};

/* Pairs with the same slot overwrite each other; the one overwritten is announced once more than
 * needed. */
struct presence {
    pthread_mutex_t lock;
    struct {
        uint64_t key;
        int64_t at;
        int64_t told_at;
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

static uint64_t key_of(int64_t account, const char *game, enum presence_kind kind) {
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */

    hash = (hash ^ (uint64_t)kind) * UINT64_C(1099511628211);
    for (unsigned i = 0; i < sizeof account; i++)
        hash = (hash ^ ((uint64_t)account >> 8 * i & 0xff)) * UINT64_C(1099511628211);
    for (; *game != '\0'; game++)
        hash = (hash ^ (unsigned char)*game) * UINT64_C(1099511628211);
    return (uint64_t)STORE_TOPIC_PRESENCE(hash);
}

/* Returns whether others should be told. */
static bool note_pair(struct presence *presence, uint64_t key, int64_t now) {
    bool tell;

    pthread_mutex_lock(&presence->lock);
    tell = presence->slots[key % SLOTS].key != key ||
           now - presence->slots[key % SLOTS].told_at >= TELL_MS;
    presence->slots[key % SLOTS].key = key;
    presence->slots[key % SLOTS].at = now;
    if (tell)
        presence->slots[key % SLOTS].told_at = now;
    pthread_mutex_unlock(&presence->lock);
    return tell;
}

int64_t presence_note(struct presence *presence, int64_t account, const char *game,
                      enum presence_kind kind, int64_t now) {
    uint64_t key = key_of(account, game, kind);

    return presence != NULL && note_pair(presence, key, now) ? (int64_t)key : 0;
}

void presence_hear(struct presence *presence, int64_t topic, int64_t now) {
    if (presence != NULL)
        (void)note_pair(presence, (uint64_t)topic, now);
}

int64_t presence_at(struct presence *presence, int64_t account, const char *game,
                    enum presence_kind kind) {
    uint64_t key = key_of(account, game, kind);
    int64_t at = 0;

    if (presence == NULL)
        return 0;
    pthread_mutex_lock(&presence->lock);
    if (presence->slots[key % SLOTS].key == key)
        at = presence->slots[key % SLOTS].at;
    pthread_mutex_unlock(&presence->lock);
    return at;
}
