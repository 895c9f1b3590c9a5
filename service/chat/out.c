/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/app/app.h"
#include "service/app/config.h"
#include "service/base/json_read.h"
#include "service/chat/chat.h"
#include "service/chat/in.h"
#include "service/chat/matrix.h"
#include "service/chat/telegram.h"
#include "service/chat/text.h"
#include "service/notify/sender.h"

enum { URL_SIZE = 2048, COLOR = 0xc8872e, STATUS_OK = 200 };

/* ---- parts of messages ---- */

/* "Title" and below it the text. */
static void join_news(struct buffer *whole, const struct news *news) {
    buffer_init(whole, CHAT_BODY_MAX);
    buffer_text(whole, news->title);
    buffer_byte(whole, '\n');
    buffer_append(whole, news->text.data, news->text.size);
}

/* The URL of the game's picture; false if the server's public URL is not set. */
static bool picture_url(const struct transfer *t, const struct out *out, char url[URL_SIZE]) {
    const char *site = app_site(t->app);

    return (out->subscription.parts & CHAT_PICTURE) != 0 && !out->talk && site[0] != '\0' &&
           (size_t)snprintf(url, URL_SIZE, "%s/chat/boards/%s/%u", site,
                            out->subscription.public_id, (unsigned)out->news.seq) < URL_SIZE;
}

/* ---- the forms ---- */

static void write_discord(struct writer *w, const struct out *out, bool hook) {
    writer_object(w);
    if (hook)
        writer_text_member(w, "username", "Hexpost");
    writer_key(w, "allowed_mentions");
    writer_json(w, "{\"parse\":[]}", strlen("{\"parse\":[]}"));
    writer_key(w, "embeds");
    writer_array(w);
    writer_object(w);
    writer_key(w, "title");
    chat_write_string(w, CHAT_DISCORD, out->news.title, strlen(out->news.title), DISCORD_TITLE_MAX);
    writer_key(w, "description");
    chat_write_string(w, CHAT_DISCORD, out->news.text.data, out->news.text.size,
                      DISCORD_DESCRIPTION_MAX);
    writer_int_member(w, "color", COLOR);
    if (out->png.size > 0) {
        writer_key(w, "image");
        writer_json(w, "{\"url\":\"attachment://board.png\"}",
                    strlen("{\"url\":\"attachment://board.png\"}"));
    }
    writer_object_end(w);
    writer_array_end(w);
    writer_object_end(w);
}

/* The subset of Slack's format that compatible services understand: a text with everything, and a
 * picture as an attachment. */
static void write_slack(struct writer *w, const struct transfer *t, const struct out *out,
                        const struct buffer *whole) {
    char url[URL_SIZE];

    writer_object(w);
    if (out->subscription.kind == STORE_SUBSCRIPTION_SLACK)
        writer_text_member(w, "channel", out->subscription.channel);
    writer_key(w, "text");
    chat_write_string(w, CHAT_SLACK, whole->data, whole->size, SLACK_TEXT_MAX);
    if (picture_url(t, out, url)) {
        writer_key(w, "attachments");
        writer_array(w);
        writer_object(w);
        writer_text_member(w, "fallback", "The board");
        writer_text_member(w, "image_url", url);
        writer_object_end(w);
        writer_array_end(w);
    }
    writer_object_end(w);
}

/* The title and the text in the platform's form. */
static void write_news(struct transfer *t, const struct out *out) {
    struct telegram_place place = telegram_place(out->subscription.channel);
    struct writer w = writer_to(&t->body);
    struct buffer whole;

    join_news(&whole, &out->news);
    switch (out->subscription.kind) {
    case STORE_SUBSCRIPTION_TELEGRAM: telegram_write_message(&w, &place, &whole, NULL); break;
    case STORE_SUBSCRIPTION_MATRIX: matrix_write_notice(&w, &whole); break;
    default: write_slack(&w, t, out, &whole); break;
    }
    t->body.failed = t->body.failed || whole.failed;
    buffer_free(&whole);
}

/* ---- requests ---- */

/* A user's URL must be a public one. */
static enum http_ready send_to(struct transfer *t, const struct out *out,
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

static enum http_ready prepare_discord(struct transfer *t, struct out *out) {
    const struct config *config = chat_config(t->app);
    bool hook = out->subscription.kind == STORE_SUBSCRIPTION_DISCORD_HOOK;
    struct writer w = writer_to(&t->body);
    char url[URL_SIZE];

    if (hook)
        snprintf(url, sizeof url, "%s?wait=true", out->subscription.address);
    else
        snprintf(url, sizeof url, "%s/channels/%s/messages", config->discord_api,
                 out->subscription.channel);
    write_discord(&w, out, hook);
    const struct http_part parts[] = {
        {"payload_json", t->body.data, t->body.size, "application/json", NULL},
        {"files[0]", out->png.data, out->png.size, "image/png", "board.png"},
    };
    return send_to(t, out,
                   &(struct http_request){.url = url,
                                          .scheme = hook ? NULL : "Bot",
                                          .token = config->discord_token,
                                          .parts = parts,
                                          .n_parts = out->png.size == 0 ? 0 : 2});
}

static enum http_ready prepare_slack(struct transfer *t, struct out *out) {
    const struct config *config = chat_config(t->app);
    bool hook = out->subscription.kind == STORE_SUBSCRIPTION_SLACK_HOOK;
    char url[URL_SIZE];

    snprintf(url, sizeof url, "%s%s", hook ? out->subscription.address : config->slack_api,
             hook ? "" : "/chat.postMessage");
    write_news(t, out);
    return send_to(t, out,
                   &(struct http_request){.url = url,
                                          .scheme = hook ? NULL : "Bearer",
                                          .token = config->slack_token,
                                          .type = "application/json; charset=utf-8"});
}

/* With a picture, the text is its caption if short enough. */
static void write_caption(struct buffer *to, const struct news *news) {
    buffer_text(to, "<b>");
    chat_write(to, CHAT_HTML, news->title, strlen(news->title), NEWS_TITLE_MAX);
    buffer_text(to, "</b>\n");
    chat_write(to, CHAT_HTML, news->text.data, news->text.size,
               TELEGRAM_CAPTION_MAX - NEWS_TITLE_MAX - 1);
}

static enum http_ready prepare_telegram(struct transfer *t, struct out *out) {
    const struct config *config = chat_config(t->app);
    bool photo = out->png.size > 0;
    struct telegram_photo form = {.n_parts = 0};
    char url[TELEGRAM_URL_SIZE];

    telegram_url(url, config,
                 out->subscription.secret[0] != '\0' ? out->subscription.secret
                                                     : config->telegram_token,
                 photo ? "sendPhoto" : "sendMessage");
    if (photo) {
        write_caption(&t->body, &out->news);
        telegram_photo(&form, out->subscription.channel, &out->png, &t->body);
    } else {
        write_news(t, out);
    }
    return send_to(
        t, out, &(struct http_request){.url = url, .parts = form.parts, .n_parts = form.n_parts});
}

/* ---- Matrix: the text, then the picture in two steps ---- */

/* A request to a path below the homeserver's address, made by matrix_url. */
static enum http_ready matrix_call(struct transfer *t, const struct out *out, bool fits,
                                   const struct http_request *request) {
    struct http_request full = *request;

    full.scheme = "Bearer";
    full.token = out->subscription.secret[0] != '\0' ? out->subscription.secret
                                                     : chat_config(t->app)->matrix_token;
    return fits ? send_to(t, out, &full) : HTTP_REFUSED;
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

static enum http_ready prepare_matrix(struct transfer *t, struct out *out) {
    write_news(t, out);
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

    if (chat_text_at(reply, "content_uri")[0] == '\0')
        return HTTP_REFUSED;
    buffer_clear(&t->body);
    matrix_write_picture(&w, chat_text_at(reply, "content_uri"), out->png.size);
    return matrix_send(t, out, ".picture");
}

enum http_ready chat_out_prepare(struct transfer *t, struct out *out) {
    switch (out->subscription.kind) {
    case STORE_SUBSCRIPTION_DISCORD_HOOK:
    case STORE_SUBSCRIPTION_DISCORD: return prepare_discord(t, out);
    case STORE_SUBSCRIPTION_SLACK_HOOK:
    case STORE_SUBSCRIPTION_SLACK: return prepare_slack(t, out);
    case STORE_SUBSCRIPTION_TELEGRAM: return prepare_telegram(t, out);
    case STORE_SUBSCRIPTION_MATRIX: return prepare_matrix(t, out);
    default: return HTTP_REFUSED;
    }
}

/* ---- outcome ---- */

static void give_up(struct outbox_outcome *outcome, const char *why) {
    outcome->state = STORE_OUTBOX_FAILED;
    outcome->ill = true;
    snprintf(outcome->detail, sizeof outcome->detail, "%s", why);
}

static bool uses_own_bot(const struct out *out) {
    return out->subscription.address[0] == '\0';
}

/* Recognises permanent failures by the status. A bad token of our own bot is for the operator to
 * mend, and not the channel's fault. */
static void judge_status(const struct out *out, struct outbox_outcome *outcome) {
    switch (outcome->status) {
    case 401:
        if (!uses_own_bot(out))
            give_up(outcome, "the token is not valid");
        break;
    case 403: give_up(outcome, "the bot may not post there"); break;
    case 404:
    case 410: give_up(outcome, "it is gone"); break;
    default: break;
    }
}

/* Slack's own API answers 200 even to failures. */
static void judge_slack(const json_t *reply, struct outbox_outcome *outcome) {
    static const char *const gone[] = {"channel_not_found", "is_archived", "not_in_channel",
                                       "restricted_action"};
    const char *error = chat_text_at(reply, "error");

    if (outcome->state != STORE_OUTBOX_SENT || json_is_true(chat_at(reply, "ok")))
        return;
    outcome->state = STORE_OUTBOX_WAITING;
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        if (strcmp(error, gone[i]) == 0)
            give_up(outcome, "the bot may not post there");
}

static void judge_telegram(struct out *out, const json_t *reply, int64_t now,
                           struct outbox_outcome *outcome) {
    const json_t *after = chat_at(reply, "parameters.retry_after");

    if (outcome->status == 429 && json_is_integer(after))
        outcome->not_before = now + json_integer_value(after) * 1000;
    if (outcome->status != 400)
        return;
    if (chat_id_at(reply, "parameters.migrate_to_chat_id", out->moved, sizeof out->moved))
        outcome->not_before = now;
    else if (strstr(chat_text_at(reply, "description"), "chat not found") != NULL)
        give_up(outcome, "it is gone");
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

void chat_out_judge(struct transfer *t, struct out *out, struct outbox_outcome *outcome) {
    const struct buffer *body = &t->call.reply;
    struct read_failure failure;
    json_t *reply = body->size == 0 ? NULL : read_json(body->data, body->size, &failure);

    if (t->call.code == CURLE_OK)
        judge_status(out, outcome);
    switch (out->subscription.kind) {
    case STORE_SUBSCRIPTION_SLACK: judge_slack(reply, outcome); break;
    case STORE_SUBSCRIPTION_TELEGRAM: judge_telegram(out, reply, app_now(), outcome); break;
    case STORE_SUBSCRIPTION_MATRIX: judge_matrix(t, out, reply, outcome); break;
    default: break;
    }
    json_decref(reply);
}
