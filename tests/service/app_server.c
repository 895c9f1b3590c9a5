/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/service/app_server.h"

#include <check.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "db/clocks.h"
#include "db/store.h"
#include "service/account/auth.h"
#include "service/actor/runner.h"
#include "service/actor/waker.h"
#include "service/api/routes.h"
#include "service/game/guard.h"
#include "service/http/metrics.h"
#include "tests/support/fresh.h"
#include "tests/support/postgres.h"

struct app test_app;
bool test_app_rehearses = true;

static const char database[] = "hexpost.db";

static void remove_database(void) {
    static const char *const files[] = {database, "hexpost.db-wal", "hexpost.db-shm"};

    if (on_postgresql())
        return;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        remove(files[i]);
}

static void start(const struct route *own_routes, size_t count) {
    struct server_config config = test_server_config();

    ck_assert_int_ge(sodium_init(), 0);
    /* Each change runs twice, the first time discarded: that must not be visible. */
    ck_assert_int_eq(
        store_open(&test_app.store, &(struct store_options){.path = test_database(database),
                                                            .rehearse = test_app_rehearses}),
        STORE_OK);
    test_app.guard = guard_new();
    ck_assert_ptr_nonnull(test_app.guard);
    store_set_companion(test_app.store, test_app.guard);
    test_app.runner = runner_new(test_app.store);
    test_app.game_changed = runner_game_changed;
    ck_assert_ptr_nonnull(test_app.runner);
    config.routes = own_routes != NULL ? own_routes : routes;
    config.route_count = own_routes != NULL ? count : routes_count;
    config.accounts = (struct server_rate){0};
    config.app = &test_app;
    config.auth = auth_caller;
    config.cookie = app_cookie(false);
    test_server_start(&config);
    test_app.server = test_server;
    test_app.metrics = test_metrics;
    ck_assert(guard_metrics(test_metrics, test_app.guard));
    ck_assert(runner_start(test_app.runner, test_server));
}

void test_app_start(const struct route *own_routes, size_t count) {
    remove_database(); /* left by a failed test */
    make_test_database(database);
    fresh_database(database);
    start(own_routes, count);
}

void test_app_setup(void) {
    test_app_start(NULL, 0);
}

static void stop(void) {
    runner_stop(test_app.runner);
    test_server_stop();
    store_close(test_app.store);
    runner_free(test_app.runner);
    guard_free(test_app.guard);
    test_app = (struct app){0};
}

void test_app_stop(void) {
    stop();
    remove_database();
}

void test_app_restart(void (*damage)(const char *path)) {
    stop();
    damage(database);
    start(NULL, 0);
}

const char *set_cookie(const struct response *response, char header[TOKEN_HEADER_SIZE]) {
    const char *cookie = response_header(response, "Set-Cookie");

    ck_assert_ptr_nonnull(cookie);
    snprintf(header, TOKEN_HEADER_SIZE, "Cookie: %.*s\r\n", (int)strcspn(cookie, ";"), cookie);
    return cookie;
}

void sign_up(const char *name, char header[TOKEN_HEADER_SIZE]) {
    char body[300];
    struct response response;
    const char *token;

    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    response = ask("POST", "/v1/accounts", "", body, 201);
    token = strstr(response.body, "hxp_");
    ck_assert_ptr_nonnull(token);
    snprintf(header, TOKEN_HEADER_SIZE, "Authorization: Bearer %.*s\r\n", TOKEN_LENGTH, token);
    response_free(&response);
}

json_t *ask_json(const char *method, const char *path, const char *headers, const char *body,
                 int status) {
    struct response response = ask(method, path, headers, body, status);
    json_t *json = json_loadb(response.body, response.size, 0, NULL);

    ck_assert_ptr_nonnull(json);
    response_free(&response);
    return json;
}

const char *text_of(const json_t *json, const char *key) {
    const char *value = json_string_value(json_object_get(json, key));

    ck_assert_msg(value != NULL, "no %s", key);
    return value;
}

void test_app_work(void) {
    while (waker_run_due(&test_app, app_now()) > 0) {
        int64_t at;

        ck_assert(runner_settle(test_app.runner));
        if (store_timer_next(store_reader_get(test_app.store), &at) != STORE_OK || at > app_now())
            break;
    }
}
