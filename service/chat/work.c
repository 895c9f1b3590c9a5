/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/work.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/app/app.h"
#include "service/app/config.h"
#include "service/base/json_read.h"
#include "service/base/log.h"
#include "service/base/worker.h"
#include "service/chat/chat.h"
#include "service/chat/platform.h"
#include "service/chat/verify.h"
#include "service/notify/sender.h"

enum { TOO_MANY = 429 };

struct chat_line {
    struct chats *chats;
    enum store_chat_platform platform;
    struct worker worker;
    /* Polls the platform for messages; NULL: the line only carries out jobs. */
    chat_poll *poll;
    struct chats_job *head, *tail;
    size_t queued;
    struct http_call call;
};

struct chats {
    struct app *app;
    pthread_mutex_t lock; /* guards the queues */
    struct chat_line lines[STORE_CHAT_PLATFORMS];
};

/* ---- waiting ---- */

bool chat_line_stopping(struct chat_line *line) {
    return worker_stopping(&line->worker);
}

bool chat_line_wait(struct chat_line *line, unsigned seconds) {
    return worker_rest(&line->worker, (int64_t)seconds * 1000);
}

/* ---- requests ---- */

static bool line_cancelled(void *line) {
    return chat_line_stopping(line);
}

/* Creates a line's HTTP call on first use. */
static bool open_line(struct chat_line *line) {
    if (line->call.easy == NULL && !http_call_init(&line->call, CHATS_REPLY_MAX))
        return false;
    line->call.cancelled = line_cancelled;
    line->call.context = line;
    return true;
}

int chat_send(struct chat_line *line, const struct http_request *request) {
    struct http_request full = *request;
    int status = 0;

    full.allowed = &sender_settings(line->chats->app)->allowed;
    if (full.timeout_s == 0)
        full.timeout_s = CHATS_TIMEOUT_S;
    for (unsigned tries = 1; tries <= CHATS_TRIES; tries++) {
        int64_t wait = tries;

        if (http_call_prepare(&line->call, &full) != HTTP_READY)
            return 0;
        status = http_call_wait(&line->call);
        if ((status > 0 && status < 500 && status != TOO_MANY) || chat_line_stopping(line) ||
            tries == CHATS_TRIES)
            break;
        if (line->call.retry_after_s > 0)
            wait = line->call.retry_after_s;
        if (!chat_line_wait(line, wait < CHATS_PATIENCE_S ? (unsigned)wait : CHATS_PATIENCE_S))
            break;
    }
    return status;
}

const struct buffer *chat_reply(const struct chat_line *line) {
    return &line->call.reply;
}

json_t *chat_reply_json(const struct chat_line *line) {
    const struct buffer *reply = chat_reply(line);
    struct read_failure failure;

    return reply->size == 0 ? NULL : read_json(reply->data, reply->size, &failure);
}

/* ---- jobs ---- */

static struct chats_job *next_job(struct chat_line *line) {
    struct chats *chats = line->chats;
    struct chats_job *job;

    pthread_mutex_lock(&chats->lock);
    job = chat_line_stopping(line) ? NULL : line->head;
    if (job != NULL) {
        line->head = job->next;
        line->queued--;
        if (line->head == NULL)
            line->tail = NULL;
    }
    pthread_mutex_unlock(&chats->lock);
    return job;
}

bool chats_submit(struct chats *chats, enum store_chat_platform platform, struct chats_job *job) {
    struct chat_line *line;
    bool taken;

    if (chats == NULL)
        return false;
    line = &chats->lines[platform];
    job->next = NULL;
    pthread_mutex_lock(&chats->lock);
    taken = !chat_line_stopping(line) && worker_running(&line->worker) > 0 &&
            line->queued < CHATS_QUEUE_MAX;
    if (taken) {
        if (line->tail == NULL)
            line->head = job;
        else
            line->tail->next = job;
        line->tail = job;
        line->queued++;
        worker_wake(&line->worker);
    }
    pthread_mutex_unlock(&chats->lock);
    return taken;
}

static int64_t work_line(void *context) {
    struct chat_line *line = context;
    struct app *app = line->chats->app;
    struct chats_job *job;

    if (line->poll != NULL) {
        line->poll(app, line);
        line->poll = NULL; /* stopping, or polling is not possible */
    }
    job = next_job(line);
    if (job == NULL)
        return WORKER_RESTS;
    job->run(app, line, job);
    job->done(job);
    return 0;
}

/* ---- start and end ---- */

struct chats *chats_new(struct app *app) {
    struct chats *chats = calloc(1, sizeof *chats);
    const struct config *config = chat_config(app);

    if (chats == NULL)
        return NULL;
    chats->app = app;
    pthread_mutex_init(&chats->lock, NULL);
    for (unsigned i = 0; i < STORE_CHAT_PLATFORMS; i++) {
        chats->lines[i] =
            (struct chat_line){.chats = chats, .platform = (enum store_chat_platform)i};
        worker_init(&chats->lines[i].worker, work_line, &chats->lines[i]);
    }
    if (config->telegram_poll)
        chats->lines[STORE_TELEGRAM].poll = chat_polls[STORE_TELEGRAM];
    if (config->matrix_hs_token[0] == '\0')
        chats->lines[STORE_MATRIX].poll = chat_polls[STORE_MATRIX];
    return chats;
}

struct chat_line *chats_line(struct chats *chats, enum store_chat_platform platform) {
    struct chat_line *line = &chats->lines[platform];

    return open_line(line) ? line : NULL;
}

bool chats_start(struct chats *chats) {
    const char *key = chat_config(chats->app)->discord_public_key;
    uint8_t bytes[CHAT_DISCORD_KEY_SIZE];
    bool ok = true;

    if (key[0] != '\0' && !chat_discord_key(key, bytes))
        log_line("error", "discord-public-key is not a key of 64 hexadecimal digits: requests from "
                          "Discord are refused");

    for (unsigned i = 0; i < STORE_CHAT_PLATFORMS; i++) {
        struct chat_line *line = &chats->lines[i];

        if (!chat_platform(line->platform)->listens(chat_config(chats->app)))
            continue;
        pthread_mutex_lock(&chats->lock);
        ok = open_line(line) && worker_start(&line->worker, 1) && ok;
        pthread_mutex_unlock(&chats->lock);
    }
    return ok;
}

void chats_stop(struct chats *chats) {
    if (chats == NULL)
        return;
    for (unsigned i = 0; i < STORE_CHAT_PLATFORMS; i++)
        worker_begin_stop(&chats->lines[i].worker);
    for (unsigned i = 0; i < STORE_CHAT_PLATFORMS; i++) {
        struct chat_line *line = &chats->lines[i];
        struct chats_job *job, *next;

        worker_stop(&line->worker);
        pthread_mutex_lock(&chats->lock);
        job = line->head;
        line->head = line->tail = NULL;
        line->queued = 0;
        pthread_mutex_unlock(&chats->lock);
        for (; job != NULL; job = next) {
            next = job->next;
            job->done(job);
        }
        http_call_free(&line->call);
    }
}

void chats_free(struct chats *chats) {
    if (chats == NULL)
        return;
    chats_stop(chats);
    for (unsigned i = 0; i < STORE_CHAT_PLATFORMS; i++)
        worker_free(&chats->lines[i].worker);
    pthread_mutex_destroy(&chats->lock);
    free(chats);
}
