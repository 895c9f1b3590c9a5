/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Declared groups over HTTP: who agrees to them, who sees them, and that their members are not rated together. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "service/app/app.h"
#include "service/seek/seek.h"
#include "service/tournament/keeper.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { SEEN_MAX = 200 };

static _Atomic int64_t time_now;
static struct person linus;
static char group[GAME_ID_SIZE]; /* Ada's */

static const int64_t group_day_ms = 24 * 3600 * INT64_C(1000);

static int64_t groups_clock(void) {
    return time_now;
}

/* The id of the first group of a list. */
static void first_group(json_t *list, char id[GAME_ID_SIZE]) {
    snprintf(id, GAME_ID_SIZE, "%s",
             text_at(json_array_get(json_object_get(list, "items"), 0), "id"));
    json_decref(list);
}

static void groups_setup(void) {
    time_now = INT64_C(1768392000000);
    app_set_clock(groups_clock);
    people_setup();
    linus = person_new("linus");
    first_group(POST(&ada, 201, "{'kind':'family'}", "/v1/groups"), group);
}

static void groups_teardown(void) {
    person_gone(&linus);
    people_teardown();
    app_set_clock(NULL);
}

static json_t *invite(struct person *person, int status, const char *name) {
    return person_ask(person, status, "PUT", "", NULL, "/v1/groups/%s/members/%s", group, name);
}

/* Has Grace belong to Ada's group. */
static void declare(void) {
    json_decref(invite(&ada, 200, "grace"));
    POST_ONLY(&grace, 200, NULL, "/v1/groups/%s/join", group);
}

/* The groups under KEY: "family: ada grace?(ada) "; a ? is invited. */
static void write_seen(const json_t *list, char seen[SEEN_MAX]) {
    const json_t *item, *member;
    size_t i, k;

    seen[0] = '\0';
    json_array_foreach(list, i, item) {
        snprintf(seen + strlen(seen), SEEN_MAX - strlen(seen), "%s: ", text_at(item, "kind"));
        json_array_foreach(json_object_get(item, "members"), k, member) {
            const char *by = json_string_value(json_object_get(member, "by"));
            bool belongs = strcmp(text_at(member, "state"), "member") == 0;

            snprintf(seen + strlen(seen), SEEN_MAX - strlen(seen), belongs ? "%s " : "%s?(%s) ",
                     text_at(member, "account"), by);
        }
    }
}

static void assert_own(struct person *person, const char *wanted) {
    char seen[SEEN_MAX];
    json_t *list = GET(person, 200, "/v1/me/groups");

    write_seen(json_object_get(list, "items"), seen);
    ck_assert_str_eq(seen, wanted);
    json_decref(list);
}

static void assert_shown(const char *name, const char *wanted) {
    char seen[SEEN_MAX];
    json_t *profile = GET(&nobody, 200, "/v1/accounts/%s", name);

    write_seen(json_object_get(profile, "groups"), seen);
    ck_assert_str_eq(seen, wanted);
    json_decref(profile);
}

START_TEST(everybody_in_a_group_has_agreed_to_it) {
    struct response response;

    assert_shown("ada", ""); /* nobody else is in it */
    json_decref(invite(&ada, 200, "grace"));
    assert_own(&ada, "family: ada grace?(ada) ");
    assert_own(&grace, "family: ada grace?(ada) ");
    assert_shown("grace", "");
    assert_problem(invite(&grace, 403, "linus"), "forbidden", NULL);
    assert_problem(invite(&linus, 404, "grace"), "not-found", NULL);
    POST_ONLY(&grace, 200, NULL, "/v1/groups/%s/join", group);
    assert_problem(POST(&grace, 409, NULL, "/v1/groups/%s/join", group), "conflict", NULL);
    assert_shown("grace", "family: ada grace ");
    assert_problem(POST(&linus, 404, NULL, "/v1/groups/%s/join", group), "not-found", NULL);
    json_decref(invite(&grace, 200, "linus"));
    assert_shown("ada", "family: ada grace ");
    client_ask(&linus.client, &response, "GET", "/v1/me/export", linus.header, NULL);
    ck_assert_ptr_nonnull(strstr(response.body, "\"type\":\"groups\""));
    ck_assert_ptr_nonnull(strstr(response.body, "\"kind\":\"family\""));
    POST_ONLY(&linus, 204, NULL, "/v1/groups/%s/leave", group); /* declines */
    assert_own(&linus, "");
    json_decref(invite(&ada, 200, "linus"));
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/groups/%s/members/linus", group));
    assert_own(&linus, "");
    assert_problem(person_ask(&ada, 403, "DELETE", "", NULL, "/v1/groups/%s/members/grace", group),
                   "forbidden", NULL);
    POST_ONLY(&grace, 204, NULL, "/v1/groups/%s/leave", group);
    assert_shown("ada", "");
    assert_own(&ada, "family: ada ");
}
END_TEST

START_TEST(who_blocks_the_inviter_sees_no_invitation) {
    json_decref(person_ask(&linus, 200, "PUT", "", "{'block':true}", "/v1/me/people/ada"));
    json_decref(invite(&ada, 200, "linus")); /* Ada notices nothing */
    assert_own(&ada, "family: ada linus?(ada) ");
    assert_own(&linus, "");
    assert_problem(POST(&linus, 404, NULL, "/v1/groups/%s/join", group), "not-found", NULL);
}
END_TEST

START_TEST(groups_are_for_people_with_an_account_and_bounded) {
    json_t *guest = POST(&nobody, 201, "{'guest':true,'name':'visitor'}", "/v1/accounts");
    char name[16];

    assert_problem(invite(&ada, 409, "visitor"), "conflict", NULL);
    assert_problem(POST(&ada, 422, "{'kind':'enemies'}", "/v1/groups"), "invalid", "/kind");
    assert_problem(POST(&nobody, 401, "{'kind':'family'}", "/v1/groups"), "unauthenticated", NULL);
    for (unsigned i = 0; i < 12; i++) {
        struct person more;

        snprintf(name, sizeof name, "more%u", i);
        more = person_new(name);
        json_decref(invite(&ada, i < 11 ? 200 : 409, name));
        person_gone(&more);
    }
    json_decref(guest);
}
END_TEST

#define THREE "'rules':{'game':'base','players':3}"
#define RATED "'rated':true,'clock':{'turn':3600,'on_timeout':'bot'}"
#define SEATS "'seats':[{'account':'me'},{'account':'grace'},{'open':true}]"

START_TEST(a_rated_game_is_not_made_with_two_of_a_group) {
    char id[GAME_ID_SIZE];
    json_t *refusal, *seen;
    const json_t *seats;

    declare();
    refusal = POST(&ada, 409, "{" THREE "," SEATS "," RATED "}", "/v1/games");
    ck_assert_ptr_nonnull(strstr(text_at(refusal, "detail"),
                                 "ada and grace have declared that they know one another"));
    assert_problem(refusal, "conflict", NULL);
    make_game(&ada, "{" THREE "," SEATS "}", id);
    seen = GET(&nobody, 200, "/v1/games/%s/groups", id);
    seats = json_object_get(json_array_get(json_object_get(seen, "items"), 0), "seats");
    ck_assert_uint_eq(json_array_size(seats), 2);
    ck_assert_int_eq(json_integer_value(json_array_get(seats, 1)), 1);
    json_decref(seen);
}
END_TEST

START_TEST(a_seat_of_a_rated_game_is_not_taken_beside_one_of_the_group) {
    char id[GAME_ID_SIZE];

    make_game(&ada, "{" THREE "," RATED "}", id);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", id);
    declare();
    assert_problem(POST(&grace, 409, NULL, "/v1/games/%s/join", id), "conflict", NULL);
    make_game(&ada, "{" THREE "}", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
}
END_TEST

START_TEST(leaving_a_group_helps_after_a_month_only) {
    char id[GAME_ID_SIZE];

    declare();
    POST_ONLY(&grace, 204, NULL, "/v1/groups/%s/leave", group);
    json_decref(invite(&ada, 200, "grace")); /* nor does another invitation */
    POST_ONLY(&grace, 204, NULL, "/v1/groups/%s/leave", group);
    make_game(&ada, "{" THREE "," RATED "}", id);
    time_now += 29 * group_day_ms;
    assert_problem(POST(&grace, 409, NULL, "/v1/games/%s/join", id), "conflict", NULL);
    time_now += 2 * group_day_ms;
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    json_decref(invite(&ada, 200, "grace"));
    assert_problem(POST(&grace, 409, NULL, "/v1/groups/%s/join", group), "conflict", NULL);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/leave", id);
    POST_ONLY(&grace, 200, NULL, "/v1/groups/%s/join", group);
}
END_TEST

#define DUEL(more)                                                                                 \
    "{'rules':{'game':'base'},'clock':{'turn':86400},'players':{'min':2,'max':2}" more "}"

static bool look(struct person *person, const char *body) {
    json_t *seek = POST(person, 201, body, "/v1/seeks");
    bool found = !json_is_null(json_object_get(seek, "game"));

    json_decref(seek);
    return found;
}

START_TEST(seeks_for_rated_games_do_not_bring_a_group_together) {
    declare();
    ck_assert(!look(&ada, DUEL(",'rated':true")));
    ck_assert(!look(&grace, DUEL(",'rated':true")));
    ck_assert(!look(&ada, DUEL("")));
    ck_assert(look(&grace, DUEL("")));
    ck_assert(look(&linus, DUEL(",'rated':true")));
}
END_TEST

START_TEST(a_tournament_plays_a_table_of_a_group_unrated) {
    char id[GAME_ID_SIZE];
    json_t *made = POST(&ada, 201,
                        "{'name':'Cup','rules':{'game':'base'},'seats':3,'format':'round_robin',"
                        "'rated':true,'clock':{'turn':3600,'on_timeout':'bot'}}",
                        "/v1/tournaments");
    json_t *games;
    const json_t *game;

    snprintf(id, sizeof id, "%s", text_at(made, "id"));
    json_decref(made);
    declare();
    POST_ONLY(&ada, 200, NULL, "/v1/tournaments/%s/join", id);
    POST_ONLY(&grace, 200, NULL, "/v1/tournaments/%s/join", id);
    POST_ONLY(&linus, 200, NULL, "/v1/tournaments/%s/join", id);
    POST_ONLY(&ada, 200, NULL, "/v1/tournaments/%s/start", id);
    ck_assert(tournaments_run_due(&test_app, app_now()));
    games = GET(&ada, 200, "/v1/games?tournament=%s", id);
    game = json_array_get(json_object_get(games, "items"), 0);
    ck_assert(json_is_false(json_object_get(game, "rated")));
    json_decref(games);
}
END_TEST

START_TEST(an_account_that_goes_leaves_its_groups) {
    declare();
    json_decref(person_ask(&grace, 204, "DELETE", "", "{'confirm':'grace'}", "/v1/me"));
    assert_own(&ada, "family: ada ");
    assert_shown("ada", "");
}
END_TEST

#define CASE(name, function)                                                                       \
    { name, function, 0, 0, groups_setup, groups_teardown }

static Suite *suite(void) {
    return test_suite(
        "groups", (const struct test_case[]){
                      CASE("agreed", everybody_in_a_group_has_agreed_to_it),
                      CASE("blocked", who_blocks_the_inviter_sees_no_invitation),
                      CASE("bounds", groups_are_for_people_with_an_account_and_bounded),
                      CASE("made", a_rated_game_is_not_made_with_two_of_a_group),
                      CASE("joined", a_seat_of_a_rated_game_is_not_taken_beside_one_of_the_group),
                      CASE("left", leaving_a_group_helps_after_a_month_only),
                      CASE("seeks", seeks_for_rated_games_do_not_bring_a_group_together),
                      CASE("tournament", a_tournament_plays_a_table_of_a_group_unrated),
                      CASE("deleted", an_account_that_goes_leaves_its_groups),
                      {0},
                  });
}
TEST_MAIN(suite)
