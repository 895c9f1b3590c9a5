/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_TEXT_H
#define SERVICE_CHAT_TEXT_H

#include <stddef.h>

#include "service/base/json_write.h"

/* Texts for the platforms: escaped so that they contain no markup or mentions, and no longer than
 * allowed. All texts are valid UTF-8 and stay so. */

/* The platforms' limits, in characters unless it says bytes. A character beyond the basic plane
 * counts as two, as in UTF-16. */
enum {
    DISCORD_CONTENT_MAX = 2000,
    DISCORD_TITLE_MAX = 256,
    DISCORD_DESCRIPTION_MAX = 4096,
    DISCORD_LABEL_MAX = 80,
    DISCORD_CHOICE_MAX = 100,
    DISCORD_CHOICES_MAX = 25,
    DISCORD_ROW_BUTTONS = 5,
    DISCORD_ROWS = 5,
    SLACK_SECTION_MAX = 3000,
    SLACK_TEXT_MAX = 12000, /* of a message; Slack truncates longer ones */
    SLACK_LABEL_MAX = 75,
    SLACK_BUTTONS_MAX = 25, /* in one block of actions */
    TELEGRAM_TEXT_MAX = 4096,
    TELEGRAM_CAPTION_MAX = 1024,
    TELEGRAM_NOTICE_MAX = 200, /* answerCallbackQuery */
    TELEGRAM_BUTTON_MAX = 64,  /* bytes of callback_data */
    TELEGRAM_LABEL_MAX = 64,   /* our own limit: longer ones are not shown whole */
    MATRIX_BODY_MAX = 16000,   /* an event has 65,536 bytes, and contains the text twice */
    MATTERMOST_TEXT_MAX = 16000,
    ZULIP_TEXT_MAX = 10000,
    ZULIP_TOPIC_MAX = 60,
    ROCKETCHAT_TEXT_MAX = 5000, /* its default for what a message may have */
};

enum chat_markup {
    CHAT_PLAIN,
    CHAT_DISCORD,    /* a backslash before markup characters */
    CHAT_SLACK,      /* &amp; &lt; &gt;, and no @name */
    CHAT_HTML,       /* the same and &quot; */
    CHAT_HTML_BR,    /* &amp; &lt; &gt; &quot;, and <br> for line ends */
    CHAT_MARKDOWN,   /* Mattermost: as Discord's, and no @name */
    CHAT_ZULIP,      /* knows no escapes: a zero-width space behind what could begin something */
    CHAT_ROCKETCHAT, /* a backslash before those characters that it takes one before, and no @name */
};

/* How many bytes at the beginning of a text have at most MAX characters. */
size_t chat_fit(const char *text, size_t size, size_t max);

/* Appends at most MAX characters of the text, as counted when displayed; an ellipsis replaces the
 * rest. */
void chat_write(struct buffer *out, enum chat_markup markup, const char *text, size_t size,
                size_t max);

/* How many of MAX characters what stands below a text leaves for it. */
size_t chat_left(size_t max, const struct buffer *tail);

/* The same as a JSON string. */
void chat_write_string(struct writer *w, enum chat_markup markup, const char *text, size_t size,
                       size_t max);
/* The same with TAIL below it, which is marked already and never cut. */
void chat_write_string_and(struct writer *w, enum chat_markup markup, const struct buffer *text,
                           size_t max, const struct buffer *tail);

#endif
