/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/base/worker.h"

#include <assert.h>

#include "service/base/monotonic.h"

#define REST_MAX_MS INT64_C(86400000) /* then the step is called once more */

static _Thread_local unsigned thread_number;

unsigned worker_thread(void) {
    return thread_number;
}

void worker_init(struct worker *worker, int64_t (*step)(void *context), void *context) {
    *worker = (struct worker){.step = step, .context = context};
    pthread_mutex_init(&worker->lock, NULL);
    monotonic_condition(&worker->changed);
}

/* Called with the lock held; WAKES: number of wakes before the step. False: stop. */
static bool rest_after_step(struct worker *worker, uint64_t wakes, int64_t ms) {
    int64_t until = monotonic_now() + (ms < REST_MAX_MS ? ms : REST_MAX_MS);

    if (ms <= 0)
        return true;
    while (worker->wakes == wakes && !worker->stopping &&
           monotonic_wait(&worker->changed, &worker->lock, until)) {
    }
    return worker->wakes != wakes || !worker->stopping;
}

static void *run_worker(void *context) {
    struct worker *worker = context;
    uint64_t wakes;
    int64_t ms;

    pthread_mutex_lock(&worker->lock);
    thread_number = worker->begun++;
    do {
        wakes = worker->wakes;
        pthread_mutex_unlock(&worker->lock);
        ms = worker->step(worker->context);
        pthread_mutex_lock(&worker->lock);
    } while (rest_after_step(worker, wakes, ms));
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

bool worker_start(struct worker *worker, unsigned threads) {
    unsigned running = atomic_load(&worker->running);

    assert(threads <= WORKER_THREADS_MAX);
    while (running < threads &&
           pthread_create(&worker->threads[running], NULL, run_worker, worker) == 0)
        atomic_store(&worker->running, ++running);
    return running == threads;
}

unsigned worker_running(const struct worker *worker) {
    return atomic_load(&worker->running);
}

void worker_wake(struct worker *worker) {
    pthread_mutex_lock(&worker->lock);
    worker->wakes++;
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_begin_stop(struct worker *worker) {
    pthread_mutex_lock(&worker->lock);
    worker->stopping = true;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_stop(struct worker *worker) {
    unsigned running;

    worker_begin_stop(worker);
    for (running = atomic_load(&worker->running); running > 0;
         atomic_store(&worker->running, --running))
        pthread_join(worker->threads[running - 1], NULL);
}

void worker_free(struct worker *worker) {
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
}

bool worker_stopping(const struct worker *worker) {
    return worker->stopping;
}

bool worker_rest(struct worker *worker, int64_t ms) {
    int64_t until = monotonic_now() + ms;

    pthread_mutex_lock(&worker->lock);
    while (!worker->stopping && monotonic_wait(&worker->changed, &worker->lock, until)) {
    }
    pthread_mutex_unlock(&worker->lock);
    return !worker->stopping;
}
