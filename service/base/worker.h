/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_WORKER_H
#define SERVICE_BASE_WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Threads that repeat a step. The step does the work available and returns for how many milliseconds there will be
 * none: the thread rests that long, or until it is woken. A wake during a step makes the thread call it once more,
 * so none is lost.
 *
 * The step is called without the worker's lock, and nothing is called while it is held, so a worker can be woken
 * under any lock.
 */
#define WORKER_THREADS_MAX 4
#define WORKER_RESTS       INT64_MAX /* until it is woken */

struct worker {
    int64_t (*step)(void *context);
    void *context;
    pthread_mutex_t lock; /* guards wakes, begun, and setting stopping */
    pthread_cond_t changed;
    uint64_t wakes;
    unsigned begun;
    atomic_bool stopping;
    atomic_uint running; /* threads started and not yet joined */
    pthread_t threads[WORKER_THREADS_MAX];
};

/* Initializes a worker without threads; free it with worker_free. */
void worker_init(struct worker *worker, int64_t (*step)(void *context), void *context);

/* Starts up to WORKER_THREADS_MAX threads; false if some could not be created: worker_running tells how many
 * did start, which run until worker_stop. */
bool worker_start(struct worker *worker, unsigned threads);

/* Wakes one thread, as there is something to do. From any thread. */
void worker_wake(struct worker *worker);

/* Tells the threads to end, and returns at once. A thread ends when its step finds nothing to do. */
void worker_begin_stop(struct worker *worker);
/* The same, and returns when all have ended. May be called again. */
void worker_stop(struct worker *worker);
void worker_free(struct worker *worker);

/* How many threads there are. From any thread; one that is ending counts. */
unsigned worker_running(const struct worker *worker);

/* For long steps: whether to stop. */
bool worker_stopping(const struct worker *worker);
/* Rests within a step of a worker with one thread, ignoring wakes; false: stop. */
bool worker_rest(struct worker *worker, int64_t ms);
/* Within a step: the calling thread's number among its worker's threads, from 0. */
unsigned worker_thread(void);

#endif
