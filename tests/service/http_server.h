/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef TESTS_SERVICE_HTTP_SERVER_H
#define TESTS_SERVICE_HTTP_SERVER_H

#include <stdatomic.h>

#include "service/http/metrics.h"
#include "service/http/server.h"
#include "tests/support/http_client.h"

/*
 * A server with small endpoints to test what all endpoints are based on; it knows the tokens "good" (account 1, all
 * scopes) and "weak" (account 2, none), and fails to look up "broken".
 */
extern struct server *test_server;
extern struct metrics *test_metrics;
extern struct client client; /* connected by test_server_start */

/* Short timeouts for tests; change what a test needs, then start. */
struct server_config test_server_config(void);
void test_server_start(const struct server_config *config);
void test_server_stop(void); /* also safe if it is not running */

/* A checked fixture with the usual config. */
void test_server_setup(void);

/* Sends a request through `client` and asserts the status; the caller owns the response. */
struct response ask(const char *method, const char *path, const char *headers, const char *body,
                    int status);
/* The same, if only the status matters. */
void expect(const char *method, const char *path, const char *headers, const char *body,
            int status);

/* Sends raw bytes on a connection of its own and returns the status of the response, 0 for none. */
int raw(const char *bytes, size_t size);
#define RAW(literal) raw(literal, sizeof(literal) - 1)

/* How often the handlers of /echo and /wait were called, and streams ended. */
extern _Atomic int handler_calls;
extern _Atomic int streams_ended;

/* Responses of /huge, which are larger than a connection's buffers. */
enum { TEST_HUGE_BYTES = 7 << 20 };
extern atomic_int huge_answers;

/* While true, the jobs of /job and the handlers of /slow and /slow-job do not end. */
extern atomic_bool jobs_held;

/* The number of handlers of /slow and /slow-job that run now. */
extern atomic_int slow_running;

/* Ends the job that the last request to /slow-job waits for. */
void slow_job_end(void);

/* The number of requests to /slow-job that have been freed. */
extern atomic_int slow_jobs_ended;

enum { TOPIC = 7 };

#endif
