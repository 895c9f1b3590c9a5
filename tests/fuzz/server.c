/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include <errno.h>
#include <sodium.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "db/store.h"
#include "service/account/auth.h"
#include "service/api/routes.h"
#include "service/api/web.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "service/base/json_read.h"
#include "service/http/metrics.h"
#include "service/http/server.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/server.h"
#include "tests/support/http_client.h"

enum { ANSWER_MAX = 1 << 20, WAIT_MS = 5, PATH_SIZE = 256, GAME_INPUTS = 40 };

static struct app app;
static atomic_bool token_lost = true;
static char folder[PATH_SIZE - 16];
static char token[TOKEN_LENGTH + 1] = "none";
static char game[STORE_ID_SIZE] = "none";
static char answer[ANSWER_MAX + 1];

static enum auth_result auth(struct request *rq, const char *given) {
    bool ours = strcmp(given, "T") == 0;
    enum auth_result result = auth_caller(rq, ours ? token : given);
    if (ours && result == AUTH_BAD)
        token_lost = true;
    return result;
}

static void stop(void) {
    server_stop(app.server);
    store_close(app.store);
    metrics_free(app.metrics);
    for (unsigned i = 0; i < 3; i++) {
        static const char *const endings[] = {"", "-wal", "-shm"};
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%s/db%s", folder, endings[i]);
        (void)remove(path);
    }
    (void)rmdir(folder);
}

static void start(void) {
    struct server_config config;
    struct config settings;
    char path[PATH_SIZE], error[PATH_SIZE];
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/fuzz_server.XXXXXX",
             temporary != NULL ? temporary : "/tmp");
    REQUIRE_HOLDS(sodium_init() >= 0 && mkdtemp(folder) != NULL, "no temporary folder");
    snprintf(path, sizeof path, "%s/db", folder);
    REQUIRE_HOLDS(store_open(&app.store, &(struct store_options){.path = path}) == STORE_OK, path);
    app.metrics = metrics_new();
    config_defaults(&settings);
    config_server(&settings, &config);
    config.listen = "127.0.0.1:0";
    config.threads = 1;
    config.access_log = false;
    config.general = config.accounts = (struct server_rate){0};
    config.routes = routes;
    config.missing = web_missing;
    config.route_count = routes_count;
    config.app = &app;
    config.auth = auth;
    config.metrics = app.metrics;
    app.server = server_start(&config, error, sizeof error);
    REQUIRE_HOLDS(app.server != NULL, error);
    (void)atexit(stop);
}

const char *fuzz_server_game(void) {
    return game;
}

size_t fuzz_server_head(unsigned choice, char *head, size_t head_max, size_t size) {
    const struct route *route = &routes[choice % routes_count];
    const char *rest = strchr(route->path, '{');
    int fixed = rest == NULL ? (int)strlen(route->path) : (int)(rest - route->path);
    const char *after = rest == NULL ? "" : strchr(rest, '}') + 1;
    int n = snprintf(head, head_max,
                     "%s %.*s%s%s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                     "Authorization: Bearer T\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\n\r\n",
                     method_name(route->method), fixed, route->path, rest == NULL ? "" : game,
                     after, size);
    REQUIRE_HOLDS(n > 0 && (size_t)n < head_max, "a long path");
    return (size_t)n;
}

/* Whether the response is complete, as far as its length is known. */
static bool whole(size_t size) {
    const char *body = strstr(answer, "\r\n\r\n");
    const char *length = strstr(answer, "\r\nContent-Length: ");
    if (body == NULL || length == NULL || length > body)
        return false;
    body += 4;
    return size - (size_t)(body - answer) >= strtoul(length + 18, NULL, 10);
}

/* Reads to the end of a response (or, on request, of the connection), or until there is no more data for a while. */
static size_t receive(int fd, size_t size, int wait_ms, bool to_end) {
    struct timeval wait = {.tv_sec = wait_ms / 1000, .tv_usec = wait_ms % 1000 * 1000};
    ssize_t got = 1;
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    while (size < ANSWER_MAX && got > 0 && (to_end || !whole(size))) {
        do
            got = recv(fd, answer + size, ANSWER_MAX - size, 0);
        while (got < 0 && errno == EINTR); /* the fuzzer's clock */
        size += got > 0 ? (size_t)got : 0;
        answer[size] = '\0';
    }
    return size;
}

/* The body of a problem is JSON, if it is complete. */
static void check_problem(void) {
    const char *body = strstr(answer, "\r\n\r\n");
    const char *type = strstr(answer, "application/problem+json");
    const char *length = strstr(answer, "\r\nContent-Length: ");
    struct read_failure failure;
    if (body == NULL || type == NULL || type > body || length == NULL || length > body)
        return;
    size_t size = strtoul(length + strlen("\r\nContent-Length: "), NULL, 10);
    if (strlen(body + 4) < size)
        return;
    json_t *value = read_json(body + 4, size, &failure);
    REQUIRE_HOLDS(value != NULL, body);
    json_decref(value);
}

/* Every connection keeps its port in use for a minute: one address would run out of ports in that time. */
static bool open_client(struct client *client) {
    static unsigned opened;
    char from[sizeof "127.0.0.255"];
    snprintf(from, sizeof from, "127.0.0.%u", 2 + opened++ % 250);
    return client_open_from(client, server_address(app.server), from);
}

static int ask(const char *bytes, size_t size, int wait_ms) {
    struct client client;
    REQUIRE_HOLDS(open_client(&client), strerror(errno));
    (void)client_send(&client, bytes, size);
    answer[0] = '\0';
    size_t got = receive(client.fd, 0, wait_ms, false);
    /* What was sent may be less than a request, or more: this ends it. */
    (void)shutdown(client.fd, SHUT_WR);
    got = receive(client.fd, got, wait_ms, true);
    client_close(&client);
    if (got == 0)
        return 0;
    REQUIRE_HOLDS(strncmp(answer, "HTTP/1.", 7) == 0 && got > 12, answer);
    check_problem();
    return (int)strtol(answer + 9, NULL, 10);
}

int fuzz_server_ask(const char *bytes, size_t size) {
    return ask(bytes, size, WAIT_MS);
}

/* Copies the text after MARK in the last response, up to the closing quote. */
static void take_text(const char *mark, char *to, size_t size) {
    const char *at = strstr(answer, mark);
    if (at == NULL)
        return;
    at += strlen(mark);
    snprintf(to, size, "%.*s", (int)strcspn(at, "\""), at);
}

static void post(const char *path, const char *body) {
    char text[1024];
    int n = snprintf(text, sizeof text,
                     "POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer T\r\n"
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                     path, strlen(body), body);
    (void)ask(text, (size_t)n, CLIENT_WAIT_MS);
}

static void sign_up(void) {
    static unsigned accounts;
    char body[64];
    snprintf(body, sizeof body, "{\"name\":\"fuzz-%ld-%u\"}", (long)getpid(), ++accounts);
    post("/v1/accounts", body);
    take_text("\"token\":\"", token, sizeof token);
    REQUIRE_HOLDS(strlen(token) == TOKEN_LENGTH, "nobody could sign up");
    token_lost = false;
}

void fuzz_server_ready(void) {
    static unsigned inputs;
    bool knights = inputs / GAME_INPUTS % 2 == 1; /* every other game */
    bool begin = inputs++ % GAME_INPUTS == 0;
    if (app.server == NULL)
        start();
    if (atomic_load(&token_lost)) {
        sign_up();
        begin = true;
    }
    if (!begin)
        return;
    post("/v1/games", knights ? "{\"mode\":\"table\",\"rules\":{\"game\":\"cities_and_knights\"},"
                                "\"board\":{\"layout\":\"beginner\"}}"
                              : "{\"mode\":\"table\",\"rules\":{\"game\":\"base\"},"
                                "\"board\":{\"layout\":\"beginner\"}}");
    take_text("\"id\":\"", game, sizeof game);
}
