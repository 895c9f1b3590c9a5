/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/driver.h"
#include "db/outbox.h"

#include <assert.h>
#include <errno.h>
#include <time.h>

STATEMENT(rollback, "ROLLBACK");
STATEMENT(savepoint, "SAVEPOINT job");
STATEMENT(release, "RELEASE job");
STATEMENT(rollback_to, "ROLLBACK TO job");

enum { TRIES = 3 /* of a transaction whose failure can be gone the next time */ };

/* The jobs of one transaction and how each ended. */
struct batch {
    struct store_job *jobs[STORE_BATCH_MAX];
    enum store_result results[STORE_BATCH_MAX];
    size_t count;
};

struct store_reader *store_tx_reader(struct store_tx *tx) {
    return &tx->reader;
}

/* An error such as a full disk can have made the database give up the whole transaction. */
static bool transaction_lost(const struct store_reader *reader) {
    return !reader->driver->in_transaction(reader);
}

/* What the job says; where jobs are rehearsed, the second time. There is a savepoint then. */
static enum store_result call_job(struct store_tx *tx, struct store_job *job) {
    enum store_result first = job->run(tx, job), second;
    if (!tx->reader.store->rehearse)
        return first;
    if (transaction_lost(&tx->reader) || db_run(&tx->reader, &rollback_to) != STORE_OK)
        return first == STORE_OK ? STORE_ERROR : first;
    second = job->run(tx, job);
    assert(first == second || first > STORE_CONFLICT || second > STORE_CONFLICT);
    return second;
}

/* Runs one job. STORE_OK: the transaction goes on, whatever became of the job. */
static enum store_result run_job(struct store_tx *tx, struct store_job *job, bool alone,
                                 enum store_result *outcome) {
    struct store_reader *reader = &tx->reader;
    enum store_result result = STORE_OK;
    if (!alone) /* nobody to protect from the job otherwise */
        result = db_run(reader, &savepoint);
    if (result != STORE_OK)
        return result;
    *outcome = call_job(tx, job);
    if (transaction_lost(reader)) {
        if (reader->failure != STORE_OK)
            return reader->failure;
        return *outcome != STORE_OK ? *outcome : STORE_ERROR;
    }
    if (alone)
        return *outcome == STORE_OK ? STORE_OK : db_run(reader, &rollback);
    if (*outcome != STORE_OK)
        result = db_run(reader, &rollback_to);
    return result == STORE_OK ? db_run(reader, &release) : result;
}

/* *outcome: of a commit that was unsettled, where it was made after all. */
static enum store_result settle_commit(struct store *store, enum store_result *outcome) {
    enum store_result result = store->driver->settle(&store->tx.reader, outcome);
    if (result == STORE_OK)
        store->unsettled = false;
    return result;
}

/* All jobs in one transaction. */
static enum store_result run_jobs(struct store *store, struct batch *batch) {
    struct store_reader *reader = &store->tx.reader;
    reader->failure = STORE_OK;
    reader->again = false;
    if (!transaction_lost(reader)) /* the last one could not even be undone */
        (void)db_run(reader, &rollback);
    enum store_result result = reader->driver->begin_write(reader);
    if (result != STORE_OK)
        reader->again = false; /* its driver has tried twice */
    bool alone = batch->count == 1 && !store->rehearse;
    for (size_t i = 0; i < batch->count && result == STORE_OK; i++)
        result = run_job(&store->tx, batch->jobs[i], alone, &batch->results[i]);
    if (result == STORE_OK && !transaction_lost(reader))
        result = reader->driver->commit(reader, &store->unsettled);
    if (result != STORE_OK && !transaction_lost(reader))
        db_run(reader, &rollback);
    if (!store->unsettled || settle_commit(store, &result) == STORE_OK)
        return result;
    db_log(store, STORE_LOG_ERROR,
           "%s: a change could be neither flushed nor undone; nothing else is written until it can",
           store->path);
    return STORE_UNSETTLED;
}

static enum store_result run_batch(struct store *store, struct batch *batch) {
    enum store_result earlier, result = STORE_OK;
    if (store->unsettled)
        result = settle_commit(store, &earlier);
    if (result == STORE_OK)
        result = run_jobs(store, batch);
    for (int i = 1; i < TRIES && result != STORE_OK && store->tx.reader.again; i++)
        result = run_jobs(store, batch);
    /* A job that was refused can have been refused for what another one of them had written, and which
     * is gone now: so all of them hear of the failure. */
    for (size_t i = 0; i < batch->count && result != STORE_OK; i++)
        batch->results[i] = result;
    return result;
}

/* Waits for jobs, until then at most, and takes them; false: the store stops and none are left. */
static bool take_jobs(struct store *store, struct batch *batch, time_t wait_until) {
    bool idle = false;
    batch->count = 0;
    pthread_mutex_lock(&store->lock);
    while (store->head == NULL && !store->stopping && !idle) {
        struct timespec until = {.tv_sec = wait_until};
        idle = pthread_cond_timedwait(&store->wake, &store->lock, &until) == ETIMEDOUT;
    }
    while (store->head != NULL && batch->count < STORE_BATCH_MAX) {
        struct store_job *job = store->head;
        store->head = job->next;
        job->next = NULL;
        batch->results[batch->count] = STORE_ERROR; /* until it has run */
        batch->jobs[batch->count++] = job;
    }
    if (store->head == NULL)
        store->tail = NULL;
    store->queued -= batch->count;
    bool more = batch->count > 0 || !store->stopping;
    pthread_mutex_unlock(&store->lock);
    return more;
}

static void finish_jobs(struct store *store, struct batch *batch, enum store_result result) {
    pthread_mutex_lock(&store->lock);
    store->metrics.jobs += batch->count;
    store->metrics.batches++;
    store->metrics.failed_batches += result != STORE_OK;
    store->metrics.last_commit = result;
    store->metrics.wal_bytes = store->wal_bytes;
    pthread_mutex_unlock(&store->lock);
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->jobs[i]->done != NULL)
            batch->jobs[i]->done(batch->jobs[i], batch->results[i]);
    }
}

static void report_outbox_change(struct store *store) {
    pthread_mutex_lock(&store->told_lock);
    if (store->told != NULL)
        store->told(store->told_context);
    pthread_mutex_unlock(&store->told_lock);
}

void store_on_outbox(struct store *store, void (*told)(void *context), void *context) {
    pthread_mutex_lock(&store->told_lock);
    store->told = told;
    store->told_context = context;
    pthread_mutex_unlock(&store->told_lock);
}

static time_t monotonic_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static void write_batch(struct store *store, struct batch *batch) {
    store->outbox_changed = false;
    enum store_result result = run_batch(store, batch);
    finish_jobs(store, batch, result);
    if (store->outbox_changed && result == STORE_OK)
        report_outbox_change(store);
    store->driver->after_batch(store);
}

/* With nothing to write, looks from time to time whether what failed is well again. */
static void probe_idly(struct store *store) {
    enum store_result earlier, result = settle_commit(store, &earlier);
    pthread_mutex_lock(&store->lock);
    store->metrics.last_commit = result;
    pthread_mutex_unlock(&store->lock);
    if (result == STORE_OK)
        db_log(store, STORE_LOG_INFO, "%s: can be written again", store->path);
}

static void *writer_main(void *argument) {
    struct store *store = argument;
    struct batch batch;
    time_t optimize_at = monotonic_seconds() + OPTIMIZE_EVERY_S;
    /* Only this thread sets how the last commit went, and so can read it without the lock. */
    const enum store_result *last = &store->metrics.last_commit;
    while (take_jobs(store, &batch,
                     *last == STORE_OK ? optimize_at : monotonic_seconds() + PROBE_EVERY_S)) {
        if (batch.count > 0)
            write_batch(store, &batch);
        else if (*last != STORE_OK)
            probe_idly(store);
        if (monotonic_seconds() >= optimize_at) {
            store->driver->tidy(store, "optimising");
            optimize_at = monotonic_seconds() + OPTIMIZE_EVERY_S;
        }
    }
    return NULL;
}

enum store_result writer_start(struct store *store) {
    store->tx.reader.writing = true;
    if (pthread_create(&store->writer, NULL, writer_main, store) != 0) {
        db_log(store, STORE_LOG_ERROR, "cannot start the writer's thread");
        return STORE_ERROR;
    }
    store->writer_runs = true;
    return STORE_OK;
}

enum store_result store_submit(struct store *store, struct store_job *job) {
    assert(!store->read_only && job->run != NULL);
    enum store_result result = STORE_BUSY;
    pthread_mutex_lock(&store->lock);
    if (!store->stopping && store->queued < STORE_QUEUE_MAX) {
        job->next = NULL;
        if (store->tail != NULL)
            store->tail->next = job;
        else
            store->head = job;
        store->tail = job;
        store->queued++;
        pthread_cond_signal(&store->wake);
        result = STORE_OK;
    }
    pthread_mutex_unlock(&store->lock);
    return result;
}

void store_stop(struct store *store) {
    if (!store->writer_runs)
        return;
    pthread_mutex_lock(&store->lock);
    store->stopping = true;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->writer, NULL);
    store->writer_runs = false;
}

/* ------------------------------------------------------------------- submit and wait -- */

/* A job that stands for another one whose caller waits. */
struct call {
    struct store_job job;
    struct store_job *inner;
    pthread_mutex_t lock;
    pthread_cond_t answered;
    bool finished;
    enum store_result result;
};

static enum store_result call_run(struct store_tx *tx, struct store_job *job) {
    struct call *call = (struct call *)job;
    return call->inner->run(tx, call->inner);
}

static void call_done(struct store_job *job, enum store_result result) {
    struct call *call = (struct call *)job;
    if (call->inner->done != NULL)
        call->inner->done(call->inner, result);
    pthread_mutex_lock(&call->lock);
    call->result = result;
    call->finished = true;
    pthread_cond_signal(&call->answered);
    pthread_mutex_unlock(&call->lock);
}

enum store_result store_call(struct store *store, struct store_job *job) {
    assert(!pthread_equal(pthread_self(), store->writer));
    struct call call = {
        .job = {.run = call_run, .done = call_done},
        .inner = job,
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .answered = PTHREAD_COND_INITIALIZER,
    };
    enum store_result result = store_submit(store, &call.job);
    if (result == STORE_OK) {
        pthread_mutex_lock(&call.lock);
        while (!call.finished)
            pthread_cond_wait(&call.answered, &call.lock);
        pthread_mutex_unlock(&call.lock);
        result = call.result;
    }
    pthread_mutex_destroy(&call.lock);
    pthread_cond_destroy(&call.answered);
    return result;
}
