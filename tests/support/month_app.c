/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The program in the simulation's own process: see month.h. */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/auth.h"
#include "service/bots/runner.h"
#include "service/http/metrics.h"
#include "service/post/sender.h"
#include "service/routes.h"
#include "tests/support/month.h"

enum { FLAGS_MAX = 40, PATH_MAX_SIZE = 512, BODY_MAX_SIZE = 4096 };

/* The one simulation of this process, whose time is the program's. */
static const struct month *running;

static int64_t simulated_now(void) {
    return running->now;
}

static void store_log(void *context, enum store_log_level level, const char *message) {
    (void)context;
    if (level == STORE_LOG_ERROR)
        fprintf(stderr, "store: %s\n", message);
}

/* ---- asking ---- */

static void with_quotes(char *text) {
    for (; *text != '\0'; text++)
        if (*text == '\'')
            *text = '"';
}

json_t *month_ask(struct month_app *app, const struct month_person *person, int status, int *got,
                  const char *method, const char *headers, const char *body, const char *path,
                  ...) {
    char all[MONTH_TOKEN_SIZE + 512];
    char where[PATH_MAX_SIZE];
    char what[BODY_MAX_SIZE];
    struct response response;
    json_t *answer;
    va_list args;

    va_start(args, path);
    vsnprintf(where, sizeof where, path, args);
    va_end(args);
    snprintf(all, sizeof all, "%s%s", person == NULL ? "" : person->token, headers);
    if (body != NULL) {
        snprintf(what, sizeof what, "%s", body);
        with_quotes(what);
    }
    if (app->client.fd >= 0 && client_closed(&app->client, 0))
        client_close(&app->client);
    if (app->client.fd < 0)
        MONTH_NEED(app->month, client_open(&app->client, server_address(app->app.server)),
                   "no connection");
    client_ask(&app->client, &response, method, where, all, body == NULL ? NULL : what);
    MONTH_NEED(app->month, response.status != 0 && (status == 0 || response.status == status),
               "%s %s: %d instead of %d: %s", method, where, response.status, status,
               response.body == NULL ? "" : response.body);
    if (got != NULL)
        *got = response.status;
    answer = response.size == 0 ? NULL : json_loadb(response.body, response.size, 0, NULL);
    response_free(&response);
    return answer;
}

/* ---- people sign up ---- */

static void sign_up(struct month_app *app, struct month_person *person) {
    struct store_account account;
    char body[64];
    json_t *answer;

    snprintf(body, sizeof body, "{'name':'%s'}", person->name);
    answer = month_ask(app, NULL, 201, NULL, "POST", "", body, "/v1/accounts");
    MONTH_NEED(app->month,
               store_account_by_name(store_reader_get(app->app.store), person->name, &account) ==
                   STORE_OK,
               "an account that was made is not there");
    person->account = account.id;
    snprintf(person->token, sizeof person->token, "Authorization: Bearer %s\r\n",
             json_string_value(json_object_get(answer, "token")));
    json_decref(answer);
    if (app->hooks->signed_up != NULL)
        app->hooks->signed_up(app, person);
}

/* ---- up and down ---- */

static void start_server(struct month_app *app) {
    struct server_config server;
    char error[256] = "";

    config_server(&app->config, &server);
    server.listen = "127.0.0.1:0";
    server.threads = 1;
    server.access_log = false;
    server.accounts = (struct server_rate){0};
    server.general = (struct server_rate){0};
    server.idle_ms = 600000;
    server.routes = routes;
    server.route_count = routes_count;
    server.app = &app->app;
    server.auth = auth_caller;
    server.metrics = app->app.metrics;
    app->app.server = server_start(&server, error, sizeof error);
    MONTH_NEED(app->month, app->app.server != NULL, "%s", error);
}

static void read_flags(struct month_app *app, char *const flags[]) {
    char *copy[FLAGS_MAX];
    char error[256] = "";
    int n = 0;

    while (flags != NULL && flags[n] != NULL && n < FLAGS_MAX) {
        copy[n] = flags[n];
        n++;
    }
    MONTH_NEED(app->month, config_read(&app->config, n, copy, error, sizeof error), "%s", error);
}

struct month_app *month_up(struct month *month, const char *db, char *const flags[],
                           const struct month_hooks *hooks) {
    struct month_app *app = calloc(1, sizeof *app);
    struct store_options options = {.path = db, .log = store_log};

    MONTH_NEED(month, app != NULL && sodium_init() >= 0, "no memory");
    app->month = month;
    app->hooks = hooks;
    app->client.fd = -1;
    app->app.config = &app->config;
    running = month;
    app_set_clock(simulated_now);
    read_flags(app, flags);
    app->config.db = db;
    MONTH_NEED(month, store_open(&app->app.store, &options) == STORE_OK, "no database");
    app->app.metrics = metrics_new();
    app->app.bots = bots_new(app->app.store);
    app->app.post = post_new(&app->app);
    MONTH_NEED(month, app->app.metrics != NULL && app->app.bots != NULL && app->app.post != NULL,
               "no memory");
    month->up_at = month->now;
    start_server(app);
    MONTH_NEED(month, bots_start(app->app.bots, app->app.server), "no thread for the bots");
    MONTH_NEED(month, bots_settle(app->app.bots), "the bots cannot move");
    for (unsigned i = 0; i < month->n_people; i++)
        if (month->people[i].token[0] == '\0')
            sign_up(app, &month->people[i]);
    month->ready = true;
    return app;
}

void month_down(struct month_app *app) {
    client_close(&app->client);
    bots_stop(app->app.bots);
    server_stop(app->app.server);
    store_close(app->app.store);
    post_free(app->app.post);
    bots_free(app->app.bots);
    metrics_free(app->app.metrics);
    free(app);
}
