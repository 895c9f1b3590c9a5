/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Events of all games, as a list and as a stream: nothing is lost or sent twice, and nothing private is sent. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/actor/runner.h"
#include "service/api/square_place.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { A_SECOND = 1000, EVENT_SIZE = 64 << 10, WAIT_MS = 30000, PATH_SIZE = 2000 };

/* ---- fixture: a clock that only moves on request ---- */

static _Atomic int64_t time_now;

static int64_t square_clock(void) {
    return time_now;
}

static void set_up_square(void) {
    time_now = INT64_C(1772349000000);
    app_set_clock(square_clock);
    people_setup();
}

static void tear_down_square(void) {
    people_teardown();
    app_set_clock(NULL);
}

static void start_game(const char *more, char id[GAME_ID_SIZE]) {
    char body[200];

    snprintf(body, sizeof body, "{'rules':{'game':'base','players':2}%s}", more);
    make_game(&ada, body, id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
}

/* ---- lists ---- */

/* The game of each event after CURSOR, which is advanced; separated by spaces. */
static const char *told(const char *query, char cursor[PLACE_TEXT_SIZE]) {
    static char games[PATH_SIZE];
    json_t *page =
        GET(&nobody, 200, "/v1/events?%s%s%s", query, cursor[0] == '\0' ? "" : "&cursor=", cursor);
    const json_t *item;
    size_t i;

    games[0] = '\0';
    json_array_foreach(json_object_get(page, "items"), i, item)
        snprintf(games + strlen(games), sizeof games - strlen(games), "%s%s", i == 0 ? "" : " ",
                 text_at(item, "game"));
    snprintf(cursor, PLACE_TEXT_SIZE, "%s", text_at(page, "place"));
    json_decref(page);
    return games;
}

START_TEST(a_list_keeps_its_place) {
    char first[GAME_ID_SIZE], second[GAME_ID_SIZE], hidden[GAME_ID_SIZE],
        cursor[PLACE_TEXT_SIZE] = "";
    static const char query[] = "order=oldest&type=start";

    ck_assert_str_eq(told(query, cursor), "");
    start_game("", first);
    ck_assert_str_eq(told(query, cursor), first);
    ck_assert_str_eq(told(query, cursor), "");
    start_game(",'visibility':'unlisted'", hidden);
    ck_assert_str_eq(told(query, cursor), "");
    time_now += 60 * A_SECOND;
    ck_assert_str_eq(told(query, cursor), "");
    ck_assert_ptr_null(strchr(cursor, '-')); /* everything sent is settled */
    start_game("", second);
    ck_assert_str_eq(told(query, cursor), second);
    ck_assert_str_eq(told(query, cursor), "");
    ck_assert_str_eq(told("type=start&limit=2", (char[PLACE_TEXT_SIZE]){""}),
                     (snprintf(cursor, sizeof cursor, "%s %s", second, first), cursor));
}
END_TEST

/* An event with an earlier time that is committed later than others already sent is sent as well. */
START_TEST(what_is_committed_late_is_not_lost) {
    static const char query[] = "order=oldest&type=start";
    char early[GAME_ID_SIZE], late[GAME_ID_SIZE], again[GAME_ID_SIZE], both[2 * GAME_ID_SIZE + 1];
    char cursor[PLACE_TEXT_SIZE] = "";

    time_now += 10 * A_SECOND;
    start_game("", early);
    ck_assert_str_eq(told(query, cursor), early);
    time_now -= 5 * A_SECOND;
    start_game("", late);
    time_now += 8 * A_SECOND;
    ck_assert_str_eq(told(query, cursor), late);
    start_game("", again);
    ck_assert_str_eq(told(query, cursor), again);
    time_now += 60 * A_SECOND;
    ck_assert_str_eq(told(query, cursor), "");
    cursor[0] = '\0';
    snprintf(both, sizeof both, "%s %s", late, early);
    ck_assert_str_eq(told("order=oldest&type=start&limit=2", cursor), both);
    ck_assert_str_eq(told("order=oldest&type=start&limit=2", cursor), again);
}
END_TEST

START_TEST(an_earlier_end_is_an_end) {
    char first[GAME_ID_SIZE], cursor[PLACE_TEXT_SIZE] = "", place[PLACE_TEXT_SIZE];
    json_t *page;

    start_game("", first);
    ck_assert_str_eq(told("type=start", cursor), first);
    snprintf(place, sizeof place, "%s", cursor);
    ck_assert_str_eq(told("type=start", cursor), "");
    ck_assert_str_eq(cursor, place);
    page = GET(&nobody, 200, "/v1/events?type=start&cursor=%s", cursor);
    ck_assert(json_is_null(json_object_get(page, "next")));
    json_decref(page);
}
END_TEST

/* More games than a place has room for, all from the last half minute: a list has them all, once each. */
START_TEST(a_list_has_all_however_many_games) {
    enum { STARTED = PLACE_TOLD_MAX + 9, PAGE = 10 };
    char id[GAME_ID_SIZE], next[PLACE_TEXT_SIZE] = "";
    size_t listed = 0, pages = 0;

    for (int i = 0; i < STARTED; i++)
        start_game("", id);
    do {
        json_t *page = GET(&nobody, 200, "/v1/events?type=start&order=oldest&limit=%d%s%s", PAGE,
                           next[0] == '\0' ? "" : "&cursor=", next);
        const char *cursor = json_string_value(json_object_get(page, "next"));

        listed += json_array_size(json_object_get(page, "items"));
        snprintf(next, sizeof next, "%s", cursor == NULL ? "" : cursor);
        json_decref(page);
    } while (next[0] != '\0' && ++pages < STARTED);
    ck_assert_uint_eq(listed, STARTED);
}
END_TEST

START_TEST(a_place_is_read_as_it_was_written) {
    static const char *const good[] = {"5.", "5.7.1", "5.-7.1", "5.7.1-8.2-9.3"};
    static const char *const bad[] = {"",      "5",    "0.",     "5.7",    "5.7.0",
                                      "5.0.1", "5.-7", "5.7.1-", "5.7.1.", "x."};
    char text[PLACE_TEXT_SIZE], many[PLACE_TEXT_SIZE + 100] = "5.";
    struct square_place place;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        ck_assert(place_parse(good[i], &place));
        place_write(&place, text);
        ck_assert_str_eq(text, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert_msg(!place_parse(bad[i], &place), "%s", bad[i]);
    for (int i = 0; i <= PLACE_TOLD_MAX; i++)
        snprintf(many + strlen(many), sizeof many - strlen(many), "-%d.1", i + 1);
    ck_assert(!place_parse(many, &place));
    /* a page from the beginning, of which nothing is settled yet */
    place = (struct square_place){.n = 0};
    ck_assert(place_tell(&place, &(struct store_moment){.at = 9, .game = 7, .seq = 1}, 5));
    place_write(&place, text);
    ck_assert_str_eq(text, "1.-7.1");
    ck_assert(place_parse(text, &place));
}
END_TEST

/* More games than a place has room for wait until the oldest are settled. */
START_TEST(a_full_place_waits) {
    struct square_place place = {.from = {.at = 100}};
    struct store_moment moment = {.at = 200, .seq = 1};

    for (moment.game = 1; moment.game <= PLACE_TOLD_MAX; moment.game++)
        ck_assert(place_tell(&place, &moment, 150));
    ck_assert(!place_tell(&place, &moment, 150));
    ck_assert(place_tell(&place, &moment, 250));
    ck_assert_uint_eq(place.n, 0);
    moment.game = 3; /* is before */
    ck_assert(!place_has_told(&place, &(struct store_moment){201, 3, 1}));
}
END_TEST

/* ---- streams ---- */

static char event_text[EVENT_SIZE];

static void open_square(struct client *stream, const char *query, const char *last_id) {
    char request[PATH_SIZE + PLACE_TEXT_SIZE];
    struct response response;

    ck_assert(client_open(stream, server_address(test_server)));
    snprintf(request, sizeof request,
             "GET /v1/events?%s HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n%s%s%s\r\n",
             query, last_id == NULL ? "" : "Last-Event-ID: ", last_id == NULL ? "" : last_id,
             last_id == NULL ? "" : "\r\n");
    ck_assert(client_text(stream, request));
    client_read_head(stream, &response);
    ck_assert_int_eq(response.status, 200);
    response_free(&response);
}

/* Asserts the TYPE and GAME of the next event; writes its id. */
static void assert_next(struct client *stream, const char *type, const char *game,
                        char id[PLACE_TEXT_SIZE]) {
    json_t *event;

    do
        ck_assert(client_event(stream, event_text, EVENT_SIZE, WAIT_MS));
    while (strstr(event_text, "data: ") == NULL);
    ck_assert_int_eq(sscanf(strstr(event_text, "id: "), "id: %1000[^\n]", id), 1);
    event = json_loads(strstr(event_text, "data: ") + 6, JSON_DISABLE_EOF_CHECK, NULL);
    ck_assert_ptr_nonnull(event);
    ck_assert_str_eq(text_at(event, "game"), game);
    ck_assert_str_eq(text_at(json_object_get(event, "event"), "type"), type);
    json_decref(event);
}

#define BOTS ",'seats':[{'bot':'random'},{'bot':'random'}]"

START_TEST(a_stream_tells_of_starts_and_ends) {
    char game[GAME_ID_SIZE], hidden[GAME_ID_SIZE], other[GAME_ID_SIZE], id[PLACE_TEXT_SIZE],
        last[PLACE_TEXT_SIZE];
    struct client stream;

    open_square(&stream, "", NULL);
    make_game(&ada, "{'rules':{'game':'base','players':2},'visibility':'private'" BOTS "}", hidden);
    make_game(&ada, "{'rules':{'game':'base','players':2}" BOTS "}", game);
    assert_next(&stream, "start", game, id);
    ck_assert(runner_settle(test_app.runner));
    assert_next(&stream, "finished", game, last);
    client_close(&stream);
    /* again from after its start, and then from after its end */
    open_square(&stream, "", id);
    assert_next(&stream, "finished", game, id);
    client_close(&stream);
    open_square(&stream, "", last);
    start_game("", other);
    assert_next(&stream, "start", other, id);
    client_close(&stream);
    time_now += 60 * A_SECOND;
    open_square(&stream, "since=2026-03-01T00:00:00Z&type=finished", NULL);
    assert_next(&stream, "finished", game, id);
    client_close(&stream);
}
END_TEST

/* One cursor for both: a stream continues where a list ended. */
START_TEST(a_stream_goes_on_where_a_list_ended) {
    char first[GAME_ID_SIZE], second[GAME_ID_SIZE], cursor[PLACE_TEXT_SIZE] = "",
                                                    id[PLACE_TEXT_SIZE];
    struct client stream;

    start_game("", first);
    ck_assert_str_eq(told("order=oldest&type=start", cursor), first);
    start_game("", second);
    open_square(&stream, "type=start", cursor);
    assert_next(&stream, "start", second, id);
    client_close(&stream);
    ck_assert_str_eq(told("order=oldest&type=start", id), "");
}
END_TEST

START_TEST(wrong_questions_have_names) {
    static const char *const wrong[] = {"type=fly", "type=start,fly", "since=now", "cursor=1",
                                        "order=up"};
    struct response response;

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char name[20];

        snprintf(name, sizeof name, "%.*s", (int)strcspn(wrong[i], "="), wrong[i]);
        assert_problem(GET(&nobody, 422, "/v1/events?%s", wrong[i]), "invalid", name);
    }
    client_ask(&nobody.client, &response, "GET", "/v1/events",
               "Accept: text/event-stream\r\nLast-Event-ID: x\r\n", NULL);
    ck_assert_int_eq(response.status, 422);
    response_free(&response);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "square",
        (const struct test_case[]){
            {"place", a_list_keeps_its_place, 0, 0, set_up_square, tear_down_square},
            {"late", what_is_committed_late_is_not_lost, 0, 0, set_up_square, tear_down_square},
            {"end", an_earlier_end_is_an_end, 0, 0, set_up_square, tear_down_square},
            {"text", a_place_is_read_as_it_was_written, 0, 0, NULL, NULL},
            {"many", a_list_has_all_however_many_games, 0, 0, set_up_square, tear_down_square},
            {"full", a_full_place_waits, 0, 0, NULL, NULL},
            {"stream", a_stream_tells_of_starts_and_ends, 0, 60, set_up_square, tear_down_square},
            {"both", a_stream_goes_on_where_a_list_ended, 0, 60, set_up_square, tear_down_square},
            {"wrong", wrong_questions_have_names, 0, 0, set_up_square, tear_down_square},
            {0},
        });
}
TEST_MAIN(suite)
