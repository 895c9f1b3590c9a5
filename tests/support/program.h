/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SUPPORT_PROGRAM_H
#define TESTS_SUPPORT_PROGRAM_H

#include <jansson.h>

#include "db/store.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "tests/support/http_client.h"

/*
 * The whole program inside the test's process, with a clock of the test's own: its store, its HTTP server, its runner
 * of bots, its sender. The threads that wait for time are not started: the test calls waker_run_due and sender_run_due
 * itself. Any failure here ends the process after a line on stderr.
 */
struct program {
    struct app app;
    struct config config;
    struct client client; /* to its server */
};

/* FLAGS are those of the command line, NULL at the end; NULL: none. Several programs can run at once, with one
 * clock. */
struct program *program_up(const char *db, char *const flags[], int64_t (*clock)(void));
void program_down(struct program *program);

/* Sends an HTTP request and requires this STATUS (0: any). In BODY, which may be NULL, ' stands for ". HEADERS are
 * whole lines. RESPONSE is for response_free. */
__attribute__((format(printf, 8, 9))) void
program_ask(struct program *program, struct response *response, int status, const char *token,
            const char *method, const char *headers, const char *body, const char *path, ...);

/* The same; returns the response's JSON, NULL if it has none, for json_decref. */
__attribute__((format(printf, 7, 8))) json_t *program_json(struct program *program, int status,
                                                           const char *token, const char *method,
                                                           const char *headers, const char *body,
                                                           const char *path, ...);

/* Signs up; writes the token's header line to TOKEN and returns the id in the store. */
enum { PROGRAM_TOKEN_SIZE = 128 };
int64_t program_sign_up(struct program *program, const char *name, char token[PROGRAM_TOKEN_SIZE]);

/* Runs a job, which must succeed. */
void program_write(struct program *program, struct store_job *job);

__attribute__((noreturn, format(printf, 1, 2))) void program_fail(const char *format, ...);

#define PROGRAM_NEED(condition, ...)                                                               \
    do {                                                                                           \
        if (!(condition))                                                                          \
            program_fail(__VA_ARGS__);                                                             \
    } while (0)

#endif
