/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"
#include "service/chat/chat.h"
#include "service/chat/post.h"
#include "service/chat/text.h"

/*
 * News on platforms that people host themselves: Mattermost, Zulip, Rocket.Chat. A webhook's address is all that is needed,
 * but it does not say what it has posted: threads need a bot of the user's own and the platform's own interface.
 */

static const char sender_name[] = "Hexpost";

/* A path below the server's address. */
static enum http_ready post_below(struct transfer *t, const struct out *out, const char *path,
                                  const struct http_request *request) {
    struct http_request full = *request;
    char url[POST_URL_SIZE];

    snprintf(url, sizeof url, "%s%s", out->subscription.address, path);
    full.url = url;
    return post_send(t, out, &full);
}

/* News by a webhook, in whose body SENDER is the member that names us. */
static enum http_ready prepare_hook(struct transfer *t, struct out *out, const char *sender,
                                    size_t max) {
    struct writer w = writer_to(&t->body);

    writer_object(&w);
    writer_key_text(&w, sender);
    writer_text(&w, sender_name);
    post_text_member(&w, "text", t, out, max);
    post_attachments(&w, t, out);
    writer_object_end(&w);
    return post_below(t, out, "", &(struct http_request){0});
}

/* ---- Mattermost ---- */

static enum http_ready prepare_mattermost_hook(struct transfer *t, struct out *out) {
    return prepare_hook(t, out, "username", MATTERMOST_TEXT_MAX);
}

static enum http_ready prepare_mattermost(struct transfer *t, struct out *out) {
    const struct store_subscription *to = &out->subscription;
    struct writer w = writer_to(&t->body);

    writer_object(&w);
    writer_text_member(&w, "channel_id", to->channel);
    if (to->thread[0] != '\0')
        writer_text_member(&w, "root_id", to->thread);
    post_text_member(&w, "message", t, out, MATTERMOST_TEXT_MAX);
    writer_key(&w, "props");
    writer_object(&w);
    post_attachments(&w, t, out);
    writer_object_end(&w);
    writer_object_end(&w);
    return post_below(t, out, "/api/v4/posts",
                      &(struct http_request){.scheme = "Bearer", .token = to->secret});
}

/* ---- Zulip ---- */

static void add_field(struct buffer *form, const char *name, const char *value, size_t size) {
    buffer_format(form, "%s%s=", form->size > 0 ? "&" : "", name);
    text_percent(form, value, size);
}

/* The board's address stands in the text: Zulip shows what a link leads to. */
static void write_zulip_content(struct buffer *content, const struct transfer *t,
                                const struct out *out) {
    struct buffer whole, tail;
    char url[POST_URL_SIZE];

    post_join(&whole, &out->news);
    buffer_init(&tail, CHAT_BODY_MAX);
    post_tail(&tail, t, out);
    if (post_picture_url(t, out, url))
        buffer_format(&tail, "\n[board.png](%s)", url);
    chat_write(content, CHAT_ZULIP, whole.data, whole.size, chat_left(ZULIP_TEXT_MAX, &tail));
    buffer_append(content, tail.data, tail.size);
    content->failed = content->failed || whole.failed || tail.failed;
    buffer_free(&tail);
    buffer_free(&whole);
}

/* A game is a topic of the channel, which needs one anyhow. The secret is BOT_EMAIL:API_KEY. */
static enum http_ready prepare_zulip(struct transfer *t, struct out *out) {
    const struct store_subscription *to = &out->subscription;
    const char *title = out->news.title;
    char login[sodium_base64_ENCODED_LEN(STORE_CHAT_SECRET_SIZE, sodium_base64_VARIANT_ORIGINAL)];
    struct buffer content;

    sodium_bin2base64(login, sizeof login, (const unsigned char *)to->secret, strlen(to->secret),
                      sodium_base64_VARIANT_ORIGINAL);
    buffer_init(&content, CHAT_BODY_MAX);
    write_zulip_content(&content, t, out);
    add_field(&t->body, "type", "stream", strlen("stream"));
    add_field(&t->body, "to", to->channel, strlen(to->channel));
    add_field(&t->body, "topic", title, chat_fit(title, strlen(title), ZULIP_TOPIC_MAX));
    add_field(&t->body, "content", content.size == 0 ? "" : content.data, content.size);
    t->body.failed = t->body.failed || content.failed;
    buffer_free(&content);
    return post_below(t, out, "/api/v1/messages",
                      &(struct http_request){.scheme = "Basic",
                                             .token = login,
                                             .type = "application/x-www-form-urlencoded"});
}

static void judge_zulip(struct transfer *t, struct out *out, const json_t *reply,
                        struct outbox_outcome *outcome) {
    static const char *const gone[] = {"STREAM_DOES_NOT_EXIST", "BAD_REQUEST"};
    const char *code = chat_text_at(reply, "code");

    (void)t;
    (void)out;
    if (outcome->status == 400 && strcmp(code, gone[0]) == 0)
        post_give_up(outcome, "it is gone");
    else if (outcome->status == 400 && strcmp(code, gone[1]) == 0 &&
             strstr(chat_text_at(reply, "msg"), "Not authorized") != NULL)
        post_give_up(outcome, "the bot may not post there");
}

/* ---- Rocket.Chat ---- */

static enum http_ready prepare_rocketchat_hook(struct transfer *t, struct out *out) {
    return prepare_hook(t, out, "alias", ROCKETCHAT_TEXT_MAX);
}

/* The secret is USER_ID:TOKEN. */
static enum http_ready prepare_rocketchat(struct transfer *t, struct out *out) {
    const struct store_subscription *to = &out->subscription;
    size_t size = strcspn(to->secret, ":");
    const char *token = to->secret + size + (to->secret[size] == ':' ? 1 : 0);
    char user[STORE_CHAT_SECRET_SIZE];
    const struct http_header headers[] = {{"X-User-Id", user}, {"X-Auth-Token", token}};
    struct writer w = writer_to(&t->body);

    snprintf(user, sizeof user, "%.*s", (int)size, to->secret);
    writer_object(&w);
    writer_text_member(&w, "roomId", to->channel);
    writer_text_member(&w, "alias", sender_name);
    if (to->thread[0] != '\0')
        writer_text_member(&w, "tmid", to->thread);
    post_text_member(&w, "text", t, out, ROCKETCHAT_TEXT_MAX);
    post_attachments(&w, t, out);
    writer_object_end(&w);
    return post_below(t, out, "/api/v1/chat.postMessage",
                      &(struct http_request){.headers = headers, .n_headers = 2});
}

static void judge_rocketchat(struct transfer *t, struct out *out, const json_t *reply,
                             struct outbox_outcome *outcome) {
    const char *error = chat_text_at(reply, "error");

    (void)t;
    (void)out;
    if (outcome->status == 400 &&
        (strstr(error, "invalid-channel") != NULL || strstr(error, "error-not-allowed") != NULL))
        post_give_up(outcome, "the bot may not post there");
}

const struct post_form post_mattermost_hook = {.prepare = prepare_mattermost_hook, .fetches = true};
const struct post_form post_mattermost = {
    .prepare = prepare_mattermost, .root = "id", .fetches = true};
const struct post_form post_zulip = {
    .prepare = prepare_zulip, .judge = judge_zulip, .fetches = true};
const struct post_form post_rocketchat_hook = {.prepare = prepare_rocketchat_hook, .fetches = true};
const struct post_form post_rocketchat = {.prepare = prepare_rocketchat,
                                          .judge = judge_rocketchat,
                                          .root = "message._id",
                                          .fetches = true};
