/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Which addresses others can make the server call. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "service/base/net_guard.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

enum { DRAWS = 2000 };

/* Every range that is not public, written independently and in another form than in the program. */
static const struct {
    const char *first, *last;
} closed[] = {
    {"0.0.0.0", "0.255.255.255"},
    {"10.0.0.0", "10.255.255.255"},
    {"100.64.0.0", "100.127.255.255"},
    {"127.0.0.0", "127.255.255.255"},
    {"169.254.0.0", "169.254.255.255"},
    {"172.16.0.0", "172.31.255.255"},
    {"192.0.0.0", "192.0.0.255"},
    {"192.0.2.0", "192.0.2.255"},
    {"192.88.99.0", "192.88.99.255"},
    {"192.168.0.0", "192.168.255.255"},
    {"198.18.0.0", "198.19.255.255"},
    {"198.51.100.0", "198.51.100.255"},
    {"203.0.113.0", "203.0.113.255"},
    {"224.0.0.0", "255.255.255.255"},
    {"::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"}, /* but for what is mapped from IPv4 */
    {"::1", "::1"},
    {"64:ff9b::", "64:ff9b::ffff:ffff"},
    {"64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"},
    {"100::", "100::ffff:ffff:ffff:ffff"},
    {"2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"},
    {"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"},
    {"2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
    {"3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"},
    {"4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
    {"fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
    {"fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
    {"ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
};

static const char *const open[] = {
    "1.1.1.1",        "8.8.8.8",         "9.255.255.255",   "11.0.0.0",        "100.63.255.255",
    "100.128.0.0",    "126.255.255.255", "128.0.0.0",       "169.253.255.255", "169.255.0.0",
    "172.15.255.255", "172.32.0.0",      "192.0.1.0",       "192.167.255.255", "192.169.0.0",
    "198.17.255.255", "198.20.0.0",      "203.0.112.255",   "223.255.255.255", "2606:4700::1111",
    "2001:200::1",    "2001:4860::8888", "2a00:1450::200e", "2003::1",         "2001:db7:ffff::1",
    "3ffe:ffff::1",
};

static void read_bytes(const char *text, uint8_t bytes[16]) {
    if (inet_pton(AF_INET6, text, bytes) == 1)
        return;
    memset(bytes, 0, 10);
    bytes[10] = bytes[11] = 0xff;
    ck_assert_int_eq(inet_pton(AF_INET, text, bytes + 12), 1);
}

static bool is_mapped(const uint8_t bytes[16]) {
    static const uint8_t prefix[12] = {[10] = 0xff, [11] = 0xff};

    return memcmp(bytes, prefix, sizeof prefix) == 0;
}

/* A 16-byte number between two others: below the first byte that differs from both, everything is random. */
static void draw_between(struct random *random, const uint8_t first[16], const uint8_t last[16],
                         uint8_t bytes[16]) {
    bool above = false, below = false;

    for (int i = 0; i < 16; i++) {
        unsigned low = above ? 0 : first[i], high = below ? 255 : last[i];

        bytes[i] = (uint8_t)(low + random_below(random, high - low + 1));
        above |= bytes[i] > first[i];
        below |= bytes[i] < last[i];
    }
}

START_TEST(addresses_inside_are_not_public) {
    struct random random = random_seeded(test_seed(20));

    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        uint8_t first[16], last[16], bytes[16];

        read_bytes(closed[i].first, first);
        read_bytes(closed[i].last, last);
        REQUIRE(!safe_public(first) && !safe_public(last), "an end of row %zu", i);
        for (int n = 0; n < DRAWS; n++) {
            draw_between(&random, first, last, bytes);
            REQUIRE((i == 14 && is_mapped(bytes)) || !safe_public(bytes), "row %zu, draw %d", i, n);
        }
    }
}
END_TEST

START_TEST(addresses_outside_are) {
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        uint8_t bytes[16];

        read_bytes(open[i], bytes);
        ck_assert_msg(safe_public(bytes), "%s", open[i]);
    }
}
END_TEST

START_TEST(the_operator_may_let_some_through) {
    static const struct {
        const char *address;
        bool reachable;
    } rows[] = {
        {"127.0.0.1", true}, {"127.0.0.2", false}, {"10.1.2.3", true}, {"10.2.0.0", false},
        {"::1", true},       {"fd12:3::4", true},  {"fd13::1", false}, {"1.1.1.1", true},
        {"0.0.0.0", false},  {"::", false},        {"2002::1", false},
    };
    struct safe_allowed allowed;

    ck_assert(safe_allowed_read("127.0.0.1,10.1.0.0/16,::1,fd12::/16", &allowed));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct sockaddr_in in = {.sin_family = AF_INET};
        struct sockaddr_in6 in6 = {.sin6_family = AF_INET6};
        bool four = inet_pton(AF_INET, rows[i].address, &in.sin_addr) == 1;

        if (!four)
            ck_assert_int_eq(inet_pton(AF_INET6, rows[i].address, &in6.sin6_addr), 1);
        ck_assert_msg(safe_reachable(four ? (struct sockaddr *)&in : (struct sockaddr *)&in6,
                                     &allowed) == rows[i].reachable,
                      "%s", rows[i].address);
    }
    ck_assert(!safe_reachable(&(struct sockaddr){.sa_family = AF_UNIX}, &allowed));
}
END_TEST

START_TEST(lists_of_addresses_are_read) {
    static const char *const wrong[] = {"localhost", "127.0.0.1/33", "::1/129",     "127.0.0.1,",
                                        ",::1",      "127.0.0.1/",   "10.0.0/8",    "::1/-1",
                                        "::1/+8",    "1.2.3.4/8x",   "1.2.3.4 ,::1"};
    struct safe_allowed allowed;

    ck_assert(safe_allowed_read("", &allowed));
    ck_assert_uint_eq(allowed.count, 0);
    ck_assert(safe_allowed_read("0.0.0.0/0,::/0", &allowed));
    ck_assert_uint_eq(allowed.count, 2);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(!safe_allowed_read(wrong[i], &allowed), "%s", wrong[i]);
    ck_assert(!safe_allowed_read("::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,"
                                 "::1",
                                 &allowed));
}
END_TEST

/* Whether a URL is accepted by a server that allows nothing, and by one that allows loopback addresses. */
static const struct {
    const char *url;
    bool strict, local;
} urls[] = {
    {"https://example.org/hook?a=b", true, true},
    {"HTTPS://example.org", true, true},
    {"https://example.org:8443/", true, true},
    {"https://1.1.1.1/", true, true},
    {"https://[2606:4700::1111]/", true, true},
    {"http://example.org/", false, true}, /* only reaches allowed addresses */
    {"http://1.1.1.1/", false, false},
    {"http://127.0.0.1:9/", false, true},
    {"https://127.0.0.1/", false, true},
    {"https://127.1/", false, true},
    {"https://2130706433/", false, true},
    {"https://0x7f000001/", false, true},
    {"https://0177.0.0.1/", false, true},
    {"https://[::1]/", false, true},
    {"https://[::ffff:127.0.0.1]/", false, true},
    {"https://0/", false, false},
    {"https://10.0.0.1/", false, false},
    {"https://[fe80::1]/", false, false},
    {"https://[fe80::1%25eth0]/", false, false},
    {"https://user@example.org/", false, false},
    {"https://user:word@example.org/", false, false},
    {"https://example.org/#x", false, false},
    {"https://exa mple.org/", false, false},
    {"https://ex\xc3\xa4mple.org/", false, false},
    {"https://example.org/\r\nX: y", false, false},
    {"https://", false, false},
    {"https:///path", false, false},
    {"https://example.org:99999/", false, false},
    {"ftp://example.org/", false, false},
    {"file:///etc/passwd", false, false},
    {"gopher://example.org/", false, false},
    {"", false, false},
};

START_TEST(urls_are_judged) {
    struct safe_allowed none = {0}, local;
    char longest[SAFE_URL_MAX + 2] = "https://example.org/";

    ck_assert(safe_allowed_read("127.0.0.1,::1", &local));
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
        ck_assert_msg((safe_url_fault(urls[i].url, &none) == NULL) == urls[i].strict, "%s strictly",
                      urls[i].url);
        ck_assert_msg((safe_url_fault(urls[i].url, NULL) == NULL) == urls[i].strict, "%s at all",
                      urls[i].url);
        ck_assert_msg((safe_url_fault(urls[i].url, &local) == NULL) == urls[i].local, "%s locally",
                      urls[i].url);
    }
    memset(longest + 20, 'x', sizeof longest - 21);
    ck_assert_ptr_nonnull(safe_url_fault(longest, &none));
    longest[SAFE_URL_MAX] = '\0';
    ck_assert_ptr_null(safe_url_fault(longest, &none));
    /* No host has such a name, and a message to it could not name its receiver. */
    memset(longest + 8, 'x', 300);
    ck_assert_ptr_nonnull(safe_url_fault(longest, &none));
}
END_TEST

static Suite *suite(void) {
    return test_suite("safe", (const struct test_case[]){
                                  {.name = "inside", addresses_inside_are_not_public},
                                  {.name = "outside", addresses_outside_are},
                                  {.name = "allowed", the_operator_may_let_some_through},
                                  {.name = "lists", lists_of_addresses_are_read},
                                  {.name = "urls", urls_are_judged},
                                  {0},
                              });
}
TEST_MAIN(suite)
