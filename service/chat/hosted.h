/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_HOSTED_H
#define SERVICE_CHAT_HOSTED_H

#include "service/app/config.h"
#include "service/chat/in.h"

/*
 * What platforms that people host themselves bring in: a slash command or a button of Mattermost, what an outgoing webhook
 * of Zulip or Rocket.Chat says. They differ in the names of the members and in the answer's form, one row each, so they
 * have one reader and one writer.
 */

struct hosted_in {
    struct chat_in in;
    bool ours;   /* somebody's message, not a bot's */
    bool button; /* of Mattermost, which wants another answer */
};

/* The token by which the platform's requests are known, from the settings; "": nothing is taken from there. */
const char *hosted_token(enum store_chat_platform platform, const struct config *config);

/* The body as a document, for json_decref: as it is, or made of a FORM's fields. NULL: it is none. */
json_t *hosted_body(const char *body, size_t size);
/* The token that came with it. */
const char *hosted_given(enum store_chat_platform platform, const json_t *body);

/* Reads the body; false if it cannot be answered. */
bool hosted_read(enum store_chat_platform platform, const json_t *body, struct hosted_in *in);

/* What an answer needs of the server: where buttons send, and the picture's address; "" for none. */
struct hosted_answer {
    const char *door, *token, *picture;
};

/* Removes from the response what others would read where nothing can be said to one person alone. */
void hosted_cover(enum store_chat_platform platform, const struct hosted_in *in,
                  struct chat_response *response);
/* The answer's document. */
void hosted_write(struct writer *w, enum store_chat_platform platform, const struct hosted_in *in,
                  const struct chat_response *response, const struct hosted_answer *answer);

#endif
