/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/program.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/accounts.h"
#include "db/store.h"
#include "service/account/auth.h"
#include "service/account/presence.h"
#include "service/actor/runner.h"
#include "service/api/routes.h"
#include "service/api/web.h"
#include "service/http/metrics.h"
#include "service/mail/mail.h"
#include "service/notify/sender.h"
#include "tests/support/fresh.h"

enum { FLAGS_MAX = 40, PATH_SIZE = 512, HEADERS_SIZE = 1024, BODY_SIZE = 8192, IDLE_MS = 600000 };

void program_fail(const char *format, ...) {
    va_list args;

    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    fflush(NULL);
    abort();
}

static void store_log(void *context, enum store_log_level level, const char *message) {
    (void)context;
    if (level == STORE_LOG_ERROR)
        fprintf(stderr, "store: %s\n", message);
}

/* ---- up and down ---- */

static void read_flags(struct program *program, char *const flags[]) {
    char *copy[FLAGS_MAX];
    char error[256] = "";
    int n = 0;

    for (; flags != NULL && flags[n] != NULL && n < FLAGS_MAX; n++)
        copy[n] = flags[n];
    PROGRAM_NEED(config_read(&program->config, n, copy, error, sizeof error), "%s", error);
}

static void start_server(struct program *program) {
    struct server_config server;
    char error[256] = "";

    config_server(&program->config, &server);
    server.listen = "127.0.0.1:0";
    server.threads = 1;
    server.access_log = false;
    server.accounts = server.general = (struct server_rate){0};
    server.idle_ms = IDLE_MS;
    server.routes = routes;
    server.missing = web_missing;
    server.route_count = routes_count;
    server.app = &program->app;
    server.auth = auth_caller;
    server.https = app_is_https(&program->app);
    server.cookie = app_cookie(server.https);
    server.metrics = program->app.metrics;
    program->app.server = server_start(&server, error, sizeof error);
    PROGRAM_NEED(program->app.server != NULL, "%s", error);
}

struct program *program_up(const char *db, char *const flags[], int64_t (*clock)(void)) {
    struct program *program = calloc(1, sizeof *program);
    struct store_options options = {.path = db, .log = store_log};
    char error[256] = "";
    struct app *app;

    PROGRAM_NEED(program != NULL && sodium_init() >= 0, "no memory");
    app = &program->app;
    app->config = &program->config;
    program->client.fd = -1;
    app_set_clock(clock);
    read_flags(program, flags);
    program->config.db = db;
    fresh_database(db);
    PROGRAM_NEED(mail_new(&app->mail, &program->config, error, sizeof error), "%s", error);
    PROGRAM_NEED(store_open(&app->store, &options) == STORE_OK, "no database %s", db);
    app->metrics = metrics_new();
    app->runner = runner_new(app->store);
    app->game_changed = runner_game_changed;
    app->sender = sender_new(app);
    app->presence = presence_new();
    PROGRAM_NEED(app->presence != NULL && app->metrics != NULL && app->runner != NULL &&
                     app->sender != NULL,
                 "no memory");
    start_server(program);
    PROGRAM_NEED(runner_start(app->runner, app->server), "no thread for the bots");
    PROGRAM_NEED(runner_settle(app->runner), "the bots cannot move");
    return program;
}

void program_down(struct program *program) {
    struct app *app = &program->app;

    client_close(&program->client);
    runner_stop(app->runner);
    server_stop(app->server);
    store_close(app->store);
    sender_free(app->sender);
    runner_free(app->runner);
    metrics_free(app->metrics);
    mail_free(app->mail);
    presence_free(app->presence);
    free(program);
}

/* ---- requests ---- */

static void with_quotes(char *text) {
    for (; *text != '\0'; text++)
        if (*text == '\'')
            *text = '"';
}

static void ask(struct program *program, struct response *response, int status, const char *token,
                const char *method, const char *headers, const char *body, const char *path) {
    char all[HEADERS_SIZE];
    char what[BODY_SIZE] = "";

    snprintf(all, sizeof all, "%s%s", token, headers);
    if (body != NULL) {
        snprintf(what, sizeof what, "%s", body);
        with_quotes(what);
    }
    if (program->client.fd >= 0 && client_closed(&program->client, 0))
        client_close(&program->client);
    if (program->client.fd < 0)
        PROGRAM_NEED(client_open(&program->client, server_address(program->app.server)),
                     "no connection");
    client_ask(&program->client, response, method, path, all, body == NULL ? NULL : what);
    PROGRAM_NEED(response->status != 0 && (status == 0 || response->status == status),
                 "%s %s: %d instead of %d: %s", method, path, response->status, status,
                 response->body == NULL ? "" : response->body);
}

void program_ask(struct program *program, struct response *response, int status, const char *token,
                 const char *method, const char *headers, const char *body, const char *path, ...) {
    char where[PATH_SIZE];
    va_list args;

    va_start(args, path);
    vsnprintf(where, sizeof where, path, args);
    va_end(args);
    ask(program, response, status, token, method, headers, body, where);
}

json_t *program_json(struct program *program, int status, const char *token, const char *method,
                     const char *headers, const char *body, const char *path, ...) {
    struct response response;
    char where[PATH_SIZE];
    json_t *answer;
    va_list args;

    va_start(args, path);
    vsnprintf(where, sizeof where, path, args);
    va_end(args);
    ask(program, &response, status, token, method, headers, body, where);
    answer = response.size == 0 ? NULL : json_loadb(response.body, response.size, 0, NULL);
    response_free(&response);
    return answer;
}

int64_t program_sign_up(struct program *program, const char *name, char token[PROGRAM_TOKEN_SIZE]) {
    struct store_account account;
    char body[160];
    json_t *answer;

    snprintf(body, sizeof body, "{'name':'%s'}", name);
    answer = program_json(program, 201, "", "POST", "", body, "/v1/accounts");
    PROGRAM_NEED(store_account_by_name(store_reader_get(program->app.store), name, &account) ==
                     STORE_OK,
                 "an account that was made is not there");
    snprintf(token, PROGRAM_TOKEN_SIZE, "Authorization: Bearer %s\r\n",
             json_string_value(json_object_get(answer, "token")));
    json_decref(answer);
    return account.id;
}

void program_write(struct program *program, struct store_job *job) {
    enum store_result result = store_call(program->app.store, job);

    PROGRAM_NEED(result == STORE_OK, "cannot write: %s", store_result_name(result));
}
