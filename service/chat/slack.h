/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_SLACK_H
#define SERVICE_CHAT_SLACK_H

#include "service/chat/in.h"

/* Slack's slash commands and buttons. A channel never counts as alone with the bot: a command may be
 * given in a conversation of two people, whose ids look the same; hidden responses are shown only to
 * the sender. */

enum slack_kind {
    SLACK_CHECK,   /* ssl_check: needs only a response */
    SLACK_COMMAND, /* answered at once */
    SLACK_ACTION,  /* a button: answered at response_url */
    SLACK_OTHER,   /* not for us */
};

enum { SLACK_URL_SIZE = 1025 };

struct slack_in {
    enum slack_kind kind;
    struct chat_in in;
    char response_url[SLACK_URL_SIZE];
};

/* Reads a form; false if it cannot be answered. */
bool slack_read(const char *body, size_t size, struct slack_in *in);

/* Blocks: a text as it is, and one in Slack's own markup. */
void slack_write_plain(struct writer *w, const char *text, size_t size);
void slack_write_marked(struct writer *w, const char *text, size_t size);

/* A message: {"response_type", "text", "blocks"}. PICTURE: the address of a picture, "" for none. */
void slack_write_message(struct writer *w, const struct chat_response *response, bool hidden,
                         const char *picture);

#endif
