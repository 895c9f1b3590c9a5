/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Devices without a browser, and chat bots (RFC 8628): they show eight letters, which somebody types at /link. */
#include "service/oauth/device.h"

#include <stdio.h>
#include <string.h>

#include "db/app_requests.h"
#include "db/usage.h"
#include "service/account/auth.h"
#include "service/app/endpoint.h"
#include "service/base/json_write.h"
#include "service/base/text.h"
#include "service/http/reply.h"
#include "service/mail/page.h"
#include "service/oauth/consent.h"
#include "service/oauth/find.h"
#include "service/oauth/form.h"
#include "service/oauth/grant.h"
#include "service/oauth/oauth.h"
#include "service/oauth/redirect.h"
#include "service/oauth/secret.h"
#include "service/oauth/site.h"

enum { DEVICE_JSON_MAX = 4 << 10, ANSWER_SIZE = 16, LINK_PATH_MAX = 1 << 10, DEVICE_RETRY_S = 60 };

/* Where the letters are typed: short, as people type this address too. */
#define LINK_PATH "/link"

/* ---- POST /oauth/device ---- */

struct device_call {
    struct endpoint_call call; /* first */
    char client_id[STORE_ID_SIZE], scope[STORE_SCOPES_SIZE];
    struct store_app app;
    unsigned scopes;
    uint64_t client; /* the address whose waiting devices are limited; 0: no limit */
    char issuer[SITE_SIZE];
};

static bool device_begin_read(struct request *rq, void *state) {
    struct device_call *ask = state;
    const struct form_field fields[] = {{"client_id", ask->client_id, sizeof ask->client_id},
                                        {"scope", ask->scope, sizeof ask->scope}};

    if (!form_read(rq, fields, sizeof fields / sizeof *fields) ||
        !find_client(rq, ask->client_id, &ask->app))
        return false;
    ask->client = request_is_limited(rq) ? request_client(rq) : 0;
    site_issuer(rq, ask->issuer);
    if (grant_read_scopes(ask->scope, &ask->scopes))
        return true;
    form_reply_error(rq, "invalid_scope", "scope must name what the app wants, like game:read");
    return false;
}

static void device_write(struct device_call *ask, const char *code, const char *user_code) {
    struct writer w = writer_to(&ask->call.reply.body);
    char address[SITE_SIZE + sizeof LINK_PATH "?user_code=" + USER_CODE_SIZE];

    writer_object(&w);
    writer_text_member(&w, "device_code", code);
    writer_text_member(&w, "user_code", user_code);
    snprintf(address, sizeof address, "%s" LINK_PATH, ask->issuer);
    writer_text_member(&w, "verification_uri", address);
    snprintf(address, sizeof address, "%s" LINK_PATH "?user_code=%s", ask->issuer, user_code);
    writer_text_member(&w, "verification_uri_complete", address);
    writer_int_member(&w, "expires_in", OAUTH_DEVICE_S);
    writer_int_member(&w, "interval", OAUTH_PACE_S);
    writer_object_end(&w);
}

static enum store_result device_begin_run(struct store_tx *tx, void *state) {
    struct device_call *ask = state;
    struct store_app_request request = {.app = ask->app.id,
                                        .client = (int64_t)ask->client,
                                        .pace = OAUTH_PACE_S,
                                        .expires_at =
                                            ask->call.now + OAUTH_DEVICE_S * INT64_C(1000)};
    char code[CODE_SIZE], user_code[USER_CODE_SIZE], scopes[SCOPES_TEXT_SIZE];
    int64_t waiting = 0;
    enum store_result result = STORE_OK;

    if (ask->client != 0)
        result =
            store_app_request_count(store_tx_reader(tx), request.client, ask->call.now, &waiting);
    if (result == STORE_OK && waiting >= OAUTH_DEVICES_MAX) {
        ask->call.refusal.retry_after = DEVICE_RETRY_S;
        return endpoint_refuse(&ask->call, PROBLEM_RATE_LIMITED,
                               "%d devices of this address wait for an answer; try again later",
                               OAUTH_DEVICES_MAX);
    }
    if (result != STORE_OK)
        return result;
    scopes_text(ask->scopes, scopes);
    snprintf(request.scopes, sizeof request.scopes, "%s", scopes);
    secret_draw_code(code, request.hash);
    secret_draw_user_code(user_code, request.user_code);
    device_write(ask, code, user_code);
    return store_app_request_create(tx, &request);
}

const struct endpoint device_begin = {
    .size = sizeof(struct device_call),
    .body_max = DEVICE_JSON_MAX,
    .status = 200,
    .secret = true,
    .read = device_begin_read,
    .run = device_begin_run,
};

/* ---- GET /link ---- */

/* The form for the letters, with those typed so far. */
static void device_ask_code(struct request *rq, int status, const char *typed, enum text lead) {
    const enum language language = page_language(rq);
    struct buffer page;

    buffer_init(&page, PAGE_MAX);
    page_begin(&page, language, text_in(language, TEXT_OAUTH_CODE_TITLE));
    page_text(&page, "%s", text_in(language, lead));
    buffer_format(&page, "<form method=\"post\" action=\"" LINK_PATH "\"><label>%s ",
                  text_in(language, TEXT_OAUTH_CODE_FIELD));
    buffer_format(&page,
                  "<input name=\"user_code\" maxlength=\"%d\" size=\"12\" required "
                  "autocomplete=\"off\" autocapitalize=\"characters\" spellcheck=\"false\" "
                  "value=\"",
                  USER_CODE_TYPED_MAX - 1);
    text_escape(&page, typed, strlen(typed));
    buffer_format(&page, "\"></label> <button>%s</button></form>\n",
                  text_in(language, TEXT_OAUTH_CODE_DO));
    page_reply(rq, status, &page);
}

void device_page(struct request *rq) {
    const char *typed = "";
    const struct read_field fields[] = {
        {"user_code", READ_TEXT, .to.text = &typed, .max = USER_CODE_TYPED_MAX - 1},
    };
    struct buffer path;
    bool signed_in;

    if (!request_query(rq, fields, sizeof fields / sizeof *fields))
        return;
    buffer_init(&path, LINK_PATH_MAX);
    buffer_text(&path, LINK_PATH);
    if (typed[0] != '\0')
        redirect_add(&path, "user_code", typed);
    signed_in = consent_signed_in(rq, &path);
    buffer_free(&path);
    if (signed_in)
        device_ask_code(rq, 200, typed, TEXT_OAUTH_CODE_WHY);
}

/* ---- POST /link ---- */

enum device_end { DEVICE_ASKS, DEVICE_ANSWERED, DEVICE_UNKNOWN, DEVICE_TOO_OFTEN, DEVICE_REFUSED };

struct device_reply {
    struct endpoint_call call; /* first */
    char typed[USER_CODE_TYPED_MAX], answer[ANSWER_SIZE];
    bool could_be; /* what was typed has the form of a code */
    uint8_t user_code[STORE_HASH_SIZE];
    uint64_t client;
    unsigned caller_scopes;
    enum device_end end;
    enum consent_verdict verdict;
    struct store_app_request request;
    struct store_app app;
};

static bool device_answer_read(struct request *rq, void *state) {
    struct device_reply *reply = state;
    const struct form_field fields[] = {{"user_code", reply->typed, sizeof reply->typed},
                                        {"answer", reply->answer, sizeof reply->answer}};

    reply->caller_scopes = rq->caller.scopes;
    reply->client = request_is_limited(rq) ? request_client(rq) : 0;
    if (!form_read(rq, fields, sizeof fields / sizeof *fields))
        return false;
    reply->could_be = secret_hash_user_code(reply->typed, reply->user_code);
    return true;
}

/* Counts one more code that was typed, right or wrong: else whoever has used up the tries could go on guessing until
 * one is right. *wait: 0, or it was one too many. */
static enum store_result device_count_try(struct store_tx *tx, const struct device_reply *reply,
                                          int64_t *wait) {
    enum store_result result =
        store_allowance_spend(tx, reply->call.account, OAUTH_ALLOWANCE_ACCOUNT, 1,
                              OAUTH_TRIES_OF_ACCOUNT, reply->call.now, wait);

    if (result == STORE_OK && *wait == 0 && reply->client != 0)
        result = store_allowance_spend(tx, (int64_t)reply->client, OAUTH_ALLOWANCE_ADDRESS, 1,
                                       OAUTH_TRIES_OF_ADDRESS, reply->call.now, wait);
    return result;
}

/* Takes the answer about a device that waits; without one, the question is shown. */
static enum store_result device_take_answer(struct store_tx *tx, struct device_reply *reply) {
    const bool denied = strcmp(reply->answer, "deny") == 0;
    enum store_result result;

    reply->end = DEVICE_ASKS;
    if (!denied && strcmp(reply->answer, "allow") != 0)
        return STORE_OK;
    reply->verdict = CONSENT_GIVEN;
    result = denied ? STORE_OK
                    : consent_judge(tx, &reply->call, reply->caller_scopes,
                                    scopes_parse(reply->request.scopes), &reply->verdict);
    reply->end = reply->verdict == CONSENT_GIVEN ? DEVICE_ANSWERED : DEVICE_REFUSED;
    if (result != STORE_OK || reply->verdict != CONSENT_GIVEN)
        return result;
    return store_app_request_answer(tx, reply->request.id, reply->call.account, denied);
}

static enum store_result device_answer_run(struct store_tx *tx, void *state) {
    struct device_reply *reply = state;
    struct store_reader *reader = store_tx_reader(tx);
    int64_t wait = 0;
    enum store_result result = device_count_try(tx, reply, &wait);

    reply->end = wait != 0 ? DEVICE_TOO_OFTEN : DEVICE_UNKNOWN;
    if (result != STORE_OK || wait != 0 || !reply->could_be)
        return result;
    result =
        store_app_request_by_user_code(reader, reply->user_code, reply->call.now, &reply->request);
    if (result == STORE_OK)
        result = store_app_get(reader, reply->request.app, &reply->app);
    if (result != STORE_OK) /* the try has been counted all the same */
        return result == STORE_NONE ? STORE_OK : result;
    return device_take_answer(tx, reply);
}

static void device_show_question(struct request *rq, const struct device_reply *reply) {
    const struct consent_field fields[] = {{"user_code", reply->typed}};

    consent_ask(rq, &(struct consent){.app = &reply->app,
                                      .scopes = scopes_parse(reply->request.scopes),
                                      .action = LINK_PATH,
                                      .user_code = reply->typed,
                                      .fields = fields,
                                      .count = 1});
}

static void device_answer_reply(struct request *rq, void *state) {
    const struct device_reply *reply = state;
    const bool denied = strcmp(reply->answer, "deny") == 0;

    switch (reply->end) {
    case DEVICE_ASKS: device_show_question(rq, reply); return;
    case DEVICE_ANSWERED:
        consent_say(rq, 200, denied ? TEXT_OAUTH_DENIED : TEXT_OAUTH_ALLOWED,
                    denied ? TEXT_OAUTH_DENIED_WHY : TEXT_OAUTH_ALLOWED_WHY, "/settings/apps",
                    TEXT_OAUTH_TO_APPS);
        return;
    case DEVICE_UNKNOWN: device_ask_code(rq, 404, reply->typed, TEXT_OAUTH_CODE_WRONG); return;
    case DEVICE_TOO_OFTEN: device_ask_code(rq, 429, "", TEXT_OAUTH_CODE_TRIES); return;
    case DEVICE_REFUSED: consent_refuse(rq, reply->verdict); return;
    }
}

const struct endpoint device_answer = {
    .size = sizeof(struct device_reply),
    .secret = true,
    .read = device_answer_read,
    .run = device_answer_run,
    .reply = device_answer_reply,
};
