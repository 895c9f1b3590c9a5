/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The library: records of many games, who can read which, and in which order. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/actor/runner.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { A_MINUTE = 60 * 1000, A_SECOND = 1000, LINK_SIZE = 400 };

/* ---- fixture: a clock that only moves on request ---- */

static _Atomic int64_t time_now;

static int64_t records_clock(void) {
    return time_now;
}

static void set_up_library(void) {
    time_now = INT64_C(1772349000000);
    app_set_clock(records_clock);
    people_setup();
}

static void tear_down_library(void) {
    people_teardown();
    app_set_clock(NULL);
}

/* ---- games ---- */

#define BOTS "'seats':[{'bot':'random'},{'bot':'random'},{'bot':'random'}]}"

/* A game that bots play to its end. */
static void bots_play(const char *game, char id[GAME_ID_SIZE]) {
    char body[200];

    snprintf(body, sizeof body, "{'rules':{'game':'%s','players':3},'name':'a, \\\"b\\\"'," BOTS,
             game);
    make_game(&ada, body, id);
    ck_assert(runner_settle(test_app.runner));
    time_now += A_SECOND;
}

/* A game of ada's and grace's in which both resign. */
static void give_up(char id[GAME_ID_SIZE]) {
    make_game(&ada,
              "{'rules':{'game':'base','players':2},'seats':[{'account':'me'},{'open':true}]}", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", id);
    time_now += A_SECOND;
}

/* ---- requests ---- */

/* The ids of the returned games, separated by spaces; their LINK, if that is not NULL. */
static const char *told(struct person *person, const char *path, char link[LINK_SIZE]) {
    static char ids[GAME_ID_SIZE * 20];
    struct response response;
    char *rest, *line;

    client_ask(&person->client, &response, "GET", path, person->header, NULL);
    ck_assert_msg(response.status == 200, "%s: %d %s", path, response.status, response.body);
    ids[0] = '\0';
    for (line = strtok_r(response.body, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        json_t *record = json_loads(line, 0, NULL);

        ck_assert_ptr_nonnull(record);
        snprintf(ids + strlen(ids), sizeof ids - strlen(ids), "%s%s", ids[0] == '\0' ? "" : " ",
                 text_at(json_object_get(record, "game"), "id"));
        json_decref(record);
    }
    if (link != NULL)
        ck_assert_int_eq(
            sscanf(response_header(&response, "Link"), "<%399[^>]>; rel=\"next\"", link), 1);
    response_free(&response);
    return ids;
}

static void assert_told(struct person *person, const char *query, const char *expected) {
    char path[LINK_SIZE];

    snprintf(path, sizeof path, "/v1/records?fields=head&%s", query);
    ck_assert_msg(strcmp(told(person, path, NULL), expected) == 0, "%s: %s, not %s", query,
                  told(person, path, NULL), expected);
}

/* ---- tests ---- */

START_TEST(a_link_leads_on_for_ever) {
    char ids[3][GAME_ID_SIZE], link[LINK_SIZE], end[LINK_SIZE];

    bots_play("base", ids[0]);
    bots_play("base", ids[1]);
    ck_assert_str_eq(told(&nobody, "/v1/records?game=base&limit=1", NULL), ""); /* not settled */
    time_now += A_MINUTE;
    ck_assert_str_eq(told(&nobody, "/v1/records?game=base&limit=1", link), ids[0]);
    ck_assert_ptr_nonnull(strstr(link, "/v1/records?game=base&limit=1&cursor="));
    ck_assert_str_eq(told(&nobody, link, link), ids[1]);
    ck_assert_str_eq(told(&nobody, link, end), "");
    ck_assert_str_eq(link, end);
    bots_play("base", ids[2]);
    time_now += A_MINUTE;
    ck_assert_str_eq(told(&nobody, link, NULL), ids[2]);
}
END_TEST

START_TEST(games_come_by_their_ends) {
    char first[GAME_ID_SIZE], second[GAME_ID_SIZE], both[2 * GAME_ID_SIZE];

    make_game(&ada,
              "{'rules':{'game':'base','players':2},'seats':[{'account':'me'},{'open':true}]}",
              second);
    bots_play("base", first);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", second);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", second);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", second);
    time_now += A_MINUTE;
    snprintf(both, sizeof both, "%s %s", first, second);
    assert_told(&nobody, "", both);
}
END_TEST

START_TEST(filters_let_through_what_they_name) {
    char base[GAME_ID_SIZE], knights[GAME_ID_SIZE], people[GAME_ID_SIZE], query[200];
    json_t *game;

    bots_play("base", base);
    bots_play("cities_and_knights", knights);
    give_up(people);
    time_now += A_MINUTE;
    assert_told(&nobody, "game=cities_and_knights", knights);
    assert_told(&nobody, "edition=ck2020", knights);
    assert_told(&nobody, "edition=ck1998", "");
    assert_told(&nobody, "scenario=new_shores", "");
    assert_told(&nobody, "players=2", people);
    assert_told(&nobody, "player=ada", people);
    assert_told(&nobody, "player=ada&vs=grace", people);
    assert_told(&nobody, "vs=grace", people);
    assert_told(&nobody, "winner=ada", "");
    assert_told(&nobody, "rated=true", "");
    assert_told(&nobody, "tag=x", "");
    assert_told(&nobody, "tournament=x", "");
    assert_told(&nobody, "mode=table", "");
    snprintf(query, sizeof query, "%s %s", base, knights);
    assert_told(&nobody, "bots=true&rated=false&players=3", query);
    snprintf(query, sizeof query, "ids=%s,none,%s", knights, knights);
    assert_told(&nobody, query, knights);
    game = GET(&nobody, 200, "/v1/games/%s", knights);
    snprintf(query, sizeof query, "until=%s&since=2026-01-01T00:00:00Z",
             text_at(game, "finished_at"));
    assert_told(&nobody, query, base);
    snprintf(query, sizeof query, "since=%s&limit=1", text_at(game, "finished_at"));
    assert_told(&nobody, query, knights);
    json_decref(game);
    ck_assert_str_eq(told(&nobody, "/v1/accounts/GRACE/records?vs=ada", NULL), people);
    GET_ONLY(&nobody, 404, "/v1/accounts/nobody/records");
}
END_TEST

/* The body of a game of bots with MORE members, which is over. */
static void bots_end_with(const char *more, char id[GAME_ID_SIZE]) {
    char body[300];

    snprintf(body, sizeof body,
             "{'rules':{'game':'base','players':2},'seats':[{'bot':'easy'},{'bot':'easy'}]%s}",
             more);
    make_game(&ada, body, id);
    ck_assert(runner_settle(test_app.runner));
    time_now += A_SECOND;
}

START_TEST(a_tag_finds_what_has_it_in_the_order_of_ends) {
    char first[GAME_ID_SIZE], other[GAME_ID_SIZE], hidden[GAME_ID_SIZE], last[GAME_ID_SIZE];
    char both[200];
    json_t *record;

    bots_end_with(",'tags':['cup','x']", first);
    bots_end_with(",'tags':['x']", other);
    bots_end_with(",'tags':['cup'],'visibility':'private'", hidden);
    bots_end_with(",'tags':['cup']", last);
    make_game(&ada, "{'rules':{'game':'base','players':2},'tags':['cup']}", both); /* not over */
    time_now += A_MINUTE;
    snprintf(both, sizeof both, "%s %s", first, last);
    assert_told(&nobody, "tag=cup", both);
    assert_told(&nobody, "tag=cup&bots=true&limit=2", both);
    assert_told(&nobody, "tag=cup&limit=1", first);
    snprintf(both, sizeof both, "ids=%s,%s&tag=cup", other, last);
    assert_told(&nobody, both, last);
    assert_told(&ada, "tag=cup&player=ada", "");
    record = GET(&nobody, 200, "/v1/games/%s/record", first);
    ck_assert_uint_eq(json_array_size(json_object_get(json_object_get(record, "game"), "tags")), 2);
    ck_assert(json_is_null(json_object_get(json_object_get(record, "game"), "tournament")));
    json_decref(record);
}
END_TEST

/* A bot plays it in the end: the player who resigned is also listed. */
START_TEST(a_seat_that_was_given_up_is_a_bot_s) {
    char people[GAME_ID_SIZE];

    give_up(people);
    time_now += A_MINUTE;
    assert_told(&nobody, "bots=true", people);
    assert_told(&nobody, "bots=false", "");
}
END_TEST

START_TEST(a_private_game_is_for_those_who_may_see_it) {
    char hidden[GAME_ID_SIZE], query[80];

    make_game(&ada, "{'rules':{'game':'base','players':3},'visibility':'private'," BOTS, hidden);
    ck_assert(runner_settle(test_app.runner));
    time_now += A_MINUTE;
    assert_told(&ada, "", hidden);
    assert_told(&grace, "", "");
    assert_told(&nobody, "bots=true", "");
    snprintf(query, sizeof query, "ids=%s", hidden);
    assert_told(&grace, query, "");
    assert_told(&ada, query, hidden);
}
END_TEST

START_TEST(a_record_says_whose_it_is) {
    char people[GAME_ID_SIZE], bots[GAME_ID_SIZE];
    json_t *record, *me = GET(&ada, 200, "/v1/me");
    const json_t *player, *vertices;

    give_up(people);
    record = GET(&nobody, 200, "/v1/games/%s/record", people);
    ck_assert_str_eq(text_at(json_object_get(record, "game"), "id"), people);
    ck_assert(json_is_null(json_object_get(json_object_get(record, "game"), "url")));
    player = json_array_get(json_object_get(record, "players"), 0);
    ck_assert_str_eq(text_at(json_object_get(player, "account"), "id"), text_at(me, "id"));
    ck_assert_str_eq(text_at(json_object_get(player, "account"), "name"), "ada");
    ck_assert_str_eq(text_at(player, "kind"), "bot");
    /* the neutral colors */
    ck_assert_uint_eq(json_array_size(json_object_get(record, "players")), 4);
    ck_assert_ptr_null(
        json_object_get(json_array_get(json_object_get(record, "players"), 2), "kind"));
    vertices = json_object_get(json_object_get(record, "board"), "vertices");
    ck_assert_uint_eq(json_array_size(vertices), 54);
    json_decref(record);
    bots_play("base", bots);
    record = GET(&nobody, 200, "/v1/games/%s/record", bots);
    player = json_array_get(json_object_get(record, "players"), 0);
    ck_assert(json_is_null(json_object_get(player, "account")));
    ck_assert_str_eq(text_at(player, "bot"), "random");
    json_decref(record);
    json_decref(me);
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/me"));
    record = GET(&nobody, 200, "/v1/games/%s/record", people);
    player = json_array_get(json_object_get(record, "players"), 0);
    ck_assert(json_is_null(json_object_get(json_object_get(player, "account"), "name")));
    json_decref(record);
}
END_TEST

/* Members of a record besides its events and seeds are ignored on import. */
START_TEST(what_names_a_game_is_not_taken_in) {
    char bots[GAME_ID_SIZE];
    json_t *record, *again, *game;
    char *text;

    bots_play("base", bots);
    record = GET(&nobody, 200, "/v1/games/%s/record", bots);
    json_object_set_new(json_object_get(record, "game"), "id", json_string("x"));
    text = json_dumps(record, JSON_COMPACT);
    ck_assert_ptr_nonnull(text);
    struct response response;
    char *body;
    ck_assert_int_gt(asprintf(&body, "{\"mode\":\"table\",\"record\":%s}", text), 0);
    client_ask(&grace.client, &response, "POST", "/v1/games", grace.header, body);
    ck_assert_int_eq(response.status, 201);
    game = json_loads(response.body, 0, NULL);
    again = GET(&nobody, 200, "/v1/games/%s/record", text_at(game, "id"));
    ck_assert_str_eq(text_at(json_object_get(again, "game"), "id"), text_at(game, "id"));
    ck_assert(json_equal(json_object_get(again, "events"), json_object_get(record, "events")));
    time_now += A_MINUTE;
    assert_told(&nobody, "mode=table", text_at(game, "id"));
    response_free(&response);
    json_decref(game);
    json_decref(again);
    json_decref(record);
    free(body);
    free(text);
}
END_TEST

START_TEST(a_game_is_a_line_of_csv) {
    static const char wanted[] = "Accept: text/csv\r\n";
    char bots[GAME_ID_SIZE], headers[200], begin[GAME_ID_SIZE + 20];
    struct response response;

    bots_play("base", bots);
    time_now += A_MINUTE;
    snprintf(headers, sizeof headers, "%s%s", wanted, ada.header);
    client_ask(&ada.client, &response, "GET", "/v1/records", headers, NULL);
    ck_assert_str_eq(response_header(&response, "Content-Type"), "text/csv; charset=utf-8");
    ck_assert_int_eq(strncmp(response.body, "id,name,url,", 12), 0);
    snprintf(begin, sizeof begin, "\r\n%s,\"a, \"\"b\"\"\",,2026-", bots);
    ck_assert_ptr_nonnull(strstr(response.body, begin));
    ck_assert_ptr_nonnull(strstr(response.body, ",base,,,3,10,,false,,,"));
    ck_assert_ptr_nonnull(strstr(response.body, ",,random,"));
    response_free(&response);
}
END_TEST

START_TEST(what_is_wrong_is_named) {
    static const char *const wrong[] = {"since=now", "until=x",    "player=nobody", "vs=x",
                                        "winner=x",  "game=chess", "edition=x",     "scenario=x",
                                        "players=7", "rated=x",    "bots=x",        "mode=x",
                                        "fields=x",  "limit=501",  "cursor=1",      "cursor=1.2.3"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char name[20];

        snprintf(name, sizeof name, "%.*s", (int)strcspn(wrong[i], "="), wrong[i]);
        assert_problem(GET(&nobody, 422, "/v1/records?%s", wrong[i]), "invalid", name);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "records",
        (const struct test_case[]){
            {"link", a_link_leads_on_for_ever, 0, 60, set_up_library, tear_down_library},
            {"order", games_come_by_their_ends, 0, 60, set_up_library, tear_down_library},
            {"filters", filters_let_through_what_they_name, 0, 60, set_up_library,
             tear_down_library},
            {"tag", a_tag_finds_what_has_it_in_the_order_of_ends, 0, 60, set_up_library,
             tear_down_library},
            {"bots", a_seat_that_was_given_up_is_a_bot_s, 0, 0, set_up_library, tear_down_library},
            {"private", a_private_game_is_for_those_who_may_see_it, 0, 0, set_up_library,
             tear_down_library},
            {"whose", a_record_says_whose_it_is, 0, 60, set_up_library, tear_down_library},
            {"taken in", what_names_a_game_is_not_taken_in, 0, 60, set_up_library,
             tear_down_library},
            {"csv", a_game_is_a_line_of_csv, 0, 60, set_up_library, tear_down_library},
            {"wrong", what_is_wrong_is_named, 0, 0, set_up_library, tear_down_library},
            {0},
        });
}
TEST_MAIN(suite)
