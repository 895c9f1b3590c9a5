/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Compressed responses: the same bytes, tags that still match, and no secrets in them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "service/actor/runner.h"
#include "service/http/gzip.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

static char game[GAME_ID_SIZE];

static void set_up_game(void) {
    people_setup();
    make_game(&ada,
              "{'rules':{'game':'base','players':3},"
              "'seats':[{'bot':'random'},{'bot':'random'},{'bot':'random'}]}",
              game);
    ck_assert(runner_settle(test_app.runner));
}

/* The decompressed bytes of RESPONSE, NUL-terminated; asserts that they are complete. */
static char *inflated(const struct response *response) {
    enum { ROOM = 8 << 20 };
    char *text = calloc(1, ROOM + 1);
    z_stream stream = {.next_in = (Bytef *)response->body,
                       .avail_in = (uInt)response->size,
                       .next_out = (Bytef *)text,
                       .avail_out = ROOM};

    ck_assert_ptr_nonnull(text);
    ck_assert_int_eq(inflateInit2(&stream, 15 + 16), Z_OK);
    ck_assert_int_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
    ck_assert_uint_eq(stream.avail_in, 0);
    inflateEnd(&stream);
    return text;
}

static struct response get_with(struct person *person, const char *path, const char *more) {
    struct response response;
    char headers[600];

    snprintf(headers, sizeof headers, "%s%s", more, person->header);
    client_ask(&person->client, &response, "GET", path, headers, NULL);
    return response;
}

static bool is_coded(const struct response *response) {
    const char *coding = response_header(response, "Content-Encoding");

    return coding != NULL && strcmp(coding, "gzip") == 0;
}

#define ACCEPT "Accept-Encoding: gzip\r\n"

START_TEST(who_accepts_gzip_is_found_out) {
    static const struct {
        const char *accept;
        bool takes;
    } cases[] = {{NULL, false},
                 {"", false},
                 {"gzip", true},
                 {"GZip", true},
                 {"br, gzip;q=0.5", true},
                 {"deflate,x-gzip", true},
                 {"gzip;q=0", false},
                 {"gzip; q=0.000, *", false},
                 {"*", true},
                 {"*;q=0", false},
                 {"identity;q=1, *;q=0.1", true},
                 {"gzipped", false},
                 {"br", false},
                 {", ,", false},
                 {"gzip;", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(gzip_accepted(cases[i].accept) == cases[i].takes, "%s", cases[i].accept);
}
END_TEST

START_TEST(a_compressed_answer_says_the_same) {
    static const char *const paths[] = {"/v1/rules", "/v1/games/%s/record",
                                        "/v1/games/%s/board.svg"};
    struct response plain, coded;
    char path[80], *text;

    snprintf(path, sizeof path, paths[_i], game);
    plain = get_with(&ada, path, "");
    coded = get_with(&ada, path, ACCEPT);
    ck_assert(!is_coded(&plain));
    ck_assert(is_coded(&coded));
    ck_assert_uint_lt(coded.size * 2, plain.size);
    ck_assert_ptr_nonnull(strstr(response_header(&coded, "Vary"), "Accept-Encoding"));
    text = inflated(&coded);
    ck_assert_str_eq(text, plain.body);
    free(text);
    response_free(&plain);
    response_free(&coded);
}
END_TEST

START_TEST(small_and_secret_answers_are_sent_as_they_are) {
    char path[960], body[1100], headers[300];
    struct response response = get_with(&ada, "/v1/me", ACCEPT);

    ck_assert_int_eq(response.status, 200);
    ck_assert(!is_coded(&response));
    response_free(&response);
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    snprintf(body, sizeof body, "{\"url\":\"https://example.org/%s\"}", path);
    snprintf(headers, sizeof headers, "%s%s", ACCEPT, ada.header);
    client_ask(&ada.client, &response, "POST", "/v1/me/webhooks", headers, body);
    ck_assert_int_eq(response.status, 201);
    ck_assert_uint_gt(response.size, 1024);
    ck_assert_ptr_nonnull(strstr(response.body, "\"secret\""));
    ck_assert(!is_coded(&response));
    response_free(&response);
}
END_TEST

START_TEST(a_tag_of_either_form_counts_for_both) {
    char path[80], headers[300], plain_tag[100], coded_tag[100];
    struct response response;

    snprintf(path, sizeof path, "/v1/games/%s/view", game);
    response = get_with(&ada, path, "");
    snprintf(plain_tag, sizeof plain_tag, "%s", response_header(&response, "ETag"));
    response_free(&response);
    response = get_with(&ada, path, ACCEPT);
    snprintf(coded_tag, sizeof coded_tag, "%s", response_header(&response, "ETag"));
    ck_assert(is_coded(&response));
    ck_assert_str_ne(plain_tag, coded_tag);
    response_free(&response);
    for (int i = 0; i < 2; i++) {
        const char *tag = i == 0 ? plain_tag : coded_tag;

        snprintf(headers, sizeof headers, "%sIf-None-Match: %s\r\n", ACCEPT, tag);
        response = get_with(&ada, path, headers);
        ck_assert_int_eq(response.status, 304);
        ck_assert_str_eq(response_header(&response, "ETag"), tag);
        response_free(&response);
    }
    snprintf(headers, sizeof headers, "%sIf-None-Match: \"x.gz\"\r\n", ACCEPT);
    response = get_with(&ada, path, headers);
    ck_assert_int_eq(response.status, 200);
    response_free(&response);
}
END_TEST

START_TEST(records_are_compressed_while_they_are_sent) {
    struct response plain, coded;
    char path[80], *text;

    snprintf(path, sizeof path, "/v1/records?ids=%s", game);
    plain = get_with(&ada, path, "");
    coded = get_with(&ada, path, ACCEPT);
    ck_assert(is_coded(&coded));
    ck_assert_uint_lt(coded.size * 4, plain.size);
    text = inflated(&coded);
    ck_assert_str_eq(text, plain.body);
    free(text);
    response_free(&plain);
    response_free(&coded);
    coded = get_with(&ada, "/v1/records?ids=none", ACCEPT); /* an empty response is complete, too */
    text = inflated(&coded);
    ck_assert_str_eq(text, "");
    free(text);
    response_free(&coded);
}
END_TEST

/* The stream of a finished game ends, so its bytes are complete. */
START_TEST(events_are_compressed_one_by_one) {
    static const char stream[] = "Accept: text/event-stream\r\n";
    struct response plain, coded;
    char path[80], *text;

    snprintf(path, sizeof path, "/v1/games/%s/events?after=0", game);
    plain = get_with(&ada, path, stream);
    coded = get_with(&ada, path, "Accept: text/event-stream\r\n" ACCEPT);
    ck_assert(!is_coded(&plain));
    ck_assert(is_coded(&coded));
    ck_assert_uint_lt(coded.size * 2, plain.size);
    text = inflated(&coded);
    ck_assert_str_eq(text, plain.body);
    free(text);
    response_free(&plain);
    response_free(&coded);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "gzip",
        (const struct test_case[]){
            {"accepted", who_accepts_gzip_is_found_out, 0, 0, NULL, NULL},
            {"same", a_compressed_answer_says_the_same, 3, 60, set_up_game, people_teardown},
            {"as they are", small_and_secret_answers_are_sent_as_they_are, 0, 0, people_setup,
             people_teardown},
            {"tags", a_tag_of_either_form_counts_for_both, 0, 60, set_up_game, people_teardown},
            {"events", events_are_compressed_one_by_one, 0, 60, set_up_game, people_teardown},
            {"records", records_are_compressed_while_they_are_sent, 0, 60, set_up_game,
             people_teardown},
            {0},
        });
}
TEST_MAIN(suite)
