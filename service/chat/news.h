/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_NEWS_H
#define SERVICE_CHAT_NEWS_H

#include "service/base/language.h"
#include "service/game/load.h"
#include "service/notify/channel.h"

/*
 * What channels that follow games are told. A message says what is worth telling since the one
 * before, as a bystander sees it; what goes quickly, goes together. How far a channel has been told
 * is noted when the message has been taken, so that nothing is told twice and nothing is lost.
 */
extern const struct channel chat_channel;

enum {
    NEWS_TEXT_MAX =
        3500, /* bytes: fits every platform but Discord's plain text, which is not used */
    NEWS_TITLE_MAX = 200,
};

struct news {
    char title[NEWS_TITLE_MAX + 1];
    struct buffer text; /* "" where nothing is worth telling */
    uint32_t seq;       /* the last event it knows of */
};

/* What there is to tell of the game just opened, which is replayed to its end, after the event
 * `after`, in LANGUAGE. PARTS: bits of enum chat_part. */
enum store_result chat_news_write(struct news *news, struct load *load, uint32_t after,
                                  unsigned parts, enum language language);

#endif
