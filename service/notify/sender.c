/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/sender.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/app/app.h"
#include "service/app/config.h"
#include "service/app/prune.h"
#include "service/base/log.h"
#include "service/http/metrics.h"
#include "service/http/request.h"
#include "service/notify/transfer.h"

enum {
    PER_CHANNEL_MAX = 48, /* messages on their way of one channel: each has its own share */
    PER_HOST_MAX = 2,     /* of them to one host */
    PAGE_MAX = 512,       /* due rows looked at in one round */
    POLL_MS = 60000,      /* between rounds when nothing happens */
    BUSY_POLL_MS = 100,   /* the same in a simulation, while something is on its way */
    LOOK_REST = 4,   /* parts of rest after a part of looking: with very many due it takes long */
    PAUSE_MS = 1000, /* after the store failed */
    STOP_GRACE_MS = 3000, /* for what is on its way when the server stops */
    DEFAULT_TIMEOUT_S = 15,
};

/* A message on its way. */
struct flight {
    struct flight *next;
    struct transfer *t;
    struct outbox_outcome outcome;
    bool ended; /* outcome is there, and only has to be written */
    bool tried; /* the other side was asked */
};

enum result_count { COUNT_SENT, COUNT_AGAIN, COUNT_DROPPED, COUNT_FAILED, COUNTS };
static const char *const count_names[COUNTS] = {"sent", "again", "dropped", "failed"};

struct sender {
    struct app *app;
    struct sender_settings settings;
    CURLM *multi;
    pthread_t thread;
    bool started;
    atomic_bool stopping;
    atomic_bool look; /* something may be due */
    /* Only the sending thread touches the rest. */
    bool recovered;
    int64_t pause_until; /* request_now's time */
    int64_t look_at;     /* app_now's time */
    int64_t rest_until;  /* request_now's time: not to be looked again before */
    struct flight *flights;
    unsigned n_flights;
    atomic_ullong counts[OUTBOX_CHANNELS][COUNTS];
};

static void count(struct sender *post, const struct transfer *t, enum result_count what,
                  unsigned n) {
    for (unsigned i = 0; i < OUTBOX_CHANNELS; i++)
        if (outbox_channels[i] == t->channel)
            atomic_fetch_add(&post->counts[i][what], n);
}

static void pause_all(struct sender *post) {
    post->pause_until = request_now() + PAUSE_MS;
}

/* ---- a server that was killed ---- */

struct recovery {
    struct store_job job;
    unsigned count;
};

static enum store_result run_recovery(struct store_tx *tx, struct store_job *job) {
    return store_outbox_recover(tx, &((struct recovery *)job)->count);
}

static bool recover(struct sender *post) {
    struct recovery recovery = {.job = {.run = run_recovery}};

    if (post->recovered)
        return true;
    post->recovered = store_call(post->app->store, &recovery.job) == STORE_OK;
    if (recovery.count > 0)
        log_line("info", "%u messages were on their way when the server ended; they go again",
                 recovery.count);
    return post->recovered;
}

/* ---- taking off ---- */

static void flight_free(struct flight *flight) {
    if (flight == NULL)
        return;
    transfer_free(flight->t);
    free(flight);
}

/* What is on its way already, beside a row that is due. The lists are short. */
struct traffic {
    unsigned channel, host;
    bool target; /* which gets one message after the other */
};

static struct traffic traffic_beside(const struct sender *post,
                                     const struct store_outbox_row *row) {
    struct traffic traffic = {0};

    for (const struct flight *flight = post->flights; flight != NULL; flight = flight->next) {
        const struct store_outbox_row *other = &flight->t->posts[0];
        bool same = other->channel == row->channel;

        traffic.channel += same;
        traffic.target |= same && other->target == row->target;
        traffic.host +=
            !flight->ended && (same || row->host[0] != '\0') && strcmp(other->host, row->host) == 0;
    }
    return traffic;
}

struct page {
    struct store_outbox_row *rows;
    size_t count;
};

static bool page_row(void *context, const struct store_outbox_row *row) {
    struct page *page = context;

    page->rows[page->count++] = *row;
    return page->count < PAGE_MAX;
}

/* A message that cannot be made counts as an attempt that failed, so that it does not keep all those
 * behind it waiting. */
static void spoil(struct flight *flight) {
    log_line("error", "message %s cannot be made; it is tried again later",
             flight->t->posts[0].public_id);
    for (unsigned i = 0; i < flight->t->count; i++)
        flight->t->rulings[i] = (struct outbox_ruling){.verdict = OUTBOX_SEND};
    flight->outcome = (struct outbox_outcome){.state = STORE_OUTBOX_WAITING,
                                              .detail = "the message could not be made"};
    flight->ended = true;
}

/* Makes a flight of a due row; NULL: out of memory, or the store failed. */
static struct flight *make(struct sender *post, struct store_reader *reader,
                           const struct store_outbox_row *row) {
    struct flight *flight = calloc(1, sizeof *flight);

    if (flight == NULL)
        return NULL;
    flight->t = transfer_new(post->app, reader, row, app_now());
    if (flight->t == NULL) {
        free(flight);
        return NULL;
    }
    if (flight->t->channel->prepare(flight->t, reader) != STORE_OK)
        spoil(flight);
    return flight;
}

struct takeoff {
    struct store_job job;
    struct flight *flight;
    unsigned begun;
    unsigned dropped;
};

static enum store_result rule(struct store_tx *tx, struct takeoff *takeoff, unsigned i) {
    struct transfer *t = takeoff->flight->t;
    struct outbox_ruling *ruling = &t->rulings[i];
    struct store_outbox_end end = {
        .id = t->posts[i].id, .due_at = ruling->due_at, .now = t->now, .detail = ruling->why};
    enum store_result result;

    switch (ruling->verdict) {
    case OUTBOX_SEND:
        result = store_outbox_begin(tx, end.id, t->posts[0].id);
        takeoff->begun += result == STORE_OK;
        break;
    case OUTBOX_LATER:
        end.state = STORE_OUTBOX_WAITING;
        if (end.due_at <= t->now)
            end.due_at = t->now + PAUSE_MS; /* or we should never be done */
        result = store_outbox_end(tx, &end);
        break;
    default:
        end.state = STORE_OUTBOX_DROPPED;
        result = store_outbox_end(tx, &end);
        takeoff->dropped += result == STORE_OK;
        break;
    }
    if (result == STORE_CONFLICT) { /* somebody else has ended it meanwhile */
        ruling->verdict = OUTBOX_DROP;
        result = STORE_OK;
    }
    return result;
}

static enum store_result run_takeoff(struct store_tx *tx, struct store_job *job) {
    struct takeoff *takeoff = (struct takeoff *)job;
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < takeoff->flight->t->count && result == STORE_OK; i++)
        result = rule(tx, takeoff, i);
    return result;
}

/* The rulings are written, and the message is on its way. False: the store failed. */
static bool take_off(struct sender *post, struct flight *flight) {
    struct takeoff takeoff = {.job = {.run = run_takeoff}, .flight = flight};
    bool ok = store_call(post->app->store, &takeoff.job) == STORE_OK;

    if (ok)
        count(post, flight->t, COUNT_DROPPED, takeoff.dropped);
    if (!ok || takeoff.begun == 0) {
        flight_free(flight);
        return ok;
    }
    flight->next = post->flights;
    post->flights = flight;
    post->n_flights++;
    if (flight->ended)
        return true;
    flight->tried = true;
    if (flight->t->deliver != NULL) {
        flight->outcome.state = STORE_OUTBOX_WAITING;
        flight->t->deliver(flight->t, &flight->outcome);
        flight->ended = true;
    } else if (curl_multi_add_handle(post->multi, flight->t->call.easy) != CURLM_OK) {
        flight->outcome = (struct outbox_outcome){.state = STORE_OUTBOX_WAITING,
                                                  .detail = "the server is out of memory"};
        flight->ended = true;
    }
    return true;
}

/* ---- rounds ---- */

/* A row whose channel this program does not have. */
static bool known(const struct store_outbox_row *row) {
    return row->channel >= 0 && row->channel < OUTBOX_CHANNELS &&
           outbox_channels[row->channel] != NULL;
}

/* Whether a row's message may be sent off now, with at most PER_HOST messages to its host. */
static bool has_room(const struct sender *post, const struct store_outbox_row *row,
                     unsigned per_host) {
    struct traffic traffic = traffic_beside(post, row);

    return row->state == STORE_OUTBOX_WAITING && known(row) && !traffic.target &&
           traffic.channel < PER_CHANNEL_MAX && traffic.host < per_host;
}

/* Starts what is due and may start, first where nothing is on its way to the host; *started: how many.
 * False: the store failed. */
static bool start_page(struct sender *post, struct store_reader *reader, const struct page *page,
                       unsigned *started) {
    for (unsigned per_host = 1; per_host <= PER_HOST_MAX; per_host++)
        for (size_t i = 0; i < page->count; i++) {
            struct flight *flight;

            if (!has_room(post, &page->rows[i], per_host))
                continue;
            page->rows[i].state = STORE_OUTBOX_SENDING;
            flight = make(post, reader, &page->rows[i]);
            if (flight == NULL || !take_off(post, flight))
                return false;
            ++*started;
        }
    return true;
}

/* Reads what is due. */
static bool look(struct sender *post, struct store_reader *reader, int64_t now, struct page *page) {
    int64_t begun = request_now(), ended;
    bool ok = store_outbox_due(reader, now, PAGE_MAX, page_row, page) == STORE_OK;

    ended = request_now();
    post->rest_until = ended + LOOK_REST * (ended - begun);
    return ok;
}

static void start_due(struct sender *post, int64_t now) {
    struct store_reader *reader = store_reader_get(post->app->store);
    struct page page = {.rows = calloc(PAGE_MAX, sizeof *page.rows)};
    unsigned started = 0;
    bool ok = reader != NULL && page.rows != NULL && recover(post) &&
              look(post, reader, now, &page) && start_page(post, reader, &page, &started);

    free(page.rows);
    if (!ok)
        pause_all(post);
    if (!ok || started > 0)
        atomic_store(&post->look, true); /* there may be more */
}

/* ---- landing ---- */

static void take_out(struct sender *post, struct flight *flight) {
    struct flight **at = &post->flights;

    while (*at != flight)
        at = &(*at)->next;
    *at = flight->next;
    post->n_flights--;
}

/* What the channel said, made final by the schedule. */
static struct outbox_outcome finish(const struct flight *flight, int64_t now, int64_t *due_at) {
    struct outbox_outcome outcome = flight->outcome;
    int attempts = flight->t->posts[0].attempts + 1;

    *due_at = 0;
    if (outcome.state != STORE_OUTBOX_WAITING)
        return outcome;
    *due_at = outbox_next_attempt(flight->t->channel, attempts, now);
    if (*due_at == 0)
        outcome.state = STORE_OUTBOX_FAILED;
    else if (*due_at < outcome.not_before)
        *due_at = outcome.not_before;
    return outcome;
}

struct landing {
    struct store_job job;
    const struct flight *flight;
    struct outbox_outcome outcome;
    int64_t due_at;
    int64_t now;
};

static enum store_result run_landing(struct store_tx *tx, struct store_job *job) {
    const struct landing *landing = (const struct landing *)job;
    const struct transfer *t = landing->flight->t;
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < t->count && result == STORE_OK; i++) {
        if (t->rulings[i].verdict != OUTBOX_SEND)
            continue;
        result =
            store_outbox_end(tx, &(struct store_outbox_end){.id = t->posts[i].id,
                                                            .state = landing->outcome.state,
                                                            .due_at = landing->due_at,
                                                            .now = landing->now,
                                                            .status = landing->outcome.status,
                                                            .detail = landing->outcome.detail});
        if (result == STORE_CONFLICT) /* deleted meanwhile */
            result = STORE_OK;
    }
    if (result == STORE_OK && landing->flight->tried && t->channel->settle != NULL)
        result = t->channel->settle(tx, t, &landing->outcome);
    return result;
}

static void land(struct sender *post, struct flight *flight) {
    static const enum result_count counted[STORE_OUTBOX_STATES] = {
        [STORE_OUTBOX_WAITING] = COUNT_AGAIN,
        [STORE_OUTBOX_SENT] = COUNT_SENT,
        [STORE_OUTBOX_DROPPED] = COUNT_DROPPED,
        [STORE_OUTBOX_FAILED] = COUNT_FAILED,
    };
    struct landing landing = {.job = {.run = run_landing}, .flight = flight, .now = app_now()};

    landing.outcome = finish(flight, landing.now, &landing.due_at);
    assert(landing.outcome.state != STORE_OUTBOX_SENDING);
    if (store_call(post->app->store, &landing.job) != STORE_OK) {
        pause_all(post); /* it stays ended, and is written later */
        return;
    }
    count(post, flight->t, counted[landing.outcome.state], 1);
    take_out(post, flight);
    flight_free(flight);
    atomic_store(&post->look, true); /* its host has room again */
}

/* Judges a request that has ended; the channel may have another one to make. */
static void arrive(struct sender *post, CURL *easy, CURLcode code) {
    struct flight *flight = post->flights;

    while (flight->t->call.easy != easy)
        flight = flight->next;
    curl_multi_remove_handle(post->multi, easy);
    transfer_judge(flight->t, code, &flight->outcome);
    if (flight->outcome.more) {
        if (curl_multi_add_handle(post->multi, easy) == CURLM_OK)
            return;
        flight->outcome.state = STORE_OUTBOX_WAITING;
    }
    flight->ended = true;
}

static void land_ended(struct sender *post) {
    struct flight *next;

    for (struct flight *flight = post->flights; flight != NULL; flight = next) {
        next = flight->next;
        if (request_now() < post->pause_until)
            return;
        if (flight->ended)
            land(post, flight);
    }
}

static void move_on(struct sender *post) {
    CURLMsg *message;
    int running, left;

    curl_multi_perform(post->multi, &running);
    while ((message = curl_multi_info_read(post->multi, &left)) != NULL)
        if (message->msg == CURLMSG_DONE)
            arrive(post, message->easy_handle, message->data.result);
    land_ended(post);
}

/* ---- the thread ---- */

/* When to look again, if nothing happens before. */
static int64_t next_look(struct sender *post, int64_t now) {
    struct store_reader *reader = store_reader_get(post->app->store);
    int64_t next;

    if (reader == NULL || store_outbox_next(reader, now, &next) != STORE_OK || next > now + POLL_MS)
        return now + POLL_MS;
    return next;
}

/* For how long nothing is to be started. */
static int quiet_ms(const struct sender *post) {
    int64_t until = post->pause_until > post->rest_until ? post->pause_until : post->rest_until;
    int64_t quiet = until - request_now();

    return quiet > 0 ? (int)quiet : 0;
}

static void step(struct sender *post) {
    int64_t now = app_now();
    /* A clock that was set back would keep us from looking. */
    bool time = now >= post->look_at || post->look_at > now + POLL_MS;

    if (quiet_ms(post) == 0 && (atomic_exchange(&post->look, false) || time)) {
        start_due(post, now);
        post->look_at = next_look(post, now);
    }
    move_on(post);
}

static int idle_ms(struct sender *post) {
    int64_t idle = post->look_at - app_now();
    int quiet = quiet_ms(post);

    if (quiet > 0)
        return quiet;
    return atomic_load(&post->look) || idle < 0 ? 0 : (int)(idle < POLL_MS ? idle : POLL_MS);
}

static void *run_thread(void *context) {
    struct sender *post = context;

    while (!atomic_load(&post->stopping)) {
        step(post);
        curl_multi_poll(post->multi, NULL, 0, idle_ms(post), NULL);
    }
    return NULL;
}

/* What is on its way may arrive; what does not is sent again, by the next server. */
static void give_grace(struct sender *post) {
    int64_t until = request_now() + STOP_GRACE_MS;

    post->pause_until = 0;
    while (post->n_flights > 0 && request_now() < until) {
        move_on(post);
        if (post->n_flights > 0)
            curl_multi_poll(post->multi, NULL, 0, BUSY_POLL_MS, NULL);
    }
}

bool sender_run_due(struct sender *post, int64_t now) {
    assert(!post->started);
    post->pause_until = 0;
    do {
        atomic_store(&post->look, false);
        start_due(post, now);
        move_on(post);
        if (post->n_flights > 0)
            curl_multi_poll(post->multi, NULL, 0, BUSY_POLL_MS, NULL);
    } while ((post->n_flights > 0 || atomic_load(&post->look)) && post->pause_until == 0);
    return post->pause_until == 0;
}

/* ---- figures ---- */

static void collect(struct buffer *out, void *context) {
    struct sender *post = context;
    struct store_reader *reader = store_reader_get(post->app->store);
    struct store_outbox_counts figures = {0};

    if (reader != NULL)
        (void)store_outbox_counts(reader, &figures);
    metrics_head(out, "hexpost_outbox_waiting", "gauge", "Messages to be sent, now or later.");
    for (unsigned i = 0; i < OUTBOX_CHANNELS; i++)
        if (outbox_channels[i] != NULL)
            buffer_format(out, "hexpost_outbox_waiting{channel=\"%s\"} %" PRId64 "\n",
                          outbox_channels[i]->name, figures.waiting[i]);
    metrics_head(out, "hexpost_outbox_late_seconds", "gauge",
                 "By how much the oldest message that is due is late.");
    buffer_format(out, "hexpost_outbox_late_seconds %" PRId64 "\n", sender_late_s(post->app));
    metrics_head(out, "hexpost_posts_total", "counter", "Attempts to send, by how they ended.");
    for (unsigned i = 0; i < OUTBOX_CHANNELS; i++)
        for (unsigned j = 0; j < COUNTS && outbox_channels[i] != NULL; j++)
            buffer_format(out, "hexpost_posts_total{channel=\"%s\",result=\"%s\"} %llu\n",
                          outbox_channels[i]->name, count_names[j],
                          atomic_load(&post->counts[i][j]));
}

int64_t sender_late_s(struct app *app) {
    struct store_reader *reader = store_reader_get(app->store);
    struct store_outbox_counts figures;
    int64_t late;

    if (reader == NULL || store_outbox_counts(reader, &figures) != STORE_OK ||
        figures.oldest_due == 0)
        return 0;
    late = (app_now() - figures.oldest_due) / 1000;
    return late > 0 ? late : 0;
}

/* ---- life ---- */

static void told(void *context) {
    sender_wake(context);
}

static void read_settings(struct sender *post) {
    const struct config *config = post->app->config;
    size_t size;

    post->settings = (struct sender_settings){.timeout_s = DEFAULT_TIMEOUT_S};
    if (config == NULL)
        return;
    post->settings.timeout_s = config->hook_timeout;
    snprintf(post->settings.public_url, sizeof post->settings.public_url, "%s", config->public_url);
    size = strlen(post->settings.public_url);
    while (size > 0 && post->settings.public_url[size - 1] == '/')
        post->settings.public_url[--size] = '\0';
    (void)safe_allowed_read(config->hook_allow,
                            &post->settings.allowed); /* config_read has judged */
}

const struct sender_settings *sender_settings(const struct app *app) {
    static const struct sender_settings none = {.timeout_s = DEFAULT_TIMEOUT_S};

    return app->sender == NULL ? &none : &app->sender->settings;
}

struct sender *sender_new(struct app *app) {
    struct sender *post = calloc(1, sizeof *post);

    if (post == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        free(post);
        return NULL;
    }
    post->app = app;
    post->look = true;
    read_settings(post);
    post->multi = curl_multi_init();
    if (post->multi == NULL) {
        sender_free(post);
        return NULL;
    }
    if (app->metrics != NULL)
        metrics_collect(app->metrics, collect, post);
    return post;
}

bool sender_start(struct sender *post) {
    store_on_outbox(post->app->store, told, post);
    post->started = pthread_create(&post->thread, NULL, run_thread, post) == 0;
    if (!post->started)
        store_on_outbox(post->app->store, NULL, NULL);
    return post->started;
}

void sender_wake(struct sender *post) {
    if (post == NULL)
        return;
    if (!atomic_exchange(&post->look, true))
        curl_multi_wakeup(post->multi);
}

void sender_stop(struct sender *post) {
    if (post == NULL || !post->started)
        return;
    store_on_outbox(post->app->store, NULL, NULL);
    atomic_store(&post->stopping, true);
    curl_multi_wakeup(post->multi);
    pthread_join(post->thread, NULL);
    post->started = false;
    give_grace(post);
}

void sender_free(struct sender *post) {
    struct flight *next;

    if (post == NULL)
        return;
    for (struct flight *flight = post->flights; flight != NULL; flight = next) {
        next = flight->next;
        curl_multi_remove_handle(post->multi, flight->t->call.easy);
        flight_free(flight);
    }
    if (post->app->metrics != NULL)
        metrics_forget(post->app->metrics, post);
    curl_multi_cleanup(post->multi);
    curl_global_cleanup();
    free(post);
}

/* ---- forgetting ---- */

bool sender_prune(struct sender *post, int64_t now) {
    return prune(post->app->store, now - SENDER_KEPT_DAYS * INT64_C(86400000), store_outbox_prune);
}
