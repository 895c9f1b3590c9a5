/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Games that wait for players: who is told when, and when they are removed. */
#include <stdatomic.h>

#include "service/actor/unstarted.h"
#include "service/app/app.h"
#include "service/app/config.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

static _Atomic int64_t time_now;
static struct config config;
static char game[GAME_ID_SIZE]; /* Ada's, in which Grace has a seat, and one is free */

static const int64_t unstarted_day_ms = 24 * 3600 * INT64_C(1000);

static int64_t unstarted_clock(void) {
    return time_now;
}

static void unstarted_setup(void) {
    time_now = INT64_C(1768392000000);
    app_set_clock(unstarted_clock);
    config_defaults(&config);
    people_setup();
    test_app.config = &config;
    make_game(&ada, "{'name':'Sunday','rules':{'game':'base','players':3}}", game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
}

static void unstarted_teardown(void) {
    people_teardown();
    app_set_clock(NULL);
}

static void after_days(int days) {
    time_now += days * unstarted_day_ms;
    ck_assert_int_eq(unstarted_end(&test_app, time_now), CHORE_DONE);
}

static void assert_told(const char *about, size_t times) {
    ck_assert_uint_eq(people_told("ada", about), times);
    ck_assert_uint_eq(people_told("grace", about), times);
}

START_TEST(a_game_goes_after_ten_days_and_a_reminder) {
    after_days(6);
    assert_told("game.unstarted", 0);
    after_days(1);
    assert_told("game.unstarted", 1);
    after_days(2);
    assert_told("game.unstarted", 1);
    GET_ONLY(&ada, 200, "/v1/games/%s", game);
    after_days(1);
    assert_told("game.removed", 1);
    GET_ONLY(&ada, 404, "/v1/games/%s", game);
    after_days(10);
    assert_told("game.removed", 1);
}
END_TEST

START_TEST(nobody_loses_a_game_without_a_reminder) {
    after_days(30); /* the server stood still */
    assert_told("game.unstarted", 1);
    GET_ONLY(&ada, 200, "/v1/games/%s", game);
    after_days(2);
    GET_ONLY(&ada, 200, "/v1/games/%s", game);
    after_days(1);
    GET_ONLY(&ada, 404, "/v1/games/%s", game);
}
END_TEST

START_TEST(a_game_that_starts_stays) {
    after_days(8);
    POST_ONLY(&ada, 200, "{'seat':2}", "/v1/games/%s/bots", game);
    after_days(30);
    GET_ONLY(&ada, 200, "/v1/games/%s", game);
    assert_told("game.removed", 0);
}
END_TEST

START_TEST(an_operator_lets_games_wait) {
    config.open_game_days = 0;
    after_days(400);
    assert_told("game.unstarted", 0);
    GET_ONLY(&ada, 200, "/v1/games/%s", game);
}
END_TEST

#define CASE(name, function)                                                                       \
    { name, function, 0, 0, unstarted_setup, unstarted_teardown }

static Suite *suite(void) {
    return test_suite("unstarted", (const struct test_case[]){
                                       CASE("ten days", a_game_goes_after_ten_days_and_a_reminder),
                                       CASE("late", nobody_loses_a_game_without_a_reminder),
                                       CASE("started", a_game_that_starts_stays),
                                       CASE("setting", an_operator_lets_games_wait),
                                       {0},
                                   });
}
TEST_MAIN(suite)
