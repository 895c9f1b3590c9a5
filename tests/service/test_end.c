/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* SIGTERM ends the server within seconds, whatever hangs: a mail server, a webhook, a chat platform, a database,
 * a client, a drawing process. Messages cut off by it are sent after the next start. */
#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/service/e2e.h"

enum { END_MS = 5000, WAIT_MS = 60000, REQUEST_SIZE = 8192 };

/* ---- somebody who takes connections and says nothing ---- */

static int silent = -1, silent_port;

static void listen_silently(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;

    silent = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_ge(silent, 0);
    ck_assert_int_eq(bind(silent, (struct sockaddr *)&address, size), 0);
    ck_assert_int_eq(listen(silent, 16), 0);
    ck_assert_int_eq(getsockname(silent, (struct sockaddr *)&address, &size), 0);
    silent_port = ntohs(address.sin_port);
}

/* Waits until somebody has connected; the system does that without us. */
static void await_connection(void) {
    struct pollfd wait = {.fd = silent, .events = POLLIN};

    ck_assert_int_gt(poll(&wait, 1, WAIT_MS), 0);
}

static void set(const char *name, const char *format) {
    char value[200];

    snprintf(value, sizeof value, format, silent_port);
    ck_assert_int_eq(setenv(name, value, 1), 0);
}

/* ---- the server ---- */

static struct e2e_server server;
static struct guest ada;

static void begin_server(void) {
    e2e_begin(&server, "end.db");
    guest_meet(&ada, &server, "ada");
}

static void end_in_time(void) {
    int64_t began = e2e_now_ms();

    e2e_stop(&server);
    ck_assert_int_lt(e2e_now_ms() - began, END_MS);
    guest_leave(&ada);
}

static void ask_only(const char *method, const char *path, const char *body, int status) {
    struct response response;

    guest_ask(&ada, &response, method, path, "Content-Type: application/json\r\n", body);
    ck_assert_int_eq(response.status, status);
    response_free(&response);
}

START_TEST(a_mail_server_that_says_nothing) {
    listen_silently();
    set("HEXPOST_SMTP", "smtp://127.0.0.1:%d");
    set("HEXPOST_MAIL_FROM", "games@example.org");
    set("HEXPOST_PUBLIC_URL", "https://play.example.org");
    begin_server();
    ask_only("PATCH", "/v1/me/mail", "{\"address\":\"ada@example.org\"}", 200);
    await_connection();
    end_in_time();
}
END_TEST

/* Takes a connection of the silent one's and reads a request with its body, as far as it is there: the webhook's
 * id. */
static int take_request(char id[64]) {
    char request[REQUEST_SIZE];
    size_t size = 0;
    const char *at = NULL;
    int fd;

    await_connection();
    fd = accept(silent, NULL, NULL);
    ck_assert_int_ge(fd, 0);
    while (at == NULL || strchr(at, '\r') == NULL) {
        ssize_t got = read(fd, request + size, sizeof request - 1 - size);

        ck_assert_int_gt(got, 0);
        size += (size_t)got;
        request[size] = '\0';
        at = strcasestr(request, "\r\nwebhook-id: ");
        at = at == NULL ? NULL : at + strlen("\r\nwebhook-id: ");
    }
    snprintf(id, 64, "%.*s", (int)strcspn(at, "\r"), at);
    return fd;
}

START_TEST(a_webhook_that_never_answers) {
    static const char answer[] = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
    char url[100], path[160], first[64], second[64];
    struct pollfd more = {.events = POLLIN};
    json_t *hook;
    int fd;

    listen_silently();
    set("HEXPOST_HOOK_ALLOW", "127.0.0.1");
    begin_server();
    snprintf(url, sizeof url, "http://127.0.0.1:%d/hook", silent_port);
    hook = guest_post(&ada, 201, json_pack("{s:s}", "url", url), "/v1/me/webhooks");
    snprintf(path, sizeof path, "/v1/webhooks/%s/test",
             json_string_value(json_object_get(hook, "id")));
    json_decref(hook);
    ask_only("POST", path, "{}", 202);
    await_connection();
    end_in_time();
    close(take_request(first));

    /* The next server sends it again, once. */
    e2e_start(&server, "end.db");
    fd = take_request(second);
    ck_assert_str_eq(first, second);
    ck_assert_int_eq(write(fd, answer, sizeof answer - 1), (int)sizeof answer - 1);
    close(fd);
    end_in_time();
    e2e_start(&server, "end.db");
    end_in_time();
    more.fd = silent;
    ck_assert_int_eq(poll(&more, 1, 0), 0);
}
END_TEST

START_TEST(a_chat_platform_that_never_answers) {
    listen_silently();
    set("HEXPOST_TELEGRAM_API", "http://127.0.0.1:%d");
    set("HEXPOST_TELEGRAM_TOKEN", "1:a");
    set("HEXPOST_TELEGRAM_POLL", "yes");
    begin_server();
    await_connection();
    end_in_time();
}
END_TEST

START_TEST(a_database_that_says_nothing_at_the_start) {
    char db[100];
    int status, ended = 0;
    int64_t began;
    pid_t pid;

    listen_silently();
    snprintf(db, sizeof db, "postgresql://hexpost@127.0.0.1:%d/hexpost", silent_port);
    pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        execl(test_binary(), test_binary(), "serve", "--listen", "127.0.0.1:0", "--db", db, NULL);
        _exit(127);
    }
    await_connection();
    began = e2e_now_ms();
    kill(pid, SIGTERM);
    while ((ended = waitpid(pid, &status, WNOHANG)) == 0 && e2e_now_ms() - began < END_MS)
        poll(NULL, 0, 1);
    if (ended == 0)
        kill(pid, SIGKILL);
    ck_assert_int_eq(ended, pid);
    ck_assert(WIFEXITED(status));
}
END_TEST

START_TEST(clients_that_neither_write_nor_read) {
    enum { CLIENTS = 20 };
    struct guest slow[CLIENTS], unread;

    begin_server();
    for (int i = 0; i < CLIENTS; i++) {
        guest_stranger(&slow[i], &server);
        ck_assert(client_open(&slow[i].client, server.address));
        ck_assert(client_text(&slow[i].client, i % 2 == 0
                                                   ? "GET /v1/ga"
                                                   : "POST /v1/accounts HTTP/1.1\r\nHost: a\r\n"
                                                     "Content-Type: application/json\r\n"
                                                     "Content-Length: 100\r\n\r\n{"));
    }
    /* More than the system takes for somebody who does not read. */
    guest_stranger(&unread, &server);
    ck_assert(client_open(&unread.client, server.address));
    for (int i = 0; i < CLIENTS; i++)
        ck_assert(client_text(&unread.client, "GET /openapi.yaml HTTP/1.1\r\nHost: a\r\n\r\n"));
    json_decref(guest_get(&ada, 200, "/v1/me"));
    end_in_time();
    for (int i = 0; i < CLIENTS; i++)
        guest_leave(&slow[i]);
    guest_leave(&unread);
}
END_TEST

/* The parent of a process; 0: it has ended. */
static int parent_of(const char *process) {
    char path[300], line[500] = "";
    const char *behind;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%s/stat", process);
    file = fopen(path, "re");
    if (file == NULL)
        return 0;
    if (fgets(line, sizeof line, file) == NULL)
        line[0] = '\0';
    fclose(file);
    behind = strrchr(line, ')'); /* "PID (NAME) STATE PARENT" */
    return behind == NULL || strlen(behind) < 4 ? 0 : (int)strtol(behind + 4, NULL, 10);
}

/* Stops the server's children, the processes that draw; how many. */
static int stop_drawers(void) {
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    int count = 0;

    ck_assert_ptr_nonnull(processes);
    while ((entry = readdir(processes)) != NULL) {
        if (!isdigit((unsigned char)entry->d_name[0]) || parent_of(entry->d_name) != server.pid)
            continue;
        ck_assert_int_eq(kill((pid_t)strtol(entry->d_name, NULL, 10), SIGSTOP), 0);
        count++;
    }
    closedir(processes);
    return count;
}

START_TEST(a_process_that_draws_and_stands_still) {
    enum { PICTURES = 6 };
    struct guest people[PICTURES];
    struct response response;
    char id[GAME_ID_SIZE], path[160];

    begin_server();
    game_make_text(&ada,
                   "{'rules':{'game':'base','players':2},'visibility':'public',"
                   "'seats':[{'account':'me'},{'open':true}]}",
                   id);
    snprintf(path, sizeof path, "/v1/games/%s/board.png?width=500", id);
    ask_only("GET", path, NULL, 200);
    ck_assert_int_gt(stop_drawers(), 0);
    for (int i = 0; i < PICTURES; i++) {
        char request[256];

        guest_stranger(&people[i], &server);
        ck_assert(client_open(&people[i].client, server.address));
        snprintf(request, sizeof request,
                 "GET /v1/games/%s/board.png?width=%d HTTP/1.1\r\nHost: a\r\n\r\n", id, 100 + i);
        ck_assert(client_text(&people[i].client, request));
    }
    /* One of the two may still draw: whoever it does not draw for is told. */
    guest_ask(&ada, &response, "GET", "/v1/me", "", NULL);
    response_free(&response);
    end_in_time();
    for (int i = 0; i < PICTURES; i++)
        guest_leave(&people[i]);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "end",
        (const struct test_case[]){
            {"a_mail_server_that_says_nothing", a_mail_server_that_says_nothing, .loops = 0},
            {"a_webhook_that_never_answers", a_webhook_that_never_answers, .loops = 0},
            {"a_chat_platform_that_never_answers", a_chat_platform_that_never_answers, .loops = 0},
            {"a_database_that_says_nothing_at_the_start", a_database_that_says_nothing_at_the_start,
             .loops = 0},
            {"clients_that_neither_write_nor_read", clients_that_neither_write_nor_read,
             .loops = 0},
            {"a_process_that_draws_and_stands_still", a_process_that_draws_and_stands_still,
             .loops = 0},
            {0},
        });
}
TEST_MAIN(suite)
