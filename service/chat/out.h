/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_OUT_H
#define SERVICE_CHAT_OUT_H

#include "db/chats.h"
#include "service/chat/news.h"

/* A message to a channel that subscribes to a game, in the platforms' forms. */

struct out {
    struct store_subscription subscription;
    struct news news;
    struct buffer png;                   /* empty: no picture */
    char game[STORE_ID_SIZE];            /* public id */
    unsigned step;                       /* of several requests (post_discord.c, post_matrix.c) */
    bool talk;                           /* a player's message, not news of the game */
    char moved[STORE_CHAT_CHANNEL_SIZE]; /* Telegram: the chat's new id */
    char root[STORE_CHAT_THREAD_SIZE];   /* the thread that this message has begun; "": none */
    unsigned n_called;                   /* people to be called by name */
    struct store_chat_link called[STORE_SEATS_MAX];
};

/* Prepares the call for the first request. HTTP_REFUSED: it must not be sent to that address. */
enum http_ready chat_out_prepare(struct transfer *t, struct out *out);

/* Whether pictures are sent along, rather than fetched by the platform. */
bool chat_out_uploads(const struct out *out);

/* Evaluates a request's end; outcome->more if another one is prepared. */
void chat_out_judge(struct transfer *t, struct out *out, struct outbox_outcome *outcome);

#endif
