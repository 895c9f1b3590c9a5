/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/telegram.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "service/app/app.h"
#include "service/app/config.h"
#include "service/app/several.h"
#include "service/base/log.h"
#include "service/base/text.h"
#include "service/chat/text.h"
#include "service/chat/work.h"
#include "service/picture/picture.h"

enum {
    ROW_BUTTONS = 3,
    ANSWER_LIMIT = 4000, /* bytes: fits TELEGRAM_TEXT_MAX */
    POLL_S = 50,
    CALL_TIMEOUT_S = POLL_S + 10,
    POLL_PAUSE_S = 5, /* after a failure */
    UPDATES = 100,
};

/* ---- places ---- */

struct telegram_place telegram_place(const char *channel) {
    struct telegram_place place = {0};
    size_t size = strcspn(channel, "/");

    snprintf(place.chat, sizeof place.chat, "%.*s", (int)size, channel);
    if (channel[size] == '/')
        (void)text_read_number(channel + size + 1, 0, INT64_MAX, &place.topic);
    return place;
}

static void telegram_channel(char channel[STORE_CHAT_CHANNEL_SIZE],
                             const struct telegram_place *place) {
    if (place->topic != 0)
        snprintf(channel, STORE_CHAT_CHANNEL_SIZE, "%s/%lld", place->chat, (long long)place->topic);
    else
        snprintf(channel, STORE_CHAT_CHANNEL_SIZE, "%s", place->chat);
}

/* ---- reading ---- */

static bool read_telegram_place(const json_t *message, struct chat_in *in) {
    struct telegram_place place = {0};

    if (!chat_id_at(message, "chat.id", place.chat, sizeof place.chat))
        return false;
    if (json_is_true(chat_at(message, "is_topic_message")))
        place.topic = json_integer_value(chat_at(message, "message_thread_id"));
    telegram_channel(in->channel, &place);
    in->alone = strcmp(chat_text_at(message, "chat.type"), "private") == 0;
    return true;
}

/* Removes "@name" from a command "/roll@name". False if it is another bot's. */
static bool take_bot_name(char *text, const char *name) {
    size_t word = strcspn(text, " \n\t");
    char *at = text[0] == '/' ? memchr(text, '@', word) : NULL;
    size_t size;

    if (at == NULL)
        return true;
    size = word - (size_t)(at - text) - 1;
    if (name[0] != '\0' && (strlen(name) != size || strncasecmp(at + 1, name, size) != 0))
        return false;
    memmove(at, text + word, strlen(text + word) + 1);
    return true;
}

static bool read_message(const json_t *message, const char *name, struct telegram_in *in) {
    static const char hex[] = "/hexpost";
    const char *text = chat_text_at(message, "text");

    if (!read_telegram_place(message, &in->in))
        return false;
    /* Messages in the name of a channel or a group come from an account that many share. */
    if (text[0] == '\0' || json_is_true(chat_at(message, "from.is_bot")) ||
        chat_at(message, "from") == NULL || chat_at(message, "sender_chat") != NULL)
        return true; /* a picture, somebody joined: not for us */
    chat_in_add(&in->in, text);
    in->in.language = language_accepted(chat_text_at(message, "from.language_code"));
    /* In a group, messages for us begin with a slash. */
    in->ours = (in->in.alone || text[0] == '/') && take_bot_name(in->in.text, name);
    if (strncasecmp(in->in.text, hex, sizeof hex - 1) == 0 &&
        strchr(" \n", in->in.text[sizeof hex - 1]) != NULL)
        memmove(in->in.text, in->in.text + sizeof hex - 1,
                strlen(in->in.text + sizeof hex - 1) + 1);
    if (strcmp(in->in.text, "/start") == 0)
        snprintf(in->in.text, sizeof in->in.text, "help");
    return chat_id_at(message, "from.id", in->in.who, sizeof in->in.who);
}

bool telegram_read(const json_t *update, const char *name, struct telegram_in *in) {
    const json_t *press = chat_at(update, "callback_query");
    const json_t *message = chat_at(update, "message");

    memset(in, 0, sizeof *in);
    if (!json_is_integer(chat_at(update, "update_id")) ||
        !chat_id_at(update, "update_id", in->in.event, sizeof in->in.event))
        return false;
    in->update = json_integer_value(chat_at(update, "update_id"));
    if (press != NULL) {
        chat_name(in->in.name, sizeof in->in.name, chat_text_at(press, "from.username"));
        in->in.language = language_accepted(chat_text_at(press, "from.language_code"));
        in->ours = true;
        return chat_id_at(press, "id", in->callback, sizeof in->callback) &&
               chat_id_at(press, "from.id", in->in.who, sizeof in->in.who) &&
               chat_button_at(press, "data", &in->in) &&
               read_telegram_place(chat_at(press, "message"), &in->in);
    }
    if (message == NULL)
        return true;
    chat_name(in->in.name, sizeof in->in.name, chat_text_at(message, "from.username"));
    return read_message(message, name, in);
}

/* ---- writing ---- */

void telegram_write_place(struct writer *w, const struct telegram_place *place) {
    writer_text_member(w, "chat_id", place->chat);
    if (place->topic != 0)
        writer_int_member(w, "message_thread_id", place->topic);
}

static void write_keyboard(struct writer *w, const struct chat_response *response) {
    writer_key(w, "reply_markup");
    writer_object(w);
    writer_key(w, "inline_keyboard");
    writer_array(w);
    for (size_t i = 0; i < response->n_buttons; i++) {
        const struct chat_button *button = &response->buttons[i];

        _Static_assert(CHAT_BUTTON_SIZE - 1 <= (int)TELEGRAM_BUTTON_MAX, "its data hold a button");
        if (i % ROW_BUTTONS == 0)
            writer_array(w);
        writer_object(w);
        writer_key(w, "text");
        chat_write_string(w, CHAT_PLAIN, button->label, strlen(button->label), TELEGRAM_LABEL_MAX);
        writer_text_member(w, "callback_data", button->id);
        writer_object_end(w);
        if (i % ROW_BUTTONS == ROW_BUTTONS - 1 || i == response->n_buttons - 1)
            writer_array_end(w);
    }
    writer_array_end(w);
    writer_object_end(w);
}

void telegram_write_manner(struct writer *w) {
    writer_text_member(w, "parse_mode", "HTML");
    writer_key(w, "link_preview_options");
    writer_json(w, "{\"is_disabled\":true}", strlen("{\"is_disabled\":true}"));
}

void telegram_write_message(struct writer *w, const struct telegram_place *place,
                            const struct buffer *text, const struct chat_response *response) {
    writer_object(w);
    telegram_write_place(w, place);
    writer_key(w, "text");
    chat_write_string(w, CHAT_HTML, text->data, text->size, TELEGRAM_TEXT_MAX);
    telegram_write_manner(w);
    if (response->n_buttons > 0)
        write_keyboard(w, response);
    writer_object_end(w);
}

void telegram_photo(struct telegram_photo *photo, const char *channel, const struct buffer *png,
                    const struct buffer *caption) {
    struct telegram_place *place = &photo->place;
    struct http_part *part = photo->parts;

    *place = telegram_place(channel);
    *part++ = (struct http_part){"chat_id", place->chat, strlen(place->chat), NULL, NULL};
    *part++ = (struct http_part){"photo", png->data, png->size, "image/png", "board.png"};
    if (caption != NULL) {
        *part++ = (struct http_part){"caption", caption->data, caption->size, NULL, NULL};
        *part++ = (struct http_part){"parse_mode", "HTML", strlen("HTML"), NULL, NULL};
    }
    if (place->topic != 0) {
        snprintf(photo->topic, sizeof photo->topic, "%lld", (long long)place->topic);
        *part++ =
            (struct http_part){"message_thread_id", photo->topic, strlen(photo->topic), NULL, NULL};
    }
    photo->n_parts = (size_t)(part - photo->parts);
}

/* ---- sending ---- */

void telegram_url(char url[TELEGRAM_URL_SIZE], const struct config *config, const char *token,
                  const char *method) {
    snprintf(url, TELEGRAM_URL_SIZE, "%s/bot%s/%s", config->telegram_api, token, method);
}

static int telegram_call(struct app *app, struct chat_line *line, const char *method,
                         const struct buffer *json) {
    const struct config *config = chat_config(app);
    char url[TELEGRAM_URL_SIZE];

    telegram_url(url, config, config->telegram_token, method);
    return chat_send(line,
                     &(struct http_request){
                         .method = "POST", .url = url, .body = json, .timeout_s = CALL_TIMEOUT_S});
}

static int send_message(struct app *app, struct chat_line *line, const char *channel,
                        const struct chat_response *response) {
    struct telegram_place place = telegram_place(channel);
    struct buffer body;
    struct writer w = writer_begin(&body, CHAT_BODY_MAX);
    int status = 0;

    telegram_write_message(&w, &place, &response->text, response);
    if (!body.failed)
        status = telegram_call(app, line, "sendMessage", &body);
    buffer_free(&body);
    return status;
}

static void send_photo(struct app *app, struct chat_line *line, const char *channel,
                       const struct buffer *png) {
    const struct config *config = chat_config(app);
    struct telegram_photo photo;
    char url[TELEGRAM_URL_SIZE];

    telegram_url(url, config, config->telegram_token, "sendPhoto");
    telegram_photo(&photo, channel, png, NULL);
    chat_send(line,
              &(struct http_request){
                  .method = "POST", .url = url, .parts = photo.parts, .n_parts = photo.n_parts});
}

/* Ends the button's waiting state, which is always required. */
static void end_callback(struct app *app, struct chat_line *line, const struct telegram_in *in,
                         const char *notice) {
    struct buffer body;
    struct writer w = writer_begin(&body, CHAT_BODY_MAX);

    writer_object(&w);
    writer_text_member(&w, "callback_query_id", in->callback);
    if (notice[0] != '\0') {
        writer_key(&w, "text");
        writer_string(&w, notice, chat_fit(notice, strlen(notice), TELEGRAM_NOTICE_MAX));
    }
    writer_object_end(&w);
    telegram_call(app, line, "answerCallbackQuery", &body);
    buffer_free(&body);
}

/* Says in the group that the person has to write to us first, as a bot may not start a
 * conversation. */
static void ask_to_begin(struct app *app, struct chat_line *line, const struct telegram_in *in) {
    static const char text[] =
        "That is for your eyes only: write to me in private first, and ask again there.";
    struct chat_response response = {0};

    buffer_init(&response.text, sizeof text);
    buffer_text(&response.text, text);
    send_message(app, line, in->in.channel, &response);
    buffer_free(&response.text);
}

void telegram_serve(struct app *app, struct chat_line *line, const struct telegram_in *in) {
    struct chat_ask ask = chat_in_ask(&in->in, STORE_TELEGRAM, ANSWER_LIMIT);
    struct chat_response response;
    bool aside;
    const char *channel;
    struct buffer png;

    if (!in->ours)
        return;
    chat_run(app, &ask, &response);
    aside = response.hidden && !in->in.alone;
    /* A private chat has the person's id. */
    channel = aside ? in->in.who : in->in.channel;
    if (in->callback[0] != '\0')
        end_callback(app, line, in, aside ? "I have answered you in private." : "");
    if (!response.repeated) {
        int status = send_message(app, line, channel, &response);

        if (aside && status >= 400 && status < 500)
            ask_to_begin(app, line, in);
        buffer_init(&png, PICTURE_PNG_MAX);
        if (response.picture && status == 200 &&
            chat_response_picture(app, &response, in->in.alone, &png))
            send_photo(app, line, channel, &png);
        buffer_free(&png);
    }
    chat_response_free(&response);
}

/* ---- polling ---- */

/* The updates, for json_decref; NULL on failure. */
static json_t *ask_updates(struct app *app, struct chat_line *line, int64_t offset) {
    struct buffer body;
    struct writer w = writer_begin(&body, CHAT_BODY_MAX);
    int status;

    writer_object(&w);
    writer_int_member(&w, "offset", offset);
    writer_int_member(&w, "limit", UPDATES);
    writer_int_member(&w, "timeout", POLL_S);
    writer_key(&w, "allowed_updates");
    writer_json(&w, "[\"message\",\"callback_query\"]", strlen("[\"message\",\"callback_query\"]"));
    writer_object_end(&w);
    status = telegram_call(app, line, "getUpdates", &body);
    buffer_free(&body);
    if (status != 200 && status != 0)
        log_line("warning", "Telegram answered %d to a request for messages", status);
    return status == 200 ? chat_reply_json(line) : NULL;
}

/* Serves the updates; returns the next offset. */
static int64_t serve_updates(struct app *app, struct chat_line *line, const json_t *updates,
                             int64_t offset) {
    static struct telegram_in in; /* only one thread polls */

    for (size_t i = 0; i < json_array_size(updates) && !chat_line_stopping(line); i++) {
        const json_t *update = json_array_get(updates, i);

        if (telegram_read(update, chat_config(app)->telegram_name, &in))
            telegram_serve(app, line, &in);
        if (json_is_integer(chat_at(update, "update_id")) &&
            json_integer_value(chat_at(update, "update_id")) >= offset)
            offset = json_integer_value(chat_at(update, "update_id")) + 1;
    }
    return offset;
}

void telegram_poll(struct app *app, struct chat_line *line) {
    int64_t offset = 0;

    /* Served updates are noted in the store: Telegram repeats them after a restart, without
     * effect. */
    while (!chat_line_stopping(line)) {
        if (!several_claim(app->several, SINGLE_TELEGRAM, NULL)) {
            chat_line_wait(line, POLL_PAUSE_S);
            continue;
        }
        json_t *updates = ask_updates(app, line, offset);

        if (updates != NULL)
            offset = serve_updates(app, line, chat_at(updates, "result"), offset);
        else
            chat_line_wait(line, POLL_PAUSE_S);
        json_decref(updates);
    }
}
