/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/post.h"

#include <stdio.h>
#include <string.h>

#include "service/app/app.h"
#include "service/chat/chat.h"
#include "service/chat/platform.h"
#include "service/chat/text.h"
#include "service/notify/sender.h"

/* ---- pieces ---- */

void post_join(struct buffer *whole, const struct news *news) {
    buffer_init(whole, CHAT_BODY_MAX);
    buffer_text(whole, news->title);
    buffer_byte(whole, '\n');
    buffer_append(whole, news->text.data, news->text.size);
}

void post_link(char url[POST_URL_SIZE], const struct transfer *t, const struct out *out) {
    const char *site = app_site(t->app);

    url[0] = '\0';
    if (!out->talk && site[0] != '\0' &&
        snprintf(url, POST_URL_SIZE, "%s/games/%s", site, out->game) >= POST_URL_SIZE)
        url[0] = '\0';
}

void post_calls(struct buffer *tail, const struct out *out) {
    const struct chat_platform *platform =
        chat_platform(chat_kind_platform(out->subscription.kind));

    for (unsigned i = 0; i < out->n_called; i++) {
        if (i > 0)
            buffer_byte(tail, ' ');
        platform->call(tail, &out->called[i]);
    }
}

static void post_write_link(struct buffer *tail, enum chat_markup markup, const char *url) {
    if (markup == CHAT_SLACK)
        buffer_format(tail, "<%s>", url);
    else if (markup == CHAT_HTML_BR)
        buffer_format(tail, "<a href=\"%s\">%s</a>", url, url);
    else
        buffer_text(tail, url);
}

void post_tail(struct buffer *tail, const struct transfer *t, const struct out *out) {
    enum chat_markup markup = chat_platform(chat_kind_platform(out->subscription.kind))->markup;
    const char *line = markup == CHAT_HTML_BR ? "<br>" : "\n";
    char url[POST_URL_SIZE];

    post_link(url, t, out);
    if (out->n_called > 0)
        buffer_text(tail, line);
    post_calls(tail, out);
    if (url[0] == '\0')
        return;
    buffer_text(tail, line);
    post_write_link(tail, markup, url);
}

bool post_picture_url(const struct transfer *t, const struct out *out, char url[POST_URL_SIZE]) {
    const char *site = app_site(t->app);

    return (out->subscription.parts & CHAT_PICTURE) != 0 && !out->talk && site[0] != '\0' &&
           snprintf(url, POST_URL_SIZE, "%s/chat/boards/%s/%u", site, out->subscription.public_id,
                    (unsigned)out->news.seq) < POST_URL_SIZE;
}

void post_attachments(struct writer *w, const struct transfer *t, const struct out *out) {
    char url[POST_URL_SIZE];

    if (!post_picture_url(t, out, url))
        return;
    writer_key(w, "attachments");
    writer_array(w);
    writer_object(w);
    writer_text_member(w, "fallback", "The board");
    writer_text_member(w, "image_url", url);
    writer_object_end(w);
    writer_array_end(w);
}

void post_text_member(struct writer *w, const char *name, const struct transfer *t,
                      const struct out *out, size_t max) {
    enum chat_markup markup = chat_platform(chat_kind_platform(out->subscription.kind))->markup;
    struct buffer whole, tail;

    post_join(&whole, &out->news);
    buffer_init(&tail, CHAT_BODY_MAX);
    post_tail(&tail, t, out);
    writer_key_text(w, name);
    chat_write_string_and(w, markup, &whole, max, &tail);
    w->out->failed = w->out->failed || whole.failed;
    buffer_free(&tail);
    buffer_free(&whole);
}

bool post_begins_thread(const struct out *out) {
    return (out->subscription.parts & CHAT_THREAD) != 0 && out->subscription.thread[0] == '\0';
}

/* ---- requests and outcomes ---- */

enum http_ready post_send(struct transfer *t, const struct out *out,
                          const struct http_request *request) {
    struct http_request full = *request;

    if (t->body.failed)
        return HTTP_NO_MEMORY;
    full.method = full.method == NULL ? "POST" : full.method;
    full.foreign = out->subscription.address[0] != '\0';
    if (full.body == NULL && full.n_parts == 0)
        full.body = &t->body;
    return transfer_request(t, &full);
}

void post_give_up(struct outbox_outcome *outcome, const char *why) {
    outcome->state = STORE_OUTBOX_FAILED;
    outcome->ill = true;
    snprintf(outcome->detail, sizeof outcome->detail, "%s", why);
}
