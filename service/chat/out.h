/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_OUT_H
#define SERVICE_CHAT_OUT_H

#include "db/chats.h"
#include "service/chat/news.h"

/* A message to a channel that follows a game, in the forms of the platforms. */

struct out {
    struct store_subscription subscription;
    struct news news;
    struct buffer png;                   /* empty: no picture */
    char game[STORE_ID_SIZE];            /* public id */
    unsigned step;                       /* Matrix: 0 the text, 1 the upload, 2 the picture */
    bool talk;                           /* it is what somebody said, not news of the game */
    char moved[STORE_CHAT_CHANNEL_SIZE]; /* Telegram: the chat's new id */
};

/* Makes the call ready for the first request. HTTP_REFUSED: it cannot be sent there at all. */
enum http_ready chat_out_prepare(struct transfer *t, struct out *out);

/* How a request ended; outcome->more where another one is ready. */
void chat_out_judge(struct transfer *t, struct out *out, struct outbox_outcome *outcome);

#endif
