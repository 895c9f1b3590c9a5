/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Addresses that apps register, and the letters that people type. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/oauth/redirect.h"
#include "service/oauth/secret.h"
#include "tests/support/check_main.h"

#define BACK "https://app.example.org/back"

static const struct {
    const char *uri;
    bool good;
} addresses[] = {
    {"https://app.example.org/back?a=1", true},
    {"https://app.example.org", true},
    {"http://127.0.0.1/cb", true},
    {"http://[::1]/cb", true},
    {"org.example.app:/back", true},
    {"http://app.example.org/back", false},
    {"http://127.0.0.1:8000/cb", false},
    {"http://127.0.0.1.example.org/", false},
    {"http://localhost/cb", false},
    {"https://", false},
    {"https://user@example.org/", false},
    {"https://app.example.org/#part", false},
    {"https://app.example.org/ back", false},
    {"https://app.example.org/\xc3\xa9", false},
    {"javascript:alert(1)", false},
    {"data:text/html,x", false},
    {"/back", false},
};
enum { ADDRESSES = sizeof addresses / sizeof *addresses };

START_TEST(addresses_are_judged) {
    ck_assert_msg((redirect_fault(addresses[_i].uri) == NULL) == addresses[_i].good, "%s",
                  addresses[_i].uri);
}
END_TEST

START_TEST(addresses_match_to_the_byte_but_for_loopback_ports) {
    static const char list[] = BACK " http://127.0.0.1/cb org.example.app:/back";

    ck_assert(redirect_listed(list, BACK));
    ck_assert(redirect_listed(list, "http://127.0.0.1:51004/cb"));
    ck_assert(redirect_listed(list, "http://127.0.0.1/cb"));
    ck_assert(redirect_listed(list, "org.example.app:/back"));
    ck_assert(!redirect_listed(list, BACK "/"));
    ck_assert(!redirect_listed(list, "https://app.example.org:443/back"));
    ck_assert(!redirect_listed(list, "http://127.0.0.1:51004/cb2"));
    ck_assert(!redirect_listed(list, "http://127.0.0.1:80@example.org/cb"));
    ck_assert(!redirect_listed(list, "http://[::1]:80/cb"));
    ck_assert(!redirect_listed(list, ""));
    ck_assert(!redirect_listed("", ""));
}
END_TEST

START_TEST(typed_codes_are_read_kindly) {
    uint8_t hash[STORE_HASH_SIZE], again[STORE_HASH_SIZE];
    char code[USER_CODE_SIZE], typed[USER_CODE_TYPED_MAX];

    ck_assert_int_ge(sodium_init(), 0);
    for (int i = 0; i < 100; i++) {
        secret_draw_user_code(code, hash);
        ck_assert_uint_eq(strlen(code), 9);
        ck_assert_int_eq(code[4], '-');
        ck_assert_ptr_null(strpbrk(code, "AEIOUY0123456789"));
        snprintf(typed, sizeof typed, " %.4s %c%s ", code, code[5] + ('a' - 'A'), code + 6);
        ck_assert(secret_hash_user_code(typed, again));
        ck_assert_mem_eq(hash, again, sizeof hash);
    }
    ck_assert(!secret_hash_user_code("BCDF-GHJ", again));
    ck_assert(!secret_hash_user_code("BCDF-GHJKL", again));
    ck_assert(!secret_hash_user_code("BCDF-GHJA", again));
    ck_assert(!secret_hash_user_code("", again));
}
END_TEST

static Suite *suite(void) {
    return test_suite("redirects",
                      (const struct test_case[]){
                          {.name = "addresses", addresses_are_judged, .loops = ADDRESSES},
                          {.name = "matching", addresses_match_to_the_byte_but_for_loopback_ports},
                          {.name = "letters", typed_codes_are_read_kindly},
                          {0},
                      });
}
TEST_MAIN(suite)
