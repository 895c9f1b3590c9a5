/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Webhooks: a program says where it wants to hear of games. Answers that carry a secret are never
 * remembered under an Idempotency-Key: the store would then know it in the clear twice over. */
#include "service/api/hooks.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/api/game.h"
#include "service/api/hooks_int.h"
#include "service/app/app.h"
#include "service/app/write.h"
#include "service/game/access.h"
#include "service/http/reply.h"
#include "service/notify/sender.h"
#include "service/notify/webhooks.h"

enum {
    HOOKS_MAX = 20, /* of one account */
    HOOK_JSON_MAX = 8 << 10,
    HOOKS_JSON_MAX = HOOKS_MAX * HOOK_JSON_MAX + 1024,
};

_Static_assert((int)SAFE_URL_MAX < (int)STORE_URL_SIZE, "a URL fits into the store");

/* ---- showing ---- */

static void write_kinds(struct writer *w, uint64_t kinds) {
    writer_key(w, "events");
    writer_array(w);
    for (unsigned kind = 0; kind < OUTBOX_KINDS; kind++)
        if (kinds >> kind & 1)
            writer_text(w, outbox_kind_names[kind]);
    writer_array_end(w);
}

/* secret: NULL where it is not shown. */
static void write_hook(struct writer *w, const struct store_hook *hook, const char *secret) {
    writer_object(w);
    writer_text_member(w, "id", hook->public_id);
    writer_text_or_null_member(w, "game", hook->game_public_id);
    writer_text_member(w, "url", hook->url);
    write_kinds(w, hook->kinds);
    writer_bool_member(w, "enabled", hook->disabled_at == 0);
    writer_time_member(w, "created_at", hook->created_at);
    writer_time_or_null_member(w, "last_success_at", hook->sent_at);
    writer_time_or_null_member(w, "failing_since", hook->failing_since);
    writer_time_or_null_member(w, "disabled_at", hook->disabled_at);
    writer_text_or_null_member(w, "disabled_why", hook->disabled_why);
    writer_time_or_null_member(w, "old_secret_until",
                               hook->old_until > app_now() ? hook->old_until : 0);
    if (secret != NULL)
        writer_text_member(w, "secret", secret);
    writer_object_end(w);
}

static void reply_hook(struct request *rq, int status, const struct store_hook *hook,
                       bool with_secret) {
    char secret[HOOKS_SECRET_TEXT_SIZE];
    struct buffer body;
    struct writer w;

    buffer_init(&body, HOOK_JSON_MAX);
    w = writer_to(&body);
    hooks_secret_text(hook->secret, secret);
    write_hook(&w, hook, with_secret ? secret : NULL);
    sodium_memzero(secret, sizeof secret);
    if (with_secret)
        reply_secret(rq);
    reply_json(rq, status, &body);
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
    if (result == STORE_OK || result == STORE_NONE)
        reply_not_found(rq);
    else
        reply_store_failure(rq, result);
    return false;
}

void hooks_get(struct request *rq) {
    struct store_hook hook;

    if (hooks_find(rq, &hook))
        reply_hook(rq, 200, &hook, false);
}

/* ---- lists ---- */

struct listing {
    struct writer w;
    int64_t game; /* 0: all */
};

static bool list_row(void *context, const struct store_hook *hook) {
    struct listing *listing = context;

    if (listing->game == 0 || hook->game == listing->game)
        write_hook(&listing->w, hook, NULL);
    return true;
}

static void reply_list(struct request *rq, int64_t game) {
    struct store_reader *reader = api_reader(rq);
    struct listing listing = {.game = game};
    struct buffer body;
    enum store_result result;

    if (reader == NULL)
        return;
    buffer_init(&body, HOOKS_JSON_MAX);
    listing.w = writer_to(&body);
    writer_object(&listing.w);
    writer_key(&listing.w, "items");
    writer_array(&listing.w);
    result = store_hook_list(reader, rq->caller.account, list_row, &listing);
    writer_array_end(&listing.w);
    writer_null_member(&listing.w, "next");
    writer_object_end(&listing.w);
    reply_stored(rq, result, &body);
}

void hooks_list_mine(struct request *rq) {
    reply_list(rq, 0);
}

void hooks_list_game(struct request *rq) {
    struct load load;
    int64_t game;

    if (!api_load(rq, &load))
        return;
    game = load.row.id;
    load_end(&load);
    reply_list(rq, game);
}

/* ---- what is asked for ---- */

struct asked {
    const char *url;
    uint64_t kinds; /* 0: not given */
    bool has_enabled;
    bool enabled;
};

static uint64_t read_kind(const char *name) {
    for (unsigned kind = 0; name != NULL && kind < OUTBOX_KINDS; kind++)
        if ((HOOKS_KINDS >> kind & 1) && strcmp(name, outbox_kind_names[kind]) == 0)
            return UINT64_C(1) << kind;
    return 0;
}

static uint64_t read_kinds(struct read_errors *errors, const json_t *list) {
    char at[READ_POINTER_MAX];
    uint64_t kinds = 0;

    for (size_t i = 0; i < json_array_size(list); i++) {
        uint64_t kind = read_kind(json_string_value(json_array_get(list, i)));

        read_pointer_at(at, "/events", i);
        if (kind == 0)
            read_error(errors, at,
                       "must be one of \"game.turn\", \"game.reminder\", \"game.started\", "
                       "\"game.over\", \"game.event\", \"game.talk\"");
        else if (kinds & kind)
            read_error(errors, at, "stands more than once");
        kinds |= kind;
    }
    return kinds;
}

/* A new one needs a URL; one that is changed may be switched off and on. */
static bool read_asked(struct request *rq, bool is_new, struct asked *asked) {
    struct read_errors errors = {0};
    const json_t *list = NULL;
    const struct read_field fields[] = {
        {"url", READ_TEXT, .required = is_new, .to.text = &asked->url, .min = 1,
         .max = SAFE_URL_MAX},
        {"events", READ_ARRAY, .to.json = &list, .min = 1, .max = OUTBOX_KINDS},
        {"enabled", READ_BOOL, .to.flag = &asked->enabled, .given = &asked->has_enabled},
    };
    const json_t *json = request_json(rq);
    const char *fault;

    if (json == NULL)
        return false;
    read_fields(&errors, json, "", fields, sizeof fields / sizeof *fields - (is_new ? 1 : 0));
    asked->kinds = read_kinds(&errors, list);
    fault = asked->url == NULL ? NULL
                               : safe_url_fault(asked->url, &sender_settings(app_of(rq))->allowed);
    if (fault != NULL)
        read_error(&errors, "/url", "%s", fault);
    if (errors.count == 0)
        return true;
    reply_invalid(rq, &errors);
    return false;
}

/* ---- writing ---- */

/* What is to be changed; the new values of url and secret stand in the work's hook. */
struct change {
    bool url, secret, on, off;
    uint64_t kinds; /* 0: as they are */
};

struct hook_work {
    struct write write; /* first: a job leads back to its request's state */
    struct store_hook hook;
    struct change change;
    bool too_many;
};

static void forget_secrets(struct request *rq) {
    struct hook_work *work = rq->state;

    sodium_memzero(work->hook.secret, sizeof work->hook.secret);
    sodium_memzero(work->hook.old_secret, sizeof work->hook.old_secret);
}

static void begin(struct request *rq, const struct store_hook *hook, const struct change *change,
                  enum store_result (*run)(struct store_tx *tx, struct write *write)) {
    struct hook_work *work = rq->state = request_alloc(rq, sizeof *work);

    if (work == NULL) {
        reply_no_memory(rq);
        return;
    }
    rq->state_free = forget_secrets;
    work->hook = *hook;
    work->change = *change;
    write_begin(rq, &work->write, run);
}

/* The finished work; NULL when there is nothing more to do in this call, or nothing has begun
 * (*begun is false then). */
static struct hook_work *finished(struct request *rq, bool *begun) {
    struct hook_work *work = rq->state;

    *begun = work != NULL;
    if (work == NULL || !write_finished(rq, &work->write))
        return NULL;
    if (work->write.result == STORE_OK)
        return work;
    if (work->too_many)
        reply_problem(rq, PROBLEM_CONFLICT, "an account has at most %d webhooks; delete one first",
                      HOOKS_MAX);
    else if (work->write.result == STORE_NONE)
        reply_not_found(rq);
    else
        reply_store_failure(rq, work->write.result);
    return NULL;
}

/* ---- creating ---- */

static bool count_row(void *context, const struct store_hook *hook) {
    (void)hook;
    ++*(int *)context;
    return true;
}

static enum store_result run_create(struct store_tx *tx, struct write *write) {
    struct hook_work *work = (struct hook_work *)write;
    int count = 0;
    enum store_result result =
        store_hook_list(store_tx_reader(tx), work->hook.account, count_row, &count);

    if (result != STORE_OK)
        return result;
    work->too_many = count >= HOOKS_MAX;
    return work->too_many ? STORE_CONFLICT : store_hook_create(tx, &work->hook);
}

static void create(struct request *rq, const struct store_game *game) {
    struct asked asked = {0};
    struct store_hook hook = {.account = rq->caller.account, .created_at = app_now()};

    if (!read_asked(rq, true, &asked))
        return;
    app_new_id(hook.public_id);
    snprintf(hook.url, sizeof hook.url, "%s", asked.url);
    hook.kinds = asked.kinds != 0 ? asked.kinds : HOOKS_KINDS;
    hooks_new_secret(hook.secret);
    if (game != NULL) {
        hook.game = game->id;
        memcpy(hook.game_public_id, game->public_id, sizeof hook.game_public_id);
    }
    begin(rq, &hook, &(struct change){0}, run_create);
    sodium_memzero(hook.secret, sizeof hook.secret);
}

/* Answers when the webhook is there; true: there is nothing more to do in this call. */
static bool created(struct request *rq) {
    char location[STORE_ID_SIZE + sizeof "/v1/webhooks/"];
    bool begun;
    struct hook_work *work = finished(rq, &begun);

    if (work == NULL)
        return begun;
    snprintf(location, sizeof location, "/v1/webhooks/%s", work->hook.public_id);
    reply_header(rq, "Location", location);
    reply_hook(rq, 201, &work->hook, true);
    return true;
}

void hooks_create_mine(struct request *rq) {
    if (!created(rq))
        create(rq, NULL);
}

void hooks_create_game(struct request *rq) {
    struct load load;

    if (created(rq) || !api_load(rq, &load))
        return;
    if (access_takes_part(&load.row, rq->caller.account))
        create(rq, &load.row);
    else
        reply_problem(rq, PROBLEM_FORBIDDEN,
                      "webhooks of a game are for those who made it or play in it");
    load_end(&load);
}

/* ---- changing ---- */

static void apply(struct store_hook *hook, const struct hook_work *work, int64_t now) {
    const struct change *change = &work->change;

    if (change->url)
        memcpy(hook->url, work->hook.url, sizeof hook->url);
    if (change->kinds != 0)
        hook->kinds = change->kinds;
    if (change->on) {
        hook->failing_since = hook->disabled_at = 0;
        hook->disabled_why[0] = '\0';
    } else if (change->off && hook->disabled_at == 0) {
        hook->disabled_at = now;
        snprintf(hook->disabled_why, sizeof hook->disabled_why, "its owner switched it off");
    }
    if (change->secret) {
        memcpy(hook->old_secret, hook->secret, sizeof hook->old_secret);
        memcpy(hook->secret, work->hook.secret, sizeof hook->secret);
        hook->old_until = now + HOOKS_ROTATION_MS;
    }
}

/* Upon the row as it is now: somebody else may be changing something else of it. */
static enum store_result run_change(struct store_tx *tx, struct write *write) {
    struct hook_work *work = (struct hook_work *)write;
    char host[STORE_OUTBOX_HOST_SIZE];
    struct store_hook hook;
    enum store_result result = store_hook_get(store_tx_reader(tx), work->hook.id, &hook);

    if (result != STORE_OK)
        return result;
    apply(&hook, work, app_now());
    work->hook = hook;
    safe_url_host(hook.url, host, sizeof host);
    result = store_hook_set(tx, &hook);
    return result == STORE_OK ? store_outbox_set_host(tx, OUTBOX_WEBHOOK, hook.id, host) : result;
}

void hooks_change(struct request *rq) {
    struct asked asked = {0};
    struct store_hook hook;
    bool begun;
    struct hook_work *work = finished(rq, &begun);

    if (work != NULL)
        reply_hook(rq, 200, &work->hook, false);
    if (begun || !hooks_find(rq, &hook) || !read_asked(rq, false, &asked))
        return;
    if (asked.url != NULL)
        snprintf(hook.url, sizeof hook.url, "%s", asked.url);
    begin(rq, &hook,
          &(struct change){.url = asked.url != NULL,
                           .kinds = asked.kinds,
                           .on = asked.has_enabled && asked.enabled,
                           .off = asked.has_enabled && !asked.enabled},
          run_change);
}

void hooks_rotate(struct request *rq) {
    struct store_hook hook;
    bool begun;
    struct hook_work *work = finished(rq, &begun);

    if (work != NULL)
        reply_hook(rq, 200, &work->hook, true);
    if (begun || !hooks_find(rq, &hook) || !request_fields(rq, NULL, 0))
        return;
    hooks_new_secret(hook.secret);
    begin(rq, &hook, &(struct change){.secret = true}, run_change);
}

static enum store_result run_delete(struct store_tx *tx, struct write *write) {
    struct hook_work *work = (struct hook_work *)write;
    enum store_result result = store_hook_delete(tx, work->hook.id);

    if (result != STORE_OK)
        return result;
    return store_outbox_drop(tx,
                             &(struct store_outbox_filter){
                                 .channel = OUTBOX_WEBHOOK, .target = work->hook.id, .kind = -1},
                             "the webhook was deleted", app_now());
}

void hooks_delete(struct request *rq) {
    struct store_hook hook;
    bool begun;

    if (finished(rq, &begun) != NULL)
        reply_empty(rq, 204);
    if (!begun && hooks_find(rq, &hook))
        begin(rq, &hook, &(struct change){0}, run_delete);
}

/* ---- POST …/test ---- */

static enum store_result run_test(struct store_tx *tx, const struct store_hook *hook,
                                  struct store_outbox_row *post) {
    const struct store_outbox_filter tests = {
        .channel = OUTBOX_WEBHOOK, .target = hook->id, .kind = OUTBOX_TEST};
    enum store_result result = store_outbox_waiting(store_tx_reader(tx), &tests, post);

    /* One at a time, or they would pile up before somebody who does not answer. */
    if (result == STORE_OK)
        return STORE_CONFLICT;
    return result == STORE_NONE ? hooks_test(tx, hook, app_now(), post) : result;
}

void hooks_try(struct request *rq) {
    struct store_hook hook;

    if (!delivery_finished(rq) && hooks_find(rq, &hook) && request_fields(rq, NULL, 0))
        delivery_begin(rq, &hook, &(struct store_outbox_row){0}, run_test);
}
