/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Settings, and the program's behavior from the outside. */
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/app/config.h"
#include "tests/support/check_main.h"
#include "tests/support/http_client.h"

static bool read_flags(struct config *config, char error[256], int count, char **flags) {
    return config_read(config, count, flags, error, 256);
}

/* Tests under a sanitizer share one process, and so its environment. */
static void unset_environment(void) {
    struct config_setting setting;

    for (size_t i = 0; config_describe(i, &setting); i++)
        ck_assert_int_eq(unsetenv(setting.variable), 0);
}

START_TEST(flags_win_over_the_environment) {
    char *flags[] = {"--listen=[::1]:0", "--threads", "2", "--access-log", "no"};
    struct config config;
    char error[256];

    setenv("HEXPOST_LISTEN", "1.2.3.4:5", 1);
    setenv("HEXPOST_DB", "other.db", 1);
    setenv("HEXPOST_TRUST_PROXY", "yes", 1);
    setenv("HEXPOST_THREADS", "", 1); /* counts as not set */
    ck_assert(read_flags(&config, error, 5, flags));
    ck_assert_str_eq(config.listen, "[::1]:0");
    ck_assert_str_eq(config.db, "other.db");
    ck_assert_uint_eq(config.threads, 2);
    ck_assert(config.trust_proxy);
    ck_assert(!config.access_log);
    ck_assert_uint_eq(config.rate_per_minute, 600);
}
END_TEST

START_TEST(every_setting_has_its_default) {
    struct server_config server;
    struct config config, read;
    char error[256];

    unset_environment(); /* of whoever runs the tests */
    memset(&config, 0xff, sizeof config);
    config_defaults(&config);
    ck_assert(read_flags(&read, error, 0, NULL));
    ck_assert_mem_eq(&config, &read, sizeof config); /* the literals are identical */
    ck_assert_str_eq(config.listen, "127.0.0.1:8080");
    ck_assert_str_eq(config.smtp_ca, "");
    ck_assert(config.access_log && !config.smtp_plain);
    config_server(&config, &server);
    ck_assert_uint_eq(server.heartbeat_ms, 15000);
    ck_assert_uint_eq(server.general.per_hour, 36000);
}
END_TEST

#define FORTY_LETTERS "abcdefghijklmnopqrstabcdefghijklmnopqrst"

struct wrong {
    char *flags[2];
    int count;
    const char *says;
};
static const struct wrong wrongs[] = {
    {{"--port", "1"}, 2, "--port"},
    {{"listen", "x"}, 2, "listen"},
    {{"--listen"}, 1, "--listen"},
    {{"--threads", "0"}, 2, "from 1 to 64"},
    {{"--threads", "65"}, 2, "65"},
    {{"--threads", "x"}, 2, "number"},
    {{"--threads", "-1"}, 2, "number"},
    {{"--threads=4x"}, 1, "number"},
    {{"--access-log", "on"}, 2, "yes or"},
    {{"--", "x"}, 2, "--"},
    {{"--hook-allow", "localhost"}, 2, "--hook-allow"},
    {{"--hook-timeout=61"}, 1, "from 1 to 60"},
    {{"--public-url", "https://" FORTY_LETTERS FORTY_LETTERS FORTY_LETTERS}, 2, "120 characters"},
};
enum { WRONG_COUNT = sizeof wrongs / sizeof *wrongs };

START_TEST(wrong_flags_are_named) {
    struct wrong wrong = wrongs[_i];
    struct config config;
    char error[256];

    ck_assert(!read_flags(&config, error, wrong.count, wrong.flags));
    ck_assert_msg(strstr(error, wrong.says) != NULL, "%s", error);
}
END_TEST

START_TEST(a_public_url_has_no_slash_at_its_end) {
    static const char at_most[] =
        "https://" FORTY_LETTERS FORTY_LETTERS "abcdefghijklmnopqrstabcdefghijkl";
    struct config config;
    char error[256], text[sizeof at_most + 2];

    ck_assert_uint_eq(strlen(at_most), CONFIG_URL_MAX);
    snprintf(text, sizeof text, "%s//", at_most);
    ck_assert(read_flags(&config, error, 2, (char *[]){"--public-url", text}));
    ck_assert_str_eq(config.public_url, at_most);
    ck_assert(read_flags(&config, error, 2, (char *[]){"--public-url", ""}));
    ck_assert_str_eq(config.public_url, "");
}
END_TEST

/* Starts the program, with its output in *out. */
static pid_t start(char *const argv[], FILE **out) {
    int ends[2];
    pid_t child;

    ck_assert_int_eq(pipe(ends), 0);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (freopen("program.log", "a", stderr) != NULL)
            execv(test_binary(), argv);
        _exit(127);
    }
    close(ends[1]);
    *out = fdopen(ends[0], "r");
    ck_assert_ptr_nonnull(*out);
    return child;
}

static int end(pid_t child, FILE *out) {
    int status;

    ck_assert_int_eq(waitpid(child, &status, 0), child);
    fclose(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

START_TEST(the_program_serves_until_sigterm) {
    char *argv[] = {"hexpost", "serve", "--listen", "127.0.0.1:0", "--db", "served.db", NULL};
    static const char says[] = "listening on http://";
    struct response response;
    struct client client;
    char line[128];
    FILE *out;
    pid_t child = start(argv, &out);

    ck_assert_ptr_nonnull(fgets(line, sizeof line, out));
    ck_assert_int_eq(strncmp(line, says, strlen(says)), 0);
    line[strcspn(line, "\n")] = '\0';
    ck_assert(client_open(&client, line + strlen(says)));
    client_ask(&client, &response, "GET", "/readyz", "", NULL);
    ck_assert_int_eq(response.status, 200);
    response_free(&response);
    ck_assert_int_eq(kill(child, SIGTERM), 0);
    ck_assert(client_closed(&client, CLIENT_WAIT_MS));
    client_close(&client);
    ck_assert_ptr_null(fgets(line, sizeof line, out)); /* that was its only line */
    ck_assert_int_eq(end(child, out), 0);
}
END_TEST

/* Receives one datagram within the clients' time limit. */
static void expect_state(int fd, const char *state) {
    char text[64] = "";
    ssize_t size = recv(fd, text, sizeof text - 1, 0);

    ck_assert_msg(size >= 0 && strcmp(text, state) == 0, "told \"%s\", not \"%s\"", text, state);
}

/* As systemd starts it: a socket in the file system, and one outside of it. */
START_TEST(whoever_starts_the_program_is_told) {
    char *argv[] = {"hexpost", "serve", "--listen", "127.0.0.1:0", "--db", "told.db", NULL};
    const struct timeval patience = {.tv_sec = CLIENT_WAIT_MS / 1000};
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char name[sizeof address.sun_path], folder[sizeof name - 16];
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    FILE *out;
    pid_t child;

    ck_assert_ptr_nonnull(getcwd(folder, sizeof folder));
    snprintf(name, sizeof name, _i == 0 ? "%s/notify" : "@%s", folder);
    memcpy(address.sun_path, name, strlen(name));
    if (_i == 1)
        address.sun_path[0] = '\0';
    ck_assert_int_eq(bind(fd, (struct sockaddr *)&address,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name))),
                     0);
    ck_assert_int_eq(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience), 0);
    setenv("NOTIFY_SOCKET", name, 1);
    child = start(argv, &out);
    unsetenv("NOTIFY_SOCKET");
    expect_state(fd, "READY=1");
    ck_assert_int_eq(kill(child, SIGTERM), 0);
    expect_state(fd, "STOPPING=1");
    ck_assert_int_eq(end(child, out), 0);
    close(fd);
}
END_TEST

START_TEST(commands_end_with_their_status) {
    static const struct {
        char *argv[7];
        int status;
        const char *says;
    } rows[] = {
        {{"hexpost", NULL}, 2, "Usage"},
        {{"hexpost", "help", NULL}, 0, "Usage"},
        {{"hexpost", "--help", NULL}, 0, "Usage"},
        {{"hexpost", "help", "serve", NULL}, 0, "--listen"},
        {{"hexpost", "help", "nothing", NULL}, 2, NULL},
        {{"hexpost", "help", "--man", NULL}, 0, ".TH HEXPOST 1"},
        {{"hexpost", "nothing", NULL}, 2, NULL},
        {{"hexpost", "--version", NULL}, 0, "hexpost "},
        {{"hexpost", "serve", "--nothing", NULL}, 2, NULL},
        {{"hexpost", "serve", "--db", "a/b/c.db", "--listen", "127.0.0.1:0", NULL}, 1, NULL},
        {{"hexpost", "serve", "--db", "x.db", "--listen", "nowhere", NULL}, 1, NULL},
        {{"hexpost", "migrate", "--db", "m.db", NULL}, 0, NULL},
        {{"hexpost", "backup", "--db", "m.db", "--to", "copy.db", NULL}, 0, NULL},
        {{"hexpost", "backup", "--db", "m.db", "--to", "copy.db", NULL}, 1, NULL},
        {{"hexpost", "backup", "--db", "m.db", NULL}, 2, NULL},
        {{"hexpost", "backup", "--db", "none.db", "--to", "copy2.db", NULL}, 1, NULL},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[4096];
        FILE *out;
        pid_t child = start((char *const *)rows[i].argv, &out);
        size_t size = fread(text, 1, sizeof text - 1, out);
        int status = end(child, out);

        text[size] = '\0';
        ck_assert_msg(status == rows[i].status, "row %zu ends with %d", i, status);
        if (rows[i].says != NULL)
            ck_assert_msg(strstr(text, rows[i].says) != NULL, "row %zu says %s", i, text);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "config", (const struct test_case[]){
                      {"flags_win", flags_win_over_the_environment, .teardown = unset_environment},
                      {"defaults", every_setting_has_its_default, .loops = 0},
                      {"wrong_flags_are_named", wrong_flags_are_named, .loops = WRONG_COUNT},
                      {"public_url", a_public_url_has_no_slash_at_its_end, .loops = 0},
                      {"serves_until_sigterm", the_program_serves_until_sigterm, .loops = 0},
                      {"notify", whoever_starts_the_program_is_told, .loops = 2},
                      {"commands", commands_end_with_their_status, .loops = 0},
                      {0},
                  });
}
TEST_MAIN(suite)
