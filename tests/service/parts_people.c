/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/service/parts_people.h"

#include <stdio.h>
#include <string.h>

#include "service/actor/runner.h"
#include "tests/support/check_main.h"

struct person people[PARTS_PLAYERS];
char game[GAME_ID_SIZE];

void six_setup(void) {
    static const char *const names[PARTS_PLAYERS] = {"ada",  "grace", "linus",
                                                     "mary", "nick",  "olga"};

    test_app_setup();
    for (unsigned i = 0; i < PARTS_PLAYERS; i++)
        people[i] = person_new(names[i]);
}

void six_teardown(void) {
    for (unsigned i = 0; i < PARTS_PLAYERS; i++)
        person_gone(&people[i]);
    test_app_stop();
}

/* MORE: further members of the game. */
void six_begin_with(const char *turns, const char *more) {
    char body[512];

    snprintf(body, sizeof body,
             "{'rules':{'game':'base','players':6,'options':{'turns56':'%s'}},"
             "'seats':[{'account':'me'},{'open':true},{'open':true},{'open':true},{'open':true},"
             "{'open':true}]%s}",
             turns, more);
    make_game(&people[0], body, game);
    for (unsigned i = 1; i < PARTS_PLAYERS; i++)
        POST_ONLY(&people[i], 200, NULL, "/v1/games/%s/join", game);
}

void six_begin(const char *turns) {
    six_begin_with(turns, "");
}

json_t *six_settle(void) {
    ck_assert(runner_settle(test_app.runner));
    return GET(&people[0], 200, "/v1/games/%s", game);
}

/* The first player the game waits for, and the decision. */
unsigned six_waited(char decision[32]) {
    json_t *at = six_settle();
    const json_t *first = json_array_get(json_object_get(at, "waiting_for"), 0);
    unsigned seat = (unsigned)number_at(first, "player");

    snprintf(decision, 32, "%s", text_at(first, "decision"));
    json_decref(at);
    return seat;
}

void six_move(unsigned seat, const char *action) {
    char body[1024];

    snprintf(body, sizeof body, "{'action':%s}", action); /* %s may continue after the action */
    POST_ONLY(&people[seat], 201, body, "/v1/games/%s/moves", game);
}

/* Rolls for SEAT and answers all questions that follow. */
void six_roll(struct random *random, unsigned seat) {
    char decision[32], action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64];

    six_move(seat, "{'type':'roll'}");
    for (;;) {
        unsigned next = six_waited(decision);
        json_t *at = six_settle();
        long long seq = number_at(at, "seq");

        json_decref(at);
        if (strcmp(decision, "turn") == 0)
            return;
        ck_assert(choose_action(&people[next], random, game, "", action));
        snprintf(body, sizeof body, "{\"action\":%s,\"seq\":%lld}", action, seq);
        person_move(&people[next], game, body);
    }
}

void six_set_up(struct random *random) {
    char decision[32], action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64];

    for (unsigned i = 0; i < 4 * PARTS_PLAYERS; i++) {
        unsigned seat = six_waited(decision);

        ck_assert(choose_action(&people[seat], random, game, "", action));
        snprintf(body, sizeof body, "{\"action\":%s}", action);
        POST_ONLY(&people[seat], 201, body, "/v1/games/%s/moves", game);
    }
}

long long six_cards_of(unsigned seat) {
    json_t *view = GET(&people[0], 200, "/v1/games/%s/view", game);
    long long count =
        number_at(json_array_get(json_object_get(view, "players"), seat), "card_count");

    json_decref(view);
    return count;
}

void six_put(unsigned seat, int status, const char *body) {
    json_decref(
        person_ask(&people[seat], status, "PUT", "", body, "/v1/games/%s/special-build", game));
}

json_t *six_make_move(unsigned seat, int status, const char *action) {
    char body[1024];

    snprintf(body, sizeof body, "{'action':%s}", action);
    return POST(&people[seat], status, body, "/v1/games/%s/moves", game);
}

/* Checks that the response to a move shows the game waiting for SEAT to take its turn; returns its number of events. */
size_t six_assert_turn_of(json_t *made, unsigned seat) {
    const json_t *waiting = json_object_get(json_object_get(made, "view"), "waiting_for");
    size_t events = json_array_size(json_object_get(made, "events"));

    ck_assert_uint_eq(json_array_size(waiting), 1);
    ck_assert_int_eq(number_at(json_array_get(waiting, 0), "player"), seat);
    ck_assert_str_eq(text_at(json_array_get(waiting, 0), "decision"), "turn");
    json_decref(made);
    return events;
}
