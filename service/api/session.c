/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/session.h"

#include <sodium.h>

#include "db/store.h"
#include "service/account/auth.h"
#include "service/account/session.h"
#include "service/app/app.h"
#include "service/app/write.h"
#include "service/http/cookie.h"
#include "service/http/reply.h"

struct session_work {
    struct write write;
    int64_t account;
    unsigned scopes;
    int64_t now;
    char token_id[CALLER_ID_SIZE];
    struct session_before before;
    char secret[TOKEN_SIZE];
};

static enum store_result run_begin(struct store_tx *tx, struct write *write) {
    struct session_work *work = (struct session_work *)write;

    enum store_result result =
        session_begin(tx, work->account, work->scopes, work->now, work->secret);

    return result == STORE_OK ? session_replace(tx, &work->before, work->secret, work->now)
                              : result;
}

static enum store_result run_end(struct store_tx *tx, struct write *write) {
    struct session_work *work = (struct session_work *)write;

    return store_token_revoke(tx, work->account, work->token_id, work->now);
}

/* The work, once it is on disk; NULL before, and where it has answered. */
static struct session_work *work_of(struct request *rq,
                                    enum store_result (*run)(struct store_tx *, struct write *)) {
    struct session_work *work = rq->state;

    if (work != NULL)
        return write_finished(rq, &work->write) ? work : NULL;
    work = rq->state = request_alloc(rq, sizeof *work);
    if (work == NULL) {
        reply_no_memory(rq);
        return NULL;
    }
    work->account = rq->caller.account;
    work->scopes = rq->caller.scopes;
    work->now = app_now();
    work->before = session_before(rq);
    memcpy(work->token_id, rq->caller.token_id, sizeof work->token_id);
    write_begin(rq, &work->write, run);
    return NULL;
}

void session_create(struct request *rq) {
    struct session_work *work;

    /* Another site must not sign somebody in as somebody else. */
    if (rq->state == NULL && cookie_cross_site(rq)) {
        reply_problem(rq, PROBLEM_FORBIDDEN, "sign in on the page of this server itself");
        return;
    }
    work = work_of(rq, run_begin);
    if (work == NULL)
        return;
    if (work->write.result == STORE_OK) {
        session_cookie(rq, work->secret);
        reply_empty(rq, 204);
    } else {
        reply_store_failure(rq, work->write.result);
    }
    sodium_memzero(work->secret, sizeof work->secret);
}

void session_end(struct request *rq) {
    struct session_work *work = work_of(rq, run_end);

    if (work == NULL)
        return;
    /* STORE_NONE: ended meanwhile. */
    if (work->write.result != STORE_OK && work->write.result != STORE_NONE) {
        reply_store_failure(rq, work->write.result);
        return;
    }
    session_cookie(rq, NULL);
    reply_empty(rq, 204);
}
