/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The games set aside as damaged, and the logs that have been checked already. */
#include "service/game/guard.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/http/metrics.h"

enum {
    ASIDE_MAX = 4096,  /* further ones are found damaged again at each request */
    CHECKED = 1 << 16, /* games whose check is remembered, in slots by the remainder of the id */
    SEQ_BITS = 20,     /* of an entry; the game's id is above */
};
_Static_assert(STORE_SEQ_MAX == (1 << SEQ_BITS) - 1, "an entry has room for any seq");

struct game_guard {
    pthread_mutex_t lock;
    int64_t aside[ASIDE_MAX];
    atomic_uint n_aside; /* changed under the lock; read without it to see 0 */
    unsigned counts[GUARD_FAULTS];
    _Atomic uint64_t checked[CHECKED];
};

static const char *const fault_names[GUARD_FAULTS] = {
    [GUARD_SETUP] = "setup",     [GUARD_CHECKSUM] = "checksum", [GUARD_EVENT] = "event",
    [GUARD_ILLEGAL] = "illegal", [GUARD_LOG] = "log",           [GUARD_MOVE] = "move",
};

struct game_guard *guard_new(void) {
    struct game_guard *guard = calloc(1, sizeof *guard);

    if (guard != NULL)
        pthread_mutex_init(&guard->lock, NULL);
    return guard;
}

void guard_free(struct game_guard *guard) {
    if (guard == NULL)
        return;
    pthread_mutex_destroy(&guard->lock);
    free(guard);
}

/* ---- set aside ---- */

/* Under the lock. */
static bool is_listed(const struct game_guard *guard, int64_t game) {
    unsigned n = atomic_load(&guard->n_aside);

    for (unsigned i = 0; i < n; i++)
        if (guard->aside[i] == game)
            return true;
    return false;
}

bool guard_is_aside(struct store_reader *reader, int64_t game) {
    struct game_guard *guard = store_companion(reader);
    bool listed;

    if (guard == NULL || atomic_load(&guard->n_aside) == 0)
        return false;
    pthread_mutex_lock(&guard->lock);
    listed = is_listed(guard, game);
    pthread_mutex_unlock(&guard->lock);
    return listed;
}

void guard_set_aside(struct store_reader *reader, const struct store_game *row,
                     enum guard_fault fault, uint32_t seq) {
    struct game_guard *guard = store_companion(reader);
    bool known;

    if (guard == NULL)
        return;
    pthread_mutex_lock(&guard->lock);
    known = is_listed(guard, row->id);
    if (!known && atomic_load(&guard->n_aside) < ASIDE_MAX) {
        guard->aside[atomic_load(&guard->n_aside)] = row->id;
        atomic_fetch_add(&guard->n_aside, 1);
        guard->counts[fault]++;
    }
    pthread_mutex_unlock(&guard->lock);
    if (!known)
        log_line("error", "set aside the damaged game %s (row %lld): %s, event %u", row->public_id,
                 (long long)row->id, fault_names[fault], (unsigned)seq);
}

/* ---- checked ---- */

static _Atomic uint64_t *entry_of(struct game_guard *guard, int64_t game) {
    return &guard->checked[(uint64_t)game % CHECKED];
}

uint32_t guard_checked(struct store_reader *reader, int64_t game) {
    struct game_guard *guard = store_companion(reader);
    uint64_t entry = guard == NULL ? 0 : atomic_load(entry_of(guard, game));

    return entry >> SEQ_BITS == (uint64_t)game ? (uint32_t)(entry & STORE_SEQ_MAX) : 0;
}

void guard_note_checked(struct store_reader *reader, int64_t game, uint32_t seq) {
    struct game_guard *guard = store_companion(reader);

    if (guard != NULL)
        atomic_store(entry_of(guard, game), (uint64_t)game << SEQ_BITS | seq);
}

/* ---- figures ---- */

static void write_counts(struct buffer *out, void *context) {
    static const char name[] = "hexpost_games_aside";
    struct game_guard *guard = context;
    unsigned counts[GUARD_FAULTS];

    pthread_mutex_lock(&guard->lock);
    memcpy(counts, guard->counts, sizeof counts);
    pthread_mutex_unlock(&guard->lock);
    metrics_head(out, name, "gauge", "Games set aside as damaged, by what was found.");
    for (unsigned fault = 0; fault < GUARD_FAULTS; fault++)
        buffer_format(out, "%s{fault=\"%s\"} %u\n", name, fault_names[fault], counts[fault]);
}

bool guard_metrics(struct metrics *metrics, struct game_guard *guard) {
    return metrics_collect(metrics, write_counts, guard);
}
