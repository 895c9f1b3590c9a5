/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/in.h"

#include <stdio.h>
#include <string.h>

#include "service/base/text.h"
#include "service/chat/text.h"

struct chat_ask chat_in_ask(const struct chat_in *in, enum store_chat_platform platform,
                            size_t limit) {
    return (struct chat_ask){
        .platform = platform,
        .event = in->event,
        .who = in->who,
        .name = in->name,
        .channel = in->channel,
        .alone = in->alone,
        .text = in->too_long ? "" : in->text,
        .too_long = in->too_long,
        .button = in->button,
        .language = in->language,
        .limit = limit,
    };
}

const json_t *chat_at(const json_t *json, const char *path) {
    int64_t index;
    char key[64];

    while (json != NULL && *path != '\0') {
        size_t size = strcspn(path, ".");

        if (size >= sizeof key)
            return NULL;
        memcpy(key, path, size);
        key[size] = '\0';
        if (!json_is_array(json))
            json = json_object_get(json, key);
        else if (text_read_number(key, 0, INT32_MAX, &index))
            json = json_array_get(json, (size_t)index);
        else
            return NULL;
        path += size + (path[size] == '.' ? 1 : 0);
    }
    return json;
}

const char *chat_text_at(const json_t *json, const char *path) {
    const char *text = json_string_value(chat_at(json, path));

    return text == NULL ? "" : text;
}

/* Copies a value whose characters are above LEAST. */
static bool copy_value(const json_t *value, char least, char *id, size_t size) {
    char digits[24];
    const char *text = json_string_value(value);

    if (json_is_integer(value)) {
        snprintf(digits, sizeof digits, "%lld", (long long)json_integer_value(value));
        text = digits;
    }
    id[0] = '\0';
    if (text == NULL || text[0] == '\0' || strlen(text) >= size)
        return false;
    for (const char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c <= (unsigned char)least || *c == 0x7f)
            return false;
    memcpy(id, text, strlen(text) + 1);
    return true;
}

bool chat_id_at(const json_t *json, const char *path, char *id, size_t size) {
    return copy_value(chat_at(json, path), ' ', id, size);
}

bool chat_button_at(const json_t *json, const char *path, struct chat_in *in) {
    return copy_value(chat_at(json, path), 0x1f, in->button, sizeof in->button);
}

void chat_name(char *name, size_t size, const char *text) {
    size_t fits = strlen(text);

    while (fits >= size)
        fits = chat_fit(text, fits, fits / 2);
    memcpy(name, text, fits);
    name[fits] = '\0';
    for (char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
}

void chat_in_add(struct chat_in *in, const char *text) {
    size_t before = strlen(in->text), size = strlen(text);
    size_t space = before > 0 && size > 0 ? 1 : 0;

    if (before + space + size > COMMAND_TEXT_MAX) {
        in->too_long = true;
        return;
    }
    if (space > 0)
        in->text[before] = ' ';
    memcpy(in->text + before + space, text, size + 1);
}
