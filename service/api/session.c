/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/api/session.h"

#include <string.h>

#include "db/accounts.h"
#include "db/store.h"
#include "service/account/auth.h"
#include "service/account/session.h"
#include "service/api/accounts.h"
#include "service/app/endpoint.h"
#include "service/base/json_write.h"

enum { SESSION_JSON_MAX = 4 << 10 };

/* ---- GET ---- */

void session_get(struct request *rq) {
    struct store_account account = {0};
    struct buffer body;
    struct writer w = writer_begin(&body, SESSION_JSON_MAX);

    if (rq->caller.account != 0 && !account_read_own(rq, &account))
        return;
    writer_object(&w);
    writer_key(&w, "account");
    if (account.id == 0)
        writer_null(&w);
    else
        account_write_own(&w, &account);
    writer_object_end(&w);
    reply_json(rq, 200, &body);
}

/* ---- POST, DELETE ---- */

struct session_change {
    struct endpoint_call call; /* first */
    unsigned scopes;
    int days;
    char token_id[CALLER_ID_SIZE];
    struct session_before before;
    char secret[TOKEN_SIZE];
};

static bool session_read(struct request *rq, void *state) {
    struct session_change *change = state;

    change->scopes = rq->caller.scopes;
    change->days = session_days(rq->caller.guest);
    change->before = session_before(rq);
    memcpy(change->token_id, rq->caller.token_id, sizeof change->token_id);
    return true;
}

static bool session_create_read(struct request *rq, void *state) {
    return session_pass(rq) && session_read(rq, state);
}

static enum store_result session_create_run(struct store_tx *tx, void *state) {
    struct session_change *change = state;
    int64_t now = change->call.now;
    enum store_result result =
        session_begin(tx, &change->before, change->call.account, change->call.token, change->scopes,
                      change->days, now, change->secret);

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

    session_cookie(rq, change->secret, change->days);
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
    session_cookie(rq, NULL, 0);
    endpoint_send(rq, state);
}

static enum store_result session_end_others_run(struct store_tx *tx, void *state) {
    const struct session_change *change = state;

    return session_end_others(tx, change->call.account, change->token_id, change->call.now);
}

const struct endpoint session_end_elsewhere = {
    .size = sizeof(struct session_change),
    .status = 204,
    .read = session_read,
    .run = session_end_others_run,
    .committed = account_tokens_changed,
};

const struct endpoint session_end = {
    .size = sizeof(struct session_change),
    .status = 204,
    .read = session_read,
    .run = session_end_run,
    .committed = account_tokens_changed,
    .reply = session_end_reply,
};
