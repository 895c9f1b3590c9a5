/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/service/e2e.h"

#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/fresh.h"
#include "tests/support/postgres.h"

void e2e_fail(const char *file, int line, const char *format, ...) {
    char text[2000];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fflush(stdout);
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
    /* Check can only leave a test from the thread that runs it. */
    if (getpid() != gettid())
        _exit(EXIT_FAILURE);
    ck_abort_msg("%s:%d: %s", file, line, text);
}

int64_t e2e_now_ms(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the server ---- */

/* FILES: how many open files it may have; 0: as many as the test. */
static pid_t run(char *const args[], int out, unsigned files) {
    const struct rlimit limit = {.rlim_cur = files, .rlim_max = files};
    pid_t pid = fork();

    NEED(pid >= 0, "cannot fork");
    if (pid > 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (out >= 0)
        dup2(out, STDOUT_FILENO);
    if (files != 0 && setrlimit(RLIMIT_NOFILE, &limit) != 0)
        _exit(126);
    execv(args[0], args);
    _exit(127);
}

/* Reads the line with the server's address. */
static void read_address(struct e2e_server *server) {
    static const char before[] = "listening on http://";
    char line[256];
    size_t size = 0;

    for (;;) {
        struct pollfd wait = {.fd = server->out, .events = POLLIN};

        NEED(poll(&wait, 1, 60000) > 0, "the server does not say that it listens");
        NEED(size + 1 < sizeof line && read(server->out, line + size, 1) == 1,
             "the server ended before it listened");
        if (line[size++] == '\n')
            break;
    }
    line[size - 1] = '\0';
    NEED(strncmp(line, before, strlen(before)) == 0, "not where it listens: %s", line);
    NEED(size - strlen(before) <= sizeof server->address, "a long address: %s", line);
    memcpy(server->address, line + strlen(before), size - strlen(before));
}

void e2e_start(struct e2e_server *server, const char *db) {
    e2e_start_with(server, db, 0, "");
}

void e2e_start_with(struct e2e_server *server, const char *db, unsigned files,
                    const char *setting) {
    char binary[4096];
    char name[ADDRESS_SIZE];
    char more[128];
    char *args[] = {binary, "serve",        "--listen", "127.0.0.1:0", "--db",
                    name,   "--access-log", "no",       NULL,          NULL};
    int ends[2];

    snprintf(more, sizeof more, "%s", setting);
    if (*more != '\0')
        args[8] = more;
    snprintf(binary, sizeof binary, "%s", test_binary());
    need_test_database(db);
    if (getenv("RECORD_TO") == NULL) /* tests/preload/record.c has all that was written */
        fresh_database(db);
    snprintf(name, sizeof name, "%s", test_database(db));
    NEED(pipe(ends) == 0, "cannot make a pipe");
    *server = (struct e2e_server){.out = ends[0]};
    snprintf(server->db, sizeof server->db, "%s", db);
    server->pid = run(args, ends[1], files);
    close(ends[1]);
    read_address(server);
}

void e2e_begin(struct e2e_server *server, const char *db) {
    static const char *const ends[] = {"", "-wal", "-shm"};

    make_test_database(db);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[80];

        snprintf(path, sizeof path, "%s%s", db, ends[i]);
        remove(path);
    }
    e2e_start(server, db);
}

void e2e_kill(struct e2e_server *server) {
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
    close(server->out);
    server->pid = 0;
}

/* Waits for a process; -1 if it did not end by the deadline, or not by itself. */
static int wait_exit(pid_t pid, int64_t deadline) {
    int status = 0;

    while (waitpid(pid, &status, WNOHANG) == 0) {
        if (e2e_now_ms() > deadline) {
            kill(pid, SIGKILL);
            waitpid(pid, NULL, 0);
            return -1;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void e2e_stop(struct e2e_server *server) {
    int code;

    kill(server->pid, SIGTERM);
    code = wait_exit(server->pid, e2e_now_ms() + E2E_STOP_MS);
    close(server->out);
    server->pid = 0;
    NEED(code == 0, "the server ended with %d", code);
}

int e2e_run(const char *command, const char *first, const char *second) {
    char text[4][4096];
    char *args[5] = {text[0], text[1], first != NULL ? text[2] : NULL,
                     second != NULL ? text[3] : NULL, NULL};

    snprintf(text[0], sizeof text[0], "%s", test_binary());
    snprintf(text[1], sizeof text[1], "%s", command);
    snprintf(text[2], sizeof text[2], "%s", first != NULL ? first : "");
    snprintf(text[3], sizeof text[3], "%s", second != NULL ? second : "");
    return wait_exit(run(args, -1, 0), e2e_now_ms() + 60000);
}

/* ---- people ---- */

void guest_stranger(struct guest *person, const struct e2e_server *server) {
    *person = (struct guest){.server = server, .client.fd = -1, .name = "nobody"};
}

void guest_meet(struct guest *person, const struct e2e_server *server, const char *name) {
    json_t *answer;

    guest_stranger(person, server);
    snprintf(person->name, sizeof person->name, "%s", name);
    answer = guest_post(person, 201, json_pack("{s:s}", "name", name), "/v1/accounts");
    snprintf(person->token, sizeof person->token, "Authorization: Bearer %s\r\n",
             need_text(answer, "token"));
    json_decref(answer);
}

void guest_leave(struct guest *person) {
    client_close(&person->client);
}

void guest_ask(struct guest *person, struct response *response, const char *method,
               const char *path, const char *headers, const char *body) {
    char all[2048];

    snprintf(all, sizeof all, "%s%s", person->token, headers);
    /* An idle connection may have been closed in the meantime; no request is lost then. */
    if (person->client.fd >= 0 && client_closed(&person->client, 0))
        client_close(&person->client);
    *response = (struct response){0};
    if (person->client.fd < 0 && !client_open(&person->client, person->server->address))
        return;
    client_ask(&person->client, response, method, path, all, body);
    if (response->status == 0)
        client_close(&person->client);
}

static void format_path(char path[2048], const char *format, va_list args) {
    int size = vsnprintf(path, 2048, format, args);

    NEED(size > 0 && size < 2048, "path");
}

/* The body as a tree, after its status was checked. Frees the response. */
static json_t *take_json(struct guest *person, struct response *response, int status,
                         const char *path) {
    json_error_t error;
    json_t *answer;

    NEED(response->status == status, "%s: %s: %d instead of %d: %s", person->name, path,
         response->status, status, response->body != NULL ? response->body : "no body");
    answer = json_loadb(response->body, response->size, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES,
                        &error);
    NEED(answer != NULL, "%s: %s at %d in %s", path, error.text, error.position, response->body);
    response_free(response);
    return answer;
}

json_t *guest_get(struct guest *person, int status, const char *path, ...) {
    struct response response;
    char text[2048];
    va_list args;

    va_start(args, path);
    format_path(text, path, args);
    va_end(args);
    guest_ask(person, &response, "GET", text, "", NULL);
    return take_json(person, &response, status, text);
}

json_t *guest_post(struct guest *person, int status, json_t *body, const char *path, ...) {
    struct response response;
    char *body_text = json_dumps(body, JSON_COMPACT);
    char text[2048];
    va_list args;

    va_start(args, path);
    format_path(text, path, args);
    va_end(args);
    NEED(body_text != NULL, "no body");
    json_decref(body);
    guest_ask(person, &response, "POST", text, "", body_text);
    if (response.status != status)
        fprintf(stderr, "%s posted %s\n", person->name, body_text);
    free(body_text);
    return take_json(person, &response, status, text);
}

bool came_late(const struct response *response) {
    return (response->status == 409 || response->status == 412) && response->body != NULL &&
           (strstr(response->body, "\"/problems/stale\"") != NULL ||
            strstr(response->body, "\"/problems/game-over\"") != NULL);
}

json_t *guest_move(struct guest *person, json_t *body, const char *id) {
    char *body_text = json_dumps(body, JSON_COMPACT);
    struct response response;
    char path[128];
    bool late;

    NEED(body_text != NULL, "no body");
    json_decref(body);
    snprintf(path, sizeof path, "/v1/games/%s/moves", id);
    guest_ask(person, &response, "POST", path, "", body_text);
    late = came_late(&response);
    if (!late && response.status != 201)
        fprintf(stderr, "%s posted %s\n", person->name, body_text);
    free(body_text);
    if (!late)
        return take_json(person, &response, 201, path);
    response_free(&response);
    return NULL;
}

char *guest_text(struct guest *person, const char *path, ...) {
    struct response response;
    char text[2048];
    va_list args;
    char *body;

    va_start(args, path);
    format_path(text, path, args);
    va_end(args);
    guest_ask(person, &response, "GET", text, "", NULL);
    NEED(response.status == 200, "%s: %s: %d: %s", person->name, text, response.status,
         response.body != NULL ? response.body : "no body");
    body = response.body;
    response.body = NULL;
    response_free(&response);
    return body;
}

void guest_stream(struct guest *person, struct client *stream, const char *path,
                  const char *last_id) {
    struct response response;
    char request[1024];
    char last[160] = "";

    NEED(client_open(stream, person->server->address), "no connection for a stream");
    if (last_id != NULL)
        snprintf(last, sizeof last, "Last-Event-ID: %s\r\n", last_id);
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n%s%s\r\n", path,
             person->token, last);
    NEED(client_text(stream, request), "a stream's request cannot be sent");
    client_read_head(stream, &response);
    NEED(response.status == 200, "%s: stream %s: %d", person->name, path, response.status);
    NEED(strncmp(response_header(&response, "Content-Type"), "text/event-stream", 17) == 0,
         "not a stream");
    response_free(&response);
}

json_t *stream_next(struct client *stream, char *id, int wait_ms) {
    enum { EVENT_TEXT_MAX = 65536 };
    char *text = malloc(EVENT_TEXT_MAX);
    int64_t deadline = e2e_now_ms() + wait_ms;
    json_t *data = NULL;

    NEED(text != NULL, "no memory");
    while (data == NULL) {
        const char *at;
        int64_t left = deadline - e2e_now_ms();

        if (!client_event(stream, text, EVENT_TEXT_MAX, left > 0 ? (int)left : 0))
            break;
        at = strstr(text, "data: ");
        if (at == NULL)
            continue;
        data = json_loads(at + 6, JSON_REJECT_DUPLICATES, NULL);
        NEED(data != NULL, "no JSON in a stream: %s", text);
        if (id != NULL) {
            at = strstr(text, "id: ");
            NEED(at != NULL, "an event without an id: %s", text);
            snprintf(id, 128, "%.*s", (int)strcspn(at + 4, "\n"), at + 4);
        }
    }
    free(text);
    return data;
}

json_t *guest_list(struct guest *person, const char *path, int limit) {
    json_t *all = json_array();
    char cursor[256] = "";

    for (;;) {
        json_t *page = guest_get(person, 200, "%s&limit=%d%s%s", path, limit,
                                 *cursor != '\0' ? "&cursor=" : "", cursor);
        const json_t *next = need(page, "next");

        NEED((int)json_array_size(need(page, "items")) <= limit, "a page above its limit");
        json_array_extend(all, json_object_get(page, "items"));
        if (json_is_string(next))
            snprintf(cursor, sizeof cursor, "%s", json_string_value(next));
        else
            *cursor = '\0';
        json_decref(page);
        if (*cursor == '\0')
            return all;
    }
}

/* ---- trees ---- */

json_t *tree(const char *text) {
    char *copy = strdup(text);
    json_error_t error;
    json_t *value;

    NEED(copy != NULL, "no memory");
    for (char *c = copy; *c != '\0'; c++)
        if (*c == '\'')
            *c = '"';
    value = json_loads(copy, JSON_DECODE_ANY, &error);
    NEED(value != NULL, "%s at %d in %s", error.text, error.position, copy);
    free(copy);
    return value;
}

const json_t *need(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    char *text;

    if (value == NULL) {
        text = json_dumps(object, JSON_COMPACT | JSON_ENCODE_ANY);
        e2e_fail(__FILE__, __LINE__, "no \"%s\" in %s", key, text != NULL ? text : "nothing");
    }
    return value;
}

long long need_int(const json_t *object, const char *key) {
    const json_t *value = need(object, key);

    NEED(json_is_integer(value), "\"%s\" is no whole number", key);
    return json_integer_value(value);
}

const char *need_text(const json_t *object, const char *key) {
    const json_t *value = need(object, key);

    NEED(json_is_string(value), "\"%s\" is no text", key);
    return json_string_value(value);
}

void same_json(const json_t *a, const json_t *b, const char *what) {
    char *texts[2];

    if (json_equal(a, b))
        return;
    texts[0] = json_dumps(a, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    texts[1] = json_dumps(b, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
    fprintf(stderr, "%s:\n%s\n%s\n", what, texts[0], texts[1]);
    e2e_fail(__FILE__, __LINE__, "%s: not the same", what);
}

/* ---- games ---- */

void game_make(struct guest *person, json_t *body, char id[GAME_ID_SIZE]) {
    json_t *game = guest_post(person, 201, body, "/v1/games");

    snprintf(id, GAME_ID_SIZE, "%s", need_text(game, "id"));
    json_decref(game);
}

void game_make_text(struct guest *person, const char *body, char id[GAME_ID_SIZE]) {
    game_make(person, tree(body), id);
}

bool same_moment(const json_t *view, const json_t *listing) {
    return need_int(view, "seq") == need_int(listing, "seq");
}

bool view_waits_for(const json_t *view, unsigned seat) {
    const json_t *decisions = need(view, "waiting_for");
    const json_t *decision;
    size_t i;

    json_array_foreach(decisions, i, decision) {
        if (need_int(decision, "player") == (long long)seat)
            return true;
    }
    return false;
}
