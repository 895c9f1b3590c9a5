/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Parts of others' turns at a table: lists that are carried out, and their results. */
#include <stdio.h>
#include <string.h>

#include "tests/service/parts_people.h"
#include "tests/support/check_main.h"

static void set_up_table(struct random *random) {
    char decision[32], action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64], as[16];

    for (;;) { /* a ship can find gold, too */
        unsigned seat = six_waited(decision);

        if (strcmp(decision, "turn") == 0)
            return;
        snprintf(as, sizeof as, "?as=%u", seat);
        ck_assert(choose_action(&people[0], random, game, as, action));
        snprintf(body, sizeof body, "{\"action\":%s}", action);
        POST_ONLY(&people[0], 201, body, "/v1/games/%s/moves", game);
    }
}

static void roll_two(unsigned seat) {
    char action[120];

    snprintf(action, sizeof action, "{'type':'roll'},'outcome':{'yellow':1,'red':1},'seat':%u",
             seat);
    six_move(0, action);
}

/* Continues the table's position in another game, in which all players hold EACH of each resource. */
static void deal_again(int each) {
    static const char *const resources[] = {"brick", "lumber", "wool", "grain", "ore"};
    json_t *view = GET(&people[0], 200, "/v1/games/%s/view?as=all", game);
    json_t *record = GET(&people[0], 200, "/v1/games/%s/record", game);
    json_t *request, *player;
    size_t i;

    json_array_foreach(json_object_get(view, "players"), i, player) {
        json_t *cards = json_object();

        for (unsigned k = 0; k < 5; k++)
            json_object_set_new(cards, resources[k], json_integer(each));
        json_object_set_new(player, "cards", cards);
        json_object_del(player, "card_count");
    }
    json_object_del(view, "bank");
    request = json_pack("{s:s, s:O, s:O, s:o}", "mode", "table", "rules",
                        json_object_get(record, "rules"), "board", json_object_get(record, "board"),
                        "position", view);
    json_decref(record);
    char *text = json_dumps(request, JSON_COMPACT);

    make_game(&people[0], text, game);
    free(text);
    json_decref(request);
}

/* A table at which seat 0's turn is after its roll, and all players hold EACH of each resource. */
static void begin_dealt(struct random *random, int each) {
    make_game(&people[0],
              "{'mode':'table','rules':{'game':'base','players':6,"
              "'options':{'turns56':'special_build'}}}",
              game);
    set_up_table(random);
    roll_two(0);
    deal_again(each);
}

/* A table at which all players hold one card of each resource: plans and answers are carried out in the order of the
 * seats, and what cannot be built is skipped. */
START_TEST(builds_are_carried_out_clockwise) {
    struct random random = random_seeded(test_seed(34));
    char decision[32];
    json_t *events;

    begin_dealt(&random, 1);
    six_put(0, 200,
            "{'seat':1,'setting':'plan','builds':[{'type':'buy_dev_card'},"
            "{'type':'buy_dev_card'}]}");
    six_put(0, 200, "{'seat':2,'setting':'pass'}");
    six_put(0, 200, "{'seat':4,'setting':'pass'}");
    six_put(0, 200, "{'seat':5,'setting':'pass'}");
    six_move(0, "{'type':'special_build','builds':[{'type':'build_city','vertex':0},"
                "{'type':'buy_dev_card'}]},'seat':3");
    six_move(0, "{'type':'end_turn'}");
    ck_assert_uint_eq(six_waited(decision), 1);
    ck_assert_str_eq(decision, "turn");
    events = GET(&people[0], 200, "/v1/games/%s/events?type=buy_dev_card", game);
    const json_t *items = json_object_get(events, "items");

    ck_assert_uint_eq(json_array_size(items), 2);
    ck_assert_int_eq(number_at(json_array_get(items, 0), "player"), 1);
    ck_assert_int_eq(number_at(json_array_get(items, 1), "player"), 3);
    json_decref(events);
    json_t *shown = GET(&people[0], 200, "/v1/games/%s/special-build?seat=3", game);

    ck_assert_uint_eq(json_array_size(json_object_get(shown, "skipped")), 1);
    json_decref(shown);
    shown = GET(&people[0], 200, "/v1/games/%s/special-build?seat=1", game);
    ck_assert_uint_eq(json_array_size(json_object_get(shown, "builds")), 1);
    json_decref(shown);
}
END_TEST

/* Asserts the card of the Nth purchase of a development card, whose outcome was given. */
static void assert_bought(size_t n, const char *card, const char *chance) {
    json_t *events = GET(&people[0], 200, "/v1/games/%s/events?type=buy_dev_card&as=all", game);
    const json_t *event = json_array_get(json_object_get(events, "items"), n);

    ck_assert_str_eq(text_at(json_object_get(event, "outcome"), "card"), card);
    ck_assert_str_eq(text_at(event, "chance"), chance);
    json_decref(events);
}

static void pass_all_but(unsigned first, unsigned second) {
    char body[64];

    for (unsigned seat = 1; seat < PARTS_PLAYERS; seat++) {
        snprintf(body, sizeof body, "{'seat':%u,'setting':'pass'}", seat);
        if (seat != first && seat != second)
            six_put(0, 200, body);
    }
}

START_TEST(a_table_says_what_comes_of_builds) {
    struct random random = random_seeded(test_seed(43));
    json_t *shown, *kept;

    begin_dealt(&random, 4);
    pass_all_but(1, 2);
    six_move(0, "{'type':'buy_dev_card'},'outcome':{'card':'monopoly'}");
    six_move(0, "{'type':'buy_dev_card'},'outcome':{'card':'monopoly'}");
    six_move(0, "{'type':'buy_dev_card'},'outcome':{'card':'monopoly'}");
    /* in advance: stored with its outcome; the impossible one is skipped */
    six_move(0,
             "{'type':'special_build','builds':[{'type':'buy_dev_card'},{'type':'buy_dev_card'}]},"
             "'seat':2,'outcome':{'builds':[{'card':'monopoly'},{'card':'victory_point'}]}");
    kept = GET(&people[0], 200, "/v1/games/%s/special-build?seat=2", game);
    const json_t *given = json_object_get(json_object_get(kept, "outcome"), "builds");

    ck_assert_uint_eq(json_array_size(json_object_get(kept, "answer")), 2);
    ck_assert_str_eq(text_at(json_array_get(given, 0), "card"), "monopoly");
    json_decref(kept);
    six_move(0, "{'type':'end_turn'}");
    /* the waiting part: carried out at once */
    json_t *problem =
        six_make_move(0, 422,
                      "{'type':'special_build','builds':[{'type':'buy_dev_card'},"
                      "{'type':'buy_dev_card'}]},'outcome':{'builds':[null,{'card':'monopoly'}]}");

    ck_assert_str_eq(text_at(problem, "type"), "/problems/impossible-outcome");
    ck_assert_int_eq(number_at(problem, "index"), 1);
    json_decref(problem);
    assert_problem(six_make_move(0, 422,
                                 "{'type':'special_build','builds':[{'type':'buy_dev_card'}]},"
                                 "'outcome':{'builds':[null,null]}"),
                   "invalid", "/outcome/builds");
    json_t *made = six_make_move(0, 201,
                                 "{'type':'special_build','builds':[{'type':'buy_dev_card'},"
                                 "{'type':'buy_dev_card'}]},'outcome':{'builds':[{'card':'knight'},"
                                 "{'card':'year_of_plenty'}]}");

    ck_assert_uint_ge(six_assert_turn_of(made, 1), 4);
    assert_bought(3, "knight", "given");
    assert_bought(4, "year_of_plenty", "given");
    assert_bought(5, "victory_point", "given");
    shown = GET(&people[0], 200, "/v1/games/%s/special-build?seat=2", game);
    ck_assert_str_eq(text_at(json_array_get(json_object_get(shown, "skipped"), 0), "type"),
                     "buy_dev_card");
    json_decref(shown);
    assert_problem(six_make_move(0, 422,
                                 "{'type':'special_build','builds':[{'type':'buy_dev_card'}]},"
                                 "'seat':3,'outcome':{'builds':[{'card':'dragon'}]}"),
                   "invalid", "/outcome/builds/0/card");
}
END_TEST

/* The fog islands, with only gold in the fog. */
static void begin_in_fog(void) {
    json_t *board, *request, *fog;

    make_game(&people[0],
              "{'mode':'table','rules':{'game':'base','scenario':'fog_islands','players':6}}",
              game);
    json_t *record = GET(&people[0], 200, "/v1/games/%s/record", game);
    const json_t *tiles;
    json_int_t hexes = 0;
    const char *name;
    json_t *count;

    board = json_object_get(record, "board");
    tiles = json_object_get(json_object_get(board, "fog"), "tiles");
    json_object_foreach((json_t *)tiles, name, count) {
        hexes += json_integer_value(count);
    }
    fog = json_pack("{s:{s:I}, s:{s:I}}", "tiles", "gold", hexes, "numbers", "4", hexes);
    json_object_set_new(board, "fog", fog);
    request = json_pack("{s:s, s:{s:s, s:s, s:i, s:{s:s}}, s:O}", "mode", "table", "rules", "game",
                        "base", "scenario", "fog_islands", "players", PARTS_PLAYERS, "options",
                        "turns56", "special_build", "board", board);
    json_decref(record);
    char *text = json_dumps(request, JSON_COMPACT);

    make_game(&people[0], text, game);
    free(text);
    json_decref(request);
}

static size_t count_events(const char *type) {
    json_t *events = GET(&people[0], 200, "/v1/games/%s/events?type=%s&limit=1000", game, type);
    size_t count = json_array_size(json_object_get(events, "items"));

    json_decref(events);
    return count;
}

/* A ship that SEAT can build now, as JSON; false: none. */
static bool choose_ship(struct random *random, unsigned seat, char ship[80]) {
    json_t *list = GET(&people[0], 200, "/v1/games/%s/actions?as=%u", game, seat);
    const json_t *action;
    unsigned found = 0;
    size_t i;

    json_array_foreach(json_object_get(list, "actions"), i, action) {
        if (strcmp(text_at(action, "type"), "build_ship") != 0 ||
            random_below(random, ++found) != 0)
            continue;
        snprintf(ship, 80, "{'type':'build_ship','edge':%lld}", number_at(action, "edge"));
    }
    json_decref(list);
    return found > 0;
}

/* Whether gold was last chosen by a list, and was only ore, which no ship costs. */
static bool took_ore(void) {
    json_t *events = GET(&people[0], 200, "/v1/games/%s/events?type=choose_gold&limit=1000", game);
    const json_t *items = json_object_get(events, "items");
    const json_t *last = json_array_get(items, json_array_size(items) - 1);
    const json_t *taken = json_object_get(json_object_get(last, "action"), "take");
    bool ore = json_object_size(taken) == 1 && json_object_get(taken, "ore") != NULL;

    ck_assert_str_eq(text_at(last, "by"), "order");
    json_decref(events);
    return ore;
}

static long long ore_in_bank(void) {
    json_t *view = GET(&people[0], 200, "/v1/games/%s/view?as=all", game);
    long long count = number_at(json_object_get(view, "bank"), "ore");

    json_decref(view);
    return count;
}

/* SEAT's part after the turn of OWNER: a ship, followed by ANSWERS for gold. Returns whether it found some. */
static bool sail(struct random *random, unsigned owner, unsigned seat, const char *answers) {
    const size_t before = count_events("choose_gold");
    char decision[32], ship[80], body[400];
    bool there;

    snprintf(body, sizeof body, "{'seat':%u,'setting':'ask'}", seat);
    six_put(0, 200, body);
    snprintf(body, sizeof body, "{'type':'end_turn'},'seat':%u", owner);
    six_move(0, body);
    ck_assert_uint_eq(six_waited(decision), seat);
    if (strcmp(decision, "special_build") == 0) {
        there = choose_ship(random, seat, ship);
        snprintf(body, sizeof body, "{'type':'special_build','builds':[%s%s]},'seat':%u",
                 there ? ship : "", there ? answers : "", seat);
        six_move(0, body);
    }
    ck_assert_uint_eq(six_waited(decision), seat); /* their own turn, without gold */
    ck_assert_str_eq(decision, "turn");
    snprintf(body, sizeof body, "{'seat':%u,'setting':'pass'}", seat);
    six_put(0, 200, body);
    roll_two(seat);
    return count_events("choose_gold") > before;
}

/* A ship of a list finds gold in the fog: the entries after it in the list answer, else the default does, and the game
 * never waits. */
START_TEST(what_a_build_asks_is_answered_by_its_list) {
    static const char ore[] = ",{'type':'choose_gold','take':{'ore':1}},{'type':'choose_gold',"
                              "'take':{'ore':2}}";
    struct random random = random_seeded(test_seed(35));
    enum { GAMES = 20, TURNS = 5 * PARTS_PLAYERS, EACH = 3 };
    char decision[32], body[64];
    unsigned found[2] = {0}; /* without an answer, and with one */

    for (unsigned n = 0; n < GAMES && found[1] == 0; n++) {
        begin_in_fog();
        set_up_table(&random);
        unsigned owner = six_waited(decision);
        roll_two(owner);
        deal_again(EACH);
        for (unsigned seat = 0; seat < PARTS_PLAYERS; seat++) {
            snprintf(body, sizeof body, "{'seat':%u,'setting':'pass'}", seat);
            six_put(0, 200, body);
        }
        for (unsigned turn = 0; turn < TURNS && found[1] == 0;
             turn++, owner = (owner + 1) % PARTS_PLAYERS) {
            const bool answers = found[0] > 0 && ore_in_bank() >= 2;

            if (!sail(&random, owner, (owner + 1) % PARTS_PLAYERS, answers ? ore : ""))
                continue;
            ck_assert_int_eq(took_ore(), answers);
            found[answers]++;
        }
    }
    ck_assert_uint_gt(found[0], 0);
    ck_assert_uint_gt(found[1], 0);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "parts at a table",
        (const struct test_case[]){
            {"outcomes", a_table_says_what_comes_of_builds, 0, 0, six_setup, six_teardown},
            {"gold", what_a_build_asks_is_answered_by_its_list, 0, 60, six_setup, six_teardown},
            {"clockwise", builds_are_carried_out_clockwise, 0, 0, six_setup, six_teardown},
            {0},
        });
}

TEST_MAIN(suite)
