/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/events.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * A process writes from several threads and reports acknowledged changes through a pipe. It is killed at random, again
 * and again on the same file; nothing it has reported may ever be missing.
 */

static const char path[] = "crash.db";

enum { THREADS = 6, KILLS = 8, ACKS_BEFORE_KILL = 400 };

struct ack {
    int32_t thread;
    uint32_t seq;
};

struct hand {
    pthread_t thread;
    struct store *store;
    int64_t game;
    int32_t number;
    int pipe;
};

static void *write_on(void *context) {
    struct hand *hand = context;
    uint32_t seq = 0;
    if (store_events_last(store_reader_get(hand->store), hand->game, &seq, NULL) != STORE_OK)
        _exit(2);
    for (;;) {
        struct ack ack = {hand->number, ++seq};
        if (append(hand->store, hand->game, seq, 1) != STORE_OK)
            _exit(3);
        if (write(hand->pipe, &ack, sizeof ack) != sizeof ack)
            _exit(4);
    }
    return NULL;
}

static _Noreturn void child(const int64_t games[THREADS], int pipe) {
    struct hand hands[THREADS];
    struct store *store = open_store(path);
    for (int i = 0; i < THREADS; i++) {
        hands[i] = (struct hand){.store = store, .number = i, .game = games[i], .pipe = pipe};
        if (pthread_create(&hands[i].thread, NULL, write_on, &hands[i]) != 0)
            _exit(5);
    }
    for (;;)
        pause();
}

/* Reads acknowledgements until `enough` (0: to the end) and keeps the last of each thread. */
static long read_acks(int pipe, uint32_t last[THREADS], long enough) {
    struct ack ack;
    long count = 0;
    while ((enough == 0 || count < enough) && read(pipe, &ack, sizeof ack) == sizeof ack) {
        ck_assert_int_ge(ack.thread, 0);
        ck_assert_int_lt(ack.thread, THREADS);
        ck_assert_uint_eq(ack.seq, last[ack.thread] + 1);
        last[ack.thread] = ack.seq;
        count++;
    }
    return count;
}

static void kill_once(const int64_t games[THREADS], uint32_t last[THREADS], long acks) {
    int ends[2], status;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        close(ends[0]);
        child(games, ends[1]);
    }
    close(ends[1]);
    long seen = read_acks(ends[0], last, acks);
    kill(pid, SIGKILL);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL,
                  "the child ended by itself: %d", status);
    ck_assert_int_eq(seen, acks);
    read_acks(ends[0], last, 0);
    close(ends[0]);
}

/* Checks every log against what was acknowledged, and updates that to what is there. */
static void check_logs(struct store *store, const int64_t games[THREADS], uint32_t last[THREADS]) {
    for (int i = 0; i < THREADS; i++) {
        uint32_t there = check_log(store_reader_get(store), games[i]);
        ck_assert_msg(there >= last[i], "thread %d was told of %u, %u are there", i, last[i],
                      there);
        ck_assert_uint_le(there, last[i] + 1); /* at most the one in progress */
        last[i] = there;
    }
}

START_TEST(what_was_acknowledged_survives_a_kill) {
    int64_t games[THREADS];
    uint32_t last[THREADS] = {0};
    unsigned long long seed = test_seed(1);
    remove_store(path);
    struct store *store = open_store(path);
    int64_t ann = make_account(store, "Ann");
    for (int i = 0; i < THREADS; i++) {
        char name[16];
        snprintf(name, sizeof name, "g%d", i);
        games[i] = make_game(store, ann, name);
    }
    store_close(store);
    for (int round = 0; round < KILLS; round++) {
        seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
        kill_once(games, last, ACKS_BEFORE_KILL + (long)(seed >> 54));
        /* First read-only, as after a crash, then with a new server. */
        for (int writable = 0; writable < 2; writable++) {
            struct store_options options = test_options(path);
            options.read_only = !writable;
            ck_assert_int_eq(store_open(&store, &options), STORE_OK);
            check_logs(store, games, last);
            store_close(store);
        }
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite("crash",
                      (const struct test_case[]){
                          {.name = "kill", what_was_acknowledged_survives_a_kill, .timeout_s = 120},
                          {0},
                      });
}
TEST_MAIN(suite)
