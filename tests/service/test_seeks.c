/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Seeks over HTTP: who meets whom, when, and that each is in one game at most. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "service/app/app.h"
#include "service/seek/seek.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

static _Atomic int64_t time_now;
static struct person linus;

static int64_t seeks_clock(void) {
    return time_now;
}

static void seeks_setup(void) {
    time_now = INT64_C(1768392000000);
    app_set_clock(seeks_clock);
    people_setup();
    linus = person_new("linus");
}

static void seeks_teardown(void) {
    person_gone(&linus);
    people_teardown();
    app_set_clock(NULL);
}

#define DAILY      "'rules':{'game':'base'},'clock':{'turn':86400}"
#define THREE      "'players':{'min':3,'max':3}"
#define SEEK(more) "{" DAILY "," more "}"

/* Looks for a game; whether it was found at once. */
static bool look(struct person *person, const char *body) {
    json_t *seek = POST(person, 201, body, "/v1/seeks");
    bool found = !json_is_null(json_object_get(seek, "game"));

    json_decref(seek);
    return found;
}

static size_t seeks_of(struct person *person, const char *query) {
    json_t *list = GET(person, 200, "/v1/seeks%s", query);
    size_t n = json_array_size(json_object_get(list, "items"));

    json_decref(list);
    return n;
}

static size_t games_of(struct person *person) {
    json_t *list = GET(person, 200, "/v1/me/games");
    size_t n = json_array_size(json_object_get(list, "items"));

    json_decref(list);
    return n;
}

static void housekeep(void) {
    ck_assert_int_eq(seek_all(&test_app, app_now()), CHORE_DONE);
}

START_TEST(three_who_look_for_the_same_play) {
    ck_assert(!look(&ada, SEEK(THREE)));
    ck_assert(
        !look(&grace, "{'rules':{'game':'cities_and_knights'},'clock':{'turn':86400}," THREE "}"));
    ck_assert(!look(&grace, SEEK(THREE)));
    ck_assert_uint_eq(seeks_of(&nobody, ""), 3);
    ck_assert_uint_eq(seeks_of(&grace, "?mine=true"), 2);
    /* What is said in another way is the same. */
    ck_assert(look(
        &linus, "{'rules':{'game':'base','victory_points':10},'clock':{'turn':86400}," THREE "}"));
    ck_assert_uint_eq(seeks_of(&nobody, ""), 1);
    ck_assert_uint_eq(games_of(&ada), 1);
    ck_assert_uint_eq(games_of(&linus), 1);
}
END_TEST

START_TEST(fewer_play_after_a_while) {
    ck_assert(!look(&ada, SEEK("'players':{'min':3,'max':4}")));
    ck_assert(!look(&grace, SEEK("'players':{'min':2,'max':4}")));
    ck_assert(!look(&linus, SEEK("'players':{'min':3,'max':4}")));
    housekeep();
    ck_assert_uint_eq(games_of(&ada), 0);
    time_now += INT64_C(13) * 3600 * 1000;
    housekeep();
    ck_assert_uint_eq(games_of(&ada), 1);
    ck_assert_uint_eq(seeks_of(&nobody, ""), 0);
}
END_TEST

START_TEST(people_apart_never_meet) {
    json_decref(person_ask(&ada, 200, "PUT", "", "{'avoid':true}", "/v1/me/people/linus"));
    ck_assert(!look(&ada, SEEK(THREE)));
    ck_assert(!look(&grace, SEEK(THREE)));
    ck_assert(!look(&linus, SEEK(THREE)));
    time_now += INT64_C(13) * 24 * 3600 * 1000;
    housekeep();
    ck_assert_uint_eq(seeks_of(&nobody, ""), 3);
    time_now += INT64_C(2) * 24 * 3600 * 1000;
    ck_assert_uint_eq(seeks_of(&nobody, ""), 0); /* they have ended */
}
END_TEST

static void sleep_at(struct person *person, const char *from, const char *to) {
    char body[200];

    snprintf(body, sizeof body, "{'zone':'Europe/Berlin','quiet':{'from':'%s','to':'%s'}}", from,
             to);
    json_decref(person_ask(person, 200, "PUT", "", body, "/v1/me/calendar"));
}

START_TEST(hours_are_really_shared) {
    sleep_at(&ada, "20:00", "08:00");   /* awake from 8 to 20 */
    sleep_at(&grace, "06:00", "18:00"); /* and from 18 to 6 */
    assert_problem(
        POST(&ada, 422, SEEK("'players':{'min':2,'max':2},'shared_hours':13"), "/v1/seeks"),
        "invalid", "/shared_hours");
    ck_assert(!look(&ada, SEEK("'players':{'min':2,'max':2},'shared_hours':3")));
    ck_assert(!look(&grace, SEEK("'players':{'min':2,'max':2},'shared_hours':1")));
    sleep_at(&grace, "03:00", "12:00"); /* awake from 12 to 3: eight hours with Ada */
    housekeep();
    ck_assert_uint_eq(games_of(&grace), 1);
}
END_TEST

START_TEST(wrong_seeks_are_refused) {
    assert_problem(POST(&ada, 422, "{'rules':{'game':'base'}," THREE "}", "/v1/seeks"), "invalid",
                   "/clock");
    assert_problem(POST(&ada, 422, SEEK("'players':{'min':4,'max':3}"), "/v1/seeks"), "invalid",
                   "/players/max");
    assert_problem(POST(&ada, 422, SEEK(THREE ",'rating_window':0"), "/v1/seeks"), "invalid",
                   "/rating_window");
    assert_problem(POST(&nobody, 401, SEEK(THREE), "/v1/seeks"), "unauthenticated", NULL);
    assert_problem(GET(&nobody, 401, "/v1/seeks?mine=true"), "unauthenticated", NULL);
}
END_TEST

START_TEST(a_seek_can_be_taken_back) {
    json_t *seek = POST(&ada, 201, SEEK(THREE), "/v1/seeks");

    assert_problem(person_ask(&grace, 404, "DELETE", "", NULL, "/v1/seeks/%s", text_at(seek, "id")),
                   "not-found", NULL);
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/seeks/%s", text_at(seek, "id")));
    ck_assert_uint_eq(seeks_of(&nobody, ""), 0);
    json_decref(seek);
}
END_TEST

START_TEST(an_export_has_ones_own_seeks) {
    struct response response;

    ck_assert(!look(&ada, SEEK(THREE)));
    client_ask(&ada.client, &response, "GET", "/v1/me/export", ada.header, NULL);
    ck_assert_ptr_nonnull(strstr(response.body, "\"type\":\"seek\""));
    client_ask(&grace.client, &response, "GET", "/v1/me/export", grace.header, NULL);
    ck_assert_ptr_null(strstr(response.body, "\"type\":\"seek\""));
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "seeks", (const struct test_case[]){
                     {"met", three_who_look_for_the_same_play, 0, 0, seeks_setup, seeks_teardown},
                     {"fewer", fewer_play_after_a_while, 0, 0, seeks_setup, seeks_teardown},
                     {"apart", people_apart_never_meet, 0, 0, seeks_setup, seeks_teardown},
                     {"hours", hours_are_really_shared, 0, 0, seeks_setup, seeks_teardown},
                     {"wrong", wrong_seeks_are_refused, 0, 0, seeks_setup, seeks_teardown},
                     {"back", a_seek_can_be_taken_back, 0, 0, seeks_setup, seeks_teardown},
                     {"export", an_export_has_ones_own_seeks, 0, 0, seeks_setup, seeks_teardown},
                     {0},
                 });
}
TEST_MAIN(suite)
