/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/chat/work.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "service/app/app.h"
#include "service/app/config.h"
#include "service/base/log.h"
#include "service/base/net_guard.h"
#include "service/chat/chat.h"
#include "service/chat/verify.h"
#include "service/notify/sender.h"

struct chat_line {
    struct chats *chats;
    enum store_chat_platform platform;
    pthread_t thread;
    bool running;
    /* Asks the platform for messages until the end; NULL: carries out jobs. */
    chat_poll *poll;
    struct chats_job *head, *tail;
    size_t queued;
    CURL *easy;
};

struct chats {
    struct app *app;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    atomic_bool stopping;
    struct chat_line lines[STORE_CHAT_PLATFORMS];
};

/* ---- waiting ---- */

bool chat_line_stopping(struct chat_line *line) {
    return atomic_load(&line->chats->stopping);
}

bool chat_line_wait(struct chat_line *line, unsigned seconds) {
    struct chats *chats = line->chats;
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)seconds;
    pthread_mutex_lock(&chats->lock);
    while (!atomic_load(&chats->stopping) &&
           pthread_cond_timedwait(&chats->wake, &chats->lock, &until) == 0)
        ;
    pthread_mutex_unlock(&chats->lock);
    return !chat_line_stopping(line);
}

/* ---- requests ---- */

static size_t take_reply(char *data, size_t one, size_t count, void *context) {
    struct buffer *reply = context;

    if (reply != NULL)
        buffer_append(reply, data, one * count);
    return reply != NULL && reply->failed ? 0 : one * count;
}

static int keep_on(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d) {
    (void)a, (void)b, (void)c, (void)d;
    return chat_line_stopping(context) ? 1 : 0;
}

bool chat_aim(CURL *easy, struct safe *safe, const struct app *app, const char *url, bool foreign,
              unsigned timeout_s) {
    if (foreign)
        return safe_curl(easy, safe, &sender_settings(app)->allowed, url, timeout_s);
    /* The operator's own words: the platform, or a homeserver next door. */
    return curl_easy_setopt(easy, CURLOPT_URL, url) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https,http") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)timeout_s) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK;
}

static bool set_address(struct chat_line *line, const struct chat_request *request,
                        struct safe *safe) {
    unsigned timeout = request->timeout_s == 0 ? CHATS_TIMEOUT_S : request->timeout_s;

    curl_easy_reset(line->easy);
    return chat_aim(line->easy, safe, line->chats->app, request->url, request->foreign, timeout) &&
           curl_easy_setopt(line->easy, CURLOPT_NOPROGRESS, 0L) == CURLE_OK &&
           curl_easy_setopt(line->easy, CURLOPT_XFERINFOFUNCTION, keep_on) == CURLE_OK &&
           curl_easy_setopt(line->easy, CURLOPT_XFERINFODATA, line) == CURLE_OK &&
           curl_easy_setopt(line->easy, CURLOPT_WRITEFUNCTION, take_reply) == CURLE_OK;
}

static bool set_form(CURL *easy, const struct chat_request *request, curl_mime **mime) {
    *mime = curl_mime_init(easy);
    for (size_t i = 0; *mime != NULL && i < request->n_parts; i++) {
        const struct chat_part_of *part = &request->parts[i];
        curl_mimepart *to = curl_mime_addpart(*mime);

        if (to == NULL || curl_mime_name(to, part->name) != CURLE_OK ||
            curl_mime_data(to, part->data, part->size) != CURLE_OK ||
            (part->type != NULL && curl_mime_type(to, part->type) != CURLE_OK) ||
            (part->file != NULL && curl_mime_filename(to, part->file) != CURLE_OK))
            return false;
    }
    return *mime != NULL && curl_easy_setopt(easy, CURLOPT_MIMEPOST, *mime) == CURLE_OK;
}

static bool add_header(struct curl_slist **headers, const char *name, const char *value) {
    char text[1024];
    struct curl_slist *longer;

    if (value == NULL)
        return true;
    if ((size_t)snprintf(text, sizeof text, "%s: %s", name, value) >= sizeof text)
        return false;
    longer = curl_slist_append(*headers, text);
    if (longer != NULL)
        *headers = longer;
    return longer != NULL;
}

static bool set_body(CURL *easy, const struct chat_request *request, struct curl_slist **headers,
                     curl_mime **mime) {
    const struct buffer *body = request->json != NULL ? request->json : request->bytes;
    const char *type = request->json != NULL ? "application/json" : request->type;

    if (!add_header(headers, "Authorization", request->authorization))
        return false;
    if (request->n_parts > 0) {
        if (!set_form(easy, request, mime))
            return false;
    } else if (body != NULL) {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body->size);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body->size == 0 ? "" : body->data);
        if (!add_header(headers, "Content-Type", type))
            return false;
    }
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, *headers);
    return true;
}

/* One attempt: the status, 0 for none. *WAIT: how long the other side wants us to wait. */
static long send_once(struct chat_line *line, const struct chat_request *request,
                      struct buffer *reply, long *wait) {
    struct curl_slist *headers = NULL;
    curl_mime *mime = NULL;
    struct safe safe = {0};
    curl_off_t after = 0;
    long status = 0;

    *wait = 0;
    if (set_address(line, request, &safe) && set_body(line->easy, request, &headers, &mime)) {
        curl_easy_setopt(line->easy, CURLOPT_WRITEDATA, reply);
        if (curl_easy_perform(line->easy) == CURLE_OK)
            curl_easy_getinfo(line->easy, CURLINFO_RESPONSE_CODE, &status);
        if (status == 429 &&
            curl_easy_getinfo(line->easy, CURLINFO_RETRY_AFTER, &after) == CURLE_OK)
            *wait = (long)after;
    }
    curl_mime_free(mime);
    curl_slist_free_all(headers);
    return status;
}

long chat_send(struct chat_line *line, const struct chat_request *request, struct buffer *reply) {
    long status = 0, wait;

    for (unsigned tries = 1; tries <= CHATS_TRIES; tries++) {
        if (reply != NULL)
            buffer_clear(reply);
        status = send_once(line, request, reply, &wait);
        if ((status > 0 && status < 500 && status != 429) || chat_line_stopping(line))
            break;
        if (wait <= 0)
            wait = (long)tries;
        if (tries == CHATS_TRIES ||
            !chat_line_wait(line, wait < CHATS_PATIENCE_S ? (unsigned)wait : CHATS_PATIENCE_S))
            break;
    }
    return status;
}

/* ---- jobs ---- */

static struct chats_job *next_job(struct chat_line *line) {
    struct chats *chats = line->chats;
    struct chats_job *job;

    pthread_mutex_lock(&chats->lock);
    while (line->head == NULL && !atomic_load(&chats->stopping))
        pthread_cond_wait(&chats->wake, &chats->lock);
    job = atomic_load(&chats->stopping) ? NULL : line->head;
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
    taken = !atomic_load(&chats->stopping) && line->running && line->queued < CHATS_QUEUE_MAX;
    if (taken) {
        if (line->tail == NULL)
            line->head = job;
        else
            line->tail->next = job;
        line->tail = job;
        line->queued++;
        pthread_cond_broadcast(&chats->wake);
    }
    pthread_mutex_unlock(&chats->lock);
    return taken;
}

static void *work(void *context) {
    struct chat_line *line = context;
    struct app *app = line->chats->app;
    struct chats_job *job;

    if (line->poll != NULL)
        line->poll(app, line);
    while ((job = next_job(line)) != NULL) {
        job->run(app, line, job);
        job->done(job);
    }
    return NULL;
}

/* ---- beginning and end ---- */

static bool wanted(const struct config *config, enum store_chat_platform platform) {
    switch (platform) {
    case STORE_DISCORD: return config->discord_public_key[0] != '\0';
    case STORE_SLACK: return config->slack_secret[0] != '\0';
    case STORE_TELEGRAM: return config->telegram_token[0] != '\0';
    case STORE_MATRIX: return config->matrix_server[0] != '\0' && config->matrix_token[0] != '\0';
    default: return false;
    }
}

struct chats *chats_new(struct app *app) {
    struct chats *chats = calloc(1, sizeof *chats);
    const struct config *config = chat_config(app);
    pthread_condattr_t monotonic;

    if (chats == NULL)
        return NULL;
    chats->app = app;
    pthread_mutex_init(&chats->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&chats->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    for (unsigned i = 0; i < STORE_CHAT_PLATFORMS; i++)
        chats->lines[i] =
            (struct chat_line){.chats = chats, .platform = (enum store_chat_platform)i};
    if (config->telegram_poll)
        chats->lines[STORE_TELEGRAM].poll = chat_polls[STORE_TELEGRAM];
    if (config->matrix_hs_token[0] == '\0')
        chats->lines[STORE_MATRIX].poll = chat_polls[STORE_MATRIX];
    return chats;
}

struct chat_line *chats_line(struct chats *chats, enum store_chat_platform platform) {
    struct chat_line *line = &chats->lines[platform];

    if (line->easy == NULL)
        line->easy = curl_easy_init();
    return line->easy == NULL ? NULL : line;
}

bool chats_start(struct chats *chats) {
    const char *key = chat_config(chats->app)->discord_public_key;
    uint8_t bytes[CHAT_DISCORD_KEY_SIZE];
    bool ok = true;

    if (key[0] != '\0' && !chat_discord_key(key, bytes))
        log_line("error", "discord-public-key is no key of 64 hexadecimal digits: Discord will not "
                          "be let in");

    for (unsigned i = 0; i < STORE_CHAT_PLATFORMS; i++) {
        struct chat_line *line = &chats->lines[i];

        if (!wanted(chat_config(chats->app), line->platform))
            continue;
        line->easy = curl_easy_init();
        pthread_mutex_lock(&chats->lock);
        line->running = line->easy != NULL && pthread_create(&line->thread, NULL, work, line) == 0;
        ok = ok && line->running;
        pthread_mutex_unlock(&chats->lock);
    }
    return ok;
}

void chats_stop(struct chats *chats) {
    if (chats == NULL)
        return;
    pthread_mutex_lock(&chats->lock);
    atomic_store(&chats->stopping, true);
    pthread_cond_broadcast(&chats->wake);
    pthread_mutex_unlock(&chats->lock);
    for (unsigned i = 0; i < STORE_CHAT_PLATFORMS; i++) {
        struct chat_line *line = &chats->lines[i];
        struct chats_job *job;

        if (line->running)
            pthread_join(line->thread, NULL);
        line->running = false;
        while ((job = line->head) != NULL) {
            line->head = job->next;
            job->done(job);
        }
        line->tail = NULL;
        line->queued = 0;
        curl_easy_cleanup(line->easy);
        line->easy = NULL;
    }
}

void chats_free(struct chats *chats) {
    if (chats == NULL)
        return;
    chats_stop(chats);
    pthread_cond_destroy(&chats->wake);
    pthread_mutex_destroy(&chats->lock);
    free(chats);
}
