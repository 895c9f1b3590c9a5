/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Creating games, finding them, taking and leaving seats. */
#include <stdio.h>
#include <string.h>

#include "db/retention.h"
#include "service/app/prune.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

START_TEST(a_game_has_defaults) {
    json_t *game = POST(&ada, 201, "{'rules':{'game':'base'}}", "/v1/games");
    const json_t *seats = json_object_get(game, "seats");
    const json_t *rules = json_object_get(game, "rules");

    ck_assert_str_eq(text_at(game, "mode"), "play");
    ck_assert_str_eq(text_at(game, "status"), "open");
    ck_assert_uint_eq(json_array_size(seats), 4);
    ck_assert_str_eq(text_at(json_array_get(seats, 0), "account"), "ada");
    ck_assert_str_eq(text_at(json_array_get(seats, 1), "kind"), "open");
    ck_assert_int_eq(number_at(rules, "victory_points"), 10);
    ck_assert(json_is_true(json_object_get(rules, "combined_phases")));
    ck_assert(json_is_null(json_object_get(game, "turn")));
    ck_assert_int_eq(number_at(game, "seq"), 0);
    ck_assert_uint_eq(strlen(text_at(json_object_get(game, "fairness"), "commitment")), 64);
    json_decref(game);
}
END_TEST

START_TEST(the_last_seat_starts_the_game) {
    char id[GAME_ID_SIZE];
    json_t *game, *events;

    make_game(&ada, "{'rules':{'game':'base','players':2}}", id);
    POST_ONLY(&ada, 409, "{'action':{'type':'roll'}}", "/v1/games/%s/moves", id);
    game = POST(&grace, 200, NULL, "/v1/games/%s/join", id);
    ck_assert_str_eq(text_at(game, "status"), "active");
    ck_assert_int_eq(number_at(game, "seq"), 1);
    ck_assert_int_ge(waits_for(game), 0);
    events = GET(&nobody, 200, "/v1/games/%s/events", id);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(events, "items"), 0), "type"), "start");
    json_decref(events);
    json_decref(game);
    assert_problem(POST(&grace, 409, NULL, "/v1/games/%s/leave", id), "conflict", NULL);
    assert_problem(person_ask(&ada, 409, "DELETE", "", NULL, "/v1/games/%s", id), "conflict", NULL);
}
END_TEST

START_TEST(seats_are_taken_once) {
    char id[GAME_ID_SIZE];
    struct person eve = person_new("eve");

    make_game(&ada, "{'rules':{'game':'base','players':3}}", id);
    assert_problem(POST(&ada, 409, NULL, "/v1/games/%s/join", id), "conflict", NULL);
    assert_problem(POST(&grace, 409, "{'seat':0}", "/v1/games/%s/join", id), "conflict", NULL);
    assert_problem(POST(&grace, 422, "{'seat':3}", "/v1/games/%s/join", id), "invalid", "/seat");
    assert_problem(POST(&grace, 422, "{'client_commitment':'ab'}", "/v1/games/%s/join", id),
                   "invalid", "/client_commitment");
    POST_ONLY(&grace, 200, "{'seat':2}", "/v1/games/%s/join", id);
    assert_problem(POST(&eve, 409, "{'seat':2}", "/v1/games/%s/join", id), "conflict", NULL);
    assert_problem(POST(&eve, 403, NULL, "/v1/games/%s/leave", id), "forbidden", NULL);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/leave", id);
    POST_ONLY(&eve, 200, "{'seat':2}", "/v1/games/%s/join", id);
    assert_problem(person_ask(&eve, 403, "DELETE", "", NULL, "/v1/games/%s", id), "forbidden",
                   NULL);
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/games/%s", id));
    GET_ONLY(&ada, 404, "/v1/games/%s", id);
    person_gone(&eve);
}
END_TEST

/* The creator fills open seats with bots; a reserved seat only if it is named. */
START_TEST(bots_take_the_seats_that_nobody_comes_for) {
    char id[GAME_ID_SIZE];
    json_t *game;

    make_game(&ada,
              "{'rules':{'game':'base','players':4},'seats':[{'account':'me'},"
              "{'invite':'eve@example.org'},{'open':true},{'open':true}]}",
              id);
    assert_problem(POST(&grace, 403, NULL, "/v1/games/%s/bots", id), "forbidden", NULL);
    assert_problem(POST(&ada, 422, "{'bot':'deep'}", "/v1/games/%s/bots", id), "invalid", "/bot");
    assert_problem(POST(&ada, 422, "{'seat':4}", "/v1/games/%s/bots", id), "invalid", "/seat");
    assert_problem(POST(&ada, 409, "{'seat':0}", "/v1/games/%s/bots", id), "conflict", NULL);
    POST_ONLY(&grace, 200, "{'seat':3}", "/v1/games/%s/join", id);
    game = POST(&ada, 200, NULL, "/v1/games/%s/bots", id);
    ck_assert_str_eq(text_at(game, "status"), "open");
    ck_assert_str_eq(text_at(json_array_get(json_object_get(game, "seats"), 2), "bot"), "normal");
    json_decref(game);
    assert_problem(POST(&ada, 409, NULL, "/v1/games/%s/bots", id), "conflict", NULL);
    game = POST(&ada, 200, "{'seat':1,'bot':'hard'}", "/v1/games/%s/bots", id);
    ck_assert_str_eq(text_at(game, "status"), "active");
    ck_assert_str_eq(text_at(json_array_get(json_object_get(game, "seats"), 1), "bot"), "hard");
    json_decref(game);
    assert_problem(POST(&ada, 409, NULL, "/v1/games/%s/bots", id), "conflict", NULL);
}
END_TEST

/* Before the start and during the game, only by the creator; the bot's next decision is made at the new level. */
START_TEST(a_bot_can_be_told_to_play_better) {
    char id[GAME_ID_SIZE];
    json_t *game, *seat;

    make_game(&ada,
              "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},{'bot':'easy'},"
              "{'open':true}]}",
              id);
    game = POST(&ada, 200, "{'seat':1,'bot':'random'}", "/v1/games/%s/bots", id);
    ck_assert_str_eq(text_at(game, "status"), "open");
    ck_assert_str_eq(text_at(json_array_get(json_object_get(game, "seats"), 1), "bot"), "random");
    json_decref(game);
    assert_problem(POST(&ada, 409, "{'seat':1}", "/v1/games/%s/bots", id), "conflict", NULL);
    POST_ONLY(&grace, 200, "{'seat':2}", "/v1/games/%s/join", id);
    game = POST(&ada, 200, "{'seat':1,'bot':'hard'}", "/v1/games/%s/bots", id);
    ck_assert_str_eq(text_at(game, "status"), "active");
    seat = json_array_get(json_object_get(game, "seats"), 1);
    ck_assert_str_eq(text_at(seat, "kind"), "bot");
    ck_assert_str_eq(text_at(seat, "bot"), "hard");
    json_decref(game);
    assert_problem(POST(&grace, 403, "{'seat':1,'bot':'easy'}", "/v1/games/%s/bots", id),
                   "forbidden", NULL);
    assert_problem(POST(&ada, 409, "{'seat':2,'bot':'easy'}", "/v1/games/%s/bots", id), "conflict",
                   NULL);
    game = GET(&grace, 200, "/v1/games/%s", id);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(game, "seats"), 1), "bot"), "hard");
    json_decref(game);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", id);
    assert_problem(POST(&ada, 409, "{'seat':1,'bot':'easy'}", "/v1/games/%s/bots", id), "game-over",
                   NULL);
}
END_TEST

/* For strangers, a private game gives the same response as one that does not exist. */
START_TEST(private_games_are_not_there_for_strangers) {
    static const char *const places[] = {"",           "/view",      "/board",
                                         "/actions",   "/events",    "/record",
                                         "/board.svg", "/board.png", "/view?as=all"};
    struct person eve = person_new("eve");
    char id[GAME_ID_SIZE];
    json_t *list;

    make_game(&ada,
              "{'rules':{'game':'base','players':3},'visibility':'private',"
              "'seats':[{'account':'me'},{'invite':'grace@example.org'},{'open':true}]}",
              id);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        json_t *hidden = GET(&eve, 404, "/v1/games/%s%s", id, places[i]);
        json_t *missing = GET(&eve, 404, "/v1/games/0000000000000000%s", places[i]);

        json_object_del(hidden, "instance");
        json_object_del(missing, "instance");
        ck_assert(json_equal(hidden, missing));
        json_decref(hidden);
        json_decref(missing);
        GET_ONLY(&nobody, 404, "/v1/games/%s%s", id, places[i]);
    }
    POST_ONLY(&eve, 404, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&eve, 404, "{'action':{'type':'roll'}}", "/v1/games/%s/moves", id);
    list = GET(&eve, 200, "/v1/games");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 0);
    json_decref(list);
    list = GET(&nobody, 200, "/v1/accounts/ada/games");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 0);
    json_decref(list);
    list = GET(&ada, 200, "/v1/accounts/ada/games");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 1);
    json_decref(list);
    /* any address can be entered; an invitation counts only once the player has confirmed the address */
    GET_ONLY(&grace, 404, "/v1/games/%s", id);
    POST_ONLY(&grace, 404, NULL, "/v1/games/%s/join", id);
    person_confirm(&grace);
    GET_ONLY(&grace, 200, "/v1/games/%s", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    person_gone(&eve);
}
END_TEST

/* A caller with the address of an unlisted game can join; lists do not show it. */
START_TEST(unlisted_games_are_found_by_their_address_alone) {
    char id[GAME_ID_SIZE];
    json_t *game, *list;

    make_game(&ada, "{'rules':{'game':'base','players':2},'visibility':'unlisted'}", id);
    game = GET(&nobody, 200, "/v1/games/%s", id);
    ck_assert_str_eq(text_at(game, "visibility"), "unlisted");
    json_decref(game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    GET_ONLY(&nobody, 200, "/v1/games/%s/view", id);
    list = GET(&nobody, 200, "/v1/games");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 0);
    json_decref(list);
    list = GET(&nobody, 200, "/v1/accounts/grace/games");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 0);
    json_decref(list);
    /* text that looks like the mark is not one */
    make_game(&ada,
              "{'rules':{'game':'base','players':2},'visibility':'private',"
              "'board':{'layout':'random','seed':'\\'by_link\\':true'}}",
              id);
    GET_ONLY(&nobody, 404, "/v1/games/%s", id);
}
END_TEST

START_TEST(lists_are_read_on) {
    char id[GAME_ID_SIZE], cursor[32] = "";
    unsigned seen = 0;

    for (int i = 0; i < 5; i++)
        make_game(i % 2 ? &ada : &grace, "{'rules':{'game':'base'}}", id);
    make_game(&ada, "{'mode':'table','rules':{'game':'base'}}", id);
    for (;;) {
        json_t *page =
            GET(&nobody, 200, "/v1/games?limit=2%s%s", cursor[0] ? "&cursor=" : "", cursor);
        const json_t *next = json_object_get(page, "next");

        seen += (unsigned)json_array_size(json_object_get(page, "items"));
        snprintf(cursor, sizeof cursor, "%s", json_is_null(next) ? "" : json_string_value(next));
        json_decref(page);
        if (cursor[0] == '\0')
            break;
    }
    ck_assert_int_eq(seen, 6);
    const struct {
        const char *query;
        size_t n;
    } rows[] = {
        {"?status=open", 5},    {"?status=active", 1},           {"?mode=table", 1},
        {"?mine=true", 3},      {"?mine=true&status=active", 1}, {"?mode=play&mine=true", 2},
        {"?status=finished", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *page = GET(&ada, 200, "/v1/games%s", rows[i].query);

        ck_assert_msg(json_array_size(json_object_get(page, "items")) == rows[i].n, "%s gave %zu",
                      rows[i].query, json_array_size(json_object_get(page, "items")));
        json_decref(page);
    }
    GET_ONLY(&nobody, 401, "/v1/games?mine=true");
}
END_TEST

/* Every invalid body is refused at the faulty place. */
static const struct {
    const char *body, *pointer;
} wrong_games[] = {
    {"{}", "/rules"},
    {"{'rules':{}}", "/rules/game"},
    {"{'rules':{'game':'chess'}}", "/rules/game"},
    {"{'rules':{'game':'cities_and_knights','players':2}}", "/rules/players"},
    {"{'rules':{'game':'cities_and_knights','combined_phases':false}}", "/rules/combined_phases"},
    {"{'rules':{'game':'base','players':7}}", "/rules/players"},
    {"{'rules':{'game':'base','edition':'ck2020'}}", "/rules/edition"},
    {"{'rules':{'game':'base','players':3},'seats':[{'account':'me'},{'open':true}]}",
     "/rules/players"},
    {"{'rules':{'game':'base'},'seats':[{'account':'me'},{'account':'me'}]}", "/seats/1"},
    {"{'rules':{'game':'base'},'seats':[{'account':'eve'},{'open':true}]}", "/seats/0/account"},
    {"{'rules':{'game':'base'},'seats':[{'bot':'clever'},{'open':true}]}", "/seats/0/bot"},
    {"{'rules':{'game':'base'},'seats':[{},{'open':true}]}", "/seats/0"},
    {"{'rules':{'game':'base'},'seats':[null,{'open':true}]}", "/seats/0"},
    {"{'rules':{'game':'base'},'seats':[{'open':false},{'open':true}]}", "/seats/0"},
    {"{'rules':{'game':'base'},'seats':[{'invite':'nowhere'},{'open':true}]}", "/seats/0"},
    {"{'rules':{'game':'base'},'seats':[{'open':true,'bot':'random'},{'open':true}]}", "/seats/0"},
    {"{'rules':{'game':'base'},'seats':7}", "/seats"},
    {"{'rules':{'game':'base'},'seats':[{'account':'me'}]}", "/seats"},
    {"{'rules':{'game':'base'},'mode':'war'}", "/mode"},
    {"{'rules':{'game':'base'},'visibility':'none'}", "/visibility"},
    {"{'rules':{'game':'base'},'name':7}", "/name"},
    {"{'rules':{'game':'base'},'nam':'x'}", "/nam"},
    {"{'rules':{'game':'base'},'first':1}", "/first"},
    {"{'rules':{'game':'base'},'seed':'00'}", "/seed"},
    {"{'rules':{'game':'base'},'position':{}}", "/position"},
    {"{'rules':{'game':'base'},'record':{}}", "/record"},
    {"{'mode':'table','rules':{'game':'base','players':3},'first':3}", "/first"},
    {"{'mode':'table','rules':{'game':'base'},'seed':'xyz'}", "/seed"},
    {"{'mode':'table','rules':{'game':'base'},'seats':[{'bot':'random'},{'open':true}]}",
     "/seats/0"},
    {"{'mode':'table','rules':{'game':'base'},'record':{}}", "/rules"},
    {"{'mode':'table','record':{'format':'x'}}", "/record/format"},
    {"{'rules':{'game':'base'},'client_commitment':'7'}", "/client_commitment"},
    {"{'rules':{'game':'base'},'board':{'layout':'spiral'}}", "/board/layout"},
    {"{'rules':{'game':'base'},'board':{'hexes':[],'harbors':[]}}", "/board/hexes"},
    {"{'rules':{'game':'base'},'board':{'hexes':[{'q':0,'r':0,'terrain':'hills','number':7},"
     "{'q':1,'r':0,'terrain':'forest','number':5}],"
     "'harbors':[]}}",
     "/board/hexes/0"},
};

START_TEST(wrong_games_are_refused) {
    json_t *problem = POST(&ada, 422, wrong_games[_i].body, "/v1/games");
    const json_t *errors = json_object_get(problem, "errors");
    bool found = false;

    for (size_t i = 0; i < json_array_size(errors); i++) {
        const char *at = text_at(json_array_get(errors, i), "pointer");

        found |= strncmp(at, wrong_games[_i].pointer, strlen(wrong_games[_i].pointer)) == 0;
    }
    ck_assert_msg(found, "%s: %s", wrong_games[_i].pointer, text_at(problem, "detail"));
    json_decref(problem);
}
END_TEST

START_TEST(a_key_makes_one_game) {
    static const char body[] = "{'rules':{'game':'base'},'name':'once'}";
    static const char key[] = "Idempotency-Key: \"one\"\r\n";
    json_t *first = person_ask(&ada, 201, "POST", key, body, "/v1/games");
    json_t *again = person_ask(&ada, 201, "POST", key, body, "/v1/games");
    json_t *other = person_ask(&grace, 201, "POST", key, body, "/v1/games");

    ck_assert(json_equal(first, again));
    ck_assert_str_ne(text_at(first, "id"), text_at(other, "id"));
    assert_problem(
        person_ask(&ada, 422, "POST", key, "{'rules':{'game':'base'},'name':'x'}", "/v1/games"),
        "invalid", "Idempotency-Key");
    json_decref(first);
    json_decref(again);
    json_decref(other);
}
END_TEST

START_TEST(a_key_is_forgotten_in_time) {
    static const char body[] = "{'rules':{'game':'base'}}";
    static const char key[] = "Idempotency-Key: once\r\n";
    const int64_t hour = 3600000;
    json_t *first = person_ask(&ada, 201, "POST", key, body, "/v1/games");
    json_t *again, *anew;

    ck_assert_int_eq(prune_old(&test_app, app_now() + (STORE_IDEMPOTENCY_HOURS - 1) * hour),
                     CHORE_DONE);
    again = person_ask(&ada, 201, "POST", key, body, "/v1/games");
    ck_assert(json_equal(first, again));
    ck_assert_int_eq(prune_old(&test_app, app_now() + (STORE_IDEMPOTENCY_HOURS + 1) * hour),
                     CHORE_DONE);
    anew = person_ask(&ada, 201, "POST", key, body, "/v1/games");
    ck_assert_str_ne(text_at(first, "id"), text_at(anew, "id"));
    json_decref(first);
    json_decref(again);
    json_decref(anew);
}
END_TEST

START_TEST(a_game_is_known_by_its_tag) {
    char id[GAME_ID_SIZE], header[200];
    struct response response;
    const char *etag;

    make_game(&ada, "{'rules':{'game':'base','players':3}}", id);
    snprintf(header, sizeof header, "/v1/games/%s", id);
    client_ask(&nobody.client, &response, "GET", header, "", NULL);
    etag = response_header(&response, "ETag");
    ck_assert_ptr_nonnull(etag);
    snprintf(header, sizeof header, "If-None-Match: %s\r\n", etag);
    response_free(&response);
    json_decref(person_ask(&nobody, 304, "GET", header, NULL, "/v1/games/%s", id));
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    json_decref(person_ask(&nobody, 200, "GET", header, NULL, "/v1/games/%s", id));
}
END_TEST

START_TEST(a_game_has_one_rematch) {
    char id[GAME_ID_SIZE];
    json_t *first, *second;

    make_game(&ada, "{'rules':{'game':'base','players':2},'board':{'layout':'beginner'}}", id);
    assert_problem(POST(&ada, 409, NULL, "/v1/games/%s/rematch", id), "conflict", NULL);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", id);
    assert_problem(POST(&ada, 409, NULL, "/v1/games/%s/resign", id), "game-over", NULL);
    first = POST(&ada, 201, NULL, "/v1/games/%s/rematch", id);
    second = POST(&grace, 200, NULL, "/v1/games/%s/rematch", id);
    ck_assert_str_eq(text_at(first, "id"), text_at(second, "id"));
    ck_assert_str_eq(text_at(first, "rematch_of"), id);
    ck_assert_str_eq(text_at(first, "status"), "open");
    ck_assert_str_eq(text_at(json_object_get(first, "board"), "layout"), "beginner");
    /* every player one seat further on: grace's seat is reserved for her */
    ck_assert_str_eq(text_at(json_array_get(json_object_get(first, "seats"), 0), "kind"),
                     "invited");
    ck_assert_str_eq(text_at(json_array_get(json_object_get(first, "seats"), 1), "account"), "ada");
    json_decref(second);
    second = POST(&grace, 200, NULL, "/v1/games/%s/join", text_at(first, "id"));
    ck_assert_str_eq(text_at(second, "status"), "active");
    json_decref(first);
    json_decref(second);
}
END_TEST

/* The creator decides whether there are hints in a game; its rematch is the same. */
START_TEST(a_game_without_hints) {
    char with[GAME_ID_SIZE], without[GAME_ID_SIZE];
    json_t *game;

    make_game(&ada,
              "{'rules':{'game':'base','players':2},'seats':[{'account':'me'},{'bot':'easy'}]}",
              with);
    make_game(&ada,
              "{'rules':{'game':'base','players':2},'hints':false,"
              "'seats':[{'account':'me'},{'bot':'easy'}]}",
              without);
    assert_problem(POST(&ada, 422, "{'rules':{'game':'base'},'hints':'no'}", "/v1/games"),
                   "invalid", "/hints");
    game = GET(&ada, 200, "/v1/games/%s", with);
    ck_assert(json_is_true(json_object_get(game, "hints")));
    json_decref(game);
    game = GET(&ada, 200, "/v1/games/%s", without);
    ck_assert(json_is_false(json_object_get(game, "hints")));
    json_decref(game);
    assert_problem(GET(&ada, 403, "/v1/games/%s/hint", without), "forbidden", NULL);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", without);
    game = POST(&ada, 201, NULL, "/v1/games/%s/rematch", without);
    ck_assert(json_is_false(json_object_get(game, "hints")));
    json_decref(game);
    make_game(&ada, "{'mode':'table','rules':{'game':'base'}}", with);
    GET_ONLY(&ada, 200, "/v1/games/%s/hint", with);
    make_game(&ada, "{'mode':'table','rules':{'game':'base'},'hints':false}", without);
    assert_problem(GET(&ada, 403, "/v1/games/%s/hint", without), "forbidden", NULL);
}
END_TEST

START_TEST(statistics_count_what_anybody_may_see) {
    char id[GAME_ID_SIZE];
    json_t *stats;

    make_game(&ada, "{'rules':{'game':'base','players':2}}", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", id);
    make_game(&ada,
              "{'rules':{'game':'base'},'visibility':'private',"
              "'seats':[{'account':'me'},{'bot':'random'}]}",
              id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    stats = GET(&nobody, 200, "/v1/accounts/ada/stats");
    ck_assert_int_eq(number_at(stats, "resigned"), 1);
    ck_assert_int_eq(number_at(stats, "won"), 0);
    json_decref(stats);
    make_game(&ada, "{'rules':{'game':'base'},'seats':[{'account':'me'},{'bot':'random'}]}", id);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    sql_force("hexpost.db", "UPDATE games SET status = 2");
    stats = GET(&nobody, 200, "/v1/accounts/ada/stats");
    ck_assert_int_eq(number_at(stats, "finished"), 2);
    ck_assert_int_eq(number_at(json_object_get(stats, "with_people"), "finished"), 1);
    ck_assert_int_eq(number_at(json_object_get(stats, "with_people"), "won"), 0);
    json_decref(stats);
    GET_ONLY(&nobody, 404, "/v1/accounts/bob/stats");
}
END_TEST

static Suite *suite(void) {
    enum { WRONG = sizeof wrong_games / sizeof *wrong_games };

    return test_suite(
        "games",
        (const struct test_case[]){
            {"defaults", a_game_has_defaults, 0, 0, people_setup, people_teardown},
            {"start", the_last_seat_starts_the_game, 0, 0, people_setup, people_teardown},
            {"seats", seats_are_taken_once, 0, 0, people_setup, people_teardown},
            {"levels", a_bot_can_be_told_to_play_better, 0, 0, people_setup, people_teardown},
            {"bots", bots_take_the_seats_that_nobody_comes_for, 0, 0, people_setup,
             people_teardown},
            {"private", private_games_are_not_there_for_strangers, 0, 0, people_setup,
             people_teardown},
            {"unlisted", unlisted_games_are_found_by_their_address_alone, 0, 0, people_setup,
             people_teardown},
            {"lists", lists_are_read_on, 0, 0, people_setup, people_teardown},
            {"wrong", wrong_games_are_refused, WRONG, 0, people_setup, people_teardown},
            {"idempotency", a_key_makes_one_game, 0, 0, people_setup, people_teardown},
            {"forgotten_keys", a_key_is_forgotten_in_time, 0, 0, people_setup, people_teardown},
            {"etag", a_game_is_known_by_its_tag, 0, 0, people_setup, people_teardown},
            {"rematch", a_game_has_one_rematch, 0, 0, people_setup, people_teardown},
            {"hints", a_game_without_hints, 0, 0, people_setup, people_teardown},
            {"stats", statistics_count_what_anybody_may_see, 0, 0, people_setup, people_teardown},
            {0},
        });
}
TEST_MAIN(suite)
