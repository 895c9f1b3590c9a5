/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Games at sea over HTTP: creation, random play, records, positions, pictures, and refusals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/fair.h"
#include "service/document/verify.h"
#include "tests/service/people.h"
#include "tests/support/check_main.h"

enum { MOVES = 160 };

static char game[GAME_ID_SIZE];

static unsigned waited(void) {
    json_t *at = GET(&ada, 200, "/v1/games/%s", game);
    int seat = waits_for(at);

    json_decref(at);
    return seat < 0 ? 99 : (unsigned)seat;
}

static void play_at_random(struct random *random, unsigned moves) {
    char action[ACTION_TEXT_MAX], body[ACTION_TEXT_MAX + 64], as[16];

    for (unsigned i = 0; i < moves; i++) {
        unsigned seat = waited();

        if (seat == 99)
            return;
        snprintf(as, sizeof as, "?as=%u", seat);
        ck_assert(choose_action(&ada, random, game, as, action));
        snprintf(body, sizeof body, "{\"action\":%s,\"seat\":%u}", action, seat);
        POST_ONLY(&ada, 201, body, "/v1/games/%s/moves", game);
    }
}

/* Creates a table game from BODY's members; asserts the response. */
static void make_from(const char *member, json_t *value, json_t *rules, json_t *board) {
    json_t *body = json_pack("{s:s}", "mode", "table");
    char *text;

    json_object_set(body, member, value);
    if (rules != NULL) {
        json_object_set(body, "rules", rules);
        json_object_set(body, "board", board);
    }
    text = json_dumps(body, JSON_COMPACT);
    make_game(&ada, text, game);
    free(text);
    json_decref(body);
}

static const struct played {
    const char *scenario, *rules;
    int target;
} played[] = {
    {"new_shores", "'game':'base'", 14},
    {"four_islands", "'game':'base'", 13},
    {"fog_islands", "'game':'base'", 12},
    {"desert", "'game':'base'", 14},
    {"wonders", "'game':'base'", 10},
    {"forgotten_tribe", "'game':'base'", 13},
    {"new_world", "'game':'base'", 12},
    {"cloth", "'game':'base'", 14},
    {"pirate_islands", "'game':'base'", 10},
    {"cloth", "'game':'cities_and_knights','edition':'ck2020'", 16},      /* V-39 */
    {"new_shores", "'game':'cities_and_knights','edition':'ck1998'", 16}, /* V-39 */
    {"desert", "'game':'cities_and_knights','edition':'ck2022'", 16},
    {"four_islands",
     "'game':'cities_and_knights','edition':'ck2007','options':{'sea_unsuitable':'allow'}", 15},
    {"wonders", "'game':'cities_and_knights','edition':'ck2020'", 12},
};
enum { PLAYED = sizeof played / sizeof played[0] };

START_TEST(scenarios_are_played_told_and_taken_back_in) {
    struct random random = random_seeded(test_seed(41) + (unsigned)_i);
    const struct played *row = &played[_i % PLAYED];
    unsigned players = 3 + (unsigned)_i / PLAYED;
    json_t *view, *record, *board, *again;
    char body[300];

    snprintf(body, sizeof body,
             "{'mode':'table','rules':{%s,'scenario':'%s','players':%u},'board':{'layout':'%s'}}",
             row->rules, row->scenario, players, _i % 2 == 0 ? "beginner" : "random");
    make_game(&ada, body, game);
    play_at_random(&random, MOVES);
    view = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    if (strcmp(row->scenario, "new_world") !=
        0) /* S-160: there it is beside the board until it is sent */
        ck_assert_int_eq(json_is_null(json_object_get(view, "pirate")),
                         strcmp(row->scenario, "wonders") == 0 ||
                             strcmp(row->scenario, "pirate_islands") == 0);
    ck_assert(json_is_array(json_object_get(json_object_get(view, "pieces"), "ships")));
    board = GET(&ada, 200, "/v1/games/%s/board", game);
    ck_assert_uint_gt(json_object_size(json_object_get(board, "regions")), 0);
    ck_assert_int_eq(
        json_array_size(json_object_get(board, "marks")) > 0,
        strcmp(row->scenario, "wonders") == 0 || strcmp(row->scenario, "forgotten_tribe") == 0 ||
            strcmp(row->scenario, "cloth") == 0 || strcmp(row->scenario, "pirate_islands") == 0);
    json_decref(board);
    GET_ONLY(&ada, 200, "/v1/games/%s/events?limit=100", game);
    GET_ONLY(&ada, 200, "/v1/games/%s/recap", game);
    record = GET(&ada, 200, "/v1/games/%s/record", game);
    json_t *rules = json_object_get(record, "rules");
    ck_assert_str_eq(text_at(rules, "scenario"), row->scenario);
    ck_assert_int_eq(json_integer_value(json_object_get(rules, "victory_points")), row->target);
    make_from("record", record, NULL, NULL);
    again = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    json_object_del(view, "game"), json_object_del(again, "game");
    ck_assert_msg(json_equal(view, again), "the record makes another game");
    json_decref(again);
    json_object_del(view, "seq"), json_object_del(view, "status");
    if (json_object_get(json_object_get(record, "board"), "fog") == NULL || _i < PLAYED) {
        make_from("position", view, json_object_get(record, "rules"),
                  json_object_get(record, "board"));
        play_at_random(&random, MOVES / 4);
    }
    json_decref(view);
    json_decref(record);
}
END_TEST

/* A member of the first player in VIEW. */
static const json_t *first_player(const json_t *view, const char *member) {
    return json_object_get(json_array_get(json_object_get(view, "players"), 0), member);
}

START_TEST(wonders_are_public_and_taken_back_in) {
    json_t *view, *record, *again;

    make_game(&ada,
              "{'mode':'table','rules':{'game':'base','scenario':'wonders','players':3},"
              "'board':{'layout':'beginner'},'position':{'first':0,"
              "'turn':{'player':0,'step':'actions','number':8,'rolled':true},"
              "'pieces':{'settlements':[],'cities':[{'vertex':56,'player':0},"
              "{'vertex':58,'player':0}],'roads':[],'ships':[]},"
              "'players':[{'seat':0,'wonder':'theater','wonder_level':2,"
              "'cards':{'brick':2,'lumber':2,'wool':6}},{'seat':1},{'seat':2}]}}",
              game);
    POST_ONLY(&ada, 201, "{'words':'wonder theater'}", "/v1/games/%s/moves", game);
    view = GET(&ada, 200, "/v1/games/%s/view?as=1", game);
    ck_assert_str_eq(json_string_value(first_player(view, "wonder")), "theater");
    ck_assert_int_eq(json_integer_value(first_player(view, "wonder_level")), 3);
    json_decref(view);
    assert_problem(POST(&ada, 422,
                        "{'action':{'type':'build_wonder','wonder':'monument'},'seat':0}",
                        "/v1/games/%s/moves", game),
                   "illegal-move", NULL);
    POST_ONLY(&ada, 201, "{'action':{'type':'build_wonder','wonder':'theater'},'seat':0}",
              "/v1/games/%s/moves", game);
    view = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    ck_assert_int_eq(json_integer_value(json_object_get(view, "winner")), 0);
    record = GET(&ada, 200, "/v1/games/%s/record", game);
    make_from("record", record, NULL, NULL);
    again = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    json_object_del(view, "game"), json_object_del(again, "game");
    ck_assert_msg(json_equal(view, again), "the record makes another game");
    json_decref(again);
    json_decref(view);
    json_decref(record);
}
END_TEST

/* The kind of gift at EDGE among the board's marks in a document. */
static const char *gift_at(const json_t *board, json_int_t edge) {
    size_t i;
    json_t *mark;
    json_array_foreach(json_object_get(board, "marks"), i,
                       mark) if (json_integer_value(json_object_get(mark, "edge")) ==
                                 edge) return json_string_value(json_object_get(mark, "gift"));
    return NULL;
}

START_TEST(gifts_are_found_placed_and_taken_back_in) {
    enum { CARD = 12, HARBOR = 56, SITE = 63 };
    json_t *view, *record, *again, *events, *board;

    make_game(&ada,
              "{'mode':'table','rules':{'game':'base','scenario':'forgotten_tribe','players':3},"
              "'board':{'layout':'beginner'},'position':{'first':0,"
              "'turn':{'player':0,'step':'actions','number':8,'rolled':true},"
              "'pieces':{'settlements':[{'vertex':51,'player':0},{'vertex':28,'player':0}],"
              "'cities':[],'roads':[],'ships':[{'edge':79,'player':0},{'edge':80,'player':0},"
              "{'edge':64,'player':0},{'edge':55,'player':0},{'edge':33,'player':0},"
              "{'edge':19,'player':0}]},"
              "'players':[{'seat':0,'cards':{'lumber':2,'wool':2}},{'seat':1},{'seat':2}]}}",
              game);
    board = GET(&ada, 200, "/v1/games/%s/board", game);
    ck_assert_str_eq(gift_at(board, CARD), "card");
    ck_assert_str_eq(gift_at(board, HARBOR), "harbor");
    json_decref(board);
    POST_ONLY(&ada, 201,
              "{'action':{'type':'build_ship','edge':12},'seat':0,'outcome':{'card':'knight'}}",
              "/v1/games/%s/moves", game);
    view = GET(&ada, 200, "/v1/games/%s/view?as=0", game);
    ck_assert_int_eq(
        json_integer_value(json_object_get(
            json_object_get(json_array_get(json_object_get(view, "players"), 0), "new_dev_cards"),
            "knight")),
        1);
    ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(view, "decks"), "dev")),
                     21);
    ck_assert_uint_eq(json_array_size(json_object_get(view, "gifts_left")), 17);
    json_decref(view);
    events = GET(&ada, 200, "/v1/games/%s/events?as=1&after=1", game);
    ck_assert_uint_eq(json_object_size(json_object_get(
                          json_array_get(json_object_get(events, "events"), 0), "outcome")),
                      0);
    json_decref(events);
    POST_ONLY(&ada, 201, "{'words':'ship 35-44'}", "/v1/games/%s/moves", game);
    assert_problem(
        POST(&ada, 422, "{'action':{'type':'skip'},'seat':0}", "/v1/games/%s/moves", game),
        "illegal-move", NULL);
    POST_ONLY(&ada, 201, "{'words':'harbor 42-51'}", "/v1/games/%s/moves", game);
    view = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    ck_assert_int_eq(json_integer_value(json_object_get(
                         json_array_get(json_object_get(view, "harbors"), 0), "edge")),
                     SITE);
    record = GET(&ada, 200, "/v1/games/%s/record", game);
    make_from("record", record, NULL, NULL);
    again = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    json_object_del(view, "game"), json_object_del(again, "game");
    ck_assert_msg(json_equal(view, again), "the record makes another game");
    json_decref(again);
    json_decref(view);
    json_decref(record);
}
END_TEST

/* A table of three in the scenario of the villages; LINKED has reached one of them. */
#define CLOTH_GAME(linked)                                                                         \
    "{'mode':'table','rules':{'game':'base','scenario':'cloth','players':3},"                      \
    "'board':{'layout':'beginner'},'position':{'first':0,"                                         \
    "'turn':{'player':0,'step':'before_roll','number':8,'rolled':false},"                          \
    "'villages':[{'vertex':27,'cloth':3,'linked':" linked "}],'cloth_supply':10,"                  \
    "'pieces':{'settlements':[{'vertex':36,'player':0},{'vertex':20,'player':1}],"                 \
    "'cities':[],'roads':[],'ships':[{'edge':44,'player':0},{'edge':43,'player':0},"               \
    "{'edge':42,'player':0},{'edge':31,'player':1}]},"                                             \
    "'players':[{'seat':0,'cloth':1},{'seat':1,'cloth':1,'cards':{'ore':1}},"                      \
    "{'seat':2}]}}"

/* S-114: a village gives a player their first cloth once, so a player cannot reach it twice. */
START_TEST(villages_that_cannot_be_are_refused) {
    static const char *const wrong[] = {CLOTH_GAME("[1,1]"), CLOTH_GAME("[1,0,1]"),
                                        CLOTH_GAME("[0]"), CLOTH_GAME("[]")};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_problem(POST(&ada, 422, wrong[i], "/v1/games"), "invalid", "/position");
}
END_TEST

START_TEST(cloth_is_public_and_taken_back_in) {
    json_t *view, *record, *again, *events, *board;

    make_game(&ada, CLOTH_GAME("[1,0]"), game);
    board = GET(&ada, 200, "/v1/games/%s/board", game);
    ck_assert_uint_eq(json_array_size(json_object_get(board, "marks")), 8);
    json_decref(board);
    POST_ONLY(&ada, 201, "{'action':{'type':'roll'},'outcome':{'yellow':3,'red':4}}",
              "/v1/games/%s/moves", game);
    assert_problem(POST(&ada, 422,
                        "{'action':{'type':'move_robber','hex':0,'victim':null,'take':'cloth'}}",
                        "/v1/games/%s/moves", game),
                   "invalid", NULL);
    assert_problem(POST(&ada, 422,
                        "{'action':{'type':'move_pirate','hex':12,'victim':null,'take':'cloth'}}",
                        "/v1/games/%s/moves", game),
                   "illegal-move", NULL);
    POST_ONLY(&ada, 201, "{'words':'pirate 7 from blue take cloth'}", "/v1/games/%s/moves", game);
    view = GET(&ada, 200, "/v1/games/%s/view?as=2", game);
    ck_assert_int_eq(json_integer_value(first_player(view, "cloth")), 2);
    ck_assert_int_eq(json_integer_value(json_object_get(view, "cloth_supply")), 10);
    ck_assert_uint_eq(json_array_size(json_object_get(view, "villages")), 8);
    json_decref(view);
    events = GET(&ada, 200, "/v1/games/%s/events?as=2&after=2", game);
    const json_t *event = json_array_get(json_object_get(events, "items"), 0);
    ck_assert_str_eq(text_at(json_object_get(event, "action"), "take"), "cloth");
    ck_assert_uint_eq(json_array_size(json_object_get(json_object_get(event, "changes"), "cloth")),
                      2);
    json_decref(events);
    view = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    record = GET(&ada, 200, "/v1/games/%s/record", game);
    make_from("record", record, NULL, NULL);
    again = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    json_object_del(view, "game"), json_object_del(again, "game");
    ck_assert_msg(json_equal(view, again), "the record makes another game");
    json_decref(again);
    json_decref(view);
    json_decref(record);
}
END_TEST

static void refuse(const char *body, const char *pointer) {
    assert_problem(POST(&ada, 422, body, "/v1/games"), "invalid", pointer);
}

/* Four players at the Pirate Islands: seat 1's line has reached the fortress with three warships, and rolls. */
#define FLEET_GAME(turn, more)                                                                     \
    "{'mode':'table','rules':{'game':'base','scenario':'pirate_islands','players':4},"             \
    "'board':{'layout':'beginner'},'position':{'first':0,'turn':" turn                             \
    ",'pieces':{'settlements':[{'vertex':105,'player':0},{'vertex':79,'player':1},"                \
    "{'vertex':25,'player':2},{'vertex':50,'player':3}],'cities':[],'roads':[],"                   \
    "'ships':[{'edge':154,'player':0},{'edge':28,'player':2},{'edge':76,'player':3},"              \
    "{'edge':104,'player':1,'warship':true},{'edge':103,'player':1,'warship':true},"               \
    "{'edge':102,'player':1,'warship':true},{'edge':101,'player':1},{'edge':100,'player':1},"      \
    "{'edge':99,'player':1},{'edge':114,'player':1},{'edge':124,'player':1},"                      \
    "{'edge':123,'player':1}]},'players':[{'seat':0,'cards':{'ore':2}},"                           \
    "{'seat':1,'fortress':{'left':1}},{'seat':2},{'seat':3}]" more "}}"

START_TEST(fleet_sails_and_fortresses_are_freed) {
    static const char *const wrong[] = {"[]", "[{'player':0,'cards':['wool']}]",
                                        "[{'player':2,'cards':['ore']}]"};
    json_t *view, *record, *again, *events;
    char body[200];

    refuse(FLEET_GAME("{'player':1,'step':'before_roll','number':8}", ",'fleet':0"), "/position");
    refuse(FLEET_GAME("{'player':1,'step':'before_roll','number':8}", ",'pirate':34"),
           "/position/pirate");
    refuse("{'mode':'table','rules':{'game':'base','scenario':'cloth','players':3},"
           "'position':{'first':0,'turn':{'player':0,'step':'before_roll','number':8},'fleet':3,"
           "'pieces':{'settlements':[],'cities':[],'roads':[],'ships':[]},"
           "'players':[{'seat':0},{'seat':1},{'seat':2}]}}",
           "/position/fleet");
    /* S-130: a victory point card has been played */
    make_game(&ada,
              FLEET_GAME("{'player':1,'step':'before_roll','number':8}",
                         ",'fleet':34,'dev_removed':{'victory_point':1}"),
              game);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(body, sizeof body,
                 "{'action':{'type':'roll'},'outcome':{'yellow':1,'red':6,'lost':%s}}", wrong[i]);
        assert_problem(POST(&ada, 422, body, "/v1/games/%s/moves", game), "impossible-outcome",
                       NULL);
    }
    POST_ONLY(&ada, 201,
              "{'action':{'type':'roll'},'outcome':{'yellow':1,'red':6,"
              "'lost':[{'player':0,'cards':['ore']}]}}",
              "/v1/games/%s/moves", game);
    POST_ONLY(&ada, 201,
              "{'action':{'type':'draw_victim','victim':0},'outcome':{'card':'ore'},'seat':1}",
              "/v1/games/%s/moves", game);
    events = GET(&ada, 200, "/v1/games/%s/events?as=2&after=2", game);
    const json_t *drawn = json_array_get(json_object_get(events, "items"), 0);
    ck_assert_str_eq(text_at(drawn, "type"), "draw_victim");
    ck_assert_uint_eq(json_object_size(json_object_get(drawn, "outcome")), 0); /* S-82 */
    json_decref(events);
    POST_ONLY(&ada, 201, "{'action':{'type':'attack_fortress'},'outcome':{'die':2}}",
              "/v1/games/%s/moves", game);
    view = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    ck_assert_int_eq(json_integer_value(json_object_get(view, "fleet")), 42);
    ck_assert(json_is_null(json_object_get(view, "pirate")));
    const json_t *second = json_array_get(json_object_get(view, "players"), 1);
    ck_assert_int_eq(
        json_integer_value(json_object_get(json_object_get(second, "fortress"), "left")), 0);
    ck_assert_int_eq(
        json_integer_value(json_object_get(json_object_get(second, "points"), "total")), 2);
    record = GET(&ada, 200, "/v1/games/%s/record", game);
    make_from("record", record, NULL, NULL);
    again = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    json_object_del(view, "game"), json_object_del(again, "game");
    ck_assert_msg(json_equal(view, again), "the record makes another game");
    json_decref(again);
    json_decref(view);
    json_decref(record);
}
END_TEST

/* The document of the first decision that GAME waits for. */
static json_t *waiting_for(json_t *view) {
    return json_array_get(json_object_get(view, "waiting_for"), 0);
}

START_TEST(harbors_are_placed_or_drawn) {
    json_t *view, *board, *record;

    make_game(
        &ada,
        "{'mode':'table','first':1,'rules':{'game':'base','scenario':'new_world','players':3},"
        "'board':{'hexes':[{'q':0,'r':0,'terrain':'forest','number':5},"
        "{'q':1,'r':0,'terrain':'sea'},{'q':3,'r':0,'terrain':'desert'},"
        "{'q':5,'r':0,'terrain':'hills','number':9}],"
        "'harbors':[{'kind':'wool'},{'kind':'any'},{'kind':'ore'}]}}",
        game);
    board = GET(&ada, 200, "/v1/games/%s/board", game);
    ck_assert_int_eq(
        json_integer_value(json_object_get(json_object_get(board, "harbor_pool"), "ore")), 1);
    ck_assert_uint_eq(json_array_size(json_object_get(board, "harbors")), 0);
    ck_assert_uint_eq(json_object_size(json_object_get(board, "regions")), 3); /* S-67 */
    json_decref(board);
    view = GET(&ada, 200, "/v1/games/%s/view?as=1", game);
    ck_assert_str_eq(text_at(waiting_for(view), "decision"), "place_harbor");
    ck_assert_str_eq(text_at(waiting_for(view), "harbor"), "wool");
    ck_assert(json_is_null(json_object_get(view, "robber"))); /* S-160 */
    json_decref(view);
    assert_problem(POST(&ada, 422,
                        "{'action':{'type':'place_harbor','edge':0},'seat':1,"
                        "'outcome':{'harbor':'grain'}}",
                        "/v1/games/%s/moves", game),
                   "impossible-outcome", NULL);
    POST_ONLY(&ada, 201,
              "{'action':{'type':'place_harbor','edge':0},'seat':1,'outcome':{'harbor':'ore'}}",
              "/v1/games/%s/moves", game);
    view = GET(&ada, 200, "/v1/games/%s/view?as=0", game);
    ck_assert_int_eq(json_integer_value(json_object_get(waiting_for(view), "player")), 2);
    ck_assert_str_eq(text_at(waiting_for(view), "harbor"), "ore");
    ck_assert_uint_eq(json_array_size(json_object_get(view, "harbors")), 1);
    record = GET(&ada, 200, "/v1/games/%s/record", game);
    json_object_del(view, "game"), json_object_del(view, "seq"), json_object_del(view, "status");
    json_t *all = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    json_object_del(all, "game"), json_object_del(all, "seq"), json_object_del(all, "status");
    make_from("position", all, json_object_get(record, "rules"), json_object_get(record, "board"));
    json_decref(view);
    view = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    ck_assert_str_eq(text_at(waiting_for(view), "harbor"), "ore");
    json_decref(all), json_decref(view), json_decref(record);

    make_game(&ada,
              "{'mode':'table','rules':{'game':'base','scenario':'new_world','players':6},"
              "'board':{'layout':'random','harbors':'random','seed':'s'}}",
              game);
    board = GET(&ada, 200, "/v1/games/%s/board", game);
    ck_assert_ptr_null(json_object_get(board, "harbor_pool"));
    ck_assert_uint_gt(json_array_size(json_object_get(board, "harbors")), 8);
    json_decref(board);
    view = GET(&ada, 200, "/v1/games/%s/view?as=all", game);
    ck_assert_str_eq(text_at(waiting_for(view), "decision"), "setup_settlement");
    ck_assert(json_is_null(json_object_get(view, "robber")));
    json_decref(view);
}
END_TEST

/* Checks that the record contains the seed of its map, and that another map would be detected. */
static void check_map_dealt(json_t *record) {
    const json_t *map = json_object_get(json_object_get(record, "fairness"), "map");
    json_t *hexes = json_object_get(json_object_get(record, "board"), "hexes");
    json_t *first = NULL, *other = NULL;
    struct verdict verdict;
    size_t i;
    json_t *hex;

    ck_assert_str_eq(text_at(map, "layout"), "random");
    ck_assert_uint_gt(strlen(text_at(map, "seed")), 0);
    json_array_foreach(hexes, i, hex) {
        if (!json_is_integer(json_object_get(hex, "number")))
            continue;
        if (first == NULL)
            first = hex;
        if (number_at(hex, "number") != number_at(first, "number"))
            other = hex;
    }
    ck_assert_ptr_nonnull(other);
    long long number = number_at(other, "number");
    json_object_set_new(other, "number", json_integer(number_at(first, "number")));
    json_object_set_new(first, "number", json_integer(number));
    char *text = json_dumps(record, JSON_COMPACT);
    verify_record(text, strlen(text), &verdict);
    ck_assert_msg(!verdict.ok, "%s", verdict.text);
    free(text);
}

/* A player's own seed comes with the first harbor they place. The earlier harbors were drawn without it, so all draws
 * of the game can be verified. */
START_TEST(harbors_are_drawn_before_all_seeds_are_in) {
    enum { EVENTS = 60 };
    struct random random = random_seeded(test_seed(43));
    uint8_t seed[FAIR_SEED_BYTES] = {7}, hash[FAIR_SEED_BYTES];
    char hex[2][FAIR_HEX_DIGITS + 1], body[ACTION_TEXT_MAX + 200], action[ACTION_TEXT_MAX];
    struct verdict verdict;
    bool sent = false;

    fair_commitment(hash, seed);
    for (unsigned i = 0; i < FAIR_SEED_BYTES; i++) {
        snprintf(hex[0] + 2 * (size_t)i, 3, "%02x", seed[i]);
        snprintf(hex[1] + 2 * (size_t)i, 3, "%02x", hash[i]);
    }
    snprintf(body, sizeof body,
             "{'rules':{'game':'base','scenario':'new_world','players':3},'client_commitment':'%s',"
             "'seats':[{'bot':'random'},{'account':'me'},{'bot':'random'}]}",
             hex[1]);
    make_game(&ada, body, game);
    for (;;) {
        json_t *at = GET(&ada, 200, "/v1/games/%s", game);
        int seat = waits_for(at);
        long long seq = number_at(at, "seq");

        json_decref(at);
        if (seq >= EVENTS)
            break;
        if (seat != 1 || !choose_action(&ada, &random, game, "", action)) {
            GET_ONLY(&ada, 200, "/v1/games/%s/events?after=%lld&wait=10", game, seq);
            continue;
        }
        snprintf(body, sizeof body, "{\"action\":%s,\"seq\":%lld%s%s%s}", action, seq,
                 sent ? "" : ",\"client_seed\":\"", sent ? "" : hex[0], sent ? "" : "\"");
        sent |= person_move(&ada, game, body);
    }
    ck_assert(sent);
    POST_ONLY(&ada, 200, NULL, "/v1/games/%s/resign", game);
    json_t *record = GET(&ada, 200, "/v1/games/%s/record", game);
    char *text = json_dumps(record, JSON_COMPACT);
    verify_record(text, strlen(text), &verdict);
    ck_assert_msg(verdict.ok && verdict.proved, "%s", verdict.text);
    free(text);
    check_map_dealt(record);
    json_decref(record);
}
END_TEST

START_TEST(what_is_refused) {
    refuse("{'rules':{'game':'base','scenario':'atlantis'}}", "/rules/scenario");
    refuse("{'rules':{'game':'base','scenario':'new_shores','players':2}}", "/rules/players");
    refuse("{'rules':{'game':'cities_and_knights','scenario':'pirate_islands'}}",
           "/rules/scenario"); /* V-38 */
    refuse("{'rules':{'game':'base','scenario':'custom'}}", "/board");
    refuse("{'rules':{'game':'base','scenario':'custom'},'board':{'layout':'random'}}", "/board");
    refuse("{'rules':{'game':'base','scenario':'new_shores'},"
           "'board':{'layout':'random','numbers':'random'}}",
           "/board/numbers");
    refuse("{'rules':{'game':'cities_and_knights','scenario':'four_islands'}}", "/rules/scenario");
    refuse("{'rules':{'game':'cities_and_knights','scenario':'new_world'}}", "/rules/scenario");
    refuse("{'rules':{'game':'base','scenario':'desert'},"
           "'board':{'layout':'random','harbors':'random'}}",
           "/board/harbors"); /* S-163 */
    refuse("{'rules':{'game':'base','scenario':'desert','options':{'sea_unsuitable':'allow'}}}",
           "/rules/options/sea_unsuitable");
    /* no land: nobody could begin */
    refuse("{'rules':{'game':'base','scenario':'custom'},'board':{'hexes':["
           "{'q':0,'r':0,'terrain':'sea'},{'q':1,'r':0,'terrain':'sea'}]}}",
           "/board/hexes");
    /* the pirate on land */
    refuse("{'rules':{'game':'base','scenario':'custom'},'board':{'hexes':["
           "{'q':0,'r':0,'terrain':'gold','number':5},{'q':1,'r':0,'terrain':'sea'}],"
           "'pirate':{'q':0,'r':0}}}",
           "/board/pirate");
    /* a mark off the board */
    refuse("{'rules':{'game':'base','scenario':'custom'},'board':{'hexes':["
           "{'q':0,'r':0,'terrain':'gold','number':5},{'q':1,'r':0,'terrain':'sea'}],"
           "'marks':[{'q':9,'r':0,'corner':'N','kind':'strait'}]}}",
           "/board/marks/0");
    /* S-146 */
    refuse("{'rules':{'game':'base','scenario':'wonders'},'board':{'hexes':["
           "{'q':0,'r':0,'terrain':'gold','number':5},{'q':1,'r':0,'terrain':'sea'}],"
           "'pirate':{'q':1,'r':0}}}",
           "/board/pirate");
    refuse("{'rules':{'game':'base'},'board':{'hexes':[{'q':0,'r':0,'terrain':'sea'},"
           "{'q':1,'r':0,'terrain':'hills','number':4}]}}",
           "/board/hexes/0");
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "sea",
        (const struct test_case[]){
            {"played", scenarios_are_played_told_and_taken_back_in, 2 * PLAYED, 0, people_setup,
             people_teardown},
            {"wonders", wonders_are_public_and_taken_back_in, 0, 0, people_setup, people_teardown},
            {"gifts", gifts_are_found_placed_and_taken_back_in, 0, 0, people_setup,
             people_teardown},
            {"harbors", harbors_are_placed_or_drawn, 0, 0, people_setup, people_teardown},
            {"seeds", harbors_are_drawn_before_all_seeds_are_in, 0, 0, people_setup,
             people_teardown},
            {"villages", villages_that_cannot_be_are_refused, 0, 0, people_setup, people_teardown},
            {"cloth", cloth_is_public_and_taken_back_in, 0, 0, people_setup, people_teardown},
            {"fleet", fleet_sails_and_fortresses_are_freed, 0, 0, people_setup, people_teardown},
            {"refused", what_is_refused, 0, 0, people_setup, people_teardown},
            {0},
        });
}

TEST_MAIN(suite)
