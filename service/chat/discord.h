/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_DISCORD_H
#define SERVICE_CHAT_DISCORD_H

#include "service/chat/in.h"

/* Discord's interactions: reading their bodies, and writing responses in Discord's form. */

enum discord_kind {
    DISCORD_PING,
    DISCORD_COMMAND,
    DISCORD_COMPONENT, /* a button */
    DISCORD_COMPLETE,  /* completions for what is being typed */
    DISCORD_OTHER,
};

enum { DISCORD_TOKEN_SIZE = 512 };

struct discord_in {
    enum discord_kind kind;
    struct chat_in in;
    char token[DISCORD_TOKEN_SIZE]; /* with which the response can be edited for 15 minutes */
};

/* False if the body is no interaction that can be answered. */
bool discord_read(const json_t *body, struct discord_in *in);

/* The members of a message: {"content", "allowed_mentions", "components"?, "flags"?}. HIDDEN: only
 * the sender sees it. */
void discord_write_message(struct writer *w, const struct chat_response *response, bool hidden);
/* The choices of a completion. */
void discord_write_choices(struct writer *w, const struct command_button *moves, size_t count);

/* The application's commands, for registration with Discord. */
void discord_write_commands(struct writer *w);

#endif
