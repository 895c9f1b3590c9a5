/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/http/inner.h"

#include <assert.h>

#include "service/base/monotonic.h"
#include "service/http/server_int.h"

void inner_reply_free(struct inner_reply *reply) {
    buffer_free(&reply->body);
}

/* ---- the request ---- */

/* Counts it among those that the server finishes before it stops. */
static bool inner_enter(struct request *rq) {
    struct server *server = rq->server;

    atomic_fetch_add(&server->pending, 1);
    rq->own->handling = true; /* request_free counts it down */
    return !atomic_load(&server->closing);
}

static bool inner_route(struct request *rq) {
    route_find(rq->server->routes, true, rq->method, rq->path, &rq->own->match);
    rq->route = rq->own->match.route;
    return rq->route != NULL && !rq->route->slow;
}

static void inner_sleep(struct request *rq) {
    pthread_mutex_lock(&rq->server->lock);
    while (rq->own->suspended)
        pthread_cond_wait(&rq->own->inner->woken, &rq->server->lock);
    pthread_mutex_unlock(&rq->server->lock);
}

/* As handle_request, on the caller's thread. */
static void inner_handle(struct request *rq) {
    while (!rq->own->replied) {
        rq->route->handler(rq);
        if (rq->own->replied)
            break;
        assert(rq->own->want_wait && "a handler neither answered nor waited");
        if (wait_enter(rq))
            inner_sleep(rq);
    }
}

bool inner_ask(struct server *server, const struct inner_request *ask, struct inner_reply *reply) {
    struct inner inner = {.reply = reply};
    struct request *rq = request_new(server, NULL, ask->path);
    bool answered;

    *reply = (struct inner_reply){0};
    buffer_init(&reply->body, INNER_REPLY_MAX);
    if (rq == NULL)
        return false;
    pthread_cond_init(&inner.woken, NULL);
    rq->own->inner = &inner;
    rq->method = ask->method;
    rq->path = ask->path;
    rq->caller = ask->caller;
    buffer_init(&rq->body, SERVER_BODY_SMALL);
    if (ask->body != NULL)
        buffer_text(&rq->body, ask->body);
    if (inner_enter(rq) && inner_route(rq) && !rq->body.failed)
        inner_handle(rq);
    answered = reply->status != 0 && !reply->body.failed;
    request_free(rq);
    pthread_cond_destroy(&inner.woken);
    return answered;
}
