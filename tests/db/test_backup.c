/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "db/backup.h"
#include "tests/db/store_help.h"
#include "tests/support/check_main.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char path[] = "backup.db";
static const char target[] = "copy.db";
static struct store *store;
static int64_t game;

static void setup(void) {
    remove_store(path);
    remove_store(target);
    unlink("copy.db.part");
    store = open_store(path);
    game = make_game(store, make_account(store, "Ann"), "g1");
}

static void teardown(void) {
    store_close(store);
}

static void fill(uint32_t events) {
    for (uint32_t seq = 1; seq <= events; seq += 50)
        ck_assert_int_eq(append(store, game, seq, 50), STORE_OK);
}

static uint32_t events_in_copy(void) {
    struct store *copy = open_store(target);
    uint32_t last = check_log(store_reader_get(copy), game);
    store_close(copy);
    return last;
}

/* The store being copied gets an event at each step of the copy. */
struct busy {
    uint32_t seq, steps;
    int done, total;
};

static bool write_meanwhile(void *context, int done, int total) {
    struct busy *busy = context;
    ck_assert_int_ge(done, busy->done);
    ck_assert_int_le(done, total);
    busy->done = done;
    busy->total = total;
    busy->steps++;
    ck_assert_int_eq(append(store, game, ++busy->seq, 1), STORE_OK);
    ck_assert_int_ne(access(target, F_OK), 0); /* not before it is complete */
    return true;
}

START_TEST(a_copy_made_while_writing_is_of_one_moment) {
    struct store_options options = test_options(path);
    fill(100000);
    struct busy busy = {.seq = 100000};
    ck_assert_int_eq(store_backup(&options, target, write_meanwhile, &busy), STORE_OK);
    ck_assert_uint_ge(busy.steps, 1);
    ck_assert_int_eq(busy.done, busy.total);
    struct stat info;
    ck_assert_int_eq(stat(target, &info), 0);
    ck_assert_uint_eq(info.st_mode & 0777, 0600);
    ck_assert_uint_eq(info.st_nlink, 1);
    ck_assert_int_ne(access("copy.db.part", F_OK), 0);
    ck_assert_int_ne(access("copy.db-wal", F_OK), 0);
    ck_assert_uint_eq(events_in_copy(), 100000);
    ck_assert_uint_eq(check_log(store_reader_get(store), game), busy.seq);
}
END_TEST

struct writer {
    pthread_t thread;
    atomic_bool stop;
    atomic_uint written;
};

static void *write_on(void *context) {
    struct writer *writer = context;
    while (!atomic_load(&writer->stop)) {
        if (append(store, game, atomic_load(&writer->written) + 1, 1) != STORE_OK)
            break;
        atomic_fetch_add(&writer->written, 1);
    }
    return NULL;
}

/* Holds the copy until the writer has written: forever, if the copy blocked the writer. */
static bool wait_for_writer(void *context, int done, int total) {
    struct writer *writer = context;
    unsigned before = atomic_load(&writer->written);
    (void)done;
    (void)total;
    while (atomic_load(&writer->written) == before)
        sched_yield();
    return true;
}

START_TEST(a_writer_is_not_held_up) {
    struct store_options options = test_options(path);
    struct writer writer = {.written = 20000};
    fill(20000);
    ck_assert_int_eq(pthread_create(&writer.thread, NULL, write_on, &writer), 0);
    for (int i = 0; i < 5; i++) {
        unsigned before = atomic_load(&writer.written);
        ck_assert_int_eq(store_backup(&options, target, wait_for_writer, &writer), STORE_OK);
        unsigned after = atomic_load(&writer.written);
        uint32_t copied = events_in_copy();
        ck_assert_uint_ge(copied, before);
        ck_assert_uint_le(copied, after + 1);
        remove_store(target);
    }
    atomic_store(&writer.stop, true);
    pthread_join(writer.thread, NULL);
    ck_assert_uint_eq(check_log(store_reader_get(store), game), atomic_load(&writer.written));
}
END_TEST

START_TEST(a_file_that_is_there_is_not_touched) {
    struct store_options options = test_options(path);
    int fd = open(target, O_CREAT | O_WRONLY, 0644);
    ck_assert_int_eq(write(fd, "mine", 4), 4);
    close(fd);
    ck_assert_int_eq(store_backup(&options, target, NULL, NULL), STORE_CONFLICT);
    struct stat info;
    ck_assert_int_eq(stat(target, &info), 0);
    ck_assert_int_eq(info.st_size, 4);
    ck_assert_int_ne(access("copy.db.part", F_OK), 0);
}
END_TEST

static bool take_the_name(void *context, int done, int total) {
    (void)context;
    if (done == total)
        close(open(target, O_CREAT | O_WRONLY, 0644));
    return true;
}

START_TEST(a_file_that_comes_meanwhile_is_not_touched) {
    struct store_options options = test_options(path);
    ck_assert_int_eq(store_backup(&options, target, take_the_name, NULL), STORE_CONFLICT);
    struct stat info;
    ck_assert_int_eq(stat(target, &info), 0);
    ck_assert_int_eq(info.st_size, 0);
    ck_assert_int_ne(access("copy.db.part", F_OK), 0);
}
END_TEST

static bool refuse(void *context, int done, int total) {
    (void)context;
    (void)done;
    (void)total;
    return false;
}

START_TEST(a_copy_that_is_stopped_leaves_nothing) {
    struct store_options options = test_options(path);
    ck_assert_int_eq(store_backup(&options, target, refuse, NULL), STORE_ERROR);
    ck_assert_int_ne(access(target, F_OK), 0);
    ck_assert_int_ne(access("copy.db.part", F_OK), 0);
    ck_assert_int_eq(store_backup(&options, target, NULL, NULL), STORE_OK);
}
END_TEST

static bool die(void *context, int done, int total) {
    (void)context;
    (void)done;
    (void)total;
    raise(SIGKILL);
    return false;
}

START_TEST(what_a_killed_backup_has_left_is_taken_away) {
    struct store_options options = test_options(path);
    int status;
    fill(100);
    store_close(store);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        store_backup(&options, target, die, NULL);
        _exit(1);
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert(WIFSIGNALED(status));
    ck_assert_int_eq(access("copy.db.part", F_OK), 0);
    close(open("copy.db.part-journal", O_CREAT | O_WRONLY, 0600));
    ck_assert_int_eq(store_backup(&options, target, NULL, NULL), STORE_OK);
    ck_assert_int_ne(access("copy.db.part", F_OK), 0);
    ck_assert_int_ne(access("copy.db.part-journal", F_OK), 0);
    ck_assert_uint_eq(events_in_copy(), 100);
    store = open_store(path);
}
END_TEST

static bool begin_a_second(void *context, int done, int total) {
    struct store_options options = test_options(path);
    (void)done;
    (void)total;
    *(enum store_result *)context = store_backup(&options, target, NULL, NULL);
    ck_assert_ptr_nonnull(strstr(test_log(), "another backup to copy.db is running"));
    return true;
}

START_TEST(a_living_backup_is_left_alone) {
    struct store_options options = test_options(path);
    enum store_result second = STORE_OK;
    ck_assert_int_eq(store_backup(&options, target, begin_a_second, &second), STORE_OK);
    ck_assert_int_eq(second, STORE_BUSY);
    ck_assert_uint_eq(events_in_copy(), 0);
}
END_TEST

START_TEST(a_file_of_somebody_else_is_not_taken_for_a_dead_backup) {
    struct store_options options = test_options(path);
    struct stat info;
    int fd = open("copy.db.part", O_CREAT | O_WRONLY, 0644);
    ck_assert_int_eq(write(fd, "mine", 4), 4);
    close(fd);
    ck_assert_int_eq(store_backup(&options, target, NULL, NULL), STORE_ERROR);
    ck_assert_ptr_nonnull(strstr(test_log(), "copy.db.part exists and is not a backup"));
    ck_assert_int_eq(stat("copy.db.part", &info), 0);
    ck_assert_int_eq(info.st_size, 4);
    unlink("copy.db.part");
}
END_TEST

START_TEST(a_database_that_is_not_served_is_copied_too) {
    struct store_options options = test_options(path);
    fill(100);
    store_close(store);
    ck_assert_int_eq(store_backup(&options, target, NULL, NULL), STORE_OK);
    ck_assert_uint_eq(events_in_copy(), 100);
    struct store_options nowhere = test_options("nothing.db");
    ck_assert_int_eq(store_backup(&nowhere, "other.db", NULL, NULL), STORE_ERROR);
    ck_assert_int_ne(access("nothing.db", F_OK), 0);
    ck_assert_int_ne(access("other.db", F_OK), 0);
    store = open_store(path);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "backup",
        (const struct test_case[]){
            {.name = "one moment",
             a_copy_made_while_writing_is_of_one_moment,
             .setup = setup,
             .teardown = teardown},
            {.name = "writer goes on",
             a_writer_is_not_held_up,
             .setup = setup,
             .teardown = teardown},
            {.name = "target there",
             a_file_that_is_there_is_not_touched,
             .setup = setup,
             .teardown = teardown},
            {.name = "target comes",
             a_file_that_comes_meanwhile_is_not_touched,
             .setup = setup,
             .teardown = teardown},
            {.name = "stopped",
             a_copy_that_is_stopped_leaves_nothing,
             .setup = setup,
             .teardown = teardown},
            {.name = "killed",
             what_a_killed_backup_has_left_is_taken_away,
             .setup = setup,
             .teardown = teardown},
            {.name = "living", a_living_backup_is_left_alone, .setup = setup, .teardown = teardown},
            {.name = "somebody else's",
             a_file_of_somebody_else_is_not_taken_for_a_dead_backup,
             .setup = setup,
             .teardown = teardown},
            {.name = "not served",
             a_database_that_is_not_served_is_copied_too,
             .setup = setup,
             .teardown = teardown},
            {0},
        });
}
TEST_MAIN(suite)
