/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The log: a lasting fault is logged once, with how often it occurred. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "service/base/log.h"
#include "tests/support/check_main.h"

static char logged[64 << 10];

/* Redirects stderr to a file while LINES are logged, and reads it back. */
static void log_all(void (*lines)(void)) {
    int own = dup(STDERR_FILENO), file = open("log", O_CREAT | O_TRUNC | O_RDWR, 0600);
    ssize_t size;

    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(dup2(file, STDERR_FILENO), STDERR_FILENO);
    lines();
    log_end();
    dup2(own, STDERR_FILENO);
    close(own);
    size = pread(file, logged, sizeof logged - 1, 0);
    ck_assert_int_gt(size, 0);
    logged[size] = '\0';
    close(file);
}

static unsigned count_of(const char *text) {
    unsigned n = 0;
    for (const char *at = logged; (at = strstr(at, text)) != NULL; at += strlen(text))
        n++;
    return n;
}

static void a_lasting_fault(void) {
    for (int i = 0; i < 413; i++) {
        log_line("error", "%s: cannot connect: no answer", "db");
        if (i % 100 == 0)
            log_line("error", "another fault of game %d", i);
        log_line("info", "GET /healthz 200");
    }
    log_line("warning", "db: cannot connect: no answer");
}

START_TEST(a_fault_that_lasts_is_said_once_and_counted) {
    log_all(a_lasting_fault);
    ck_assert_uint_eq(count_of(" error db: cannot connect: no answer\n"), 1);
    ck_assert_uint_eq(count_of("no answer (412 more times within a minute)\n"), 1);
    ck_assert_uint_eq(count_of(" warning db: cannot connect: no answer\n"), 1);
    ck_assert_uint_eq(count_of("another fault of game 0\n"), 1);
    ck_assert_uint_eq(count_of("another fault of game"), 5);
    ck_assert_uint_eq(count_of(" info GET /healthz 200\n"), 413);
    ck_assert_uint_eq(count_of("\n"), 1 + 1 + 1 + 5 + 413);
}
END_TEST

enum { KINDS = 100 };

static void many_faults(void) {
    for (int round = 0; round < 2; round++)
        for (int kind = 0; kind < KINDS; kind++) {
            log_line("error", "fault %d.", kind);
            log_line("error", "fault %d.", kind);
        }
}

START_TEST(more_faults_than_are_remembered_lose_none) {
    log_all(many_faults);
    for (int kind = 0; kind < KINDS; kind++) {
        char text[64];
        snprintf(text, sizeof text, " error fault %d.\n", kind);
        ck_assert_uint_ge(count_of(text), 1);
        snprintf(text, sizeof text, " error fault %d. (", kind);
        ck_assert_uint_ge(count_of(text), 1);
    }
}
END_TEST

static void odd_lines(void) {
    char longest[4096];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    log_line("error", "%s", longest);
    log_line("info", "two\nlines");
}

START_TEST(a_line_is_one_line) {
    log_all(odd_lines);
    ck_assert_uint_eq(count_of("\n"), 2);
    ck_assert_ptr_nonnull(strstr(logged, " info two lines\n"));
}
END_TEST

static Suite *suite(void) {
    return test_suite("log",
                      (const struct test_case[]){
                          {"once", a_fault_that_lasts_is_said_once_and_counted, 0, 0, NULL, NULL},
                          {"many", more_faults_than_are_remembered_lose_none, 0, 0, NULL, NULL},
                          {"one line", a_line_is_one_line, 0, 0, NULL, NULL},
                          {0},
                      });
}
TEST_MAIN(suite)
