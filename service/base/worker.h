/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_BASE_WORKER_H
#define SERVICE_BASE_WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Threads that do the same thing again and again. Each calls the step, which does what there is to do and returns for
 * how many milliseconds there will be nothing: so long the thread rests, or until it is woken. A wake during a step
 * makes the thread call it once more, so none is lost.
 *
 * No step is called under the worker's lock, and nothing is called while it is held: wake a worker under any lock.
 */
#define WORKER_THREADS_MAX 4
#define WORKER_RESTS       INT64_MAX /* until it is woken */

struct worker {
    int64_t (*step)(void *context);
    void *context;
    pthread_mutex_t lock; /* around wakes, begun, and setting stopping */
    pthread_cond_t changed;
    uint64_t wakes;
    unsigned begun;
    atomic_bool stopping;
    atomic_uint running; /* threads that have been started and not been waited for */
    pthread_t threads[WORKER_THREADS_MAX];
};

/* Makes a worker without threads, to be given to worker_free. */
void worker_init(struct worker *worker, int64_t (*step)(void *context), void *context);

/* Starts THREADS of them, up to WORKER_THREADS_MAX; false where some could not be had: those of worker_running
 * did start, and go on until worker_stop. */
bool worker_start(struct worker *worker, unsigned threads);

/* There is something to do, for one thread. From any thread. */
void worker_wake(struct worker *worker);

/* Tells the threads to end, and returns at once. A thread ends when its step finds nothing to do. */
void worker_begin_stop(struct worker *worker);
/* The same, and returns when all have ended. May be called again. */
void worker_stop(struct worker *worker);
void worker_free(struct worker *worker);

/* How many threads there are. From any thread; one that is ending counts. */
unsigned worker_running(const struct worker *worker);

/* For steps that take long: whether the end is wanted. */
bool worker_stopping(const struct worker *worker);
/* Rests within a step of a worker with one thread, whoever wakes it; false: the end is wanted. */
bool worker_rest(struct worker *worker, int64_t ms);
/* Within a step: the calling thread's number, from 0, of its worker's threads. */
unsigned worker_thread(void);

#endif
