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

static void write_cut(struct writer *w, enum chat_markup markup, const char *text, size_t size,
                      size_t max) {
    struct buffer cut;

    buffer_init(&cut, CHAT_BODY_MAX);
    chat_write(&cut, markup, text, size, max);
    writer_string(w, cut.size == 0 ? "" : cut.data, cut.size);
    w->out->failed = w->out->failed || cut.failed;
    buffer_free(&cut);
}

/* "Title" and below it the text, as plain text with markup escaped. */
static void write_whole(struct writer *w, enum chat_markup markup, const struct out *out,
                        size_t max) {
    struct buffer whole;

    buffer_init(&whole, CHAT_BODY_MAX);
    buffer_text(&whole, out->news.title);
    buffer_byte(&whole, '\n');
    buffer_append(&whole, out->news.text.data, out->news.text.size);
    write_cut(w, markup, whole.size == 0 ? "" : whole.data, whole.size, max);
    w->out->failed = w->out->failed || whole.failed;
    buffer_free(&whole);
}

/* Where the game's picture is to be fetched; false where nobody said how the world reaches us. */
static bool picture_url(const struct transfer *t, const struct out *out, char url[URL_SIZE]) {
    const char *public_url = chat_config(t->app)->public_url;

    return (out->follow.parts & CHAT_PICTURE) != 0 && !out->talk && public_url[0] != '\0' &&
           (size_t)snprintf(url, URL_SIZE, "%s/chat/boards/%s/%u", public_url,
                            out->follow.public_id, (unsigned)out->news.seq) < URL_SIZE;
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
    write_cut(w, CHAT_DISCORD, out->news.title, strlen(out->news.title), DISCORD_TITLE_MAX);
    writer_key(w, "description");
    write_cut(w, CHAT_DISCORD, out->news.text.data, out->news.text.size, DISCORD_DESCRIPTION_MAX);
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

/* What Slack and those who speak its format all understand: a text that says everything, and a
 * picture as an attachment. */
static void write_slack(struct writer *w, const struct transfer *t, const struct out *out) {
    char url[URL_SIZE];

    writer_object(w);
    if (out->follow.kind == STORE_SUBSCRIPTION_SLACK)
        writer_text_member(w, "channel", out->follow.channel);
    writer_key(w, "text");
    write_whole(w, CHAT_SLACK, out, SLACK_TEXT_MAX);
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

static void write_telegram(struct writer *w, const struct out *out) {
    struct telegram_place place = telegram_place(out->follow.channel);

    writer_object(w);
    telegram_write_place(w, &place);
    writer_key(w, "text");
    write_whole(w, CHAT_HTML, out, TELEGRAM_TEXT_MAX);
    writer_text_member(w, "parse_mode", "HTML");
    writer_key(w, "link_preview_options");
    writer_json(w, "{\"is_disabled\":true}", strlen("{\"is_disabled\":true}"));
    writer_object_end(w);
}

static void write_matrix(struct writer *w, const struct out *out) {
    writer_object(w);
    writer_text_member(w, "msgtype", "m.notice");
    writer_key(w, "m.mentions");
    writer_object(w);
    writer_object_end(w); /* nobody, whatever names stand in the text */
    writer_key(w, "body");
    write_whole(w, CHAT_PLAIN, out, MATRIX_BODY_MAX);
    writer_text_member(w, "format", "org.matrix.custom.html");
    writer_key(w, "formatted_body");
    write_whole(w, CHAT_HTML_BR, out, MATRIX_BODY_MAX);
    writer_object_end(w);
}

/* ---- requests ---- */

static bool set_headers(struct transfer *t, const char *type, const char *scheme,
                        const char *token) {
    struct curl_slist *headers = NULL, *longer;
    char text[STORE_CHAT_SECRET_SIZE + 1024];
    bool ok = true;

    if (type != NULL) {
        snprintf(text, sizeof text, "Content-Type: %s", type);
        headers = curl_slist_append(NULL, text);
        ok = headers != NULL;
    }
    if (ok && scheme != NULL) {
        ok = (size_t)snprintf(text, sizeof text, "Authorization: %s %s", scheme, token) <
             sizeof text;
        longer = ok ? curl_slist_append(headers, text) : NULL;
        ok = longer != NULL;
        headers = ok ? longer : headers;
    }
    curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, headers);
    curl_slist_free_all(t->headers);
    t->headers = headers;
    return ok;
}

static void set_body(struct transfer *t, const char *method, const struct buffer *body) {
    curl_easy_setopt(t->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body->size);
    curl_easy_setopt(t->easy, CURLOPT_POSTFIELDS, body->size == 0 ? "" : body->data);
    curl_easy_setopt(t->easy, CURLOPT_CUSTOMREQUEST, method);
}

static bool add_part(curl_mime *mime, const struct chat_part_of *part) {
    curl_mimepart *to = curl_mime_addpart(mime);

    return to != NULL && curl_mime_name(to, part->name) == CURLE_OK &&
           curl_mime_data(to, part->data, part->size) == CURLE_OK &&
           (part->type == NULL || curl_mime_type(to, part->type) == CURLE_OK) &&
           (part->file == NULL || curl_mime_filename(to, part->file) == CURLE_OK);
}

static bool set_form(struct transfer *t, const struct chat_part_of *parts, size_t count) {
    bool ok;

    t->mime = curl_mime_init(t->easy);
    ok = t->mime != NULL;
    for (size_t i = 0; i < count && ok; i++)
        ok = add_part(t->mime, &parts[i]);
    return ok && curl_easy_setopt(t->easy, CURLOPT_MIMEPOST, t->mime) == CURLE_OK;
}

static bool aim(struct transfer *t, const struct out *out, const char *url) {
    return chat_aim(t->easy, &t->safe, t->app, url, out->follow.address[0] != '\0',
                    sender_settings(t->app)->timeout_s);
}

static bool prepare_discord(struct transfer *t, struct out *out) {
    const struct config *config = chat_config(t->app);
    bool hook = out->follow.kind == STORE_SUBSCRIPTION_DISCORD_HOOK;
    struct writer w = writer_to(&t->body);
    char url[URL_SIZE];

    if (hook)
        snprintf(url, sizeof url, "%s?wait=true", out->follow.address);
    else
        snprintf(url, sizeof url, "%s/channels/%s/messages", config->discord_api,
                 out->follow.channel);
    write_discord(&w, out, hook);
    if (!aim(t, out, url))
        return false;
    if (out->png.size == 0) {
        set_body(t, "POST", &t->body);
        return set_headers(t, "application/json", hook ? NULL : "Bot", config->discord_token);
    }
    const struct chat_part_of parts[] = {
        {"payload_json", t->body.data, t->body.size, "application/json", NULL},
        {"files[0]", out->png.data, out->png.size, "image/png", "board.png"},
    };
    return set_form(t, parts, sizeof parts / sizeof *parts) &&
           set_headers(t, NULL, hook ? NULL : "Bot", config->discord_token);
}

static bool prepare_slack(struct transfer *t, struct out *out) {
    const struct config *config = chat_config(t->app);
    bool hook = out->follow.kind == STORE_SUBSCRIPTION_SLACK_HOOK;
    struct writer w = writer_to(&t->body);
    char url[URL_SIZE];

    snprintf(url, sizeof url, "%s%s", hook ? out->follow.address : config->slack_api,
             hook ? "" : "/chat.postMessage");
    write_slack(&w, t, out);
    if (!aim(t, out, url))
        return false;
    set_body(t, "POST", &t->body);
    return set_headers(t, "application/json; charset=utf-8", hook ? NULL : "Bearer",
                       config->slack_token);
}

/* With a picture, the text is its caption where it is short enough. */
static bool prepare_telegram_photo(struct transfer *t, struct out *out, const char *base,
                                   const char *token) {
    struct telegram_place place = telegram_place(out->follow.channel);
    char url[URL_SIZE], topic[24];

    snprintf(url, sizeof url, "%s/bot%s/sendPhoto", base, token);
    snprintf(topic, sizeof topic, "%lld", (long long)place.topic);
    buffer_text(&t->body, "<b>");
    chat_write(&t->body, CHAT_HTML, out->news.title, strlen(out->news.title), NEWS_TITLE_MAX);
    buffer_text(&t->body, "</b>\n");
    chat_write(&t->body, CHAT_HTML, out->news.text.data, out->news.text.size,
               TELEGRAM_CAPTION_MAX - NEWS_TITLE_MAX - 1);
    const struct chat_part_of parts[] = {
        {"chat_id", place.chat, strlen(place.chat), NULL, NULL},
        {"caption", t->body.data, t->body.size, NULL, NULL},
        {"parse_mode", "HTML", 4, NULL, NULL},
        {"photo", out->png.data, out->png.size, "image/png", "board.png"},
        {"message_thread_id", topic, strlen(topic), NULL, NULL},
    };
    return !t->body.failed && aim(t, out, url) && set_form(t, parts, place.topic == 0 ? 4 : 5);
}

static bool prepare_telegram(struct transfer *t, struct out *out) {
    const struct config *config = chat_config(t->app);
    const char *token = out->follow.secret[0] != '\0' ? out->follow.secret : config->telegram_token;
    struct writer w = writer_to(&t->body);
    char url[URL_SIZE];

    if (out->png.size > 0)
        return prepare_telegram_photo(t, out, config->telegram_api, token);
    snprintf(url, sizeof url, "%s/bot%s/sendMessage", config->telegram_api, token);
    write_telegram(&w, out);
    if (!aim(t, out, url))
        return false;
    set_body(t, "POST", &t->body);
    return set_headers(t, "application/json", NULL, "");
}

/* ---- Matrix: the text, then the picture in two steps ---- */

static const char *matrix_server(const struct transfer *t, const struct out *out) {
    return out->follow.address[0] != '\0' ? out->follow.address
                                          : chat_config(t->app)->matrix_server;
}

static const char *matrix_token(const struct transfer *t, const struct out *out) {
    return out->follow.secret[0] != '\0' ? out->follow.secret : chat_config(t->app)->matrix_token;
}

/* The transaction's id is the message's own and names how far it tells: sent again it is the same
 * event, and one that tells more is another. */
static bool matrix_send(struct transfer *t, struct out *out, const char *what) {
    char url[MATRIX_URL_SIZE], txn[STORE_ID_SIZE + 32];

    snprintf(txn, sizeof txn, "%s.%u%s", t->posts[0].public_id, (unsigned)out->news.seq, what);
    if (!matrix_url(url, matrix_server(t, out),
                    "/_matrix/client/v3/rooms/%s/send/m.room.message/%s", out->follow.channel,
                    txn) ||
        !aim(t, out, url))
        return false;
    set_body(t, "PUT", &t->body);
    return set_headers(t, "application/json", "Bearer", matrix_token(t, out));
}

static bool prepare_matrix(struct transfer *t, struct out *out) {
    struct writer w = writer_to(&t->body);

    write_matrix(&w, out);
    return matrix_send(t, out, "");
}

static bool matrix_upload(struct transfer *t, struct out *out) {
    char url[MATRIX_URL_SIZE];

    if (!matrix_url(url, matrix_server(t, out), "/_matrix/media/v3/upload?filename=board.png") ||
        !aim(t, out, url))
        return false;
    set_body(t, "POST", &out->png);
    return set_headers(t, "image/png", "Bearer", matrix_token(t, out));
}

static bool matrix_picture(struct transfer *t, struct out *out, const json_t *reply) {
    struct writer w = writer_to(&t->body);

    if (chat_text_at(reply, "content_uri")[0] == '\0')
        return false;
    buffer_clear(&t->body);
    matrix_write_picture(&w, chat_text_at(reply, "content_uri"), out->png.size);
    return !t->body.failed && matrix_send(t, out, ".picture");
}

bool chat_out_prepare(struct transfer *t, struct out *out) {
    bool ok = false;

    switch (out->follow.kind) {
    case STORE_SUBSCRIPTION_DISCORD_HOOK:
    case STORE_SUBSCRIPTION_DISCORD: ok = prepare_discord(t, out); break;
    case STORE_SUBSCRIPTION_SLACK_HOOK:
    case STORE_SUBSCRIPTION_SLACK: ok = prepare_slack(t, out); break;
    case STORE_SUBSCRIPTION_TELEGRAM: ok = prepare_telegram(t, out); break;
    case STORE_SUBSCRIPTION_MATRIX: ok = prepare_matrix(t, out); break;
    default: break;
    }
    return ok && !t->body.failed;
}

/* ---- how it ended ---- */

static void give_up(struct outbox_outcome *outcome, const char *why) {
    outcome->state = STORE_OUTBOX_FAILED;
    outcome->ill = true;
    snprintf(outcome->detail, sizeof outcome->detail, "%s", why);
}

static bool own(const struct out *out) {
    return out->follow.address[0] == '\0';
}

/* What a status says that holds for good. With our own bot a bad token is the operator's to mend, and
 * no channel's fault. */
static void judge_status(const struct out *out, struct outbox_outcome *outcome) {
    switch (outcome->status) {
    case 401:
        if (!own(out))
            give_up(outcome, "the token is not good (any more)");
        break;
    case 403: give_up(outcome, "we may not write there (any more)"); break;
    case 404:
    case 410: give_up(outcome, "it is gone"); break;
    default: break;
    }
}

/* Slack's own API answers 200 whatever happens. */
static void judge_slack(const json_t *reply, struct outbox_outcome *outcome) {
    static const char *const gone[] = {"channel_not_found", "is_archived", "not_in_channel",
                                       "restricted_action"};
    const char *error = chat_text_at(reply, "error");

    if (outcome->state != STORE_OUTBOX_SENT || json_is_true(chat_at(reply, "ok")))
        return;
    outcome->state = STORE_OUTBOX_WAITING;
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        if (strcmp(error, gone[i]) == 0)
            give_up(outcome, "we may not write there (any more)");
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

/* After the text comes the picture; where that fails, the text has been told all the same. */
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
        outcome->more = matrix_upload(t, out);
    else if (out->step == 1)
        outcome->more = matrix_picture(t, out, reply);
    out->step++;
}

void chat_out_judge(struct transfer *t, struct out *out, CURLcode code,
                    struct outbox_outcome *outcome) {
    struct read_failure failure;
    json_t *reply = NULL;

    if (t->reply.size > 0)
        reply = read_json(t->reply.data, t->reply.size, &failure);
    if (code == CURLE_OK)
        judge_status(out, outcome);
    switch (out->follow.kind) {
    case STORE_SUBSCRIPTION_SLACK: judge_slack(reply, outcome); break;
    case STORE_SUBSCRIPTION_TELEGRAM: judge_telegram(out, reply, app_now(), outcome); break;
    case STORE_SUBSCRIPTION_MATRIX: judge_matrix(t, out, reply, outcome); break;
    default: break;
    }
    json_decref(reply);
}
