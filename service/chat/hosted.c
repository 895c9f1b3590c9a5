/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/hosted.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "service/base/json_read.h"
#include "service/base/text.h"
#include "service/chat/platform.h"
#include "service/chat/text.h"

enum { FIELD_MAX = COMMAND_TEXT_MAX * 2 };

/* What one platform calls things; NULL where it has none. */
struct hosted_form {
    const char *token, *who, *name, *channel, *event, *text;
    const char *prefix;                /* of the text, which calls us there */
    const char *bot;                   /* set where a bot has written it */
    const char *answer;                /* the member of the answer that has the text */
    size_t max;                        /* characters of it */
    bool aside;                        /* answers can be shown to the asker alone */
    bool buttons;                      /* answers can have buttons */
    bool attachments;                  /* and pictures, as Slack has them */
    bool (*alone)(const json_t *body); /* whether nobody but the asker and our bot read there */
    const char *(*setting)(const struct config *config);
};

static bool never_alone(const json_t *body) {
    (void)body;
    return false;
}

/* A direct message of two, one of whom is the bot. */
static bool zulip_is_alone(const json_t *body) {
    return strcmp(chat_text_at(body, "message.type"), "private") == 0 &&
           json_array_size(chat_at(body, "message.display_recipient")) == 2;
}

static const char *mattermost_setting(const struct config *config) {
    return config->mattermost_token;
}

static const char *zulip_setting(const struct config *config) {
    return config->zulip_token;
}

static const char *rocketchat_setting(const struct config *config) {
    return config->rocketchat_token;
}

static const struct hosted_form hosted_forms[STORE_CHAT_PLATFORMS] = {
    [STORE_MATTERMOST] = {.token = "token",
                          .who = "user_id",
                          .name = "user_name",
                          .channel = "channel_id",
                          .event = "trigger_id",
                          .text = "text",
                          .answer = "text",
                          .max = MATTERMOST_TEXT_MAX,
                          .aside = true,
                          .buttons = true,
                          .attachments = true,
                          .alone = never_alone,
                          .setting = mattermost_setting},
    [STORE_ZULIP] = {.token = "token",
                     .who = "message.sender_id",
                     .name = "message.sender_full_name",
                     .channel = "message.recipient_id",
                     .event = "message.id",
                     .text = "data",
                     .prefix = "bot_full_name",
                     .answer = "content",
                     .max = ZULIP_TEXT_MAX,
                     .alone = zulip_is_alone,
                     .setting = zulip_setting},
    [STORE_ROCKETCHAT] = {.token = "token",
                          .who = "user_id",
                          .name = "user_name",
                          .channel = "channel_id",
                          .event = "message_id",
                          .text = "text",
                          .prefix = "trigger_word",
                          .bot = "bot",
                          .answer = "text",
                          .max = ROCKETCHAT_TEXT_MAX,
                          .attachments = true,
                          .alone = never_alone,
                          .setting = rocketchat_setting},
};

const char *hosted_token(enum store_chat_platform platform, const struct config *config) {
    return hosted_forms[platform].setting(config);
}

/* ---- reading ---- */

static json_t *document_of_form(const char *body, size_t size) {
    static const char *const names[] = {"token",      "user_id",    "user_name",
                                        "channel_id", "trigger_id", "text"};
    json_t *json = json_object();
    char value[FIELD_MAX];

    for (size_t i = 0; json != NULL && i < sizeof names / sizeof *names; i++)
        if (text_form_field(body, size, names[i], value, sizeof value))
            json_object_set_new(json, names[i], json_string(value));
    return json;
}

json_t *hosted_body(const char *body, size_t size) {
    struct read_failure failure;

    if (size == 0)
        return NULL;
    return body[0] == '{' ? read_json(body, size, &failure) : document_of_form(body, size);
}

/* A button of Mattermost has no token but what we have put beside it. */
static bool is_press(enum store_chat_platform platform, const json_t *body) {
    return hosted_forms[platform].buttons && chat_at(body, "context") != NULL;
}

const char *hosted_given(enum store_chat_platform platform, const json_t *body) {
    return chat_text_at(body,
                        is_press(platform, body) ? "context.token" : hosted_forms[platform].token);
}

/* Removes what calls us from the beginning of a text: "@**Hexpost** roll", "!hex roll". */
static const char *after_prefix(const char *text, const char *name) {
    size_t size = strlen(name), skip;

    text += strspn(text, " \n");
    skip = strspn(text, "@*");
    if (size > 0 && strncasecmp(text + skip, name, size) == 0) {
        text += skip + size;
        text += strspn(text, "|0123456789");
        text += strspn(text, "*: \n");
    }
    return text;
}

bool hosted_read(enum store_chat_platform platform, const json_t *body, struct hosted_in *in) {
    const struct hosted_form *form = &hosted_forms[platform];
    struct chat_in *what = &in->in;

    memset(in, 0, sizeof *in);
    in->button = is_press(platform, body);
    what->alone = form->alone(body);
    chat_name(what->name, sizeof what->name, chat_text_at(body, form->name));
    if (!chat_id_at(body, form->who, what->who, sizeof what->who) ||
        !chat_id_at(body, form->channel, what->channel, sizeof what->channel))
        return false;
    (void)chat_id_at(body, form->event, what->event, sizeof what->event);
    in->ours = form->bot == NULL || chat_at(body, form->bot) == NULL ||
               json_is_false(chat_at(body, form->bot));
    if (in->button)
        return chat_button_at(body, "context.button", what);
    chat_in_add(what, after_prefix(chat_text_at(body, form->text),
                                   form->prefix == NULL ? "" : chat_text_at(body, form->prefix)));
    if (what->text[0] == '\0' && !what->too_long)
        chat_in_add(what, "help");
    return true;
}

/* ---- writing ---- */

void hosted_cover(enum store_chat_platform platform, const struct hosted_in *in,
                  struct chat_response *response) {
    if (!response->hidden || in->in.alone || hosted_forms[platform].aside || response->account == 0)
        return;
    buffer_clear(&response->text);
    response->n_buttons = 0;
    response->picture = false;
    buffer_text(&response->text,
                response->ok ? "Done. The result is for your eyes only, and here others read."
                             : "That is for your eyes only, and here others read.");
}

/* Where there are no buttons, what they would send is listed to be typed. */
static void write_typed(struct buffer *text, const struct chat_response *response) {
    for (size_t i = 0; i < response->n_buttons; i++)
        buffer_format(text, "\n%s: %s", response->buttons[i].label, response->buttons[i].command);
}

static void write_press_actions(struct writer *w, const struct chat_response *response,
                                const struct hosted_answer *answer) {
    writer_key(w, "actions");
    writer_array(w);
    for (size_t i = 0; i < response->n_buttons; i++) {
        const struct chat_button *button = &response->buttons[i];
        char id[24];

        snprintf(id, sizeof id, "b%zu", i);
        writer_object(w);
        writer_text_member(w, "id", id);
        writer_text_member(w, "type", "button");
        writer_text_member(w, "name", button->label);
        writer_key(w, "integration");
        writer_object(w);
        writer_text_member(w, "url", answer->door);
        writer_key(w, "context"); /* which Mattermost shows to nobody */
        writer_object(w);
        writer_text_member(w, "token", answer->token);
        writer_text_member(w, "button", button->id);
        writer_object_end(w);
        writer_object_end(w);
        writer_object_end(w);
    }
    writer_array_end(w);
}

static void write_attached(struct writer *w, const struct chat_response *response,
                           const struct hosted_answer *answer, bool actions) {
    if (answer->picture[0] == '\0' && !actions)
        return;
    writer_key(w, "attachments");
    writer_array(w);
    writer_object(w);
    writer_text_member(w, "fallback", "The board");
    if (answer->picture[0] != '\0')
        writer_text_member(w, "image_url", answer->picture);
    if (actions)
        write_press_actions(w, response, answer);
    writer_object_end(w);
    writer_array_end(w);
}

void hosted_write(struct writer *w, enum store_chat_platform platform, const struct hosted_in *in,
                  const struct chat_response *response, const struct hosted_answer *answer) {
    const struct hosted_form *form = &hosted_forms[platform];
    bool actions = form->buttons && response->n_buttons > 0 && answer->door[0] != '\0';
    enum chat_markup markup = chat_platform(platform)->markup;
    struct buffer text;

    buffer_init(&text, CHAT_RESPONSE_MAX * 2);
    buffer_append(&text, response->text.data, response->text.size);
    if (!actions)
        write_typed(&text, response);
    writer_object(w);
    if (form->aside && !in->button)
        writer_text_member(w, "response_type",
                           response->hidden || !response->ok ? "ephemeral" : "in_channel");
    if (form->aside)
        writer_bool_member(w, "skip_slack_parsing", true);
    writer_key_text(w, in->button ? "ephemeral_text" : form->answer);
    chat_write_string(w, markup, text.size == 0 ? "" : text.data, text.size, form->max);
    if (form->attachments && !in->button)
        write_attached(w, response, answer, actions);
    writer_object_end(w);
    w->out->failed = w->out->failed || text.failed;
    buffer_free(&text);
}
