/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/service/http_server.h"

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "service/app/config.h"
#include "service/base/json_write.h"
#include "service/http/reply.h"
#include "service/http/stream.h"
#include "service/http/topics.h"

struct server *test_server;
struct metrics *test_metrics;
struct client client = {.fd = -1};
atomic_int huge_answers;
_Atomic int handler_calls;
_Atomic int streams_ended;

/* GET /echo?text=&number= */
static void echo(struct request *rq) {
    const char *text = "";
    int64_t number = 0;
    const struct read_field fields[] = {
        {"text", READ_TEXT, .to.text = &text, .max = 100},
        {"number", READ_INT, .to.number = &number, .min = 1, .max = 9},
    };
    struct buffer body;
    struct writer w;

    handler_calls++;
    if (!request_query(rq, fields, 2))
        return;
    buffer_init(&body, 1 << 16);
    w = writer_to(&body);
    writer_object(&w);
    writer_text_member(&w, "text", text);
    writer_int_member(&w, "number", number);
    writer_text_member(&w, "account", rq->caller.name);
    writer_object_end(&w);
    reply_json(rq, 200, &body);
}

/* POST /echo: the length of the name that the body must have. */
static void echo_body(struct request *rq) {
    const char *name = NULL;
    int64_t n = 0;
    const struct read_field fields[] = {
        {"name", READ_TEXT, .required = true, .to.text = &name, .min = 1, .max = 20000},
        {"n", READ_INT, .to.number = &n},
    };
    struct buffer body;

    handler_calls++;
    if (!request_fields(rq, fields, 2))
        return;
    ck_assert_ptr_nonnull(name);
    buffer_init(&body, 1000);
    buffer_format(&body, "{\"length\":%zu}", strlen(name));
    reply_json(rq, 201, &body);
}

static void item(struct request *rq) {
    struct buffer body;
    struct writer w;

    if (reply_not_modified(rq, "v1"))
        return;
    if (!request_matches(rq, "v1")) {
        reply_problem(rq, PROBLEM_STALE_MATCH, "it is v1 now");
        return;
    }
    buffer_init(&body, 1 << 16);
    w = writer_to(&body);
    writer_array(&w);
    writer_text(&w, request_param(rq, 0));
    writer_text(&w, request_param(rq, 1));
    writer_array_end(&w);
    reply_json(rq, 200, &body);
}

static void fixed(struct request *rq) {
    reply_empty(rq, 204);
}

/* GET /wait: responds after the topic has been published; 200 otherwise says "stopping" or "late". */
static atomic_int published;

static void wait_for_topic(struct request *rq) {
    int64_t *deadline = rq->state;
    const char *why = NULL;

    handler_calls++;
    if (deadline == NULL) {
        deadline = rq->state = request_alloc(rq, sizeof *deadline);
        *deadline = request_now() + (request_header(rq, "X-Short") != NULL ? 50 : 60000);
    }
    if (!topic_subscribe(rq, TOPIC)) {
        topic_refuse(rq);
        return;
    }
    if (atomic_load(&published) > 0)
        why = "\"published\"";
    else if (request_stopping(rq))
        why = "\"stopping\"";
    else if (request_now() >= *deadline)
        why = "\"late\"";
    if (why == NULL)
        request_wait_until(rq, *deadline);
    else
        reply_static(rq, 200, "application/json", why, strlen(why));
}

static void publish(struct request *rq) {
    atomic_fetch_add(&published, 1);
    topic_publish(rq->server, TOPIC);
    reply_empty(rq, 204);
}

/* GET /job: another thread does some work and wakes the request. */
struct job {
    struct request *rq;
    atomic_bool done;
};

atomic_bool jobs_held;

static void *run_job(void *context) {
    struct job *job = context;

    while (atomic_load(&jobs_held))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);

    request_wake_flag(job->rq, &job->done);
    return NULL;
}

static void job(struct request *rq) {
    struct job *state = rq->state;

    if (state == NULL) {
        pthread_t thread;

        handler_calls++;

        state = rq->state = request_alloc(rq, sizeof *state);
        state->rq = rq;
        ck_assert_int_eq(pthread_create(&thread, NULL, run_job, state), 0);
        pthread_detach(thread);
    }
    if (atomic_load(&state->done))
        reply_empty(rq, 204);
    else
        request_wait(rq);
}

/* GET /slow: on a thread of the pool; responds once jobs are not held. */
atomic_int slow_running;

static void slow(struct request *rq) {
    handler_calls++;
    atomic_fetch_add(&slow_running, 1);
    while (atomic_load(&jobs_held))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    atomic_fetch_sub(&slow_running, 1);
    reply_header(rq, "X-Slow", "yes");
    reply_empty(rq, 204);
}

/* GET /slow-wait: the same, and waits for a job that has ended before its handler returns. */
static void slow_wait(struct request *rq) {
    struct job *state = rq->state;

    handler_calls++;
    if (state == NULL) {
        state = rq->state = request_alloc(rq, sizeof *state);
        request_wake_flag(rq, &state->done);
        request_wait(rq);
        return;
    }
    ck_assert(atomic_load(&state->done));
    reply_problem(rq, PROBLEM_CONFLICT, "done");
}

/* GET /slow-job: the same, and waits for a job that the test ends with slow_job_end. */
atomic_int slow_jobs_ended;
static struct job *slow_job_state;

static void slow_job_free(struct request *rq) {
    (void)rq;
    atomic_fetch_add(&slow_jobs_ended, 1);
}

static void slow_job(struct request *rq) {
    struct job *state = rq->state;

    if (state == NULL) {
        slow_job_state = state = rq->state = request_alloc(rq, sizeof *state);
        state->rq = rq;
        rq->state_free = slow_job_free;
        atomic_fetch_add(&slow_running, 1);
        while (atomic_load(&jobs_held))
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        atomic_fetch_sub(&slow_running, 1);
    }
    if (atomic_load(&state->done))
        reply_empty(rq, 204);
    else
        request_wait(rq);
}

void slow_job_end(void) {
    request_wake_flag(slow_job_state->rq, &slow_job_state->done);
}

/* GET /aside: three lines, each made on a thread of the pool once jobs are not held. */
static bool fill_aside(struct request *rq, struct buffer *out) {
    int *line = rq->state;

    atomic_fetch_add(&slow_running, 1);
    while (atomic_load(&jobs_held))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    atomic_fetch_sub(&slow_running, 1);
    buffer_format(out, "line %d\n", ++*line);
    return *line < 3;
}

static void aside(struct request *rq) {
    rq->state = request_alloc(rq, sizeof(int));
    stream_begin_aside(rq, "text/plain", fill_aside);
}

/* GET /stream: one event for each publication, ends after the third. */
static void stream_end(struct request *rq) {
    streams_ended++;
    free(rq->state);
}

static bool fill(struct request *rq, struct buffer *out) {
    int *seen = rq->state;

    while (*seen < atomic_load(&published) && *seen < 3) {
        char data[32];

        ++*seen;
        snprintf(data, sizeof data, "{\"n\":%d}", *seen);
        stream_event(out, *seen, "tick", data, strlen(data));
    }
    return *seen < 3;
}

static void stream(struct request *rq) {
    rq->state = calloc(1, sizeof(int));
    rq->state_free = stream_end;
    if (!topic_subscribe(rq, TOPIC)) {
        topic_refuse(rq);
        return;
    }
    stream_begin(rq, "text/event-stream", fill);
}

static bool fill_flood(struct request *rq, struct buffer *out) {
    (void)rq;
    for (int i = 0; i < 1000; i++)
        stream_event(out, i, NULL, "{\"n\":\"flood\"}", 13);
    return true;
}

static void flood(struct request *rq) {
    rq->state_free = stream_end;
    rq->state = calloc(1, 1);
    stream_begin(rq, "text/event-stream", fill_flood);
}

static void large(struct request *rq) {
    struct buffer body;

    buffer_init(&body, 100);
    for (int i = 0; i < 100; i++)
        buffer_text(&body, "more than fits");
    reply_json(rq, 200, &body);
}

/* More than the buffers of a connection can hold. */
static void huge(struct request *rq) {
    struct buffer body;
    char *bytes;

    buffer_init(&body, TEST_HUGE_BYTES);
    bytes = buffer_reserve(&body, TEST_HUGE_BYTES);
    if (bytes != NULL) {
        memset(bytes, 'x', TEST_HUGE_BYTES);
        body.size = TEST_HUGE_BYTES;
    }
    reply_body(rq, 200, "text/plain", &body);
    atomic_fetch_add(&huge_answers, 1);
}

#define ROW(verb, place, function, ...)                                                            \
    { .method = METHOD_##verb, .path = (place), .handler = (function), __VA_ARGS__ }
static const struct route test_routes[] = {
    ROW(GET, "/echo", echo, .token = ROUTE_TOKEN_OPTIONAL),
    ROW(POST, "/echo", echo_body, .body = ROUTE_BODY_JSON, .max_body = 20000),
    ROW(POST, "/maybe", echo_body, .body = ROUTE_BODY_JSON_OPTIONAL),
    ROW(GET, "/items/{id}/parts/{part}", item, .token = ROUTE_TOKEN_IGNORED),
    ROW(GET, "/items/{id}/parts/first", fixed, .token = ROUTE_TOKEN_IGNORED),
    ROW(GET, "/mine", echo, .token = ROUTE_TOKEN_NEEDED),
    ROW(POST, "/mine", echo_body, .token = ROUTE_TOKEN_NEEDED, .scope = 1, .body = ROUTE_BODY_JSON),
    ROW(POST, "/accounts", fixed, .rate = ROUTE_RATE_ACCOUNTS),
    ROW(GET, "/wait", wait_for_topic, .token = ROUTE_TOKEN_OPTIONAL, .rate = ROUTE_RATE_NONE),
    ROW(POST, "/publish", publish, .rate = ROUTE_RATE_NONE),
    ROW(GET, "/job", job, .rate = ROUTE_RATE_NONE),
    ROW(GET, "/aside", aside, .rate = ROUTE_RATE_NONE, .slow = true),
    ROW(GET, "/slow", slow, .rate = ROUTE_RATE_NONE, .slow = true),
    ROW(GET, "/slow-wait", slow_wait, .rate = ROUTE_RATE_NONE, .slow = true),
    ROW(GET, "/slow-job", slow_job, .rate = ROUTE_RATE_NONE, .slow = true),
    ROW(GET, "/stream", stream, .token = ROUTE_TOKEN_OPTIONAL, .rate = ROUTE_RATE_NONE),
    ROW(GET, "/flood", flood, .rate = ROUTE_RATE_NONE),
    ROW(GET, "/large", large, .rate = ROUTE_RATE_NONE),
    ROW(GET, "/huge", huge, .rate = ROUTE_RATE_NONE),
};

static enum auth_result auth(struct request *rq, const char *token) {
    if (strcmp(token, "broken") == 0)
        return AUTH_UNAVAILABLE;
    /* good-N: more tokens of the same account */
    if (strcmp(token, "good") != 0 && strncmp(token, "good-", 5) != 0 &&
        strcmp(token, "weak") != 0 && strcmp(token, "visitor") != 0)
        return AUTH_BAD;
    rq->caller.account = *token == 'g' ? 1 : *token == 'w' ? 2 : 3;
    rq->caller.guest = *token == 'v';
    rq->caller.token = rq->caller.account;
    rq->caller.scopes = *token == 'g' ? ~0u : 0;
    snprintf(rq->caller.name, sizeof rq->caller.name, "%s", token);
    snprintf(rq->caller.token_id, sizeof rq->caller.token_id, "%s", token);
    snprintf(rq->caller.account_id, sizeof rq->caller.account_id, "id-%s", token);
    return AUTH_OK;
}

struct server_config test_server_config(void) {
    struct server_config config;
    struct config settings;

    config_defaults(&settings);
    config_server(&settings, &config);
    config.listen = "127.0.0.1:0";
    config.threads = 2;
    config.max_connections = 256;
    config.max_per_address = 0; /* all tests use one address */
    config.max_waiting_per_address = 0;
    config.access_log = false;
    config.general = (struct server_rate){0};
    config.routes = test_routes;
    config.route_count = sizeof test_routes / sizeof *test_routes;
    config.auth = auth;
    return config;
}

void test_server_start(const struct server_config *config) {
    struct server_config full = *config;
    char error[256];

    test_metrics = metrics_new();
    ck_assert_ptr_nonnull(test_metrics);
    full.metrics = test_metrics;
    test_server = server_start(&full, error, sizeof error);
    ck_assert_msg(test_server != NULL, "%s", error);
    ck_assert(client_open(&client, server_address(test_server)));
}

void test_server_stop(void) {
    server_stop(test_server);
    test_server = NULL;
    client_close(&client);
    metrics_free(test_metrics);
    test_metrics = NULL;
    atomic_store(&published, 0);
    atomic_store(&slow_jobs_ended, 0);
    handler_calls = 0;
    streams_ended = 0;
}

void test_server_setup(void) {
    struct server_config config = test_server_config();

    test_server_start(&config);
}

struct response ask(const char *method, const char *path, const char *headers, const char *body,
                    int status) {
    struct response response;

    client_ask(&client, &response, method, path, headers, body);
    if (response.status == 0) { /* the server may have closed the connection */
        ck_assert_ptr_null(response.head);
        client_close(&client);
        ck_assert(client_open(&client, server_address(test_server)));
        client_ask(&client, &response, method, path, headers, body);
    }
    ck_assert_msg(response.status == status, "%s %s gave %d, not %d: %s", method, path,
                  response.status, status, response.body == NULL ? "" : response.body);
    return response;
}

void expect(const char *method, const char *path, const char *headers, const char *body,
            int status) {
    struct response response = ask(method, path, headers, body, status);

    response_free(&response);
}

int raw(const char *bytes, size_t size) {
    struct client other;
    struct response response = {0};
    int status;

    ck_assert(client_open(&other, server_address(test_server)));
    ck_assert(client_send(&other, bytes, size));
    client_read(&other, &response, false);
    status = response.status;
    response_free(&response);
    client_close(&other);
    return status;
}
