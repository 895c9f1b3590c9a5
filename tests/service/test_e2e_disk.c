/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The program and the files that it stands on: what it says when they fail it. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/service/e2e.h"

static const char db[] = "disk.db";
static struct e2e_server server;
static struct guest ann;

static void set_up(void) {
    e2e_begin(&server, db);
    guest_meet(&ann, &server, "ann");
}

static void tear_down(void) {
    guest_leave(&ann);
    e2e_stop(&server);
}

/* Makes a game; fails the test unless the answer has this status and, where TYPE is not NULL, this problem. */
static void try_to_make(int status, const char *type) {
    struct response response;

    guest_ask(&ann, &response, "POST", "/v1/games", "",
              "{\"rules\":{\"game\":\"base\",\"players\":2}}");
    ck_assert_msg(response.status == status, "%d: %s", response.status, response.body);
    if (type != NULL)
        ck_assert_ptr_nonnull(strstr(response.body, type));
    response_free(&response);
}

/* Runs the program; its exit code, and what it writes to stderr. */
static int run_and_read(char *const args[], rlim_t file_max, char *text, size_t size) {
    const struct rlimit limit = {.rlim_cur = file_max, .rlim_max = file_max};
    size_t length = 0;
    ssize_t got;
    int ends[2], status;
    pid_t pid;

    ck_assert_int_eq(pipe(ends), 0);
    pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        dup2(ends[1], STDERR_FILENO);
        if (setrlimit(RLIMIT_FSIZE, &limit) == 0)
            execv(args[0], args);
        _exit(127);
    }
    close(ends[1]);
    while (length + 1 < size && (got = read(ends[0], text + length, size - length - 1)) > 0)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_msg(WIFEXITED(status), "it was ended by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status);
}

/* ---- the largest size of a file ---- */

static void limit_files(rlim_t most) {
    struct rlimit limit = {.rlim_max = RLIM_INFINITY};

    limit.rlim_cur = most;
    ck_assert_int_eq(prlimit(server.pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

START_TEST(a_largest_size_is_a_full_disk) {
    struct stat log;

    try_to_make(201, NULL);
    ck_assert_int_eq(stat("disk.db-wal", &log), 0);
    limit_files((rlim_t)log.st_size);
    for (int i = 0; i < 3; i++)
        try_to_make(503, "/problems/unavailable");
    json_decref(guest_get(&ann, 200, "/v1/games?mine=true"));
    limit_files(RLIM_INFINITY);
    try_to_make(201, NULL);
}
END_TEST

START_TEST(a_backup_beyond_the_largest_size_says_so) {
    char binary[4096], text[4096];
    char *args[] = {binary, "backup", "--db", "disk.db", "--to", "disk-copy.db", NULL};
    enum { TOO_LITTLE = 16 << 10 };

    snprintf(binary, sizeof binary, "%s", test_binary());
    remove("disk-copy.db");
    ck_assert_int_eq(run_and_read(args, TOO_LITTLE, text, sizeof text), 1);
    ck_assert_msg(strstr(text, "no backup was written: there is no room for it") != NULL, "%s",
                  text);
    ck_assert_int_ne(access("disk-copy.db", F_OK), 0);
    ck_assert_int_ne(access("disk-copy.db.part", F_OK), 0);
    ck_assert_int_eq(run_and_read(args, RLIM_INFINITY, text, sizeof text), 0);
    remove("disk-copy.db");
}
END_TEST

static Suite *suite(void) {
    return test_suite("e2e disk", (const struct test_case[]){
                                      {.name = "largest size",
                                       a_largest_size_is_a_full_disk,
                                       .setup = set_up,
                                       .teardown = tear_down},
                                      {.name = "largest size of a backup",
                                       a_backup_beyond_the_largest_size_says_so,
                                       .setup = set_up,
                                       .teardown = tear_down},
                                      {0},
                                  });
}
TEST_MAIN(suite)
