/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_POST_H
#define SERVICE_CHAT_POST_H

#include "service/base/json_read.h"
#include "service/chat/in.h"
#include "service/chat/out.h"

/* What the forms of the platforms (post_*.c) share: pieces of messages, and the request itself. */

enum { POST_URL_SIZE = 2048 };

/* How news are posted to channels of one kind. */
struct post_form {
    /* Prepares the call for the first request. */
    enum http_ready (*prepare)(struct transfer *t, struct out *out);
    /* Evaluates what the status does not say, and prepares what follows; NULL: nothing. */
    void (*judge)(struct transfer *t, struct out *out, const json_t *reply,
                  struct outbox_outcome *outcome);
    /* Where the reply to step ROOT_STEP names the thread that the first message has begun; NULL: it does not. */
    const char *root;
    unsigned root_step;
    bool fetches; /* the platform fetches pictures by their address */
};

extern const struct post_form post_discord_hook, post_discord, post_slack_hook, post_slack,
    post_telegram, post_matrix, post_mattermost_hook, post_mattermost, post_zulip,
    post_rocketchat_hook, post_rocketchat;

/* ---- pieces ---- */

/* "Title" and below it the text. */
void post_join(struct buffer *whole, const struct news *news);
/* Appends what stands below the text, in the platform's markup: who is called, and the game's address. */
void post_tail(struct buffer *tail, const struct transfer *t, const struct out *out);
/* The people called alone, with spaces between them. */
void post_calls(struct buffer *tail, const struct out *out);
/* The game's page, "" without a public URL or below what somebody said. */
void post_link(char url[POST_URL_SIZE], const struct transfer *t, const struct out *out);
/* The URL of the game's picture; false if the server's public URL is not set or no picture is wanted. */
bool post_picture_url(const struct transfer *t, const struct out *out, char url[POST_URL_SIZE]);
/* The member "attachments" with the picture, as Slack has them, where there is one. */
void post_attachments(struct writer *w, const struct transfer *t, const struct out *out);
/* The whole text with its tail as the value of a member. */
void post_text_member(struct writer *w, const char *name, const struct transfer *t,
                      const struct out *out, size_t max);

/* Whether the channel wants its news in one thread, and there is none yet. */
bool post_begins_thread(const struct out *out);

/* ---- requests and outcomes ---- */

/* A user's URL must be a public one. Without a body of its own, the request has the transfer's. */
enum http_ready post_send(struct transfer *t, const struct out *out,
                          const struct http_request *request);
/* The channel is to be switched off. */
void post_give_up(struct outbox_outcome *outcome, const char *why);

#endif
