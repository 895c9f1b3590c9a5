/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The program and its files: its messages when they fail. */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sysexits.h>
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

/* Creates a game; fails the test unless the response has this status and, if TYPE is not NULL, this problem. */
static void try_to_make(int status, const char *type) {
    struct response response;

    guest_ask(&ann, &response, "POST", "/v1/games", "",
              "{\"rules\":{\"game\":\"base\",\"players\":2}}");
    ck_assert_msg(response.status == status, "%d: %s", response.status, response.body);
    if (type != NULL)
        ck_assert_ptr_nonnull(strstr(response.body, type));
    response_free(&response);
}

/* How the program is run. */
struct surroundings {
    rlim_t file_max;    /* the largest size of a file; 0: any */
    const char *folder; /* or a file, which is read-only for it; NULL: none */
    const char *size;   /* "size=256k": the folder is an empty disk of that size instead */
};

enum { NOT_POSSIBLE = 126 };

static bool mount_folder(const struct surroundings *around) {
    const char *folder = around->folder;

    if (unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) != 0 ||
        mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        return false;
    if (around->size != NULL)
        return mount("tmpfs", folder, "tmpfs", 0, around->size) == 0;
    return mount(folder, folder, NULL, MS_BIND, NULL) == 0 &&
           mount(NULL, folder, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL) == 0;
}

static _Noreturn void become_program(char *const args[], const struct surroundings *around,
                                     int out) {
    const struct rlimit limit = {.rlim_cur = around->file_max, .rlim_max = around->file_max};

    dup2(out, STDERR_FILENO);
    if ((around->folder == NULL || mount_folder(around)) &&
        (around->file_max == 0 || setrlimit(RLIMIT_FSIZE, &limit) == 0))
        execv(args[0], args);
    _exit(NOT_POSSIBLE);
}

/* Runs the program with up to five arguments; returns its exit code, and what it writes to stderr. */
static int run_program(const char *const words[5], const struct surroundings *around,
                       char text[4096]) {
    char binary[4096];
    char copies[5][64];
    char *args[7] = {binary};
    size_t length = 0;
    ssize_t got;
    int ends[2], status;
    pid_t pid;

    snprintf(binary, sizeof binary, "%s", test_binary());
    for (size_t i = 0; i < 5 && words[i] != NULL; i++) {
        snprintf(copies[i], sizeof copies[i], "%s", words[i]);
        args[i + 1] = copies[i];
    }
    ck_assert_int_eq(pipe(ends), 0);
    pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0)
        become_program(args, around, ends[1]);
    close(ends[1]);
    while (length + 1 < 4096 && (got = read(ends[0], text + length, 4095 - length)) > 0)
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

static const char no_room[] = "no backup was written: there is no room for it";

START_TEST(a_backup_beyond_the_largest_size_says_so) {
    static const char *const words[5] = {"backup", "--db", "disk.db", "--to", "disk-copy.db"};
    char text[4096];

    remove("disk-copy.db");
    ck_assert_int_eq(run_program(words, &(struct surroundings){.file_max = 16 << 10}, text), 1);
    ck_assert_msg(strstr(text, no_room) != NULL, "%s", text);
    ck_assert_int_ne(access("disk-copy.db", F_OK), 0);
    ck_assert_int_ne(access("disk-copy.db.part", F_OK), 0);
    ck_assert_int_eq(run_program(words, &(struct surroundings){0}, text), 0);
    remove("disk-copy.db");
}
END_TEST

/* ---- other disks ---- */

static const struct {
    const char *words[5];
    struct surroundings around;
    int code;
    const char *text;
} others[] = {
    {{"serve", "--db", "folder/served.db"}, {0}, 1, "Read-only file system"},
    {{"serve", "--db", "folder/new.db"}, {0}, 1, "Read-only file system"},
    {{"migrate", "--db", "folder/served.db"}, {0}, 1, "Read-only file system"},
    {{"backup", "--db", "disk.db", "--to", "folder/copy.db"},
     {0},
     1,
     "cannot make folder/copy.db.part: Read-only file system"},
    {{"backup", "--db", "folder/served.db", "--to", "copy.db"},
     {0},
     1,
     "If not, read a copy elsewhere"},
    {{"backup", "--db", "disk.db", "--to", "folder/copy.db"}, {.size = "size=128k"}, 1, no_room},
    {{"serve", "--db", "folder/new.db"}, {.size = "size=128k"}, 1, "no room on the disk"},
    {{"serve", "--db", "folder/served.db"}, {.folder = "folder/served.db"}, 1, "can only be read"},
    {{"mail-in", "--db", "folder/new.db"},
     {.size = "size=128k"},
     EX_TEMPFAIL,
     "cannot open folder/new.db"},
};
enum { OTHERS = sizeof others / sizeof *others };

/* Passes a mail to the program. */
static void put_mail(void) {
    static const char mail[] = "To: a\r\n\r\nhello\r\n";
    int ends[2];

    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], mail, sizeof mail), sizeof mail);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
}

START_TEST(a_disk_that_cannot_be_written_is_named) {
    struct surroundings around = others[_i].around;
    char text[4096];
    int code;

    mkdir("folder", 0700);
    ck_assert_int_eq(e2e_run("migrate", "--db", "folder/served.db"), 0);
    put_mail();
    if (around.folder == NULL)
        around.folder = "folder";
    code = run_program(others[_i].words, &around, text);
    if (code == NOT_POSSIBLE) {
        fprintf(stderr, "nothing may be mounted here\n");
        return;
    }
    ck_assert_msg(code == others[_i].code, "%d: %s", code, text);
    ck_assert_msg(strstr(text, others[_i].text) != NULL, "%s", text);
}
END_TEST

/* The mail server redelivers a mail that could not be taken. */
START_TEST(a_mail_that_cannot_be_taken_is_to_be_brought_again) {
    static const char *const words[5] = {"mail-in", "--db", "mail.db"};
    const struct surroundings little = {.file_max = 16 << 10};
    char text[4096];
    int broken = open("/proc/self/mem", O_RDONLY | O_CLOEXEC); /* reading its beginning is EIO */

    ck_assert_int_ge(broken, 0);
    dup2(broken, STDIN_FILENO);
    close(broken);
    ck_assert_int_eq(run_program(words, &(struct surroundings){0}, text), EX_TEMPFAIL);
    ck_assert_msg(strstr(text, "could not read the mail") != NULL, "%s", text);
    put_mail();
    ck_assert_int_eq(run_program(words, &little, text), EX_TEMPFAIL);
    ck_assert_msg(strstr(text, "cannot open mail.db") != NULL, "%s", text);
    put_mail();
    ck_assert_int_eq(run_program(words, &(struct surroundings){0}, text), EX_OK);
}
END_TEST

static Suite *suite(void) {
    return test_suite("e2e disk",
                      (const struct test_case[]){
                          {.name = "largest size",
                           a_largest_size_is_a_full_disk,
                           .setup = set_up,
                           .teardown = tear_down},
                          {.name = "largest size of a backup",
                           a_backup_beyond_the_largest_size_says_so,
                           .setup = set_up,
                           .teardown = tear_down},
                          {.name = "other disks",
                           a_disk_that_cannot_be_written_is_named,
                           .setup = set_up,
                           .teardown = tear_down,
                           .loops = OTHERS},
                          {.name = "mail", a_mail_that_cannot_be_taken_is_to_be_brought_again},
                          {0},
                      });
}
TEST_MAIN(suite)
