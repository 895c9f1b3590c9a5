/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdlib.h>

#include "service/http/server_int.h"

/*
 * Threads beside those that serve connections, for the handlers of slow routes: those that replay many games,
 * draw, or wait for the disk. The connection is suspended meanwhile, so that the library's threads go on
 * serving all others. Requests are taken in order, but those of payers (request_payer) with none in progress
 * come first, and a single payer can never occupy all threads.
 */

struct pool {
    pthread_mutex_t lock;
    struct request *first, *last; /* queued */
    unsigned queued;
    unsigned payer_most; /* threads that one payer may have */
    struct worker worker;
    struct request *at_work[SERVER_POOL_THREADS]; /* NULL: the thread is idle */
};
_Static_assert(SERVER_POOL_THREADS <= WORKER_THREADS_MAX, "a worker has room for them");

/* ---- under the lock ---- */

static unsigned count_queued(const struct pool *pool, uint64_t payer) {
    unsigned n = 0;

    for (const struct request *rq = pool->first; rq != NULL; rq = rq->own->queued_next)
        n += rq->own->payer == payer;
    return n;
}

static unsigned count_at_work(const struct pool *pool, uint64_t payer) {
    unsigned n = 0;

    for (unsigned i = 0; i < SERVER_POOL_THREADS; i++)
        n += pool->at_work[i] != NULL && pool->at_work[i]->own->payer == payer;
    return n;
}

static void unlink_queued(struct pool *pool, struct request *before, struct request *rq) {
    if (before == NULL)
        pool->first = rq->own->queued_next;
    else
        before->own->queued_next = rq->own->queued_next;
    if (pool->last == rq)
        pool->last = before;
    pool->queued--;
}

/* Takes the next request to be worked on from the queue; NULL: none may be now. */
static struct request *take_fairly(struct pool *pool) {
    unsigned least = pool->payer_most;
    struct request *chosen = NULL, *chosen_before = NULL, *before = NULL;

    for (struct request *rq = pool->first; rq != NULL && least > 0; rq = rq->own->queued_next) {
        unsigned n = count_at_work(pool, rq->own->payer);

        if (n < least) {
            least = n;
            chosen = rq;
            chosen_before = before;
        }
        before = rq;
    }
    if (chosen != NULL)
        unlink_queued(pool, chosen_before, chosen);
    return chosen;
}

/* ---- any thread ---- */

bool pool_submit(struct request *rq) {
    struct pool *pool = rq->server->pool;
    bool taken;

    rq->own->payer = request_payer(rq);
    pthread_mutex_lock(&pool->lock);
    /* A request accepted before is never refused: it comes back for a result that may already
     * exist. */
    taken = rq->own->pooled || (pool->queued < POOL_QUEUE_MAX &&
                                count_queued(pool, rq->own->payer) < POOL_QUEUE_PAYER_MAX);
    rq->own->pooled = taken;
    pthread_mutex_unlock(&pool->lock);
    if (!taken)
        return false;
    /* Suspends it before a thread of the pool can see it, as only a suspended request can be
     * resumed. */
    wait_hold(rq);
    pthread_mutex_lock(&pool->lock);
    rq->own->queued_next = NULL;
    if (pool->last != NULL)
        pool->last->own->queued_next = rq;
    else
        pool->first = rq;
    pool->last = rq;
    pool->queued++;
    pthread_mutex_unlock(&pool->lock);
    worker_wake(&pool->worker);
    return true;
}

static struct request *pool_next(struct pool *pool, unsigned thread) {
    struct request *rq;

    pthread_mutex_lock(&pool->lock);
    rq = take_fairly(pool);
    pool->at_work[thread] = rq;
    pthread_mutex_unlock(&pool->lock);
    return rq;
}

/* Resumes the request; false when its handler has to be called again. A resumed request may end at any moment, so
 * the thread's pointer to it is cleared before. */
static bool pool_release(struct pool *pool, unsigned thread, struct request *rq) {
    bool released;

    pthread_mutex_lock(&pool->lock);
    pool->at_work[thread] = NULL;
    pthread_mutex_unlock(&pool->lock);
    released = wait_release(rq);
    if (!released) {
        pthread_mutex_lock(&pool->lock);
        pool->at_work[thread] = rq;
        pthread_mutex_unlock(&pool->lock);
    }
    return released;
}

/* Makes the response, or the next piece of one in progress. */
static void pool_work(struct request *rq) {
    if (rq->own->replied)
        stream_fill_aside(rq);
    else
        rq->route->handler(rq);
}

static int64_t pool_step(void *context) {
    struct pool *pool = context;
    struct request *rq = pool_next(pool, worker_thread());

    if (rq == NULL)
        return WORKER_RESTS;
    do
        pool_work(rq);
    while (!pool_release(pool, worker_thread(), rq)); /* then it is no longer ours */
    return 0;                                         /* queued requests may be allowed now */
}

bool pool_start(struct server *server) {
    struct pool *pool = calloc(1, sizeof *pool);

    if (pool == NULL)
        return false;
    pthread_mutex_init(&pool->lock, NULL);
    worker_init(&pool->worker, pool_step, pool);
    server->pool = pool;
    pool->payer_most = server->config.pool_threads > 1 ? server->config.pool_threads - 1 : 1;
    return worker_start(&pool->worker, server->config.pool_threads);
}

void pool_stop(struct server *server) {
    struct pool *pool = server->pool;

    if (pool == NULL)
        return;
    worker_stop(&pool->worker); /* once all queued requests are answered */
    worker_free(&pool->worker);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
    server->pool = NULL;
}

unsigned pool_queued(struct server *server) {
    unsigned queued;

    pthread_mutex_lock(&server->pool->lock);
    queued = server->pool->queued;
    pthread_mutex_unlock(&server->pool->lock);
    return queued;
}
