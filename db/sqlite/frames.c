/* SPDX-License-Identifier: AGPL-3.0-or-later */

/*
 * Marks of the frames that this process has written to write-ahead logs, for all connections to the same log. A
 * page read from there is compared with its mark, which needs neither the frame's header nor SQLite's own
 * checksum. For a frame without a mark, written by another process, that checksum is compared.
 *
 * The one connection that writes sets a mark before it writes the frame; others look at it once SQLite shows them
 * the commit. SQLite overwrites no frame that a connection may still read.
 */
#include "db/sqlite/frames.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    MARKS = 4096 /* per block */,
    BLOCKS = 1024 /* 16 GiB of log; frames beyond that have no marks */
};

struct frames {
    struct frames *next;
    unsigned users; /* connections */
    _Atomic(_Atomic uint64_t *) blocks[BLOCKS];
    char log[]; /* its path */
};

/* All logs that are open. */
static pthread_mutex_t frames_lock = PTHREAD_MUTEX_INITIALIZER;
static struct frames *frames_open;

static struct frames *add_log(const char *log) {
    size_t size = strlen(log) + 1;
    struct frames *frames = calloc(1, sizeof *frames + size);
    if (frames == NULL)
        return NULL;
    memcpy(frames->log, log, size);
    frames->next = frames_open;
    frames_open = frames;
    return frames;
}

struct frames *frames_join(const char *log) {
    pthread_mutex_lock(&frames_lock);
    struct frames *frames = frames_open;
    while (frames != NULL && strcmp(frames->log, log) != 0)
        frames = frames->next;
    if (frames == NULL)
        frames = add_log(log);
    if (frames != NULL)
        frames->users++;
    pthread_mutex_unlock(&frames_lock);
    return frames;
}

static void free_log(struct frames *frames) {
    struct frames **at = &frames_open;
    while (*at != frames)
        at = &(*at)->next;
    *at = frames->next;
    for (size_t i = 0; i < BLOCKS; i++)
        free(atomic_load(&frames->blocks[i]));
    free(frames);
}

void frames_leave(struct frames *frames) {
    pthread_mutex_lock(&frames_lock);
    if (--frames->users == 0)
        free_log(frames);
    pthread_mutex_unlock(&frames_lock);
}

static _Atomic uint64_t *mark_at(struct frames *frames, int64_t number) {
    if (number >= (int64_t)BLOCKS * MARKS)
        return NULL;
    _Atomic uint64_t *block = atomic_load(&frames->blocks[number / MARKS]);
    return block == NULL ? NULL : &block[number % MARKS];
}

bool frames_note(struct frames *frames, int64_t number, uint64_t mark) {
    _Atomic uint64_t *at = mark_at(frames, number);
    if (at == NULL && number < (int64_t)BLOCKS * MARKS) {
        /* Only one thread writes at a time, so no other allocates the block. */
        atomic_store(&frames->blocks[number / MARKS], calloc(MARKS, sizeof *at));
        at = mark_at(frames, number);
    }
    if (at != NULL)
        atomic_store_explicit(at, mark, memory_order_release);
    return at != NULL;
}

bool frames_has(struct frames *frames, int64_t number, uint64_t mark) {
    const _Atomic uint64_t *at = mark_at(frames, number);
    return at != NULL && mark != 0 && atomic_load_explicit(at, memory_order_acquire) == mark;
}
