/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/discord.h"

#include <stdio.h>
#include <string.h>

#include "service/chat/text.h"

/* Constants of Discord's API. */
enum {
    TYPE_PING = 1,
    TYPE_COMMAND = 2,
    TYPE_COMPONENT = 3,
    TYPE_COMPLETE = 4,
    CONTEXT_BOT_DM = 1,
    OPTION_TEXT = 3,
    ROW = 1,
    BUTTON = 2,
    BUTTON_GREY = 2,
    FLAG_EPHEMERAL = 64,
};

static const char move_word[] = "move";
static const char text_option[] = "text";

/* ---- reading ---- */

/* Whether the channel is a direct one with our bot, by Discord's own data: two people in a direct
 * channel may use our commands as well. */
static bool is_alone_with_bot(const json_t *body) {
    return json_integer_value(chat_at(body, "context")) == CONTEXT_BOT_DM &&
           chat_at(body, "guild_id") == NULL && chat_at(body, "member") == NULL;
}

/* "settle 14" from /move text:"settle 14", "use G" from /use text:"G". */
static void read_command(const json_t *body, struct chat_in *in) {
    const char *name = chat_text_at(body, "data.name");
    const json_t *options = chat_at(body, "data.options");

    if (strcmp(name, move_word) != 0)
        chat_in_add(in, name);
    for (size_t i = 0; i < json_array_size(options); i++)
        chat_in_add(in, chat_text_at(json_array_get(options, i), "value"));
}

static bool read_person(const json_t *body, struct chat_in *in) {
    const json_t *user = chat_at(body, "member.user");

    if (user == NULL)
        user = chat_at(body, "user");
    chat_name(in->name, sizeof in->name, chat_text_at(user, "username"));
    in->alone = is_alone_with_bot(body);
    in->language = language_accepted(chat_text_at(body, "locale"));
    return chat_id_at(user, "id", in->who, sizeof in->who) &&
           chat_id_at(body, "channel_id", in->channel, sizeof in->channel) &&
           chat_id_at(body, "id", in->event, sizeof in->event);
}

bool discord_read(const json_t *body, struct discord_in *in) {
    memset(in, 0, sizeof *in);
    switch (json_integer_value(chat_at(body, "type"))) {
    case TYPE_PING: in->kind = DISCORD_PING; return true;
    case TYPE_COMMAND: in->kind = DISCORD_COMMAND; break;
    case TYPE_COMPONENT: in->kind = DISCORD_COMPONENT; break;
    case TYPE_COMPLETE: in->kind = DISCORD_COMPLETE; break;
    default: in->kind = DISCORD_OTHER; break;
    }
    if (!read_person(body, &in->in) || !chat_id_at(body, "token", in->token, sizeof in->token))
        return false;
    if (in->kind == DISCORD_COMPLETE) {
        in->in.event[0] = '\0'; /* changes nothing, so duplicates do no harm */
        chat_in_add(&in->in, chat_text_at(body, "data.options.0.value"));
        return true;
    }
    if (in->kind == DISCORD_COMPONENT)
        return chat_button_at(body, "data.custom_id", &in->in);
    read_command(body, &in->in);
    return true;
}

/* ---- writing ---- */

static void write_plain(struct writer *w, const char *text, size_t max) {
    chat_write_string(w, CHAT_PLAIN, text, strlen(text), max);
}

static void write_buttons(struct writer *w, const struct chat_response *response) {
    size_t n = response->n_buttons;

    _Static_assert((int)COMMAND_BUTTONS_MAX <= DISCORD_ROWS * DISCORD_ROW_BUTTONS, "all fit");
    writer_key(w, "components");
    writer_array(w);
    for (size_t i = 0; i < n; i++) {
        if (i % DISCORD_ROW_BUTTONS == 0) {
            writer_object(w);
            writer_int_member(w, "type", ROW);
            writer_key(w, "components");
            writer_array(w);
        }
        writer_object(w);
        writer_int_member(w, "type", BUTTON);
        writer_int_member(w, "style", BUTTON_GREY);
        writer_key(w, "label");
        write_plain(w, response->buttons[i].label, DISCORD_LABEL_MAX);
        writer_text_member(w, "custom_id", response->buttons[i].id);
        writer_object_end(w);
        if (i % DISCORD_ROW_BUTTONS == DISCORD_ROW_BUTTONS - 1 || i == n - 1) {
            writer_array_end(w);
            writer_object_end(w);
        }
    }
    writer_array_end(w);
}

void discord_write_message(struct writer *w, const struct chat_response *response, bool hidden) {
    writer_object(w);
    writer_key(w, "content");
    chat_write_string(w, CHAT_DISCORD, response->text.data, response->text.size,
                      DISCORD_CONTENT_MAX);
    writer_key(w, "allowed_mentions");
    writer_json(w, "{\"parse\":[]}", strlen("{\"parse\":[]}"));
    if (hidden)
        writer_int_member(w, "flags", FLAG_EPHEMERAL);
    if (response->n_buttons > 0)
        write_buttons(w, response);
    writer_object_end(w);
}

void discord_write_choices(struct writer *w, const struct command_button *moves, size_t count) {
    writer_object(w);
    writer_key(w, "choices");
    writer_array(w);
    for (size_t i = 0; i < count; i++) {
        /* A truncated value would be another move. */
        if (chat_fit(moves[i].command, strlen(moves[i].command), DISCORD_CHOICE_MAX) <
            strlen(moves[i].command))
            continue;
        writer_object(w);
        writer_key(w, "name");
        write_plain(w, moves[i].label, DISCORD_CHOICE_MAX);
        writer_text_member(w, "value", moves[i].command);
        writer_object_end(w);
    }
    writer_array_end(w);
    writer_object_end(w);
}

/* ---- registering ---- */

static void write_command(struct writer *w, const char *name, const char *takes, const char *help,
                          bool complete) {
    writer_object(w);
    writer_text_member(w, "name", name);
    writer_int_member(w, "type", 1);
    writer_key(w, "description");
    write_plain(w, help, DISCORD_CHOICE_MAX);
    if (takes[0] != '\0') {
        writer_key(w, "options");
        writer_array(w);
        writer_object(w);
        writer_int_member(w, "type", OPTION_TEXT);
        writer_text_member(w, "name", text_option);
        writer_key(w, "description");
        write_plain(w, takes, DISCORD_CHOICE_MAX);
        writer_bool_member(w, "required", complete);
        if (complete)
            writer_bool_member(w, "autocomplete", true);
        writer_object_end(w);
        writer_array_end(w);
    }
    writer_object_end(w);
}

void discord_write_commands(struct writer *w) {
    const struct command_word *word;

    writer_array(w);
    write_command(w, move_word, "moves in words, like: settle 14; road 14-22",
                  "make moves in the game you are talking about", true);
    for (size_t i = 0; (word = chat_word_at(i)) != NULL; i++) {
        char name[64];

        write_command(w, text_first(LANGUAGE_ENGLISH, word->name, name, sizeof name),
                      word->takes == TEXTS ? "" : text_in(LANGUAGE_ENGLISH, word->takes),
                      text_in(LANGUAGE_ENGLISH, word->help), false);
    }
    writer_array_end(w);
}
