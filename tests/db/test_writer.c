/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/events.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"
#include "tests/support/postgres.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char path[] = "writer.db";
static struct store *store;
static int64_t game;

/* A gate at which the writer's thread waits, so that jobs queue up behind it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool gate_reached, gate_open, gate_fails;
static int answered;

static void setup(void) {
    remove_store(path);
    store = open_store(path);
    game = make_game(store, make_account(store, "Ann"), "g1");
    gate_reached = gate_open = gate_fails = false;
    answered = 0;
}

static void teardown(void) {
    store_close(store);
}

static enum store_result wait_at_gate(struct store_tx *tx, struct store_job *job) {
    (void)job;
    if (gate_fails)
        append_in(tx, game, 1, 3);
    pthread_mutex_lock(&lock);
    gate_reached = true;
    pthread_cond_broadcast(&changed);
    while (!gate_open)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return gate_fails ? STORE_NONE : STORE_OK;
}

static void close_gate(struct store_job *gate) {
    *gate = (struct store_job){.run = wait_at_gate};
    ck_assert_int_eq(store_submit(store, gate), STORE_OK);
    pthread_mutex_lock(&lock);
    while (!gate_reached)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void open_gate(void) {
    pthread_mutex_lock(&lock);
    gate_open = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

struct write {
    struct store_job job;
    uint32_t first, count;
    enum store_result verdict; /* the result of run after writing */
    enum store_result result;
    int order;     /* the position of its done() call */
    uint32_t seen; /* events visible to another connection when done() was called */
};

static enum store_result run_write(struct store_tx *tx, struct store_job *job) {
    struct write *write = (struct write *)job;
    enum store_result result = append_in(tx, game, write->first, write->count);
    return result == STORE_OK ? write->verdict : result;
}

static void done_write(struct store_job *job, enum store_result result) {
    struct write *write = (struct write *)job;
    write->result = result;
    store_events_last(store_reader_get(store), game, &write->seen, NULL);
    pthread_mutex_lock(&lock);
    write->order = answered++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void wait_for(int count) {
    pthread_mutex_lock(&lock);
    while (answered < count)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static struct write writing(uint32_t first, uint32_t count, enum store_result verdict) {
    return (struct write){.job = {.run = run_write, .done = done_write},
                          .first = first,
                          .count = count,
                          .verdict = verdict,
                          .result = 99};
}

/* The gate's job has been running since before the others came: they share its transaction. */
START_TEST(jobs_that_queue_up_share_one_transaction) {
    struct store_job gate;
    struct store_metrics before, after;
    close_gate(&gate);
    store_metrics(store, &before);
    struct write writes[] = {
        writing(1, 3, STORE_OK),
        writing(4, 2, STORE_NONE),     /* writes, then fails: its own changes are undone */
        writing(4, 2, STORE_OK),       /* so these are the ones that count */
        writing(4, 1, STORE_OK),       /* too late: a conflict */
        writing(6, 1, STORE_CONFLICT), /* the last one fails */
    };
    enum { WRITES = sizeof writes / sizeof writes[0] };
    for (int i = 0; i < WRITES; i++)
        ck_assert_int_eq(store_submit(store, &writes[i].job), STORE_OK);
    store_metrics(store, &after);
    ck_assert_uint_eq(after.queued, WRITES);
    open_gate();
    wait_for(WRITES);
    static const enum store_result wanted[] = {STORE_OK, STORE_NONE, STORE_OK, STORE_CONFLICT,
                                               STORE_CONFLICT};
    for (int i = 0; i < WRITES; i++) {
        ck_assert_int_eq(writes[i].result, wanted[i]);
        ck_assert_int_eq(writes[i].order, i);
        /* When the first one is notified, the whole batch is visible to everyone; on PostgreSQL each has a transaction
         * of its own. */
        ck_assert_uint_eq(writes[i].seen, on_postgresql() && i < 2 ? 3 : 5);
    }
    ck_assert_uint_eq(check_log(store_reader_get(store), game), 5);
    store_metrics(store, &after);
    ck_assert_uint_eq(after.batches, before.batches + 1 + (on_postgresql() ? WRITES : 0));
    ck_assert_uint_eq(after.jobs, before.jobs + 1 + WRITES);
    ck_assert_uint_eq(after.failed_batches, 0);
    ck_assert_uint_eq(after.queued, 0);
}
END_TEST

START_TEST(a_job_alone_that_fails_leaves_nothing) {
    struct write alone = writing(1, 3, STORE_NONE);
    ck_assert_int_eq(store_call(store, &alone.job), STORE_NONE);
    ck_assert_int_eq(alone.result, STORE_NONE);
    ck_assert_uint_eq(check_log(store_reader_get(store), game), 0);
    ck_assert_int_eq(append(store, game, 1, 1), STORE_OK);
}
END_TEST

/* Jobs that arrived while it ran do not join its transaction, which is rolled back. */
START_TEST(a_job_that_fails_takes_nobody_with_it) {
    struct store_job gate;
    struct write late[] = {writing(1, 1, STORE_OK), writing(2, 1, STORE_OK)};
    gate_fails = true;
    close_gate(&gate);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(store_submit(store, &late[i].job), STORE_OK);
    open_gate();
    wait_for(2);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(late[i].result, STORE_OK);
    ck_assert_uint_eq(check_log(store_reader_get(store), game), 2);
}
END_TEST

struct counted {
    struct store_job job;
    int runs;
    uint32_t seq;              /* of the event that it writes; 0: none */
    enum store_result verdict; /* what it returns then */
};

static enum store_result run_apart(struct store_tx *tx, struct store_job *job) {
    struct counted *counted = (struct counted *)job;
    counted->runs++;
    enum store_result result = counted->seq == 0 ? STORE_OK : append_in(tx, game, counted->seq, 1);
    return result == STORE_OK ? counted->verdict : result;
}

static void done_apart(struct store_job *job, enum store_result result) {
    (void)job;
    (void)result;
    pthread_mutex_lock(&lock);
    answered++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void call_behind_gate(struct counted jobs[], int count) {
    struct store_job gate;
    gate_reached = gate_open = false;
    answered = 0;
    close_gate(&gate);
    for (int i = 0; i < count; i++) {
        jobs[i].job.run = run_apart;
        jobs[i].job.done = done_apart;
        ck_assert_int_eq(store_submit(store, &jobs[i].job), STORE_OK);
    }
    open_gate();
    wait_for(count);
}

/* Jobs share a transaction without savepoints, until one of them has to be undone alone. */
START_TEST(jobs_run_again_only_behind_one_that_wrote_and_failed) {
    struct counted refused[] = {{.seq = 1}, {.verdict = STORE_NONE}, {.seq = 2}};
    struct counted undone[] = {{.seq = 3}, {.seq = 4, .verdict = STORE_NONE}, {.seq = 4}};
    struct counted after[] = {{.seq = 5}, {.seq = 6, .verdict = STORE_NONE}, {.seq = 6}};
    call_behind_gate(refused, 3);
    call_behind_gate(undone, 3);
    call_behind_gate(after, 3);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(refused[i].runs, 1);
        ck_assert_int_eq(undone[i].runs, i == 2 || on_postgresql() ? 1 : 2);
        ck_assert_int_eq(after[i].runs, 1);
    }
    ck_assert_uint_eq(check_log(store_reader_get(store), game), 6);
}
END_TEST

static enum store_result run_counted(struct store_tx *tx, struct store_job *job) {
    ((struct counted *)job)->runs++;
    return append_in(tx, game, 1, 3);
}

START_TEST(a_rehearsed_job_runs_twice_and_writes_once) {
    struct counted counted = {.job = {.run = run_counted}};
    struct store_options options = test_options(path);
    options.rehearse = true;
    store_close(store);
    ck_assert_int_eq(store_open(&store, &options), STORE_OK);
    ck_assert_int_eq(store_call(store, &counted.job), STORE_OK);
    ck_assert_int_eq(counted.runs, 2);
    ck_assert_uint_eq(check_log(store_reader_get(store), game), 3);
    ck_assert_int_eq(store_call(store, &counted.job), STORE_CONFLICT);
    ck_assert_uint_eq(check_log(store_reader_get(store), game), 3);
}
END_TEST

START_TEST(a_full_queue_says_so_at_once) {
    static struct write writes[STORE_QUEUE_MAX + 1];
    struct store_job gate;
    close_gate(&gate);
    for (uint32_t i = 0; i < STORE_QUEUE_MAX; i++) {
        writes[i] = writing(i + 1, 1, STORE_OK);
        ck_assert_int_eq(store_submit(store, &writes[i].job), STORE_OK);
    }
    writes[STORE_QUEUE_MAX] = writing(STORE_QUEUE_MAX + 1, 1, STORE_OK);
    ck_assert_int_eq(store_submit(store, &writes[STORE_QUEUE_MAX].job), STORE_BUSY);
    open_gate();
    wait_for(STORE_QUEUE_MAX);
    for (int i = 0; i < STORE_QUEUE_MAX; i++)
        ck_assert_int_eq(writes[i].result, STORE_OK);
    ck_assert_uint_eq(check_log(store_reader_get(store), game), STORE_QUEUE_MAX);
    struct store_metrics metrics;
    store_metrics(store, &metrics);
    ck_assert_uint_ge(metrics.batches, STORE_QUEUE_MAX / STORE_BATCH_MAX);
}
END_TEST

START_TEST(stopping_finishes_what_is_queued) {
    struct store_job gate;
    close_gate(&gate);
    struct write first = writing(1, 1, STORE_OK), late = writing(2, 1, STORE_OK);
    ck_assert_int_eq(store_submit(store, &first.job), STORE_OK);
    open_gate();
    store_stop(store);
    ck_assert_int_eq(first.result, STORE_OK);
    ck_assert_int_eq(store_submit(store, &late.job), STORE_BUSY);
    ck_assert_uint_eq(check_log(store_reader_get(store), game), 1);
}
END_TEST

enum { THREADS = 8, ROUNDS = 200 };

struct player {
    pthread_t thread;
    int64_t game;
    uint32_t wrong;
};

static void *play(void *context) {
    struct player *player = context;
    for (uint32_t seq = 1; seq <= ROUNDS; seq++) {
        if (append(store, player->game, seq, 1) != STORE_OK)
            player->wrong++;
        uint32_t last = 0;
        if (store_events_last(store_reader_get(store), player->game, &last, NULL) != STORE_OK ||
            last != seq)
            player->wrong++;
    }
    return NULL;
}

START_TEST(many_threads_write_and_read_what_they_wrote) {
    struct player players[THREADS];
    for (int i = 0; i < THREADS; i++) {
        char name[16];
        snprintf(name, sizeof name, "t%d", i);
        players[i] = (struct player){.game = make_game(store, 1, name)};
        ck_assert_int_eq(pthread_create(&players[i].thread, NULL, play, &players[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(players[i].thread, NULL);
        ck_assert_uint_eq(players[i].wrong, 0);
        ck_assert_uint_eq(check_log(store_reader_get(store), players[i].game), ROUNDS);
    }
}
END_TEST

static int64_t size_of(const char *name) {
    struct stat info;
    return stat(name, &info) == 0 ? info.st_size : 0;
}

/* 1,600 commits go through the log, which must be folded back in between. */
START_TEST(the_write_ahead_log_is_kept_short) {
    uint32_t seq = 1;
    for (int i = 0; i < 400; i++) {
        struct store_metrics metrics;
        for (int k = 0; k < 4; k++, seq += 50)
            ck_assert_int_eq(append(store, game, seq, 50), STORE_OK);
        store_metrics(store, &metrics);
        ck_assert_int_lt(metrics.wal_bytes, 16 << 20);
    }
    ck_assert_int_lt(size_of("writer.db-wal"), 16 << 20);
    store_close(store);
    ck_assert_int_eq(size_of("writer.db-wal"), 0); /* folded back on closing */
    store = open_store(path);
    ck_assert_uint_eq(check_log(store_reader_get(store), game), seq - 1);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "writer",
        (const struct test_case[]){
            {.name = "group commit",
             jobs_that_queue_up_share_one_transaction,
             .setup = setup,
             .teardown = teardown},
            {.name = "alone",
             a_job_alone_that_fails_leaves_nothing,
             .setup = setup,
             .teardown = teardown},
            {.name = "failure",
             a_job_that_fails_takes_nobody_with_it,
             .setup = setup,
             .teardown = teardown},
            {.name = "undone",
             jobs_run_again_only_behind_one_that_wrote_and_failed,
             .setup = setup,
             .teardown = teardown},
            {.name = "rehearsal",
             a_rehearsed_job_runs_twice_and_writes_once,
             .setup = setup,
             .teardown = teardown},
            {.name = "queue", a_full_queue_says_so_at_once, .setup = setup, .teardown = teardown},
            {.name = "stop",
             stopping_finishes_what_is_queued,
             .setup = setup,
             .teardown = teardown},
            {.name = "threads",
             many_threads_write_and_read_what_they_wrote,
             .setup = setup,
             .teardown = teardown},
            {.name = "wal (SQLite)",
             the_write_ahead_log_is_kept_short,
             .setup = setup,
             .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
