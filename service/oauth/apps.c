/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Apps as their makers see them, and grants as those see them who have let an app in. */
#include "service/oauth/apps.h"

#include <stdio.h>
#include <string.h>

#include "db/apps.h"
#include "service/account/auth.h"
#include "service/account/guest.h"
#include "service/app/endpoint.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/base/json_write.h"
#include "service/base/seen.h"
#include "service/oauth/find.h"
#include "service/oauth/grant.h"
#include "service/oauth/oauth.h"
#include "service/oauth/redirect.h"

enum {
    APP_JSON_MAX = 8 << 10,
    APPS_JSON_MAX = OAUTH_APPS_MAX * APP_JSON_MAX,
    GRANTS_JSON_MAX = OAUTH_GRANTS_MAX * APP_JSON_MAX,
    SCOPES_COUNT = 4,
};

_Static_assert(SCOPE_ALL == (1u << SCOPES_COUNT) - 1, "as many scopes as there are");
_Static_assert((int)STORE_REDIRECTS_SIZE > (int)OAUTH_REDIRECTS_MAX * REDIRECT_MAX, "they fit");

/* ---- showing apps ---- */

static void apps_write_redirects(struct writer *w, const char *list) {
    writer_array(w);
    while (*list != '\0') {
        char uri[REDIRECT_MAX + 1];
        const size_t size = strcspn(list, " ");

        snprintf(uri, sizeof uri, "%.*s", (int)size, list);
        writer_text(w, uri);
        list += size;
        list += strspn(list, " ");
    }
    writer_array_end(w);
}

void apps_write(struct writer *w, const struct store_app *app) {
    writer_object(w);
    writer_text_member(w, "client_id", app->public_id);
    writer_text_member(w, "name", app->name);
    writer_text_member(w, "about", app->about);
    writer_key(w, "redirects");
    apps_write_redirects(w, app->redirects);
    writer_time_member(w, "created_at", app->created_at);
    writer_object_end(w);
}

static bool apps_page_add(void *context, const struct store_app *app) {
    apps_write(&((struct list *)context)->w, app);
    return true;
}

void apps_list(struct request *rq) {
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    struct list list;

    list_begin(&list, 0, APPS_JSON_MAX);
    list_reply(rq, &list,
               reader == NULL ? STORE_UNAVAILABLE
                              : store_app_list(reader, rq->caller.account, apps_page_add, &list));
}

void apps_get(struct request *rq) {
    struct store_app app;
    struct buffer body;
    struct writer w = writer_begin(&body, APP_JSON_MAX);
    enum store_result result =
        find_app(store_reader_get(app_of(rq)->store), request_param(rq, 0), &app);

    if (result == STORE_OK && app.account != rq->caller.account)
        result = STORE_NONE;
    if (result == STORE_OK)
        apps_write(&w, &app);
    reply_stored(rq, result, &body);
}

/* ---- POST /v1/apps ---- */

struct app_creation {
    struct endpoint_call call; /* first */
    struct store_app app;
};

static void apps_read_redirects(struct read_errors *errors, const json_t *list, char *redirects) {
    struct reading r = reading_begin(errors, "/redirects");
    struct reading_list items = reading_list(&r, list, OAUTH_REDIRECTS_MAX);
    const json_t *item;
    size_t used = 0;

    redirects[0] = '\0';
    while ((item = reading_next(&items)) != NULL) {
        const char *uri = json_string_value(item);
        const char *fault = uri == NULL                  ? "must be a text"
                            : strlen(uri) == 0           ? "must be an address"
                            : strlen(uri) > REDIRECT_MAX ? "is too long"
                                                         : redirect_fault(uri);

        if (fault != NULL)
            reading_refuse(&r, "%s", fault);
        else
            used += (size_t)snprintf(redirects + used, STORE_REDIRECTS_SIZE - used, "%s%s",
                                     used == 0 ? "" : " ", uri);
    }
}

static bool apps_create_read(struct request *rq, void *state) {
    struct app_creation *creation = state;
    struct store_app *app = &creation->app;
    struct read_errors errors = {0};
    const char *name = NULL, *about = "";
    const json_t *redirects = NULL;
    const struct read_field fields[] = {
        {"name", READ_TEXT, .required = true, .to.text = &name, .min = 1,
         .max = STORE_NAME_SIZE - 1},
        {"about", READ_TEXT, .to.text = &about, .min = 0, .max = STORE_ABOUT_SIZE - 1},
        {"redirects", READ_ARRAY, .to.json = &redirects, .min = 0, .max = OAUTH_REDIRECTS_MAX},
    };

    if (!guest_pass(rq, "apps") ||
        !request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    if (name != NULL && label_fault(name) != NULL)
        read_error(&errors, "/name", "%s", label_fault(name));
    if (about[0] != '\0' && !seen_copy(app->about, sizeof app->about, about))
        read_error(&errors, "/about", "must be a text that can be seen");
    apps_read_redirects(&errors, redirects, app->redirects);
    if (!check_valid(rq, &errors))
        return false;
    snprintf(app->name, sizeof app->name, "%s", name);
    app_new_id(app->public_id);
    app->account = creation->call.account;
    app->created_at = creation->call.now;
    return true;
}

static bool apps_count_row(void *context, const struct store_app *app) {
    (void)app;
    ++*(int *)context;
    return true;
}

/* An app shows its maker's name for as long as it is there, so it must not come from a token that ends before. */
static enum store_result apps_check_token(struct store_tx *tx, struct endpoint_call *call) {
    const enum store_result result = token_check_way_in(tx, call->token);

    return result == STORE_NONE
               ? endpoint_refuse(call, PROBLEM_FORBIDDEN,
                                 "an app speaks in your name beyond what the token in use may do, "
                                 "or after it has ended; use a token with every scope and no "
                                 "expires_at, or the page")
               : result;
}

static enum store_result apps_create_run(struct store_tx *tx, void *state) {
    struct app_creation *creation = state;
    struct endpoint_call *call = &creation->call;
    struct writer w = writer_to(&call->reply.body);
    int count = 0;
    enum store_result result = apps_check_token(tx, call);

    if (result == STORE_OK)
        result = store_app_list(store_tx_reader(tx), call->account, apps_count_row, &count);
    if (result == STORE_OK && count >= OAUTH_APPS_MAX)
        return endpoint_refuse(call, PROBLEM_CONFLICT,
                               "an account has at most %d apps; delete one first", OAUTH_APPS_MAX);
    if (result == STORE_OK)
        result = store_app_create(tx, &creation->app);
    if (result != STORE_OK)
        return result;
    snprintf(call->reply.location, sizeof call->reply.location, "/v1/apps/%s",
             creation->app.public_id);
    apps_write(&w, &creation->app);
    return STORE_OK;
}

const struct endpoint apps_create = {
    .size = sizeof(struct app_creation),
    .body_max = APP_JSON_MAX,
    .status = 201,
    .keyed = true,
    .read = apps_create_read,
    .run = apps_create_run,
};

/* ---- DELETE /v1/apps/{client_id} ---- */

static enum store_result apps_delete_run(struct store_tx *tx, void *state) {
    const struct endpoint_named *named = state;

    return named->id[0] == '\0'
               ? STORE_NONE
               : store_app_delete(tx, named->call.account, named->id, named->call.now);
}

/* Whoever had let it in may have streams with its tokens. */
static void apps_delete_committed(void *state) {
    const struct endpoint_call *call = state;

    app_everything_changed(call->app);
}

const struct endpoint apps_delete = {
    .size = sizeof(struct endpoint_named),
    .status = 204,
    .read = endpoint_read_named,
    .run = apps_delete_run,
    .committed = apps_delete_committed,
};

/* ---- /v1/me/grants ---- */

void grants_write(struct writer *w, const struct store_grant *grant) {
    writer_object(w);
    writer_text_member(w, "id", grant->public_id);
    writer_key(w, "app");
    writer_object(w);
    writer_text_member(w, "client_id", grant->app_id);
    writer_text_member(w, "name", grant->app_name);
    writer_text_member(w, "about", grant->app_about);
    writer_text_member(w, "maker", grant->app_maker);
    writer_object_end(w);
    writer_key(w, "scopes");
    writer_names(w, scope_names, SCOPES_COUNT, scopes_parse(grant->scopes));
    writer_time_member(w, "created_at", grant->created_at);
    writer_time_or_null_member(w, "last_used_at", grant->used_at);
    writer_time_member(w, "ends_at", grant->token_expires_at + OAUTH_REFRESH_S * INT64_C(1000));
    writer_object_end(w);
}

static bool grants_page_add(void *context, const struct store_grant *grant) {
    grants_write(&((struct list *)context)->w, grant);
    return true;
}

void grants_list(struct request *rq) {
    struct store_reader *reader = store_reader_get(app_of(rq)->store);
    struct list list;

    list_begin(&list, 0, GRANTS_JSON_MAX);
    list_reply(rq, &list,
               reader == NULL
                   ? STORE_UNAVAILABLE
                   : store_grant_list(reader, rq->caller.account, grant_good_since(app_now()),
                                      grants_page_add, &list));
}

static enum store_result grants_delete_run(struct store_tx *tx, void *state) {
    const struct endpoint_named *named = state;
    struct store_grant grant;
    const enum store_result result =
        store_grant_by_public_id(store_tx_reader(tx), named->id, &grant);

    if (result != STORE_OK)
        return result;
    return grant.account == named->call.account && grant_is_good(&grant, named->call.now)
               ? grant_end(tx, &grant, named->call.now)
               : STORE_NONE;
}

static void grants_delete_committed(void *state) {
    const struct endpoint_call *call = state;

    app_account_changed(call->app, call->account);
}

const struct endpoint grants_delete = {
    .size = sizeof(struct endpoint_named),
    .status = 204,
    .read = endpoint_read_named,
    .run = grants_delete_run,
    .committed = grants_delete_committed,
};
