/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "service/app/config.h"
#include "service/chat/chat.h"
#include "service/chat/post.h"
#include "service/chat/text.h"

/* News on Discord, by a webhook or by our own bot. */

enum { COLOR = 0xc8872e, THREAD_NAME_MAX = 100 };

static bool is_hook(const struct out *out) {
    return out->subscription.kind == STORE_SUBSCRIPTION_DISCORD_HOOK;
}

/* Only a forum's webhook begins a thread, by naming it; where that was refused (step 1) the message goes without. */
static bool hook_begins_thread(const struct out *out) {
    return is_hook(out) && out->step == 0 && post_begins_thread(out);
}

/* Mentions count in the content alone, and only those that are listed. */
static void write_called(struct writer *w, const struct out *out) {
    struct buffer calls;

    writer_key(w, "allowed_mentions");
    writer_object(w);
    writer_key(w, "parse");
    writer_array(w);
    writer_array_end(w);
    if (out->n_called > 0) {
        writer_key(w, "users");
        writer_array(w);
        for (unsigned i = 0; i < out->n_called; i++)
            writer_string(w, out->called[i].who, strlen(out->called[i].who));
        writer_array_end(w);
    }
    writer_object_end(w);
    if (out->n_called == 0)
        return;
    buffer_init(&calls, CHAT_BODY_MAX);
    post_calls(&calls, out);
    writer_key(w, "content");
    writer_string(w, calls.data, calls.size);
    w->out->failed = w->out->failed || calls.failed;
    buffer_free(&calls);
}

static void write_embed(struct writer *w, const struct transfer *t, const struct out *out) {
    const struct news *news = &out->news;
    char url[POST_URL_SIZE];

    post_link(url, t, out);
    writer_object(w);
    writer_key(w, "title");
    chat_write_string(w, CHAT_DISCORD, news->title, strlen(news->title), DISCORD_TITLE_MAX);
    if (url[0] != '\0')
        writer_text_member(w, "url", url);
    writer_key(w, "description");
    chat_write_string(w, CHAT_DISCORD, news->text.data, news->text.size, DISCORD_DESCRIPTION_MAX);
    writer_int_member(w, "color", COLOR);
    if (out->png.size > 0) {
        writer_key(w, "image");
        writer_object(w);
        writer_text_member(w, "url", "attachment://board.png");
        writer_object_end(w);
    }
    writer_object_end(w);
}

static void write_thread_name(struct writer *w, const char *member, const struct out *out) {
    const char *title = out->news.title;

    writer_key_text(w, member);
    chat_write_string(w, CHAT_PLAIN, title, strlen(title), THREAD_NAME_MAX);
}

static void write_discord(struct writer *w, const struct transfer *t, const struct out *out) {
    writer_object(w);
    if (is_hook(out))
        writer_text_member(w, "username", "Hexpost");
    if (hook_begins_thread(out))
        write_thread_name(w, "thread_name", out);
    write_called(w, out);
    writer_key(w, "embeds");
    writer_array(w);
    write_embed(w, t, out);
    writer_array_end(w);
    writer_object_end(w);
}

static enum http_ready prepare_discord(struct transfer *t, struct out *out) {
    const struct config *config = chat_config(t->app);
    const struct store_subscription *to = &out->subscription;
    bool hook = is_hook(out), threaded = to->thread[0] != '\0';
    struct writer w = writer_to(&t->body);
    char url[POST_URL_SIZE];

    if (hook)
        snprintf(url, sizeof url, "%s?wait=true%s%s", to->address, threaded ? "&thread_id=" : "",
                 to->thread);
    else
        snprintf(url, sizeof url, "%s/channels/%s/messages", config->discord_api,
                 threaded ? to->thread : to->channel);
    write_discord(&w, t, out);
    const struct http_part parts[] = {
        {"payload_json", t->body.data, t->body.size, "application/json", NULL},
        {"files[0]", out->png.data, out->png.size, "image/png", "board.png"},
    };
    return post_send(t, out,
                     &(struct http_request){.url = url,
                                            .scheme = hook ? NULL : "Bot",
                                            .token = config->discord_token,
                                            .parts = parts,
                                            .n_parts = out->png.size == 0 ? 0 : 2});
}

/* A thread below the message that has just been posted. */
static bool begin_thread(struct transfer *t, struct out *out, const json_t *reply) {
    const struct config *config = chat_config(t->app);
    char message[STORE_CHAT_THREAD_SIZE], url[POST_URL_SIZE];
    struct writer w;

    if (!chat_id_at(reply, "id", message, sizeof message))
        return false;
    buffer_clear(&t->body);
    w = writer_to(&t->body);
    writer_object(&w);
    write_thread_name(&w, "name", out);
    writer_object_end(&w);
    snprintf(url, sizeof url, "%s/channels/%s/messages/%s/threads", config->discord_api,
             out->subscription.channel, message);
    return post_send(t, out,
                     &(struct http_request){.url = url,
                                            .scheme = "Bot",
                                            .token = config->discord_token}) == HTTP_READY;
}

static void judge_discord(struct transfer *t, struct out *out, const json_t *reply,
                          struct outbox_outcome *outcome) {
    if (out->step == 1) { /* the message has been posted, with or without its thread */
        outcome->state = STORE_OUTBOX_SENT;
        outcome->ill = false;
    } else if (outcome->state == STORE_OUTBOX_SENT && post_begins_thread(out) && !out->talk) {
        outcome->more = begin_thread(t, out, reply);
        out->step = 1;
    }
}

static void judge_discord_hook(struct transfer *t, struct out *out, const json_t *reply,
                               struct outbox_outcome *outcome) {
    (void)reply;
    if (outcome->status != 400 || !hook_begins_thread(out))
        return;
    out->step = 1;
    buffer_clear(&t->body);
    outcome->more = prepare_discord(t, out) == HTTP_READY;
}

const struct post_form post_discord_hook = {
    .prepare = prepare_discord, .judge = judge_discord_hook, .root = "channel_id"};
const struct post_form post_discord = {
    .prepare = prepare_discord, .judge = judge_discord, .root = "id", .root_step = 1};
