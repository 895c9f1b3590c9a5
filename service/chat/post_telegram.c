/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "service/app/app.h"
#include "service/app/config.h"
#include "service/chat/chat.h"
#include "service/chat/post.h"
#include "service/chat/telegram.h"
#include "service/chat/text.h"

/* News on Telegram, by our own bot or a user's. A thread is a row of replies to its first message. */

static void write_reply(struct writer *w, const struct store_subscription *to) {
    writer_object(w);
    writer_key(w, "message_id");
    writer_json(w, to->thread, strlen(to->thread));
    writer_bool_member(w, "allow_sending_without_reply", true); /* the first one may be deleted */
    writer_object_end(w);
}

/* With a picture, the text is its caption if short enough. */
static void write_caption(struct buffer *to, const struct transfer *t, const struct out *out) {
    const struct news *news = &out->news;
    struct buffer tail;

    buffer_init(&tail, CHAT_BODY_MAX);
    post_tail(&tail, t, out);
    buffer_text(to, "<b>");
    chat_write(to, CHAT_HTML, news->title, strlen(news->title), NEWS_TITLE_MAX);
    buffer_text(to, "</b>\n");
    chat_write(to, CHAT_HTML, news->text.data, news->text.size,
               chat_left(TELEGRAM_CAPTION_MAX - NEWS_TITLE_MAX - 1, &tail));
    buffer_append(to, tail.data, tail.size);
    to->failed = to->failed || tail.failed;
    buffer_free(&tail);
}

static void write_telegram(struct writer *w, const struct transfer *t, const struct out *out) {
    struct telegram_place place = telegram_place(out->subscription.channel);

    writer_object(w);
    telegram_write_place(w, &place);
    post_text_member(w, "text", t, out, TELEGRAM_TEXT_MAX);
    telegram_write_manner(w);
    if (out->subscription.thread[0] != '\0') {
        writer_key(w, "reply_parameters");
        write_reply(w, &out->subscription);
    }
    writer_object_end(w);
}

static enum http_ready prepare_photo(struct transfer *t, struct out *out, const char *url) {
    struct telegram_photo form = {.n_parts = 0};
    enum http_ready ready;
    struct buffer reply;
    struct writer w = writer_begin(&reply, CHAT_BODY_MAX);

    write_caption(&t->body, t, out);
    telegram_photo(&form, out->subscription.channel, &out->png, &t->body);
    if (out->subscription.thread[0] != '\0') {
        write_reply(&w, &out->subscription);
        form.parts[form.n_parts++] =
            (struct http_part){"reply_parameters", reply.data, reply.size, NULL, NULL};
    }
    t->body.failed = t->body.failed || reply.failed;
    ready = post_send(
        t, out, &(struct http_request){.url = url, .parts = form.parts, .n_parts = form.n_parts});
    buffer_free(&reply);
    return ready;
}

static enum http_ready prepare_telegram(struct transfer *t, struct out *out) {
    const struct config *config = chat_config(t->app);
    const char *own = out->subscription.secret;
    bool photo = out->png.size > 0;
    struct writer w = writer_to(&t->body);
    char url[TELEGRAM_URL_SIZE];

    telegram_url(url, config, own[0] != '\0' ? own : config->telegram_token,
                 photo ? "sendPhoto" : "sendMessage");
    if (photo)
        return prepare_photo(t, out, url);
    write_telegram(&w, t, out);
    return post_send(t, out, &(struct http_request){.url = url});
}

static void judge_telegram(struct transfer *t, struct out *out, const json_t *reply,
                           struct outbox_outcome *outcome) {
    const json_t *after = chat_at(reply, "parameters.retry_after");
    int64_t now = app_now();

    (void)t;
    if (outcome->status == 429 && json_is_integer(after))
        outcome->not_before = now + json_integer_value(after) * 1000;
    if (outcome->status != 400)
        return;
    if (chat_id_at(reply, "parameters.migrate_to_chat_id", out->moved, sizeof out->moved))
        outcome->not_before = now;
    else if (strstr(chat_text_at(reply, "description"), "chat not found") != NULL)
        post_give_up(outcome, "it is gone");
}

const struct post_form post_telegram = {
    .prepare = prepare_telegram, .judge = judge_telegram, .root = "result.message_id"};
