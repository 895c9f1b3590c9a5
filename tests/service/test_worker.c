/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Worker threads that sleep, are woken and stopped: no wake-up is lost, and the work of each is done before the end. */
#include "service/base/worker.h"

#include "tests/support/check_main.h"

enum { WAKES = 2000, THREADS = 3, WAIT_S = 20 };

static struct worker worker;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned steps, queued, done, seen_threads;
static bool go_on, rested;

static void init(int64_t (*step)(void *context)) {
    worker_init(&worker, step, &worker);
}

static void teardown(void) {
    worker_stop(&worker);
    worker_free(&worker);
}

static void note(unsigned *number) {
    pthread_mutex_lock(&lock);
    ++*number;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void await_number(const unsigned *number, unsigned least) {
    pthread_mutex_lock(&lock);
    while (*number < least)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

/* Takes one piece of work. */
static int64_t take_one(void *context) {
    bool taken;

    (void)context;
    pthread_mutex_lock(&lock);
    taken = queued > 0;
    queued -= taken;
    done += taken;
    seen_threads |= 1u << worker_thread();
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return taken ? 0 : WORKER_RESTS;
}

START_TEST(no_wake_is_lost) {
    init(take_one);
    ck_assert(worker_start(&worker, THREADS));
    for (unsigned i = 0; i < WAKES; i++) {
        note(&queued);
        worker_wake(&worker);
        if (i % 50 == 0)
            await_number(&done, i + 1);
    }
    await_number(&done, WAKES);
    ck_assert_uint_eq(done, WAKES);
}
END_TEST

START_TEST(what_is_queued_is_done_before_the_end) {
    init(take_one);
    queued = WAKES;
    ck_assert(worker_start(&worker, THREADS));
    worker_stop(&worker);
    ck_assert_uint_eq(done, WAKES);
    ck_assert_uint_eq(seen_threads & ~((1u << THREADS) - 1), 0);
    ck_assert_uint_eq(worker_running(&worker), 0);
    worker_stop(&worker); /* once more */
}
END_TEST

/* The first step is held until the test has woken the worker. */
static int64_t hold_first(void *context) {
    (void)context;
    note(&steps);
    pthread_mutex_lock(&lock);
    while (!go_on)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return WORKER_RESTS;
}

START_TEST(a_wake_during_a_step_counts_also_at_the_end) {
    init(hold_first);
    ck_assert(worker_start(&worker, 1));
    await_number(&steps, 1);
    worker_wake(&worker);
    worker_begin_stop(&worker);
    pthread_mutex_lock(&lock);
    go_on = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    worker_stop(&worker);
    ck_assert_uint_eq(steps, 2);
}
END_TEST

static int64_t rest_inside(void *context) {
    note(&steps);
    rested = worker_rest(context, INT64_C(1000) * WAIT_S * 100);
    return 0;
}

static int64_t until_stopped(void *context) {
    return worker_stopping(context) ? WORKER_RESTS : rest_inside(context);
}

START_TEST(an_end_ends_a_rest) {
    rested = true;
    init(until_stopped);
    ck_assert(worker_start(&worker, 1));
    await_number(&steps, 1);
    worker_wake(&worker); /* does not end it */
    worker_stop(&worker);
    ck_assert(!rested);
    ck_assert_uint_eq(steps, 1);
}
END_TEST

static int64_t soon_again(void *context) {
    (void)context;
    note(&steps);
    return 1;
}

static void *ask_until_none_runs(void *context) {
    while (worker_running(context) > 0)
        note(&steps);
    return NULL;
}

START_TEST(others_may_ask_whether_it_runs) {
    pthread_t other;

    init(take_one);
    ck_assert(worker_start(&worker, THREADS));
    ck_assert_uint_eq(worker_running(&worker), THREADS);
    ck_assert_int_eq(pthread_create(&other, NULL, ask_until_none_runs, &worker), 0);
    await_number(&steps, 1);
    worker_stop(&worker);
    ck_assert_int_eq(pthread_join(other, NULL), 0);
}
END_TEST

START_TEST(time_ends_a_rest) {
    init(soon_again);
    ck_assert(worker_start(&worker, 1));
    await_number(&steps, 3);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "worker",
        (const struct test_case[]){
            {"wakes", no_wake_is_lost, 0, WAIT_S, NULL, teardown},
            {"queue", what_is_queued_is_done_before_the_end, 0, WAIT_S, NULL, teardown},
            {"during", a_wake_during_a_step_counts_also_at_the_end, 0, WAIT_S, NULL, teardown},
            {"rest", an_end_ends_a_rest, 0, WAIT_S, NULL, teardown},
            {"ask", others_may_ask_whether_it_runs, 0, WAIT_S, NULL, teardown},
            {"time", time_ends_a_rest, 0, WAIT_S, NULL, teardown},
            {0},
        });
}

TEST_MAIN_APART(suite)
