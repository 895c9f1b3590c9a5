/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What was sent to a webhook, and sending it once more. */
#include <stdio.h>
#include <string.h>

#include "service/api/game.h"
#include "service/api/hooks.h"
#include "service/app/endpoint.h"
#include "service/app/list.h"
#include "service/app/store_reply.h"
#include "service/notify/outbox.h"
#include "service/notify/webhooks.h"

enum { DELIVERIES_DEFAULT = 50, DELIVERIES_MAX = 100, DELIVERY_JSON_MAX = 4 << 10 };

static const char *const state_names[STORE_OUTBOX_STATES] = {
    [STORE_OUTBOX_WAITING] = "waiting", [STORE_OUTBOX_SENDING] = "sending",
    [STORE_OUTBOX_SENT] = "sent",       [STORE_OUTBOX_DROPPED] = "dropped",
    [STORE_OUTBOX_FAILED] = "failed",
};

static void deliveries_write(struct writer *w, const struct store_outbox_row *post) {
    bool known = post->kind >= 0 && post->kind < OUTBOX_KINDS;

    writer_object(w);
    writer_text_member(w, "id", post->public_id);
    writer_text_member(w, "type", known ? outbox_kind_names[post->kind] : "");
    writer_key(w, "seq");
    if (post->game == 0)
        writer_null(w);
    else
        writer_int(w, post->seq);
    writer_text_member(w, "state", state_names[post->state]);
    writer_int_member(w, "attempts", post->attempts);
    writer_int_or_null_member(w, "status", post->status);
    writer_text_or_null_member(w, "detail", post->detail);
    writer_time_member(w, "created_at", post->created_at);
    writer_time_or_null_member(w, "next_attempt_at",
                               post->state == STORE_OUTBOX_WAITING ? post->due_at : 0);
    writer_time_or_null_member(w, "ended_at", post->ended_at);
    writer_object_end(w);
}

/* ---- GET …/deliveries ---- */

static bool deliveries_page_add(void *context, const struct store_outbox_row *post) {
    struct list *page = context;

    if (!list_takes(page))
        return false;
    deliveries_write(&page->w, post);
    list_mark(page, "%s", post->public_id);
    return true;
}

/* Reads the cursor, the row that it names. False: has answered. */
static bool read_cursor(struct request *rq, struct store_reader *reader,
                        const struct store_hook *hook, const char *cursor, int64_t *before) {
    struct store_outbox_row post = {0};
    enum store_result result = STORE_NONE;

    *before = 0;
    if (cursor == NULL)
        return true;
    if (strlen(cursor) < STORE_ID_SIZE)
        result = store_outbox_by_public_id(reader, cursor, &post);
    *before = post.id;
    if (result == STORE_OK && post.channel == OUTBOX_WEBHOOK && post.target == hook->id)
        return true;
    if (result == STORE_OK || result == STORE_NONE)
        list_reply_bad_cursor(rq);
    else
        reply_store_failure(rq, result);
    return false;
}

void deliveries_list(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    int64_t limit = DELIVERIES_DEFAULT, before;
    const char *cursor = NULL;
    const struct read_field fields[] = {
        {"limit", READ_INT, .to.number = &limit, .min = 1, .max = DELIVERIES_MAX},
        {"cursor", READ_TEXT, .to.text = &cursor},
    };
    struct store_hook hook;
    struct list page;

    if (reader == NULL || !hooks_find(rq, &hook) ||
        !request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !read_cursor(rq, reader, &hook, cursor, &before))
        return;
    list_begin(&page, (unsigned)limit, DELIVERIES_MAX * DELIVERY_JSON_MAX);
    list_reply(rq, &page,
               store_outbox_of_target(reader, OUTBOX_WEBHOOK, hook.id, before, page.limit + 1,
                                      deliveries_page_add, &page));
}

/* ---- sending ---- */

struct delivery_request {
    struct endpoint_call call; /* first */
    struct store_hook hook;
    struct store_outbox_row row;
};

static bool deliveries_judge(struct request *rq, void *state) {
    const struct delivery_request *request = state;
    const char *why;

    if (hooks_out_since(&request->hook, request->call.now, &why) == 0)
        return true;
    reply_problem(rq, PROBLEM_CONFLICT,
                  "the webhook is switched off; switch it on first ({\"enabled\":true})");
    return false;
}

/* Makes the outbox's present row the reply. */
static enum store_result deliveries_reply(struct store_tx *tx, struct delivery_request *request,
                                          enum store_result result) {
    struct writer w = writer_to(&request->call.reply.body);

    if (result == STORE_CONFLICT)
        return endpoint_refuse(&request->call, PROBLEM_CONFLICT,
                               "the message is waiting or being sent");
    if (result == STORE_OK)
        result = store_outbox_get(store_tx_reader(tx), request->row.id, &request->row);
    if (result == STORE_OK)
        deliveries_write(&w, &request->row);
    return result;
}

/* ---- POST …/test ---- */

static bool deliveries_test_read(struct request *rq, void *state) {
    return hooks_find(rq, &((struct delivery_request *)state)->hook) && request_fields(rq, NULL, 0);
}

static enum store_result deliveries_test_run(struct store_tx *tx, void *state) {
    struct delivery_request *request = state;
    const struct store_outbox_filter tests = {
        .channel = OUTBOX_WEBHOOK, .target = request->hook.id, .kind = OUTBOX_TEST};
    enum store_result result = store_outbox_waiting(store_tx_reader(tx), &tests, &request->row);

    /* One at a time, or they would pile up for a target that does not answer. */
    if (result == STORE_OK)
        result = STORE_CONFLICT;
    else if (result == STORE_NONE)
        result = hooks_test(tx, &request->hook, request->call.now, &request->row);
    return deliveries_reply(tx, request, result);
}

const struct endpoint deliveries_test = {
    .size = sizeof(struct delivery_request),
    .body_max = DELIVERY_JSON_MAX,
    .status = 202,
    .keyed = true,
    .read = deliveries_test_read,
    .judge = deliveries_judge,
    .run = deliveries_test_run,
};

/* ---- POST …/redeliver ---- */

static bool deliveries_again_read(struct request *rq, void *state) {
    struct delivery_request *request = state;
    struct store_reader *reader = api_reader(rq);
    const char *id = request_param(rq, 1);
    enum store_result result = STORE_NONE;

    if (reader == NULL || !hooks_find(rq, &request->hook))
        return false;
    if (strlen(id) < STORE_ID_SIZE)
        result = store_outbox_by_public_id(reader, id, &request->row);
    if (result == STORE_OK &&
        (request->row.channel != OUTBOX_WEBHOOK || request->row.target != request->hook.id))
        result = STORE_NONE;
    if (result == STORE_OK)
        return request_fields(rq, NULL, 0);
    reply_store_failure(rq, result);
    return false;
}

static enum store_result deliveries_again_run(struct store_tx *tx, void *state) {
    struct delivery_request *request = state;

    return deliveries_reply(tx, request,
                            store_outbox_retry(tx, request->row.id, request->call.now));
}

const struct endpoint deliveries_again = {
    .size = sizeof(struct delivery_request),
    .body_max = DELIVERY_JSON_MAX,
    .status = 202,
    .keyed = true,
    .read = deliveries_again_read,
    .judge = deliveries_judge,
    .run = deliveries_again_run,
};
