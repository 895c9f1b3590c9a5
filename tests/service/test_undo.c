/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Undo over HTTP. */
#include <stdio.h>
#include <string.h>

#include "engine/undo.h"
#include "service/base/json_write.h"
#include "service/document/event_json.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

static char play[GAME_ID_SIZE];  /* ada and grace, just begun */
static char table[GAME_ID_SIZE]; /* ada's, three players, the beginner's island */
static struct person *mover, *other;

#define MOVES "/v1/games/%s/moves"

static void setup(void) {
    json_t *game;

    people_setup();
    make_game(&ada, "{'rules':{'game':'base','players':2},'board':{'layout':'beginner'}}", play);
    game = POST(&grace, 200, NULL, "/v1/games/%s/join", play);
    mover = waits_for(game) == 0 ? &ada : &grace;
    other = mover == &ada ? &grace : &ada;
    json_decref(game);
    make_game(&ada,
              "{'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'}}",
              table);
}

static size_t roads(const json_t *view) {
    return json_array_size(json_object_get(json_object_get(view, "pieces"), "roads"));
}

/* The numbers that an undo of PERSON can name according to the listing, as text. */
static const char *listed(struct person *person, const char *game) {
    static char text[200];
    json_t *list = GET(person, 200, "/v1/games/%s/actions", game);
    const json_t *action;
    size_t i, at = 0;

    text[0] = '\0';
    json_array_foreach(json_object_get(list, "actions"), i,
                       action) if (strcmp(text_at(action, "type"), "undo") == 0) at +=
        (size_t)snprintf(text + at, sizeof text - at, "%lld ", number_at(action, "to_seq"));
    json_decref(list);
    return text;
}

static void build(void) {
    POST_ONLY(mover, 201,
              "{'moves':[{'action':{'type':'build_settlement','vertex':10}},"
              "{'action':{'type':'build_road','edge':16}}]}",
              MOVES, play);
}

START_TEST(a_move_is_taken_back) {
    json_t *made, *view, *events;

    build();
    ck_assert_str_eq(listed(mover, play), "2 1 ");
    ck_assert_str_eq(listed(other, play), "");
    made = POST(mover, 201, "{'action':{'type':'undo','to_seq':2}}", MOVES, play);
    ck_assert_int_eq(number_at(made, "seq"), 4);
    const json_t *event = json_array_get(json_object_get(made, "events"), 0);
    ck_assert_str_eq(text_at(event, "type"), "undo");
    ck_assert_int_eq(number_at(json_object_get(event, "action"), "to_seq"), 2);
    ck_assert_uint_eq(roads(json_object_get(made, "view")), 0);
    json_decref(made);
    ck_assert_str_eq(listed(mover, play), "1 ");
    /* the earlier state is still visible */
    view = GET(&nobody, 200, "/v1/games/%s/view?at=3", play);
    ck_assert_uint_eq(roads(view), 1);
    json_decref(view);
    view = GET(&nobody, 200, "/v1/games/%s/view?at=4", play);
    ck_assert_uint_eq(roads(view), 0);
    json_decref(view);
    events = GET(&nobody, 200, "/v1/games/%s/events?type=undo", play);
    ck_assert_uint_eq(json_array_size(json_object_get(events, "items")), 1);
    json_decref(events);
    POST_ONLY(mover, 201, "{'action':{'type':'build_road','edge':16}}", MOVES, play);
    POST_ONLY(mover, 422, "{'action':{'type':'undo','to_seq':3}}", MOVES, play);
    POST_ONLY(mover, 201, "{'action':{'type':'undo','to_seq':1}}", MOVES, play);
    ck_assert_str_eq(listed(mover, play), "");
}
END_TEST

START_TEST(a_batch_and_a_dry_run_take_back_too) {
    json_t *dry, *made;
    static const char body[] = "{'moves':[{'action':{'type':'undo','to_seq':2}},"
                               "{'action':{'type':'build_road','edge':16}},"
                               "{'action':{'type':'undo','to_seq':1}}]%s}";
    char text[sizeof body + 20];

    build();
    snprintf(text, sizeof text, body, ",'dry_run':true");
    dry = POST(mover, 200, text, MOVES, play);
    snprintf(text, sizeof text, body, "");
    made = POST(mover, 201, text, MOVES, play);
    ck_assert_uint_eq(json_array_size(json_object_get(made, "events")), 3);
    ck_assert(json_equal(json_object_get(dry, "view"), json_object_get(made, "view")));
    json_decref(dry);
    json_decref(made);
}
END_TEST

START_TEST(nobody_else_and_nothing_else_is_taken_back) {
    json_t *problem;

    build();
    assert_problem(POST(other, 422, "{'action':{'type':'undo'}}", MOVES, play), "invalid",
                   "/action/to_seq");
    problem = POST(mover, 422, "{'action':{'type':'undo','to_seq':3}}", MOVES, play);
    ck_assert_str_eq(text_at(problem, "reason"), "undo_to_no_such_event");
    ck_assert(json_is_null(json_object_get(problem, "rule")));
    assert_problem(problem, "illegal-move", NULL);
    /* by now the second is waited for */
    problem = POST(other, 422, "{'action':{'type':'undo','to_seq':1}}", MOVES, play);
    ck_assert_str_eq(text_at(problem, "reason"), "nothing_to_undo");
    assert_problem(problem, "illegal-move", NULL);
    POST_ONLY(other, 201, "{'action':{'type':'build_settlement','vertex':50}}", MOVES, play);
    assert_problem(POST(mover, 409, "{'action':{'type':'undo','to_seq':1}}", MOVES, play),
                   "not-your-decision", NULL);
}
END_TEST

/* In a table game the dice are undone, and give the same result again. */
START_TEST(a_table_goes_back_over_everything) {
    json_t *made, *again;
    struct random random = random_seeded(7);
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 20];
    long long seq;

    for (;;) {
        json_t *game = GET(&ada, 200, "/v1/games/%s", table);
        bool done = number_at(json_object_get(game, "turn"), "number") > 0;

        json_decref(game);
        if (done)
            break;
        ck_assert(choose_action(&ada, &random, table, "", action));
        snprintf(body, sizeof body, "{\"action\":%s}", action);
        POST_ONLY(&ada, 201, body, MOVES, table);
    }
    made = POST(&ada, 201, "{'action':{'type':'roll'}}", MOVES, table);
    seq = number_at(made, "seq");
    snprintf(body, sizeof body, "{'action':{'type':'undo','to_seq':%lld},'seat':2}", seq - 1);
    POST_ONLY(&ada, 201, body, MOVES, table);
    again = POST(&ada, 201, "{'action':{'type':'roll'}}", MOVES, table);
    ck_assert(json_equal(
        json_object_get(json_array_get(json_object_get(made, "events"), 0), "outcome"),
        json_object_get(json_array_get(json_object_get(again, "events"), 0), "outcome")));
    json_decref(made);
    json_decref(again);
    POST_ONLY(&ada, 201, "{'action':{'type':'undo','to_seq':1}}", MOVES, table);
    made = GET(&ada, 200, "/v1/games/%s/record", table);
    again = json_pack("{s:s, s:O}", "mode", "table", "record", made);
    char *dump = json_dumps(again, 0);
    again = (json_decref(again), POST(&ada, 201, dump, "/v1/games"));
    ck_assert_int_eq(number_at(again, "seq"), seq + 3);
    free(dump);
    json_decref(made);
    json_decref(again);
}
END_TEST

/* Whether a spectator's document of an undo omits something. Only undos that return or take cards count in *MOVED. */
static bool hides(const struct random_game *rg, const struct trail *trail,
                  const struct game *before, const struct event *event, unsigned *moved) {
    struct log_reader reader = {.setup = &rg->setup, .viewer = VIEWER_NOBODY, .trail = trail};
    struct buffer json;
    struct writer w;
    bool hidden;

    buffer_init(&json, 1 << 16);
    w = writer_to(&json);
    event_write(&w, &reader, before, &rg->game, event, 0);
    ck_assert(!json.failed);
    hidden = memmem(json.data, json.size, "\"hidden\"", 8) != NULL;
    *moved += memmem(json.data, json.size, "\"effects\":[]", 12) == NULL;
    buffer_free(&json);
    return hidden;
}

/* What players can normally undo was seen by all; if everything can be undone, unseen cards are returned too. */
START_TEST(an_undo_tells_no_more_than_what_it_takes_back) {
    bool open = _i % 2;
    struct random_game rg;
    struct trail trail;
    struct event event;
    unsigned moved = 0;

    random_game_begin(&rg, (uint64_t)_i + 3, 3, &event);
    trail_begin(&trail, &rg.game, open);
    for (int i = 0; i < 2000 && moved < 10 && random_game_next(&rg, &event); i++) {
        struct event undo = {.type = UNDO, .player = event.player, .by = BY_PLAYER};
        uint32_t to_seq[TRAIL_MAX];
        struct game before;

        trail_apply(&trail, &rg.setup, &rg.game, &event);
        if (i % 3 != 0 || trail_list(&trail, &rg.setup, &rg.game, event.player, to_seq) == 0)
            continue;
        undo.action = (struct action){.type = UNDO, .ref = to_seq[0]};
        before = rg.game;
        trail_apply(&trail, &rg.setup, &rg.game, &undo);
        unsigned was = moved;
        ck_assert_int_eq(hides(&rg, &trail, &before, &undo, &moved), open && moved > was);
    }
    ck_assert_uint_ge(moved, 3);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "undo",
        (const struct test_case[]){
            {"back", a_move_is_taken_back, 0, 0, setup, people_teardown},
            {"batch", a_batch_and_a_dry_run_take_back_too, 0, 0, setup, people_teardown},
            {"others", nobody_else_and_nothing_else_is_taken_back, 0, 0, setup, people_teardown},
            {"told", an_undo_tells_no_more_than_what_it_takes_back, 6, 0, NULL, NULL},
            {"table", a_table_goes_back_over_everything, 0, 0, setup, people_teardown},
            {0},
        });
}
TEST_MAIN(suite)
