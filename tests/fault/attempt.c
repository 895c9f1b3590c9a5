/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/fault/attempt.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/http/server.h"
#include "tests/fault/points.h"
#include "tests/support/check_main.h"

enum { PATIENCE_MS = 400 };

static bool gave_up;

bool attempt_gave_up(void) {
    bool so = gave_up;

    gave_up = false;
    return so;
}

static void send_request(const struct attempt *attempt, struct client *client) {
    char text[2048], key[80] = "", body[sizeof attempt->body];
    int size;

    memcpy(body, attempt->body, sizeof body);
    for (char *c = body; *c != '\0'; c++)
        if (*c == '\'')
            *c = '"';
    if (attempt->key[0] != '\0')
        snprintf(key, sizeof key, "Idempotency-Key: %s\r\n", attempt->key);
    size = snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s", attempt->method,
                    attempt->path, attempt->token, key);
    if (body[0] != '\0')
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
    snprintf(text + size, sizeof text - (size_t)size, "Connection: close\r\n\r\n%s", body);
    (void)client_text(client, text); /* the server may have hung up already */
}

void attempt_wait(const struct client *client, struct program *program) {
    struct pollfd wait = {.fd = client->fd, .events = POLLIN};

    if (poll(&wait, 1, PATIENCE_MS) != 0)
        return;
    gave_up = true;
    points_rest();
    /* After a failed accept the library accepts no connection until an existing one is closed. */
    client_close(&program->client);
}

void attempt_make(struct attempt *attempt, struct program *program) {
    struct response response = {0};
    struct client client;

    attempt_free(attempt);
    ck_assert(client_open(&client, server_address(program->app.server)));
    send_request(attempt, &client);
    attempt_wait(&client, program);
    client_read(&client, &response, false);
    attempt->status = response.status;
    attempt->answer = response.body;
    response.body = NULL;
    response_free(&response);
    client_close(&client);
    if (attempt->status == 0 || attempt->status / 100 == 2 || attempt->status == 500 ||
        attempt->status == 503)
        return;
    points_rest();
    ck_abort_msg("%s %s: %d: %s", attempt->method, attempt->path, attempt->status, attempt->answer);
}

void attempt_settle(struct attempt *attempt, struct program *program, int otherwise) {
    int status = attempt->status;
    char *answer = attempt->answer;
    struct client client;
    struct response response;

    attempt->answer = NULL;
    ck_assert(client_open(&client, server_address(program->app.server)));
    send_request(attempt, &client);
    client_read(&client, &response, false);
    ck_assert_msg(response.status / 100 == 2 ||
                      (status / 100 != 2 && otherwise != 0 && response.status == otherwise),
                  "%s %s, again after %d: %d: %s", attempt->method, attempt->path, status,
                  response.status, response.body == NULL ? "" : response.body);
    if (status / 100 == 2 && answer != NULL && attempt->key[0] != '\0')
        ck_assert_str_eq(answer, response.body);
    attempt->status = response.status;
    attempt->answer = response.body;
    response.body = NULL;
    free(answer);
    response_free(&response);
    client_close(&client);
}

void attempt_free(struct attempt *attempt) {
    free(attempt->answer);
    attempt->answer = NULL;
    attempt->status = 0;
}
