/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/check_main.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/sanitized.h"

Suite *test_suite(const char *name, const struct test_case *rows) {
    Suite *suite = suite_create(name);
    for (const struct test_case *row = rows; row->name != NULL; row++) {
        if (getenv("TEST_DB") != NULL && strstr(row->name, "(SQLite)") != NULL) {
            printf("left out: %s\n", row->name);
            continue;
        }
        TCase *tcase = tcase_create(row->name);
        tcase_set_timeout(tcase, row->timeout_s > 0 ? row->timeout_s : TEST_TIMEOUT_S);
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

static int run_tests(Suite *suite, enum fork_status apart) {
    static pid_t self;
    self = getpid();
    if (!SANITIZED) {
        (void)on_exit(leave_at_once, &self);
        /* Each thread maps memory of its own otherwise: an eighth of the time of a small test with a server. */
        (void)mallopt(M_ARENA_MAX, 1);
    }
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, apart);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int test_run(Suite *suite) {
    return run_tests(suite, CK_FORK_GETENV);
}

/* The timeout is a signal, which Check only uses when it forks. */
int test_run_together(Suite *suite) {
    const char *wanted = getenv("CK_FORK");
    int status;
    if (wanted != NULL)
        return test_run(suite);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(TEST_TIMEOUT_S);
        int code = run_tests(suite, CK_NOFORK);
        fflush(stdout);
        _exit(code);
    }
    if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status))
        return WEXITSTATUS(status);
    printf("a test ended the process of all: each runs again in its own\n");
    return test_run(suite);
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

unsigned long long test_seed(unsigned long long fallback) {
    const char *given = getenv("TEST_SEED");
    unsigned long long seed = given != NULL ? strtoull(given, NULL, 0) : fallback;
    printf("TEST_SEED=%llu\n", seed);
    return seed;
}
