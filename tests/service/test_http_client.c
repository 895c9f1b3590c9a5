/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The HTTP client: what it sends where, and when it gives up. */
#include <stdio.h>

#include "service/base/http_client.h"
#include "tests/support/check_main.h"
#include "tests/support/receiver.h"

enum { TIMEOUT_S = 60 };

static char url[64];
static struct http_call call;

static void setup(void) {
    ck_assert_int_eq(curl_global_init(CURL_GLOBAL_DEFAULT), CURLE_OK);
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", receiver_start());
    ck_assert(http_call_init(&call, 1024));
}

static void teardown(void) {
    http_call_free(&call);
    receiver_stop();
    curl_global_cleanup();
}

static struct http_request to_receiver(void) {
    return (struct http_request){.method = "GET", .url = url, .timeout_s = TIMEOUT_S};
}

START_TEST(a_stranger_reaches_nothing_inside_unless_it_is_allowed) {
    struct http_request request = to_receiver();
    struct safe_allowed allowed;

    ck_assert(safe_allowed_read("", &allowed));
    request.foreign = true;
    request.allowed = &allowed;
    ck_assert_int_eq(http_call_prepare(&call, &request), HTTP_REFUSED);
    ck_assert(safe_allowed_read("127.0.0.1", &allowed));
    ck_assert_int_eq(http_call_prepare(&call, &request), HTTP_READY);
    ck_assert_int_eq(http_call_wait(&call), 200);
    ck_assert_uint_eq(receiver_got().count, 1);
}
END_TEST

START_TEST(who_is_busy_is_waited_for_within_limits) {
    static const struct {
        int status;
        const char *header;
        int64_t wait_s;
    } rows[] = {
        {200, "Retry-After: 5\r\n", 0},
        {429, "Retry-After: 5\r\n", 5},
        {503, "Retry-After: 99999999\r\n", HTTP_RETRY_AFTER_MAX_S},
        {503, "", 0},
    };
    const struct http_request request = to_receiver();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        receiver_answers(rows[i].status, rows[i].header);
        ck_assert_int_eq(http_call_prepare(&call, &request), HTTP_READY);
        ck_assert_int_eq(http_call_wait(&call), rows[i].status);
        ck_assert_int_eq(call.retry_after_s, rows[i].wait_s);
    }
}
END_TEST

static bool always(void *context) {
    ++*(int *)context;
    return true;
}

START_TEST(a_call_can_be_cancelled) {
    const struct http_request request = to_receiver();
    int asked = 0;

    call.cancelled = always;
    call.context = &asked;
    ck_assert_int_eq(http_call_prepare(&call, &request), HTTP_READY);
    ck_assert_int_eq(http_call_wait(&call), 0);
    ck_assert_int_eq(call.code, CURLE_ABORTED_BY_CALLBACK);
    ck_assert_int_gt(asked, 0);
}
END_TEST

#define CASE(test)                                                                                 \
    { .name = #test, test, .setup = setup, .teardown = teardown }

static Suite *suite(void) {
    return test_suite("http_client",
                      (const struct test_case[]){
                          CASE(a_stranger_reaches_nothing_inside_unless_it_is_allowed),
                          CASE(who_is_busy_is_waited_for_within_limits),
                          CASE(a_call_can_be_cancelled),
                          {0},
                      });
}
TEST_MAIN(suite)
