/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "service/app/config.h"
#include "service/chat/chat.h"
#include "service/chat/matrix.h"
#include "service/chat/post.h"

/* News on Matrix: the text, then the picture in two steps. */

/* A request to a path below the homeserver's address, made by matrix_url. */
static enum http_ready matrix_call(struct transfer *t, const struct out *out, bool fits,
                                   const struct http_request *request) {
    struct http_request full = *request;

    full.scheme = "Bearer";
    full.token = out->subscription.secret[0] != '\0' ? out->subscription.secret
                                                     : chat_config(t->app)->matrix_token;
    return fits ? post_send(t, out, &full) : HTTP_REFUSED;
}

static const char *matrix_server(const struct transfer *t, const struct out *out) {
    return out->subscription.address[0] != '\0' ? out->subscription.address
                                                : chat_config(t->app)->matrix_server;
}

/* The transaction's id consists of the message's id and the last event covered: sending it again is
 * idempotent, while a message that covers more is a new event. */
static enum http_ready matrix_send(struct transfer *t, struct out *out, const char *what) {
    char url[MATRIX_URL_SIZE], txn[STORE_ID_SIZE + 32];
    bool fits;

    snprintf(txn, sizeof txn, "%s.%u%s", t->rows[0].public_id, (unsigned)out->news.seq, what);
    fits =
        matrix_url(url, matrix_server(t, out), "/_matrix/client/v3/rooms/%s/send/m.room.message/%s",
                   out->subscription.channel, txn);
    return matrix_call(t, out, fits, &(struct http_request){.method = "PUT", .url = url});
}

/* The tail without markup: user ids and the address. */
static void write_plain_tail(struct buffer *plain, const struct transfer *t,
                             const struct out *out) {
    char url[POST_URL_SIZE];

    for (unsigned i = 0; i < out->n_called; i++)
        buffer_format(plain, "%s%s", i == 0 ? "\n" : " ", out->called[i].who);
    post_link(url, t, out);
    if (url[0] != '\0')
        buffer_format(plain, "\n%s", url);
}

static enum http_ready prepare_matrix(struct transfer *t, struct out *out) {
    struct writer w = writer_to(&t->body);
    struct buffer whole, plain, html;
    const struct matrix_tail tail = {
        .plain = &plain,
        .html = &html,
        .called = out->called,
        .n_called = out->n_called,
        .thread = out->subscription.thread,
    };

    post_join(&whole, &out->news);
    buffer_init(&plain, CHAT_BODY_MAX);
    buffer_init(&html, CHAT_BODY_MAX);
    write_plain_tail(&plain, t, out);
    post_tail(&html, t, out);
    matrix_write_notice(&w, &whole, &tail);
    t->body.failed = t->body.failed || whole.failed || plain.failed || html.failed;
    buffer_free(&html);
    buffer_free(&plain);
    buffer_free(&whole);
    return matrix_send(t, out, "");
}

static enum http_ready matrix_upload(struct transfer *t, struct out *out) {
    char url[MATRIX_URL_SIZE];
    bool fits = matrix_url(url, matrix_server(t, out), MATRIX_UPLOAD);

    return matrix_call(t, out, fits,
                       &(struct http_request){.url = url, .body = &out->png, .type = "image/png"});
}

static enum http_ready matrix_picture(struct transfer *t, struct out *out, const json_t *reply) {
    struct writer w = writer_to(&t->body);
    const char *thread = out->subscription.thread[0] != '\0' ? out->subscription.thread : out->root;

    if (chat_text_at(reply, "content_uri")[0] == '\0')
        return HTTP_REFUSED;
    buffer_clear(&t->body);
    matrix_write_picture(&w, chat_text_at(reply, "content_uri"), out->png.size,
                         (out->subscription.parts & CHAT_THREAD) != 0 ? thread : "");
    return matrix_send(t, out, ".picture");
}

/* The picture follows the text; if it fails, the text has been sent all the same. */
static void judge_matrix(struct transfer *t, struct out *out, const json_t *reply,
                         struct outbox_outcome *outcome) {
    bool good = outcome->state == STORE_OUTBOX_SENT;

    if (out->step == 0 && !good)
        return;
    outcome->state = STORE_OUTBOX_SENT;
    outcome->ill = false;
    if (!good || out->png.size == 0)
        return;
    if (out->step == 0)
        outcome->more = matrix_upload(t, out) == HTTP_READY;
    else if (out->step == 1)
        outcome->more = matrix_picture(t, out, reply) == HTTP_READY;
    out->step++;
}

const struct post_form post_matrix = {
    .prepare = prepare_matrix, .judge = judge_matrix, .root = "event_id"};
