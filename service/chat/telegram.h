/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_TELEGRAM_H
#define SERVICE_CHAT_TELEGRAM_H

#include "service/chat/in.h"
#include "service/chat/work.h"

/* Telegram's updates, and our bot's reactions. They come to our webhook, or are polled
 * (telegram_poll). */

struct app;
struct chat_line;

enum { TELEGRAM_ID_SIZE = 32, TELEGRAM_CALLBACK_SIZE = 128 };

/* A message's target: a chat and, if it has topics, one of them. Stored as "CHAT" or
 * "CHAT/TOPIC". */
struct telegram_place {
    char chat[TELEGRAM_ID_SIZE];
    int64_t topic; /* 0: none */
};
struct telegram_place telegram_place(const char *channel);

struct telegram_in {
    bool ours; /* a message or a button for our bot */
    int64_t update;
    struct chat_in in;
    char callback[TELEGRAM_CALLBACK_SIZE]; /* of a button; "" for a message */
};

/* NAME: our bot's user name, "" if unknown. False if the body is no update. */
bool telegram_read(const json_t *update, const char *name, struct telegram_in *in);

/* Serves an update: the core carries it out, and the response is sent. */
void telegram_serve(struct app *app, struct chat_line *line, const struct telegram_in *in);

/* Polls for updates until the server ends. */
chat_poll telegram_poll;

/* The URL of a method of the bot with this token. */
enum { TELEGRAM_URL_SIZE = 1024 };
struct config;
void telegram_url(char url[TELEGRAM_URL_SIZE], const struct config *config, const char *token,
                  const char *method);

/* The form of sendPhoto; CAPTION, HTML, may be NULL. It borrows its parts. */
struct telegram_photo {
    struct telegram_place place;
    char topic[24];
    struct http_part parts[6]; /* with room for one more */
    size_t n_parts;
};
void telegram_photo(struct telegram_photo *photo, const char *channel, const struct buffer *png,
                    const struct buffer *caption);

/* The members of a message that say where it goes, and how its text is read. */
void telegram_write_place(struct writer *w, const struct telegram_place *place);
void telegram_write_manner(struct writer *w);

/* The body of sendMessage with a TEXT, and the buttons of RESPONSE. */
void telegram_write_message(struct writer *w, const struct telegram_place *place,
                            const struct buffer *text, const struct chat_response *response);

#endif
