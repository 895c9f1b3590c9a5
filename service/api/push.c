/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Web push: a browser registers its push service's endpoint. This needs only the scope to play, so
 * that a session from a link in a mail can do it. */
#include "service/api/push.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/api/game.h"
#include "service/app/endpoint.h"
#include "service/app/store_reply.h"
#include "service/base/seen.h"
#include "service/notify/push.h"
#include "service/notify/sender.h"
#include "service/notify/webpush.h"

enum {
    PUSH_JSON_MAX = 32 << 10,
    PUSH_NAME_MAX = STORE_PUSH_NAME_SIZE - 1,
    ENDPOINT_MAX = SAFE_URL_MAX,
    KEY_TEXT_MAX = 100, /* of a key in base64url */
};

_Static_assert((int)ENDPOINT_MAX < (int)STORE_ENDPOINT_SIZE, "an endpoint fits into the store");

struct push_request {
    struct endpoint_call call; /* first */
    struct store_push push;
    struct store_push_key key;
};

static void push_forget_key(void *state) {
    struct push_request *request = state;

    sodium_memzero(request->key.private, sizeof request->key.private);
}

/* ---- showing ---- */

/* The endpoint is a secret, as it allows sending; its host only tells the browser's vendor. */
void push_write(struct writer *w, const struct store_push *push, int64_t token) {
    const char *name = strstr(push->endpoint, "://");

    writer_object(w);
    writer_text_member(w, "id", push->public_id);
    writer_text_or_null_member(w, "name", push->name);
    writer_key(w, "host");
    writer_string(w, name == NULL ? "" : name + 3, name == NULL ? 0 : strcspn(name + 3, "/?#"));
    writer_time_member(w, "created_at", push->created_at);
    writer_time_or_null_member(w, "last_sent_at", push->sent_at);
    writer_bool_member(w, "this_session", push->token == token);
    writer_object_end(w);
}

struct listing {
    struct writer w;
    int64_t token;
};

static bool list_row(void *context, const struct store_push *push) {
    struct listing *listing = context;

    push_write(&listing->w, push, listing->token);
    return true;
}

static void list_pushes(struct request *rq, struct store_reader *reader,
                        const struct store_push_key *key) {
    struct listing listing = {.token = rq->caller.token};
    char public[KEY_TEXT_MAX];
    struct buffer body;
    enum store_result result;

    webpush_base64(key->public, sizeof key->public, public, sizeof public);
    listing.w = writer_begin(&body, PUSH_JSON_MAX);
    writer_object(&listing.w);
    writer_text_member(&listing.w, "public_key", public);
    writer_key(&listing.w, "subscriptions");
    writer_array(&listing.w);
    result = store_push_list(reader, rq->caller.account, app_now(), list_row, &listing);
    writer_array_end(&listing.w);
    writer_object_end(&listing.w);
    reply_stored(rq, result, &body);
}

/* The server's key is made at the first request for it. */
static bool push_get_read(struct request *rq, void *state) {
    struct push_request *request = state;
    struct store_reader *reader = api_reader(rq);
    enum store_result result;

    if (reader == NULL)
        return false;
    result = store_push_key_get(reader, &request->key);
    if (result == STORE_OK)
        list_pushes(rq, reader, &request->key);
    else if (result != STORE_NONE)
        reply_store_failure(rq, result);
    return result == STORE_NONE;
}

static enum store_result push_get_run(struct store_tx *tx, void *state) {
    struct push_request *request = state;

    return push_key(tx, request->call.now, &request->key);
}

static void push_get_reply(struct request *rq, void *state) {
    struct store_reader *reader = api_reader(rq);

    if (reader != NULL)
        list_pushes(rq, reader, &((struct push_request *)state)->key);
}

const struct endpoint push_get = {
    .size = sizeof(struct push_request),
    .read = push_get_read,
    .run = push_get_run,
    .reply = push_get_reply,
    .clear = push_forget_key,
};

/* ---- subscribing ---- */

static void read_keys(struct read_errors *errors, const json_t *keys, struct store_push *push) {
    const char *key = NULL, *secret = NULL;
    const struct read_field fields[] = {
        {"p256dh", READ_TEXT, .required = true, .to.text = &key, .min = 1, .max = KEY_TEXT_MAX},
        {"auth", READ_TEXT, .required = true, .to.text = &secret, .min = 1, .max = KEY_TEXT_MAX},
    };

    read_fields(errors, keys, "/keys", fields, sizeof fields / sizeof *fields);
    if (key != NULL &&
        (!webpush_base64_read(key, push->key, sizeof push->key) || !webpush_point(push->key)))
        read_error(errors, "/keys/p256dh", "must be a point of P-256, uncompressed, in base64url");
    if (secret != NULL && !webpush_base64_read(secret, push->secret, sizeof push->secret))
        read_error(errors, "/keys/auth", "must be %d bytes in base64url", STORE_PUSH_SECRET);
}

static bool read_push(struct request *rq, struct store_push *push) {
    struct read_errors errors = {0};
    const char *endpoint = NULL, *name = NULL, *fault;
    const json_t *keys = NULL, *expiration = NULL;
    const struct read_field fields[] = {
        {"endpoint", READ_TEXT, .required = true, .to.text = &endpoint, .min = 1,
         .max = ENDPOINT_MAX},
        {"expirationTime", READ_ANY, .nullable = true, .to.json = &expiration},
        {"keys", READ_OBJECT, .required = true, .to.json = &keys},
        {"name", READ_TEXT, .nullable = true, .to.text = &name, .min = 1, .max = PUSH_NAME_MAX},
    };

    if (!request_read(rq, &errors, fields, sizeof fields / sizeof *fields))
        return false;
    if (keys != NULL)
        read_keys(&errors, keys, push);
    if (expiration != NULL && !json_is_number(expiration))
        read_error(&errors, "/expirationTime", "must be a number or null");
    fault =
        endpoint == NULL ? NULL : safe_url_fault(endpoint, &sender_settings(app_of(rq))->allowed);
    if (fault != NULL)
        read_error(&errors, "/endpoint", "%s", fault);
    fault = name == NULL ? NULL : label_fault(name);
    if (fault != NULL)
        read_error(&errors, "/name", "%s", fault);
    if (!check_valid(rq, &errors))
        return false;
    snprintf(push->endpoint, sizeof push->endpoint, "%s", endpoint);
    snprintf(push->name, sizeof push->name, "%s", name == NULL ? "" : name);
    return true;
}

struct push_count {
    unsigned count;
    char oldest[STORE_ID_SIZE];
};

static bool count_row(void *context, const struct store_push *push) {
    struct push_count *count = context;

    if (count->count++ == 0)
        memcpy(count->oldest, push->public_id, sizeof count->oldest);
    return true;
}

static bool push_create_read(struct request *rq, void *state) {
    struct push_request *request = state;
    struct store_push *push = &request->push;

    app_new_id(push->public_id);
    push->account = rq->caller.account;
    push->token = rq->caller.token;
    push->created_at = request->call.now;
    return read_push(rq, push);
}

/* Browsers disappear without notice, so a further one replaces the oldest. */
static enum store_result push_create_run(struct store_tx *tx, void *state) {
    struct push_request *request = state;
    struct store_push *push = &request->push;
    struct reply *reply = &request->call.reply;
    struct writer w = writer_to(&reply->body);
    struct push_count count = {0};
    enum store_result result = push_key(tx, push->created_at, &request->key);

    if (result == STORE_OK)
        result = store_push_put(tx, push);
    if (result == STORE_OK)
        result = store_push_list(store_tx_reader(tx), push->account, request->call.now, count_row,
                                 &count);
    if (result == STORE_OK && count.count > PUSH_SUBSCRIPTIONS_MAX)
        result = store_push_delete(tx, push->account, count.oldest);
    snprintf(reply->location, sizeof reply->location, "/v1/me/push/%s", push->public_id);
    push_write(&w, push, push->token);
    return result;
}

const struct endpoint push_create = {
    .size = sizeof(struct push_request),
    .body_max = PUSH_JSON_MAX,
    .status = 201,
    .read = push_create_read,
    .run = push_create_run,
    .clear = push_forget_key,
};

static enum store_result push_delete_run(struct store_tx *tx, void *state) {
    const struct endpoint_named *named = state;

    return store_push_delete(tx, named->call.account, named->id);
}

const struct endpoint push_delete = {
    .size = sizeof(struct endpoint_named),
    .status = 204,
    .read = endpoint_read_named,
    .run = push_delete_run,
};
