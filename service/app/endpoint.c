/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/app/endpoint.h"

#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "db/ahead.h"
#include "service/app/store_reply.h"

static void endpoint_close(struct endpoint_call *call) {
    if (call->endpoint->close != NULL)
        call->endpoint->close(call);
}

static void endpoint_free(struct request *rq) {
    struct endpoint_call *call = rq->state;
    const struct endpoint *endpoint = call->endpoint;

    buffer_free(&call->reply.body);
    if (endpoint->clear != NULL)
        endpoint->clear(call);
    if (endpoint->secret)
        sodium_memzero(call, endpoint->size);
}

/* ---- in the store's job ---- */

/* Whether another request with the same key was faster. */
static enum store_result endpoint_judge_key(struct store_tx *tx, struct endpoint_call *call) {
    enum store_result result = idempotency_seen(tx, &call->idem);

    return result == STORE_OK ? STORE_CONFLICT : result == STORE_NONE ? STORE_OK : result;
}

static void endpoint_ask_ahead(struct store_tx *tx, struct endpoint_call *call) {
    struct store_reader *reader = store_tx_reader(tx);

    if (call->endpoint->ahead == NULL || !store_ahead_begin(reader))
        return;
    (void)idempotency_seen(tx, &call->idem);
    call->endpoint->ahead(tx, call);
    store_ahead_end(reader);
}

static enum store_result endpoint_run(struct store_tx *tx, struct store_job *job) {
    struct endpoint_call *call = (struct endpoint_call *)job; /* its first member */
    enum store_result result;

    endpoint_ask_ahead(tx, call);
    result = endpoint_judge_key(tx, call);
    if (result != STORE_OK)
        return result;
    call->refusal = (struct endpoint_refusal){0};
    call->rehearsed = false;
    call->reply.body.size = call->judged;
    call->reply.body.failed = call->reply.body.no_memory = false;
    result = call->endpoint->run(tx, call);
    endpoint_close(call);
    if (result == STORE_OK && call->reply.body.failed)
        result = call->reply.body.no_memory ? STORE_MEMORY : STORE_ERROR;
    call->rehearsed = result == STORE_OK && call->rehearsal;
    if (call->rehearsed)
        return STORE_CONFLICT; /* undoes it */
    if (result == STORE_OK)
        result = idempotency_keep(tx, &call->idem, &call->reply, call->recipe, call->now);
    return result;
}

static void endpoint_done(struct store_job *job, enum store_result result) {
    struct endpoint_call *call = (struct endpoint_call *)job;

    call->result = result;
    if (result == STORE_OK && call->endpoint->committed != NULL)
        call->endpoint->committed(call);
    request_wake_flag(call->rq, &call->finished);
}

/* ---- on the server's threads ---- */

static void endpoint_empty_reply(struct endpoint_call *call) {
    buffer_clear(&call->reply.body);
    call->reply.status = call->endpoint->status;
    call->reply.location[0] = call->reply.etag[0] = call->recipe[0] = '\0';
}

/* Judges, and submits the change. */
static void endpoint_try(struct request *rq, struct endpoint_call *call) {
    const struct endpoint *endpoint = call->endpoint;
    enum store_result result;
    bool ok;

    call->now = app_now();
    endpoint_empty_reply(call);
    ok = endpoint->judge == NULL || endpoint->judge(rq, call);
    endpoint_close(call);
    if (!ok)
        return;
    if (call->reply.body.failed) {
        reply_failed(rq, &call->reply.body);
        return;
    }
    call->judged = call->reply.body.size;
    atomic_store(&call->finished, false);
    result = store_submit(call->app->store, &call->job);
    if (result == STORE_OK)
        request_wait(rq);
    else
        reply_store_failure(rq, result);
}

static void endpoint_answer(struct request *rq, struct endpoint_call *call) {
    if (call->endpoint->reply == NULL)
        endpoint_send(rq, call);
    else
        call->endpoint->reply(rq, call);
}

/* Answers with the kept response. */
static void endpoint_replay(struct request *rq, struct endpoint_call *call) {
    if (call->recipe[0] != '\0' && !call->endpoint->remake(rq, call, call->recipe))
        return;
    reply_header(rq, "Idempotency-Replayed", "true");
    endpoint_answer(rq, call);
}

/* True if the request has no key, or none that was answered already. */
static bool endpoint_is_new(struct request *rq, struct endpoint_call *call) {
    struct store_reader *reader;
    enum store_result result;

    if (!call->idem.used)
        return true;
    reader = store_reader_get(call->app->store);
    endpoint_empty_reply(call);
    result = reader == NULL ? STORE_UNAVAILABLE
                            : idempotency_find(reader, &call->idem, &call->reply, call->recipe);
    switch (result) {
    case STORE_NONE: return true;
    case STORE_OK: endpoint_replay(rq, call); return false;
    case STORE_CONFLICT:
        reply_invalid_at(rq, "Idempotency-Key", "was used for another request; use a new key");
        return false;
    default: reply_store_failure(rq, result); return false;
    }
}

static void endpoint_zero(char *state, const struct endpoint *endpoint) {
    size_t at = 0;

    for (const struct endpoint_span *span = endpoint->blank; span != NULL && span->to != 0;
         span++) {
        memset(state + at, 0, span->from - at);
        at = span->to;
    }
    memset(state + at, 0, endpoint->size - at);
}

static void endpoint_start(struct request *rq, const struct endpoint *endpoint) {
    struct endpoint_call *call = request_room(rq, endpoint->size);

    assert(!(endpoint->keyed && endpoint->secret));
    if (call == NULL) {
        reply_no_memory(rq);
        return;
    }
    endpoint_zero((char *)call, endpoint);
    call->job = (struct store_job){.run = endpoint_run, .done = endpoint_done};
    call->app = app_of(rq);
    call->account = rq->caller.account;
    call->token = rq->caller.token;
    call->payer = endpoint_payer(rq);
    call->now = app_now();
    call->endpoint = endpoint;
    call->rq = rq;
    buffer_init(&call->reply.body, endpoint->body_max);
    rq->state = call;
    rq->state_free = endpoint_free;
    if ((endpoint->read == NULL || endpoint->read(rq, call)) &&
        (!endpoint->keyed || idempotency_read(rq, &call->idem)) && endpoint_is_new(rq, call))
        endpoint_try(rq, call);
    else
        endpoint_close(call);
}

static void endpoint_reply_refusal(struct request *rq, const struct endpoint_refusal *refusal) {
    const struct problem_more more = {.retry_after = refusal->retry_after, .quota = refusal->quota};

    if (refusal->problem == PROBLEM_INVALID)
        reply_invalid_at(rq, refusal->pointer, "%s", refusal->detail);
    else
        reply_problem_more(rq, refusal->problem, &more, "%s", refusal->detail);
}

/* Handles a try that failed. */
static void endpoint_refused(struct request *rq, struct endpoint_call *call) {
    if (call->result == STORE_NONE && call->endpoint->not_found != NULL)
        call->endpoint->not_found(rq);
    else if (call->result != STORE_CONFLICT)
        reply_store_failure(rq, call->result);
    else if (call->refusal.problem != PROBLEM_NONE)
        endpoint_reply_refusal(rq, &call->refusal);
    else if (call->idem.seen && !endpoint_is_new(rq, call))
        endpoint_close(call); /* the same request was faster, and its response was repeated */
    else if (++call->tries < ENDPOINT_TRIES_MAX)
        endpoint_try(rq, call);
    else
        reply_problem(rq, PROBLEM_UNAVAILABLE,
                      "other requests changed the game first, %d times in a row; nothing was "
                      "changed, try again",
                      ENDPOINT_TRIES_MAX);
}

void endpoint_serve(struct request *rq) {
    struct endpoint_call *call = rq->state;

    if (call == NULL)
        endpoint_start(rq, rq->route->data);
    else if (!atomic_load(&call->finished))
        request_wait(rq);
    else if (call->result != STORE_OK && !(call->result == STORE_CONFLICT && call->rehearsed))
        endpoint_refused(rq, call);
    else {
        endpoint_answer(rq, call);
        endpoint_close(call);
    }
}

/* ---- for endpoints ---- */

struct endpoint_payer endpoint_payer(struct request *rq) {
    bool guest = rq->caller.guest;

    return (struct endpoint_payer){guest, rq->caller.bot,
                                   guest && request_is_limited(rq) ? request_client(rq) : 0};
}

bool endpoint_read_named(struct request *rq, void *state) {
    struct endpoint_named *named = state;
    const char *id = request_param(rq, 0);

    if (strlen(id) < sizeof named->id) {
        memcpy(named->id, id, strlen(id) + 1);
        return true;
    }
    reply_not_found(rq);
    return false;
}

enum store_result endpoint_refuse(struct endpoint_call *call, enum problem problem,
                                  const char *format, ...) {
    va_list args;

    va_start(args, format);
    vsnprintf(call->refusal.detail, sizeof call->refusal.detail, format, args);
    va_end(args);
    call->refusal.problem = problem;
    return STORE_CONFLICT;
}

enum store_result endpoint_refuse_at(struct endpoint_call *call, const char *pointer,
                                     const char *format, ...) {
    va_list args;

    va_start(args, format);
    vsnprintf(call->refusal.detail, sizeof call->refusal.detail, format, args);
    va_end(args);
    snprintf(call->refusal.pointer, sizeof call->refusal.pointer, "%s", pointer);
    call->refusal.problem = PROBLEM_INVALID;
    return STORE_CONFLICT;
}

void endpoint_send(struct request *rq, struct endpoint_call *call) {
    if (call->endpoint->secret)
        reply_secret(rq);
    reply_send(rq, &call->reply);
}
