/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What was sent to a webhook, and sending it once more. */
#include <stdio.h>
#include <string.h>

#include "service/api/game.h"
#include "service/api/hooks.h"
#include "service/api/hooks_int.h"
#include "service/app/app.h"
#include "service/app/idempotency.h"
#include "service/app/write.h"
#include "service/http/reply.h"
#include "service/notify/outbox.h"

enum { DELIVERIES_DEFAULT = 50, DELIVERIES_MAX = 100, DELIVERY_JSON_MAX = 4 << 10 };

static const char *const state_names[STORE_OUTBOX_STATES] = {
    [STORE_OUTBOX_WAITING] = "waiting", [STORE_OUTBOX_SENDING] = "sending",
    [STORE_OUTBOX_SENT] = "sent",       [STORE_OUTBOX_DROPPED] = "dropped",
    [STORE_OUTBOX_FAILED] = "failed",
};

void delivery_write(struct writer *w, const struct store_outbox_row *post) {
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
    writer_key(w, "status");
    if (post->status == 0)
        writer_null(w);
    else
        writer_int(w, post->status);
    writer_text_or_null_member(w, "detail", post->detail);
    writer_time_member(w, "created_at", post->created_at);
    writer_time_or_null_member(w, "next_attempt_at",
                               post->state == STORE_OUTBOX_WAITING ? post->due_at : 0);
    writer_time_or_null_member(w, "ended_at", post->ended_at);
    writer_object_end(w);
}

/* ---- GET …/deliveries ---- */

struct listing {
    struct writer w;
    unsigned limit, count;
    char last[STORE_ID_SIZE];
    bool more;
};

static bool list_row(void *context, const struct store_outbox_row *post) {
    struct listing *listing = context;

    listing->more = listing->count == listing->limit;
    if (listing->more)
        return false;
    delivery_write(&listing->w, post);
    memcpy(listing->last, post->public_id, sizeof listing->last);
    listing->count++;
    return true;
}

/* The row that a cursor names; false when it has answered. */
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
        reply_invalid_at(rq, "cursor", "must be what `next` of the page before said");
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
    struct listing listing = {0};
    struct store_hook hook;
    struct buffer body;
    enum store_result result;

    if (reader == NULL || !hooks_find(rq, &hook) ||
        !request_query(rq, fields, sizeof fields / sizeof *fields) ||
        !read_cursor(rq, reader, &hook, cursor, &before))
        return;
    buffer_init(&body, DELIVERIES_MAX * DELIVERY_JSON_MAX);
    listing.w = writer_to(&body);
    listing.limit = (unsigned)limit;
    writer_object(&listing.w);
    writer_key(&listing.w, "items");
    writer_array(&listing.w);
    result = store_outbox_of_target(reader, OUTBOX_WEBHOOK, hook.id, before, listing.limit + 1,
                                    list_row, &listing);
    writer_array_end(&listing.w);
    writer_key(&listing.w, "next");
    writer_text_or_null(&listing.w, listing.more ? listing.last : NULL);
    writer_object_end(&listing.w);
    reply_stored(rq, result, &body);
}

/* ---- sending something ---- */

struct delivery_work {
    struct write write; /* first: a job leads back to its request's state */
    struct idempotency idem;
    struct store_hook hook;
    struct store_outbox_row post;
    enum store_result (*run)(struct store_tx *tx, const struct store_hook *hook,
                             struct store_outbox_row *post);
    struct buffer body;
};

static void free_delivery(struct request *rq) {
    struct delivery_work *work = rq->state;

    buffer_free(&work->body);
}

static enum store_result run_delivery(struct store_tx *tx, struct write *write) {
    struct delivery_work *work = (struct delivery_work *)write;
    struct writer w = writer_to(&work->body);
    enum store_result result;

    if (idempotency_was_seen(tx, &work->idem))
        return STORE_CONFLICT;
    result = work->run(tx, &work->hook, &work->post);
    if (result == STORE_OK)
        result = store_outbox_get(store_tx_reader(tx), work->post.id, &work->post);
    if (result != STORE_OK)
        return result;
    delivery_write(&w, &work->post);
    if (work->body.failed)
        return STORE_ERROR;
    return idempotency_keep_answer(tx, &work->idem,
                                   &(struct idempotency_answer){.status = 202,
                                                                .body = work->body.data,
                                                                .body_size = work->body.size},
                                   app_now());
}

void delivery_begin(struct request *rq, const struct store_hook *hook,
                    const struct store_outbox_row *post,
                    enum store_result (*run)(struct store_tx *tx, const struct store_hook *hook,
                                             struct store_outbox_row *post)) {
    struct idempotency idem;
    struct delivery_work *work;

    if (!idempotency_begin(rq, &idem))
        return;
    if (hook->disabled_at != 0) {
        reply_problem(rq, PROBLEM_CONFLICT,
                      "the webhook is switched off; switch it on first ({\"enabled\":true})");
        return;
    }
    work = rq->state = request_alloc(rq, sizeof *work);
    if (work == NULL) {
        reply_no_memory(rq);
        return;
    }
    work->idem = idem;
    work->hook = *hook;
    work->post = *post;
    work->run = run;
    buffer_init(&work->body, DELIVERY_JSON_MAX);
    rq->state_free = free_delivery;
    write_begin(rq, &work->write, run_delivery);
}

bool delivery_finished(struct request *rq) {
    struct delivery_work *work = rq->state;

    if (work == NULL)
        return false;
    if (!write_finished(rq, &work->write))
        return true;
    if (work->write.result == STORE_OK)
        reply_json(rq, 202, &work->body);
    else if (work->idem.seen) /* a twin of this request was faster: what it got is there by now */
        idempotency_begin(rq, &work->idem);
    else if (work->write.result == STORE_CONFLICT)
        reply_problem(rq, PROBLEM_CONFLICT, "the message is still to be sent, or being sent");
    else if (work->write.result == STORE_NONE)
        reply_not_found(rq);
    else
        reply_store_failure(rq, work->write.result);
    return true;
}

/* ---- POST …/redeliver ---- */

static enum store_result run_again(struct store_tx *tx, const struct store_hook *hook,
                                   struct store_outbox_row *post) {
    (void)hook;
    return store_outbox_retry(tx, post->id, app_now());
}

void deliveries_again(struct request *rq) {
    struct store_reader *reader = api_reader(rq);
    const char *id = request_param(rq, 1);
    struct store_hook hook;
    struct store_outbox_row post;
    enum store_result result = STORE_NONE;

    if (reader == NULL || delivery_finished(rq) || !hooks_find(rq, &hook))
        return;
    if (strlen(id) < STORE_ID_SIZE)
        result = store_outbox_by_public_id(reader, id, &post);
    if (result == STORE_OK && post.channel == OUTBOX_WEBHOOK && post.target == hook.id) {
        if (request_fields(rq, NULL, 0))
            delivery_begin(rq, &hook, &post, run_again);
    } else if (result == STORE_OK || result == STORE_NONE)
        reply_not_found(rq);
    else
        reply_store_failure(rq, result);
}
