/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The way to a code: a browser asks, its owner answers, and it is sent back to the app. */
#include "service/oauth/authorize.h"

#include <stdio.h>
#include <string.h>

#include "db/app_requests.h"
#include "service/account/auth.h"
#include "service/app/endpoint.h"
#include "service/app/store_reply.h"
#include "service/base/text.h"
#include "service/http/reply.h"
#include "service/oauth/consent.h"
#include "service/oauth/find.h"
#include "service/oauth/form.h"
#include "service/oauth/grant.h"
#include "service/oauth/oauth.h"
#include "service/oauth/redirect.h"
#include "service/oauth/secret.h"
#include "service/oauth/site.h"

enum {
    STATE_SIZE = 1025,
    WORD_SIZE = 65,
    LOCATION_MAX = 8 << 10,
    FIELDS = 7,
    ANSWER = FIELDS, /* the form's further field */
};

_Static_assert((int)REDIRECT_MAX + 1 == (int)STORE_REDIRECT_SIZE, "an address fits into the store");

/* A request for a code; "": not given. */
struct code_asked {
    char response_type[WORD_SIZE], client_id[WORD_SIZE], redirect_uri[STORE_REDIRECT_SIZE];
    char scope[STORE_SCOPES_SIZE], state[STATE_SIZE];
    char code_challenge[WORD_SIZE], code_challenge_method[WORD_SIZE];
};

#define ASKED_FIELD(asked, member)                                                                 \
    { #member, (asked)->member, sizeof(asked)->member }
#define ASKED_FIELDS(asked)                                                                        \
    ASKED_FIELD(asked, response_type), ASKED_FIELD(asked, client_id),                              \
        ASKED_FIELD(asked, redirect_uri), ASKED_FIELD(asked, scope), ASKED_FIELD(asked, state),    \
        ASKED_FIELD(asked, code_challenge), ASKED_FIELD(asked, code_challenge_method)

/* ---- sending back ---- */

/* Sends the browser back to the app, with NAME=VALUE, its state, and who says so (RFC 9207). */
static void authorize_send_back(struct request *rq, const struct code_asked *asked,
                                const char *name, const char *value) {
    char issuer[SITE_SIZE];
    struct buffer uri;

    site_issuer(rq, issuer);
    buffer_init(&uri, LOCATION_MAX);
    buffer_text(&uri, asked->redirect_uri);
    redirect_add(&uri, name, value);
    if (asked->state[0] != '\0')
        redirect_add(&uri, "state", asked->state);
    redirect_add(&uri, "iss", issuer);
    buffer_byte(&uri, '\0');
    reply_secret(rq);
    if (uri.failed) {
        reply_no_memory(rq);
    } else {
        reply_header(rq, "Location", uri.data);
        reply_header(rq, "Referrer-Policy", "no-referrer");
        reply_empty(rq, 303);
    }
    buffer_free(&uri);
}

/* ---- judging what is asked ---- */

/* The error of OAuth's in a request by a known app; NULL: there is none. */
static const char *authorize_fault(const struct code_asked *asked, unsigned *scopes) {
    uint8_t challenge[STORE_HASH_SIZE];

    if (strcmp(asked->response_type, "code") != 0)
        return asked->response_type[0] == '\0' ? "invalid_request" : "unsupported_response_type";
    if (strcmp(asked->code_challenge_method, "S256") != 0 ||
        !secret_read_challenge(asked->code_challenge, challenge))
        return "invalid_request";
    return grant_read_scopes(asked->scope, scopes) ? NULL : "invalid_scope";
}

/* Finds the app, and judges the request. False: has answered. A browser is sent back only to an address that the app
 * has registered: anything else is said here. */
static bool authorize_judge(struct request *rq, const struct code_asked *asked,
                            struct store_app *app, unsigned *scopes) {
    enum store_result result = find_app(store_reader_get(app_of(rq)->store), asked->client_id, app);
    const char *fault;

    if (result == STORE_OK && !redirect_listed(app->redirects, asked->redirect_uri))
        result = STORE_NONE;
    if (result == STORE_NONE)
        consent_say(rq, 400, TEXT_OAUTH_UNKNOWN, TEXT_OAUTH_UNKNOWN_WHY, "/", TEXT_LINK_TO_GAMES);
    if (result == STORE_NONE || !check_stored(rq, result))
        return false;
    fault = authorize_fault(asked, scopes);
    if (fault != NULL)
        authorize_send_back(rq, asked, "error", fault);
    return fault == NULL;
}

/* ---- GET ---- */

static bool authorize_read_query(struct request *rq, struct code_asked *asked) {
    const struct form_field into[] = {ASKED_FIELDS(asked)};
    const char *texts[FIELDS] = {NULL};
    struct read_field fields[FIELDS];

    _Static_assert(sizeof into / sizeof *into == FIELDS, "all of them");
    for (size_t i = 0; i < FIELDS; i++)
        fields[i] = (struct read_field){into[i].name, READ_TEXT, .to.text = &texts[i],
                                        .max = (int64_t)into[i].size - 1};
    if (!request_query(rq, fields, FIELDS))
        return false;
    for (size_t i = 0; i < FIELDS; i++)
        snprintf(into[i].value, into[i].size, "%s", texts[i] == NULL ? "" : texts[i]);
    return true;
}

/* The same address once more, to come back to. */
static bool authorize_signed_in(struct request *rq, struct code_asked *asked) {
    const struct form_field fields[] = {ASKED_FIELDS(asked)};
    struct buffer path;
    bool is;

    buffer_init(&path, LOCATION_MAX);
    buffer_text(&path, rq->path);
    for (size_t i = 0; i < FIELDS; i++)
        if (fields[i].value[0] != '\0')
            redirect_add(&path, fields[i].name, fields[i].value);
    is = consent_signed_in(rq, &path);
    buffer_free(&path);
    return is;
}

void authorize_get(struct request *rq) {
    struct code_asked asked;
    struct store_app app;
    unsigned scopes;
    const struct form_field values[] = {ASKED_FIELDS(&asked)};
    struct consent_field fields[FIELDS];

    if (!authorize_read_query(rq, &asked) || !authorize_judge(rq, &asked, &app, &scopes) ||
        !authorize_signed_in(rq, &asked))
        return;
    for (size_t i = 0; i < FIELDS; i++)
        fields[i] = (struct consent_field){values[i].name, values[i].value};
    consent_ask(rq, &(struct consent){.app = &app,
                                      .scopes = scopes,
                                      .action = "/oauth/authorize",
                                      .redirect = asked.redirect_uri,
                                      .fields = fields,
                                      .count = FIELDS});
}

/* ---- POST ---- */

struct authorize_call {
    struct endpoint_call call; /* first */
    struct code_asked asked;
    char answer[WORD_SIZE];
    struct store_app app;
    unsigned scopes, caller_scopes;
    enum consent_verdict verdict;
    char code[CODE_SIZE];
};

static bool authorize_post_read(struct request *rq, void *state) {
    struct authorize_call *post = state;
    const struct form_field fields[] = {ASKED_FIELDS(&post->asked),
                                        {"answer", post->answer, sizeof post->answer}};

    if (!form_read(rq, fields, sizeof fields / sizeof *fields) ||
        !authorize_judge(rq, &post->asked, &post->app, &post->scopes))
        return false;
    post->caller_scopes = rq->caller.scopes;
    if (strcmp(post->answer, "allow") == 0)
        return true;
    authorize_send_back(rq, &post->asked, "error", "access_denied");
    return false;
}

static enum store_result authorize_post_run(struct store_tx *tx, void *state) {
    struct authorize_call *post = state;
    struct store_app_request request = {.app = post->app.id,
                                        .account = post->call.account,
                                        .expires_at =
                                            post->call.now + OAUTH_CODE_S * INT64_C(1000)};
    char scopes[SCOPES_TEXT_SIZE];
    const enum store_result result =
        consent_judge(tx, &post->call, post->caller_scopes, post->scopes, &post->verdict);

    if (result != STORE_OK || post->verdict != CONSENT_GIVEN)
        return result;
    scopes_text(post->scopes, scopes);
    snprintf(request.scopes, sizeof request.scopes, "%s", scopes);
    memcpy(request.redirect, post->asked.redirect_uri, sizeof request.redirect);
    (void)secret_read_challenge(post->asked.code_challenge, request.challenge);
    secret_draw_code(post->code, request.hash);
    return store_app_request_create(tx, &request);
}

static void authorize_post_reply(struct request *rq, void *state) {
    const struct authorize_call *post = state;

    if (post->verdict == CONSENT_GIVEN)
        authorize_send_back(rq, &post->asked, "code", post->code);
    else
        consent_refuse(rq, post->verdict);
}

const struct endpoint authorize_post = {
    .size = sizeof(struct authorize_call),
    .secret = true,
    .read = authorize_post_read,
    .run = authorize_post_run,
    .reply = authorize_post_reply,
};
