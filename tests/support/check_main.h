/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_CHECK_MAIN_H
#define TESTS_SUPPORT_CHECK_MAIN_H

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>

/*
 * One test program is one file, tests/FOLDER/test_NAME.c:
 *
 *     #include "tests/support/check_main.h"
 *
 *     START_TEST(roads_cost_brick_and_lumber) { ck_assert_int_eq(...); }
 *     END_TEST
 *
 *     static Suite *suite(void) {
 *         return test_suite("roads", (const struct test_case[]){
 *             {"costs", roads_cost_brick_and_lumber},
 *             {0},
 *         });
 *     }
 *     TEST_MAIN(suite)
 *
 * A program runs in an empty folder of its own, which is removed afterwards.
 */

/* A row of a suite. Tests whose name ends in "(SQLite)" are skipped if TEST_DB names another database. With `loops` the
 * test runs that often, _i = 0 … loops - 1 (also its seed). */
struct test_case {
    const char *name;
    const TTest *test;
    int loops;              /* 0: once, without _i */
    int timeout_s;          /* 0: TEST_TIMEOUT_S */
    void (*setup)(void);    /* checked fixture, run before each test in its process; can be NULL */
    void (*teardown)(void); /* can be NULL */
};

enum { TEST_TIMEOUT_S = 180 };

/* Makes a suite of the rows up to the one without a name. The suite belongs to Check. */
Suite *test_suite(const char *name, const struct test_case *rows);

/* Runs the suite and prints Check's counts, which tests/run.sh adds up; returns the exit code of main. One process runs
 * all tests, which saves half of the time of tests with a server. If one fails, ends the process or takes too long, each
 * runs again in its own process, so that Check can name it. Then the program fails, even if all hold. */
int test_run(Suite *suite);

/* The same with a process for each test, for tests that change what belongs to their process: limits, signals. */
int test_run_apart(Suite *suite);

/* The project's top folder, for files of tests and records. Static storage. */
const char *test_root(void);

/* The server program of the build under test. Static storage. */
const char *test_binary(void);

/* TOP/RELATIVE as a path in static storage, valid until the next call in this thread. */
const char *test_path(const char *relative);

/* The seed of property tests: TEST_SEED of the environment, or `fallback`; printed in either case. */
unsigned long long test_seed(unsigned long long fallback);

/* Whether the long tests run in full: TEST_THOROUGH=1. */
bool test_whole(void);

/* How many of ALL cases that differ only by chance a run takes: all with TEST_THOROUGH=1, otherwise an eighth, at least
 * one; tests/README.md says which run takes all. */
unsigned test_share(unsigned all);

/* Of ALL loops of a test whose loops differ only by chance, a short run takes BLOCK that follow each other: others each
 * time, printed as TEST_BLOCK, which repeats them. Returns how many; test_loop says which of all loop I is. */
int test_loops(int all, int block);
int test_loop(int i);

/* Check records the location of each assertion that holds, to name the last one before a crash; in loops that took most
 * of a test's time. Each thread records a location only once, the first time it gets there. */
void test_held(const char *file, int line);
#define _mark_point(file, line) test_held(file, line)

/* Like ck_assert_msg, but without recording assertions that hold. */
#define REQUIRE(condition, ...)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg(__VA_ARGS__);                                                             \
    } while (0)

#define TEST_MAIN(suite_fn)                                                                        \
    int main(void) {                                                                               \
        return test_run(suite_fn());                                                               \
    }

#define TEST_MAIN_APART(suite_fn)                                                                  \
    int main(void) {                                                                               \
        return test_run_apart(suite_fn());                                                         \
    }

#endif
