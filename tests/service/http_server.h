/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_HTTP_SERVER_H
#define TESTS_SERVICE_HTTP_SERVER_H

#include <stdatomic.h>

#include "service/http/metrics.h"
#include "service/http/server.h"
#include "tests/support/http_client.h"

/*
 * A server with small endpoints for trying out what all endpoints stand on; it knows the token
 * "good" (account 1, all scopes) and "weak" (account 2, none), and "broken" cannot be looked up.
 */
extern struct server *test_server;
extern struct metrics *test_metrics;
extern struct client client; /* connected by test_server_start */

/* Quick values for tests; change what a test needs, then start. */
struct server_config test_server_config(void);
void test_server_start(const struct server_config *config);
void test_server_stop(void); /* also safe when nothing runs */

/* A checked fixture with the usual config. */
void test_server_setup(void);

/* Asks through `client` and asserts the status; the response is the caller's. */
struct response ask(const char *method, const char *path, const char *headers, const char *body,
                    int status);
/* The same, and nothing but the status matters. */
void expect(const char *method, const char *path, const char *headers, const char *body,
            int status);

/* Sends raw bytes on a connection of its own and returns the status of the answer, 0 for none. */
int raw(const char *bytes, size_t size);
#define RAW(literal) raw(literal, sizeof(literal) - 1)

/* How often the handlers of /echo and /wait have been called, and streams ended. */
extern _Atomic int handler_calls;
extern _Atomic int streams_ended;

/* Answers of /huge, which are more than a connection's buffers hold. */
enum { TEST_HUGE_BYTES = 7 << 20 };
extern atomic_int huge_answers;

/* While true, the jobs of /job and the handlers of /slow and /slow-job do not end. */
extern atomic_bool jobs_held;

/* Handlers of /slow and /slow-job that run now. */
extern atomic_int slow_running;

/* Ends the job that the last request to /slow-job waits for. */
void slow_job_end(void);

/* Requests to /slow-job that have been freed. */
extern atomic_int slow_jobs_ended;

enum { TOPIC = 7 };

#endif
