/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_PLATFORM_H
#define SERVICE_CHAT_PLATFORM_H

#include <stdbool.h>

#include "db/chats.h"
#include "service/app/config.h"
#include "service/base/buffer.h"
#include "service/chat/text.h"

/* What the chats' core knows of a platform, one row each (platform.c). */
struct chat_platform {
    const char *name; /* in the interface */
    enum chat_markup markup;
    /* Whether the server's settings let messages come in from there, and our own bot write there unprompted. */
    bool (*listens)(const struct config *config);
    bool (*writes)(const struct config *config);
    /* Appends what calls a person, so that the platform tells them. */
    void (*call)(struct buffer *out, const struct store_chat_link *person);
};

const struct chat_platform *chat_platform(enum store_chat_platform platform);

/* The platform on which a channel's follow of this kind posts. */
enum store_chat_platform chat_kind_platform(enum store_subscription_kind kind);

#endif
