/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What happens to the games of a deleted account. */
#include <stdio.h>
#include <string.h>

#include "db/store.h"
#include "service/actor/runner.h"
#include "service/document/verify.h"
#include "service/http/request.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { MOVES_MAX = 100000, WAIT = 25 /* seconds, at most */, SEATS_TEXT = 40 };

static void delete_account(struct person *person) {
    json_decref(person_ask(person, 204, "DELETE", "", NULL, "/v1/me"));
}

/* Waits until an event of this type has happened. */
static void await_event(const char *id, const char *type) {
    json_t *events =
        GET(&nobody, 200, "/v1/games/%s/events?type=%s&limit=1&wait=%d", id, type, WAIT);

    ck_assert_msg(json_array_size(json_object_get(events, "items")) == 1, "no %s", type);
    json_decref(events);
}

static void assert_status(const char *id, const char *status) {
    json_t *game = GET(&nobody, 200, "/v1/games/%s", id);

    ck_assert_str_eq(text_at(game, "status"), status);
    json_decref(game);
}

/* The kinds of the first two seats, or "gone" if the game does not exist. */
static void read_seats(const char *id, char text[SEATS_TEXT]) {
    char path[64];
    struct response response;
    json_t *game;
    const json_t *seats;

    snprintf(path, sizeof path, "/v1/games/%s", id);
    client_ask(&nobody.client, &response, "GET", path, "", NULL);
    snprintf(text, SEATS_TEXT, "%s", response.status == 404 ? "gone" : "no answer");
    if (response.status == 200) {
        game = json_loadb(response.body, response.size, 0, NULL);
        seats = json_object_get(game, "seats");
        snprintf(text, SEATS_TEXT, "%s %s", text_at(json_array_get(seats, 0), "kind"),
                 text_at(json_array_get(seats, 1), "kind"));
        json_decref(game);
    }
    response_free(&response);
}

static void assert_seats(const char *id, const char *kinds) {
    char text[SEATS_TEXT];

    read_seats(id, text);
    ck_assert_str_eq(text, kinds);
}

/* An open game has no events to wait for: polls until it is so. */
static void await_seats(const char *id, const char *kinds) {
    int64_t until = request_now() + WAIT * 1000;
    char text[SEATS_TEXT];

    do
        read_seats(id, text);
    while (strcmp(text, kinds) != 0 && request_now() < until);
    ck_assert_str_eq(text, kinds);
}

static void make_pair(char id[GAME_ID_SIZE]) {
    make_game(&ada, "{'rules':{'game':'base','players':2,'victory_points':4}}", id);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", id);
}

/* Grace plays at random, the bot in the other seat as usual, to the end. */
static void play_on(const char *id) {
    struct random random = random_seeded(test_seed(7));

    for (int i = 0; i < MOVES_MAX; i++) {
        char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64];
        json_t *game = GET(&grace, 200, "/v1/games/%s", id);
        bool over = strcmp(text_at(game, "status"), "active") != 0;
        bool mine = waits_for(game) == 1;
        long long seq = number_at(game, "seq");

        json_decref(game);
        if (over)
            return;
        if (mine && choose_action(&grace, &random, id, "", action)) {
            snprintf(body, sizeof body, "{\"action\":%s,\"seq\":%lld}", action, seq);
            person_move(&grace, id, body); /* or the bot was faster, and Grace checks again */
        } else {
            GET_ONLY(&grace, 200, "/v1/games/%s/events?after=%lld&wait=%d", id, seq, WAIT);
        }
    }
    ck_abort_msg("the game did not end");
}

static void assert_proved(const char *id) {
    json_t *record = GET(&nobody, 200, "/v1/games/%s/record", id);
    char *text = json_dumps(record, JSON_COMPACT);
    struct verdict verdict;

    verify_record(text, strlen(text), &verdict);
    ck_assert_msg(verdict.ok && verdict.proved, "%s", verdict.text);
    free(text);
    json_decref(record);
}

/* ---- running games ---- */

START_TEST(the_other_one_can_finish) {
    char id[GAME_ID_SIZE];
    json_t *events, *event;

    make_pair(id);
    delete_account(&ada);
    await_event(id, "seat_changed");
    events = GET(&nobody, 200, "/v1/games/%s/events?after=1&limit=2", id);
    event = json_array_get(json_object_get(events, "items"), 0);
    ck_assert_str_eq(text_at(event, "type"), "resign");
    ck_assert_str_eq(text_at(event, "by"), "player");
    ck_assert_int_eq(number_at(event, "player"), 0);
    json_decref(events);
    assert_seats(id, "bot human");
    play_on(id);
    assert_status(id, "finished");
    assert_proved(id);
}
END_TEST

START_TEST(a_game_that_all_have_left_is_abandoned) {
    char id[GAME_ID_SIZE];

    make_pair(id);
    delete_account(&grace);
    await_event(id, "seat_changed");
    assert_seats(id, "human bot");
    delete_account(&ada);
    await_event(id, "finished");
    assert_status(id, "abandoned");
}
END_TEST

START_TEST(a_table_game_is_abandoned_with_its_creator) {
    char table[GAME_ID_SIZE];

    make_game(&ada, "{'mode':'table','rules':{'game':'base','players':3}}", table);
    delete_account(&ada);
    await_event(table, "finished");
    assert_status(table, "abandoned");
    assert_proved(table);
}
END_TEST

/* ---- open games ---- */

struct open_games {
    char alone[GAME_ID_SIZE];   /* ada's, where only a bot sits besides */
    char shared[GAME_ID_SIZE];  /* ada's, where grace sits as well */
    char guest[GAME_ID_SIZE];   /* grace's, where ada sits */
    char without[GAME_ID_SIZE]; /* ada's, who left it to grace */
    char last[GAME_ID_SIZE];    /* of both, running */
};

static void make_open(struct open_games *games) {
    static const char three[] = "{'rules':{'game':'base','players':3}}";

    make_pair(games->last);
    make_game(&ada,
              "{'rules':{'game':'base','players':3},'seats':[{'account':'me'},{'bot':'random'},{'"
              "open':true}]}",
              games->alone);
    make_game(&ada, three, games->shared);
    POST_ONLY(&grace, 200, "{'seat':1}", "/v1/games/%s/join", games->shared);
    make_game(&grace, three, games->guest);
    POST_ONLY(&ada, 200, "{'seat':1}", "/v1/games/%s/join", games->guest);
    make_game(&ada, three, games->without);
    POST_ONLY(&grace, 200, "{'seat':1}", "/v1/games/%s/join", games->without);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/leave", games->without);
}

static void check_open(const struct open_games *games) {
    await_seats(games->alone, "gone");
    await_seats(games->shared, "open human");
    await_seats(games->guest, "human open");
    assert_seats(games->without, "open human");
    assert_status(games->shared, "open");
    await_seats(games->last, "bot human");
}

START_TEST(open_games_get_their_seats_back) {
    struct open_games games;
    struct person eve = person_new("eve"), dan = person_new("dan");

    make_open(&games);
    delete_account(&ada);
    check_open(&games);
    POST_ONLY(&eve, 200, "{'seat':0}", "/v1/games/%s/join", games.shared);
    POST_ONLY(&dan, 200, NULL, "/v1/games/%s/join", games.shared);
    assert_status(games.shared, "active");
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/leave", games.without);
    await_seats(games.without, "gone");
    person_gone(&eve);
    person_gone(&dan);
}
END_TEST

/* The server is stopped after the deletion is on disk and before any seat is released. */
START_TEST(a_restart_finishes_what_was_begun) {
    struct open_games games;
    char table[GAME_ID_SIZE];
    struct runner *old = test_app.runner;

    make_game(&ada, "{'mode':'table','rules':{'game':'base','players':3}}", table);
    make_open(&games);
    runner_stop(old);
    delete_account(&ada);
    assert_seats(games.last, "human human");
    assert_seats(games.shared, "human human");
    assert_status(games.alone, "open");
    test_app.runner = runner_new(test_app.store);
    test_app.game_changed = runner_game_changed;
    ck_assert_ptr_nonnull(test_app.runner);
    ck_assert(runner_start(test_app.runner, test_server));
    runner_free(old);
    check_open(&games);
    await_event(table, "finished");
    assert_status(table, "abandoned");
    delete_account(&grace); /* the last player in games whose creator is deleted */
    await_event(games.last, "finished");
    assert_status(games.last, "abandoned");
    await_seats(games.shared, "gone");
    await_seats(games.guest, "gone");
    await_seats(games.without, "gone");
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "release",
        (const struct test_case[]){
            {"finish", the_other_one_can_finish, 0, 120, people_setup, people_teardown},
            {"all_gone", a_game_that_all_have_left_is_abandoned, 0, 0, people_setup,
             people_teardown},
            {"table", a_table_game_is_abandoned_with_its_creator, 0, 0, people_setup,
             people_teardown},
            {"open", open_games_get_their_seats_back, 0, 0, people_setup, people_teardown},
            {"restart", a_restart_finishes_what_was_begun, 0, 0, people_setup, people_teardown},
            {0},
        });
}

TEST_MAIN(suite)
