/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Web push: a browser says where its push service listens. Who may play may also have his browser
 * woken, so a session from a link in a mail may as well. */
#include "service/api/push.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/api/game.h"
#include "service/app/app.h"
#include "service/app/write.h"
#include "service/http/reply.h"
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

struct push_work {
    struct write write; /* first: a job leads back to its request's state */
    struct store_push push;
    struct store_push_key key;
    char public_id[STORE_ID_SIZE]; /* to be removed */
};

static void forget_key(struct request *rq) {
    struct push_work *work = rq->state;

    sodium_memzero(work->key.private, sizeof work->key.private);
}

static struct push_work *begin(struct request *rq) {
    struct push_work *work = rq->state = request_alloc(rq, sizeof *work);

    if (work == NULL) {
        reply_no_memory(rq);
        return NULL;
    }
    memset(work, 0, sizeof *work);
    rq->state_free = forget_key;
    return work;
}

/* The finished work; NULL when there is nothing more to do in this call. */
static struct push_work *finished(struct request *rq) {
    struct push_work *work = rq->state;

    if (!write_finished(rq, &work->write))
        return NULL;
    if (work->write.result == STORE_OK)
        return work;
    if (work->write.result == STORE_NONE)
        reply_not_found(rq);
    else
        reply_store_failure(rq, work->write.result);
    return NULL;
}

/* ---- showing ---- */

/* The endpoint is a secret: whoever knows it could send. Its host names the browser's maker. */
static void write_push(struct writer *w, const struct store_push *push, int64_t token) {
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

    write_push(&listing->w, push, listing->token);
    return true;
}

static void reply_list(struct request *rq, struct store_reader *reader,
                       const struct store_push_key *key) {
    struct listing listing = {.token = rq->caller.token};
    char public[KEY_TEXT_MAX];
    struct buffer body;
    enum store_result result;

    webpush_base64(key->public, sizeof key->public, public, sizeof public);
    buffer_init(&body, PUSH_JSON_MAX);
    listing.w = writer_to(&body);
    writer_object(&listing.w);
    writer_text_member(&listing.w, "public_key", public);
    writer_key(&listing.w, "subscriptions");
    writer_array(&listing.w);
    result = store_push_list(reader, rq->caller.account, app_now(), list_row, &listing);
    writer_array_end(&listing.w);
    writer_object_end(&listing.w);
    reply_stored(rq, result, &body);
}

static enum store_result run_key(struct store_tx *tx, struct write *write) {
    struct push_work *work = (struct push_work *)write;

    return push_key(tx, app_now(), &work->key);
}

/* The server's key is made when somebody asks for it first. */
void push_get(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    struct push_work *work;
    struct store_push_key key;
    enum store_result result;

    if (reader == NULL)
        return;
    if (rq->state != NULL) {
        work = finished(rq);
        if (work != NULL)
            reply_list(rq, reader, &work->key);
        return;
    }
    result = store_push_key_get(reader, &key);
    sodium_memzero(key.private, sizeof key.private);
    if (result == STORE_OK)
        reply_list(rq, reader, &key);
    else if (result != STORE_NONE)
        reply_store_failure(rq, result);
    else if ((work = begin(rq)) != NULL)
        write_begin(rq, &work->write, run_key);
}

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
    const json_t *json = request_json(rq);

    if (json == NULL)
        return false;
    read_fields(&errors, json, "", fields, sizeof fields / sizeof *fields);
    if (keys != NULL)
        read_keys(&errors, keys, push);
    if (expiration != NULL && !json_is_number(expiration))
        read_error(&errors, "/expirationTime", "must be a number or null");
    fault =
        endpoint == NULL ? NULL : safe_url_fault(endpoint, &sender_settings(app_of(rq))->allowed);
    if (fault != NULL)
        read_error(&errors, "/endpoint", "%s", fault);
    if (errors.count > 0) {
        reply_invalid(rq, &errors);
        return false;
    }
    snprintf(push->endpoint, sizeof push->endpoint, "%s", endpoint);
    snprintf(push->name, sizeof push->name, "%s", name == NULL ? "" : name);
    return true;
}

struct counting {
    unsigned count;
    char oldest[STORE_ID_SIZE];
};

static bool count_row(void *context, const struct store_push *push) {
    struct counting *counting = context;

    if (counting->count++ == 0)
        memcpy(counting->oldest, push->public_id, sizeof counting->oldest);
    return true;
}

/* Browsers are thrown away without a word, so the oldest one makes room. */
static enum store_result run_create(struct store_tx *tx, struct write *write) {
    struct push_work *work = (struct push_work *)write;
    struct store_push *push = &work->push;
    struct counting counting = {0};
    enum store_result result = push_key(tx, push->created_at, &work->key);

    if (result == STORE_OK)
        result = store_push_put(tx, push);
    if (result == STORE_OK)
        result =
            store_push_list(store_tx_reader(tx), push->account, app_now(), count_row, &counting);
    if (result == STORE_OK && counting.count > PUSH_SUBSCRIPTIONS_MAX)
        result = store_push_delete(tx, push->account, counting.oldest);
    return result;
}

static void reply_made(struct request *rq, const struct store_push *push) {
    char location[STORE_ID_SIZE + sizeof "/v1/me/push/"];
    struct buffer body;
    struct writer w;

    snprintf(location, sizeof location, "/v1/me/push/%s", push->public_id);
    reply_header(rq, "Location", location);
    buffer_init(&body, PUSH_JSON_MAX);
    w = writer_to(&body);
    write_push(&w, push, rq->caller.token);
    reply_json(rq, 201, &body);
}

void push_create(struct request *rq) {
    struct store_push push = {
        .account = rq->caller.account, .token = rq->caller.token, .created_at = app_now()};
    struct push_work *work;

    if (rq->state != NULL) {
        work = finished(rq);
        if (work != NULL)
            reply_made(rq, &work->push);
        return;
    }
    app_new_id(push.public_id);
    if (!read_push(rq, &push) || (work = begin(rq)) == NULL)
        return;
    work->push = push;
    write_begin(rq, &work->write, run_create);
}

/* ---- no more ---- */

static enum store_result run_delete(struct store_tx *tx, struct write *write) {
    struct push_work *work = (struct push_work *)write;

    return store_push_delete(tx, work->push.account, work->public_id);
}

void push_delete(struct request *rq) {
    const char *id = request_param(rq, 0);
    struct push_work *work;

    if (rq->state != NULL) {
        if (finished(rq) != NULL)
            reply_empty(rq, 204);
        return;
    }
    if (strlen(id) >= STORE_ID_SIZE) {
        reply_not_found(rq);
        return;
    }
    work = begin(rq);
    if (work == NULL)
        return;
    work->push.account = rq->caller.account;
    snprintf(work->public_id, sizeof work->public_id, "%s", id);
    write_begin(rq, &work->write, run_delete);
}
