/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Tokens for codes, for waiting devices and for refresh tokens, each used once. What is used up and what comes of it are
 * written in one transaction, under the key of the account that is let into. */
#include "service/oauth/token.h"

#include <sodium.h>
#include <string.h>

#include "db/app_requests.h"
#include "service/app/endpoint.h"
#include "service/app/store_reply.h"
#include "service/base/json_write.h"
#include "service/oauth/find.h"
#include "service/oauth/form.h"
#include "service/oauth/grant.h"
#include "service/oauth/oauth.h"

enum {
    TOKEN_JSON_MAX = 4 << 10,
    GRANT_TYPE_SIZE = 64,
    VERIFIER_SIZE = 129,
    EARLY_MS = 500, /* that a question may come before its time: networks do not keep it */
};

struct token_call {
    struct endpoint_call call; /* first */
    char client[STORE_ID_SIZE], redirect[STORE_REDIRECT_SIZE], verifier[VERIFIER_SIZE];
    char code[REFRESH_SIZE], refresh[REFRESH_SIZE], scope[STORE_SCOPES_SIZE];
    const struct token_way *way;
    struct store_app app;
    struct issued issued;
    int64_t ended; /* the account whose grant has ended; 0: none */
};

/* One way to tokens. */
struct token_way {
    const char *grant_type;
    /* Sets the key of the job by what it will be about. STORE_NONE: there is no such thing. */
    enum store_result (*find)(struct store_reader *reader, struct token_call *ask);
    enum store_result (*give)(struct store_tx *tx, struct token_call *ask);
};

static enum store_result refuse_grant(struct token_call *ask, const char *why) {
    return form_refuse(&ask->call, "invalid_grant", why);
}

static enum store_result write_issued(struct token_call *ask) {
    struct writer w = writer_to(&ask->call.reply.body);

    writer_object(&w);
    writer_text_member(&w, "access_token", ask->issued.access);
    writer_text_member(&w, "token_type", "Bearer");
    writer_int_member(&w, "expires_in", OAUTH_ACCESS_S);
    writer_text_member(&w, "refresh_token", ask->issued.refresh);
    writer_text_member(&w, "scope", ask->issued.scopes);
    writer_object_end(&w);
    return STORE_OK;
}

static enum store_result end_reused(struct store_tx *tx, struct token_call *ask,
                                    const struct store_grant *grant, const char *why) {
    const enum store_result result = grant_end(tx, grant, ask->call.now);

    ask->ended = grant->account;
    return result == STORE_OK ? refuse_grant(ask, why) : result;
}

/* ---- codes and devices ---- */

static enum store_result find_token_request(struct store_reader *reader,
                                            const struct token_call *ask,
                                            struct store_app_request *request) {
    uint8_t hash[STORE_HASH_SIZE];

    secret_hash(ask->code, hash);
    return store_app_request_by_hash(reader, hash, request);
}

/* The key of jobs about a request: its account's once that is known. */
static int64_t request_key(const struct store_app_request *request) {
    return request->account != 0 ? STORE_KEY_ACCOUNT(request->account)
                                 : STORE_KEY_TARGET(OAUTH_JOBS, request->id);
}

static enum store_result find_request_key(struct store_reader *reader, struct token_call *ask) {
    struct store_app_request request;
    const enum store_result result = find_token_request(reader, ask, &request);

    if (result == STORE_OK)
        ask->call.job.key = request_key(&request);
    return result;
}

/* The tokens for an answered request, which is thereby used up. */
static enum store_result give_for_request(struct store_tx *tx, struct token_call *ask,
                                          const struct store_app_request *request) {
    struct store_grant grant;
    enum store_result result =
        grant_begin(tx, &ask->app, request->account, scopes_parse(request->scopes), ask->call.now,
                    &grant, &ask->issued);

    if (result == STORE_NONE)
        return refuse_grant(ask, "the account is gone");
    if (result == STORE_CONFLICT)
        return refuse_grant(ask, "the account has authorized as many apps as it can");
    if (result == STORE_OK)
        result = store_app_request_use(tx, request->id, grant.id);
    return result == STORE_OK ? write_issued(ask) : result;
}

static enum store_result end_used_request(struct store_tx *tx, struct token_call *ask,
                                          const struct store_app_request *request) {
    struct store_grant grant;
    const enum store_result result = store_grant_get(store_tx_reader(tx), request->grant, &grant);

    return result == STORE_OK
               ? end_reused(tx, ask, &grant, "this code was used before: its tokens have ended")
               : result;
}

static enum store_result give_for_code(struct store_tx *tx, struct token_call *ask) {
    struct store_app_request request;
    const enum store_result result = find_token_request(store_tx_reader(tx), ask, &request);

    if (result != STORE_OK && result != STORE_NONE)
        return result;
    if (result == STORE_NONE || request.redirect[0] == '\0')
        return refuse_grant(ask, "there is no such code");
    if (request.grant != 0)
        return end_used_request(tx, ask, &request);
    if (request.app != ask->app.id)
        return refuse_grant(ask, "this code was given to another app");
    if (request.expires_at <= ask->call.now)
        return refuse_grant(ask, "this code has expired");
    if (strcmp(request.redirect, ask->redirect) != 0)
        return refuse_grant(ask, "redirect_uri is not that of the request for this code");
    if (!secret_verify(ask->verifier, request.challenge))
        return refuse_grant(ask, "code_verifier is not what code_challenge was made of");
    return give_for_request(tx, ask, &request);
}

/* The answer to a device while nobody has answered it. */
static enum store_result refuse_waiting(struct store_tx *tx, struct token_call *ask,
                                        const struct store_app_request *request) {
    const int64_t due = request->asked_at + request->pace * 1000 - EARLY_MS;
    const bool early = request->asked_at != 0 && ask->call.now < due;
    const int64_t pace = request->pace + (early ? OAUTH_PACE_S : 0);
    const enum store_result result = store_app_request_asked(tx, request->id, pace, ask->call.now);

    if (result != STORE_OK)
        return result;
    return early ? form_refuse(&ask->call, "slow_down",
                               "the device asks too often: leave five seconds more from now on")
                 : form_refuse(&ask->call, "authorization_pending",
                               "the code has not been entered and answered yet");
}

static enum store_result give_for_device(struct store_tx *tx, struct token_call *ask) {
    struct store_app_request request;
    const enum store_result result = find_token_request(store_tx_reader(tx), ask, &request);

    if (result != STORE_OK && result != STORE_NONE)
        return result;
    if (result == STORE_NONE || request.pace == 0 || request.app != ask->app.id)
        return refuse_grant(ask, "this app has no such device code");
    if (request.grant != 0)
        return refuse_grant(ask, "this device code was used before");
    if (request.expires_at <= ask->call.now)
        return form_refuse(&ask->call, "expired_token", "the code was not entered in time");
    if (request.denied)
        return form_refuse(&ask->call, "access_denied", "the answer was no");
    if (request.account == 0)
        return refuse_waiting(tx, ask, &request);
    if (ask->call.job.key != request_key(&request)) /* answered just now */
        return STORE_CONFLICT;
    return give_for_request(tx, ask, &request);
}

/* ---- refresh tokens ---- */

static enum store_result find_refreshed(struct store_reader *reader, const struct token_call *ask,
                                        struct store_grant *grant, bool *latest) {
    uint8_t family[STORE_HASH_SIZE], whole[STORE_HASH_SIZE];
    enum store_result result;

    if (!secret_hash_refresh(ask->refresh, family, whole))
        return STORE_NONE;
    result = store_grant_by_family(reader, family, grant);
    *latest = result == STORE_OK && sodium_memcmp(whole, grant->refresh, sizeof whole) == 0;
    return result;
}

static enum store_result find_grant_key(struct store_reader *reader, struct token_call *ask) {
    struct store_grant grant;
    bool latest;
    const enum store_result result = find_refreshed(reader, ask, &grant, &latest);

    if (result == STORE_OK)
        ask->call.job.key = STORE_KEY_ACCOUNT(grant.account);
    return result;
}

static enum store_result give_for_refresh(struct store_tx *tx, struct token_call *ask) {
    struct store_grant grant;
    unsigned scopes;
    bool latest;
    enum store_result result = find_refreshed(store_tx_reader(tx), ask, &grant, &latest);

    if (result != STORE_OK && result != STORE_NONE)
        return result;
    if (result == STORE_NONE || !grant_is_good(&grant, ask->call.now))
        return refuse_grant(ask, "this refresh token has ended");
    if (grant.app != ask->app.id)
        return refuse_grant(ask, "this refresh token was given to another app");
    if (!latest)
        return end_reused(tx, ask, &grant,
                          "this refresh token was used before: all tokens of its grant have ended");
    scopes = scopes_parse(grant.scopes);
    if (ask->scope[0] != '\0' &&
        (!grant_read_scopes(ask->scope, &scopes) || (scopes & ~scopes_parse(grant.scopes)) != 0))
        return form_refuse(&ask->call, "invalid_scope", "scope names more than was allowed");
    result = grant_renew(tx, &grant, ask->refresh, scopes, ask->call.now, &ask->issued);
    return result == STORE_OK ? write_issued(ask) : result;
}

/* ---- POST /oauth/token ---- */

static const struct token_way ways[] = {
    {"authorization_code", find_request_key, give_for_code},
    {"urn:ietf:params:oauth:grant-type:device_code", find_request_key, give_for_device},
    {"refresh_token", find_grant_key, give_for_refresh},
};

static const struct token_way *token_way_of(const char *grant_type) {
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i].grant_type, grant_type) == 0)
            return &ways[i];
    return NULL;
}

static bool token_give_read(struct request *rq, void *state) {
    struct token_call *ask = state;
    char grant_type[GRANT_TYPE_SIZE], device_code[REFRESH_SIZE];
    const struct form_field fields[] = {
        {"grant_type", grant_type, sizeof grant_type},
        {"client_id", ask->client, sizeof ask->client},
        {"code", ask->code, sizeof ask->code},
        {"redirect_uri", ask->redirect, sizeof ask->redirect},
        {"code_verifier", ask->verifier, sizeof ask->verifier},
        {"device_code", device_code, sizeof device_code},
        {"refresh_token", ask->refresh, sizeof ask->refresh},
        {"scope", ask->scope, sizeof ask->scope},
    };

    if (!form_read(rq, fields, sizeof fields / sizeof *fields))
        return false;
    ask->way = token_way_of(grant_type);
    if (ask->way == NULL) {
        form_reply_error(rq, grant_type[0] == '\0' ? "invalid_request" : "unsupported_grant_type",
                         "grant_type must be authorization_code, refresh_token or "
                         "urn:ietf:params:oauth:grant-type:device_code");
        return false;
    }
    if (ask->way->give == give_for_device)
        memcpy(ask->code, device_code, sizeof ask->code);
    return find_client(rq, ask->client, &ask->app);
}

static bool token_give_judge(struct request *rq, void *state) {
    struct token_call *ask = state;
    struct store_reader *reader = store_reader_get(ask->call.app->store);
    const enum store_result result =
        reader == NULL ? STORE_UNAVAILABLE : ask->way->find(reader, ask);

    if (result != STORE_NONE)
        return check_stored(rq, result);
    form_reply_error(rq, "invalid_grant", "there is no such code or token");
    return false;
}

static enum store_result token_give_run(struct store_tx *tx, void *state) {
    struct token_call *ask = state;

    ask->ended = 0;
    ask->call.reply.status = ask->call.endpoint->status;
    return ask->way->give(tx, ask);
}

/* Streams and long polls with the tokens of a grant that has ended look again, and end. */
static void token_committed(void *state) {
    const struct token_call *ask = state;

    if (ask->ended != 0)
        app_account_changed(ask->call.app, ask->ended);
}

const struct endpoint token_give = {
    .size = sizeof(struct token_call),
    .body_max = TOKEN_JSON_MAX,
    .status = 200,
    .secret = true,
    .read = token_give_read,
    .judge = token_give_judge,
    .run = token_give_run,
    .committed = token_committed,
};

/* ---- POST /oauth/revoke ---- */

static bool token_revoke_read(struct request *rq, void *state) {
    struct token_call *ask = state;
    const struct form_field fields[] = {
        {"token", ask->refresh, sizeof ask->refresh},
        {"client_id", ask->client, sizeof ask->client},
    };

    if (!form_read(rq, fields, sizeof fields / sizeof *fields))
        return false;
    if (ask->refresh[0] != '\0')
        return find_client(rq, ask->client, &ask->app);
    form_reply_error(rq, "invalid_request", "token is missing");
    return false;
}

/* The grant that a refresh token or an access token is of. */
static enum store_result find_revoked(struct store_reader *reader, const struct token_call *ask,
                                      struct store_grant *grant) {
    struct store_account account;
    struct store_token token;
    uint8_t hash[TOKEN_HASH_SIZE];
    enum store_result result;
    bool latest;

    if (!token_well_formed(ask->refresh))
        return find_refreshed(reader, ask, grant, &latest);
    token_hash(ask->refresh, hash);
    result = store_token_find(reader, hash, &token, &account);
    return result == STORE_OK ? store_grant_by_token(reader, token.id, grant) : result;
}

/* Either token ends the whole grant. One that nobody knows has ended already, as RFC 7009 has it. */
static enum store_result token_revoke_run(struct store_tx *tx, void *state) {
    struct token_call *ask = state;
    struct store_grant grant;
    const enum store_result result = find_revoked(store_tx_reader(tx), ask, &grant);

    ask->ended = 0;
    ask->call.reply.status = ask->call.endpoint->status;
    if (result != STORE_OK)
        return result == STORE_NONE ? STORE_OK : result;
    if (grant.app != ask->app.id)
        return refuse_grant(ask, "this token was given to another app");
    ask->ended = grant.account;
    return grant_end(tx, &grant, ask->call.now);
}

const struct endpoint token_revoke = {
    .size = sizeof(struct token_call),
    .body_max = TOKEN_JSON_MAX,
    .status = 200,
    .secret = true,
    .read = token_revoke_read,
    .run = token_revoke_run,
    .committed = token_committed,
};
