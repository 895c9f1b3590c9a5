/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Accounts that programs play under: becoming one, invitations, rated games, quotas. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "service/app/app.h"
#include "service/app/config.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

static _Atomic int64_t time_now;

static int64_t bots_clock(void) {
    return time_now;
}

static struct config config;
static struct person deep, mind;

#define RATED "'rated':true,'clock':{'turn':3600,'on_timeout':'bot'}"
#define THREE "'rules':{'game':'base','players':3}"

static json_t *patch_me(struct person *person, int status, const char *body) {
    return person_ask(person, status, "PATCH", "", body, "/v1/me");
}

static void assert_bot(struct person *person, bool bot) {
    json_t *me = GET(person, 200, "/v1/me"), *profile;

    ck_assert(json_is_boolean(json_object_get(me, "bot")));
    ck_assert(json_is_true(json_object_get(me, "bot")) == bot);
    profile = GET(&nobody, 200, "/v1/accounts/%s", text_at(me, "name"));
    ck_assert(json_is_true(json_object_get(json_object_get(profile, "account"), "bot")) == bot);
    json_decref(profile);
    json_decref(me);
}

static void set_up_bots(void) {
    time_now = INT64_C(1768392000000);
    app_set_clock(bots_clock);
    config_defaults(&config);
    people_setup();
    deep = person_new("deep");
    mind = person_new("mind");
    json_decref(patch_me(&deep, 200, "{'bot':true}"));
    json_decref(patch_me(&mind, 200, "{'bot':true}"));
    test_app.config = &config;
}

static void tear_down_bots(void) {
    person_gone(&deep);
    person_gone(&mind);
    people_teardown();
    app_set_clock(NULL);
}

/* ---- becoming one ---- */

START_TEST(an_account_becomes_a_bots_for_good) {
    json_t *made;

    assert_bot(&deep, true);
    assert_bot(&ada, false);
    assert_problem(patch_me(&deep, 422, "{'bot':false}"), "invalid", "/bot");
    json_decref(patch_me(&deep, 200, "{'bot':true,'name':'deeper'}"));
    assert_bot(&deep, true);
    made = POST(&nobody, 201, "{'name':'fritz','bot':true}", "/v1/accounts");
    ck_assert(json_is_true(json_object_get(json_object_get(made, "account"), "bot")));
    json_decref(made);
    assert_problem(POST(&nobody, 422, "{'guest':true,'bot':true}", "/v1/accounts"), "invalid",
                   "/bot");
}
END_TEST

START_TEST(who_has_competed_as_a_person_stays_one) {
    char id[GAME_ID_SIZE];

    make_game(&ada, "{" THREE "," RATED "}", id);
    assert_problem(patch_me(&ada, 409, "{'bot':true}"), "conflict", NULL);
    assert_bot(&ada, false);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    assert_problem(patch_me(&grace, 409, "{'bot':true}"), "conflict", NULL);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/leave", id);
    json_decref(patch_me(&grace, 200, "{'bot':true}"));
    assert_problem(POST(&grace, 403, NULL, "/v1/games/%s/join", id), "forbidden", NULL);
}
END_TEST

/* ---- invitations ---- */

/* The seat of a game's document. */
static const json_t *seat_of(const json_t *game, size_t seat) {
    return json_array_get(json_object_get(game, "seats"), seat);
}

#define CHALLENGE "{" THREE ",'seats':[{'account':'me'},{'account':'Deep'},{'bot':'easy'}]}"

START_TEST(anybody_invites_a_bot_by_its_name) {
    char id[GAME_ID_SIZE];
    json_t *game, *mine;

    make_game(&ada, CHALLENGE, id);
    game = GET(&nobody, 200, "/v1/games/%s", id);
    ck_assert_str_eq(text_at(game, "status"), "open");
    ck_assert_str_eq(text_at(seat_of(game, 1), "kind"), "invited");
    ck_assert_str_eq(text_at(seat_of(game, 1), "account"), "deep");
    ck_assert(json_is_true(json_object_get(seat_of(game, 1), "bot_account")));
    ck_assert_ptr_null(json_object_get(seat_of(game, 0), "bot_account"));
    json_decref(game);
    mine = GET(&deep, 200, "/v1/me/games");
    game = json_object_get(json_array_get(json_object_get(mine, "items"), 0), "game");
    ck_assert_str_eq(text_at(game, "id"), id);
    json_decref(mine);
    assert_problem(POST(&grace, 409, NULL, "/v1/games/%s/join", id), "conflict", NULL);
    game = POST(&deep, 200, NULL, "/v1/games/%s/join", id);
    ck_assert_str_eq(text_at(game, "status"), "active");
    ck_assert_str_eq(text_at(seat_of(game, 1), "kind"), "human");
    ck_assert(json_is_true(json_object_get(seat_of(game, 1), "bot_account")));
    json_decref(game);
}
END_TEST

START_TEST(a_bot_declines_by_leaving) {
    char id[GAME_ID_SIZE];
    json_t *game;

    make_game(&ada, CHALLENGE, id);
    game = POST(&deep, 200, NULL, "/v1/games/%s/leave", id);
    ck_assert_str_eq(text_at(seat_of(game, 1), "kind"), "open");
    json_decref(game);
}
END_TEST

START_TEST(seats_by_name_need_an_account_each) {
    static const char *const wrong[] = {
        "{" THREE ",'seats':[{'account':'deep'},{'account':'deep'},{'open':true}]}",
        "{'mode':'table'," THREE ",'seats':[{'account':'me'},{'account':'deep'},{'account':'me'}]}",
    };

    assert_problem(POST(&ada, 422,
                        "{" THREE
                        ",'seats':[{'account':'me'},{'account':'whoever'},{'open':true}]}",
                        "/v1/games"),
                   "invalid", "/seats/1/account");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_problem(POST(&ada, 422, wrong[i], "/v1/games"), "invalid", "/seats/1");
    assert_problem(POST(&deep, 422, CHALLENGE, "/v1/games"), "invalid", "/seats/1");
}
END_TEST

START_TEST(guests_invite_no_bots) {
    struct person guest = person_unknown();
    json_t *made = POST(&guest, 201, "{'guest':true}", "/v1/accounts");

    snprintf(guest.header, sizeof guest.header, "Authorization: Bearer %s\r\n",
             text_at(made, "token"));
    json_decref(made);
    assert_problem(POST(&guest, 403,
                        "{'visibility':'private'," THREE
                        ",'seats':[{'account':'me'},{'account':'deep'},{'open':true}]}",
                        "/v1/games"),
                   "forbidden", NULL);
    json_decref(person_ask(&guest, 403, "PATCH", "", "{'bot':true}", "/v1/me")); /* keep it first */
    json_decref(patch_me(&guest, 200, "{'bot':true,'guest':false,'name':'mole'}"));
    assert_bot(&guest, true);
    person_gone(&guest);
}
END_TEST

/* ---- rated games ---- */

START_TEST(rated_games_are_of_people_or_of_bots) {
    char id[GAME_ID_SIZE];
    json_t *game;

    make_game(&ada, "{" THREE "," RATED "}", id);
    assert_problem(POST(&deep, 403, NULL, "/v1/games/%s/join", id), "forbidden", NULL);
    assert_problem(POST(&ada, 422,
                        "{" THREE "," RATED
                        ",'seats':[{'account':'me'},{'account':'deep'},{'open':true}]}",
                        "/v1/games"),
                   "invalid", "/seats/1");
    make_game(&deep,
              "{" THREE "," RATED ",'seats':[{'account':'me'},{'account':'mind'},{'open':true}]}",
              id);
    game = GET(&nobody, 200, "/v1/games/%s", id);
    ck_assert_str_eq(text_at(game, "category"), "bots_base");
    json_decref(game);
    assert_problem(POST(&ada, 403, NULL, "/v1/games/%s/join", id), "forbidden", NULL);
    assert_problem(POST(&deep, 422,
                        "{" THREE "," RATED
                        ",'seats':[{'account':'me'},{'bot':'hard'},{'open':true}]}",
                        "/v1/games"),
                   "invalid", "/seats/1");
}
END_TEST

START_TEST(bots_have_ladders_of_their_own) {
    char id[GAME_ID_SIZE];
    json_t *game, *list, *again;

    make_game(&deep, "{'rules':{'game':'base','players':2}," RATED "}", id);
    POST_ONLY(&mind, 200, NULL, "/v1/games/%s/join", id);
    game = people_finish(id, &time_now);
    ck_assert_str_eq(text_at(game, "category"), "bots_duel");
    ck_assert_uint_eq(json_array_size(json_object_get(json_object_get(game, "result"), "ratings")),
                      2);
    json_decref(game);
    list = GET(&nobody, 200, "/v1/accounts/deep/ratings");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 1);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(list, "items"), 0), "category"),
                     "bots_duel");
    json_decref(list);
    GET_ONLY(&nobody, 200, "/v1/ratings/bots_duel");
    again = POST(&mind, 201, NULL, "/v1/games/%s/rematch", id);
    ck_assert_str_eq(text_at(again, "category"), "bots_duel");
    json_decref(again);
}
END_TEST

START_TEST(tournaments_are_for_people) {
    json_t *made = POST(&ada, 201,
                        "{'name':'Cup','format':'round_robin','rules':{'game':'base'},'seats':3,"
                        "'players':{'min':3,'max':9}}",
                        "/v1/tournaments");
    char id[GAME_ID_SIZE];

    snprintf(id, sizeof id, "%s", text_at(made, "id"));
    json_decref(made);
    assert_problem(POST(&deep, 403, NULL, "/v1/tournaments/%s/join", id), "forbidden", NULL);
    assert_problem(
        person_ask(&ada, 409, "PUT", "", "{'state':'in'}", "/v1/tournaments/%s/players/deep", id),
        "conflict", NULL);
    POST_ONLY(&grace, 200, NULL, "/v1/tournaments/%s/join", id);
    assert_problem(patch_me(&grace, 409, "{'bot':true}"), "conflict", NULL);
}
END_TEST

/* ---- quotas ---- */

/* What GET /v1/me says of a quota; -1: nothing. */
static long long quota_used_of(struct person *person, const char *name) {
    json_t *me = GET(person, 200, "/v1/me"), *quota;
    long long used = -1;
    size_t i;

    json_array_foreach(json_object_get(me, "quotas"), i, quota) {
        if (strcmp(text_at(quota, "name"), name) == 0)
            used = number_at(quota, "used");
    }
    json_decref(me);
    return used;
}

static void assert_too_many(json_t *problem, const char *quota) {
    const json_t *policies = json_object_get(problem, "violated-policies");

    ck_assert_str_eq(json_string_value(json_array_get(policies, 0)), quota);
    assert_problem(problem, "quota-exceeded", NULL);
}

START_TEST(a_bot_plays_so_many_games_at_once) {
    char id[GAME_ID_SIZE], open[GAME_ID_SIZE];

    config.bot_quotas[BOT_QUOTA_GAMES] = 2;
    ck_assert_int_eq(quota_used_of(&ada, "bot_account_games"), -1);
    ck_assert_int_eq(quota_used_of(&deep, "bot_account_games"), 0);
    make_game(&ada, CHALLENGE, id);
    make_game(&grace, CHALLENGE, id);
    ck_assert_int_eq(quota_used_of(&deep, "bot_account_games"), 2);
    assert_too_many(POST(&ada, 429, CHALLENGE, "/v1/games"), "bot_account_games");
    make_game(&ada, "{" THREE "}", open);
    assert_too_many(POST(&deep, 429, NULL, "/v1/games/%s/join", open), "bot_account_games");
    POST_ONLY(&deep, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&deep, 200, NULL, "/v1/games/%s/resign", id);
    ck_assert_int_eq(quota_used_of(&deep, "bot_account_games"), 1);
    POST_ONLY(&deep, 200, NULL, "/v1/games/%s/join", open);
}
END_TEST

START_TEST(a_bot_is_challenged_so_often_in_a_day) {
    char id[GAME_ID_SIZE];

    config.bot_quotas[BOT_QUOTA_CHALLENGES] = 1;
    make_game(&deep, "{" THREE "}", id); /* its own games do not count */
    make_game(&ada, CHALLENGE, id);
    assert_too_many(POST(&grace, 429, CHALLENGE, "/v1/games"), "bot_challenges_per_day");
    ck_assert_int_eq(quota_used_of(&deep, "bot_challenges_per_day"), 1);
    time_now += INT64_C(86400000) + 1;
    make_game(&grace, CHALLENGE, id);
    ck_assert_int_eq(quota_used_of(&deep, "bot_challenges_per_day"), 1);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "bot accounts",
        (const struct test_case[]){
            {"becomes", an_account_becomes_a_bots_for_good, 0, 0, set_up_bots, tear_down_bots},
            {"people", who_has_competed_as_a_person_stays_one, 0, 0, set_up_bots, tear_down_bots},
            {"invites", anybody_invites_a_bot_by_its_name, 0, 0, set_up_bots, tear_down_bots},
            {"declines", a_bot_declines_by_leaving, 0, 0, set_up_bots, tear_down_bots},
            {"names", seats_by_name_need_an_account_each, 0, 0, set_up_bots, tear_down_bots},
            {"guests", guests_invite_no_bots, 0, 0, set_up_bots, tear_down_bots},
            {"rated", rated_games_are_of_people_or_of_bots, 0, 0, set_up_bots, tear_down_bots},
            {"ladders", bots_have_ladders_of_their_own, 0, 0, set_up_bots, tear_down_bots},
            {"tournaments", tournaments_are_for_people, 0, 0, set_up_bots, tear_down_bots},
            {"at once", a_bot_plays_so_many_games_at_once, 0, 0, set_up_bots, tear_down_bots},
            {"a day", a_bot_is_challenged_so_often_in_a_day, 0, 0, set_up_bots, tear_down_bots},
            {0},
        });
}
TEST_MAIN(suite)
