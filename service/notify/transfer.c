/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/transfer.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "service/app/app.h"
#include "service/notify/sender.h"

void transfer_drop(struct transfer *t, const char *why) {
    for (unsigned i = 0; i < t->count; i++)
        t->rulings[i] = outbox_drop(why);
}

struct outbox_ruling outbox_drop(const char *why) {
    return (struct outbox_ruling){.verdict = OUTBOX_DROP, .why = why};
}

enum http_ready transfer_request(struct transfer *t, const struct http_request *request) {
    const struct sender_settings *settings = sender_settings(t->app);
    struct http_request full = *request;

    full.allowed = &settings->allowed;
    full.timeout_s = settings->timeout_s;
    return http_call_prepare(&t->call, &full);
}

enum store_result transfer_prepared(struct transfer *t, enum http_ready ready, const char *why) {
    if (ready == HTTP_REFUSED)
        transfer_drop(t, why);
    return ready == HTTP_NO_MEMORY ? STORE_ERROR : STORE_OK;
}

/* ---- life ---- */

/* Rows that have been sent together stay together, so that a message repeated under its id does not
 * differ from the first. */
static bool belongs_to_transfer(const struct transfer *t, const struct store_outbox_row *row) {
    const struct store_outbox_row *first = &t->rows[0];

    return row->id != first->id && row->lead == first->lead && t->channel->together(first, row);
}

static bool gather_due_row(void *context, const struct store_outbox_row *row) {
    struct transfer *t = context;

    if (belongs_to_transfer(t, row))
        t->rows[t->count++] = *row;
    return t->count < OUTBOX_TOGETHER_MAX;
}

static bool gather_rows(struct transfer *t, struct store_reader *reader,
                        const struct store_outbox_row *lead) {
    bool alone = t->channel->together == NULL;

    t->rows = calloc(alone ? 1 : OUTBOX_TOGETHER_MAX, sizeof *t->rows);
    t->rulings = calloc(alone ? 1 : OUTBOX_TOGETHER_MAX, sizeof *t->rulings);
    if (t->rows == NULL || t->rulings == NULL)
        return false;
    t->rows[t->count++] = *lead;
    return alone || store_outbox_due_of(reader, lead->channel, lead->target, t->now,
                                        OUTBOX_TOGETHER_MAX, gather_due_row, t) == STORE_OK;
}

struct transfer *transfer_new(struct app *app, struct store_reader *reader,
                              const struct store_outbox_row *lead, int64_t now) {
    struct transfer *t = calloc(1, sizeof *t);

    if (t == NULL)
        return NULL;
    t->channel = outbox_channels[lead->channel];
    t->app = app;
    t->now = now;
    buffer_init(&t->body, OUTBOX_BODY_MAX);
    if (!http_call_init(&t->call, OUTBOX_REPLY_MAX) || !gather_rows(t, reader, lead)) {
        transfer_free(t);
        return NULL;
    }
    return t;
}

void transfer_free(struct transfer *t) {
    if (t == NULL)
        return;
    if (t->own_free != NULL)
        t->own_free(t);
    http_call_free(&t->call);
    buffer_free(&t->body);
    free(t->rows);
    free(t->rulings);
    free(t);
}

/* ---- outcome ---- */

void transfer_judge(struct transfer *t, CURLcode code, struct outbox_outcome *outcome) {
    struct http_call *call = &t->call;

    http_call_end(call, code);
    *outcome = (struct outbox_outcome){.state = STORE_OUTBOX_WAITING, .status = call->status};
    if (http_call_refused(call)) {
        outcome->state = STORE_OUTBOX_FAILED;
        snprintf(outcome->detail, sizeof outcome->detail,
                 "the host's address is not on the public internet");
    } else if (call->code != CURLE_OK) {
        snprintf(outcome->detail, sizeof outcome->detail, "%s", curl_easy_strerror(call->code));
    } else {
        if (call->status / 100 == 2)
            outcome->state = STORE_OUTBOX_SENT;
        if (call->retry_after_s > 0)
            outcome->not_before = app_now() + call->retry_after_s * 1000;
        snprintf(outcome->detail, sizeof outcome->detail, "answered %d", call->status);
    }
    if (t->channel->judge != NULL)
        t->channel->judge(t, outcome);
}

int64_t outbox_next_attempt(const struct channel *channel, int attempts, int64_t now) {
    int64_t delay_ms;

    if (attempts < 0 || (unsigned)attempts >= channel->attempts)
        return 0;
    delay_ms = (int64_t)channel->delays[attempts] * 1000;
    return now + delay_ms + randombytes_uniform((uint32_t)(delay_ms / 10) + 1);
}
