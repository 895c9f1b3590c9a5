/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What profiles say of how people behaved. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "service/app/app.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

#define A_MINUTE INT64_C(60000)
#define AN_HOUR  (60 * A_MINUTE)

static _Atomic int64_t time_now;
static struct person linus;

static int64_t conduct_clock(void) {
    return time_now;
}

static void set_up_conduct(void) {
    time_now = INT64_C(1768392000000);
    app_set_clock(conduct_clock);
    people_setup();
    linus = person_new("linus");
}

static void tear_down_conduct(void) {
    person_gone(&linus);
    people_teardown();
    app_set_clock(NULL);
}

static struct person *person_called(const char *name) {
    struct person *const all[] = {&ada, &grace, &linus};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    ck_abort_msg("nobody is called %s", name);
}

static void begin_three(const char *more, char id[GAME_ID_SIZE]) {
    char body[200];

    snprintf(body, sizeof body, "{'rules':{'game':'base','players':3}%s}", more);
    make_game(&ada, body, id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", id);
}

/* Whose decision the game waits for. */
static struct person *awaited(const char *id) {
    json_t *game = GET(&ada, 200, "/v1/games/%s", id);
    int seat = waits_for(game);
    struct person *person;

    ck_assert_int_ge(seat, 0);
    person = person_called(
        text_at(json_array_get(json_object_get(game, "seats"), (size_t)seat), "account"));
    json_decref(game);
    return person;
}

static void assert_conduct(const char *name, long long games, double finished, long long missed,
                           long long median) {
    json_t *profile = GET(&nobody, 200, "/v1/accounts/%s", name);
    const json_t *conduct = json_object_get(profile, "conduct");
    const json_t *answers = json_object_get(conduct, "answer_minutes");

    ck_assert_str_eq(text_at(json_object_get(profile, "account"), "name"), name);
    ck_assert_int_eq(number_at(conduct, "games"), games);
    if (games == 0)
        ck_assert(json_is_null(json_object_get(conduct, "finished")));
    else
        ck_assert_double_eq_tol(json_number_value(json_object_get(conduct, "finished")), finished,
                                0.0001);
    ck_assert_int_eq(number_at(conduct, "missed"), missed);
    ck_assert_int_eq(json_is_null(answers) ? 0 : number_at(answers, "median"), median);
    json_decref(profile);
}

START_TEST(answers_are_counted_from_when_the_game_waits) {
    struct random random = random_seeded(7);
    char id[GAME_ID_SIZE], action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 20];
    struct person *first;
    struct person *const all[] = {&ada, &grace, &linus};

    begin_three("", id);
    assert_conduct("ada", 0, 0, 0, 0);
    first = awaited(id);
    time_now += 10 * A_MINUTE;
    ck_assert(choose_action(first, &random, id, "", action));
    snprintf(body, sizeof body, "{\"action\":%s}", action);
    POST_ONLY(first, 201, body, "/v1/games/%s/moves", id);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        POST_ONLY(all[i], 200, NULL, "/v1/games/%s/resign", id);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_conduct(all[i]->name, 1, 0, 0, all[i] == first ? 11 : 0);
    time_now += 366 * 24 * AN_HOUR; /* only the last year counts */
    assert_conduct("ada", 0, 0, 0, 0);
}
END_TEST

START_TEST(several_misses_within_a_day_are_one) {
    char id[GAME_ID_SIZE];
    struct person *late;

    begin_three(",'clock':{'turn':3600}", id);
    late = awaited(id);
    time_now += AN_HOUR + A_MINUTE;
    test_app_work();
    for (int i = 0; i < 12; i++) { /* everybody is late some times within a day */
        time_now += AN_HOUR;
        test_app_work();
    }
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/resign", id);
    assert_conduct(late->name, 1, 0, 1, 0);
}
END_TEST

START_TEST(games_against_bots_count_apart) {
    char id[GAME_ID_SIZE];
    json_t *profile;

    make_game(&ada,
              "{'rules':{'game':'base','players':3},"
              "'seats':[{'account':'me'},{'bot':'greedy'},{'bot':'greedy'}]}",
              id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    assert_conduct("ada", 0, 0, 0, 0);
    profile = GET(&nobody, 200, "/v1/accounts/ada");
    ck_assert_int_eq(number_at(json_object_get(profile, "conduct"), "bot_games"), 1);
    json_decref(profile);
    GET_ONLY(&nobody, 404, "/v1/accounts/nobody_is_called_so");
}
END_TEST

static Suite *suite(void) {
    return test_suite("conduct", (const struct test_case[]){
                                     {"answers", answers_are_counted_from_when_the_game_waits, 0, 0,
                                      set_up_conduct, tear_down_conduct},
                                     {"missed", several_misses_within_a_day_are_one, 0, 0,
                                      set_up_conduct, tear_down_conduct},
                                     {"bots", games_against_bots_count_apart, 0, 0, set_up_conduct,
                                      tear_down_conduct},
                                     {0},
                                 });
}
TEST_MAIN(suite)
