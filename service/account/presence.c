/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/account/presence.h"

#include <pthread.h>
#include <stdlib.h>

enum { SLOTS = 4096 };

struct presence {
    pthread_mutex_t lock;
    struct {
        int64_t account, at;
    } slots[SLOTS]; /* whose number has the same rest share a slot: the later one has it */
};

struct presence *presence_new(void) {
    struct presence *seen = calloc(1, sizeof *seen);

    if (seen != NULL)
        pthread_mutex_init(&seen->lock, NULL);
    return seen;
}

void presence_free(struct presence *seen) {
    if (seen == NULL)
        return;
    pthread_mutex_destroy(&seen->lock);
    free(seen);
}

void presence_note(struct presence *seen, int64_t account, int64_t now) {
    if (seen == NULL)
        return;
    pthread_mutex_lock(&seen->lock);
    seen->slots[(uint64_t)account % SLOTS].account = account;
    seen->slots[(uint64_t)account % SLOTS].at = now;
    pthread_mutex_unlock(&seen->lock);
}

int64_t presence_at(struct presence *seen, int64_t account) {
    int64_t at = 0;

    if (seen == NULL)
        return 0;
    pthread_mutex_lock(&seen->lock);
    if (seen->slots[(uint64_t)account % SLOTS].account == account)
        at = seen->slots[(uint64_t)account % SLOTS].at;
    pthread_mutex_unlock(&seen->lock);
    return at;
}
