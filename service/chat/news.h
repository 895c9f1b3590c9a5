/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_NEWS_H
#define SERVICE_CHAT_NEWS_H

#include "service/base/language.h"
#include "service/game/load.h"
#include "service/notify/channel.h"

/*
 * News for channels that subscribe to games. A message contains the notable events since the
 * previous one, as a bystander sees them; quick successions are combined. How far a channel has got
 * is stored when the platform has accepted the message, so that nothing is repeated or lost.
 */
extern const struct channel chat_channel;

enum {
    NEWS_TEXT_MAX =
        3500, /* bytes: fits all platforms except Discord's plain text, which is not used */
    NEWS_TITLE_MAX = 200,
};

struct news {
    char title[NEWS_TITLE_MAX + 1];
    struct buffer text; /* "" if nothing is notable */
    uint32_t seq;       /* the last event it covers */
};

/* Composes the news after the event `after` in LANGUAGE, for the game just opened, which is
 * replayed to its end. PARTS: bits of enum chat_part. */
enum store_result chat_news_write(struct news *news, struct load *load, uint32_t after,
                                  unsigned parts, enum language language);

#endif
