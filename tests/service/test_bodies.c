/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Many large bodies at once: how much memory the program uses, and that others are still served. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/json_read.h"
#include "tests/service/e2e.h"
#include "tests/support/sanitized.h"

enum {
    BODIES = 8,
    BODY_BYTES = 8 << 20, /* the most that a body may have */
    PEAK_KIB = 256 << 10,
    KEPT_KIB = 16 << 10, /* the most that stays afterwards */
    HEALTH_MS = 1000,
    GIVE_BACK_MS = 20000,
};

static struct e2e_server server;
static struct guest ann, watcher;

static void begin(void) {
    e2e_begin(&server, "bodies.db");
    guest_meet(&ann, &server, "Ann");
    guest_stranger(&watcher, &server);
}

static void end(void) {
    guest_leave(&ann);
    guest_leave(&watcher);
    e2e_stop(&server);
}

/* A figure of the program's memory in KiB: "VmHWM" is its peak, "VmRSS" the current size. */
static long memory_kib(const char *name) {
    char path[64], line[256];
    long value = -1;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/status", (int)server.pid);
    file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (value < 0 && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0 && line[strlen(name)] == ':')
            value = strtol(line + strlen(name) + 1, NULL, 10);
    fclose(file);
    ck_assert_int_ge(value, 0);
    return value;
}

/* Requests /healthz; returns how long it took. */
static int64_t health_ms(void) {
    int64_t started = e2e_now_ms();
    struct response response;

    guest_ask(&watcher, &response, "GET", "/healthz", "", NULL);
    ck_assert_int_eq(response.status, 200);
    response_free(&response);
    return e2e_now_ms() - started;
}

/* Sends the head of a request for a game and all but the last byte of the body; it may be refused before. */
static void send_most(struct client *client, const char *body, size_t size) {
    char head[512];

    ck_assert(client_open(client, server.address));
    snprintf(head, sizeof head,
             "POST /v1/games HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
             "%sContent-Length: %zu\r\n\r\n",
             ann.token, size);
    ck_assert(client_text(client, head));
    client_send(client, body, size - 1);
}

/* Sends the same body BODIES times at once; each is refused with a problem document. */
static void press(const char *body, size_t size) {
    struct client clients[BODIES];
    long before = memory_kib("VmRSS");
    int64_t worst = 0, until;

    for (int i = 0; i < BODIES; i++)
        send_most(&clients[i], body, size);
    for (int i = 0; i < BODIES; i++)
        client_send(&clients[i], body + size - 1, 1);
    for (int i = 0; i < BODIES; i++) {
        struct response response;
        int64_t took = health_ms();

        worst = took > worst ? took : worst;
        client_read(&clients[i], &response, false);
        ck_assert_msg(response.status == 400 || response.status == 422 || response.status == 503,
                      "%d", response.status);
        ck_assert_str_eq(response_header(&response, "Content-Type"), "application/problem+json");
        if (response.status == 503)
            ck_assert_ptr_nonnull(response_header(&response, "Retry-After"));
        response_free(&response);
        client_close(&clients[i]);
    }
    until = e2e_now_ms() + GIVE_BACK_MS;
    while (memory_kib("VmRSS") > before + KEPT_KIB && e2e_now_ms() < until)
        health_ms();
    printf("%d bodies of %zu bytes: peak %ld KiB, %ld before, %ld afterwards, /healthz %d ms\n",
           BODIES, size, memory_kib("VmHWM"), before, memory_kib("VmRSS"), (int)worst);
    if (!SANITIZED) { /* sanitizers keep freed memory */
        ck_assert_int_lt(memory_kib("VmHWM"), PEAK_KIB);
        ck_assert_int_le(memory_kib("VmRSS"), before + KEPT_KIB);
    }
    ck_assert_int_lt(worst, HEALTH_MS);
}

/* Fills a body by repeating UNIT, COUNT times or until it is full. */
static char *make_body(const char *before, const char *unit, const char *after, size_t count,
                       size_t *size) {
    char *body = malloc(BODY_BYTES + 1);
    size_t at = strlen(before);

    ck_assert_ptr_nonnull(body);
    memcpy(body, before, at);
    for (; count > 0 && at + strlen(unit) + strlen(after) <= BODY_BYTES; count--) {
        memcpy(body + at, unit, strlen(unit));
        at += strlen(unit);
    }
    memcpy(body + at, after, strlen(after));
    *size = at + strlen(after);
    return body;
}

START_TEST(bodies_of_very_many_values) {
    size_t size;
    char *body = make_body("{\"a\":[", "[],", "[]]}", SIZE_MAX, &size);

    press(body, size);
    free(body);
}
END_TEST

START_TEST(bodies_of_as_many_values_as_are_read) {
    size_t size;
    char *body = make_body("{\"a\":[", "{\"b\":1},", "0]}", READ_VALUES_MAX / 2 - 2, &size);

    press(body, size);
    free(body);
}
END_TEST

START_TEST(bodies_that_are_one_text) {
    size_t size;
    char *body = make_body("{\"a\":\"", "xxxxxxxx", "\"}", SIZE_MAX, &size);

    press(body, size);
    free(body);
}
END_TEST

/* Only operations that import a record accept a large body. */
START_TEST(other_bodies_are_small) {
    static const char *const others[][2] = {{"POST", "/v1/me/tokens"},
                                            {"DELETE", "/v1/me"},
                                            {"POST", "/v1/session"},
                                            {"PUT", "/v1/games/none/orders"},
                                            {"POST", "/nowhere"}};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct client client;
        struct response response;
        char head[512];

        ck_assert(client_open(&client, server.address));
        snprintf(head, sizeof head,
                 "%s %s HTTP/1.1\r\nHost: a\r\n%sContent-Length: 65537\r\nExpect: 100-continue\r\n"
                 "\r\n",
                 others[i][0], others[i][1], ann.token);
        ck_assert(client_text(&client, head));
        client_read(&client, &response, false);
        ck_assert_msg(response.status == 413, "%s: %d", others[i][1], response.status);
        response_free(&response);
        client_close(&client);
    }
}
END_TEST

#define SERVED .setup = begin, .teardown = end

static Suite *suite(void) {
    return test_suite("bodies", (const struct test_case[]){
                                    {"very_many_values", bodies_of_very_many_values, SERVED},
                                    {"many_values", bodies_of_as_many_values_as_are_read, SERVED},
                                    {"one_text", bodies_that_are_one_text, SERVED},
                                    {"others", other_bodies_are_small, SERVED},
                                    {0},
                                });
}
TEST_MAIN(suite)
