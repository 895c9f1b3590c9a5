/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Moves over HTTP: single and in batches, in play and at a table, legal and illegal. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "tests/service/people.h"
#include "tests/support/check_main.h"

static char play[GAME_ID_SIZE];  /* ada and grace, just begun */
static char table[GAME_ID_SIZE]; /* ada's, three players, the beginner's island */
static int first;                /* who begins in `play` */

static struct person *player(int seat) {
    return seat == 0 ? &ada : &grace;
}

static void setup(void) {
    json_t *game;

    people_setup();
    make_game(&ada, "{'rules':{'game':'base','players':2},'board':{'layout':'beginner'}}", play);
    game = POST(&grace, 200, NULL, "/v1/games/%s/join", play);
    first = waits_for(game);
    json_decref(game);
    make_game(&ada,
              "{'mode':'table','rules':{'game':'base','players':3},'board':{'layout':'beginner'}}",
              table);
}

static long long seq_of(const char *game) {
    json_t *json = GET(&ada, 200, "/v1/games/%s", game);
    long long seq = number_at(json, "seq");

    json_decref(json);
    return seq;
}

#define MOVES "/v1/games/%s/moves"

START_TEST(a_move_is_answered_with_what_came_of_it) {
    json_t *made =
        POST(player(first), 201, "{'action':{'type':'build_settlement','vertex':10}}", MOVES, play);
    const json_t *event = json_array_get(json_object_get(made, "events"), 0);
    const json_t *view = json_object_get(made, "view");

    ck_assert_int_eq(number_at(made, "seq"), 2);
    ck_assert_int_eq(number_at(event, "seq"), 2);
    ck_assert_str_eq(text_at(event, "by"), "player");
    ck_assert_int_eq(number_at(view, "viewer"), first);
    ck_assert_int_eq(number_at(view, "seq"), 2);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(view, "waiting_for"), 0), "decision"),
                     "setup_road");
    json_decref(made);
}
END_TEST

/* Each is wrong in one way, for the player that `play` waits for. */
static const struct {
    const char *body;
    int status;
    const char *code, *pointer;
} wrong_moves[] = {
    {"{}", 422, "invalid", "/action"},
    {"[]", 422, "invalid", ""},
    {"{'action':7}", 422, "invalid", "/action"},
    {"{'action':{}}", 422, "invalid", "/action/type"},
    {"{'action':{'type':'fly'}}", 422, "invalid", "/action/type"},
    {"{'action':{'type':'start'}}", 422, "invalid", "/action/type"},
    {"{'action':{'type':'build_settlement'}}", 422, "invalid", "/action/vertex"},
    {"{'action':{'type':'build_settlement','vertex':'x'}}", 422, "invalid", "/action/vertex"},
    {"{'action':{'type':'build_settlement','vertex':54}}", 422, "invalid", "/action/vertex"},
    {"{'action':{'type':'build_settlement','vertex':-1}}", 422, "invalid", "/action/vertex"},
    {"{'action':{'type':'build_settlement','vertex':1.5}}", 422, "invalid", "/action/vertex"},
    {"{'action':{'type':'roll','now':true}}", 422, "invalid", "/action/now"},
    {"{'action':{'type':'roll'},'set':0}", 422, "invalid", "/set"},
    {"{'action':{'type':'roll'},'seat':0}", 422, "invalid", "/seat"},
    {"{'action':{'type':'roll'},'outcome':{'yellow':1,'red':1}}", 422, "invalid", "/outcome"},
    {"{'action':{'type':'roll'},'seq':'1'}", 422, "invalid", "/seq"},
    {"{'action':{'type':'roll'},'seq':-1}", 422, "invalid", "/seq"},
    {"{'action':{'type':'roll'},'dry_run':1}", 422, "invalid", "/dry_run"},
    {"{'action':{'type':'roll'},'client_seed':'00'}", 422, "invalid", "/client_seed"},
    {"{'action':{'type':'roll'},'moves':[]}", 422, "invalid", NULL},
    {"{'moves':[]}", 422, "invalid", "/moves"},
    {"{'moves':[{'action':{'type':'roll'}},{'action':{'type':'fly'}}]}", 422, "invalid",
     "/moves/1/action/type"},
    {"{'moves':[{'action':{'type':'roll'},'seq':1}]}", 422, "invalid", "/moves/0/seq"},
    {"{'moves':[{'action':{'type':'build_road','edge':3},'seat':1}]}", 422, "invalid",
     "/moves/0/seat"},
    {"{'action':{'type':'maritime_trade','give':{'gold':4},'take':{'ore':1}}}", 422, "invalid",
     "/action/give/gold"},
    {"{'action':{'type':'discard','cards':{'ore':-1}}}", 422, "invalid", "/action/cards/ore"},
    {"{'action':{'type':'play_dev_card','card':'wizard'}}", 422, "invalid", "/action/card"},
    {"{'action':{'type':'roll'},'seq':0}", 409, "stale", NULL},
    {"{'action':{'type':'roll'},'seq':7}", 409, "stale", NULL},
    {"{'action':{'type':'roll'}}", 422, "illegal-move", NULL},
    {"{'action':{'type':'end_turn'}}", 422, "illegal-move", NULL},
    {"{'action':{'type':'build_road','edge':3}}", 422, "illegal-move", NULL},
    {"{'action':{'type':'undo','to_seq':1}}", 422, "illegal-move", NULL},
    {"{'action':{'type':'roll'},'dry_run':true}", 422, "illegal-move", NULL},
    {"{'moves':[{'action':{'type':'build_settlement','vertex':10}},"
     "{'action':{'type':'build_road','edge':0}}]}",
     422, "illegal-move", NULL},
    {"{'moves':[{'action':{'type':'build_settlement','vertex':10}},"
     "{'action':{'type':'build_settlement','vertex':10}}]}",
     422, "illegal-move", NULL},
};

START_TEST(wrong_moves_change_nothing) {
    json_t *problem =
        POST(player(first), wrong_moves[_i].status, wrong_moves[_i].body, MOVES, play);

    if (strcmp(wrong_moves[_i].code, "illegal-move") == 0)
        ck_assert_ptr_nonnull(text_at(problem, "reason"));
    assert_problem(problem, wrong_moves[_i].code, wrong_moves[_i].pointer);
    ck_assert_int_eq(seq_of(play), 1);
}
END_TEST

/* A player with another pending decision is told which it is. */
START_TEST(a_refusal_says_what_comes_first) {
    json_t *problem = POST(player(first), 422,
                           "{'moves':[{'action':{'type':'build_settlement','vertex':10}},"
                           "{'action':{'type':'build_settlement','vertex':10}}]}",
                           MOVES, play);

    ck_assert_str_eq(text_at(problem, "reason"), "other_decision_pending");
    ck_assert_str_eq(text_at(problem, "rule"), "B-23");
    ck_assert_str_eq(text_at(problem, "detail"),
                     "Something else has to be decided first: place a road");
    assert_problem(problem, "illegal-move", NULL);
}
END_TEST

/* The fault that is checked first is reported. */
START_TEST(refusals_have_their_order) {
    static const char bad[] = "{'action':{'type':'fly'},'seq':99}";
    struct person eve = person_new("eve");
    struct response response;
    char path[100];

    snprintf(path, sizeof path, "/v1/games/%s/moves", play);
    POST_ONLY(&nobody, 401, bad, MOVES, play);
    POST_ONLY(&eve, 404, bad, MOVES, "0000000000000000");
    assert_problem(POST(&eve, 403, bad, MOVES, play), "forbidden", NULL);
    client_ask(&eve.client, &response, "POST", path, eve.header, NULL);
    ck_assert_int_eq(response.status, 403); /* before the media type */
    response_free(&response);
    assert_problem(POST(player(!first), 400, "{'action':", MOVES, play), "malformed-json", NULL);
    client_ask(&ada.client, &response, "POST", path, ada.header, NULL);
    ck_assert_int_eq(response.status, 415);
    response_free(&response);
    assert_problem(POST(player(!first), 422, bad, MOVES, play), "invalid", "/action/type");
    assert_problem(POST(player(!first), 409, "{'action':{'type':'roll'},'seq':99}", MOVES, play),
                   "stale", NULL);
    assert_problem(POST(player(!first), 409, "{'action':{'type':'roll'}}", MOVES, play),
                   "not-your-decision", NULL);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", play);
    POST_ONLY(&grace, 200, NULL, "/v1/games/%s/resign", play);
    assert_problem(POST(&ada, 409, "{'action':{'type':'roll'},'seq':0}", MOVES, play), "game-over",
                   NULL);
    assert_problem(POST(&ada, 422, bad, MOVES, play), "invalid", "/action/type");
    person_gone(&eve);
}
END_TEST

START_TEST(a_key_moves_once) {
    static const char key[] = "Idempotency-Key: k1\r\n";
    static const char body[] = "{'action':{'type':'build_settlement','vertex':10},'seq':1}";
    json_t *made = person_ask(player(first), 201, "POST", key, body, MOVES, play);
    json_t *again;

    POST_ONLY(player(first), 201, "{'action':{'type':'build_road','edge':16}}", MOVES, play);
    /* replayed although seq is stale by now and it is no longer their decision */
    again = person_ask(player(first), 201, "POST", key, body, MOVES, play);
    ck_assert(json_equal(made, again));
    ck_assert_int_eq(seq_of(play), 3);
    assert_problem(
        person_ask(player(first), 422, "POST", key, "{'action':{'type':'roll'}}", MOVES, play),
        "invalid", "Idempotency-Key");
    json_decref(made);
    json_decref(again);
}
END_TEST

static void etag_of(struct person *person, const char *path, char header[200]) {
    struct response response;

    client_ask(&person->client, &response, "GET", path, person->header, NULL);
    ck_assert_int_eq(response.status, 200);
    snprintf(header, 200, "If-Match: %s\r\n", response_header(&response, "ETag"));
    response_free(&response);
}

START_TEST(if_match_takes_the_tags_of_view_and_game) {
    static const char *const suffixes[] = {"/view", ""};
    static const char body[] = "{'action':{'type':'roll'}}";
    char path[100], header[200];
    struct person *other = player(!first);

    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "/v1/games/%s%s", play, suffixes[i]);
        etag_of(player(first), path, header);
        json_decref(person_ask(player(first), 422, "POST", header, body, MOVES, play));
        if (i == 0) /* the other one's view has another tag */
            assert_problem(person_ask(other, 412, "POST", header, body, MOVES, play), "stale",
                           NULL);
    }
    POST_ONLY(player(first), 201, "{'action':{'type':'build_settlement','vertex':10}}", MOVES,
              play);
    assert_problem(person_ask(player(first), 412, "POST", header, body, MOVES, play), "stale",
                   NULL);
    assert_problem(
        person_ask(player(first), 412, "POST", "If-Match: \"yesterday\"\r\n", body, MOVES, play),
        "stale", NULL);
}
END_TEST

START_TEST(a_batch_is_made_whole_or_not_at_all) {
    json_t *made, *problem;

    problem = POST(player(first), 422,
                   "{'moves':[{'action':{'type':'build_settlement','vertex':10}},"
                   "{'action':{'type':'build_road','edge':16}},{'action':{'type':'roll'}}]}",
                   MOVES, play);
    ck_assert_int_eq(number_at(problem, "index"), 2);
    assert_problem(problem, "illegal-move", NULL);
    ck_assert_int_eq(seq_of(play), 1);
    made = POST(player(first), 201,
                "{'moves':[{'action':{'type':'build_settlement','vertex':10}},"
                "{'action':{'type':'build_road','edge':16}}],'seq':1}",
                MOVES, play);
    ck_assert_uint_eq(json_array_size(json_object_get(made, "events")), 2);
    ck_assert_int_eq(number_at(made, "seq"), 3);
    json_decref(made);
}
END_TEST

/* Moves for a table game up to its first roll; returns the last one of each seat. */
static void set_up_table(const char *game) {
    static const int vertices[] = {10, 19, 12, 42, 40, 29};
    char body[200];

    for (size_t i = 0; i < sizeof vertices / sizeof *vertices; i++) {
        struct random random = random_seeded(i + 1);
        char action[ACTION_TEXT_MAX];

        snprintf(body, sizeof body, "{'action':{'type':'build_settlement','vertex':%d}}",
                 vertices[i]);
        POST_ONLY(&ada, 201, body, MOVES, game);
        ck_assert(choose_action(&ada, &random, game, "", action));
        snprintf(body, sizeof body, "{\"action\":%.150s}", action);
        POST_ONLY(&ada, 201, body, MOVES, game);
    }
}

START_TEST(nobody_peeks_with_a_batch) {
    json_t *json;
    int seat;

    /* set up `play` with listed moves, then roll */
    for (;;) {
        struct random random = random_seeded(7);
        char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 20];

        json = GET(&ada, 200, "/v1/games/%s", play);
        seat = waits_for(json);
        bool done = number_at(json_object_get(json, "turn"), "number") > 0;
        json_decref(json);
        if (done)
            break;
        ck_assert(choose_action(player(seat), &random, play, "", action));
        snprintf(body, sizeof body, "{\"action\":%s}", action);
        POST_ONLY(player(seat), 201, body, MOVES, play);
    }
    assert_problem(POST(player(seat), 422,
                        "{'moves':[{'action':{'type':'roll'}},{'action':{'type':'roll'}}]}", MOVES,
                        play),
                   "invalid", "/moves/0");
    /* alone it is allowed, and a dry run does not show the dice */
    json = POST(player(seat), 200, "{'action':{'type':'roll'},'dry_run':true}", MOVES, play);
    ck_assert_str_eq(json_string_value(json_array_get(json_object_get(json, "unknown"), 0)),
                     "/outcome/yellow");
    ck_assert_uint_eq(json_array_size(json_object_get(json, "events")), 0);
    json_decref(json);
    POST_ONLY(player(seat), 201, "{'moves':[{'action':{'type':'roll'}}]}", MOVES, play);
}
END_TEST

START_TEST(a_dry_run_writes_nothing) {
    json_t *dry, *made;

    dry = POST(player(first), 200,
               "{'moves':[{'action':{'type':'build_settlement','vertex':10}},"
               "{'action':{'type':'build_road','edge':16}}],'dry_run':true}",
               MOVES, play);
    ck_assert_uint_eq(json_array_size(json_object_get(dry, "events")), 2);
    ck_assert_ptr_null(json_object_get(dry, "unknown"));
    ck_assert_int_eq(seq_of(play), 1);
    made = POST(player(first), 201,
                "{'moves':[{'action':{'type':'build_settlement','vertex':10}},"
                "{'action':{'type':'build_road','edge':16}}]}",
                MOVES, play);
    ck_assert(json_equal(json_object_get(dry, "view"), json_object_get(made, "view")));
    json_decref(dry);
    json_decref(made);
}
END_TEST

START_TEST(a_table_tells_its_outcomes) {
    json_t *made;

    set_up_table(table);
    assert_problem(
        POST(&ada, 422, "{'action':{'type':'roll'},'outcome':{'yellow':7,'red':1}}", MOVES, table),
        "invalid", "/outcome/yellow");
    assert_problem(POST(&ada, 422, "{'action':{'type':'roll'},'seat':3}", MOVES, table), "invalid",
                   "/seat");
    assert_problem(POST(&ada, 409, "{'action':{'type':'roll'},'seat':1}", MOVES, table),
                   "not-your-decision", NULL);
    made =
        POST(&ada, 201, "{'action':{'type':'roll'},'outcome':{'yellow':3,'red':4}}", MOVES, table);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(made, "events"), 0), "chance"),
                     "given");
    ck_assert_str_eq(text_at(json_object_get(made, "view"), "viewer"), "all");
    json_decref(made);
    /* a thief can only get what the victim holds: vertex 19 belongs to the neighbor of the player on turn */
    made = GET(&ada, 200, "/v1/games/%s/actions", table);
    ck_assert_uint_gt(json_array_size(json_object_get(made, "actions")), 0);
    json_decref(made);
    assert_problem(POST(&ada, 422,
                        "{'action':{'type':'move_robber','hex':0,'victim':null},"
                        "'outcome':{'card':'ore'}}",
                        MOVES, table),
                   "invalid", "/outcome");
}
END_TEST

/* In an easy start nothing is drawn for such a roll; it is stored completely all the same. */
START_TEST(a_roll_set_by_a_card_is_kept_whole) {
    char id[GAME_ID_SIZE];
    json_t *json, *outcome;

    make_game(&ada,
              "{'mode':'table','rules':{'game':'cities_and_knights','players':3,"
              "'variants':['easy_start']},'board':{'layout':'beginner'},'position':{"
              "'phase':'play','first':0,'turn':{'number':1,'player':0,'rolled':false,"
              "'step':'before_roll','rolls':[],'preset_dice':{'yellow':2,'red':3}},'robber':5,"
              "'pieces':{'settlements':[],'roads':[],'cities':[]},"
              "'players':[{'seat':0},{'seat':1},{'seat':2}]}}",
              id);
    json = POST(&ada, 200, "{'action':{'type':'roll'},'dry_run':true}", MOVES, id);
    ck_assert_ptr_null(json_object_get(json, "unknown"));
    outcome = json_object_get(json_array_get(json_object_get(json, "events"), 0), "outcome");
    ck_assert_int_eq(number_at(outcome, "red"), 3);
    json_decref(json);
    POST_ONLY(&ada, 201, "{'action':{'type':'roll'}}", MOVES, id);
    json = GET(&ada, 200, "/v1/games/%s/view", id); /* read again from the log */
    outcome = json_object_get(json, "dice");
    ck_assert_int_eq(number_at(outcome, "yellow"), 2);
    ck_assert_int_eq(number_at(outcome, "red"), 3);
    json_decref(json);
}
END_TEST

START_TEST(as_is_the_creators_while_a_table_game_runs) {
    json_t *view;

    set_up_table(table);
    GET_ONLY(&grace, 403, "/v1/games/%s/view?as=all", table);
    GET_ONLY(&nobody, 403, "/v1/games/%s/view?as=0", table);
    GET_ONLY(&nobody, 403, "/v1/games/%s/events?as=1", table);
    GET_ONLY(&nobody, 403, "/v1/games/%s/record", table);
    assert_problem(GET(&ada, 422, "/v1/games/%s/view?as=3", table), "invalid", "as");
    assert_problem(GET(&ada, 422, "/v1/games/%s/view?as=some", table), "invalid", "as");
    assert_problem(GET(&ada, 422, "/v1/games/%s/view?at=99", table), "invalid", "at");
    for (int seat = 0; seat < 3; seat++) {
        view = GET(&ada, 200, "/v1/games/%s/view?as=%d", table, seat);
        for (int other = 0; other < 3; other++)
            ck_assert_int_eq(
                json_is_null(json_object_get(
                    json_array_get(json_object_get(view, "players"), (size_t)other), "cards")),
                other != seat);
        json_decref(view);
    }
    view = GET(&nobody, 200, "/v1/games/%s/view", table);
    ck_assert(json_is_null(json_object_get(view, "viewer")));
    json_decref(view);
    GET_ONLY(&ada, 200, "/v1/games/%s/record", table);
}
END_TEST

/* A commitment given when joining has to be fulfilled with the first set-up move. */
START_TEST(a_committed_seed_comes_with_the_first_move) {
    static const char seed[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    unsigned char bytes[32], hash[32];
    char hex[65], body[300], id[GAME_ID_SIZE];
    json_t *json;

    ck_assert_int_eq(sodium_hex2bin(bytes, 32, seed, 64, NULL, NULL, NULL), 0);
    crypto_hash_sha256(hash, bytes, sizeof bytes);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    snprintf(body, sizeof body,
             "{'rules':{'game':'base'},'client_commitment':'%s',"
             "'seats':[{'account':'me'},{'bot':'random'}]}",
             hex);
    make_game(&ada, body, id);
    for (;;) {
        json = GET(&ada, 200, "/v1/games/%s", id);
        int seat = waits_for(json);
        long long seq = number_at(json, "seq");

        json_decref(json);
        if (seat == 0)
            break;
        GET_ONLY(&ada, 200, "/v1/games/%s/events?after=%lld&wait=10", id, seq);
    }
    json = GET(&ada, 200, "/v1/games/%s/actions", id);
    long long vertex = number_at(json_array_get(json_object_get(json, "actions"), 0), "vertex");
    json_decref(json);
    snprintf(body, sizeof body, "{'action':{'type':'build_settlement','vertex':%lld}}", vertex);
    assert_problem(POST(&ada, 422, body, MOVES, id), "invalid", "/client_seed");
    snprintf(body, sizeof body,
             "{'action':{'type':'build_settlement','vertex':%lld},'client_seed':'%s'}", vertex,
             hex);
    assert_problem(POST(&ada, 422, body, MOVES, id), "invalid", "/client_seed");
    snprintf(body, sizeof body,
             "{'action':{'type':'build_settlement','vertex':%lld},'client_seed':'%s'}", vertex,
             seed);
    POST_ONLY(&ada, 201, body, MOVES, id);
    json = GET(&nobody, 200, "/v1/games/%s", id);
    ck_assert(json_is_null(
        json_array_get(json_object_get(json_object_get(json, "fairness"), "client_seeds"), 0)));
    json_decref(json);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", id);
    json = GET(&nobody, 200, "/v1/games/%s", id);
    ck_assert_str_eq(text_at(json, "status"), "abandoned");
    ck_assert_str_eq(json_string_value(json_array_get(
                         json_object_get(json_object_get(json, "fairness"), "client_seeds"), 0)),
                     seed);
    json_decref(json);
}
END_TEST

static Suite *suite(void) {
    enum { WRONG = sizeof wrong_moves / sizeof *wrong_moves };

    return test_suite(
        "moves",
        (const struct test_case[]){
            {"answer", a_move_is_answered_with_what_came_of_it, 0, 0, setup, people_teardown},
            {"wrong", wrong_moves_change_nothing, WRONG, 0, setup, people_teardown},
            {"first", a_refusal_says_what_comes_first, 0, 0, setup, people_teardown},
            {"order", refusals_have_their_order, 0, 0, setup, people_teardown},
            {"idempotency", a_key_moves_once, 0, 0, setup, people_teardown},
            {"if_match", if_match_takes_the_tags_of_view_and_game, 0, 0, setup, people_teardown},
            {"batch", a_batch_is_made_whole_or_not_at_all, 0, 0, setup, people_teardown},
            {"peeking", nobody_peeks_with_a_batch, 0, 0, setup, people_teardown},
            {"dry_run", a_dry_run_writes_nothing, 0, 0, setup, people_teardown},
            {"table", a_table_tells_its_outcomes, 0, 0, setup, people_teardown},
            {"preset", a_roll_set_by_a_card_is_kept_whole, 0, 0, setup, people_teardown},
            {"as", as_is_the_creators_while_a_table_game_runs, 0, 0, setup, people_teardown},
            {"seed", a_committed_seed_comes_with_the_first_move, 0, 0, setup, people_teardown},
            {0},
        });
}
TEST_MAIN(suite)
