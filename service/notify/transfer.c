/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/transfer.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/app/app.h"
#include "service/notify/sender.h"

enum {
    HEADER_MAX = 1536,
    RETRY_AFTER_MAX_S = 24 * 60 * 60,
    HTTP_TOO_MANY = 429,
    HTTP_UNAVAILABLE = 503
};

/* ---- what comes back ---- */

static size_t read_reply(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *t = context;
    size_t all = size * count, room = OUTBOX_REPLY_MAX - t->reply.size;

    buffer_append(&t->reply, bytes, all < room ? all : room);
    /* Less than all ends the transfer: nobody shall keep us busy with an endless answer. */
    t->cut = all > room;
    return t->cut ? 0 : all;
}

static size_t read_head(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *t = context;
    size_t all = size * count;

    if (all >= 5 && memcmp(bytes, "HTTP/", 5) == 0)
        buffer_clear(&t->head); /* of an earlier answer, such as 100 Continue */
    if (all <= OUTBOX_REPLY_MAX - t->head.size)
        buffer_append(&t->head, bytes, all);
    return all;
}

bool transfer_header(const struct transfer *t, const char *name, char *value, size_t size) {
    const char *at = t->head.data, *end = at == NULL ? NULL : at + t->head.size;
    size_t name_size = strlen(name);

    while (at != NULL && at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        const char *next = line_end == NULL ? end : line_end + 1;

        if ((size_t)(next - at) > name_size && strncasecmp(at, name, name_size) == 0 &&
            at[name_size] == ':') {
            const char *from = at + name_size + 1, *to = next;

            while (from < to && (*from == ' ' || *from == '\t'))
                from++;
            while (to > from && (to[-1] == '\n' || to[-1] == '\r' || to[-1] == ' '))
                to--;
            snprintf(value, size, "%.*s", (int)(to - from), from);
            return true;
        }
        at = next;
    }
    return false;
}

void transfer_again(struct transfer *t) {
    buffer_clear(&t->reply);
    buffer_clear(&t->head);
    t->body_at = 0;
    t->cut = false;
}

/* ---- what goes out ---- */

bool transfer_add_header(struct transfer *t, const char *name, const char *value) {
    char header[HEADER_MAX];
    struct curl_slist *longer;

    if ((size_t)snprintf(header, sizeof header, "%s: %s", name, value) >= sizeof header)
        return false;
    longer = curl_slist_append(t->headers, header);
    if (longer != NULL)
        t->headers = longer;
    return longer != NULL;
}

bool transfer_post(struct transfer *t, const char *url) {
    const struct sender_settings *settings = sender_settings(t->app);

    if (!safe_curl(t->easy, &t->safe, &settings->allowed, url, settings->timeout_s))
        return false;
    curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, t->headers);
    curl_easy_setopt(t->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)t->body.size);
    curl_easy_setopt(t->easy, CURLOPT_POSTFIELDS, t->body.data);
    return true;
}

static size_t give_body(char *to, size_t size, size_t count, void *context) {
    struct transfer *t = context;
    size_t room = size * count, left = t->body.size - t->body_at;
    size_t now = left < room ? left : room;

    if (now > 0)
        memcpy(to, t->body.data + t->body_at, now);
    t->body_at += now;
    return now;
}

static int seek_body(void *context, curl_off_t offset, int origin) {
    struct transfer *t = context;

    if (origin != SEEK_SET || offset < 0 || (size_t)offset > t->body.size)
        return CURL_SEEKFUNC_CANTSEEK;
    t->body_at = (size_t)offset;
    return CURL_SEEKFUNC_OK;
}

void transfer_upload(struct transfer *t) {
    t->body_at = 0;
    curl_easy_setopt(t->easy, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(t->easy, CURLOPT_READFUNCTION, give_body);
    curl_easy_setopt(t->easy, CURLOPT_READDATA, t);
    curl_easy_setopt(t->easy, CURLOPT_SEEKFUNCTION, seek_body);
    curl_easy_setopt(t->easy, CURLOPT_SEEKDATA, t);
    curl_easy_setopt(t->easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)t->body.size);
}

/* ---- life ---- */

/* Rows that have been sent together stay together, so that a message that is repeated under its id
 * says nothing that it did not say before. */
static bool belongs(const struct transfer *t, const struct store_outbox_row *post) {
    const struct store_outbox_row *first = &t->posts[0];

    return post->id != first->id && post->lead == first->lead && t->channel->together(first, post);
}

static bool gather_row(void *context, const struct store_outbox_row *post) {
    struct transfer *t = context;

    if (belongs(t, post))
        t->posts[t->count++] = *post;
    return t->count < OUTBOX_TOGETHER_MAX;
}

static bool gather(struct transfer *t, struct store_reader *reader,
                   const struct store_outbox_row *lead) {
    bool alone = t->channel->together == NULL;

    t->posts = calloc(alone ? 1 : OUTBOX_TOGETHER_MAX, sizeof *t->posts);
    t->rulings = calloc(alone ? 1 : OUTBOX_TOGETHER_MAX, sizeof *t->rulings);
    if (t->posts == NULL || t->rulings == NULL)
        return false;
    t->posts[t->count++] = *lead;
    return alone || store_outbox_due_of(reader, lead->channel, lead->target, t->now,
                                        OUTBOX_TOGETHER_MAX, gather_row, t) == STORE_OK;
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
    buffer_init(&t->reply, OUTBOX_REPLY_MAX);
    buffer_init(&t->head, OUTBOX_REPLY_MAX);
    t->easy = curl_easy_init();
    if (t->easy == NULL || !gather(t, reader, lead)) {
        transfer_free(t);
        return NULL;
    }
    curl_easy_setopt(t->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(t->easy, CURLOPT_QUICK_EXIT, 1L); /* never wait for a slow name server */
    curl_easy_setopt(t->easy, CURLOPT_WRITEFUNCTION, read_reply);
    curl_easy_setopt(t->easy, CURLOPT_WRITEDATA, t);
    curl_easy_setopt(t->easy, CURLOPT_HEADERFUNCTION, read_head);
    curl_easy_setopt(t->easy, CURLOPT_HEADERDATA, t);
    return t;
}

void transfer_free(struct transfer *t) {
    if (t == NULL)
        return;
    if (t->own_free != NULL)
        t->own_free(t);
    curl_easy_cleanup(t->easy);
    curl_slist_free_all(t->headers);
    curl_mime_free(t->mime);
    buffer_free(&t->body);
    buffer_free(&t->reply);
    buffer_free(&t->head);
    free(t->posts);
    free(t->rulings);
    free(t);
}

bool transfer_wanted(const struct transfer *t) {
    for (unsigned i = 0; i < t->count; i++)
        if (t->rulings[i].verdict == OUTBOX_SEND)
            return true;
    return false;
}

/* ---- how it ended ---- */

/* Until when the other side asked us to wait. */
static int64_t retry_after(struct transfer *t, long status) {
    curl_off_t seconds = 0;

    if ((status != HTTP_TOO_MANY && status != HTTP_UNAVAILABLE) ||
        curl_easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &seconds) != CURLE_OK || seconds <= 0)
        return 0;
    return app_now() + (seconds < RETRY_AFTER_MAX_S ? seconds : RETRY_AFTER_MAX_S) * 1000;
}

/* An answer whose end was of no interest is one all the same. */
static CURLcode answered(const struct transfer *t, CURLcode code) {
    return t->cut && code == CURLE_WRITE_ERROR ? CURLE_OK : code;
}

void transfer_judge(struct transfer *t, CURLcode code, struct outbox_outcome *outcome) {
    long status = 0;

    code = answered(t, code);
    curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
    *outcome = (struct outbox_outcome){.state = STORE_OUTBOX_WAITING, .status = (int)status};
    if (t->safe.refused && code == CURLE_COULDNT_CONNECT) {
        outcome->state = STORE_OUTBOX_FAILED;
        snprintf(outcome->detail, sizeof outcome->detail,
                 "the host's address is not on the public internet");
    } else if (code != CURLE_OK) {
        snprintf(outcome->detail, sizeof outcome->detail, "%s", curl_easy_strerror(code));
    } else {
        outcome->state = status / 100 == 2 ? STORE_OUTBOX_SENT : STORE_OUTBOX_WAITING;
        outcome->not_before = retry_after(t, status);
        snprintf(outcome->detail, sizeof outcome->detail, "answered %ld", status);
    }
    if (t->channel->judge != NULL)
        t->channel->judge(t, code, outcome);
}

int64_t outbox_next_attempt(const struct channel *channel, int attempts, int64_t now) {
    int64_t delay_ms;

    if (attempts < 0 || (unsigned)attempts >= channel->attempts)
        return 0;
    delay_ms = (int64_t)channel->delays[attempts] * 1000;
    return now + delay_ms + randombytes_uniform((uint32_t)(delay_ms / 10) + 1);
}
