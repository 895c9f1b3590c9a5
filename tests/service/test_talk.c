/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Chat messages and who gets them; notes; statistics and lists of a player's games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/events.h"
#include "db/games.h"
#include "db/history.h"
#include "db/talk.h"
#include "service/api/talk.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

static char game[GAME_ID_SIZE]; /* ada, grace and a bot's, just begun */

#define TALK "/v1/games/%s/talk"

static void setup(void) {
    people_setup();
    make_game(&ada,
              "{'rules':{'game':'base','players':3},'board':{'layout':'beginner'},"
              "'seats':[{'account':'me'},{'open':true},{'bot':'random'}]}",
              game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
}

static size_t heard(struct person *person, const char *query) {
    json_t *list = GET(person, 200, TALK "%s", game, query);
    size_t n = json_array_size(json_object_get(list, "items"));

    json_decref(list);
    return n;
}

static json_t *my_game(struct person *person, size_t i) {
    json_t *list = GET(person, 200, "/v1/me/games");
    json_t *item = json_incref(json_array_get(json_object_get(list, "items"), i));

    json_decref(list);
    return item;
}

/* All players' points in an item of the list, compared with the person's view of the game. */
static void assert_points_as_seen(struct person *person, const json_t *item) {
    const json_t *known = json_object_get(item, "points");
    json_t *view =
        GET(person, 200, "/v1/games/%s/view", text_at(json_object_get(item, "game"), "id"));

    ck_assert_uint_gt(json_array_size(known), 0);
    for (size_t seat = 0; seat < json_array_size(known); seat++) {
        const json_t *player = json_array_get(json_object_get(view, "players"), seat);
        const json_t *points = json_object_get(player, "points");
        const json_t *total = json_object_get(points, "total");

        if (json_is_null(total))
            total = json_object_get(points, "visible");
        ck_assert(json_equal(json_array_get(known, seat), total));
    }
    json_decref(view);
}

static long long unread(struct person *person) {
    json_t *item = my_game(person, 0);
    long long n = number_at(item, "unread_talk");

    json_decref(item);
    return n;
}

START_TEST(what_is_said_to_one_is_for_nobody_else) {
    struct person eve = person_new("eve");
    json_t *said = POST(&ada, 201, "{'text':'psst, @blue','to':[1]}", TALK, game);

    ck_assert_int_eq(json_integer_value(json_array_get(json_object_get(said, "mentions"), 0)), 1);
    ck_assert_uint_eq(heard(&ada, ""), 1);
    ck_assert_uint_eq(heard(&grace, ""), 1);
    ck_assert_uint_eq(heard(&eve, ""), 0);
    ck_assert_uint_eq(heard(&nobody, ""), 0);
    ck_assert_int_eq(unread(&ada), 0);
    ck_assert_int_eq(unread(&grace), 1);
    char body[60];
    snprintf(body, sizeof body, "{'id':'%s'}", text_at(said, "id"));
    assert_problem(POST(&eve, 422, body, TALK "/read", game), "invalid", "/id"); /* nor found out */
    POST_ONLY(&ada, 201, "{'text':'Hello @GRACE and @ada'}", TALK, game);
    ck_assert_uint_eq(heard(&nobody, ""), 1);
    ck_assert_int_eq(unread(&grace), 2);
    POST_ONLY(&grace, 204, body, TALK "/read", game);
    ck_assert_int_eq(unread(&grace), 1);
    json_decref(said);
    assert_problem(POST(&eve, 403, "{'text':'me too'}", TALK, game), "forbidden", NULL);
    person_gone(&eve);
}
END_TEST

START_TEST(a_key_says_it_once_and_not_too_often) {
    json_t *first =
        person_ask(&ada, 201, "POST", "Idempotency-Key: one\r\n", "{'text':'hello'}", TALK, game);
    json_t *again =
        person_ask(&ada, 201, "POST", "Idempotency-Key: one\r\n", "{'text':'hello'}", TALK, game);

    ck_assert(json_equal(first, again));
    json_decref(first);
    json_decref(again);
    for (int i = 1; i < TALK_PER_MINUTE; i++)
        POST_ONLY(&ada, 201, "{'text':'more'}", TALK, game);
    assert_problem(POST(&ada, 429, "{'text':'and more'}", TALK, game), "rate-limited", NULL);
    POST_ONLY(&grace, 201, "{'text':'not me'}", TALK, game);
    ck_assert_uint_eq(heard(&ada, "?limit=200"), TALK_PER_MINUTE + 1);
}
END_TEST

START_TEST(a_deleted_account_leaves_its_words_without_its_name) {
    json_t *list;

    POST_ONLY(&grace, 201, "{'text':'goodbye'}", TALK, game);
    json_decref(person_ask(&grace, 200, "PUT", "", "{'text':'mine'}", "/v1/games/%s/notes", game));
    json_decref(person_ask(&grace, 204, "DELETE", "", NULL, "/v1/me"));
    list = GET(&ada, 200, TALK, game);
    const json_t *item = json_array_get(json_object_get(list, "items"), 0);
    ck_assert(json_is_null(json_object_get(item, "account")));
    ck_assert_str_eq(text_at(item, "text"), "goodbye");
    json_decref(list);
}
END_TEST

START_TEST(notes_are_ones_own) {
    json_t *notes;

    json_decref(
        person_ask(&ada, 200, "PUT", "", "{'text':'red hoards ore'}", "/v1/games/%s/notes", game));
    notes = GET(&ada, 200, "/v1/games/%s/notes", game);
    ck_assert_str_eq(text_at(notes, "text"), "red hoards ore");
    json_decref(notes);
    notes = GET(&grace, 200, "/v1/games/%s/notes", game);
    ck_assert_str_eq(text_at(notes, "text"), "");
    json_decref(notes);
    assert_problem(person_ask(&ada, 412, "PUT", "If-Match: \"notes0\"\r\n", "{'text':''}",
                              "/v1/games/%s/notes", game),
                   "stale", NULL);
    json_decref(person_ask(&ada, 200, "PUT", "If-Match: \"notes1\"\r\n", "{'text':''}",
                           "/v1/games/%s/notes", game));
}
END_TEST

/* ---- figures ---- */

/* Plays a table game of ada's with listed moves, and resigns if nobody has won by then. */
static void play_out(const char *id) {
    struct random random = random_seeded(11);
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 20];
    bool over = false;

    for (int i = 0; i < 300; i++) {
        over = !choose_action(&ada, &random, id, "", action);
        if (over)
            break;
        snprintf(body, sizeof body, "{\"action\":%s}", action);
        POST_ONLY(&ada, 201, body, "/v1/games/%s/moves", id);
    }
    if (!over)
        POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
}

START_TEST(statistics_of_a_game_say_what_happened) {
    char id[GAME_ID_SIZE];
    json_t *stats, *events, *event;
    long long rolls = 0, told = 0;
    size_t i;

    make_game(&ada,
              "{'mode':'table','rules':{'game':'base','players':2},"
              "'board':{'layout':'beginner'}}",
              id);
    play_out(id);
    stats = GET(&nobody, 200, "/v1/games/%s/stats", id);
    for (i = 0; i < 2; i++) {
        const json_t *seat = json_array_get(json_object_get(stats, "seats"), i);
        const char *sum;
        json_t *n;

        json_object_foreach(json_object_get(seat, "rolls"), sum, n) rolls += json_integer_value(n);
        ck_assert_uint_gt(json_array_size(json_object_get(seat, "points")), 1);
    }
    events = GET(&nobody, 200, "/v1/games/%s/events?type=roll&limit=1000", id);
    json_array_foreach(json_object_get(events, "items"), i, event) told++;
    ck_assert_int_gt(told, 0);
    ck_assert_int_eq(rolls, told);
    json_decref(events);
    json_decref(stats);
}
END_TEST

/* Ada plays a short game against a bot to its end. */
static void play_to_the_end(char id[GAME_ID_SIZE]) {
    struct random random = random_seeded(5);
    bool over = false;

    make_game(&ada,
              "{'rules':{'game':'base','players':2,'victory_points':4},"
              "'board':{'layout':'beginner'},'seats':[{'account':'me'},{'bot':'greedy'}]}",
              id);
    while (!over) {
        json_t *now = GET(&ada, 200, "/v1/games/%s", id);
        char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 20];
        bool hers = waits_for(now) == 0;
        long long seq = number_at(now, "seq");

        over = strcmp(text_at(now, "status"), "active") != 0;
        json_decref(now);
        if (!over && hers && choose_action(&ada, &random, id, "", action)) {
            snprintf(body, sizeof body, "{\"action\":%s,\"seq\":%lld}", action, seq);
            (void)person_move(&ada, id, body);
        } else if (!over) {
            GET_ONLY(&ada, 200, "/v1/games/%s/events?after=%lld&wait=10", id, seq);
        }
    }
}

START_TEST(an_account_s_figures_are_those_of_its_games) {
    static const char *const members[] = {"rolls", "production", "bank",
                                          "trade", "robber",     "discarded"};
    char id[GAME_ID_SIZE];
    json_t *stats, *account, *records;

    play_to_the_end(id);
    stats = GET(&nobody, 200, "/v1/games/%s/stats", id);
    account = GET(&nobody, 200, "/v1/accounts/ada/stats");
    const json_t *seat = json_array_get(json_object_get(stats, "seats"), 0);
    const json_t *points = json_array_get(json_object_get(account, "games"), 0);
    ck_assert_int_eq(number_at(account, "finished"), 1);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        json_t *of_game = json_object_get(seat, members[i]);
        json_t *sum = json_object_get(account, members[i]);

        /* an account's figures include commodities as well */
        if (json_is_object(of_game) && strcmp(members[i], "rolls") != 0 &&
            strcmp(members[i], "robber") != 0)
            continue;
        ck_assert_msg(json_equal(of_game, sum), "%s", members[i]);
    }
    ck_assert(json_equal(json_object_get(seat, "points"), json_object_get(points, "points")));
    ck_assert_str_eq(text_at(points, "game"), id);
    json_decref(stats);
    json_decref(account);
    /* one record, which is one line, and so one document */
    records = GET(&ada, 200, "/v1/me/records");
    ck_assert_str_eq(text_at(records, "format"), "hexpost-record/1");
    json_decref(records);
}
END_TEST

/* More of them than are loaded at once. */
START_TEST(every_game_that_is_over_has_one_record) {
    enum { GAMES = 203 };
    static char made[GAMES][GAME_ID_SIZE];
    struct response response;
    char *line, *rest;

    for (int i = 0; i < GAMES; i++) {
        make_game(&ada, "{'mode':'table','rules':{'game':'base','players':2}}", made[i]);
        POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", made[i]);
    }
    client_ask(&ada.client, &response, "GET", "/v1/me/records", ada.header, NULL);
    ck_assert_int_eq(response.status, 200);
    line = strtok_r(response.body, "\n", &rest);
    for (int i = GAMES; i-- > 0; line = strtok_r(NULL, "\n", &rest)) {
        json_t *record = GET(&ada, 200, "/v1/games/%s/record", made[i]);
        json_t *told = line != NULL ? json_loads(line, 0, NULL) : NULL;

        ck_assert_msg(json_equal(told, record), "not the record of game %d: %s", i,
                      line != NULL ? line : "nothing");
        json_decref(told);
        json_decref(record);
    }
    ck_assert_ptr_null(line);
    response_free(&response);
}
END_TEST

/* ---- my games, events of all games, records ---- */

START_TEST(the_game_that_waits_comes_first) {
    char other[GAME_ID_SIZE];
    json_t *item;

    make_game(&ada, "{'rules':{'game':'base','players':2}}", other); /* open: waits for no player */
    for (;;) { /* until it is ada's turn: grace and the bot set up */
        json_t *now = GET(&ada, 200, "/v1/games/%s", game);
        int seat = waits_for(now);
        long long seq = number_at(now, "seq");
        struct random random = random_seeded(3);
        char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 20];

        json_decref(now);
        if (seat == 0)
            break;
        if (seat == 1 && choose_action(&grace, &random, game, "", action)) {
            snprintf(body, sizeof body, "{\"action\":%s}", action);
            POST_ONLY(&grace, 201, body, "/v1/games/%s/moves", game);
        } else {
            GET_ONLY(&ada, 200, "/v1/games/%s/events?after=%lld&wait=10", game, seq);
        }
    }
    item = my_game(&ada, 0);
    ck_assert_str_eq(text_at(json_object_get(item, "game"), "id"), game);
    ck_assert_uint_eq(json_array_size(json_object_get(item, "decisions")), 1);
    ck_assert_int_eq(number_at(item, "seat"), 0);
    assert_points_as_seen(&ada, item);
    json_decref(item);
    item = GET(&ada, 200, "/v1/me/games?limit=1");
    ck_assert_uint_eq(json_array_size(json_object_get(item, "items")), 1);
    json_decref(item);
    GET_ONLY(&ada, 422, "/v1/me/games?limit=0");
    item = my_game(&ada, 1);
    ck_assert_str_eq(text_at(json_object_get(item, "game"), "id"), other);
    ck_assert_uint_eq(json_array_size(json_object_get(item, "decisions")), 0);
    json_decref(item);
}
END_TEST

static size_t found(struct person *person, const char *query) {
    json_t *list = GET(person, 200, "/v1/events?%s", query);
    size_t n = json_array_size(json_object_get(list, "items"));

    json_decref(list);
    return n;
}

START_TEST(events_are_found_where_they_may_be_seen) {
    char hidden[GAME_ID_SIZE];

    ck_assert_uint_eq(found(&nobody, "type=start"), 1);
    make_game(&ada,
              "{'rules':{'game':'base','players':2},'visibility':'private',"
              "'seats':[{'account':'me'},{'bot':'random'}]}",
              hidden);
    ck_assert_uint_eq(found(&ada, "type=start"), 2);
    ck_assert_uint_eq(found(&grace, "type=start"), 1);
    ck_assert_uint_eq(found(&nobody, "type=start"), 1);
    ck_assert_uint_eq(found(&ada, "type=start&before=2001-01-01T00:00:00Z"), 0);
    ck_assert_uint_eq(found(&ada, "type=start&limit=1"), 1);
}
END_TEST

/* Many events of a private game that only exists as a log in the store. One a statement would take a minute on a busy
 * PostgreSQL. */
enum { LOGGED_TOGETHER = 100, LOGGED = 201 * LOGGED_TOGETHER };

struct logging {
    struct store_job job;
    const char *game;
    int64_t at, step;
};

static enum store_result run_logging(struct store_tx *tx, struct store_job *job) {
    const struct logging *logging = (const struct logging *)job;
    struct store_game row;
    enum store_result result = store_game_get(store_tx_reader(tx), logging->game, &row);

    for (uint32_t seq = 1; seq <= LOGGED && result == STORE_OK; seq += LOGGED_TOGETHER) {
        struct store_event events[LOGGED_TOGETHER];

        for (uint32_t i = 0; i < LOGGED_TOGETHER; i++) {
            events[i] = (struct store_event){.seq = seq + i,
                                             .player = -1,
                                             .at = logging->at + logging->step * (seq + i),
                                             .body = {"x", 1}};
        }
        result = store_events_append(tx, row.id, NULL, events, LOGGED_TOGETHER);
    }
    store_game_clear(&row);
    return result;
}

/* What comes after many events of others is found on a later page, and the end of a page reveals nothing about them but
 * a moment. */
START_TEST(where_a_page_ends_names_no_private_game) {
    static const char *const orders[] = {"newest", "oldest"};
    struct logging logging = {.job = {.run = run_logging}, .step = _i};
    char hidden[GAME_ID_SIZE];
    json_t *first = GET(&nobody, 200, "/v1/events?type=start");
    size_t starts = json_array_size(json_object_get(first, "items"));

    json_decref(first);
    ck_assert_uint_eq(starts, 1);
    logging.game = hidden;
    for (size_t i = 0; i < 2; i++) {
        char next[80] = "";
        unsigned pages = 0;

        /* a log for each order, which precedes the start in it */
        make_game(&ada,
                  "{'rules':{'game':'base','players':2},'visibility':'private',"
                  "'seats':[{'account':'me'},{'open':true}]}",
                  hidden);
        logging.at = app_now() + (i == 0 ? 60 : -3600) * 1000;
        ck_assert_int_eq(store_call(test_app.store, &logging.job), STORE_OK);
        starts = 0;
        do {
            json_t *page = GET(&nobody, 200, "/v1/events?type=start&order=%s%s%s", orders[i],
                               next[0] == '\0' ? "" : "&cursor=", next);
            const char *cursor = json_string_value(json_object_get(page, "next"));

            starts += json_array_size(json_object_get(page, "items"));
            snprintf(next, sizeof next, "%s", cursor == NULL ? "" : cursor);
            ck_assert(_i == 0 || next[0] == '\0' || strchr(next, '.')[1] == '\0');
            json_decref(page);
        } while (next[0] != '\0' && ++pages < 5);
        ck_assert_uint_eq(starts, 1);
        ck_assert_uint_lt(pages, 5);
        ck_assert_uint_gt(pages, 0);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "talk and history",
        (const struct test_case[]){
            {"private", what_is_said_to_one_is_for_nobody_else, 0, 0, setup, people_teardown},
            {"once", a_key_says_it_once_and_not_too_often, 0, 0, setup, people_teardown},
            {"deleted", a_deleted_account_leaves_its_words_without_its_name, 0, 0, setup,
             people_teardown},
            {"notes", notes_are_ones_own, 0, 0, setup, people_teardown},
            {"statistics", statistics_of_a_game_say_what_happened, 0, 60, setup, people_teardown},
            {"account", an_account_s_figures_are_those_of_its_games, 0, 60, setup, people_teardown},
            {"records", every_game_that_is_over_has_one_record, 0, 60, people_setup,
             people_teardown},
            {"urgent", the_game_that_waits_comes_first, 0, 0, setup, people_teardown},
            {"events", events_are_found_where_they_may_be_seen, 0, 0, setup, people_teardown},
            {"pages", where_a_page_ends_names_no_private_game, 2, 60, setup, people_teardown},
            {0},
        });
}
TEST_MAIN(suite)
