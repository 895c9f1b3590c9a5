/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "service/base/monotonic.h"
#include "service/http/reply.h"
#include "service/http/server_int.h"
#include "service/http/topics.h"

/* Suspended requests: deadlines, topics, wakes. Everything here holds server->lock. */

int64_t request_now(void) {
    return monotonic_now();
}

/* ---- the heap of deadlines ---- */

static void heap_put(struct server *server, size_t at, struct request *rq) {
    server->heap[at] = rq;
    rq->own->heap_at = at + 1;
}

static void heap_up(struct server *server, size_t at, struct request *rq) {
    while (at > 0) {
        struct request *parent = server->heap[(at - 1) / 2];

        if (parent->own->deadline <= rq->own->deadline)
            break;
        heap_put(server, at, parent);
        at = (at - 1) / 2;
    }
    heap_put(server, at, rq);
}

static void heap_down(struct server *server, size_t at, struct request *rq) {
    for (;;) {
        size_t child = 2 * at + 1;

        if (child >= server->heap_size)
            break;
        if (child + 1 < server->heap_size &&
            server->heap[child + 1]->own->deadline < server->heap[child]->own->deadline)
            child++;
        if (rq->own->deadline <= server->heap[child]->own->deadline)
            break;
        heap_put(server, at, server->heap[child]);
        at = child;
    }
    heap_put(server, at, rq);
}

static void heap_add(struct server *server, struct request *rq) {
    /* The heap has room for every connection, and a connection has one request at a time. */
    assert(server->heap_size < server_most_connections(&server->config));
    heap_up(server, server->heap_size++, rq);
    if (server->heap[0] == rq)
        worker_wake(&server->timer);
}

static void heap_remove(struct server *server, struct request *rq) {
    size_t at = rq->own->heap_at;
    struct request *last;

    if (at == 0)
        return;
    rq->own->heap_at = 0;
    last = server->heap[--server->heap_size];
    if (last == rq)
        return;
    heap_down(server, at - 1, last);
    heap_up(server, last->own->heap_at - 1, last);
}

/* ---- suspending and waking ---- */

static void suspend_request(struct request *rq, int64_t deadline) {
    struct server *server = rq->server;
    struct request_own *own = rq->own;

    own->suspended = true;
    own->deadline = deadline;
    own->prev = NULL;
    own->next = server->suspended;
    if (server->suspended != NULL)
        server->suspended->own->prev = rq;
    server->suspended = rq;
    if (deadline != 0)
        heap_add(server, rq);
    if (own->inner == NULL)
        MHD_suspend_connection(own->connection);
}

/* Ends a request's suspension, if it can be ended now. Returns the connection to resume: preferably without the lock, as
 * that writes to a pipe, and the thread it wakes needs the lock first of all. NULL: there is nothing to resume. Until it
 * is resumed the connection stays suspended for the library, and the request pending. */
static struct MHD_Connection *end_suspension(struct request *rq) {
    struct server *server = rq->server;
    struct request_own *own = rq->own;

    if (!own->suspended || own->held) {
        own->woken = true;
        return NULL;
    }
    own->suspended = false;
    if (own->prev != NULL)
        own->prev->own->next = own->next;
    else
        server->suspended = own->next;
    if (own->next != NULL)
        own->next->own->prev = own->prev;
    heap_remove(server, rq);
    if (own->inner == NULL)
        return own->connection;
    inner_wake(own->inner);
    return NULL;
}

static void wake_request(struct request *rq) {
    struct MHD_Connection *connection = end_suspension(rq);

    if (connection != NULL)
        MHD_resume_connection(connection);
}

/* Events wake only requests that wait for events. A request that waits for a job must not be woken
 * before the job is done: the library may find its client gone and end it. */
static void wake_for_news(struct request *rq) {
    if (rq->own->suspended && rq->own->firm)
        rq->own->woken = true;
    else
        wake_request(rq);
}

void request_wait(struct request *rq) {
    assert(!rq->own->replied);
    rq->own->want_wait = true;
    rq->own->want_deadline = 0;
}

void request_wait_until(struct request *rq, int64_t deadline_ms) {
    assert(!rq->own->replied);
    rq->own->want_wait = true;
    rq->own->want_deadline = deadline_ms > 0 ? deadline_ms : 1;
}

void request_wake_flag(struct request *rq, atomic_bool *flag) {
    struct server *server = rq->server;
    struct MHD_Connection *connection;

    pthread_mutex_lock(&server->lock);
    atomic_store(flag, true);
    connection = end_suspension(rq);
    pthread_mutex_unlock(&server->lock);
    if (connection != NULL)
        MHD_resume_connection(connection);
}

bool request_stopping(const struct request *rq) {
    return atomic_load(&rq->server->stopping);
}

/* Whether there was a wake for which the handler has not been called yet; clears it. */
static bool take_wake(struct request *rq) {
    struct request_own *own = rq->own;
    bool again = own->woken || (rq->server->stopping && !own->told_stop);

    own->woken = false;
    own->told_stop = rq->server->stopping;
    return again;
}

bool wait_enter(struct request *rq) {
    struct request_own *own = rq->own;
    bool again;

    own->want_wait = false;
    pthread_mutex_lock(&rq->server->lock);
    again = take_wake(rq);
    own->firm = own->want_deadline == 0;
    if (!again)
        suspend_request(rq, own->want_deadline);
    pthread_mutex_unlock(&rq->server->lock);
    return !again;
}

/* Turns the pool's suspension into the wait that the handler asked for. */
static void stay_suspended(struct request *rq) {
    struct request_own *own = rq->own;

    own->firm = own->want_deadline == 0;
    own->deadline = own->want_deadline;
    if (own->deadline != 0)
        heap_add(rq->server, rq);
}

void wait_hold(struct request *rq) {
    pthread_mutex_lock(&rq->server->lock);
    rq->own->held = true;
    suspend_request(rq, 0);
    pthread_mutex_unlock(&rq->server->lock);
}

bool wait_release(struct request *rq) {
    struct server *server = rq->server;
    struct request_own *own = rq->own;
    bool waits = own->want_wait;
    bool again;

    own->want_wait = false;
    pthread_mutex_lock(&server->lock);
    again = waits && take_wake(rq);
    if (!again) {
        own->held = false;
        own->worked = !waits;
        if (waits)
            stay_suspended(rq);
        else
            wake_request(rq);
    }
    pthread_mutex_unlock(&server->lock);
    return !again;
}

bool wait_look(struct request *rq) {
    bool stopping;

    pthread_mutex_lock(&rq->server->lock);
    rq->own->woken = false;
    stopping = rq->server->stopping;
    rq->own->told_stop = stopping;
    pthread_mutex_unlock(&rq->server->lock);
    return stopping;
}

/* When a stream that waits is looked at without a wake. */
static int64_t stream_deadline(const struct request_own *own) {
    return own->next_look < own->next_beat ? own->next_look : own->next_beat;
}

bool wait_stream(struct request *rq) {
    bool again;

    pthread_mutex_lock(&rq->server->lock);
    again = take_wake(rq);
    if (!again)
        suspend_request(rq, stream_deadline(rq->own));
    pthread_mutex_unlock(&rq->server->lock);
    return !again;
}

void wait_wake_all(struct server *server) {
    for (struct request *rq = server->suspended; rq != NULL;) {
        struct request *next = rq->own->next;

        wake_for_news(rq);
        rq = next;
    }
}

/* ---- topics ---- */

static const char no_memory_to_wait[] = "there is not enough memory to wait at the moment";

static topic_head *topic_bucket(struct server *server, uint64_t key) {
    return &server->topics[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 52];
}
_Static_assert(TOPIC_BUCKETS == 1 << 12, "topic_bucket keeps the upper 12 bits");

static bool refuse_wait(struct request *rq, enum problem problem, const char *why) {
    rq->own->wait_refused = problem;
    rq->own->wait_refused_why = why;
    return false;
}

static bool has_most(const struct tally *tally, uint64_t key, unsigned most) {
    return key != 0 && most != 0 && tally_of(tally, key) >= most;
}

/* Counts one more waiting request, if the limits allow it. The caller holds the lock. */
static bool take_waiting_place(struct request *rq, uint64_t client) {
    struct server *server = rq->server;
    const struct server_config *config = &server->config;
    uint64_t token = (uint64_t)rq->caller.token;

    if (has_most(&server->waiting_by_token, token, config->max_waiting_per_token))
        return refuse_wait(
            rq, PROBLEM_RATE_LIMITED,
            "too many requests with this token are already waiting; end one of them");
    if (has_most(&server->waiting_by_client, client, config->max_waiting_per_address))
        return refuse_wait(
            rq, PROBLEM_RATE_LIMITED,
            "too many requests from this address are already waiting; end one of them");
    if (server->waiting >= config->max_waiting)
        return refuse_wait(rq, PROBLEM_UNAVAILABLE, "too many requests are waiting at the moment");
    if (!tally_add(&server->waiting_by_client, client))
        return refuse_wait(rq, PROBLEM_UNAVAILABLE, no_memory_to_wait);
    if (!tally_add(&server->waiting_by_token, token)) {
        tally_drop(&server->waiting_by_client, client);
        return refuse_wait(rq, PROBLEM_UNAVAILABLE, no_memory_to_wait);
    }
    rq->own->waiting_client = client;
    server->waiting++;
    return true;
}

static void leave_waiting_place(struct request *rq) {
    struct server *server = rq->server;

    server->waiting--;
    tally_drop(&server->waiting_by_client, rq->own->waiting_client);
    tally_drop(&server->waiting_by_token, (uint64_t)rq->caller.token);
}

bool topic_subscribe(struct request *rq, uint64_t key) {
    struct server *server = rq->server;
    struct request_own *own = rq->own;
    topic_head *bucket = topic_bucket(server, key);
    struct subscription *s;
    bool first = own->subscriptions == NULL; /* only the request's own thread changes this */
    uint64_t client = first ? request_client(rq) : 0;

    for (s = own->subscriptions; s != NULL; s = s->of_request)
        if (s->key == key)
            return true;
    s = malloc(sizeof *s);
    if (s == NULL)
        return refuse_wait(rq, PROBLEM_UNAVAILABLE, no_memory_to_wait);
    *s = (struct subscription){.key = key, .rq = rq, .of_request = own->subscriptions};
    pthread_mutex_lock(&server->lock);
    if (first && !take_waiting_place(rq, client)) {
        pthread_mutex_unlock(&server->lock);
        free(s);
        return false;
    }
    s->next = *bucket;
    if (s->next != NULL)
        s->next->prev = s;
    *bucket = s;
    own->subscriptions = s;
    pthread_mutex_unlock(&server->lock);
    return true;
}

void topic_refuse(struct request *rq) {
    reply_problem(rq, rq->own->wait_refused, "%s", rq->own->wait_refused_why);
}

/* Most topics have no subscriber. One that subscribes now looks afterwards, and finds what is published. */
void topic_publish(struct server *server, uint64_t key) {
    topic_head *bucket = topic_bucket(server, key);

    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load(bucket) == NULL)
        return;
    pthread_mutex_lock(&server->lock);
    for (struct subscription *s = *bucket; s != NULL; s = s->next)
        if (s->key == key)
            wake_for_news(s->rq);
    pthread_mutex_unlock(&server->lock);
}

void topic_publish_all(struct server *server) {
    pthread_mutex_lock(&server->lock);
    for (unsigned i = 0; i < TOPIC_BUCKETS; i++)
        for (struct subscription *s = server->topics[i]; s != NULL; s = s->next)
            wake_for_news(s->rq);
    pthread_mutex_unlock(&server->lock);
}

unsigned server_waiting(struct server *server) {
    unsigned waiting;

    pthread_mutex_lock(&server->lock);
    waiting = server->waiting;
    pthread_mutex_unlock(&server->lock);
    return waiting;
}

void wait_forget(struct request *rq) {
    struct server *server = rq->server;
    struct request_own *own = rq->own;

    pthread_mutex_lock(&server->lock);
    assert(!own->suspended);
    if (own->subscriptions != NULL)
        leave_waiting_place(rq);
    while (own->subscriptions != NULL) {
        struct subscription *s = own->subscriptions;

        own->subscriptions = s->of_request;
        if (s->prev != NULL)
            s->prev->next = s->next;
        else
            *topic_bucket(server, s->key) = s->next;
        if (s->next != NULL)
            s->next->prev = s->prev;
        free(s);
    }
    if (own->handling) /* its client left while it waited */
        atomic_fetch_sub(&server->pending, 1);
    atomic_fetch_sub(&server->in_flight, 1);
    if (server->stopping)
        pthread_cond_broadcast(&server->quiet);
    pthread_mutex_unlock(&server->lock);
}

/* ---- the timer ---- */

static int64_t wake_late(void *context) {
    struct server *server = context;
    int64_t now = request_now(), until;

    pthread_mutex_lock(&server->lock);
    while (server->heap_size > 0 && server->heap[0]->own->deadline <= now)
        wake_request(server->heap[0]);
    until = server->heap_size > 0 ? server->heap[0]->own->deadline : INT64_MAX;
    pthread_mutex_unlock(&server->lock);
    if (now >= server->next_sweep) {
        peers_sweep(server, now);
        server->next_sweep = now + SERVER_SWEEP_MS;
    }
    return (until < server->next_sweep ? until : server->next_sweep) - request_now();
}

bool waits_start(struct server *server) {
    server->heap = calloc(server_most_connections(&server->config), sizeof *server->heap);
    if (server->heap == NULL)
        return false;
    tally_init(&server->waiting_by_client);
    tally_init(&server->waiting_by_token);
    pthread_mutex_init(&server->lock, NULL);
    pthread_mutex_init(&server->peers_lock, NULL);
    monotonic_condition(&server->quiet);
    worker_init(&server->timer, wake_late, server);
    if (worker_start(&server->timer, 1))
        return true;
    waits_end(server);
    return false;
}

void waits_end(struct server *server) {
    if (server->heap == NULL)
        return;
    worker_stop(&server->timer);
    worker_free(&server->timer);
    pthread_cond_destroy(&server->quiet);
    pthread_mutex_destroy(&server->peers_lock);
    pthread_mutex_destroy(&server->lock);
    free(server->heap);
    server->heap = NULL;
}
