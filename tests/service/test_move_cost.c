/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What an ordinary move costs in the store: three people, no clock, no mail, no webhook. The limits are the current
 * figures, so that any addition to a move is noticed; TEST_VERBOSE=1 prints the statements. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/service/people.h"
#include "tests/support/check_main.h"
#include "tests/support/sql_trace.h"

/* Statements of the request, with its transaction: the game's log, as its row, the seats and the token are remembered
 * (db/recall.h); BEGIN, the event, who may want to hear of it, COMMIT. One more writes a chunk of the log, with each 64th event (db/chunks.h). And those of the
 * actors that are asked afterwards. */
enum {
    MOVE_STATEMENTS = 5,
    MOVE_TRIGGERS = 1, /* an event follows the one before it */
    ACTOR_STATEMENTS = 1,
    CHUNK_EVENTS = 64,
    SETUP_MOVES = 12,
    TURNS = 30
};

static struct person linus;
static char game[GAME_ID_SIZE];

static void setup(void) {
    test_app_rehearses = false; /* each statement once, as in the program */
    sql_trace_install();
    people_setup();
    linus = person_new("linus");
    make_game(&ada, "{'rules':{'game':'base','players':3},'board':{'layout':'beginner'}}", game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", game);
    test_app_work();
}

static void teardown(void) {
    person_gone(&linus);
    people_teardown();
}

/* The first COUNT cards of the hand. */
static json_t *discard_of(struct person *player, int seat, long long count) {
    json_t *view = GET(player, 200, "/v1/games/%s/view", game), *cards = json_object(), *n;
    json_t *hand =
        json_object_get(json_array_get(json_object_get(view, "players"), (size_t)seat), "cards");
    const char *kind;

    json_object_foreach(hand, kind, n) {
        long long some = json_integer_value(n) < count ? json_integer_value(n) : count;
        if (some > 0)
            json_object_set_new(cards, kind, json_integer(some));
        count -= some;
    }
    json_decref(view);
    return json_pack("{s:s, s:o}", "type", "discard", "cards", cards);
}

/* Makes a move for the player the game waits for; prefers one of TYPE. Returns the seq of its event. */
static unsigned move_of(const char *type) {
    struct person *players[] = {&ada, &grace, &linus};
    json_t *state = GET(&ada, 200, "/v1/games/%s", game);
    int seat = waits_for(state);
    struct person *player = players[seat];
    json_t *list = GET(player, 200, "/v1/games/%s/actions", game), *chosen = NULL, *action;
    size_t i;

    json_array_foreach(json_object_get(list, "actions"), i, action) {
        bool wanted = type != NULL && strcmp(text_at(action, "type"), type) == 0;
        if (wanted || (chosen == NULL && json_object_get(action, "open") == NULL))
            chosen = action;
        if (wanted)
            break;
    }
    if (chosen == NULL) { /* a seven, and more than seven cards */
        json_t *open = json_array_get(json_object_get(list, "actions"), 0);
        ck_assert_str_eq(text_at(open, "type"), "discard");
        json_array_append_new(json_object_get(list, "actions"),
                              discard_of(player, seat, number_at(open, "count")));
        chosen = json_array_get(json_object_get(list, "actions"), 1);
    }
    json_t *body = json_pack("{s:O}", "action", chosen);
    char *text = json_dumps(body, JSON_COMPACT);
    sql_trace_begin();
    json_t *made = POST(player, 201, text, "/v1/games/%s/moves", game);
    unsigned seq = (unsigned)number_at(made, "seq");
    free(text);
    json_decref(made);
    json_decref(body);
    json_decref(list);
    json_decref(state);
    return seq;
}

START_TEST(a_move_asks_the_store_for_little) {
    struct sql_totals most = {0}, actors = {0};
    unsigned chunks = 0;

    for (int i = 0; i < SETUP_MOVES; i++)
        move_of(NULL);
    for (int i = 0; i < 2 * TURNS; i++) {
        unsigned seq = move_of(i % 2 == 0 ? "roll" : "end_turn"); /* or what a seven requires */
        struct sql_totals totals = sql_trace_totals();
        if (totals.statements > most.statements) {
            most = totals;
            printf("a move: %u statements, %u rows\n", totals.statements, totals.rows);
            sql_trace_print(stdout);
        }
        chunks += seq % CHUNK_EVENTS == 0;
        ck_assert_uint_le(totals.statements, MOVE_STATEMENTS + (seq % CHUNK_EVENTS == 0));
        ck_assert_uint_le(totals.triggers, MOVE_TRIGGERS);
        sql_trace_begin();
        test_app_work();
        totals = sql_trace_totals();
        if (totals.statements > actors.statements) {
            actors = totals;
            printf("its actors: %u statements, %u rows\n", totals.statements, totals.rows);
            sql_trace_print(stdout);
        }
    }
    ck_assert_uint_gt(chunks, 0);
    ck_assert_uint_le(actors.statements, ACTOR_STATEMENTS);
}
END_TEST

/* The fewest statements that a move of a new game takes (a seven takes more); MORE: members of its body. */
static unsigned fewest_statements(const char *more) {
    char body[200];
    unsigned fewest = UINT_MAX;

    snprintf(body, sizeof body,
             "{'rules':{'game':'base','players':3},'board':{'layout':'beginner'},'clock':{'turn':"
             "86400}%s}",
             more);
    make_game(&ada, body, game);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/join", game);
    POST_ONLY(&linus, 200, NULL, "/v1/games/%s/join", game);
    test_app_work();
    for (int i = 0; i < SETUP_MOVES; i++)
        move_of(NULL);
    for (int i = 0; i < TURNS; i++) {
        unsigned seq = move_of(i % 2 == 0 ? "roll" : "end_turn");
        unsigned statements = sql_trace_totals().statements - (seq % CHUNK_EVENTS == 0);

        fewest = statements < fewest ? statements : fewest;
        test_app_work();
    }
    return fewest;
}

START_TEST(a_rated_game_asks_for_no_more) {
    unsigned plain = fewest_statements(""), rated = fewest_statements(",'rated':true");

    printf("a move with a clock: %u statements, rated %u\n", plain, rated);
    ck_assert_uint_le(rated, plain);
}
END_TEST

static Suite *suite(void) {
    return test_suite("move_cost", (const struct test_case[]){
                                       {"a move (SQLite)", a_move_asks_the_store_for_little,
                                        .setup = setup, .teardown = teardown},
                                       {"rated (SQLite)", a_rated_game_asks_for_no_more,
                                        .setup = setup, .teardown = teardown},
                                       {0},
                                   });
}
TEST_MAIN(suite)
