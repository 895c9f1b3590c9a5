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
    KEPT_FRAMES = 4096, /* 16 MiB; SQLite begins a log anew after about a quarter of that */
    INDEX_WORDS = 12,   /* of the header of a log's index, up to its copy */
    MARKS = 4096 /* in a block */,
    BLOCKS = 1024 /* 16 GiB of log; frames behind have no marks */
};

struct frames {
    struct frames *next;
    unsigned users;           /* connections */
    _Atomic(uint8_t *) kept;  /* KEPT_FRAMES frames as they are in the file; NULL: none yet */
    _Atomic uint32_t writers; /* how often it was found that another connection wrote */
    _Atomic uint32_t
        kept_at[KEPT_FRAMES];            /* `writers` + 1 when the frame was kept; 0: it was not */
    _Atomic uint32_t index[INDEX_WORDS]; /* the index's header as this process left it */
    int64_t held_from, held_to;          /* places of what is kept and not yet written */
    struct copies *copies;               /* of the database's file; NULL: no memory */
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
    frames->copies = copies_new();
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
    free(atomic_load(&frames->kept));
    copies_free(frames->copies);
    free(frames);
}

void frames_leave(struct frames *frames) {
    pthread_mutex_lock(&frames_lock);
    if (--frames->users == 0)
        free_log(frames);
    pthread_mutex_unlock(&frames_lock);
}

struct copies *frames_copies(const struct frames *frames) {
    return frames->copies;
}

/* ------------------------------------------------------------------------ who wrote last -- */

bool frames_are_current(struct frames *frames, const volatile uint32_t *index) {
    bool same = index != NULL;
    for (size_t i = 0; same && i < INDEX_WORDS; i++)
        same = index[i] == atomic_load_explicit(&frames->index[i], memory_order_acquire);
    return same;
}

void frames_begin(struct frames *frames, const volatile uint32_t *index, bool holds) {
    if (!holds || !frames_are_current(frames, index))
        atomic_fetch_add(&frames->writers, 1);
}

uint32_t frames_others(const struct frames *frames) {
    return atomic_load_explicit(&frames->writers, memory_order_acquire);
}

void frames_end(struct frames *frames, const volatile uint32_t *index) {
    for (size_t i = 0; index != NULL && i < INDEX_WORDS; i++)
        atomic_store_explicit(&frames->index[i], index[i], memory_order_release);
}

/* --------------------------------------------------------------------------- kept frames -- */

static uint32_t kept_now(struct frames *frames) {
    return atomic_load_explicit(&frames->writers, memory_order_acquire) + 1;
}

static uint8_t *frames_memory(struct frames *frames) {
    uint8_t *kept = atomic_load_explicit(&frames->kept, memory_order_acquire);
    if (kept != NULL)
        return kept;
    /* One thread writes at a time: nobody else makes it. */
    kept = malloc((size_t)KEPT_FRAMES * FRAME_SIZE);
    atomic_store_explicit(&frames->kept, kept, memory_order_release);
    return kept;
}

/* Whether what belongs at AT leaves no gap to what is held. */
static bool joins_held(const struct frames *frames, int64_t at) {
    return frames->held_from == frames->held_to ||
           (at >= frames->held_from && at <= frames->held_to);
}

bool frames_hold(struct frames *frames, const void *data, size_t len, int64_t at) {
    int64_t from = at - LOG_HEADER_SIZE, to = from + (int64_t)len;
    uint8_t *kept = NULL;
    if (!joins_held(frames, at) || from < 0 || to > (int64_t)KEPT_FRAMES * FRAME_SIZE ||
        (kept = frames_memory(frames)) == NULL)
        return false;
    memcpy(kept + from, data, len);
    if (len == PAGE_SIZE && from % FRAME_SIZE == FRAME_HEADER_SIZE)
        atomic_store_explicit(&frames->kept_at[from / FRAME_SIZE], kept_now(frames),
                              memory_order_release);
    if (frames->held_from == frames->held_to)
        frames->held_from = frames->held_to = at;
    if (frames->held_to < at + (int64_t)len)
        frames->held_to = at + (int64_t)len;
    return true;
}

size_t frames_take_held(struct frames *frames, const uint8_t **data, int64_t *at) {
    int64_t from = frames->held_from, to = frames->held_to;
    if (from == to)
        return 0;
    *at = from;
    *data = atomic_load(&frames->kept) + (from - LOG_HEADER_SIZE);
    frames->held_from = frames->held_to = 0;
    return (size_t)(to - from);
}

const uint8_t *frames_kept(struct frames *frames, int64_t number) {
    if (number >= KEPT_FRAMES ||
        atomic_load_explicit(&frames->kept_at[number], memory_order_acquire) != kept_now(frames))
        return NULL;
    return atomic_load(&frames->kept) + number * FRAME_SIZE;
}

/* --------------------------------------------------------------------------------- marks -- */

static _Atomic uint64_t *mark_at(struct frames *frames, int64_t number) {
    if (number >= (int64_t)BLOCKS * MARKS)
        return NULL;
    _Atomic uint64_t *block = atomic_load(&frames->blocks[number / MARKS]);
    return block == NULL ? NULL : &block[number % MARKS];
}

bool frames_note(struct frames *frames, int64_t number, uint64_t mark) {
    if (number < KEPT_FRAMES)
        atomic_store_explicit(&frames->kept_at[number], 0, memory_order_release);
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
