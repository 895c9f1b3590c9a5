/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_CHAT_WORK_H
#define SERVICE_CHAT_WORK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "db/chats.h"
#include "service/base/http_client.h"

struct app;

/*
 * The threads that communicate with the platforms: one for each that is set up. It carries out its
 * queued jobs in order, or polls the platform if there is no webhook. Jobs are responses to people
 * in front of a screen; the queue is in memory only.
 */
struct chats;

enum {
    CHATS_QUEUE_MAX = 256, /* waiting jobs of one platform */
    CHATS_TRIES = 4,       /* tries of a request if the platform is busy */
    CHATS_PATIENCE_S = 60, /* longest wait between two tries */
    CHATS_TIMEOUT_S = 20,
    CHATS_REPLY_MAX = 8 << 20, /* bytes of a response, large after a long absence */
};

/* Polls a platform for messages until chat_line_stopping. */
struct chat_line;
typedef void chat_poll(struct app *app, struct chat_line *line);

/* The polls by platform; NULL if messages only come by webhook. Defined in cli/wiring.c. */
extern chat_poll *const chat_polls[STORE_CHAT_PLATFORMS];

/* NULL when memory ran out. app must outlive it. */
struct chats *chats_new(struct app *app);
/* False if a thread could not be created; the others run. */
bool chats_start(struct chats *chats);
/* Ends requests in progress within about a second. NULL is fine. */
void chats_stop(struct chats *chats);
void chats_free(struct chats *chats);

/* A platform's line for the calling thread, if the threads were not started; NULL when memory ran
 * out. */
struct chat_line *chats_line(struct chats *chats, enum store_chat_platform platform);

/* A job, embedded in a struct of the caller's. */
struct chats_job {
    void (*run)(struct app *app, struct chat_line *line, struct chats_job *job);
    void (*done)(struct chats_job *job); /* frees it; called even if it was never run */
    struct chats_job *next;
};
/* Takes ownership of the job; false (the caller keeps it) when too many wait, or none are accepted
 * (any more). */
bool chats_submit(struct chats *chats, enum store_chat_platform platform, struct chats_job *job);

/* Sends a request, with a timeout of CHATS_TIMEOUT_S by default, and waits; tries again if the
 * platform asks for that or does not answer. Returns the last status; 0 for none. */
int chat_send(struct chat_line *line, const struct http_request *request);
/* The response, valid until the next request; as JSON for json_decref, NULL if it is none. */
const struct buffer *chat_reply(const struct chat_line *line);
json_t *chat_reply_json(const struct chat_line *line);

/* Whether the server is ending: begin nothing new. */
bool chat_line_stopping(struct chat_line *line);
/* Waits; false when the server is ending. */
bool chat_line_wait(struct chat_line *line, unsigned seconds);

#endif
