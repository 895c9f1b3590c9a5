/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/slack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "service/base/json_read.h"
#include "service/base/text.h"
#include "service/chat/text.h"

enum { PAYLOAD_MAX = 64 << 10, COMMAND_NAME_MAX = 64 };

/* ---- reading ---- */

/* A person is "TEAM/USER": users of different workspaces may have the same id. */
static bool join_who(char who[STORE_CHAT_WHO_SIZE], const char *team, const char *user) {
    return user[0] != '\0' &&
           (size_t)snprintf(who, STORE_CHAT_WHO_SIZE, "%s/%s", team, user) < STORE_CHAT_WHO_SIZE;
}

static bool read_slash(const char *body, size_t size, struct slack_in *in) {
    char team[STORE_ID_SIZE], user[STORE_ID_SIZE], name[COMMAND_NAME_MAX];
    char text[COMMAND_TEXT_MAX + 1];
    const char *word = name;

    in->kind = SLACK_COMMAND;
    if (!text_form_field(body, size, "command", name, sizeof name))
        return false;
    text_form_field(body, size, "team_id", team, sizeof team);
    text_form_field(body, size, "user_id", user, sizeof user);
    text_form_field(body, size, "user_name", in->in.name, sizeof in->in.name);
    text_form_field(body, size, "response_url", in->response_url, sizeof in->response_url);
    text_form_field(body, size, "trigger_id", in->in.event, sizeof in->in.event);
    word += *word == '/' ? 1 : 0;
    if (strcasecmp(word, "hexpost") != 0 && strcasecmp(word, "hex") != 0)
        chat_in_add(&in->in, word);
    if (text_form_field(body, size, "text", text, sizeof text))
        chat_in_add(&in->in, text);
    else
        in->in.too_long = memmem(body, size, "&text=", 6) != NULL;
    return text_form_field(body, size, "channel_id", in->in.channel, sizeof in->in.channel) &&
           join_who(in->in.who, team, user);
}

static bool read_slack_action(const json_t *payload, struct slack_in *in) {
    if (strcmp(chat_text_at(payload, "type"), "block_actions") != 0)
        return true; /* kind OTHER: a shortcut, a dialog that we never open */
    in->kind = SLACK_ACTION;
    snprintf(in->response_url, sizeof in->response_url, "%s",
             chat_text_at(payload, "response_url"));
    chat_name(in->in.name, sizeof in->in.name, chat_text_at(payload, "user.username"));
    return chat_button_at(payload, "actions.0.value", &in->in) &&
           chat_id_at(payload, "channel.id", in->in.channel, sizeof in->in.channel) &&
           chat_id_at(payload, "trigger_id", in->in.event, sizeof in->in.event) &&
           join_who(in->in.who, chat_text_at(payload, "team.id"), chat_text_at(payload, "user.id"));
}

bool slack_read(const char *body, size_t size, struct slack_in *in) {
    char check[8];
    char *payload;
    struct read_failure failure;
    json_t *json = NULL;
    bool ok;

    memset(in, 0, sizeof *in);
    in->kind = SLACK_OTHER;
    if (text_form_field(body, size, "ssl_check", check, sizeof check)) {
        in->kind = SLACK_CHECK;
        return true;
    }
    payload = malloc(PAYLOAD_MAX);
    if (payload == NULL)
        return false;
    if (text_form_field(body, size, "payload", payload, PAYLOAD_MAX)) {
        json = read_json(payload, strlen(payload), &failure);
        ok = json != NULL && read_slack_action(json, in);
    } else {
        ok = read_slash(body, size, in);
    }
    json_decref(json);
    free(payload);
    return ok;
}

/* ---- writing ---- */

static void begin_section(struct writer *w, const char *type) {
    writer_object(w);
    writer_text_member(w, "type", "section");
    writer_key(w, "text");
    writer_object(w);
    writer_text_member(w, "type", type);
    writer_key(w, "text");
}

void slack_write_plain(struct writer *w, const char *text, size_t size) {
    begin_section(w, "plain_text");
    chat_write_string(w, CHAT_PLAIN, text, size, SLACK_SECTION_MAX);
    writer_bool_member(w, "emoji", false); /* ":14:" stays what it is */
    writer_object_end(w);
    writer_object_end(w);
}

void slack_write_marked(struct writer *w, const char *text, size_t size) {
    begin_section(w, "mrkdwn");
    writer_string(w, text, size);
    writer_object_end(w);
    writer_object_end(w);
}

static void write_slack_buttons(struct writer *w, const struct chat_response *response) {
    writer_object(w);
    writer_text_member(w, "type", "actions");
    writer_key(w, "elements");
    writer_array(w);
    for (size_t i = 0; i < response->n_buttons; i++) {
        const struct chat_button *button = &response->buttons[i];

        _Static_assert((int)COMMAND_BUTTONS_MAX <= (int)SLACK_BUTTONS_MAX, "one block holds them");
        writer_object(w);
        writer_text_member(w, "type", "button");
        writer_text_member(w, "action_id", button->id);
        writer_key(w, "text");
        writer_object(w);
        writer_text_member(w, "type", "plain_text");
        writer_key(w, "text");
        chat_write_string(w, CHAT_PLAIN, button->label, strlen(button->label), SLACK_LABEL_MAX);
        writer_object_end(w);
        writer_text_member(w, "value", button->id);
        writer_object_end(w);
    }
    writer_array_end(w);
    writer_object_end(w);
}

void slack_write_message(struct writer *w, const struct chat_response *response, bool hidden,
                         const char *picture) {
    const char *text = response->text.data;
    size_t size = response->text.size;

    writer_object(w);
    writer_text_member(w, "response_type", hidden ? "ephemeral" : "in_channel");
    writer_bool_member(w, "replace_original", false);
    writer_key(w, "text");
    chat_write_string(w, CHAT_SLACK, text, size, SLACK_TEXT_MAX);
    writer_key(w, "blocks");
    writer_array(w);
    slack_write_plain(w, text, size);
    if (picture[0] != '\0') {
        writer_object(w);
        writer_text_member(w, "type", "image");
        writer_text_member(w, "image_url", picture);
        writer_text_member(w, "alt_text", "The board");
        writer_object_end(w);
    }
    if (response->n_buttons > 0)
        write_slack_buttons(w, response);
    writer_array_end(w);
    writer_object_end(w);
}
