/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_IN_H
#define SERVICE_CHAT_IN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/json_write.h"
#include "service/chat/chat.h"

/* What the adapters read from the platforms' bodies, in memory of its own. */
struct chat_in {
    char event[STORE_CHAT_EVENT_SIZE];
    char who[STORE_CHAT_WHO_SIZE];
    char name[STORE_CHAT_NAME_SIZE];
    char channel[STORE_CHAT_CHANNEL_SIZE];
    bool alone;
    bool too_long;
    enum language language;
    char text[COMMAND_TEXT_MAX + 1];
    char button[CHAT_BUTTON_SIZE];
};

/* The request to the core made from it, with room for a response of LIMIT bytes. Borrows from
 * IN. */
struct chat_ask chat_in_ask(const struct chat_in *in, enum store_chat_platform platform,
                            size_t limit);

/* A value at a path in a document: "member.user.id", "actions.0.value"; NULL if there is none. */
const json_t *chat_at(const json_t *json, const char *path);
/* The same as text; "" if there is none. */
const char *chat_text_at(const json_t *json, const char *path);
/* Copies an id; false if there is none, it does not fit, or it has a control character. A number is
 * converted to digits. */
bool chat_id_at(const json_t *json, const char *path, char *id, size_t size);
/* Copies what a button sent, as chat_id_at does, but spaces are fine. */
bool chat_button_at(const json_t *json, const char *path, struct chat_in *in);
/* Copies a person's name, truncated if too long. */
void chat_name(char *name, size_t size, const char *text);
/* Appends text to in->text, after a space unless that is empty. */
void chat_in_add(struct chat_in *in, const char *text);

/* The limit of buffers for requests' bodies. */
enum { CHAT_BODY_MAX = 256 << 10 };

#endif
