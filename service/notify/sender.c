/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/notify/sender.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/shares.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/app/several.h"
#include "service/base/log.h"
#include "service/base/worker.h"
#include "service/http/metrics.h"
#include "service/http/request.h"
#include "service/notify/transfer.h"

enum {
    PER_CHANNEL_MAX = 48, /* messages being sent per channel */
    PER_HOST_MAX = 2,     /* of these per host */
    PAGE_MAX = 512,       /* due rows read per round */
    POLL_MS = 60000,      /* between rounds without a wake */
    BUSY_POLL_MS = 100,   /* the same in a simulation, while messages are being sent */
    LOOK_REST = 4,   /* rest after reading, as a multiple of the time it took: long if very many
                      * rows are due */
    PAUSE_MS = 1000, /* after the store failed */
    STOP_GRACE_MS = 2500, /* for messages being sent when the server stops */
    DEFAULT_TIMEOUT_S = 15,
};

/* A message being sent. */
struct outbox_job {
    struct outbox_job *next;
    struct transfer *t;
    struct outbox_outcome outcome;
    int64_t fence; /* of its share when sending began */
    bool ended;    /* the outcome is known, but not written yet */
    bool tried;    /* a request was made */
};

enum result_count { COUNT_SENT, COUNT_AGAIN, COUNT_DROPPED, COUNT_FAILED, COUNTS };
static const char *const count_names[COUNTS] = {"sent", "again", "dropped", "failed"};

struct sender {
    struct app *app;
    struct sender_settings settings;
    CURLM *multi;
    struct worker worker;
    atomic_bool woken; /* rows may be due */
    /* The rest is used by the sending thread only. */
    atomic_ullong gained; /* shares that may have messages left over from another process */
    int64_t pause_until;  /* in request_now() */
    int64_t round_at;     /* in app_now() */
    int64_t rest_until;   /* in request_now(): nothing is read earlier */
    struct outbox_job *jobs;
    unsigned n_jobs;
    atomic_ullong counts[OUTBOX_CHANNELS][COUNTS];
};

static void count_results(struct sender *sender, const struct transfer *t, enum result_count what,
                          unsigned n) {
    for (unsigned i = 0; i < OUTBOX_CHANNELS; i++)
        if (outbox_channels[i] == t->channel)
            atomic_fetch_add(&sender->counts[i][what], n);
}

static void pause_sender(struct sender *sender) {
    sender->pause_until = request_now() + PAUSE_MS;
}

/* ---- recovery after a kill ---- */

struct recovery {
    struct store_job write;
    uint64_t shares;
    unsigned count;
};

static enum store_result run_recover(struct store_tx *tx, struct store_job *write) {
    struct recovery *recovery = (struct recovery *)write;

    return store_outbox_recover(tx, recovery->shares, &recovery->count);
}

static bool recover_rows(struct sender *sender) {
    struct several *several = sender->app->several;
    uint64_t gained = atomic_exchange(&sender->gained, 0);

    for (unsigned i = 0; i < STORE_SHARES; i++) {
        struct recovery recovery = {.write = {.run = run_recover}, .shares = UINT64_C(1) << i};

        if (several == NULL || !store_is_shared(sender->app->store)) { /* all shares at once */
            recovery.shares = gained;
            i = STORE_SHARES - 1;
        }
        if ((gained & recovery.shares) == 0)
            continue;
        if (!several_claim(several, i, &recovery.write)) { /* only shares of this process */
            atomic_fetch_or(&sender->gained, recovery.shares);
            continue;
        }
        enum store_result result = store_call(sender->app->store, &recovery.write);

        if (result != STORE_OK && result != STORE_CONFLICT) {
            atomic_fetch_or(&sender->gained, gained);
            return false;
        }
        if (recovery.count > 0)
            log_line("info",
                     "%u messages were being sent when their server ended; sending them again",
                     recovery.count);
    }
    return true;
}

/* Binds JOB to the share of a message's target; false: the share is another process's now. */
static bool claim_target(const struct sender *sender, const struct store_outbox_row *row,
                         struct store_job *job) {
    if (job != NULL)
        job->key = STORE_KEY_TARGET(row->channel, row->target);
    return several_claim(sender->app->several, store_outbox_share(row->channel, row->target), job);
}

/* ---- preparing and sending ---- */

static void job_free(struct outbox_job *job) {
    if (job == NULL)
        return;
    transfer_free(job->t);
    free(job);
}

/* The messages being sent that compete with a due row. The lists are short. */
struct traffic {
    unsigned channel, host;
    bool target; /* which gets only one message at a time */
};

static struct traffic traffic_beside(const struct sender *sender,
                                     const struct store_outbox_row *row) {
    struct traffic traffic = {0};

    for (const struct outbox_job *job = sender->jobs; job != NULL; job = job->next) {
        const struct store_outbox_row *other = &job->t->rows[0];
        bool same = other->channel == row->channel;

        traffic.channel += same;
        traffic.target |= same && other->target == row->target;
        traffic.host +=
            !job->ended && (same || row->host[0] != '\0') && strcmp(other->host, row->host) == 0;
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

/* A message that cannot be composed counts as a failed attempt, so that it does not block those
 * after it. */
static void fail_prepare(struct outbox_job *job) {
    log_line("error", "cannot write message %s; will retry", job->t->rows[0].public_id);
    for (unsigned i = 0; i < job->t->count; i++)
        job->t->rulings[i] = (struct outbox_ruling){.verdict = OUTBOX_SEND};
    job->outcome = (struct outbox_outcome){.state = STORE_OUTBOX_WAITING,
                                           .detail = "the message could not be made"};
    job->ended = true;
}

/* Prepares a job for a due row; NULL: out of memory, or the store failed. */
static struct outbox_job *prepare_job(struct sender *sender, struct store_reader *reader,
                                      const struct store_outbox_row *row) {
    struct outbox_job *job = calloc(1, sizeof *job);

    if (job == NULL)
        return NULL;
    job->t = transfer_new(sender->app, reader, row, app_now());
    if (job->t == NULL) {
        free(job);
        return NULL;
    }
    if (job->t->channel->prepare(job->t, reader) != STORE_OK)
        fail_prepare(job);
    return job;
}

struct starting {
    struct store_job write;
    struct outbox_job *job;
    unsigned started_rows;
    unsigned dropped;
};

static enum store_result write_ruling(struct store_tx *tx, struct starting *starting, unsigned i) {
    struct transfer *t = starting->job->t;
    struct outbox_ruling *ruling = &t->rulings[i];
    struct store_outbox_end end = {
        .id = t->rows[i].id, .due_at = ruling->due_at, .now = t->now, .detail = ruling->why};
    enum store_result result;

    switch (ruling->verdict) {
    case OUTBOX_SEND:
        result = store_outbox_begin(tx, end.id, t->rows[0].id);
        starting->started_rows += result == STORE_OK;
        break;
    case OUTBOX_LATER:
        end.state = STORE_OUTBOX_WAITING;
        if (end.due_at <= t->now)
            end.due_at = t->now + PAUSE_MS; /* otherwise this would never end */
        result = store_outbox_end(tx, &end);
        break;
    default:
        end.state = STORE_OUTBOX_DROPPED;
        result = store_outbox_end(tx, &end);
        starting->dropped += result == STORE_OK;
        break;
    }
    if (result == STORE_CONFLICT) { /* it was ended by others meanwhile */
        ruling->verdict = OUTBOX_DROP;
        result = STORE_OK;
    }
    return result;
}

static enum store_result run_start(struct store_tx *tx, struct store_job *write) {
    struct starting *starting = (struct starting *)write;
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < starting->job->t->count && result == STORE_OK; i++)
        result = write_ruling(tx, starting, i);
    return result;
}

/* Writes the rulings and starts sending the message. False: the store failed. */
static bool start_job(struct sender *sender, struct outbox_job *job) {
    struct starting starting = {.write = {.run = run_start}, .job = job};
    enum store_result result = STORE_CONFLICT;
    bool ok;

    if (claim_target(sender, &job->t->rows[0], &starting.write)) {
        job->fence = starting.write.fence;
        result = store_call(sender->app->store, &starting.write);
    }
    if (result == STORE_CONFLICT) /* now another process's */
        starting.started_rows = starting.dropped = 0;
    ok = result == STORE_OK || result == STORE_CONFLICT;
    if (ok)
        count_results(sender, job->t, COUNT_DROPPED, starting.dropped);
    if (!ok || starting.started_rows == 0) {
        job_free(job);
        return ok;
    }
    job->next = sender->jobs;
    sender->jobs = job;
    sender->n_jobs++;
    if (job->ended)
        return true;
    job->tried = true;
    if (job->t->deliver != NULL) {
        job->outcome.state = STORE_OUTBOX_WAITING;
        job->t->deliver(job->t, &job->outcome);
        job->ended = true;
    } else if (curl_multi_add_handle(sender->multi, job->t->call.easy) != CURLM_OK) {
        job->outcome = (struct outbox_outcome){.state = STORE_OUTBOX_WAITING,
                                               .detail = "the server is out of memory"};
        job->ended = true;
    }
    return true;
}

/* ---- rounds ---- */

/* Whether this program has the row's channel. */
static bool has_channel(const struct store_outbox_row *row) {
    return row->channel >= 0 && row->channel < OUTBOX_CHANNELS &&
           outbox_channels[row->channel] != NULL;
}

/* Whether a row's message may be sent now, with at most PER_HOST messages to its host. */
static bool has_room(const struct sender *sender, const struct store_outbox_row *row,
                     unsigned per_host) {
    struct traffic traffic = traffic_beside(sender, row);

    return row->state == STORE_OUTBOX_WAITING && has_channel(row) && !traffic.target &&
           traffic.channel < PER_CHANNEL_MAX && traffic.host < per_host;
}

/* Starts due messages that may be sent, those to idle hosts first; *started: how many. False: the
 * store failed. */
static bool start_due_page(struct sender *sender, struct store_reader *reader,
                           const struct page *page, unsigned *started) {
    for (unsigned per_host = 1; per_host <= PER_HOST_MAX; per_host++)
        for (size_t i = 0; i < page->count; i++) {
            struct outbox_job *job;

            if (worker_stopping(&sender->worker))
                return true;
            if (!has_room(sender, &page->rows[i], per_host))
                continue;
            page->rows[i].state = STORE_OUTBOX_SENDING;
            job = prepare_job(sender, reader, &page->rows[i]);
            if (job == NULL || !start_job(sender, job))
                return false;
            ++*started;
        }
    return true;
}

/* Reads due rows. */
static bool read_due(struct sender *sender, struct store_reader *reader, int64_t now,
                     struct page *page) {
    int64_t started_rows = request_now(), ended;
    bool ok = store_outbox_due(reader, several_shares(sender->app->several), now, PAGE_MAX,
                               page_row, page) == STORE_OK;

    ended = request_now();
    sender->rest_until = ended + LOOK_REST * (ended - started_rows);
    return ok;
}

static void start_due(struct sender *sender, int64_t now) {
    struct store_reader *reader = store_reader_get(sender->app->store);
    struct page page = {.rows = calloc(PAGE_MAX, sizeof *page.rows)};
    unsigned started = 0;
    bool ok = reader != NULL && page.rows != NULL && recover_rows(sender) &&
              read_due(sender, reader, now, &page) &&
              start_due_page(sender, reader, &page, &started);

    free(page.rows);
    if (!ok)
        pause_sender(sender);
    if (!ok || started > 0)
        atomic_store(&sender->woken, true); /* there may be more due rows */
}

/* ---- finishing ---- */

static void remove_job(struct sender *sender, struct outbox_job *job) {
    struct outbox_job **at = &sender->jobs;

    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
    sender->n_jobs--;
}

/* The channel's outcome, made final by the schedule. */
static struct outbox_outcome final_outcome(const struct outbox_job *job, int64_t now,
                                           int64_t *due_at) {
    struct outbox_outcome outcome = job->outcome;
    int attempts = job->t->rows[0].attempts + 1;

    *due_at = 0;
    if (outcome.state != STORE_OUTBOX_WAITING)
        return outcome;
    *due_at = outbox_next_attempt(job->t->channel, attempts, now);
    if (*due_at == 0)
        outcome.state = STORE_OUTBOX_FAILED;
    else if (*due_at < outcome.not_before)
        *due_at = outcome.not_before;
    return outcome;
}

struct finishing {
    struct store_job write;
    const struct outbox_job *job;
    struct outbox_outcome outcome;
    int64_t due_at;
    int64_t now;
};

static enum store_result run_finish(struct store_tx *tx, struct store_job *write) {
    const struct finishing *finishing = (const struct finishing *)write;
    const struct transfer *t = finishing->job->t;
    enum store_result result = STORE_OK;

    for (unsigned i = 0; i < t->count && result == STORE_OK; i++) {
        if (t->rulings[i].verdict != OUTBOX_SEND)
            continue;
        result =
            store_outbox_end(tx, &(struct store_outbox_end){.id = t->rows[i].id,
                                                            .state = finishing->outcome.state,
                                                            .due_at = finishing->due_at,
                                                            .now = finishing->now,
                                                            .status = finishing->outcome.status,
                                                            .detail = finishing->outcome.detail});
        if (result == STORE_CONFLICT) /* deleted meanwhile */
            result = STORE_OK;
    }
    if (result == STORE_OK && finishing->job->tried && t->channel->finish != NULL)
        result = t->channel->finish(tx, t, &finishing->outcome);
    return result;
}

static void finish_job(struct sender *sender, struct outbox_job *job) {
    static const enum result_count counted[STORE_OUTBOX_STATES] = {
        [STORE_OUTBOX_WAITING] = COUNT_AGAIN,
        [STORE_OUTBOX_SENT] = COUNT_SENT,
        [STORE_OUTBOX_DROPPED] = COUNT_DROPPED,
        [STORE_OUTBOX_FAILED] = COUNT_FAILED,
    };
    struct finishing finishing = {.write = {.run = run_finish}, .job = job, .now = app_now()};
    const struct store_outbox_row *row = &job->t->rows[0];
    enum store_result result;

    finishing.write.key = STORE_KEY_TARGET(row->channel, row->target);
    finishing.write.share = (int)store_outbox_share(row->channel, row->target);
    finishing.write.fence = job->fence;
    finishing.outcome = final_outcome(job, finishing.now, &finishing.due_at);
    assert(finishing.outcome.state != STORE_OUTBOX_SENDING);
    result = store_call(sender->app->store, &finishing.write);
    if (result != STORE_OK && result != STORE_CONFLICT) {
        pause_sender(sender); /* its outcome is written later */
        return;
    }
    /* If the share is another process's by now, that one has sent the message again. */
    if (result == STORE_OK)
        count_results(sender, job->t, counted[finishing.outcome.state], 1);
    remove_job(sender, job);
    job_free(job);
    atomic_store(&sender->woken, true); /* its host is free again */
}

/* Handles a request that has ended; the channel may need another one. */
static void take_response(struct sender *sender, CURL *easy, CURLcode code) {
    struct outbox_job *job = sender->jobs;

    while (job->t->call.easy != easy)
        job = job->next;
    curl_multi_remove_handle(sender->multi, easy);
    transfer_judge(job->t, code, &job->outcome);
    if (job->outcome.more) {
        if (curl_multi_add_handle(sender->multi, easy) == CURLM_OK)
            return;
        job->outcome.state = STORE_OUTBOX_WAITING;
    }
    job->ended = true;
}

static void finish_ended(struct sender *sender) {
    struct outbox_job *next;

    for (struct outbox_job *job = sender->jobs; job != NULL; job = next) {
        next = job->next;
        if (request_now() < sender->pause_until)
            return;
        if (job->ended)
            finish_job(sender, job);
    }
}

static void drive_jobs(struct sender *sender) {
    CURLMsg *message;
    int running, left;

    curl_multi_perform(sender->multi, &running);
    while ((message = curl_multi_info_read(sender->multi, &left)) != NULL)
        if (message->msg == CURLMSG_DONE)
            take_response(sender, message->easy_handle, message->data.result);
    finish_ended(sender);
}

/* ---- the thread ---- */

/* The time of the next round, unless woken before. */
static int64_t next_round(struct sender *sender, int64_t now) {
    struct store_reader *reader = store_reader_get(sender->app->store);
    int64_t next;

    if (reader == NULL || store_outbox_next(reader, now, &next) != STORE_OK || next > now + POLL_MS)
        return now + POLL_MS;
    return next;
}

/* For how long nothing may be started. */
static int quiet_ms(const struct sender *sender) {
    int64_t until =
        sender->pause_until > sender->rest_until ? sender->pause_until : sender->rest_until;
    int64_t quiet = until - request_now();

    return quiet > 0 ? (int)quiet : 0;
}

static void run_round(struct sender *sender) {
    int64_t now = app_now();
    /* round_at may be far off after the clock was set back. */
    bool time = now >= sender->round_at || sender->round_at > now + POLL_MS;

    if (quiet_ms(sender) == 0 && (atomic_exchange(&sender->woken, false) || time)) {
        start_due(sender, now);
        sender->round_at = next_round(sender, now);
    }
    drive_jobs(sender);
}

static int idle_ms(struct sender *sender) {
    int64_t idle = sender->round_at - app_now();
    int quiet = quiet_ms(sender);

    if (quiet > 0)
        return quiet;
    return atomic_load(&sender->woken) || idle < 0 ? 0 : (int)(idle < POLL_MS ? idle : POLL_MS);
}

/* Gives messages being sent time to arrive; those that do not are sent again by the next server. */
static void give_grace(struct sender *sender) {
    int64_t until = request_now() + STOP_GRACE_MS;

    sender->pause_until = 0;
    while (sender->n_jobs > 0 && request_now() < until) {
        drive_jobs(sender);
        if (sender->n_jobs > 0)
            curl_multi_poll(sender->multi, NULL, 0, BUSY_POLL_MS, NULL);
    }
}

/* Waits in libcurl, where curl_multi_wakeup wakes it. */
static int64_t sender_step(void *context) {
    struct sender *sender = context;

    if (worker_stopping(&sender->worker)) {
        give_grace(sender);
        return WORKER_RESTS;
    }
    run_round(sender);
    curl_multi_poll(sender->multi, NULL, 0, idle_ms(sender), NULL);
    return 0;
}

bool sender_run_due(struct sender *sender, int64_t now) {
    assert(worker_running(&sender->worker) == 0);
    sender->pause_until = 0;
    do {
        atomic_store(&sender->woken, false);
        start_due(sender, now);
        drive_jobs(sender);
        if (sender->n_jobs > 0)
            curl_multi_poll(sender->multi, NULL, 0, BUSY_POLL_MS, NULL);
    } while ((sender->n_jobs > 0 || atomic_load(&sender->woken)) && sender->pause_until == 0);
    return sender->pause_until == 0;
}

/* ---- metrics ---- */

static void collect_outbox(struct buffer *out, void *context) {
    struct sender *sender = context;
    struct store_reader *reader = store_reader_get(sender->app->store);
    struct store_outbox_counts counts = {0};

    if (reader != NULL)
        (void)store_outbox_counts(reader, &counts);
    metrics_head(out, "hexpost_outbox_waiting", "gauge", "Messages to be sent, now or later.");
    for (unsigned i = 0; i < OUTBOX_CHANNELS; i++)
        if (outbox_channels[i] != NULL)
            buffer_format(out, "hexpost_outbox_waiting{channel=\"%s\"} %" PRId64 "\n",
                          outbox_channels[i]->name, counts.waiting[i]);
    metrics_head(out, "hexpost_outbox_late_seconds", "gauge",
                 "How late the oldest message is that is due.");
    buffer_format(out, "hexpost_outbox_late_seconds %" PRId64 "\n", sender_late_s(sender->app));
    metrics_head(out, "hexpost_posts_total", "counter", "Attempts to send, by how they ended.");
    for (unsigned i = 0; i < OUTBOX_CHANNELS; i++)
        for (unsigned j = 0; j < COUNTS && outbox_channels[i] != NULL; j++)
            buffer_format(out, "hexpost_posts_total{channel=\"%s\",result=\"%s\"} %llu\n",
                          outbox_channels[i]->name, count_names[j],
                          atomic_load(&sender->counts[i][j]));
}

int64_t sender_late_s(struct app *app) {
    struct store_reader *reader = store_reader_get(app->store);
    struct store_outbox_counts counts;
    int64_t late;

    if (reader == NULL || store_outbox_counts(reader, &counts) != STORE_OK ||
        counts.oldest_due == 0)
        return 0;
    late = (app_now() - counts.oldest_due) / 1000;
    return late > 0 ? late : 0;
}

/* ---- life ---- */

static void wake_sender(void *context) {
    sender_wake(context);
}

static void read_settings(struct sender *sender) {
    const struct config *config = sender->app->config;

    sender->settings = (struct sender_settings){.timeout_s = DEFAULT_TIMEOUT_S};
    if (config == NULL)
        return;
    sender->settings.timeout_s = config->hook_timeout;
    (void)safe_allowed_read(config->hook_allow,
                            &sender->settings.allowed); /* checked by config_read */
}

const struct sender_settings *sender_settings(const struct app *app) {
    static const struct sender_settings none = {.timeout_s = DEFAULT_TIMEOUT_S};

    return app->sender == NULL ? &none : &app->sender->settings;
}

struct sender *sender_new(struct app *app) {
    struct sender *sender = calloc(1, sizeof *sender);

    if (sender == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        free(sender);
        return NULL;
    }
    sender->app = app;
    sender->woken = true;
    sender->gained = STORE_ALL_SHARES;
    worker_init(&sender->worker, sender_step, sender);
    read_settings(sender);
    sender->multi = curl_multi_init();
    if (sender->multi == NULL) {
        sender_free(sender);
        return NULL;
    }
    if (app->metrics != NULL)
        metrics_collect(app->metrics, collect_outbox, sender);
    return sender;
}

bool sender_start(struct sender *sender) {
    store_on_outbox(sender->app->store, wake_sender, sender);
    if (worker_start(&sender->worker, 1))
        return true;
    store_on_outbox(sender->app->store, NULL, NULL);
    return false;
}

void sender_shares_gained(struct sender *sender, uint64_t shares) {
    if (sender == NULL)
        return;
    atomic_fetch_or(&sender->gained, shares);
    sender_wake(sender);
}

void sender_wake(struct sender *sender) {
    if (sender == NULL)
        return;
    if (!atomic_exchange(&sender->woken, true))
        curl_multi_wakeup(sender->multi);
}

void sender_begin_stop(struct sender *sender) {
    if (sender == NULL || worker_running(&sender->worker) == 0)
        return;
    store_on_outbox(sender->app->store, NULL, NULL);
    worker_begin_stop(&sender->worker);
    curl_multi_wakeup(sender->multi);
}

void sender_stop(struct sender *sender) {
    sender_begin_stop(sender);
    if (sender != NULL)
        worker_stop(&sender->worker);
}

void sender_free(struct sender *sender) {
    struct outbox_job *next;

    if (sender == NULL)
        return;
    for (struct outbox_job *job = sender->jobs; job != NULL; job = next) {
        next = job->next;
        http_call_hurry(&job->t->call);
        curl_multi_remove_handle(sender->multi, job->t->call.easy);
        job_free(job);
    }
    if (sender->app->metrics != NULL)
        metrics_forget(sender->app->metrics, sender);
    curl_multi_cleanup(sender->multi);
    curl_global_cleanup();
    worker_free(&sender->worker);
    free(sender);
}
