/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdlib.h>

#include "service/http/server_int.h"

/*
 * Threads beside those that serve connections, for the handlers of slow routes: what replays many games,
 * draws, or waits for the disk. The connection is suspended meanwhile, so that the library's threads go on
 * serving all others. Work is taken in the order in which it came.
 */

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct request *first, *last; /* queued */
    unsigned queued;
    bool end;
    unsigned running;
    pthread_t threads[SERVER_POOL_THREADS];
};

bool pool_submit(struct request *rq) {
    struct pool *pool = rq->server->pool;
    bool taken;

    pthread_mutex_lock(&pool->lock);
    /* Who has been taken once comes back for its answer: what it waited for may be done. */
    taken = rq->own->pooled || pool->queued < POOL_QUEUE_MAX;
    rq->own->pooled = taken;
    pthread_mutex_unlock(&pool->lock);
    if (!taken)
        return false;
    /* Suspended before a thread of the pool can see it: nobody resumes what is not suspended yet. */
    wait_hold(rq);
    pthread_mutex_lock(&pool->lock);
    rq->own->queued_next = NULL;
    if (pool->last != NULL)
        pool->last->own->queued_next = rq;
    else
        pool->first = rq;
    pool->last = rq;
    pool->queued++;
    pthread_cond_signal(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    return true;
}

static struct request *pool_next(struct pool *pool) {
    struct request *rq;

    pthread_mutex_lock(&pool->lock);
    while (pool->first == NULL && !pool->end)
        pthread_cond_wait(&pool->wake, &pool->lock);
    rq = pool->first;
    if (rq != NULL) {
        pool->first = rq->own->queued_next;
        if (pool->first == NULL)
            pool->last = NULL;
        pool->queued--;
    }
    pthread_mutex_unlock(&pool->lock);
    return rq;
}

static void *pool_run(void *context) {
    struct pool *pool = context;
    struct request *rq;

    while ((rq = pool_next(pool)) != NULL) {
        do
            rq->route->handler(rq);
        while (!wait_release(rq)); /* then it is not ours any more */
    }
    return NULL;
}

bool pool_start(struct server *server) {
    struct pool *pool = calloc(1, sizeof *pool);

    if (pool == NULL)
        return false;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    server->pool = pool;
    while (pool->running < server->config.pool_threads &&
           pthread_create(&pool->threads[pool->running], NULL, pool_run, pool) == 0)
        pool->running++;
    return pool->running == server->config.pool_threads;
}

void pool_stop(struct server *server) {
    struct pool *pool = server->pool;

    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->end = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->running; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->wake);
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
