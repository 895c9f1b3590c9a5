/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Waiting requests, streams, slow clients, and a shutdown with all of these open. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "service/http/server_int.h"
#include "service/http/topics.h"
#include "tests/service/http_server.h"
#include "tests/support/check_main.h"
#include "tests/support/sanitized.h"

enum { WAIT_MS = 30000, MANY = 200 };

static const char wait_request[] = "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n";
static const char stream_request[] = "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n";

static void open_other(struct client *other) {
    ck_assert(client_open(other, server_address(test_server)));
}

/* Polls until the condition holds; it always becomes true, or the test has failed. */
#define wait_for(condition)                                                                        \
    do {                                                                                           \
        for (int tries = 0; !(condition); tries++) {                                               \
            ck_assert_msg(tries < WAIT_MS, "never: %s", #condition);                               \
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);                               \
        }                                                                                          \
    } while (0)

static void read_body(struct client *from, const char *body) {
    struct response response;

    client_read(from, &response, false);
    ck_assert_int_eq(response.status, 200);
    ck_assert_str_eq(response.body, body);
    response_free(&response);
}

START_TEST(long_polls_are_woken) {
    struct client others[3];

    for (int i = 0; i < 3; i++) {
        open_other(&others[i]);
        client_text(&others[i], wait_request);
    }
    wait_for(server_waiting(test_server) == 3);
    expect("POST", "/publish", "", NULL, 204);
    for (int i = 0; i < 3; i++) {
        read_body(&others[i], "\"published\"");
        client_close(&others[i]);
    }
    wait_for(server_waiting(test_server) == 0);
}
END_TEST

START_TEST(long_polls_end_in_time) {
    struct response response;

    client_text(&client, "GET /wait HTTP/1.1\r\nHost: a\r\nX-Short: 1\r\n\r\n");
    client_read(&client, &response, false);
    ck_assert_str_eq(response.body, "\"late\"");
    response_free(&response);
    expect("GET", "/echo", "", NULL, 200); /* the connection continues */
}
END_TEST

START_TEST(foreign_topics_wake_nobody) {
    struct client other;

    open_other(&other);
    client_text(&other, wait_request);
    wait_for(server_waiting(test_server) == 1);
    for (unsigned key = 100; key < 20000; key++) /* some of these share the bucket */
        topic_publish(test_server, key);
    expect("GET", "/echo", "", NULL, 200);
    ck_assert_int_le(handler_calls, 2);
    client_close(&other);
}
END_TEST

START_TEST(waiting_requests_have_a_limit) {
    struct server_config config = test_server_config();
    struct client others[3];

    config.max_waiting = 3;
    test_server_start(&config);
    for (int i = 0; i < 3; i++) {
        open_other(&others[i]);
        client_text(&others[i], wait_request);
    }
    wait_for(server_waiting(test_server) == 3);
    expect("GET", "/wait", "", NULL, 503);
    expect("GET", "/stream", "", NULL, 503);
    expect("POST", "/publish", "", NULL, 204);
    for (int i = 0; i < 3; i++) {
        read_body(&others[i], "\"published\"");
        client_close(&others[i]);
    }
    wait_for(server_waiting(test_server) == 0); /* read before its request ends */
    expect("GET", "/wait", "", NULL, 200);
}
END_TEST

/* Jobs that end before, while and after the handler says that it waits. */
START_TEST(jobs_wake_their_requests) {
    for (int i = 0; i < 2000; i++)
        expect("GET", "/job", "", NULL, 204);
}
END_TEST

static void expect_event(struct client *from, const char *event) {
    char text[200];

    ck_assert_msg(client_event(from, text, sizeof text, WAIT_MS), "no event, not %s", event);
    ck_assert_str_eq(text, event);
}

START_TEST(streams_send_what_comes) {
    struct response response;
    char text[100];

    expect("POST", "/publish", "", NULL, 204);
    client_text(&client, stream_request);
    client_read_head(&client, &response);
    ck_assert_int_eq(response.status, 200);
    ck_assert_str_eq(response_header(&response, "Content-Type"), "text/event-stream");
    ck_assert_str_eq(response_header(&response, "Cache-Control"), "no-store");
    ck_assert_str_eq(response_header(&response, "X-Accel-Buffering"), "no");
    response_free(&response);
    expect_event(&client, "id: 1\nevent: tick\ndata: {\"n\":1}");
    for (int i = 2; i <= 3; i++) {
        struct client other;

        open_other(&other);
        client_text(&other, "POST /publish HTTP/1.1\r\nHost: a\r\n\r\n");
        snprintf(text, sizeof text, "id: %d\nevent: tick\ndata: {\"n\":%d}", i, i);
        expect_event(&client, text);
        client_close(&other);
    }
    ck_assert(!client_event(&client, text, sizeof text, WAIT_MS));
    wait_for(streams_ended == 1);
    ck_assert_uint_eq(server_waiting(test_server), 0);
}
END_TEST

static void quick_heartbeat(void) {
    struct server_config config = test_server_config();

    config.heartbeat_ms = 20;
    test_server_start(&config);
}

START_TEST(quiet_streams_show_that_they_live) {
    struct response response;

    client_text(&client, stream_request);
    client_read_head(&client, &response);
    response_free(&response);
    for (int i = 0; i < 3; i++)
        expect_event(&client, ":");
}
END_TEST

START_TEST(clients_that_left_are_noticed) {
    struct client others[20];

    for (int i = 0; i < 20; i++) {
        struct response response;

        open_other(&others[i]);
        client_text(&others[i], stream_request);
        client_read_head(&others[i], &response);
        response_free(&response);
    }
    wait_for(server_waiting(test_server) == 20);
    for (int i = 0; i < 20; i++)
        client_close(&others[i]);
    wait_for(streams_ended == 20);
    ck_assert_uint_eq(server_waiting(test_server), 0);
}
END_TEST

START_TEST(old_clients_get_streams_without_chunks) {
    struct response response;

    for (int i = 0; i < 3; i++)
        expect("POST", "/publish", "", NULL, 204);
    client_close(&client);
    open_other(&client);
    client_text(&client, "GET /stream HTTP/1.0\r\n\r\n");
    client_read(&client, &response, false);
    ck_assert_int_eq(response.status, 200);
    ck_assert_ptr_nonnull(strstr(response.body, "data: {\"n\":3}\n\n"));
    response_free(&response);
}
END_TEST

/* ---- stopping ---- */

static void *stop_server(void *context) {
    server_stop(context);
    return NULL;
}

START_TEST(stopping_finishes_what_is_open) {
    struct server *stopping = test_server;
    struct client waiting[10];
    struct client streams[10];
    pthread_t thread;
    char text[100];

    for (int i = 0; i < 10; i++) {
        struct response response;

        open_other(&waiting[i]);
        open_other(&streams[i]);
        client_text(&waiting[i], wait_request);
        client_text(&streams[i], stream_request);
        client_read_head(&streams[i], &response);
        response_free(&response);
    }
    wait_for(server_waiting(test_server) == 20);
    test_server = NULL;
    ck_assert_int_eq(pthread_create(&thread, NULL, stop_server, stopping), 0);
    for (int i = 0; i < 10; i++) {
        read_body(&waiting[i], "\"stopping\"");
        ck_assert(!client_event(&streams[i], text, sizeof text, WAIT_MS));
        client_close(&waiting[i]);
        client_close(&streams[i]);
    }
    pthread_join(thread, NULL);
    ck_assert_int_eq(streams_ended, 10);
}
END_TEST

START_TEST(stopping_does_not_wait_for_deaf_clients) {
    struct server_config config = test_server_config();
    struct client deaf;
    struct client slow;
    struct timespec before;
    struct timespec after;

    config.stop_ms = 200;
    test_server_start(&config);
    open_other(&deaf);
    open_other(&slow);
    client_text(&deaf, "GET /flood HTTP/1.1\r\nHost: a\r\n\r\n"); /* and never reads */
    client_text(&slow, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{");
    expect("GET", "/echo", "", NULL, 200);
    clock_gettime(CLOCK_MONOTONIC, &before);
    test_server_stop();
    clock_gettime(CLOCK_MONOTONIC, &after);
    ck_assert_int_lt(after.tv_sec - before.tv_sec, 20); /* body_ms is a minute */
    client_close(&deaf);
    client_close(&slow);
}
END_TEST

/* A request with a running job exists until the job is done, even if the client has left. */
START_TEST(stopping_waits_for_jobs) {
    struct server *stopping = test_server;
    struct client left;
    struct client stays;
    struct response response;
    pthread_t thread;

    atomic_store(&jobs_held, true);
    open_other(&left);
    open_other(&stays);
    client_text(&left, "GET /job HTTP/1.1\r\nHost: a\r\n\r\n");
    client_text(&stays, "GET /job HTTP/1.1\r\nHost: a\r\n\r\n");
    wait_for(handler_calls >= 2);
    client_close(&left);
    test_server = NULL;
    ck_assert_int_eq(pthread_create(&thread, NULL, stop_server, stopping), 0);
    ck_assert(!client_closed(&stays, 100));
    atomic_store(&jobs_held, false);
    client_read(&stays, &response, false);
    ck_assert_int_eq(response.status, 204);
    response_free(&response);
    client_close(&stays);
    pthread_join(thread, NULL);
}
END_TEST

static atomic_bool hammering;

static void *hammer(void *context) {
    char address[64];

    snprintf(address, sizeof address, "%s", (const char *)context);
    while (atomic_load(&hammering)) {
        struct client one;
        struct response response;

        if (!client_open(&one, address))
            continue;
        client_ask(&one, &response, "GET", "/job", "", NULL);
        response_free(&response);
        if (client_text(&one, wait_request)) {
            client_read(&one, &response, false);
            response_free(&response);
        }
        client_close(&one);
    }
    return NULL;
}

/* Requests keep arriving in all states while the server stops, again and again. */
START_TEST(stopping_under_load_is_clean) {
    for (int round = 0; round < 10; round++) {
        pthread_t threads[4];
        char address[64];

        test_server_setup();
        snprintf(address, sizeof address, "%s", server_address(test_server));
        atomic_store(&hammering, true);
        for (int i = 0; i < 4; i++)
            ck_assert_int_eq(pthread_create(&threads[i], NULL, hammer, address), 0);
        for (int i = 0; i < 20; i++)
            expect("GET", "/job", "", NULL, 204);
        test_server_stop();
        atomic_store(&hammering, false);
        for (int i = 0; i < 4; i++)
            pthread_join(threads[i], NULL);
    }
}
END_TEST

/* ---- slow clients ---- */

static void short_patience(void) {
    struct server_config config = test_server_config();

    config.idle_ms = 800;
    config.body_ms = 800;
    test_server_start(&config);
}

/* Sends bytes slowly until the server gives up; a client that never pauses for long is cut off as well. */
static void drip(const char *start) {
    struct client slow;
    bool sent = true;
    int tries = 0;

    open_other(&slow);
    client_text(&slow, start);
    for (; sent && tries < 3000; tries++) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        sent = client_text(&slow, "x");
    }
    ck_assert_msg(!sent, "the server listened on and on");
    client_close(&slow);
}

START_TEST(slow_clients_are_cut_off) {
    struct client idle;

    open_other(&idle);
    drip("GET /echo HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    drip("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10000\r\n\r\n");
    drip("GET /ec");
    ck_assert(client_closed(&idle, WAIT_MS));
    client_close(&idle);
    /* But not one that waits for the server. */
    open_other(&idle);
    client_text(&idle, wait_request);
    drip("GET /echo HTTP/1.1\r\n");
    expect("POST", "/publish", "", NULL, 204);
    read_body(&idle, "\"published\"");
    client_close(&idle);
}
END_TEST

/* ---- many ---- */

static long memory_kib(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    char line[128];
    char *resident;

    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    fclose(file);
    strtol(line, &resident, 10); /* the second number */
    return strtol(resident, NULL, 10) * (sysconf(_SC_PAGESIZE) / 1024);
}

START_TEST(many_streams_cost_little) {
    static struct client others[MANY];
    struct server_config config = test_server_config();
    long before;
    long per_stream;

    config.max_connections = MANY + 56;
    test_server_start(&config);
    expect("GET", "/echo", "", NULL, 200);
    before = memory_kib();
    for (int i = 0; i < MANY; i++) {
        open_other(&others[i]);
        client_text(&others[i], stream_request);
    }
    wait_for(server_waiting(test_server) == MANY);
    per_stream = (memory_kib() - before) / MANY;
    if (!SANITIZED)
        ck_assert_int_le(per_stream, 20);
    expect("POST", "/publish", "", NULL, 204);
    for (int i = 0; i < MANY; i++) {
        struct response response;

        client_read_head(&others[i], &response);
        response_free(&response);
        expect_event(&others[i], "id: 1\nevent: tick\ndata: {\"n\":1}");
        client_close(&others[i]);
    }
}
END_TEST

START_TEST(addresses_are_checked) {
    static const char *const wrong[] = {"",       "8080",      ":8080",        "a:b",
                                        "::1:80", "[::1]",     "127.0.0.1:",   "127.0.0.1:99999",
                                        "[]:80",  "1.2.3.4:1", "256.0.0.1:80x"};
    struct server_config config = test_server_config();
    struct server *started = NULL;
    char error[256];

    test_metrics = config.metrics = metrics_new();
    config.started = &started;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        config.listen = wrong[i];
        ck_assert_msg(server_start(&config, error, sizeof error) == NULL, "%s", wrong[i]);
        ck_assert_ptr_nonnull(strstr(error, wrong[i]));
        ck_assert_ptr_null(started);
    }
    config.listen = "[::1]:0";
    test_server = server_start(&config, error, sizeof error);
    ck_assert_ptr_eq(started, test_server);
    if (test_server != NULL) /* without IPv6 there is nothing to test */
        ck_assert_int_eq(strncmp(server_address(test_server), "[::1]:", 6), 0);
}
END_TEST

/* How many of the pool's threads one client may use. */
enum { CLIENT_THREADS = SERVER_POOL_THREADS - 1 };

/* From an address of this machine, 127.0.0.HOST. */
static void send_slow_from(unsigned host, struct client others[], int count) {
    char from[16];

    snprintf(from, sizeof from, "127.0.0.%u", host);
    for (int i = 0; i < count; i++) {
        ck_assert(client_open_from(&others[i], server_address(test_server), from));
        client_text(&others[i], "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
    }
}

static void send_slow(struct client others[], int count) {
    send_slow_from(1, others, count);
}

static void read_slow(struct client others[], int count) {
    for (int i = 0; i < count; i++) {
        struct response response;

        client_read(&others[i], &response, false);
        ck_assert_int_eq(response.status, 204);
        ck_assert_str_eq(response_header(&response, "X-Slow"), "yes");
        response_free(&response);
        client_close(&others[i]);
    }
}

/* More of them than threads serve connections, and than the pool has. */
/* Expensive streams do not block connections, however many threads serve them. */
START_TEST(streams_are_made_beside_the_connections) {
    enum { MORE = 40 };
    struct client other;
    struct response response;

    open_other(&other);
    atomic_store(&jobs_held, true);
    client_text(&other, "GET /aside HTTP/1.1\r\nHost: a\r\n\r\n");
    wait_for(atomic_load(&slow_running) == 1);
    for (int i = 0; i < MORE; i++) { /* on each thread of the connections */
        struct client more;

        open_other(&more);
        client_ask(&more, &response, "GET", "/echo", "", NULL);
        ck_assert_int_eq(response.status, 200);
        response_free(&response);
        client_close(&more);
    }
    atomic_store(&jobs_held, false);
    read_body(&other, "line 1\nline 2\nline 3\n");
    client_close(&other);
}
END_TEST

START_TEST(slow_handlers_hold_up_nobody) {
    enum { COUNT = 3 * SERVER_POOL_THREADS };
    static struct client others[COUNT];

    atomic_store(&jobs_held, true);
    send_slow(others, COUNT);
    wait_for(atomic_load(&slow_running) == CLIENT_THREADS &&
             pool_queued(test_server) == COUNT - CLIENT_THREADS);
    for (int i = 0; i < 10; i++)
        expect("GET", "/echo", "", NULL, 200);
    atomic_store(&jobs_held, false);
    read_slow(others, COUNT);
    ck_assert_int_eq(handler_calls, 10 + COUNT);
}
END_TEST

/* Whatever one client requests, another one's first request is begun at once, and their next one before the rest. */
START_TEST(slow_handlers_take_turns_by_client) {
    enum { COUNT = 40, OTHERS = 2 };
    static struct client greedy[COUNT], others[OTHERS];

    atomic_store(&jobs_held, true);
    send_slow(greedy, COUNT);
    wait_for(atomic_load(&slow_running) == CLIENT_THREADS &&
             pool_queued(test_server) == COUNT - CLIENT_THREADS);
    send_slow_from(2, others, OTHERS);
    wait_for(atomic_load(&slow_running) == SERVER_POOL_THREADS);
    atomic_store(&jobs_held, false);
    read_slow(others, OTHERS);
    read_slow(greedy, COUNT);
}
END_TEST

START_TEST(slow_requests_have_a_limit) {
    enum { CLIENTS = POOL_QUEUE_MAX / POOL_QUEUE_PAYER_MAX, EACH = POOL_QUEUE_PAYER_MAX };
    static struct client first[CLIENT_THREADS], others[CLIENTS][EACH + 1], one;
    struct server_config config = test_server_config();
    struct response response;

    config.max_connections = POOL_QUEUE_MAX + 32;
    config.max_per_address = 0;
    test_server_start(&config);
    atomic_store(&jobs_held, true);
    send_slow(first, CLIENT_THREADS);
    wait_for(atomic_load(&slow_running) == CLIENT_THREADS);
    send_slow(others[0], EACH);
    wait_for(pool_queued(test_server) == EACH);
    response = ask("GET", "/slow", "", NULL, 503); /* its own limit */
    ck_assert_ptr_nonnull(response_header(&response, "Retry-After"));
    response_free(&response);
    for (unsigned c = 1; c < CLIENTS; c++) {
        send_slow_from(1 + c, others[c], EACH + (c == 1)); /* one of them is running */
        wait_for(pool_queued(test_server) == (c + 1) * EACH);
    }
    send_slow_from(200, &one, 1); /* the limit for all */
    client_read(&one, &response, false);
    ck_assert_int_eq(response.status, 503);
    response_free(&response);
    client_close(&one);
    expect("GET", "/echo", "", NULL, 200);
    atomic_store(&jobs_held, false);
    read_slow(first, CLIENT_THREADS);
    for (unsigned c = 0; c < CLIENTS; c++)
        read_slow(others[c], EACH + (c == 1));
}
END_TEST

/* Makes the client at 127.0.0.HOST request a large response, and waits until it has been made. */
static void ask_huge(unsigned host, struct client *asking) {
    int before = atomic_load(&huge_answers);
    char from[16];

    snprintf(from, sizeof from, "127.0.0.%u", host);
    ck_assert(client_open_from(asking, server_address(test_server), from));
    client_text(asking, "GET /huge HTTP/1.1\r\nHost: a\r\n\r\n");
    wait_for(atomic_load(&huge_answers) > before);
}

static void take_huge(struct client *asking, int status) {
    struct response response;

    client_read(asking, &response, false);
    ck_assert_int_eq(response.status, status);
    ck_assert(status != 200 || response.size == TEST_HUGE_BYTES);
    response_free(&response);
    client_close(asking);
}

START_TEST(answers_that_are_not_taken_are_few) {
    enum { MOST = SERVER_ANSWERS_PAYER_MAX, ASKED = MOST + 3 };
    struct client asking[ASKED], other, third;

    _Static_assert((MOST + 1) * TEST_HUGE_BYTES <= SERVER_ANSWERS_MAX &&
                       (MOST + 2) * TEST_HUGE_BYTES > SERVER_ANSWERS_MAX,
                   "one more answer is held for another client, and no second one");
    for (int i = 0; i < ASKED; i++)
        ask_huge(1, &asking[i]);
    ask_huge(2, &other);
    ask_huge(3, &third);
    expect("GET", "/echo", "", NULL, 200);
    take_huge(&third, 503);
    for (int i = 0; i < ASKED; i++)
        take_huge(&asking[i], i < MOST ? 200 : 429);
    take_huge(&other, 200);
    ask_huge(1, &third); /* responses that were read no longer count */
    take_huge(&third, 200);
}
END_TEST

START_TEST(slow_handlers_may_wait) {
    for (int i = 0; i < 50; i++)
        expect("GET", "/slow-wait", "", NULL, 409);
    ck_assert_int_eq(handler_calls, 100);
}
END_TEST

/* A client leaves while its request waits for a job: the job must still find the request. */
static void leave_slow_job(void) {
    struct client other;

    atomic_store(&jobs_held, true);
    open_other(&other);
    client_text(&other, "GET /slow-job HTTP/1.1\r\nHost: a\r\n\r\n");
    wait_for(atomic_load(&slow_running) == 1);
    client_close(&other);
}

START_TEST(slow_requests_outlive_their_clients) {
    leave_slow_job();
    atomic_store(&jobs_held, false);
    wait_for(atomic_load(&slow_running) == 0);
    for (int i = 0; i < 50; i++)
        expect("GET", "/echo", "", NULL, 200);
    ck_assert_int_eq(slow_jobs_ended, 0);
    slow_job_end();
    wait_for(atomic_load(&slow_jobs_ended) == 1);
}
END_TEST

/* The same if the shutdown comes before the handler has said that it waits. */
START_TEST(slow_requests_outlive_the_wish_to_stop) {
    leave_slow_job();
    server_begin_stop(test_server);
    atomic_store(&jobs_held, false);
    wait_for(atomic_load(&slow_running) == 0);
    for (int i = 0; i < 50; i++)
        ck_assert_int_eq(RAW("GET /echo HTTP/1.1\r\nHost: a\r\n\r\n"), 503);
    ck_assert_int_eq(slow_jobs_ended, 0);
    slow_job_end();
    wait_for(atomic_load(&slow_jobs_ended) == 1);
}
END_TEST

/* Clients leave while their requests wait for a thread; the shutdown comes while others wait. */
START_TEST(stopping_finishes_slow_requests) {
    enum { COUNT = 2 * SERVER_POOL_THREADS };
    static struct client left[COUNT], others[COUNT];

    atomic_store(&jobs_held, true);
    send_slow(others, COUNT);
    send_slow(left, COUNT);
    wait_for(atomic_load(&slow_running) == CLIENT_THREADS &&
             pool_queued(test_server) == 2 * COUNT - CLIENT_THREADS);
    for (int i = 0; i < COUNT; i++)
        client_close(&left[i]);
    server_begin_stop(test_server);
    atomic_store(&jobs_held, false);
    read_slow(others, COUNT);
}
END_TEST

#define SERVED .setup = test_server_setup, .teardown = test_server_stop

static Suite *suite(void) {
    return test_suite(
        "http waiting",
        (const struct test_case[]){
            {"long_polls_are_woken", long_polls_are_woken, SERVED},
            {"long_polls_end_in_time", long_polls_end_in_time, SERVED},
            {"foreign_topics_wake_nobody", foreign_topics_wake_nobody, SERVED},
            {"waiting_limit", waiting_requests_have_a_limit, .teardown = test_server_stop},
            {"jobs_wake_their_requests", jobs_wake_their_requests, SERVED},
            {"streams_send_what_comes", streams_send_what_comes, SERVED},
            {"heartbeat", quiet_streams_show_that_they_live, .setup = quick_heartbeat,
             .teardown = test_server_stop},
            {"clients_that_left_are_noticed", clients_that_left_are_noticed,
             .setup = quick_heartbeat, .teardown = test_server_stop},
            {"old_clients_get_streams", old_clients_get_streams_without_chunks, SERVED},
            {"stopping_finishes_what_is_open", stopping_finishes_what_is_open, SERVED},
            {"stopping_waits_for_jobs", stopping_waits_for_jobs, SERVED},
            {"deaf_clients", stopping_does_not_wait_for_deaf_clients, .teardown = test_server_stop},
            {"stopping_under_load_is_clean", stopping_under_load_is_clean, .timeout_s = 120},
            {"slow_clients_are_cut_off", slow_clients_are_cut_off, .setup = short_patience,
             .teardown = test_server_stop},
            {"many_streams_cost_little", many_streams_cost_little, .teardown = test_server_stop},
            {"streams_are_made_beside_the_connections", streams_are_made_beside_the_connections,
             SERVED},
            {"slow_handlers_hold_up_nobody", slow_handlers_hold_up_nobody, SERVED},
            {"answers_that_are_not_taken", answers_that_are_not_taken_are_few, SERVED},
            {"slow_handlers_take_turns_by_client", slow_handlers_take_turns_by_client, SERVED},
            {"slow_requests_have_a_limit", slow_requests_have_a_limit,
             .teardown = test_server_stop},
            {"slow_handlers_may_wait", slow_handlers_may_wait, SERVED},
            {"slow_requests_outlive_their_clients", slow_requests_outlive_their_clients, SERVED},
            {"slow_requests_outlive_the_wish_to_stop", slow_requests_outlive_the_wish_to_stop,
             SERVED},
            {"stopping_finishes_slow_requests", stopping_finishes_slow_requests, SERVED},
            {"addresses_are_checked", addresses_are_checked, .teardown = test_server_stop},
            {0},
        });
}
TEST_MAIN(suite)
