/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Requests, routing, refusals and responses, over a real socket. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "service/http/address.h"
#include "service/http/route.h"
#include "tests/service/http_server.h"
#include "tests/support/check_main.h"

/* Checks the problem's slug, and that the document has the members of every problem. */
static void check_problem(struct response *response, const char *slug, int status) {
    json_t *json = json_loadb(response->body, response->size, 0, NULL);
    char type[64];
    char instance[128];

    ck_assert_ptr_nonnull(json);
    snprintf(type, sizeof type, "/problems/%s", slug);
    ck_assert_str_eq(json_string_value(json_object_get(json, "type")), type);
    ck_assert_int_eq(json_integer_value(json_object_get(json, "status")), status);
    ck_assert_int_eq(response->status, status);
    ck_assert(json_is_string(json_object_get(json, "title")));
    ck_assert_uint_gt(strlen(json_string_value(json_object_get(json, "detail"))), 5);
    snprintf(instance, sizeof instance, "/requests/%s", response_header(response, "X-Request-Id"));
    ck_assert_str_eq(json_string_value(json_object_get(json, "instance")), instance);
    ck_assert_str_eq(response_header(response, "Content-Type"), "application/problem+json");
    json_decref(json);
}

static struct response refused(const char *method, const char *path, const char *headers,
                               const char *body, const char *slug, int status) {
    struct response response = ask(method, path, headers, body, status);

    check_problem(&response, slug, status);
    return response;
}

static void refused_only(const char *method, const char *path, const char *headers,
                         const char *body, const char *slug, int status) {
    struct response response = refused(method, path, headers, body, slug, status);

    response_free(&response);
}

START_TEST(answers_have_the_usual_headers) {
    struct response response =
        ask("GET", "/echo?text=a+b%2Bc%C3%A9&number=3", "X-Request-Id: my.id-1\r\n", NULL, 200);

    ck_assert_str_eq(response.body, "{\"text\":\"a b+c\xc3\xa9\",\"number\":3,\"account\":\"\"}");
    ck_assert_str_eq(response_header(&response, "Content-Type"), "application/json");
    ck_assert_str_eq(response_header(&response, "X-Request-Id"), "my.id-1");
    ck_assert_str_eq(response_header(&response, "X-Content-Type-Options"), "nosniff");
    ck_assert_str_eq(response_header(&response, "Cache-Control"), "private, no-cache");
    ck_assert_str_eq(response_header(&response, "Vary"), "Authorization, Cookie, Accept-Encoding");
    ck_assert_ptr_null(response_header(&response, "Access-Control-Allow-Origin"));
    response_free(&response);
    response = ask("GET", "/echo", "X-Request-Id: no spaces\r\nOrigin: https://a.b\r\n", NULL, 200);
    ck_assert_str_ne(response_header(&response, "X-Request-Id"), "no spaces");
    ck_assert_str_eq(response_header(&response, "Access-Control-Allow-Origin"), "*");
    response_free(&response);
}
END_TEST

START_TEST(head_is_get_without_a_body) {
    struct response response = ask("HEAD", "/echo", "", NULL, 200);

    ck_assert_str_eq(response_header(&response, "Content-Length"), "35");
    response_free(&response);
    expect("GET", "/echo", "", NULL, 200); /* the connection is in sync */
    expect("HEAD", "/nowhere", "", NULL, 404);
    expect("GET", "/echo", "", NULL, 200);
    expect("HEAD", "/stream", "", NULL, 200);
    expect("GET", "/echo", "", NULL, 200);
}
END_TEST

START_TEST(options_and_405_name_the_methods) {
    struct response response = ask("OPTIONS", "/echo", "", NULL, 204);

    ck_assert_str_eq(response_header(&response, "Allow"), "GET, HEAD, POST, OPTIONS");
    response_free(&response);
    response = ask("OPTIONS", "/mine",
                   "Origin: https://a.b\r\nAccess-Control-Request-Method: POST\r\n", NULL, 204);
    ck_assert_str_eq(response_header(&response, "Access-Control-Allow-Methods"),
                     "GET, HEAD, POST, OPTIONS");
    ck_assert_ptr_nonnull(response_header(&response, "Access-Control-Allow-Headers"));
    response_free(&response);
    expect("OPTIONS", "*", "", NULL, 204);
    expect("OPTIONS", "/nowhere", "", NULL, 404);
    response = refused("DELETE", "/echo", "", NULL, "method-not-allowed", 405);
    ck_assert_str_eq(response_header(&response, "Allow"), "GET, HEAD, POST, OPTIONS");
    response_free(&response);
    refused_only("BREW", "/publish", "", NULL, "method-not-allowed", 405);
    refused_only("BREW", "/nowhere", "", NULL, "not-found", 404);
}
END_TEST

START_TEST(routes_prefer_literals_and_decode_parameters) {
    struct response response = ask("GET", "/items/a%2Fb/parts/x%20y", "", NULL, 200);

    ck_assert_str_eq(response.body, "[\"a/b\",\"x y\"]");
    response_free(&response);
    expect("GET", "/items/1/parts/first", "", NULL, 204);
    expect("GET", "/items/1/parts/", "", NULL, 404);
    expect("GET", "/items/1/parts/x/", "", NULL, 404);
    expect("GET", "/items//parts/x", "", NULL, 404);
    response = ask("GET", "/items/%ff/parts/%zz", "", NULL, 200);
    ck_assert_str_eq(response.body, "[\"\",\"\"]");
    response_free(&response);
}
END_TEST

START_TEST(queries_are_read_by_their_table) {
    struct response response =
        refused("GET", "/echo?number=x&text=%ff&text=a", "", NULL, "invalid", 422);

    ck_assert_ptr_nonnull(
        strstr(response.body,
               "{\"parameter\":\"number\",\"detail\":\"must be a whole number from 1 to 9\"}"));
    ck_assert_ptr_nonnull(strstr(response.body, "{\"parameter\":\"text\""));
    response_free(&response);
    refused_only("GET", "/echo?number=10", "", NULL, "invalid", 422);
    refused_only("GET", "/echo?number=1&number=1", "", NULL, "invalid", 422);
    refused_only("GET", "/echo?number=%31%00", "", NULL, "bad-request", 400);
    expect("GET", "/echo?number=%31", "", NULL, 200);
    /* no operation refuses unknown parameters */
    expect("GET", "/echo?number=1&numbr=1&numbr=%ff&%ff=1&_=1700000000", "", NULL, 200);
}
END_TEST

START_TEST(bodies_are_judged_in_order) {
    static const char wide[] = "Content-Type: application/json; charset=UTF-8\r\n";

    expect("POST", "/echo", "", "{\"name\":\"x\"}", 201);
    expect("POST", "/echo", wide, "{\"name\":\"x\"}", 201);
    refused_only("POST", "/echo", "Content-Type: text/plain\r\n", "{", "unsupported-media-type",
                 415);
    refused_only("POST", "/echo", "Content-Type: application/json; charset=latin1\r\n", "{}",
                 "unsupported-media-type", 415);
    refused_only("POST", "/echo", "Content-Encoding: gzip\r\n", "{}", "unsupported-media-type",
                 415);
    refused_only("POST", "/echo", "", NULL, "unsupported-media-type", 415);
    refused_only("POST", "/echo", "", "", "malformed-json", 400);
    refused_only("POST", "/echo", "", "{\"name\":}", "malformed-json", 400);
    refused_only("POST", "/echo", "", "{\"name\":\"a\",\"name\":\"b\"}", "malformed-json", 400);
    refused_only("POST", "/echo", "", "{\"name\":\"\xff\"}", "malformed-json", 400);
    refused_only("POST", "/echo", "", "{\"name\":\"a\"} x", "malformed-json", 400);
    refused_only("POST", "/echo", "", "[]", "invalid", 422);
    refused_only("POST", "/echo", "", "{\"name\":1,\"nam\":2}", "invalid", 422);
    refused_only("POST", "/maybe", "", NULL, "invalid", 422); /* stands for {} */
}
END_TEST

START_TEST(deep_bodies_are_refused) {
    char body[20000] = "{\"name\":";

    memset(body + strlen(body), '[', 19000);
    refused_only("POST", "/echo", "", body, "malformed-json", 400);
}
END_TEST

START_TEST(large_bodies_are_refused) {
    static char body[40001];
    struct client other;
    struct response response;

    memset(body, ' ', sizeof body - 1);
    refused_only("POST", "/echo", "", body, "too-large", 413);
    ck_assert_int_eq(handler_calls, 0);
    expect("GET", "/echo", "", NULL, 200); /* it was read and discarded: still in sync */
    /* The size is checked before the route. */
    ck_assert_int_eq(RAW("POST /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n"),
                     413);
    /* Chunked, when the size becomes known only while reading. */
    ck_assert(client_open(&other, server_address(test_server)));
    client_text(&other, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                        "Transfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 5; i++) {
        client_text(&other, "1388\r\n");
        client_send(&other, body, 5000);
        client_text(&other, "\r\n");
    }
    client_text(&other, "0\r\n\r\n");
    client_read(&other, &response, false);
    check_problem(&response, "too-large", 413);
    response_free(&response);
    client_close(&other);
}
END_TEST

START_TEST(chunked_bodies_are_read) {
    ck_assert_int_eq(RAW("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                         "Transfer-Encoding: chunked\r\n\r\n"
                         "4\r\n{\"na\r\n9\r\nme\":\"abc\"\r\n1\r\n}\r\n0\r\n\r\n"),
                     201);
}
END_TEST

START_TEST(endless_bodies_are_cut_off) {
    static char body[65536];
    struct client other;
    bool sent = true;

    memset(body, ' ', sizeof body);
    ck_assert(client_open(&other, server_address(test_server)));
    client_text(&other, "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 10000 && sent; i++)
        sent = client_text(&other, "10000\r\n") && client_send(&other, body, sizeof body) &&
               client_text(&other, "\r\n");
    ck_assert(!sent);
    client_close(&other);
}
END_TEST

START_TEST(expectations_are_answered_before_the_body) {
    struct client other;
    struct response response;

    ck_assert(client_open(&other, server_address(test_server)));
    client_text(&other, "POST /mine HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                        "Content-Length: 12\r\n\r\n");
    client_read(&other, &response, false);
    check_problem(&response, "unauthenticated", 401);
    response_free(&response);
    client_close(&other);
    ck_assert(client_open(&other, server_address(test_server)));
    client_text(&other, "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                        "Content-Type: application/json\r\nContent-Length: 12\r\n\r\n");
    client_text(&other, "{\"name\":\"x\"}");
    client_read(&other, &response, false);
    ck_assert_int_eq(response.status, 201);
    response_free(&response);
    client_close(&other);
}
END_TEST

START_TEST(tokens_are_judged) {
    struct response response = refused("GET", "/mine", "", NULL, "unauthenticated", 401);

    ck_assert_str_eq(response_header(&response, "WWW-Authenticate"), "Bearer realm=\"hexpost\"");
    response_free(&response);
    response =
        refused("GET", "/mine", "Authorization: Bearer bad\r\n", NULL, "unauthenticated", 401);
    ck_assert_ptr_nonnull(strstr(response_header(&response, "WWW-Authenticate"), "invalid_token"));
    response_free(&response);
    refused_only("GET", "/echo", "Authorization: Bearer bad\r\n", NULL, "unauthenticated", 401);
    refused_only("GET", "/mine", "Authorization: Basic good\r\n", NULL, "unauthenticated", 401);
    response =
        refused("GET", "/mine", "Authorization: Bearer broken\r\n", NULL, "unavailable", 503);
    ck_assert_ptr_nonnull(response_header(&response, "Retry-After"));
    response_free(&response);
    response = ask("GET", "/mine", "Authorization: bearer good\r\n", NULL, 200);
    ck_assert_ptr_nonnull(strstr(response.body, "\"account\":\"good\""));
    response_free(&response);
    expect("GET", "/mine", "Authorization: Bearer weak\r\n", NULL, 200);
    refused_only("POST", "/mine", "Authorization: Bearer weak\r\n", "{}", "forbidden", 403);
    /* Method before token, token before media type. */
    refused_only("DELETE", "/mine", "", NULL, "method-not-allowed", 405);
    refused_only("POST", "/mine", "Content-Type: text/plain\r\n", "x", "unauthenticated", 401);
}
END_TEST

/* A browser that only says where its page comes from. */
START_TEST(cookies_count_from_pages_of_our_own) {
    static const struct {
        const char *origin;
        bool plain, https; /* taken where people come by http, and by https */
    } rows[] = {
        {"http://a", true, false},        {"https://a", true, true},   {"ftp://a", false, false},
        {"https://a.b", false, false},    {"https://", false, false},  {"a", false, false},
        {"xhttps://a", false, false},     {"https://b", false, false}, {"null", false, false},
        {"https://b/://a", false, false},
    };

    for (int https = 0; https < 2; https++) {
        struct server_config config = test_server_config();

        config.cookie = "hexpost";
        config.https = https;
        test_server_start(&config);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            bool taken = https ? rows[i].https : rows[i].plain;
            char text[256];
            int status;

            snprintf(text, sizeof text,
                     "POST /mine HTTP/1.1\r\nHost: a\r\nCookie: hexpost=good\r\nOrigin: %s\r\n"
                     "Content-Type: application/json\r\nContent-Length: 12\r\n\r\n"
                     "{\"name\":\"x\"}",
                     rows[i].origin);
            status = raw(text, strlen(text));
            ck_assert_msg(status == (taken ? 201 : 401), "%s: %d", rows[i].origin, status);
        }
        test_server_stop();
    }
}
END_TEST

START_TEST(etags_are_compared) {
    struct response response = ask("GET", "/items/1/parts/2", "", NULL, 200);

    ck_assert_str_eq(response_header(&response, "ETag"), "\"v1\"");
    response_free(&response);
    response = ask("GET", "/items/1/parts/2", "If-None-Match: \"v0\", W/\"v1\"\r\n", NULL, 304);
    ck_assert_str_eq(response_header(&response, "ETag"), "\"v1\"");
    ck_assert_ptr_nonnull(response_header(&response, "Vary"));
    response_free(&response);
    expect("GET", "/items/1/parts/2", "If-None-Match: *\r\n", NULL, 304);
    expect("GET", "/items/1/parts/2", "If-None-Match: \"v0\"\r\n", NULL, 200);
    expect("GET", "/items/1/parts/2", "If-Match: \"v1\"\r\n", NULL, 200);
    refused_only("GET", "/items/1/parts/2", "If-Match: \"v0\"\r\n", NULL, "stale", 412);
    refused_only("GET", "/items/1/parts/2", "If-Match: W/\"v1\"\r\n", NULL, "stale", 412);
}
END_TEST

START_TEST(answers_that_grow_too_large_are_internal) {
    refused_only("GET", "/large", "", NULL, "internal", 500);
}
END_TEST

START_TEST(pipelined_requests_are_answered_in_order) {
    struct response response;

    client_text(&client, "GET /echo?number=1 HTTP/1.1\r\nHost: a\r\n\r\n"
                         "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                         "Content-Length: 13\r\n\r\n{\"name\":\"ab\"}"
                         "GET /job HTTP/1.1\r\nHost: a\r\n\r\n"
                         "GET /echo?number=2 HTTP/1.1\r\nHost: a\r\n\r\n");
    client_read(&client, &response, false);
    ck_assert_ptr_nonnull(strstr(response.body, "\"number\":1"));
    response_free(&response);
    client_read(&client, &response, false);
    ck_assert_str_eq(response.body, "{\"length\":2}");
    response_free(&response);
    client_read(&client, &response, false);
    ck_assert_int_eq(response.status, 204);
    response_free(&response);
    client_read(&client, &response, false);
    ck_assert_ptr_nonnull(strstr(response.body, "\"number\":2"));
    response_free(&response);
}
END_TEST

START_TEST(old_clients_are_served) {
    ck_assert_int_eq(RAW("GET /echo HTTP/1.0\r\n\r\n"), 200);
}
END_TEST

/* Clients on this machine (bots, tests, the owner) have no limit; clients forwarded by a proxy have. */
START_TEST(rates_leave_this_machine_alone) {
    struct server_config config = test_server_config();

    config.general = (struct server_rate){.per_hour = 60, .burst = 2};
    config.trust_proxy = true;
    test_server_start(&config);
    for (int i = 0; i < 5; i++)
        expect("GET", "/echo", "", NULL, 200);
    for (int i = 0; i < 2; i++)
        expect("GET", "/echo", "X-Forwarded-For: 1.2.3.4\r\n", NULL, 200);
    expect("GET", "/echo", "X-Forwarded-For: 1.2.3.4\r\n", NULL, 429);
    expect("GET", "/echo", "Forwarded: for=1.2.3.4\r\n", NULL, 200);
}
END_TEST

START_TEST(rates_are_limited) {
    struct server_config config = test_server_config();
    struct response response;

    config.limit_local = true;
    config.general = (struct server_rate){.per_hour = 60, .burst = 3};
    config.accounts = (struct server_rate){.per_hour = 2, .burst = 2};
    test_server_start(&config);
    for (int i = 0; i < 3; i++)
        expect("GET", "/echo", "", NULL, 200);
    response = refused("GET", "/echo", "", NULL, "rate-limited", 429);
    long after = strtol(response_header(&response, "Retry-After"), NULL, 10);
    ck_assert_int_le(after, 60);
    ck_assert_int_ge(after, 50);
    response_free(&response);
    /* A token has an allowance of its own; routes without a limit are always available. */
    expect("GET", "/echo", "Authorization: Bearer good\r\n", NULL, 200);
    expect("GET", "/job", "", NULL, 204);
    expect("POST", "/accounts", "", NULL, 204);
    expect("POST", "/accounts", "", NULL, 204);
    refused_only("POST", "/accounts", "", NULL, "rate-limited", 429);
    refused_only("POST", "/accounts", "X-Forwarded-For: 1.2.3.4\r\n", NULL, "rate-limited", 429);
    test_server_stop();
    config.trust_proxy = true;
    test_server_start(&config);
    for (int i = 0; i < 3; i++)
        expect("GET", "/echo", "X-Forwarded-For: 9.9.9.9, 1.2.3.4\r\n", NULL, 200);
    expect("GET", "/echo", "X-Forwarded-For: 1.2.3.4\r\n", NULL, 429);
    expect("GET", "/echo", "X-Forwarded-For: 1.2.3.4, 9.9.9.9\r\n", NULL, 200);
}
END_TEST

static void expect_allowance(const char *method, const char *path, const char *headers,
                             const char *policy, const char *rest) {
    static const char *const names[] = {"RateLimit-Policy", "RateLimit"};
    const char *const expected[] = {policy, rest};
    struct response response;

    client_ask(&client, &response, method, path, headers, NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *told = response_header(&response, names[i]);

        if (expected[i] == NULL)
            ck_assert_ptr_null(told);
        else
            ck_assert_pstr_eq(told, expected[i]);
    }
    response_free(&response);
}

/* Each caller learns what is left of their own allowances, but nothing about those that they share with others behind a
 * token. */
START_TEST(allowances_are_told_before_they_end) {
    static const char good[] = "Authorization: Bearer good\r\n";
    struct server_config config = test_server_config();
    struct response response;

    config.limit_local = true;
    config.general = (struct server_rate){.per_hour = 60, .burst = 3};
    config.accounts = (struct server_rate){.per_hour = 2, .burst = 2};
    test_server_start(&config);
    expect_allowance("GET", "/echo", good, "\"token\";q=3;w=180, \"account\";q=6;w=180",
                     "\"token\";r=2;t=60, \"account\";r=5;t=30");
    expect_allowance("GET", "/echo", "Authorization: Bearer visitor\r\n", "\"token\";q=3;w=180",
                     "\"token\";r=2;t=60");
    expect_allowance("GET", "/nowhere", "", "\"address\";q=3;w=180", "\"address\";r=2;t=60");
    expect_allowance("POST", "/accounts", "", "\"accounts\";q=2;w=3600", "\"accounts\";r=1;t=1800");
    expect_allowance("GET", "/job", good, NULL, NULL);
    expect("GET", "/echo", good, NULL, 200);
    expect("GET", "/echo", good, NULL, 200);
    response =
        refused("GET", "/echo", "Authorization: Bearer good\r\nOrigin: https://example.org\r\n",
                NULL, "rate-limited", 429);
    ck_assert_int_eq(strncmp(response_header(&response, "RateLimit"), "\"token\";r=0;", 12), 0);
    ck_assert_ptr_nonnull(strstr(response_header(&response, "Access-Control-Expose-Headers"),
                                 "RateLimit, RateLimit-Policy"));
    response_free(&response);
}
END_TEST

/* An account can have many tokens: together they get twice the allowance of one. */
START_TEST(an_accounts_tokens_share_an_allowance) {
    struct server_config config = test_server_config();
    char header[64];
    int served = 0;

    config.limit_local = true;
    config.general = (struct server_rate){.per_hour = 60, .burst = 3};
    test_server_start(&config);
    for (int token = 0; token < 10; token++)
        for (int i = 0; i < 3; i++) {
            struct response response;

            snprintf(header, sizeof header, "Authorization: Bearer good-%d\r\n", token);
            client_ask(&client, &response, "GET", "/echo", header, NULL);
            served += response.status == 200;
            ck_assert(response.status == 200 || response.status == 429);
            response_free(&response);
        }
    ck_assert_int_eq(served, 6);
    expect("GET", "/echo", "", NULL, 200); /* without a token: another allowance */
}
END_TEST

/* Unknown paths and invalid tokens are counted as well. */
START_TEST(knocking_is_limited) {
    struct server_config config = test_server_config();

    config.limit_local = true;
    config.general = (struct server_rate){.per_hour = 60, .burst = 4};
    test_server_start(&config);
    for (int i = 0; i < 2; i++) {
        refused_only("GET", "/nowhere", "", NULL, "not-found", 404);
        refused_only("GET", "/mine", "Authorization: Bearer wrong\r\n", NULL, "unauthenticated",
                     401);
    }
    refused_only("GET", "/nowhere", "", NULL, "rate-limited", 429);
    refused_only("GET", "/mine", "Authorization: Bearer wrong\r\n", NULL, "rate-limited", 429);
    expect("GET", "/echo", "Authorization: Bearer good\r\n", NULL, 200);
}
END_TEST

/* A client can send a line of its own; the proxy's is the last one, or the end of the last one. */
START_TEST(the_last_forwarded_address_counts) {
    struct server_config config = test_server_config();

    config.limit_local = true;
    config.trust_proxy = true;
    config.general = (struct server_rate){.per_hour = 60, .burst = 2};
    test_server_start(&config);
    expect("GET", "/echo", "X-Forwarded-For: 9.9.9.1\r\nX-Forwarded-For: 1.2.3.4\r\n", NULL, 200);
    expect("GET", "/echo", "X-Forwarded-For: 9.9.9.2\r\nX-Forwarded-For: 8.8.8.8, 1.2.3.4\r\n",
           NULL, 200);
    expect("GET", "/echo", "X-Forwarded-For: 9.9.9.3\r\nx-forwarded-for: 1.2.3.4\r\n", NULL, 429);
    expect("GET", "/echo", "X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 9.9.9.3\r\n", NULL, 200);
}
END_TEST

START_TEST(limits_count_ipv6_by_64_bits) {
    struct server_config config = test_server_config();

    config.limit_local = true;
    config.trust_proxy = true;
    config.general = (struct server_rate){.per_hour = 60, .burst = 2};
    test_server_start(&config);
    expect("GET", "/echo", "X-Forwarded-For: 2001:db8:1:2::1\r\n", NULL, 200);
    expect("GET", "/echo", "X-Forwarded-For: 2001:db8:1:2:ffff::9\r\n", NULL, 200);
    expect("GET", "/echo", "X-Forwarded-For: 2001:db8:1:2:3:4:5:6\r\n", NULL, 429);
    expect("GET", "/echo", "X-Forwarded-For: 2001:db8:1:3::1\r\n", NULL, 200);
    /* Mapped into IPv6 it is the same client. */
    expect("GET", "/echo", "X-Forwarded-For: 1.2.3.4\r\n", NULL, 200);
    expect("GET", "/echo", "X-Forwarded-For: ::ffff:1.2.3.4\r\n", NULL, 200);
    expect("GET", "/echo", "X-Forwarded-For: 1.2.3.4\r\n", NULL, 429);
    expect("GET", "/echo", "X-Forwarded-For: 1.2.3.5\r\n", NULL, 200);
}
END_TEST

/* All addresses of a /64 are the same client; others are not. */
START_TEST(clients_are_told_apart) {
    static const char *const different[] = {"0.0.0.0",      "0.0.0.1",        "255.255.255.255",
                                            "2001:db8::1",  "2001:db8:0:1::", "::1",
                                            "0:0:0:ffff::", "0:0:1::",        "fe80::1"};
    enum { COUNT = sizeof different / sizeof *different };
    uint64_t clients[COUNT], other;

    for (unsigned i = 0; i < COUNT; i++) {
        ck_assert(address_client_of_text(different[i], &clients[i]));
        ck_assert(clients[i] != 0);
        for (unsigned j = 0; j < i; j++)
            ck_assert_msg(clients[i] != clients[j], "%s and %s", different[i], different[j]);
    }
    ck_assert(address_client_of_text("2001:db8::ffff:ffff:ffff:ffff", &other));
    ck_assert(other == clients[3]);
    ck_assert(!address_client_of_text("1.2.3.4.5", &other));
    ck_assert(!address_client_of_text("", &other));
}
END_TEST

START_TEST(connections_are_limited_by_client) {
    struct server_config config = test_server_config();
    struct client second = {.fd = -1}, third = {.fd = -1};
    struct response response;

    config.max_per_address = 2;
    test_server_start(&config); /* connects the first one */
    expect("GET", "/echo", "", NULL, 200);
    ck_assert(client_open(&second, server_address(test_server)));
    client_ask(&second, &response, "GET", "/echo", "", NULL);
    ck_assert_int_eq(response.status, 200);
    response_free(&response);
    ck_assert(client_open(&third, server_address(test_server)));
    ck_assert(client_closed(&third, 5000));
    expect("GET", "/echo", "", NULL, 200);
    client_close(&second);
    client_close(&third);
}
END_TEST

START_TEST(metrics_count_requests_by_route) {
    struct buffer out;

    expect("GET", "/items/1/parts/2", "", NULL, 200);
    expect("GET", "/items/3/parts/4", "", NULL, 200);
    expect("GET", "/nowhere/secret", "", NULL, 404);
    buffer_init(&out, 1 << 20);
    metrics_write(test_metrics, &out);
    buffer_byte(&out, '\0');
    ck_assert(!out.failed);
    ck_assert_ptr_nonnull(strstr(out.data, "hexpost_http_requests_total{route=\"/items/{id}/parts/"
                                           "{part}\",method=\"GET\",status=\"200\"} 2\n"));
    ck_assert_ptr_nonnull(strstr(out.data, "{route=\"none\",method=\"none\",status=\"404\"} 1\n"));
    ck_assert_ptr_nonnull(strstr(out.data, "_bucket{route=\"/items/{id}/parts/{part}\","
                                           "method=\"GET\",le=\"+Inf\"} 2\n"));
    ck_assert_ptr_null(strstr(out.data, "secret"));
    buffer_free(&out);
}
END_TEST

START_TEST(routes_find_the_most_literal_row) {
    static const struct route rows[] = {
        {.method = METHOD_GET, .path = "/a/{x}"},
        {.method = METHOD_GET, .path = "/a/b"},
        {.method = METHOD_POST, .path = "/a/{x}"},
        {.method = METHOD_GET, .path = "/{y}/b/c"},
        {.method = METHOD_GET, .path = "/s/{code}", .secret = true},
    };
    struct route_table *table = route_table_new(rows, sizeof rows / sizeof *rows);
    struct route_match match;

    ck_assert_ptr_nonnull(table);
    route_find(table, true, METHOD_GET, "/a/b", &match);
    ck_assert_ptr_eq(match.route, &rows[1]);
    route_find(table, true, METHOD_POST, "/a/c", &match);
    ck_assert_ptr_eq(match.route, &rows[2]);
    ck_assert_int_eq((int)match.params[0].size, 1);
    route_find(table, true, METHOD_GET, "/a/b/c", &match);
    ck_assert_ptr_eq(match.route, &rows[3]);
    route_find(table, true, METHOD_GET, "/a", &match);
    ck_assert_ptr_null(match.route);
    ck_assert_uint_eq(match.allowed, 0);
    ck_assert_ptr_null(match.instead);
    /* A secret must not be shown for the wrong method either. */
    route_find(table, true, METHOD_GET, "/s/open", &match);
    ck_assert_str_eq(match.instead, "/s/{code}");
    route_find(table, true, METHOD_PUT, "/s/open", &match);
    ck_assert_ptr_null(match.route);
    ck_assert_str_eq(match.instead, "/s/{code}");
    route_table_free(table);
}
END_TEST

#define SERVED .setup = test_server_setup, .teardown = test_server_stop

static Suite *suite(void) {
    return test_suite(
        "http",
        (const struct test_case[]){
            {"answers_have_the_usual_headers", answers_have_the_usual_headers, SERVED},
            {"head_is_get_without_a_body", head_is_get_without_a_body, SERVED},
            {"options_and_405_name_the_methods", options_and_405_name_the_methods, SERVED},
            {"routes_prefer_literals", routes_prefer_literals_and_decode_parameters, SERVED},
            {"queries_are_read_by_their_table", queries_are_read_by_their_table, SERVED},
            {"bodies_are_judged_in_order", bodies_are_judged_in_order, SERVED},
            {"deep_bodies_are_refused", deep_bodies_are_refused, SERVED},
            {"large_bodies_are_refused", large_bodies_are_refused, SERVED},
            {"chunked_bodies_are_read", chunked_bodies_are_read, SERVED},
            {"endless_bodies_are_cut_off", endless_bodies_are_cut_off, SERVED},
            {"expectations", expectations_are_answered_before_the_body, SERVED},
            {"tokens_are_judged", tokens_are_judged, SERVED},
            {"cookies_of_our_own_pages", cookies_count_from_pages_of_our_own,
             .teardown = test_server_stop},
            {"etags_are_compared", etags_are_compared, SERVED},
            {"too_large_answers", answers_that_grow_too_large_are_internal, SERVED},
            {"pipelining", pipelined_requests_are_answered_in_order, SERVED},
            {"old_clients_are_served", old_clients_are_served, SERVED},
            {"rates_are_limited", rates_are_limited, .teardown = test_server_stop},
            {"allowances_are_told_before_they_end", allowances_are_told_before_they_end,
             .teardown = test_server_stop},
            {"accounts_tokens", an_accounts_tokens_share_an_allowance,
             .teardown = test_server_stop},
            {"knocking", knocking_is_limited, .teardown = test_server_stop},
            {"rates_leave_this_machine_alone", rates_leave_this_machine_alone,
             .teardown = test_server_stop},
            {"the_last_forwarded_address_counts", the_last_forwarded_address_counts,
             .teardown = test_server_stop},
            {"limits_count_ipv6_by_64_bits", limits_count_ipv6_by_64_bits,
             .teardown = test_server_stop},
            {"clients_are_told_apart", clients_are_told_apart, .loops = 0},
            {"connections_are_limited_by_client", connections_are_limited_by_client,
             .teardown = test_server_stop},
            {"metrics_count_requests_by_route", metrics_count_requests_by_route, SERVED},
            {"most_literal_row", routes_find_the_most_literal_row, .loops = 0},
            {0},
        });
}
TEST_MAIN(suite)
