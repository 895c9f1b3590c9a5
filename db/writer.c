/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/driver.h"
#include "db/outbox.h"
#include "db/recall.h"

#include <assert.h>
#include <errno.h>
#include <time.h>

STATEMENT(rollback, "ROLLBACK");
STATEMENT(savepoint, "SAVEPOINT job");
STATEMENT(release, "RELEASE job");
STATEMENT(rollback_to, "ROLLBACK TO job");

enum {
    TRIES = 3,       /* of a transaction whose failure may be temporary */
    GUARDED_FOR = 64 /* transactions after one that was undone because of a single job */
};

/* The jobs of one transaction and how each ended. */
struct batch {
    struct store_job *jobs[STORE_BATCH_MAX];
    enum store_result results[STORE_BATCH_MAX];
    size_t count;
    bool closed; /* takes no further jobs */
};

struct store_reader *store_tx_reader(struct store_tx *tx) {
    return &tx->reader;
}

/* An error such as a full disk may have made the database abort the whole transaction. */
static bool transaction_lost(const struct store_reader *reader) {
    return !reader->driver->in_transaction(reader);
}

/* The job's result; if jobs are rehearsed, that of the second run, after returning to the
 * savepoint. */
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

/* The number of rows that the connection has changed; 0 where the driver does not count them. */
static int64_t count_changes(const struct store_reader *reader) {
    return reader->driver->total_changes == NULL ? 0 : reader->driver->total_changes(reader);
}

/* The result that ends a transaction which a job has lost. */
static enum store_result lost_in_job(const struct store_reader *reader, enum store_result outcome) {
    if (reader->failure != STORE_OK)
        return reader->failure;
    return outcome != STORE_OK ? outcome : STORE_ERROR;
}

/* Runs one job without a savepoint, as two statements a job would cost more than most jobs. Nearly all jobs that are
 * refused have changed nothing. Where one has, and others share its transaction, all of it is undone, and its jobs
 * run again with a savepoint each (tx->undone). */
static enum store_result run_job_freely(struct store_tx *tx, struct store_job *job, bool alone,
                                        enum store_result *outcome) {
    struct store_reader *reader = &tx->reader;
    bool counts = reader->driver->total_changes != NULL;
    int64_t before = count_changes(reader);
    *outcome = call_job(tx, job);
    if (transaction_lost(reader))
        return lost_in_job(reader, *outcome);
    if (*outcome == STORE_OK || (counts && count_changes(reader) == before))
        return STORE_OK;
    tx->undone = !alone;
    return alone ? db_run(reader, &rollback) : *outcome;
}

/* Runs one job whose changes can be undone without those of others. */
static enum store_result run_job_guarded(struct store_tx *tx, struct store_job *job,
                                         enum store_result *outcome) {
    struct store_reader *reader = &tx->reader;
    enum store_result result = db_run(reader, &savepoint);
    if (result != STORE_OK)
        return result;
    *outcome = call_job(tx, job);
    if (transaction_lost(reader))
        return lost_in_job(reader, *outcome);
    if (*outcome != STORE_OK)
        result = db_run(reader, &rollback_to);
    return result == STORE_OK ? db_run(reader, &release) : result;
}

/* Runs the batch's job I. STORE_OK: the transaction goes on, even if the job failed. */
static enum store_result run_job(struct store_tx *tx, struct batch *batch, size_t i, bool guarded) {
    return guarded ? run_job_guarded(tx, batch->jobs[i], &batch->results[i])
                   : run_job_freely(tx, batch->jobs[i], batch->count == 1, &batch->results[i]);
}

/* *outcome: STORE_OK if an unsettled commit turns out to have succeeded. */
static enum store_result settle_commit(struct store_tx *tx, enum store_result *outcome) {
    enum store_result result = tx->reader.driver->settle(tx, outcome);
    if (result == STORE_OK)
        tx->unsettled = false;
    return result;
}

/* Whether another writer runs a job that this one may not run beside. Jobs of other processes are
 * waited for in the database (begin_write). */
static bool must_wait(const struct store *store, const struct store_job *job) {
    for (unsigned i = 0; i < store->driver->writers && store->driver->writers > 1; i++)
        if (store->writers[i].busy && store->writers[i].key == job->key)
            return true;
    return false;
}

/* Takes the first job that may run now from the queue; NULL: there is none. */
static struct store_job *take_next_job(struct store *store) {
    struct store_job *before = NULL, *job = store->head;
    while (job != NULL && must_wait(store, job)) {
        before = job;
        job = job->next;
    }
    if (job == NULL)
        return NULL;
    if (before == NULL)
        store->head = job->next;
    else
        before->next = job->next;
    if (store->tail == job)
        store->tail = before;
    job->next = NULL;
    store->queued--;
    return job;
}

static void put_job(struct batch *batch, struct store_job *job) {
    batch->results[batch->count] = STORE_ERROR; /* until it has run */
    batch->jobs[batch->count++] = job;
}

/* Adds further jobs to the batch's transaction. Under the lock. */
static void take_more_jobs(struct store *store, struct batch *batch) {
    struct store_job *job;
    while (store->driver->writers == 1 && !batch->closed && batch->count > 0 &&
           batch->count < STORE_BATCH_MAX && (job = take_next_job(store)) != NULL)
        put_job(batch, job);
}

/* Runs all jobs in one transaction, and those that arrive meanwhile: the flush at its end takes
 * longest, and serves them all. */
static enum store_result run_jobs(struct store_tx *tx, struct batch *batch) {
    struct store_reader *reader = &tx->reader;
    struct store *store = reader->store;
    reader->failure = STORE_OK;
    reader->again = tx->outbox_changed = tx->everything = false;
    tx->announced = 0;
    tx->undone = reader->changes_recalled = false;
    if (!transaction_lost(reader)) /* the former one could not be rolled back */
        (void)db_run(reader, &rollback);
    enum store_result result = reader->driver->begin_write(tx);
    if (result == STORE_UNAVAILABLE)
        reader->again = false; /* the driver has tried twice already */
    /* A job that begins alone has no others to be undone with. */
    bool alone = batch->count == 1 && !store->rehearse;
    bool guarded = store->rehearse || tx->guarded > 0;
    for (size_t i = 0; i < batch->count && result == STORE_OK; i++) {
        result = run_job(tx, batch, i, guarded && !(alone && i == 0));
        if (i + 1 == batch->count && result == STORE_OK && !transaction_lost(reader)) {
            pthread_mutex_lock(&store->lock);
            take_more_jobs(store, batch);
            pthread_mutex_unlock(&store->lock);
        }
    }
    if (result == STORE_OK && tx->outbox_changed)
        store_announce(tx, STORE_TOPIC_OUTBOX);
    recall_begin_change(tx);
    if (result == STORE_OK && !transaction_lost(reader))
        result = reader->driver->commit(tx);
    if (result != STORE_OK && !transaction_lost(reader))
        db_run(reader, &rollback);
    if (!tx->unsettled || settle_commit(tx, &result) == STORE_OK) {
        recall_end_change(tx);
        return result;
    }
    db_log(store, STORE_LOG_ERROR,
           "%s: could neither flush nor undo a change; writing nothing else until it can",
           store->path);
    return STORE_UNSETTLED;
}

/* One of the jobs met damage in the middle of a change, which lost the whole transaction. Now each job gets
 * a transaction of its own, so that damage in one place does not block changes elsewhere. */
static enum store_result run_each_alone(struct store_tx *tx, struct batch *batch) {
    enum store_result result = STORE_OK;
    bool outbox_changed = false;
    for (size_t i = 0; i < batch->count; i++) {
        struct batch one = {.jobs = {batch->jobs[i]}, .count = 1, .closed = true};
        enum store_result made = tx->unsettled ? STORE_UNSETTLED : run_jobs(tx, &one);
        batch->results[i] = made == STORE_OK ? one.results[0] : made;
        outbox_changed |= made == STORE_OK && tx->outbox_changed;
        if (made != STORE_OK && made != STORE_CORRUPT)
            result = made;
    }
    tx->outbox_changed = outbox_changed;
    return result;
}

/* Runs all jobs, and again with a savepoint each if one of them has to be undone without the others. Its kind may come
 * again soon, so the next transactions have savepoints too: the others' work is done twice seldom, whatever is asked. */
static enum store_result run_jobs_apart(struct store_tx *tx, struct batch *batch) {
    tx->guarded -= tx->guarded > 0;
    enum store_result result = run_jobs(tx, batch);
    if (!tx->undone)
        return result;
    tx->guarded = GUARDED_FOR;
    return run_jobs(tx, batch);
}

static enum store_result run_batch(struct store_tx *tx, struct batch *batch) {
    enum store_result earlier, result = STORE_OK;
    if (tx->unsettled)
        result = settle_commit(tx, &earlier);
    if (result == STORE_OK)
        result = run_jobs_apart(tx, batch);
    for (int i = 1; i < TRIES && result != STORE_OK && tx->reader.again; i++)
        result = run_jobs_apart(tx, batch);
    if (result == STORE_CORRUPT && batch->count > 1)
        return run_each_alone(tx, batch);
    /* A refused job may have been refused because of what another one had written, which is now
     * undone: so all of them get the failure. */
    for (size_t i = 0; i < batch->count && result != STORE_OK; i++)
        batch->results[i] = result;
    return result;
}

/* Waits for jobs, at most until WAIT_UNTIL, and takes them; false: the store stops and none are
 * left. */
static bool take_jobs(struct store_tx *tx, struct batch *batch, time_t wait_until) {
    struct store *store = tx->reader.store;
    bool idle = false;
    struct store_job *job;
    batch->count = 0;
    batch->closed = false;
    pthread_mutex_lock(&store->lock);
    while ((job = take_next_job(store)) == NULL && !idle &&
           (store->head != NULL || !store->stopping)) {
        struct timespec until = {.tv_sec = wait_until};
        idle = pthread_cond_timedwait(&store->wake, &store->lock, &until) == ETIMEDOUT;
    }
    if (job != NULL) {
        store->free_writers--;
        put_job(batch, job);
        tx->key = job->key;
        tx->share = job->share;
        tx->fence = job->fence;
    }
    take_more_jobs(store, batch);
    tx->busy = batch->count > 0;
    bool more = tx->busy || store->head != NULL || !store->stopping;
    pthread_mutex_unlock(&store->lock);
    return more;
}

static void finish_jobs(struct store_tx *tx, struct batch *batch, enum store_result result) {
    struct store *store = tx->reader.store;
    pthread_mutex_lock(&store->lock);
    store->metrics.jobs += batch->count;
    store->metrics.batches++;
    store->metrics.failed_batches += result != STORE_OK;
    store->metrics.last_commit = result;
    store->metrics.wal_bytes = store->wal_bytes;
    store->free_writers++; /* before done() can make a caller submit the next one */
    pthread_mutex_unlock(&store->lock);
    for (size_t i = 0; i < batch->count; i++) {
        if (batch->jobs[i]->done != NULL)
            batch->jobs[i]->done(batch->jobs[i], batch->results[i]);
    }
    if (store->driver->writers == 1)
        return;
    pthread_mutex_lock(&store->lock);
    tx->busy = false;
    if (store->head != NULL || store->stopping)
        pthread_cond_broadcast(&store->wake); /* for jobs that wait for the key */
    pthread_mutex_unlock(&store->lock);
}

void store_announce(struct store_tx *tx, int64_t topic) {
    for (unsigned i = 0; i < tx->announced; i++)
        if (tx->topics[i] == topic)
            return;
    if (tx->announced < TOPICS_MAX)
        tx->topics[tx->announced++] = topic;
    else
        tx->everything = true;
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

static void write_batch(struct store_tx *tx, struct batch *batch) {
    struct store *store = tx->reader.store;
    enum store_result result = run_batch(tx, batch);
    /* A refused transaction is no failure of the store, and after one that met damage other changes are
     * still possible. */
    finish_jobs(tx, batch, result == STORE_CONFLICT || result == STORE_CORRUPT ? STORE_OK : result);
    if (tx->outbox_changed && result == STORE_OK)
        report_outbox_change(store);
    store->driver->after_batch(store);
}

static enum store_result last_commit(struct store *store) {
    pthread_mutex_lock(&store->lock);
    enum store_result last = store->metrics.last_commit;
    pthread_mutex_unlock(&store->lock);
    return last;
}

/* With nothing to write, checks from time to time whether writing works again. */
static void probe_idly(struct store_tx *tx) {
    struct store *store = tx->reader.store;
    enum store_result earlier, result = settle_commit(tx, &earlier);
    pthread_mutex_lock(&store->lock);
    store->metrics.last_commit = result;
    pthread_mutex_unlock(&store->lock);
    if (result == STORE_OK)
        db_log(store, STORE_LOG_INFO, "%s: writing again", store->path);
}

/* The store that this thread is a writer of: it cannot wait for itself. */
static _Thread_local const struct store *written_by_me;

static void *writer_main(void *argument) {
    struct store_tx *tx = argument;
    struct store *store = tx->reader.store;
    struct batch batch;
    bool first = tx == &store->writers[0];
    time_t optimize_at = monotonic_seconds() + OPTIMIZE_EVERY_S;
    written_by_me = store;
    for (;;) {
        bool well = last_commit(store) == STORE_OK;
        if (!take_jobs(tx, &batch,
                       well || !first ? optimize_at : monotonic_seconds() + PROBE_EVERY_S))
            break;
        if (batch.count > 0)
            write_batch(tx, &batch);
        else if (first && !well)
            probe_idly(tx);
        if (monotonic_seconds() >= optimize_at) {
            if (first)
                store->driver->tidy(store, "optimising");
            optimize_at = monotonic_seconds() + OPTIMIZE_EVERY_S;
        }
    }
    return NULL;
}

/* Starts the next writer, if the driver has one more. Under the lock. */
static void start_writer(struct store *store) {
    unsigned next = 0;
    while (next < store->driver->writers && store->writers[next].runs)
        next++;
    if (next == store->driver->writers)
        return;
    struct store_tx *tx = &store->writers[next];
    tx->reader.writing = true;
    tx->runs = pthread_create(&tx->thread, NULL, writer_main, tx) == 0;
    store->free_writers += tx->runs;
}

enum store_result writer_start(struct store *store) {
    pthread_mutex_lock(&store->lock);
    start_writer(store);
    bool runs = store->writers[0].runs;
    pthread_mutex_unlock(&store->lock);
    if (runs)
        return STORE_OK;
    db_log(store, STORE_LOG_ERROR, "cannot start the writer's thread");
    return STORE_ERROR;
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
        if (store->queued > store->free_writers) /* one that cannot start leaves it to the others */
            start_writer(store);
        result = STORE_OK;
    }
    pthread_mutex_unlock(&store->lock);
    if (result == STORE_OK) /* without the lock, which the writer needs first of all */
        pthread_cond_signal(&store->wake);
    return result;
}

void store_stop(struct store *store) {
    pthread_mutex_lock(&store->lock);
    store->stopping = true;
    pthread_cond_broadcast(&store->wake);
    pthread_mutex_unlock(&store->lock);
    for (unsigned i = 0; i < WRITERS_MAX; i++) {
        struct store_tx *tx = &store->writers[i];
        if (tx->runs)
            pthread_join(tx->thread, NULL);
        tx->runs = false;
    }
}

/* ------------------------------------------------------------------- submit and wait -- */

/* A job that wraps another one whose caller waits. */
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
    assert(written_by_me != store);
    struct call call = {
        .job = {.run = call_run,
                .done = call_done,
                .key = job->key,
                .share = job->share,
                .fence = job->fence},
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
