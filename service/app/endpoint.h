/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_APP_ENDPOINT_H
#define SERVICE_APP_ENDPOINT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/store.h"
#include "service/app/app.h"
#include "service/app/idempotency.h"
#include "service/http/reply.h"
#include "service/http/request.h"

/*
 * The only way in which a request changes something. An endpoint defines what it reads, what it writes
 * and what it answers; endpoint_serve drives a request through these steps:
 *
 *     read       once, on a server's thread: who asks, and the shape of what they ask
 *     (replay) a request already answered under its Idempotency-Key gets that response again
 *     judge      on a server's thread: whether this can be done as things stand
 *     run        in a job of the store; the request waits until that is on disk
 *     committed  on the writer's thread
 *     reply
 *
 * If others were faster (run returns STORE_CONFLICT) it goes back to judge, at most ENDPOINT_TRIES_MAX
 * times. It answers failures of the store by itself.
 */

enum { ENDPOINT_TRIES_MAX = 16, ENDPOINT_DETAIL_MAX = 256 };

/* Bytes of a state, from one on and before another. */
struct endpoint_span {
    size_t from, to;
};

struct endpoint {
    size_t size;     /* of the state, whose first member is a struct endpoint_call */
    size_t body_max; /* bytes of the answer's body */
    int status;      /* of the answer on success */
    bool keyed;      /* takes an Idempotency-Key */
    bool secret;     /* the answer carries a token: it is not cached, and the state is wiped */

    /* Large parts of the state, in rising order and ended by {0}, that are written before they are read and
     * therefore not zeroed; NULL: none. */
    const struct endpoint_span *blank;

    /* All but run may be NULL. STATE is zeroed before read, but for those parts; all of them get the same one. */

    /* False: has answered. */
    bool (*read)(struct request *rq, void *state);
    /* The same; called anew for each try. What it puts into the call's reply is kept. */
    bool (*judge)(struct request *rq, void *state);
    /* Makes the change and, unless judge has, the reply. The store may call it again: it starts afresh
     * each time, and changes nothing but the transaction and the state. It must not touch the request.
     * Returns endpoint_refuse's result for a refusal; any other STORE_CONFLICT means that judge would
     * decide differently now; STORE_NONE is answered with 404. */
    enum store_result (*run)(struct store_tx *tx, void *state);
    /* Prefetches: reads what run will read, and does nothing else, between store_ahead_begin and
     * store_ahead_end. */
    void (*ahead)(struct store_tx *tx, void *state);
    /* Notifies others of what is now on disk, even if the client is gone. Should be short. */
    void (*committed)(void *state);
    /* Answers in place of the driver after run succeeded; endpoint_send does the usual. */
    void (*reply)(struct request *rq, void *state);
    /* Answers in place of the driver if run returns STORE_NONE. */
    void (*not_found)(struct request *rq);
    /* Recreates the body of a kept response from its recipe. Called after read, or after close if the same
     * request was faster meanwhile, so it opens what it needs again. False: has answered. */
    bool (*remake)(struct request *rq, void *state, const char *recipe);
    /* Closes what the others have opened, on the same thread: nothing stays open while a request
     * waits. Must allow repeated calls. */
    void (*close)(void *state);
    /* Frees the rest of the state, at the end of the request. */
    void (*clear)(void *state);
};

struct endpoint_refusal {
    enum problem problem; /* PROBLEM_NONE: none */
    int retry_after;      /* seconds; 0: omitted */
    const char *quota;    /* the quota exceeded; static; NULL: none */
    char pointer[READ_POINTER_MAX];
    char detail[ENDPOINT_DETAIL_MAX];
};

/* Whose quotas count what is stored (account/quota.h). */
struct endpoint_payer {
    bool guest, bot;
    uint64_t client; /* of a guest: their address, as limits count it; 0: no limits apply */
};
struct endpoint_payer endpoint_payer(struct request *rq);

/* The first member of each endpoint's state. */
struct endpoint_call {
    struct store_job job; /* first; for the driver, like the last members */

    struct app *app;
    int64_t account; /* of the caller; 0: none */
    int64_t token;   /* the caller's */
    struct endpoint_payer payer;
    int64_t now;        /* of this try */
    struct reply reply; /* emptied before each judge; its status is the endpoint's */
    /* If the endpoint has remake, judge or run may put here what the body can be recreated from. "": the
     * whole body is kept. */
    char recipe[IDEMPOTENCY_RECIPE_SIZE];
    struct endpoint_refusal refusal;
    /* Set in read: everything that run changes is undone again, and its reply is sent. */
    bool rehearsal;

    const struct endpoint *endpoint;
    struct request *rq;
    struct idempotency idem;
    size_t judged; /* bytes of the body that judge has written */
    unsigned tries;
    bool rehearsed;
    enum store_result result;
    atomic_bool finished;
};

/* The state of an endpoint about a single object of the caller's. */
struct endpoint_named {
    struct endpoint_call call; /* first */
    char id[STORE_ID_SIZE];    /* public id */
};
/* Its read: the route's first parameter is the id. */
bool endpoint_read_named(struct request *rq, void *state);

/* The handler of a route whose data is a struct endpoint. */
void endpoint_serve(struct request *rq);

/* In run: sets the refusal, and returns what run has to return. */
__attribute__((format(printf, 3, 4))) enum store_result
endpoint_refuse(struct endpoint_call *call, enum problem problem, const char *format, ...);
/* The same, as PROBLEM_INVALID about one place of the body. */
__attribute__((format(printf, 3, 4))) enum store_result
endpoint_refuse_at(struct endpoint_call *call, const char *pointer, const char *format, ...);

/* In reply: answers with the call's reply. */
void endpoint_send(struct request *rq, struct endpoint_call *call);

#endif
