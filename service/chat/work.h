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
 * The threads that speak with the platforms: one for each that is set up. It carries out what is
 * queued for it, in that order, or asks the platform for messages where there is no webhook. What is
 * queued is the answer to somebody who sits in front of a screen; it lies in memory alone.
 */
struct chats;

enum {
    CHATS_QUEUE_MAX = 256, /* jobs waiting, of one platform */
    CHATS_TRIES = 4,       /* of a request that the platform is too busy for */
    CHATS_PATIENCE_S = 60, /* longest wait between two of them */
    CHATS_TIMEOUT_S = 20,
    CHATS_REPLY_MAX = 8 << 20, /* bytes of an answer: a bot that has been away for long */
};

/* Asks a platform for messages until chat_line_stopping. */
struct chat_line;
typedef void chat_poll(struct app *app, struct chat_line *line);

/* Those that can be asked, by platform; NULL where messages only come in by webhook. Which there are is
 * said in cli/wiring.c. */
extern chat_poll *const chat_polls[STORE_CHAT_PLATFORMS];

/* NULL when memory ran out. app must outlive it. */
struct chats *chats_new(struct app *app);
/* False when a thread could not be had; the others run. */
bool chats_start(struct chats *chats);
/* Ends what is under way within a second or so. NULL is fine. */
void chats_stop(struct chats *chats);
void chats_free(struct chats *chats);

/* A platform's line for the calling thread, where the threads were not started; NULL when memory ran
 * out. */
struct chat_line *chats_line(struct chats *chats, enum store_chat_platform platform);

/* A piece of work, embedded in a struct of the caller's. */
struct chats_job {
    void (*run)(struct app *app, struct chat_line *line, struct chats_job *job);
    void (*done)(struct chats_job *job); /* frees it; also called where it was never run */
    struct chats_job *next;
};
/* Takes the job over; false (and nothing has happened to it) when too many wait, or none are taken
 * (any more). */
bool chats_submit(struct chats *chats, enum store_chat_platform platform, struct chats_job *job);

/* Sends, with a time-out of CHATS_TIMEOUT_S where none is given, and waits, trying again where the
 * platform says so or does not answer. The last status; 0 for none. */
int chat_send(struct chat_line *line, const struct http_request *request);
/* What came back, until the next request; as JSON NULL where it is none, else for json_decref. */
const struct buffer *chat_reply(const struct chat_line *line);
json_t *chat_reply_json(const struct chat_line *line);

/* The end is wanted: begin nothing new. */
bool chat_line_stopping(struct chat_line *line);
/* Waits; false when the end is wanted. */
bool chat_line_wait(struct chat_line *line, unsigned seconds);

#endif
