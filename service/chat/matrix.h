/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_MATRIX_H
#define SERVICE_CHAT_MATRIX_H

#include "service/chat/in.h"
#include "service/chat/work.h"

/* Matrix: events of rooms, from /sync or in an application service's transactions, and our bot's
 * reactions. Encrypted rooms are not read. */

struct app;
struct chat_line;

enum matrix_kind {
    MATRIX_NOTHING, /* not for us */
    MATRIX_MESSAGE,
    MATRIX_INVITE, /* our bot is invited to a room */
};

struct matrix_in {
    enum matrix_kind kind;
    struct chat_in in; /* channel: the room */
    bool called;       /* the text began with our name, so it is meant for us even in a shared
                        * room */
};

enum { MATRIX_URL_SIZE = 2048 };

/* Reads one event. ROOM: used if the event itself names none; USER: our bot's id. */
void matrix_read(const json_t *event, const char *room, const char *user, struct matrix_in *in);

void matrix_serve(struct app *app, struct chat_line *line, const struct matrix_in *in);

/* Polls the homeserver for messages until the server ends. */
chat_poll matrix_poll;

/* A URL of SERVER's client API; the format's %s are escaped. False if it would be too long. */
__attribute__((format(printf, 3, 4))) bool matrix_url(char url[MATRIX_URL_SIZE], const char *server,
                                                      const char *format, ...);
#define MATRIX_UPLOAD "/_matrix/media/v3/upload?filename=board.png"

/* What goes with a text: what stands below it, marked in both forms, whom it calls, and the event that its thread began
 * with, "" for none. */
struct matrix_tail {
    const struct buffer *plain, *html;
    const struct store_chat_link *called;
    unsigned n_called;
    const char *thread;
};

/* The content of a notice with this text. */
void matrix_write_notice(struct writer *w, const struct buffer *text,
                         const struct matrix_tail *tail);
/* The same for a response; ALONE: commands are shown without our name as a prefix. */
void matrix_write_message(struct writer *w, const struct chat_response *response, bool alone);
/* The content of a picture that has been uploaded. */
void matrix_write_picture(struct writer *w, const char *uri, size_t size, const char *thread);

#endif
