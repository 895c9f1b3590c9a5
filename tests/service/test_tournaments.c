/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Tournaments over HTTP: entering, starting, rounds, results, end dates, and what two processes or a crash do to them. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "service/base/time_text.h"
#include "service/tournament/keeper.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/sql.h"

enum { PEOPLE = 21, DAY_MS = 24 * 3600 * 1000 };

static struct person people[PEOPLE];
static const char *const names[PEOPLE] = {"ann",  "ben",  "cleo", "dora", "edda", "finn", "gita",
                                          "hugo", "iris", "jan",  "kim",  "lea",  "max",  "nora",
                                          "odo",  "pia",  "quin", "rosa", "sam",  "tess", "uwe"};
static unsigned signed_up;

static void tournaments_setup(void) {
    people_setup();
    signed_up = 0;
}

static void tournaments_teardown(void) {
    while (signed_up > 0)
        person_gone(&people[--signed_up]);
    people_teardown();
}

static void sign_up_people(unsigned n) {
    for (; signed_up < n; signed_up++)
        people[signed_up] = person_new(names[signed_up]);
}

/* ---- what tests do ---- */

static void make_tournament(const char *more, char id[GAME_ID_SIZE]) {
    char body[600];
    json_t *made;

    snprintf(body, sizeof body, "{'name':'Spring Cup','rules':{'game':'base'},%s}", more);
    made = POST(&ada, 201, body, "/v1/tournaments");
    snprintf(id, GAME_ID_SIZE, "%s", text_at(made, "id"));
    json_decref(made);
}

static void join_people(const char *id, unsigned n) {
    sign_up_people(n);
    for (unsigned i = 0; i < n; i++)
        POST_ONLY(&people[i], 200, NULL, "/v1/tournaments/%s/join", id);
}

static void work(void) {
    ck_assert(tournaments_run_due(&test_app, app_now()));
}

static void start(const char *id) {
    POST_ONLY(&ada, 200, NULL, "/v1/tournaments/%s/start", id);
    work();
}

static void assert_status(const char *id, const char *status, long long round) {
    json_t *tournament = GET(&ada, 200, "/v1/tournaments/%s", id);

    ck_assert_str_eq(text_at(tournament, "status"), status);
    ck_assert_int_eq(number_at(tournament, "round"), round);
    json_decref(tournament);
}

/* Which of the people an account is; the lower, the stronger. */
static int person_number(const char *name) {
    for (int i = 0; i < PEOPLE; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    ck_abort_msg("%s is a stranger", name);
}

/* Has the organiser say that the strongest at the table has won. */
static void settle_table(const char *id, const json_t *table) {
    const json_t *seats = json_object_get(table, "seats"), *seat;
    char body[200], points[60] = "";
    int best = 0;
    size_t i;

    json_array_foreach(seats, i, seat) {
        int rank = 0;

        for (size_t k = 0; k < json_array_size(seats); k++)
            rank += person_number(json_string_value(json_array_get(seats, k))) <
                    person_number(json_string_value(seat));
        if (rank == 0)
            best = (int)i;
        snprintf(points + strlen(points), sizeof points - strlen(points), "%s%d", i == 0 ? "" : ",",
                 10 - rank);
    }
    snprintf(body, sizeof body, "{'winner':%d,'points':[%s],'reason':'played at a table'}", best,
             points);
    POST_ONLY(&ada, 200, body, "/v1/tournaments/%s/games/%s/result", id, text_at(table, "game"));
}

/* Settles all tables of the last round; returns how many there are. */
static size_t settle_round(const char *id) {
    json_t *rounds = GET(&ada, 200, "/v1/tournaments/%s/rounds", id);
    const json_t *last = json_array_get(rounds, json_array_size(rounds) - 1), *table;
    size_t i, n = json_array_size(json_object_get(last, "tables"));

    json_array_foreach(json_object_get(last, "tables"), i, table) {
        if (json_object_get(table, "bye") == NULL)
            settle_table(id, table);
    }
    json_decref(rounds);
    work();
    return n;
}

static long long count_games(const char *id) {
    json_t *games = GET(&ada, 200, "/v1/games?tournament=%s&limit=50", id);
    long long n = (long long)json_array_size(json_object_get(games, "items"));

    json_decref(games);
    return n;
}

/* The only title of an account, of a whole tournament; ID NULL: it has none. */
static void assert_title(const char *name, const char *id) {
    json_t *profile = GET(&nobody, 200, "/v1/accounts/%s", name);
    const json_t *titles = json_object_get(profile, "titles"), *title = json_array_get(titles, 0);

    ck_assert_uint_eq(json_array_size(titles), id != NULL);
    if (id != NULL) {
        ck_assert_str_eq(text_at(json_object_get(title, "tournament"), "id"), id);
        ck_assert(json_is_null(json_object_get(title, "season")));
    }
    json_decref(profile);
}

/* How many of the first N people have a title of this season. */
static unsigned titles_of_people(unsigned n, long long season) {
    unsigned found = 0;

    for (unsigned i = 0; i < n; i++) {
        json_t *profile = GET(&nobody, 200, "/v1/accounts/%s", names[i]);
        const json_t *title;
        size_t k;

        json_array_foreach(json_object_get(profile, "titles"), k, title) {
            found += json_integer_value(json_object_get(title, "season")) == season;
        }
        json_decref(profile);
    }
    return found;
}

/* ---- entering ---- */

START_TEST(a_tournament_is_made_found_and_changed) {
    char id[GAME_ID_SIZE];
    json_t *list, *one;

    make_tournament("'format':'swiss','rounds':4,'players':{'min':4,'max':8},'about':'For all.'",
                    id);
    one = GET(&nobody, 200, "/v1/tournaments/%s", id);
    ck_assert_str_eq(text_at(one, "format"), "swiss");
    ck_assert_str_eq(text_at(one, "organiser"), "ada");
    ck_assert_int_eq(number_at(one, "seats"), 4);
    ck_assert_int_eq(number_at(one, "rounds"), 4);
    ck_assert(json_is_null(json_object_get(one, "mine")));
    json_decref(one);
    list = GET(&nobody, 200, "/v1/tournaments?status=open&format=swiss");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 1);
    json_decref(list);
    list = GET(&nobody, 200, "/v1/tournaments?format=league");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 0);
    json_decref(list);
    json_decref(person_ask(&ada, 200, "PATCH", "", "{'name':'Autumn Cup','players':{'max':12}}",
                           "/v1/tournaments/%s", id));
    json_decref(person_ask(&grace, 403, "PATCH", "", "{'name':'Mine'}", "/v1/tournaments/%s", id));
    one = GET(&ada, 200, "/v1/tournaments/%s", id);
    ck_assert_str_eq(text_at(one, "name"), "Autumn Cup");
    ck_assert_int_eq(number_at(json_object_get(one, "players"), "max"), 12);
    json_decref(one);
    json_decref(person_ask(&ada, 204, "DELETE", "", NULL, "/v1/tournaments/%s", id));
    json_decref(GET(&ada, 404, "/v1/tournaments/%s", id));
}
END_TEST

START_TEST(wrong_wishes_are_named) {
    static const struct {
        const char *more, *pointer;
    } wrong[] = {
        {"'format':'chess'", "/format"},
        {"'format':'swiss','seats':7", "/seats"},
        {"'format':'swiss','rounds':99", "/rounds"},
        {"'format':'round_robin','rounds':3", "/rounds"},
        {"'format':'league','division':8", "/division"},
        {"'format':'league','moves':4", "/moves"},
        {"'format':'swiss','players':{'min':9,'max':8}", "/players/max"},
        {"'format':'swiss','players':{'min':2}", "/players/min"},
        {"'format':'swiss','starts_at':'2001-01-01T00:00:00Z'", "/starts_at"},
        {"'format':'swiss','starts_at':'soon'", "/starts_at"},
        {"'format':'swiss','round_days':0", "/round_days"},
        {"'format':'swiss','clock':{'turn':1}", "/clock/turn"},
        {"'format':'swiss','counting':'luck'", "/counting"},
        {"'format':'swiss','more':1", "/more"},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char body[300];

        snprintf(body, sizeof body, "{'name':'Cup','rules':{'game':'base'},%s}", wrong[i].more);
        assert_problem(POST(&ada, 422, body, "/v1/tournaments"), "invalid", wrong[i].pointer);
    }
    assert_problem(
        POST(&ada, 422, "{'name':'Cup','format':'swiss','rules':{'game':'go'}}", "/v1/tournaments"),
        "invalid", "/rules/game");
    json_decref(POST(&nobody, 401, "{}", "/v1/tournaments"));
}
END_TEST

START_TEST(players_come_and_go_until_it_is_full) {
    char id[GAME_ID_SIZE];

    make_tournament("'format':'swiss','players':{'min':4,'max':4}", id);
    join_people(id, 3);
    assert_problem(POST(&people[0], 409, NULL, "/v1/tournaments/%s/join", id), "conflict", NULL);
    POST_ONLY(&people[0], 200, NULL, "/v1/tournaments/%s/leave", id);
    assert_problem(POST(&people[0], 409, NULL, "/v1/tournaments/%s/leave", id), "conflict", NULL);
    assert_problem(POST(&grace, 403, NULL, "/v1/tournaments/%s/leave", id), "forbidden", NULL);
    assert_problem(POST(&ada, 409, NULL, "/v1/tournaments/%s/start", id), "conflict", NULL);
    POST_ONLY(&people[0], 200, NULL, "/v1/tournaments/%s/join", id);
    work();
    assert_status(id, "open", 0);
    POST_ONLY(&grace, 200, NULL, "/v1/tournaments/%s/join", id);
    sign_up_people(4);
    assert_problem(POST(&people[3], 409, NULL, "/v1/tournaments/%s/join", id), "conflict", NULL);
    work(); /* it is full, and has no date */
    assert_status(id, "running", 1);
}
END_TEST

START_TEST(a_private_one_is_for_those_who_were_invited) {
    char id[GAME_ID_SIZE];
    json_t *list;

    make_tournament("'format':'swiss','visibility':'private'", id);
    json_decref(GET(&grace, 404, "/v1/tournaments/%s", id));
    json_decref(POST(&grace, 404, NULL, "/v1/tournaments/%s/join", id));
    list = GET(&grace, 200, "/v1/tournaments");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 0);
    json_decref(list);
    json_decref(
        person_ask(&ada, 200, "PUT", "", "{'state':'in'}", "/v1/tournaments/%s/players/grace", id));
    POST_ONLY(&grace, 200, NULL, "/v1/tournaments/%s/join", id);
    list = GET(&grace, 200, "/v1/tournaments?mine=true");
    ck_assert_uint_eq(json_array_size(json_object_get(list, "items")), 1);
    json_decref(list);
    json_decref(person_ask(&ada, 200, "PUT", "", "{'state':'out'}",
                           "/v1/tournaments/%s/players/grace", id));
    json_decref(person_ask(&grace, 403, "PUT", "", "{'state':'in'}",
                           "/v1/tournaments/%s/players/grace", id));
}
END_TEST

/* ---- rounds ---- */

START_TEST(games_of_a_round_start_with_their_players_seated) {
    char id[GAME_ID_SIZE];
    json_t *rounds, *table, *game;
    const json_t *tables, *seat, *place;
    size_t i, k;

    make_tournament("'format':'round_robin','seats':4,'clock':{'turn':86400}", id);
    join_people(id, 7);
    start(id);
    assert_status(id, "running", 1);
    rounds = GET(&nobody, 200, "/v1/tournaments/%s/rounds", id);
    tables = json_object_get(json_array_get(rounds, 0), "tables");
    ck_assert_uint_eq(json_array_size(tables), 7);
    json_array_foreach(tables, i, table) {
        game = GET(&nobody, 200, "/v1/games/%s", text_at(table, "game"));
        ck_assert_str_eq(text_at(game, "status"), "active");
        place = json_object_get(game, "tournament");
        ck_assert_str_eq(text_at(place, "id"), id);
        ck_assert_int_eq(number_at(place, "round"), 1);
        ck_assert_int_eq(number_at(place, "table"), (int)i + 1);
        json_array_foreach(json_object_get(game, "seats"), k, seat) {
            ck_assert_str_eq(text_at(seat, "account"),
                             json_string_value(json_array_get(json_object_get(table, "seats"), k)));
        }
        json_decref(game);
    }
    json_decref(rounds);
    ck_assert_int_eq(count_games(id), 7);
    settle_round(id);
    assert_status(id, "finished", 1);
}
END_TEST

START_TEST(a_swiss_one_is_played_to_its_end) {
    char id[GAME_ID_SIZE];
    json_t *standings, *log;
    const json_t *first;

    make_tournament("'format':'swiss','rounds':3", id);
    join_people(id, 12);
    start(id);
    for (int round = 1; round <= 3; round++) {
        assert_status(id, "running", round);
        ck_assert_uint_eq(settle_round(id), 3);
    }
    assert_status(id, "finished", 3);
    standings = GET(&nobody, 200, "/v1/tournaments/%s/standings", id);
    ck_assert_uint_eq(json_array_size(json_object_get(standings, "items")), 12);
    first = json_array_get(json_object_get(standings, "items"), 0);
    ck_assert_str_eq(text_at(first, "account"), "ann");
    ck_assert_int_eq(number_at(first, "won"), 3);
    ck_assert_int_eq(number_at(first, "points"), 30);
    ck_assert_int_eq(number_at(first, "percent"), 3 * 2941); /* 10 of 34 */
    json_decref(standings);
    log = GET(&nobody, 200, "/v1/tournaments/%s/log", id);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(log, "items"), 0), "what"), "finished");
    json_decref(log);
    assert_problem(POST(&people[0], 409, NULL, "/v1/tournaments/%s/join", id), "conflict", NULL);
    assert_title("ann", id);
    assert_title("ben", NULL);
    ck_assert_uint_eq(people_told("ann", "tournament.over"), 1);
    ck_assert_uint_eq(people_told("lea", "tournament.over"), 1);
}
END_TEST

START_TEST(who_has_a_bye_is_told) {
    char id[GAME_ID_SIZE];
    size_t told = 0;

    make_tournament("'format':'swiss','rounds':1", id);
    join_people(id, 5);
    start(id);
    for (unsigned i = 0; i < 5; i++)
        told += people_told(names[i], "tournament.bye");
    ck_assert_uint_eq(told, 1);
}
END_TEST

START_TEST(a_game_that_is_left_by_all_counts_for_nobody) {
    char id[GAME_ID_SIZE];
    json_t *rounds, *standings;
    const json_t *result;

    make_tournament("'format':'swiss','rounds':1", id);
    join_people(id, 4);
    start(id);
    rounds = GET(&nobody, 200, "/v1/tournaments/%s/rounds", id);
    for (int i = 0; i < 4; i++)
        POST_ONLY(&people[i], 200, NULL, "/v1/games/%s/resign",
                  text_at(json_array_get(json_object_get(json_array_get(rounds, 0), "tables"), 0),
                          "game"));
    json_decref(rounds);
    rounds = GET(&nobody, 200, "/v1/tournaments/%s/rounds", id);
    result = json_object_get(
        json_array_get(json_object_get(json_array_get(rounds, 0), "tables"), 0), "result");
    ck_assert(json_is_null(json_object_get(result, "winner")));
    ck_assert_uint_eq(json_array_size(json_object_get(result, "lost")), 4);
    json_decref(rounds);
    standings = GET(&nobody, 200, "/v1/tournaments/%s/standings", id);
    ck_assert_int_eq(number_at(json_array_get(json_object_get(standings, "items"), 0), "won"), 0);
    json_decref(standings);
    work();
    assert_status(id, "finished", 1);
}
END_TEST

START_TEST(what_is_open_at_the_end_date_is_lost_by_who_is_late) {
    char id[GAME_ID_SIZE];
    json_t *rounds, *log, *standings;
    const json_t *table, *items;
    size_t withdrawn = 0, i;

    make_tournament("'format':'swiss','rounds':2,'round_days':1", id);
    join_people(id, 8);
    start(id);
    work();
    assert_status(id, "running", 1);
    ck_assert(tournaments_run_due(&test_app, app_now() + DAY_MS + 1));
    rounds = GET(&nobody, 200, "/v1/tournaments/%s/rounds", id);
    json_array_foreach(json_object_get(json_array_get(rounds, 0), "tables"), i, table) {
        const json_t *result = json_object_get(table, "result");

        ck_assert(json_is_true(json_object_get(result, "set")));
        /* the set-up waits for one */
        ck_assert_uint_eq(json_array_size(json_object_get(result, "lost")), 1);
    }
    json_decref(rounds);
    standings = GET(&nobody, 200, "/v1/tournaments/%s/standings", id);
    items = json_object_get(standings, "items");
    for (i = 0; i < json_array_size(items); i++)
        withdrawn += json_is_true(json_object_get(json_array_get(items, i), "withdrawn"));
    ck_assert_uint_eq(withdrawn, 2);
    json_decref(standings);
    assert_status(id, "running", 2); /* six are left */
    log = GET(&nobody, 200, "/v1/tournaments/%s/log", id);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(log, "items"), 0), "what"), "paired");
    json_decref(log);
}
END_TEST

START_TEST(an_organiser_moves_the_end_of_a_round) {
    char id[GAME_ID_SIZE], body[100], at[TIME_TEXT_SIZE];
    json_t *rounds, *log;

    time_write(at, app_now() + 40 * INT64_C(86400000));
    snprintf(body, sizeof body, "{'round_ends_at':'%s'}", at);
    make_tournament("'format':'swiss','rounds':2", id);
    join_people(id, 4);
    assert_problem(person_ask(&ada, 409, "PATCH", "", body, "/v1/tournaments/%s", id), "conflict",
                   NULL);
    start(id);
    assert_problem(person_ask(&people[0], 403, "PATCH", "", body, "/v1/tournaments/%s", id),
                   "forbidden", NULL);
    assert_problem(person_ask(&ada, 422, "PATCH", "", "{'round_ends_at':'2001-01-01T00:00:00Z'}",
                              "/v1/tournaments/%s", id),
                   "invalid", "/round_ends_at");
    json_decref(person_ask(&ada, 200, "PATCH", "", body, "/v1/tournaments/%s", id));
    rounds = GET(&ada, 200, "/v1/tournaments/%s/rounds", id);
    ck_assert_str_eq(
        text_at(json_array_get(json_object_get(json_array_get(rounds, 0), "tables"), 0), "ends_at"),
        at);
    json_decref(rounds);
    log = GET(&nobody, 200, "/v1/tournaments/%s/log", id);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(log, "items"), 0), "what"), "dated");
    json_decref(log);
}
END_TEST

START_TEST(one_without_players_is_cancelled) {
    char id[GAME_ID_SIZE], text[100];
    int64_t at = app_now() / 1000 + 3600;
    struct tm when;
    time_t seconds = (time_t)at;

    gmtime_r(&seconds, &when);
    strftime(text, sizeof text, "'format':'swiss','starts_at':'%Y-%m-%dT%H:%M:%SZ'", &when);
    make_tournament(text, id);
    join_people(id, 3);
    ck_assert(tournaments_run_due(&test_app, at * 1000 - 1));
    assert_status(id, "open", 0);
    ck_assert(tournaments_run_due(&test_app, at * 1000));
    assert_status(id, "cancelled", 0);
    ck_assert_uint_eq(people_told("ann", "tournament.cancelled"), 1);
    make_tournament(text, id);
    join_people(id, 4);
    ck_assert(tournaments_run_due(&test_app, at * 1000));
    assert_status(id, "running", 1);
}
END_TEST

/* ---- organisers ---- */

START_TEST(somebody_in_reserve_takes_a_place) {
    char id[GAME_ID_SIZE];
    json_t *standings, *one;

    make_tournament("'format':'knockout'", id);
    join_people(id, 5);
    start(id);
    one = POST(&grace, 200, NULL, "/v1/tournaments/%s/join", id);
    ck_assert_str_eq(text_at(json_object_get(one, "mine"), "state"), "reserve");
    json_decref(one);
    assert_problem(person_ask(&ada, 409, "PUT", "", "{'state':'replaced','by':'ben'}",
                              "/v1/tournaments/%s/players/ann", id),
                   "conflict", NULL);
    assert_problem(person_ask(&ada, 422, "PUT", "", "{'state':'replaced'}",
                              "/v1/tournaments/%s/players/ann", id),
                   "invalid", "/by");
    json_decref(person_ask(&ada, 200, "PUT", "", "{'state':'replaced','by':'grace'}",
                           "/v1/tournaments/%s/players/ann", id));
    standings = GET(&ada, 200, "/v1/tournaments/%s/standings", id);
    ck_assert_uint_eq(json_array_size(json_object_get(standings, "items")), 5);
    json_decref(standings);
    one = GET(&grace, 200, "/v1/tournaments/%s", id);
    ck_assert_str_eq(text_at(json_object_get(one, "mine"), "state"), "in");
    json_decref(one);
}
END_TEST

START_TEST(an_organiser_ends_a_round_and_names_results) {
    char id[GAME_ID_SIZE];
    json_t *rounds;
    char game[GAME_ID_SIZE];

    make_tournament("'format':'swiss','rounds':3", id);
    join_people(id, 8);
    start(id);
    assert_problem(POST(&ada, 409, NULL, "/v1/tournaments/%s/rounds/1/pair", id), "conflict", NULL);
    json_decref(POST(&grace, 403, NULL, "/v1/tournaments/%s/rounds/2/pair", id));
    rounds = GET(&ada, 200, "/v1/tournaments/%s/rounds", id);
    snprintf(
        game, sizeof game, "%s",
        text_at(json_array_get(json_object_get(json_array_get(rounds, 0), "tables"), 0), "game"));
    json_decref(rounds);
    assert_problem(POST(&ada, 422, "{'winner':0,'points':[10,9,8],'reason':'x'}",
                        "/v1/tournaments/%s/games/%s/result", id, game),
                   "invalid", "/points");
    assert_problem(POST(&ada, 422, "{'winner':5,'points':[10,9,8,7],'reason':'x'}",
                        "/v1/tournaments/%s/games/%s/result", id, game),
                   "invalid", "/winner");
    json_decref(POST(&ada, 404, "{'winner':0,'points':[10,9,8,7],'reason':'x'}",
                     "/v1/tournaments/%s/games/nothing/result", id));
    POST_ONLY(&ada, 200, NULL, "/v1/tournaments/%s/rounds/2/pair", id);
    work();
    assert_status(id, "running", 2);
}
END_TEST

/* ---- crashes and processes ---- */

START_TEST(a_game_that_was_not_made_is_made_once) {
    char id[GAME_ID_SIZE];

    make_tournament("'format':'round_robin'", id);
    join_people(id, 5);
    start(id);
    ck_assert_int_eq(count_games(id), 5);
    /* as if the server had ended between pairing and making the games */
    sql_force("hexpost.db", "UPDATE tournament_tables SET game_id = NULL WHERE number <= 2");
    ck_assert_int_eq(count_games(id), 3);
    work();
    ck_assert_int_eq(count_games(id), 5);
    work();
    ck_assert_int_eq(count_games(id), 5);
    assert_status(id, "running", 1);
}
END_TEST

static void *run_beside(void *nothing) {
    ck_assert(tournaments_run_due(&test_app, app_now()));
    return nothing;
}

START_TEST(two_who_look_at_once_pair_a_round_once) {
    char id[GAME_ID_SIZE];
    pthread_t threads[3];
    json_t *rounds;

    make_tournament("'format':'swiss','rounds':2", id);
    join_people(id, 16);
    POST_ONLY(&ada, 200, NULL, "/v1/tournaments/%s/start", id);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, run_beside, NULL), 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    work();
    rounds = GET(&ada, 200, "/v1/tournaments/%s/rounds", id);
    ck_assert_uint_eq(json_array_size(rounds), 1);
    json_decref(rounds);
    ck_assert_int_eq(count_games(id), 4);
}
END_TEST

START_TEST(a_league_runs_by_itself) {
    char id[GAME_ID_SIZE];
    json_t *standings;
    const json_t *items;

    make_tournament("'format':'league','rounds':2,'division':7", id);
    join_people(id, 14);
    start(id);
    for (unsigned season = 1; season <= 2; season++) {
        assert_status(id, "running", season);
        ck_assert_uint_eq(settle_round(id), 14);
        ck_assert_uint_eq(titles_of_people(14, season), 1); /* of the first division */
    }
    assert_status(id, "finished", 2);
    standings = GET(&nobody, 200, "/v1/tournaments/%s/standings", id);
    items = json_object_get(standings, "items");
    ck_assert_int_eq(number_at(json_array_get(items, 0), "division"), 1);
    ck_assert_int_eq(number_at(json_array_get(items, 6), "division"), 1);
    ck_assert_int_eq(number_at(json_array_get(items, 7), "division"), 2);
    ck_assert_str_eq(text_at(json_array_get(items, 0), "account"), "ann");
    json_decref(standings);
}
END_TEST

#define CASE(name, function, seconds)                                                              \
    { name, function, 0, seconds, tournaments_setup, tournaments_teardown }

static Suite *suite(void) {
    return test_suite("tournaments",
                      (const struct test_case[]){
                          CASE("made", a_tournament_is_made_found_and_changed, 0),
                          CASE("wrong", wrong_wishes_are_named, 0),
                          CASE("join", players_come_and_go_until_it_is_full, 0),
                          CASE("private", a_private_one_is_for_those_who_were_invited, 0),
                          CASE("round robin", games_of_a_round_start_with_their_players_seated, 0),
                          CASE("swiss", a_swiss_one_is_played_to_its_end, 0),
                          CASE("bye", who_has_a_bye_is_told, 0),
                          CASE("left", a_game_that_is_left_by_all_counts_for_nobody, 0),
                          CASE("late", what_is_open_at_the_end_date_is_lost_by_who_is_late, 0),
                          CASE("dated", an_organiser_moves_the_end_of_a_round, 0),
                          CASE("cancelled", one_without_players_is_cancelled, 0),
                          CASE("reserve", somebody_in_reserve_takes_a_place, 0),
                          CASE("organiser", an_organiser_ends_a_round_and_names_results, 0),
                          CASE("crash", a_game_that_was_not_made_is_made_once, 0),
                          CASE("beside", two_who_look_at_once_pair_a_round_once, 0),
                          CASE("league", a_league_runs_by_itself, 0),
                          {0},
                      });
}
TEST_MAIN(suite)
