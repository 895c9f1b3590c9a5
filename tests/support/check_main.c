/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/check_main.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/sanitized.h"

/* Tests in one process are watched by an alarm, as Check times only those that it forks. */
static bool alone;
static unsigned longest_s = TEST_TIMEOUT_S;

static void begin_alarm(void) {
    if (alone)
        alarm(longest_s);
}

Suite *test_suite(const char *name, const struct test_case *rows) {
    Suite *suite = suite_create(name);
    for (const struct test_case *row = rows; row->name != NULL; row++) {
        if (getenv("TEST_DB") != NULL && strstr(row->name, "(SQLite)") != NULL) {
            printf("left out: %s\n", row->name);
            continue;
        }
        TCase *tcase = tcase_create(row->name);
        tcase_set_timeout(tcase, row->timeout_s > 0 ? row->timeout_s : TEST_TIMEOUT_S);
        tcase_add_checked_fixture(tcase, begin_alarm, NULL);
        if (row->timeout_s > (int)longest_s)
            longest_s = (unsigned)row->timeout_s;
        if (row->setup != NULL || row->teardown != NULL) {
            tcase_add_checked_fixture(tcase, row->setup, row->teardown);
        }
        if (row->loops > 0) {
            tcase_add_loop_test(tcase, row->test, 0, row->loops);
        } else {
            tcase_add_test(tcase, row->test);
        }
        suite_add_tcase(suite, tcase);
    }
    return suite;
}

void test_held(const char *file, int line) {
    enum { PLACES = 256 };
    static _Thread_local struct place {
        const char *file;
        int line;
    } known[PLACES];
    struct place *place = &known[(unsigned)line % PLACES];
    if (place->file == file && place->line == line)
        return;
    *place = (struct place){file, line};
    (_mark_point)(file, line);
}

/* A test's process ends without running the libraries' destructors: they write to pages shared with the parent, which
 * took a tenth of the time of many small tests. */
static void leave_at_once(int status, void *parent) {
    if (getpid() == *(const pid_t *)parent)
        return;
    fflush(NULL);
    _exit(status);
}

/* Without the counts, which are those of the tests that run apart afterwards. */
static void print_failures(SRunner *runner, int failed) {
    TestResult **results = srunner_failures(runner);

    for (int i = 0; i < failed; i++)
        printf("in one process, %s:%d: %s: %s\n", tr_lfile(results[i]), tr_lno(results[i]),
               tr_tcname(results[i]), tr_msg(results[i]));
    free(results);
}

/* Returns how many tests failed; with CK_SILENT their counts are printed only if none did. */
static int run_tests(Suite *suite, enum fork_status apart, enum print_output says) {
    static pid_t self;
    self = getpid();
    if (!SANITIZED) {
        (void)on_exit(leave_at_once, &self);
        /* Each thread maps memory of its own otherwise: an eighth of the time of a small test with a server. */
        (void)mallopt(M_ARENA_MAX, 1);
    }
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, apart);
    srunner_run_all(runner, says);
    int failed = srunner_ntests_failed(runner);
    if (says == CK_SILENT && failed == 0)
        srunner_print(runner, CK_ENV);
    else if (says == CK_SILENT)
        print_failures(runner, failed);
    srunner_free(runner);
    return failed;
}

int test_run_apart(Suite *suite) {
    return run_tests(suite, CK_FORK_GETENV, CK_ENV) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Runs all tests in one process, which prints their counts only if none failed. Returns whether none did. */
static bool run_in_one_process(Suite *suite) {
    int status;

    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alone = true;
        int failed = run_tests(suite, CK_NOFORK, CK_SILENT);
        fflush(NULL);
        _exit(failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == EXIT_SUCCESS;
}

int test_run(Suite *suite) {
    if (getenv("CK_FORK") != NULL)
        return test_run_apart(suite);
    if (run_in_one_process(suite))
        return EXIT_SUCCESS;
    printf("a test failed, or ended the process of all: each runs again in its own\n");
    if (test_run_apart(suite) == EXIT_SUCCESS)
        printf("all hold apart: one fails after others, or now and then\n");
    return EXIT_FAILURE;
}

const char *test_root(void) {
    const char *root = getenv("TEST_ROOT");
    return root != NULL ? root : ".";
}

const char *test_binary(void) {
    const char *binary = getenv("TEST_BINARY");
    return binary != NULL ? binary : "build/hexpost";
}

const char *test_path(const char *relative) {
    static _Thread_local char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", test_root(), relative);
    ck_assert_int_gt(length, 0);
    ck_assert_int_lt(length, (int)sizeof path);
    return path;
}

bool test_whole(void) {
    const char *thorough = getenv("TEST_THOROUGH");
    return thorough != NULL && strcmp(thorough, "1") == 0;
}

unsigned test_share(unsigned all) {
    return test_whole() ? all : (all + 7) / 8;
}

static int first_loop;

int test_loops(int all, int block) {
    const char *given = getenv("TEST_BLOCK");
    long long chosen = given != NULL ? strtoll(given, NULL, 10) : (long long)time(NULL);

    if (test_whole())
        return all;
    chosen %= all / block;
    printf("TEST_BLOCK=%lld\n", chosen);
    first_loop = (int)chosen * block;
    return block;
}

int test_loop(int i) {
    return first_loop + i;
}

unsigned long long test_seed(unsigned long long fallback) {
    const char *given = getenv("TEST_SEED");
    unsigned long long seed = given != NULL ? strtoull(given, NULL, 0) : fallback;
    printf("TEST_SEED=%llu\n", seed);
    return seed;
}
