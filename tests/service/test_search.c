/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Searches for games, and their events, compared with other documents about the same games. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/actor/runner.h"
#include "service/game/facts.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

enum { GAMES = 6, IDS_SIZE = GAMES * GAME_ID_SIZE, QUERY_SIZE = 300, A_SECOND = 1000 };

/* ---- fixture: a clock that only moves on request ---- */

static _Atomic int64_t time_now;

static int64_t search_clock(void) {
    return time_now;
}

static void set_up_search(void) {
    time_now = INT64_C(1772349000000);
    app_set_clock(search_clock);
    people_setup();
}

static void tear_down_search(void) {
    people_teardown();
    app_set_clock(NULL);
}

/* A game that bots play to its end. */
static void bots_end(const char *game, const char *more, char id[GAME_ID_SIZE]) {
    char body[QUERY_SIZE];

    snprintf(body, sizeof body,
             "{'rules':{'game':'%s','players':3}%s,"
             "'seats':[{'bot':'greedy'},{'bot':'greedy'},{'bot':'greedy'}]}",
             game, more);
    make_game(&ada, body, id);
    ck_assert(runner_settle(test_app.runner));
    time_now += A_SECOND;
}

/* ---- requests ---- */

/* The ids of a page, each followed by a space, and its `next` ("": null), which must agree with Link. */
static void search_page(struct person *person, const char *query, const char *cursor,
                        char ids[IDS_SIZE], char next[64]) {
    json_t *page =
        GET(person, 200, "/v1/games?%s%s%s", query, cursor[0] == '\0' ? "" : "&cursor=", cursor);
    const json_t *item, *at = json_object_get(page, "next");
    size_t i;

    json_array_foreach(json_object_get(page, "items"), i, item)
        snprintf(ids + strlen(ids), IDS_SIZE - strlen(ids), "%s ", text_at(item, "id"));
    snprintf(next, 64, "%s", json_is_null(at) ? "" : json_string_value(at));
    json_decref(page);
}

/* Asserts that all pages of LIMIT together contain exactly these games, in this order. */
static void assert_found(struct person *person, const char *query, const char *const *expected) {
    char wanted[IDS_SIZE] = "";

    for (; *expected != NULL; expected++)
        snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "%s ", *expected);
    for (unsigned limit = 1; limit <= GAMES; limit++) {
        char ids[IDS_SIZE] = "", next[64] = "", limited[QUERY_SIZE];

        snprintf(limited, sizeof limited, "%s&limit=%u", query, limit);
        do
            search_page(person, limited, next, ids, next);
        while (next[0] != '\0');
        ck_assert_msg(strcmp(ids, wanted) == 0, "%s: %s, not %s", limited, ids, wanted);
    }
}
#define FOUND(person, query, ...)                                                                  \
    assert_found((person), (query), (const char *const[]){__VA_ARGS__, NULL})
#define NONE_FOUND(person, query) assert_found((person), (query), (const char *const[]){NULL})

/* ---- events ---- */

static long long passed_road(const char *id) {
    long long passed = 0, last = -1;
    json_t *list = GET(&nobody, 200, "/v1/games/%s/events?limit=1000", id);
    const json_t *event;
    size_t i;

    ck_assert(json_is_null(json_object_get(list, "next")));
    json_array_foreach(json_object_get(list, "items"), i, event) {
        const json_t *holder = json_object_get(json_object_get(event, "changes"), "longest_road");

        if (!json_is_integer(holder))
            continue;
        passed += last >= 0 && json_integer_value(holder) != last;
        last = json_integer_value(holder);
    }
    json_decref(list);
    return passed;
}

static long long distance_behind(const char *id, long long winner) {
    json_t *stats = GET(&nobody, 200, "/v1/games/%s/stats", id);
    const json_t *seats = json_object_get(stats, "seats");
    const json_t *own = json_object_get(json_array_get(seats, (size_t)winner), "points");
    long long most = 0;

    for (size_t turn = 0; turn < json_array_size(own); turn++)
        for (size_t seat = 0; seat < json_array_size(seats); seat++) {
            const json_t *points = json_object_get(json_array_get(seats, seat), "points");
            long long behind = json_integer_value(json_array_get(points, turn)) -
                               json_integer_value(json_array_get(own, turn));

            most = behind > most ? behind : most;
        }
    json_decref(stats);
    return most;
}

START_TEST(facts_are_what_the_log_says) {
    static const char *const games[] = {"base", "cities_and_knights"};
    char id[GAME_ID_SIZE];
    json_t *page;
    const json_t *game, *facts;

    for (int n = 0; n < 3; n++) {
        bots_end(games[_i], "", id);
        page = GET(&nobody, 200, "/v1/games?sort=finished&limit=1");
        game = json_array_get(json_object_get(page, "items"), 0);
        facts = json_object_get(game, "facts");
        ck_assert_str_eq(text_at(game, "id"), id);
        ck_assert_int_eq(number_at(facts, "turns"),
                         number_at(json_object_get(game, "turn"), "number"));
        ck_assert_int_eq(number_at(facts, "road"), passed_road(id));
        ck_assert_int_eq(number_at(facts, "comeback"),
                         distance_behind(id, number_at(json_object_get(game, "result"), "winner")));
        json_decref(page);
    }
}
END_TEST

START_TEST(facts_of_before_are_found_once) {
    char id[GAME_ID_SIZE];
    json_t *before, *after;

    bots_end("base", "", id);
    bots_end("cities_and_knights", ",'visibility':'private'", id);
    before = GET(&ada, 200, "/v1/games?sort=turns");
    ck_assert_uint_eq(json_array_size(json_object_get(before, "items")), 2);
    sql_force("hexpost.db", "DELETE FROM facts");
    NONE_FOUND(&ada, "sort=turns");
    sql_force("hexpost.db", "INSERT INTO facts_missing (game_id) SELECT id FROM games");
    ck_assert_int_eq(facts_catch_up(&test_app, 0), CHORE_DONE);
    after = GET(&ada, 200, "/v1/games?sort=turns");
    ck_assert(json_equal(before, after));
    json_decref(after);
    json_decref(before);
}
END_TEST

/* ---- searches ---- */

static void set_facts(const char *id, int turns, int road, int comeback) {
    sql_force("hexpost.db",
              "UPDATE facts SET turns = %d, road = %d, comeback = %d WHERE game_id ="
              " (SELECT id FROM games WHERE public_id = '%s')",
              turns, road, comeback, id);
}

START_TEST(pages_are_in_order_and_whole) {
    char id[5][GAME_ID_SIZE], open[GAME_ID_SIZE], going[GAME_ID_SIZE];

    make_game(&ada, "{'rules':{'game':'base','players':2},'clock':{'turn':86400}}", going);
    for (int i = 0; i < 5; i++)
        bots_end("base", i == 1 ? ",'visibility':'private'" : "", id[i]);
    make_game(&ada, "{'rules':{'game':'base','players':3}}", open);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join",
              going); /* begins, so it has the latest event */
    set_facts(id[0], 60, 1, 0);
    set_facts(id[1], 70, 1, 3);
    set_facts(id[2], 70, 0, 3);
    set_facts(id[3], 70, 2, 0);
    set_facts(id[4], 50, 0, 5);
    FOUND(&nobody, "sort=finished", id[4], id[3], id[2], id[0]);
    FOUND(&ada, "sort=finished", id[4], id[3], id[2], id[1], id[0]);
    FOUND(&nobody, "sort=turns", id[3], id[2], id[0], id[4]);
    FOUND(&ada, "sort=turns", id[3], id[2], id[1], id[0], id[4]);
    FOUND(&nobody, "sort=road", id[3], id[0], id[4], id[2]);
    FOUND(&ada, "sort=road", id[3], id[1], id[0], id[4], id[2]);
    FOUND(&nobody, "sort=comeback", id[4], id[2], id[3], id[0]);
    FOUND(&ada, "sort=comeback", id[4], id[2], id[1], id[3], id[0]);
    FOUND(&nobody, "sort=moved", going, id[4], id[3], id[2], id[0]);
    FOUND(&ada, "sort=moved", going, id[4], id[3], id[2], id[1], id[0]);
    FOUND(&ada, "sort=created&game=base&status=finished", id[4], id[3], id[2], id[1], id[0]);
    FOUND(&grace, "sort=created&min_comeback=3", id[4], id[2]);
    FOUND(&ada, "sort=created&min_comeback=3", id[4], id[2], id[1]);
    FOUND(&nobody, "min_road=1&sort=turns", id[3], id[0]);
    FOUND(&nobody, "min_turns=60&min_road=1&sort=moved", id[3], id[0]);
    FOUND(&nobody, "min_turns=70&sort=turns", id[3], id[2]);
    NONE_FOUND(&nobody, "min_turns=71");
    NONE_FOUND(&nobody, "sort=turns&status=active");
    NONE_FOUND(&nobody, "sort=turns&mode=table");
    FOUND(&ada, "mine=true&sort=comeback", id[4], id[2], id[1], id[3], id[0]);
    FOUND(&ada, "player=grace&sort=moved", going);
    GET_ONLY(&nobody, 401, "/v1/games?mine=true&sort=turns");
}
END_TEST

/* A page continues from the end of the previous one, whatever games have ended since. */
START_TEST(a_page_leads_on_past_new_games) {
    char id[3][GAME_ID_SIZE], ids[IDS_SIZE] = "", next[64] = "", wanted[IDS_SIZE];

    bots_end("base", "", id[0]);
    bots_end("base", "", id[1]);
    search_page(&nobody, "sort=finished&limit=1", "", ids, next);
    bots_end("base", "", id[2]);
    search_page(&nobody, "sort=finished&limit=1", next, ids, next);
    snprintf(wanted, sizeof wanted, "%s %s ", id[1], id[0]);
    ck_assert_str_eq(ids, wanted);
    ck_assert_str_eq(next, "");
}
END_TEST

START_TEST(filters_find_what_they_name) {
    char base[GAME_ID_SIZE], knights[GAME_ID_SIZE], people[GAME_ID_SIZE], hidden[GAME_ID_SIZE];
    char query[QUERY_SIZE];
    json_t *game;

    bots_end("base", ",'name':'Winter Cup 1'", base);
    bots_end("cities_and_knights", ",'name':'winter CUP 2'", knights);
    make_game(&ada, "{'rules':{'game':'base','players':2},'name':'Summer_Cup'}", people);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", people);
    make_game(&ada,
              "{'rules':{'game':'base','players':3},'visibility':'private','name':'Winter x'}",
              hidden);
    FOUND(&nobody, "name=WINTER%20cup", knights, base);
    FOUND(&ada, "name=winter", hidden, knights, base);
    FOUND(&nobody, "name=winter&sort=finished", knights, base);
    FOUND(&nobody, "name=winter&game=base", base);
    FOUND(&nobody, "name=summer_", people);
    NONE_FOUND(&nobody, "name=cup");
    NONE_FOUND(&nobody, "name=summer%25");
    FOUND(&nobody, "game=cities_and_knights", knights);
    FOUND(&nobody, "game=cities_and_knights&sort=moved", knights);
    FOUND(&nobody, "game=cities_and_knights&sort=turns", knights);
    FOUND(&ada, "game=base", hidden, people, base);
    FOUND(&nobody, "game=base", people, base);
    FOUND(&nobody, "player=ada", people);
    FOUND(&ada, "player=ada", hidden, people);
    FOUND(&nobody, "player=ada&vs=grace", people);
    FOUND(&nobody, "vs=grace", people);
    NONE_FOUND(&nobody, "vs=grace&sort=finished");
    NONE_FOUND(&nobody, "tag=x");
    game = GET(&nobody, 200, "/v1/games/%s", knights);
    snprintf(query, sizeof query, "finished_before=%s", text_at(game, "finished_at"));
    FOUND(&nobody, query, base);
    snprintf(query, sizeof query, "finished_after=%s&sort=turns", text_at(game, "finished_at"));
    FOUND(&nobody, query, knights);
    json_decref(game);
}
END_TEST

START_TEST(a_link_says_where_a_list_goes_on) {
    static const char *const lists[] = {"/v1/games?limit=1", "/v1/games?limit=1&sort=turns"};
    char id[GAME_ID_SIZE];

    bots_end("base", "", id);
    bots_end("base", "", id);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct response response;
        char path[QUERY_SIZE];

        client_ask(&nobody.client, &response, "GET", lists[i], "", NULL);
        ck_assert_int_eq(
            sscanf(response_header(&response, "Link"), "<%299[^>]>; rel=\"next\"", path), 1);
        response_free(&response);
        client_ask(&nobody.client, &response, "GET", path, "", NULL);
        ck_assert_int_eq(response.status, 200);
        ck_assert_ptr_null(response_header(&response, "Link"));
        response_free(&response);
    }
}
END_TEST

/* ---- tags ---- */

START_TEST(tags_find_their_games) {
    char open[GAME_ID_SIZE], hidden[GAME_ID_SIZE], ended[GAME_ID_SIZE], other[GAME_ID_SIZE];
    json_t *game, *page;

    make_game(&ada, "{'rules':{'game':'base','players':3},'tags':['cup-7','weekly']}", open);
    make_game(&ada, "{'visibility':'private','rules':{'game':'base','players':3},'tags':['cup-7']}",
              hidden);
    bots_end("base", ",'tags':['cup-7']", ended);
    bots_end("base", ",'tags':['cup']", other);
    game = GET(&nobody, 200, "/v1/games/%s", open);
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(game, "tags"), 1)), "weekly");
    json_decref(game);
    FOUND(&nobody, "tag=cup-7", ended, open);
    FOUND(&ada, "tag=cup-7", ended, hidden, open);
    FOUND(&ada, "tag=weekly", open);
    FOUND(&nobody, "tag=cup-7&sort=finished", ended);
    FOUND(&ada, "tag=cup-7&mine=true&status=open", hidden, open);
    FOUND(&ada, "tag=cup&sort=turns", other);
    NONE_FOUND(&ada, "tag=unknown");
    NONE_FOUND(&grace, "tag=cup-7&mine=true");
    page = GET(&ada, 200, "/v1/me/games?tag=weekly");
    ck_assert_uint_eq(json_array_size(json_object_get(page, "items")), 1);
    json_decref(page);
    page = GET(&ada, 200, "/v1/me/games?tag=cup");
    ck_assert_uint_eq(json_array_size(json_object_get(page, "items")), 0);
    json_decref(page);
    make_game(&ada, "{'rules':{'game':'base','players':2},'tags':['cup-7']}", other);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", other);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", other);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", other);
    game = POST(&ada, 201, NULL, "/v1/games/%s/rematch", other);
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(game, "tags"), 0)), "cup-7");
    json_decref(game);
}
END_TEST

START_TEST(a_tag_is_a_short_word) {
    static const struct {
        const char *tags, *pointer;
    } wrong[] = {
        {"['Cup']", "/tags/0"},       {"['a',7]", "/tags/1"},
        {"['']", "/tags/0"},          {"['-a']", "/tags/0"},
        {"['a','b','a']", "/tags/2"}, {"['abcdefghijklmnopqrstuvwxyz-0123456']", "/tags/0"},
        {"'cup'", "/tags"},           {"['1','2','3','4','5','6','7','8','9']", "/tags"},
    };
    char body[QUERY_SIZE];

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(body, sizeof body, "{'rules':{'game':'base','players':3},'tags':%s}",
                 wrong[i].tags);
        assert_problem(POST(&ada, 422, body, "/v1/games"), "invalid", wrong[i].pointer);
    }
    assert_problem(GET(&nobody, 422, "/v1/games?tag=A"), "invalid", "tag");
    assert_problem(GET(&nobody, 422, "/v1/records?tag=-"), "invalid", "tag");
    assert_problem(GET(&ada, 422, "/v1/me/games?tag=a%%20b"), "invalid", "tag");
}
END_TEST

/* Many games with one name, or one tag, are walked along instead of picked out. */
enum { MANY = 2100 };

START_TEST(what_many_games_have_finds_them_all) {
    char id[GAME_ID_SIZE], next[64] = "";
    unsigned named = 0, tagged = 0;
    json_t *page;

    make_game(&ada, "{'name':'Cup 1','rules':{'game':'base','players':3},'tags':['cup']}", id);
    sql_force(
        "hexpost.db",
        "INSERT INTO games (public_id, name, mode, status, creator, created_at, server_seed,"
        " commitment, setup, options, checksum) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL"
        " SELECT i + 1 FROM n WHERE i < %d) SELECT 'copy' || n.i, g.name, g.mode, g.status,"
        " g.creator, g.created_at, g.server_seed, g.commitment, g.setup, g.options, g.checksum"
        " FROM games g, n",
        MANY - 1);
    sql_force("hexpost.db",
              "INSERT INTO seats (game_id, seat, kind, account_id) SELECT g.id, s.seat, s.kind,"
              " s.account_id FROM games g, seats s WHERE g.public_id LIKE 'copy%%' AND s.game_id ="
              " (SELECT min(id) FROM games)");
    sql_force("hexpost.db", "INSERT INTO game_tags (tag, game_id) SELECT 'cup', id FROM games"
                            " WHERE public_id LIKE 'copy%%'");
    for (int way = 0; way < 2; way++)
        do {
            page = GET(&nobody, 200, "/v1/games?limit=100&%s%s%s",
                       way == 0 ? "name=cup" : "tag=cup", next[0] == '\0' ? "" : "&cursor=", next);
            *(way == 0 ? &named : &tagged) +=
                (unsigned)json_array_size(json_object_get(page, "items"));
            snprintf(next, sizeof next, "%s",
                     json_is_null(json_object_get(page, "next")) ? "" : text_at(page, "next"));
            json_decref(page);
        } while (next[0] != '\0');
    ck_assert_uint_eq(named, MANY);
    ck_assert_uint_eq(tagged, MANY);
}
END_TEST

START_TEST(wrong_searches_are_named) {
    static const char *const wrong[] = {
        "finished_after=now",  "finished_before=x", "player=x",   "vs=x",           "name=",
        "game=chess",          "min_turns=-1",      "min_road=x", "min_comeback=x", "sort=x",
        "limit=101&sort=turns"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char name[20];

        snprintf(name, sizeof name, "%.*s", (int)strcspn(wrong[i], "="), wrong[i]);
        assert_problem(GET(&nobody, 422, "/v1/games?%s", wrong[i]), "invalid", name);
    }
    assert_problem(GET(&nobody, 422, "/v1/games?sort=turns&cursor=1"), "invalid", "cursor");
    assert_problem(GET(&nobody, 422, "/v1/games?sort=turns&cursor=1.2.3"), "invalid", "cursor");
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "search",
        (const struct test_case[]){
            {"facts", facts_are_what_the_log_says, 2, 60, set_up_search, tear_down_search},
            {"before", facts_of_before_are_found_once, 0, 60, set_up_search, tear_down_search},
            {"pages", pages_are_in_order_and_whole, 0, 60, set_up_search, tear_down_search},
            {"new", a_page_leads_on_past_new_games, 0, 60, set_up_search, tear_down_search},
            {"filters", filters_find_what_they_name, 0, 60, set_up_search, tear_down_search},
            {"link", a_link_says_where_a_list_goes_on, 0, 60, set_up_search, tear_down_search},
            {"wrong", wrong_searches_are_named, 0, 0, set_up_search, tear_down_search},
            {"tags", tags_find_their_games, 0, 60, set_up_search, tear_down_search},
            {"tag words", a_tag_is_a_short_word, 0, 0, set_up_search, tear_down_search},
            {"many", what_many_games_have_finds_them_all, 0, 60, set_up_search, tear_down_search},
            {0},
        });
}
TEST_MAIN(suite)
