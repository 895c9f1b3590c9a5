/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/session.h"

#include <string.h>

#include "db/accounts.h"
#include "db/store.h"
#include "service/account/auth.h"
#include "service/account/session.h"
#include "service/api/accounts.h"
#include "service/app/endpoint.h"
#include "service/http/cookie.h"

struct session_change {
    struct endpoint_call call; /* first */
    unsigned scopes;
    int64_t token;
    char token_id[CALLER_ID_SIZE];
    struct session_before before;
    char secret[TOKEN_SIZE];
};

static bool session_read(struct request *rq, void *state) {
    struct session_change *change = state;

    change->scopes = rq->caller.scopes;
    change->token = rq->caller.token;
    change->before = session_before(rq);
    memcpy(change->token_id, rq->caller.token_id, sizeof change->token_id);
    return true;
}

/* Another site must not sign somebody in as somebody else. */
static bool session_create_read(struct request *rq, void *state) {
    if (!cookie_cross_site(rq))
        return session_read(rq, state);
    reply_problem(rq, PROBLEM_FORBIDDEN, "sign in on the page of this server itself");
    return false;
}

static enum store_result session_create_run(struct store_tx *tx, void *state) {
    struct session_change *change = state;
    int64_t now = change->call.now;
    enum store_result result =
        session_begin(tx, change->call.account, change->token, change->scopes, now, change->secret);

    if (result == STORE_NONE)
        return endpoint_refuse(&change->call, PROBLEM_UNAUTHENTICATED, "%s", account_token_ended);
    return result == STORE_OK ? session_replace(tx, &change->before, change->secret, now) : result;
}

static void session_create_committed(void *state) {
    const struct session_change *change = state;

    account_tokens_changed(state);
    app_account_changed(change->call.app, change->before.ended);
}

static void session_create_reply(struct request *rq, void *state) {
    struct session_change *change = state;

    session_cookie(rq, change->secret);
    endpoint_send(rq, &change->call);
}

const struct endpoint session_create = {
    .size = sizeof(struct session_change),
    .status = 204,
    .secret = true,
    .read = session_create_read,
    .run = session_create_run,
    .committed = session_create_committed,
    .reply = session_create_reply,
};

static enum store_result session_end_run(struct store_tx *tx, void *state) {
    const struct session_change *change = state;
    enum store_result result =
        store_token_revoke(tx, change->call.account, change->token_id, change->call.now);

    return result == STORE_NONE ? STORE_OK : result; /* it has ended meanwhile */
}

static void session_end_reply(struct request *rq, void *state) {
    session_cookie(rq, NULL);
    endpoint_send(rq, state);
}

const struct endpoint session_end = {
    .size = sizeof(struct session_change),
    .status = 204,
    .read = session_read,
    .run = session_end_run,
    .committed = account_tokens_changed,
    .reply = session_end_reply,
};
