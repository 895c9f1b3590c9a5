/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Webhooks: the URLs at which programs receive news of games. Responses that carry a secret are
 * never kept under an Idempotency-Key: the store would then have it in the clear a second time. */
#include "service/api/hooks.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "db/games.h"
#include "service/account/auth.h"
#include "service/account/guest.h"
#include "service/api/accounts.h"
#include "service/api/game.h"
#include "service/api/game_call.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/game/access.h"
#include "service/notify/sender.h"
#include "service/notify/webhooks.h"
#include "service/oauth/find.h"

enum {
    HOOKS_MAX = 20, /* of one account */
    HOOK_JSON_MAX = 8 << 10,
    HOOKS_JSON_MAX = HOOKS_MAX * HOOK_JSON_MAX + 1024,
};

_Static_assert((int)SAFE_URL_MAX < (int)STORE_URL_SIZE, "a URL fits into the store");

/* ---- showing ---- */

/* SECRET: NULL: not shown. */
void hooks_write(struct writer *w, const struct store_hook *hook, const char *secret) {
    const char *why;
    int64_t out_since = hooks_out_since(hook, app_now(), &why);

    writer_object(w);
    writer_text_member(w, "id", hook->public_id);
    writer_text_or_null_member(w, "game", hook->game_public_id);
    writer_text_or_null_member(w, "app", hook->app_id);
    writer_text_member(w, "url", hook->url);
    writer_key(w, "events");
    writer_names(w, outbox_kind_names, OUTBOX_KINDS, hook->kinds);
    writer_bool_member(w, "enabled", out_since == 0);
    writer_time_member(w, "created_at", hook->created_at);
    writer_time_or_null_member(w, "last_success_at", hook->sent_at);
    writer_time_or_null_member(w, "failing_since", hook->failing_since);
    writer_time_or_null_member(w, "disabled_at", out_since);
    writer_text_or_null_member(w, "disabled_why", out_since == 0 ? "" : why);
    writer_text_or_null_member(w, "ends_with_token", hook->token_id);
    writer_time_or_null_member(w, "old_secret_until",
                               hook->old_until > app_now() ? hook->old_until : 0);
    if (secret != NULL)
        writer_text_member(w, "secret", secret);
    writer_object_end(w);
}

/* With its secret, for those just created or changed. */
static void hooks_write_secret(struct writer *w, const struct store_hook *hook) {
    char secret[HOOKS_SECRET_TEXT_SIZE];

    hooks_secret_text(hook->secret, secret);
    hooks_write(w, hook, secret);
    sodium_memzero(secret, sizeof secret);
}

bool hooks_find(struct request *rq, struct store_hook *hook) {
    struct store_reader *reader = api_reader(rq);
    const char *id = request_param(rq, 0);
    enum store_result result = STORE_NONE;

    if (reader == NULL)
        return false;
    if (strlen(id) < STORE_ID_SIZE)
        result = store_hook_by_public_id(reader, id, hook);
    if (result == STORE_OK && hook->account == rq->caller.account)
        return true;
    reply_store_failure(rq, result == STORE_OK ? STORE_NONE : result);
    return false;
}

void hooks_get(struct request *rq) {
    struct store_hook hook;
    struct buffer body;
    struct writer w = writer_begin(&body, HOOK_JSON_MAX);

    if (!hooks_find(rq, &hook))
        return;
    hooks_write(&w, &hook, NULL);
    reply_json(rq, 200, &body);
}

/* ---- lists ---- */

struct hooks_page {
    struct list list;
    int64_t game; /* 0: all */
};

static bool hooks_page_add(void *context, const struct store_hook *hook) {
    struct hooks_page *page = context;

    if (page->game == 0 || hook->game == page->game)
        hooks_write(&page->list.w, hook, NULL);
    return true;
}

static void list_hooks(struct request *rq, int64_t game) {
    struct store_reader *reader = api_reader(rq);
    struct hooks_page page = {.game = game};

    if (reader == NULL)
        return;
    list_begin(&page.list, 0, HOOKS_JSON_MAX);
    list_reply(rq, &page.list, store_hook_list(reader, rq->caller.account, hooks_page_add, &page));
}

void hooks_list_mine(struct request *rq) {
    list_hooks(rq, 0);
}

void hooks_list_game(struct request *rq) {
    int64_t game;

    if (api_game_id(rq, &game))
        list_hooks(rq, game);
}

/* ---- requests ---- */

struct hook_request {
    struct game_call game;  /* first; the webhook's game if the route names one */
    struct store_hook hook; /* as stored, or as it shall be */
    const char *url;        /* NULL: not given */
    uint64_t kinds;         /* 0: not given */
    bool has_enabled;
    bool enabled;
    uint8_t secret[STORE_SECRET_SIZE]; /* a new one */
};

static void hooks_forget_secrets(void *state) {
    struct hook_request *request = state;

    sodium_memzero(&request->hook, sizeof request->hook);
    sodium_memzero(request->secret, sizeof request->secret);
}

/* The kinds of news that LIST (may be NULL) names, as a set. */
static uint64_t hooks_read_kinds(struct read_errors *errors, const json_t *list) {
    struct reading r = reading_begin(errors, "/events");
    const char *names[OUTBOX_KINDS];

    for (unsigned kind = 0; kind < OUTBOX_KINDS; kind++)
        names[kind] = HOOKS_KINDS >> kind & 1 ? outbox_kind_names[kind] : NULL;
    return list == NULL ? 0 : reading_set(&r, list, names, OUTBOX_KINDS);
}

/* A new webhook needs a URL; a changed one may be switched off and on. */
static bool hooks_read_body(struct request *rq, bool is_new, struct hook_request *request) {
    struct read_errors errors = {0};
    const json_t *list = NULL;
    const struct read_field fields[] = {
        {"url", READ_TEXT, .required = is_new, .to.text = &request->url, .min = 1,
         .max = SAFE_URL_MAX},
        {"events", READ_ARRAY, .to.json = &list, .min = 1, .max = OUTBOX_KINDS},
        {"enabled", READ_BOOL, .to.flag = &request->enabled, .given = &request->has_enabled},
    };
    const char *fault;

    if (!request_read(rq, &errors, fields, sizeof fields / sizeof *fields - (is_new ? 1 : 0)))
        return false;
    request->kinds = hooks_read_kinds(&errors, list);
    fault = request->url == NULL
                ? NULL
                : safe_url_fault(request->url, &sender_settings(app_of(rq))->allowed);
    if (fault != NULL)
        read_error(&errors, "/url", "%s", fault);
    return check_valid(rq, &errors);
}

/* ---- POST …/webhooks ---- */

static bool hooks_read_new(struct request *rq, struct hook_request *request) {
    struct store_hook *hook = &request->hook;

    if (!guest_pass(rq, "webhooks") || !hooks_read_body(rq, true, request))
        return false;
    app_new_id(hook->public_id);
    hook->account = request->game.call.account;
    hook->created_at = request->game.call.now;
    hook->kinds = request->kinds != 0 ? request->kinds : HOOKS_KINDS;
    snprintf(hook->url, sizeof hook->url, "%s", request->url);
    hooks_new_secret(hook->secret);
    return true;
}

static bool hooks_create_mine_read(struct request *rq, void *state) {
    return hooks_read_new(rq, state);
}

static bool hooks_create_game_read(struct request *rq, void *state) {
    struct hook_request *request = state;
    const struct store_game *row = &request->game.load.row;

    if (!game_call_open(rq, &request->game))
        return false;
    if (!access_takes_part(row, rq->caller.account)) {
        reply_problem(rq, PROBLEM_FORBIDDEN,
                      "only a game's creator and its players can have webhooks of it");
        return false;
    }
    request->hook.game = row->id;
    memcpy(request->hook.game_public_id, row->public_id, sizeof row->public_id);
    return hooks_read_new(rq, request);
}

/* Apps are limited by themselves, and have one each. */
static bool hooks_count_row(void *context, const struct store_hook *hook) {
    *(int *)context += hook->app == 0;
    return true;
}

/* Binds the webhook to the caller's token if nothing may outlive that. */
static enum store_result hooks_bind(struct store_tx *tx, struct hook_request *request) {
    struct endpoint_call *call = &request->game.call;
    enum store_result result = token_find_bound(tx, call->token, &request->hook.token);

    return result == STORE_NONE
               ? endpoint_refuse(call, PROBLEM_UNAUTHENTICATED, "%s", account_token_ended)
               : result;
}

static enum store_result hooks_create_run(struct store_tx *tx, void *state) {
    struct hook_request *request = state;
    struct store_hook *hook = &request->hook;
    struct reply *reply = &request->game.call.reply;
    struct writer w = writer_to(&reply->body);
    int count = 0;
    enum store_result result =
        store_hook_list(store_tx_reader(tx), hook->account, hooks_count_row, &count);

    if (result == STORE_OK && count >= HOOKS_MAX)
        return endpoint_refuse(&request->game.call, PROBLEM_CONFLICT,
                               "an account has at most %d webhooks; delete one first", HOOKS_MAX);
    if (result == STORE_OK)
        result = hooks_bind(tx, request);
    if (result == STORE_OK)
        result = store_hook_create(tx, hook);
    if (result == STORE_OK)
        result = store_hook_get(store_tx_reader(tx), hook->id, hook);
    if (result != STORE_OK)
        return result;
    snprintf(reply->location, sizeof reply->location, "/v1/webhooks/%s", hook->public_id);
    hooks_write_secret(&w, hook);
    return STORE_OK;
}

const struct endpoint hooks_create_mine = {
    .size = sizeof(struct hook_request),
    .body_max = HOOK_JSON_MAX,
    .status = 201,
    .secret = true,
    .read = hooks_create_mine_read,
    .run = hooks_create_run,
};

const struct endpoint hooks_create_game = {
    .size = sizeof(struct hook_request),
    .body_max = HOOK_JSON_MAX,
    .status = 201,
    .secret = true,
    .read = hooks_create_game_read,
    .run = hooks_create_run,
    .close = game_call_close,
};

/* ---- PATCH /v1/webhooks/{webhook_id} ---- */

static bool hooks_change_read(struct request *rq, void *state) {
    struct hook_request *request = state;

    return hooks_find(rq, &request->hook) && hooks_read_body(rq, false, request);
}

static void hooks_apply(struct store_hook *hook, const struct hook_request *request) {
    if (request->url != NULL)
        snprintf(hook->url, sizeof hook->url, "%s", request->url);
    if (request->kinds != 0)
        hook->kinds = request->kinds;
    if (request->has_enabled && request->enabled) {
        hook->failing_since = hook->disabled_at = 0;
        hook->disabled_why[0] = '\0';
    } else if (request->has_enabled && hook->disabled_at == 0) {
        hook->disabled_at = request->game.call.now;
        snprintf(hook->disabled_why, sizeof hook->disabled_why, "its owner switched it off");
    }
}

/* Messages that wait go to the URL's host as it is now. */
static enum store_result hooks_move_messages(struct store_tx *tx, const struct store_hook *hook) {
    char host[STORE_OUTBOX_HOST_SIZE];

    safe_url_host(hook->url, host, sizeof host);
    return store_outbox_set_host(tx, OUTBOX_WEBHOOK, hook->id, host);
}

/* Based on the row as it is now, as another request may change other members of it. */
static enum store_result hooks_change_run(struct store_tx *tx, void *state) {
    struct hook_request *request = state;
    struct store_hook *hook = &request->hook;
    struct writer w = writer_to(&request->game.call.reply.body);
    enum store_result result = store_hook_get(store_tx_reader(tx), hook->id, hook);

    if (result != STORE_OK)
        return result;
    hooks_apply(hook, request);
    result = hooks_bind(tx, request);
    if (result == STORE_OK)
        result = store_hook_set(tx, hook);
    if (result == STORE_OK)
        result = store_hook_get(store_tx_reader(tx), hook->id, hook);
    if (result != STORE_OK)
        return result;
    hooks_write(&w, hook, NULL);
    return request->url == NULL ? STORE_OK : hooks_move_messages(tx, hook);
}

const struct endpoint hooks_change = {
    .size = sizeof(struct hook_request),
    .body_max = HOOK_JSON_MAX,
    .status = 200,
    .read = hooks_change_read,
    .run = hooks_change_run,
    .clear = hooks_forget_secrets,
};

/* ---- PUT /v1/apps/{client_id}/webhook ---- */

static bool hooks_put_app_read(struct request *rq, void *state) {
    struct hook_request *request = state;
    struct store_app app;
    enum store_result result =
        find_app(store_reader_get(app_of(rq)->store), request_param(rq, 0), &app);

    if (result == STORE_OK && app.account != rq->caller.account)
        result = STORE_NONE;
    if (!check_stored(rq, result) || !hooks_read_new(rq, request))
        return false;
    request->hook.app = app.id;
    request->kinds = request->hook.kinds; /* all, where none are named */
    return true;
}

/* A new one, with its secret; one that is there already is changed and switched on, and keeps its secret. */
static enum store_result hooks_put_app_run(struct store_tx *tx, void *state) {
    struct hook_request *request = state;
    struct store_hook *hook = &request->hook, stored;
    struct writer w = writer_to(&request->game.call.reply.body);
    const int64_t app = hook->app;
    enum store_result result = store_hook_by_app(store_tx_reader(tx), app, &stored);
    const bool is_new = result == STORE_NONE;

    if (result == STORE_OK) {
        request->has_enabled = request->enabled = true;
        *hook = stored;
        hooks_apply(hook, request);
    }
    if (result == STORE_OK || is_new)
        result = hooks_bind(tx, request);
    if (result == STORE_OK)
        result = is_new ? store_hook_create(tx, hook) : store_hook_set(tx, hook);
    if (result == STORE_OK)
        result = store_hook_by_app(store_tx_reader(tx), app, hook);
    if (result != STORE_OK)
        return result;
    if (is_new) {
        hooks_write_secret(&w, hook);
        return STORE_OK;
    }
    hooks_write(&w, hook, NULL);
    return hooks_move_messages(tx, hook);
}

const struct endpoint hooks_put_app = {
    .size = sizeof(struct hook_request),
    .body_max = HOOK_JSON_MAX,
    .status = 200,
    .secret = true,
    .read = hooks_put_app_read,
    .run = hooks_put_app_run,
};

/* ---- POST …/secret, DELETE /v1/webhooks/{webhook_id} ---- */

static bool hooks_rotate_read(struct request *rq, void *state) {
    struct hook_request *request = state;

    hooks_new_secret(request->secret);
    return hooks_find(rq, &request->hook) && request_fields(rq, NULL, 0);
}

/* The new secret is shown, so a token that nothing may outlive gets it only for a webhook that ends with the
 * token. */
static enum store_result hooks_check_secret(struct store_tx *tx, struct hook_request *request) {
    struct endpoint_call *call = &request->game.call;
    int64_t bound = 0;
    enum store_result result = token_find_bound(tx, call->token, &bound);

    if (result == STORE_NONE)
        return endpoint_refuse(call, PROBLEM_UNAUTHENTICATED, "%s", account_token_ended);
    if (result == STORE_OK && bound != 0 && bound != request->hook.token)
        return endpoint_refuse(
            call, PROBLEM_FORBIDDEN,
            "this webhook was not set up with the token in use; use a token with "
            "every scope and no expires_at, or the page");
    return result;
}

static enum store_result hooks_rotate_run(struct store_tx *tx, void *state) {
    struct hook_request *request = state;
    struct store_hook *hook = &request->hook;
    struct writer w = writer_to(&request->game.call.reply.body);
    enum store_result result = store_hook_get(store_tx_reader(tx), hook->id, hook);

    if (result == STORE_OK)
        result = hooks_check_secret(tx, request);
    if (result != STORE_OK)
        return result;
    memcpy(hook->old_secret, hook->secret, sizeof hook->old_secret);
    memcpy(hook->secret, request->secret, sizeof hook->secret);
    hook->old_until = request->game.call.now + HOOKS_ROTATION_MS;
    hooks_write_secret(&w, hook);
    return store_hook_set(tx, hook);
}

const struct endpoint hooks_rotate = {
    .size = sizeof(struct hook_request),
    .body_max = HOOK_JSON_MAX,
    .status = 200,
    .secret = true,
    .read = hooks_rotate_read,
    .run = hooks_rotate_run,
};

static bool hooks_delete_read(struct request *rq, void *state) {
    return hooks_find(rq, &((struct hook_request *)state)->hook);
}

static enum store_result hooks_delete_run(struct store_tx *tx, void *state) {
    const struct hook_request *request = state;
    const struct store_outbox_filter messages = {
        .channel = OUTBOX_WEBHOOK, .target = request->hook.id, .kind = -1};
    enum store_result result = store_hook_delete(tx, request->hook.id);

    return result == STORE_OK
               ? store_outbox_drop(tx, &messages, "the webhook was deleted", request->game.call.now)
               : result;
}

const struct endpoint hooks_delete = {
    .size = sizeof(struct hook_request),
    .status = 204,
    .read = hooks_delete_read,
    .run = hooks_delete_run,
    .clear = hooks_forget_secrets,
};
