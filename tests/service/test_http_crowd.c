/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* One address, or one token, takes all it can get; others are still served. */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "service/http/server_int.h"
#include "tests/service/e2e.h"
#include "tests/service/http_server.h"

enum { WAIT_MS = 30000 };

static const char wait_request[] = "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n";

#define wait_for(condition)                                                                        \
    do {                                                                                           \
        for (int tries = 0; !(condition); tries++) {                                               \
            ck_assert_msg(tries < WAIT_MS, "never: %s", #condition);                               \
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);                               \
        }                                                                                          \
    } while (0)

static void open_from(struct client *other, const char *from) {
    ck_assert(client_open_from(other, server_address(test_server), from));
}

static void expect_of(struct client *other, const char *method, const char *path,
                      const char *headers, int status) {
    struct response response;

    client_ask(other, &response, method, path, headers, NULL);
    ck_assert_msg(response.status == status, "%s %s gave %d, not %d", method, path, response.status,
                  status);
    if (status >= 400)
        ck_assert_str_eq(response_header(&response, "Content-Type"), "application/problem+json");
    if (status == 429 || status == 503)
        ck_assert_ptr_nonnull(response_header(&response, "Retry-After"));
    response_free(&response);
}

/* Sends /wait and polls until COUNT requests wait. */
static void begin_wait(struct client *other, const char *headers, unsigned count) {
    char text[256];

    snprintf(text, sizeof text, "GET /wait HTTP/1.1\r\nHost: a\r\n%s\r\n", headers);
    ck_assert(client_text(other, text));
    wait_for(server_waiting(test_server) == count);
}

/* A response is read before its request has ended and the connection is idle again. */
static void ask_to_the_end(struct client *other) {
    expect_of(other, "GET", "/echo", "", 200);
    wait_for(atomic_load(&test_server->in_flight) == 0);
}

START_TEST(the_oldest_idle_connection_gives_way) {
    struct server_config config = test_server_config();
    struct client others[5];

    config.max_connections = 4;
    test_server_start(&config);
    for (int i = 0; i < 3; i++) {
        open_from(&others[i], "127.0.0.1");
        ask_to_the_end(&others[i]);
    }
    ask_to_the_end(&client);               /* the first one is now the most recently used */
    client_text(&others[0], wait_request); /* and this one is busy */
    wait_for(server_waiting(test_server) == 1);
    open_from(&others[3], "127.0.0.2");
    expect_of(&others[3], "GET", "/echo", "", 200);
    ck_assert(client_closed(&others[1], WAIT_MS));
    client_text(&others[2], wait_request);
    client_text(&others[3], wait_request);
    client_text(&client, wait_request);
    wait_for(server_waiting(test_server) == 4);
    open_from(&others[4], "127.0.0.3"); /* none is idle */
    ck_assert(client_closed(&others[4], WAIT_MS));
    for (int i = 0; i < 5; i++)
        client_close(&others[i]);
}
END_TEST

/* The number of connections in the lists; an accepted one is added a little later. */
static unsigned peers(void) {
    unsigned count;

    pthread_mutex_lock(&test_server->peers_lock);
    count = test_server->peer_count;
    pthread_mutex_unlock(&test_server->peers_lock);
    return count;
}

/* Neither a connection that sends nothing nor one that never ends its header keeps its place. */
START_TEST(unfinished_headers_are_idle) {
    struct server_config config = test_server_config();
    struct client others[8];

    config.max_connections = 4;
    test_server_start(&config);
    for (int i = 0; i < 8; i++) {
        open_from(&others[i], "127.0.0.1");
        client_text(&others[i], i % 2 == 0 ? "" : "GET /echo HTTP/1.1\r\nHost: a\r\n");
        /* Several threads accept them: one after the other, so that the order is known. */
        if (i >= 3)
            ck_assert(client_closed(i == 3 ? &client : &others[i - 4], WAIT_MS));
        wait_for(peers() == (unsigned)(i < 3 ? i + 2 : 4));
    }
    client_text(&others[7], "\r\n");
    expect_of(&others[6], "GET", "/echo", "", 200);
    for (int i = 0; i < 8; i++)
        client_close(&others[i]);
}
END_TEST

START_TEST(an_address_has_so_many_waiting_requests) {
    struct server_config config = test_server_config();
    struct client others[3];

    config.max_waiting_per_address = 2;
    test_server_start(&config);
    for (int i = 0; i < 2; i++) {
        open_from(&others[i], "127.0.0.1");
        begin_wait(&others[i], "", (unsigned)i + 1);
    }
    expect_of(&client, "GET", "/wait", "", 429);
    expect_of(&client, "GET", "/stream", "", 429);
    expect_of(&client, "GET", "/echo", "", 200);
    open_from(&others[2], "127.0.0.2");
    begin_wait(&others[2], "", 3);
    client_close(&others[0]);
    expect("POST", "/publish", "", NULL, 204);
    wait_for(server_waiting(test_server) == 0);
    expect_of(&client, "GET", "/wait", "", 200);
    client_close(&others[1]);
    client_close(&others[2]);
}
END_TEST

START_TEST(a_token_has_so_many_waiting_requests) {
    static const char good[] = "Authorization: Bearer good\r\n";
    struct server_config config = test_server_config();
    struct client others[4];

    config.max_waiting_per_token = 2;
    test_server_start(&config);
    for (int i = 0; i < 3; i++) {
        char from[16];

        snprintf(from, sizeof from, "127.0.0.%d", i + 2);
        open_from(&others[i], from);
        if (i < 2)
            begin_wait(&others[i], good, (unsigned)i + 1);
        else
            expect_of(&others[i], "GET", "/stream", good, 429);
    }
    begin_wait(&others[2], "Authorization: Bearer weak\r\n", 3);
    open_from(&others[3], "127.0.0.2");
    begin_wait(&others[3], "", 4);
    for (int i = 0; i < 4; i++)
        client_close(&others[i]);
}
END_TEST

/* All come from the proxy's address: connections count for it, requests for the address that it names. */
START_TEST(a_trusted_proxy_is_many) {
    struct server_config config = test_server_config();
    struct client others[4];

    config.trust_proxy = true;
    config.max_per_address = 1;
    config.max_waiting_per_address = 1;
    test_server_start(&config);
    for (int i = 0; i < 4; i++)
        open_from(&others[i], "127.0.0.1");
    begin_wait(&others[0], "X-Forwarded-For: 192.0.2.1\r\n", 1);
    expect_of(&others[1], "GET", "/wait", "X-Forwarded-For: 192.0.2.1\r\n", 429);
    begin_wait(&others[1], "X-Forwarded-For: 192.0.2.2\r\n", 2);
    begin_wait(&others[2], "X-Forwarded-For: 192.0.2.1, 2001:db8::1\r\n", 3);
    expect_of(&others[3], "GET", "/wait", "X-Forwarded-For: 2001:db8::2\r\n", 429);
    for (int i = 0; i < 4; i++)
        client_close(&others[i]);
}
END_TEST

START_TEST(fewer_files_make_a_smaller_server) {
    const struct server_config usual = test_server_config();

    ck_assert_uint_gt(server_files(&usual), usual.max_connections);
    for (unsigned files = 0; files < 20000; files++) {
        struct server_config config = usual;

        config.max_connections = 12000;
        config.threads = 64;
        config.max_per_address = config.max_waiting_per_address = 200;
        if (!server_fit_files(&config, files)) {
            REQUIRE(files < SERVER_FILES_LEAST, "%u", files);
            continue;
        }
        REQUIRE(files >= SERVER_FILES_LEAST, "%u", files);
        REQUIRE(config.threads >= 1 && config.pool_threads >= 1, "%u", files);
        REQUIRE(config.max_connections >= 8 && config.max_connections <= 12000, "%u", files);
        REQUIRE(server_most_connections(&config) + 3 * (config.threads + config.pool_threads) +
                        40 <=
                    files,
                "%u", files);
        REQUIRE(config.max_per_address <= 200 &&
                    2 * config.max_per_address <= config.max_connections,
                "%u", files);
    }
}
END_TEST

/* ---- the program, and a crowd ---- */

enum {
    CROWD = 13000,
    CROWD_FILES = 1024,
    CROWD_OF_FEW = 500,
    BUSY_MS = 500,
    CROWD_OF_MANY = 3000,
    SERVED_MS = 2000
};

/* Opens up to SIZE silent connections from ADDRESSES addresses; returns how many there were. */
static int gather(struct client *crowd, const struct e2e_server *server, int size, int addresses) {
    struct rlimit limit;
    int count = 0;

    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    while (count < size) {
        char from[32];

        snprintf(from, sizeof from, "127.0.1.%d", 1 + count % addresses);
        if (!client_open_from(&crowd[count], server->address, from))
            break;
        count++;
    }
    ck_assert_msg(count == size || (rlim_t)count + 64 > limit.rlim_max, "only %d of the crowd",
                  count);
    return count;
}

/* The processor time that the program has used, in milliseconds. */
static long busy_ms(const struct e2e_server *server) {
    struct timespec busy;
    clockid_t clock;

    ck_assert_int_eq(clock_getcpuclockid(server->pid, &clock), 0);
    ck_assert_int_eq(clock_gettime(clock, &busy), 0);
    return busy.tv_sec * 1000 + busy.tv_nsec / 1000000;
}

static void serve_beside_crowd(unsigned files, const char *setting, int size, int addresses) {
    static struct client crowd[CROWD];
    struct e2e_server server;
    struct guest guest;
    struct response response;
    long busy;
    int count;

    e2e_start_with(&server, "crowd.db", files, setting);
    count = gather(crowd, &server, size, addresses);
    busy = busy_ms(&server);
    guest_stranger(&guest, &server);
    guest_ask(&guest, &response, "GET", "/v1/games", "", NULL);
    ck_assert_int_eq(response.status, 200);
    response_free(&response);
    busy = busy_ms(&server) - busy;
    printf("beside %d connections: %ld ms of work\n", count, busy);
    ck_assert_int_lt(busy, SERVED_MS); /* only its own work: on a busy machine it waits longer */
    guest_leave(&guest);
    while (count > 0)
        client_close(&crowd[--count]);
    e2e_stop(&server);
}

START_TEST(a_crowd_from_one_address_shuts_nobody_out) {
    serve_beside_crowd(0, "", CROWD, 1);
}
END_TEST

START_TEST(a_crowd_and_few_files) {
    serve_beside_crowd(CROWD_FILES, "", CROWD, 1);
}
END_TEST

START_TEST(a_crowd_from_many_addresses_gives_way) {
    serve_beside_crowd(0, "--max-connections=1000", CROWD_OF_MANY, 100);
}
END_TEST

/* With hardly any files it serves few, and does nothing while there is nothing to do. */
START_TEST(a_crowd_and_hardly_any_files) {
    static struct client crowd[CROWD_OF_FEW];
    struct e2e_server server;
    struct guest ann;
    char game[GAME_ID_SIZE];
    int count;
    long busy;

    e2e_start_with(&server, "few.db", SERVER_FILES_LEAST, "");
    guest_meet(&ann, &server, "Ann");
    game_make_text(&ann, "{'mode':'table','rules':{'game':'base','players':4}}", game);
    count = gather(crowd, &server, CROWD_OF_FEW, 50);
    busy = busy_ms(&server);
    json_decref(guest_get(&ann, 200, "/v1/games/%s/events?after=1000&wait=2", game));
    busy = busy_ms(&server) - busy;
    printf("%ld ms of work in two seconds\n", busy);
    ck_assert_int_lt(busy, BUSY_MS);
    guest_leave(&ann);
    while (count > 0)
        client_close(&crowd[--count]);
    e2e_stop(&server);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "http_crowd",
        (const struct test_case[]){
            {"oldest_idle", the_oldest_idle_connection_gives_way, .teardown = test_server_stop},
            {"unfinished_headers", unfinished_headers_are_idle, .teardown = test_server_stop},
            {"address", an_address_has_so_many_waiting_requests, .teardown = test_server_stop},
            {"token", a_token_has_so_many_waiting_requests, .teardown = test_server_stop},
            {"proxy", a_trusted_proxy_is_many, .teardown = test_server_stop},
            {"crowd", a_crowd_from_one_address_shuts_nobody_out, .loops = 0},
            {"crowd_of_many", a_crowd_from_many_addresses_gives_way, .loops = 0},
            {"crowd_few_files", a_crowd_and_few_files, .loops = 0},
            {"crowd_hardly_any_files", a_crowd_and_hardly_any_files, .loops = 0},
            {"files", fewer_files_make_a_smaller_server, .loops = 0},
            {0},
        });
}
TEST_MAIN(suite)
