/* SPDX-License-Identifier: AGPL-3.0-or-later */

/*
 * Copies of pages as they are in a database's file. A connection that finds that another one has committed forgets all
 * its pages, so each request would read the same few from the disk, and compare their marks, again and again.
 *
 * SQLite writes to the file in a checkpoint only: it copies frames of the log that every connection has seen, and no
 * connection that reads such a page from the file is there meanwhile. A copy is therefore valid in the state of the file
 * in which it was read, which the log's index shows for all processes: the log's salts and the number of frames that
 * have been copied into the file.
 */
#include "db/sqlite/copies.h"

#include "db/sqlite/sqlite.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    COPIES = 2048, /* 8 MiB; a page takes the place of one with the same remainder */
    LOCKS = 64,    /* each of the copies with the same remainder */
    /* Words of the log's index: its header, the header's copy, and what a checkpoint writes. */
    HEADER_WORDS = 12,
    LAST_FRAME = 4,
    SALT = 8,
    BACKFILLED = 2 * HEADER_WORDS
};

struct copy {
    int64_t number; /* 0: none */
    struct file_state state;
    uint8_t page[PAGE_SIZE];
};

struct copies {
    pthread_mutex_t locks[LOCKS];
    struct copy copies[COPIES];
};

struct copies *copies_new(void) {
    struct copies *copies = calloc(1, sizeof *copies);
    for (size_t i = 0; copies != NULL && i < LOCKS; i++)
        pthread_mutex_init(&copies->locks[i], NULL);
    return copies;
}

void copies_free(struct copies *copies) {
    for (size_t i = 0; copies != NULL && i < LOCKS; i++)
        pthread_mutex_destroy(&copies->locks[i]);
    free(copies);
}

/* Who begins the log anew writes both headers before it sets the number of frames to 0. In between that number is above
 * the header's. */
bool file_state_of(const volatile uint32_t *index, struct file_state *state) {
    uint32_t header[HEADER_WORDS];
    bool whole = index != NULL;
    for (size_t i = 0; whole && i < HEADER_WORDS; i++)
        header[i] = index[i];
    __sync_synchronize();
    for (size_t i = 0; whole && i < HEADER_WORDS; i++)
        whole = header[i] == index[HEADER_WORDS + i];
    if (!whole)
        return false;
    __sync_synchronize();
    *state = (struct file_state){{header[SALT], header[SALT + 1]}, index[BACKFILLED]};
    return state->backfilled <= header[LAST_FRAME];
}

bool same_file_state(const struct file_state *a, const struct file_state *b) {
    return a->salt[0] == b->salt[0] && a->salt[1] == b->salt[1] && a->backfilled == b->backfilled;
}

bool copies_take(struct copies *copies, const struct file_state *state, int64_t number,
                 uint8_t *page) {
    const struct copy *copy = &copies->copies[number % COPIES];
    pthread_mutex_t *lock = &copies->locks[number % LOCKS];
    pthread_mutex_lock(lock);
    bool kept = copy->number == number && same_file_state(&copy->state, state);
    if (kept)
        memcpy(page, copy->page, PAGE_SIZE);
    pthread_mutex_unlock(lock);
    return kept;
}

void copies_keep(struct copies *copies, const struct file_state *state, int64_t number,
                 const uint8_t *page) {
    struct copy *copy = &copies->copies[number % COPIES];
    pthread_mutex_t *lock = &copies->locks[number % LOCKS];
    pthread_mutex_lock(lock);
    copy->number = number;
    copy->state = *state;
    memcpy(copy->page, page, PAGE_SIZE);
    pthread_mutex_unlock(lock);
}
