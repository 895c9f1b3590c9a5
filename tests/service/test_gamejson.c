/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Game documents, by tables: what is accepted, what is refused and where, what is written, and who sees what of an
 * event. */
#include <stdio.h>
#include <string.h>

#include "service/base/time_text.h"
#include "service/document/action_json.h"
#include "service/document/board_json.h"
#include "service/document/event_json.h"
#include "service/document/position.h"
#include "service/document/rules_json.h"
#include "tests/service/gamejson_help.h"
#include "tests/support/check_main.h"

/* ---- rules ---- */

static const struct rules_row rules_rows[] = {
    {"{'game':'base'}", 0, NULL,
     "{'game':'base','players':4,'victory_points':10,'combined_phases':true,'rules_revision':2,"
     "'variants':[],'options':{}}"},
    {"{'game':'base','combined_phases':false,'victory_points':12}", 3, NULL,
     "{'game':'base','players':3,'victory_points':12,'combined_phases':false,'rules_revision':2,"
     "'variants':[],'options':{}}"},
    {"{'game':'base','players':2,'variants':[],'options':{}}", 2, NULL,
     "{'game':'base','players':2,'victory_points':10,'combined_phases':true,'rules_revision':2,"
     "'variants':[],'options':{}}"},
    {"{}", 0, "/rules/game", "is missing"},
    {"[]", 0, "/rules", "must be an object"},
    {"{'game':'chess'}", 0, "/rules/game", "\"base\""},
    {"{'game':'base','edition':'ck2020'}", 0, "/rules/edition", "no editions"},
    {"{'game':'base','variants':['easy_start']}", 0, "/rules/variants", "none"},
    {"{'game':'base','options':{'saboteur':'x'}}", 0, "/rules/options/saboteur", "not known"},
    {"{'game':'base','options':{'friendly_robber':'on','early_sevens':'rerolled'}}", 4, NULL,
     "{'game':'base','players':4,'victory_points':10,'combined_phases':true,'rules_revision':2,"
     "'variants':[],'options':{'friendly_robber':'on','early_sevens':'rerolled'}}"},
    {"{'game':'base','players':7}", 0, "/rules/players", "from 2 to 6"},
    {"{'game':'base'}", 6, NULL,
     "{'game':'base','players':6,'victory_points':10,'combined_phases':true,'rules_revision':2,"
     "'variants':[],'options':{}}"},
    {"{'game':'base','options':{'turns56':'paired'}}", 5, NULL,
     "{'game':'base','players':5,'victory_points':10,'combined_phases':true,'rules_revision':2,"
     "'variants':[],'options':{}}"},
    {"{'game':'base','options':{'turns56':'paired'}}", 4, "/rules/options/turns56", "not known"},
    {"{'game':'base','options':{'turns56':'alone'}}", 6, "/rules/options/turns56", "paired"},
    {"{'game':'base','options':{'saboteur':'discard_half'}}", 6, "/rules/options/saboteur",
     "not known"},
    {"{'game':'base','players':'3'}", 0, "/rules/players", "whole number"},
    {"{'game':'base','players':3}", 4, "/rules/players", "do not fit 4 seats"},
    {"{'game':'base','victory_points':2}", 0, "/rules/victory_points", "from 3 to 30"},
    {"{'game':'base','rules_revision':3}", 0, "/rules/rules_revision", "from 1 to 2"},
    {"{'game':'base','combined_phases':1}", 0, "/rules/combined_phases", "true or false"},
    {"{'game':'base','player':3}", 0, "/rules/player", "\"players\""},
};

/* Omitting what the document of all rules says gives the same as stating it. */
START_TEST(what_is_known_of_the_rules_is_what_they_are) {
    struct writer w = document_writer();
    rules_write_known(&w);
    json_t *known = json_of_buffer(&document);
    json_t *base = json_array_get(json_object_get(known, "games"), GAME_BASE);
    json_t *knights = json_array_get(json_object_get(known, "games"), GAME_CITIES_AND_KNIGHTS);
    ck_assert_str_eq(json_string_value(json_object_get(knights, "edition")), "ck2020");
    ck_assert_int_eq(json_integer_value(json_object_get(base, "victory_points")), 10);
    json_t *costs = json_object_get(base, "costs");
    ck_assert_uint_eq(json_object_size(costs), 5); /* including a ship's */
    ck_assert_int_eq(
        json_integer_value(json_object_get(json_object_get(costs, "build_city"), "ore")), 3);
    json_t *editions = json_object_get(knights, "editions");
    ck_assert_uint_eq(json_array_size(editions), EDITION_COUNT - 1);
    for (size_t i = 0; i < json_array_size(editions); i++) {
        json_t *edition = json_array_get(editions, i);
        json_t *value = json_pack("{s:s, s:O, s:O}", "game", "cities_and_knights", "edition",
                                  json_object_get(edition, "edition"), "options",
                                  json_object_get(edition, "options"));
        struct read_errors errors = {0};
        struct rules rules;
        ck_assert(rules_read(&errors, value, "/rules", 0, &rules));
        ck_assert_uint_eq(rules.edition, i + 1);
        ck_assert_mem_eq(rules.options, edition_options[i + 1], sizeof rules.options);
        json_decref(value);
    }
    json_decref(known);
}
END_TEST

START_TEST(rules_are_read_and_refused) {
    assert_rules(&rules_rows[_i]);
}
END_TEST

/* ---- boards ---- */

#define TWO_HEXES "{'q':0,'r':0,'terrain':'hills','number':6},{'q':1,'r':0,'terrain':'desert'}"

static const struct {
    const char *given;
    unsigned players;
    const char *pointer; /* NULL: accepted */
    const char *part;
} board_rows[] = {
    {"{'layout':'beginner'}", 4, NULL, NULL},
    {"{'layout':'random','numbers':'random','seed':'s'}", 4, NULL, NULL},
    {"{'hexes':[" TWO_HEXES "]}", 4, NULL, NULL},
    {"{'hexes':[" TWO_HEXES "],'harbors':[{'q':1,'r':0,'side':'E','kind':'any'}]}", 2, NULL, NULL},
    {"{'hexes':[" TWO_HEXES "],'harbors':[],'robber':{'q':0,'r':0}}", 3, NULL, NULL},
    {"{'hexes':[" TWO_HEXES "],'harbors':[],'robber':null}", 3, NULL, NULL},
    {"{}", 4, "/board", "layout"},
    {"[]", 4, "/board", "object"},
    {"{'layout':'spiral'}", 4, "/board/layout", "\"beginner\""},
    {"{'layout':'beginner','seed':'s'}", 4, "/board/seed", "random"},
    {"{'layout':'beginner','numbers':'spiral'}", 4, "/board/numbers", "random"},
    {"{'layout':'random','hexes':[]}", 4, "/board/hexes", "not known"},
    {"{'layout':'random','seed':''}", 4, "/board/seed", "bytes"},
    {"{'hexes':[],'harbors':[]}", 4, "/board/hexes", "two hexes"},
    {"{'hexes':[" TWO_HEXES ",{'q':0,'r':0,'terrain':'hills','number':5}],'harbors':[]}", 4,
     "/board/hexes/2", "twice"},
    {"{'hexes':[" TWO_HEXES ",{'q':40,'r':0,'terrain':'hills','number':5}],'harbors':[]}", 4,
     "/board/hexes/2/q", "from -31 to 31"},
    {"{'hexes':[" TWO_HEXES ",{'q':2,'r':0,'terrain':'hills','number':7}],'harbors':[]}", 4,
     "/board/hexes/2", "number"},
    {"{'hexes':[" TWO_HEXES ",{'q':2,'r':0,'terrain':'sea'}],'harbors':[]}", 4, "/board/hexes/2",
     "terrain"},
    {"{'hexes':[" TWO_HEXES "],'harbors':[{'q':0,'r':0,'side':'E','kind':'any'}]}", 4,
     "/board/harbors/0", "sea"},
    {"{'hexes':[" TWO_HEXES "],'harbors':[{'q':0,'r':0,'side':'N','kind':'any'}]}", 4,
     "/board/harbors/0/side", "\"NE\""},
    {"{'hexes':[" TWO_HEXES "],'harbors':[],'robber':{'q':5,'r':5}}", 4, "/board/robber", "robber"},
    {"{'hexes':[" TWO_HEXES "],'harbors':[],'neutral':[{'q':0,'r':0,'corner':'E'}]}", 2,
     "/board/neutral/0/corner", "\"N\""},
    {"{'hexes':[{'q':3,'r':0,'terrain':'hills','number':6},{'q':4,'r':0,'terrain':'desert'}],"
     "'harbors':[]}",
     2, "/board/neutral", "(0,0)"},
};

START_TEST(boards_are_read_and_refused) {
    struct read_errors errors = {0};
    struct board_choice choice;
    json_t *value = json_of(board_rows[_i].given);
    bool ok = board_read(&errors, value, "/board",
                         &(struct rules){.players = (uint8_t)board_rows[_i].players}, &choice);
    ck_assert_msg(ok == (board_rows[_i].pointer == NULL), "%s: %s", board_rows[_i].given,
                  errors_text(&errors));
    if (!ok)
        assert_error(&errors, board_rows[_i].pointer, board_rows[_i].part);
    json_decref(value);
}
END_TEST

START_TEST(a_mark_without_a_kind_is_told_once) {
    static const char pointer[] = "/board/marks/0/kind";
    struct read_errors errors = {0};
    struct board_choice choice;
    unsigned told = 0;
    json_t *value =
        json_of("{'hexes':[" TWO_HEXES "],'marks':[{'q':0,'r':0,'corner':'N','kind':'dance'}]}");
    ck_assert(!board_read(&errors, value, "/board",
                          &(struct rules){.players = 4, .sea = 1, .scenario = SCENARIO_NEW_SHORES},
                          &choice));
    for (size_t i = 0; i < errors.count; i++)
        told += strcmp(errors.items[i].pointer, pointer) == 0;
    ck_assert_msg(told == 1, "%s", errors_text(&errors));
    json_decref(value);
}
END_TEST

START_TEST(an_explicit_board_is_written_as_it_was_read) {
    static const char text[] =
        "{'hexes':[{'q':0,'r':0,'terrain':'hills','number':6},"
        "{'q':1,'r':0,'terrain':'desert','number':null}],"
        "'harbors':[{'q':1,'r':0,'side':'E','kind':'any'}],'robber':{'q':0,'r':0},"
        "'neutral':[{'q':0,'r':0,'corner':'N'},{'q':0,'r':0,'corner':'S'}]}";
    struct read_errors errors = {0};
    struct board_choice choice;
    json_t *value = json_of(text);
    ck_assert_msg(board_read(&errors, value, "", &(struct rules){.players = 2}, &choice), "%s",
                  errors_text(&errors));
    ck_assert(choice.is_explicit);
    struct writer w = document_writer();
    board_spec_write(&w, &choice.spec, NULL);
    assert_document(&document, text);
    json_decref(value);
}
END_TEST

/* S-38: null is not the same as omitting it. */
START_TEST(a_robber_beside_the_board_stays_so) {
    static const char text[] =
        "{'hexes':[{'q':0,'r':0,'terrain':'hills','number':6},"
        "{'q':1,'r':0,'terrain':'desert','number':null}],'harbors':[],'robber':null}";
    struct read_errors errors = {0};
    struct board_choice choice;
    struct board board;
    size_t at;
    json_t *value = json_of(text);
    ck_assert_msg(board_read(&errors, value, "", &(struct rules){.players = 3}, &choice), "%s",
                  errors_text(&errors));
    ck_assert_int_eq(board_build(&board, &choice.spec, &at), BOARD_OK);
    ck_assert_uint_eq(board.robber, NONE);
    struct writer w = document_writer();
    board_spec_write(&w, &choice.spec, NULL);
    assert_document(&document, text);
    json_object_del(value, "robber");
    ck_assert(board_read(&errors, value, "", &(struct rules){.players = 3}, &choice));
    ck_assert_int_eq(board_build(&board, &choice.spec, &at), BOARD_OK);
    ck_assert_uint_eq(board.robber, board.desert);
    json_decref(value);
}
END_TEST

/* Too many hexes are refused with the number that fits. */
START_TEST(a_board_too_large_says_what_fits) {
    static const struct {
        int n, step;
        const char *part;
    } rows[] = {{33, 2, "the first 32 of them fit"}, {76, 1, "75"}, {75, 1, NULL}};
    struct read_errors errors = {0};
    struct board_choice choice;
    json_t *hexes = json_array();
    for (int i = 0; i < rows[_i].n; i++)
        json_array_append_new(hexes,
                              json_pack("{s:i,s:i,s:s,s:i}", "q", rows[_i].step * (i % 9), "r",
                                        rows[_i].step * (i / 9), "terrain", "hills", "number", 5));
    json_t *value = json_pack("{s:o,s:[]}", "hexes", hexes, "harbors");
    bool ok = board_read(&errors, value, "/board", &(struct rules){.players = 4}, &choice);
    if (rows[_i].part != NULL)
        assert_error(&errors, "/board/hexes", rows[_i].part);
    else
        ck_assert_msg(!ok && strstr(errors_text(&errors), "of them fit"), "%s",
                      errors_text(&errors));
    json_decref(value);
}
END_TEST

START_TEST(a_board_names_its_places) {
    struct setup setup = setup_base(4);
    struct writer w = document_writer();
    board_write(&w, &setup.board, (const uint8_t[HEX_MAX]){[0] = 10});
    json_t *value = json_of_buffer(&document);
    json_t *hex = json_array_get(json_object_get(value, "hexes"), 0);
    ck_assert_uint_eq(json_array_size(json_object_get(value, "hexes")), 19);
    ck_assert_uint_eq(json_array_size(json_object_get(value, "vertices")), 54);
    ck_assert_uint_eq(json_array_size(json_object_get(value, "edges")), 72);
    ck_assert_uint_eq(json_array_size(json_object_get(value, "harbors")), 9);
    ck_assert_str_eq(json_string_value(json_object_get(hex, "terrain")), "mountains");
    ck_assert_int_eq(json_integer_value(json_object_get(hex, "q")), 0);
    ck_assert_int_eq(json_integer_value(json_object_get(hex, "r")), -2);
    ck_assert_int_eq(json_integer_value(json_object_get(hex, "number")), 10);
    hex = json_array_get(json_object_get(value, "hexes"), 1);
    ck_assert(json_is_null(json_object_get(hex, "number")));
    json_decref(value);
}
END_TEST

/* ---- actions ---- */

static const char *const good_actions[] = {
    "{'type':'build_settlement','vertex':53}",
    "{'type':'build_city','vertex':0}",
    "{'type':'build_road','edge':71}",
    "{'type':'roll'}",
    "{'type':'discard','cards':{'brick':1,'ore':3}}",
    "{'type':'move_robber','hex':18,'victim':null}",
    "{'type':'move_robber','hex':0,'victim':2}",
    "{'type':'maritime_trade','give':{'wool':4},'take':{'ore':1}}",
    "{'type':'offer_trade','give':{'wool':1},'want':{'ore':1}}",
    "{'type':'offer_trade','give':{'wool':1},'want':{'ore':1},'to':[0,2],'auto':true}",
    "{'type':'accept_trade','offer':1}",
    "{'type':'decline_trade','offer':4294967295}",
    "{'type':'counter_trade','offer':3,'give':{'wool':1},'want':{'ore':1}}",
    "{'type':'confirm_trade','offer':3,'with':1}",
    "{'type':'cancel_trade','offer':3}",
    "{'type':'buy_dev_card'}",
    "{'type':'play_dev_card','card':'knight','hex':3,'victim':1}",
    "{'type':'play_dev_card','card':'road_building','edges':[5]}",
    "{'type':'play_dev_card','card':'road_building','edges':[5,6]}",
    "{'type':'play_dev_card','card':'year_of_plenty','take':{'wool':2}}",
    "{'type':'play_dev_card','card':'monopoly','resource':'grain'}",
    "{'type':'end_turn'}",
    "{'type':'resign'}",
    "{'type':'build_neutral','kind':'road','player':2,'edge':5}",
    "{'type':'build_neutral','kind':'settlement','player':3,'vertex':7}",
    "{'type':'forced_trade'}",
    "{'type':'return_cards','cards':{'wool':2}}",
    "{'type':'robber_to_desert'}",
    "{'type':'trade_in_knight'}",
};

START_TEST(actions_are_written_as_they_were_read) {
    struct setup setup = setup_base(4);
    assert_action_kept(&setup, good_actions[_i]);
}
END_TEST

static const struct given_row bad_actions[] = {
    {"[]", "/action", "object"},
    {"{}", "/action/type", "missing; GET /v1/games/{id}/actions lists"},
    {"{'type':null}", "/action/type", "not an action"},
    {"{'type':7}", "/action/type", "GET /v1/games/{id}/actions lists"},
    {"{'type':'besiege'}", "/action/type", "GET /v1/games/{id}/actions lists"},
    {"{'type':'build_setlement'}", "/action/type", "did you mean \"build_settlement\"?"},
    {"{'type':'start'}", "/action/type", "not an action"},
    {"{'type':'build_road'}", "/action/edge", "missing; it must be the id of an edge"},
    {"{'type':'build_road','edge':72}", "/action/edge", "no such edge"},
    {"{'type':'build_road','edge':-1}", "/action/edge", "no such edge"},
    {"{'type':'build_road','edge':1.0}", "/action/edge", "must be the id"},
    {"{'type':'build_road','edge':'1'}", "/action/edge", "must be the id"},
    {"{'type':'build_road','edge':null}", "/action/edge", "null"},
    {"{'type':'build_road','edge':9223372036854775807}", "/action/edge", "no such edge"},
    {"{'type':'build_road','edg':1}", "/action/edg", "\"edge\""},
    {"{'type':'build_road','edge':1,'vertex':1}", "/action/vertex", "not known"},
    {"{'type':'build_settlement','vertex':54}", "/action/vertex", "from 0 to 53"},
    {"{'type':'move_robber','hex':19,'victim':null}", "/action/hex", "no such hex"},
    {"{'type':'move_robber','hex':1}", "/action/victim",
     "missing; it must be a seat, a whole number from 0 to 3, or null"},
    {"{'type':'move_robber','hex':1,'victim':4}", "/action/victim", "from 0 to 3"},
    {"{'type':'discard','cards':{'cloth':1}}", "/action/cards/cloth", "not known"},
    {"{'type':'discard','cards':{'wool':-1}}", "/action/cards/wool", "from 0 to 127"},
    {"{'type':'discard','cards':['wool']}", "/action/cards", "object"},
    {"{'type':'discard','cards':{'wool':127,'ore':127,'brick':127}}", "/action/cards",
     "more cards"},
    {"{'type':'offer_trade','give':{'wool':1},'want':{'ore':1},'to':[]}", "/action/to", "leave it"},
    {"{'type':'offer_trade','give':{'wool':1},'want':{'ore':1},'to':[1,1]}", "/action/to/1",
     "twice"},
    {"{'type':'offer_trade','give':{'wool':1},'want':{'ore':1},'to':[9]}", "/action/to/0",
     "0 to 3"},
    {"{'type':'offer_trade','give':{'wool':1},'want':{'ore':1},'auto':1}", "/action/auto", "true"},
    {"{'type':'accept_trade','offer':0}", "/action/offer", "from 1"},
    {"{'type':'accept_trade','offer':4294967296}", "/action/offer", "from 1"},
    {"{'type':'play_dev_card'}", "/action/card", "missing; it must be one of \"knight\""},
    {"{'type':'discard'}", "/action/cards", "missing; it must be an object of cards by their kind"},
    {"{'type':'play_dev_card','card':'spy'}", "/action/card", "\"knight\""},
    {"{'type':'play_dev_card','card':'road_building','edges':[]}", "/action/edges", "1 to 2"},
    {"{'type':'play_dev_card','card':'road_building','edges':[1,2,3]}", "/action/edges", "at most"},
    {"{'type':'play_dev_card','card':'road_building','edges':[99]}", "/action/edges/0", "no such"},
    {"{'type':'play_dev_card','card':'monopoly','resource':'gold'}", "/action/resource", "\"ore\""},
    {"{'type':'build_neutral','kind':'city','player':2,'vertex':1}", "/action/kind", "\"road\""},
    {"{'type':'build_neutral','kind':'road','player':2,'vertex':1}", "/action/vertex", "not known"},
    {"{'type':'roll','a~/b':1}", "/action/a~0~1b", "not known"},
};

START_TEST(wrong_actions_are_refused_where_they_are_wrong) {
    struct setup setup = setup_base(4);
    assert_action_refused(&setup, &bad_actions[_i]);
}
END_TEST

START_TEST(several_errors_are_told_at_once) {
    struct setup setup = setup_base(4);
    struct read_errors errors = {0};
    struct action action;
    json_t *value = json_of("{'type':'move_robber','hex':99,'victim':'me','card':1}");
    ck_assert(!action_read(&errors, value, "/moves/3/action", &setup, &action));
    ck_assert_uint_eq(errors.count, 3);
    assert_error(&errors, "/moves/3/action/hex", "no such hex");
    assert_error(&errors, "/moves/3/action/victim", "whole number");
    assert_error(&errors, "/moves/3/action/card", "not known");
    json_decref(value);
}
END_TEST

START_TEST(open_moves_are_listed_with_their_limits) {
    struct action discard = {.type = DISCARD, .open = 4};
    struct action counter = {.type = COUNTER_TRADE, .open = NONE, .ref = 7};
    struct action roads = {.type = PLAY_DEV_CARD, .card = ROAD_BUILDING, .open = 2};
    struct writer w = document_writer();
    action_write_listed(&w, &discard);
    assert_document(&document, "{'type':'discard','open':true,'count':4}");
    w = document_writer();
    action_write_listed(&w, &counter);
    assert_document(&document, "{'type':'counter_trade','offer':7,'open':true}");
    w = document_writer();
    action_write_listed(&w, &roads);
    assert_document(&document,
                    "{'type':'play_dev_card','card':'road_building','open':true,'count':2}");
}
END_TEST

/* ---- outcomes ---- */

static const struct outcome_row outcome_rows[] = {
    {"{'type':'roll'}", "{'yellow':3,'red':6}", PART_DICE, NULL, "{'yellow':3,'red':6}"},
    {"{'type':'roll'}", "{'yellow':3,'red':6,'rerolled':[[1,2],[2,1]]}", PART_DICE, NULL,
     "{'yellow':3,'red':6,'rerolled':[[1,2],[2,1]]}"},
    {"{'type':'roll'}", "{}", 0, NULL, "null"},
    {"{'type':'end_turn'}", "null", 0, NULL, "null"},
    {"{'type':'move_robber','hex':1,'victim':1}", "{'card':'ore'}", PART_CARD, NULL,
     "{'card':'ore'}"},
    {"{'type':'buy_dev_card'}", "{'card':'monopoly'}", PART_CARD, NULL, "{'card':'monopoly'}"},
    {"{'type':'forced_trade'}", "{'cards':['wool','brick']}", PART_CARDS, NULL,
     "{'cards':['brick','wool']}"},
    {"{'type':'roll'}", "{'yellow':3}", 0, "/outcome/red", "missing"},
    {"{'type':'roll'}", "{'yellow':0,'red':1}", 0, "/outcome/yellow", "from 1 to 6"},
    {"{'type':'roll'}", "{'yellow':3,'red':7}", 0, "/outcome/red", "from 1 to 6"},
    {"{'type':'roll'}", "{'yellow':3,'red':1,'rerolled':[[1]]}", 0, "/outcome/rerolled/0", "pair"},
    {"{'type':'roll'}", "{'yellow':3,'red':1,'rerolled':[[1,9]]}", 0, "/outcome/rerolled/0", "6"},
    {"{'type':'roll'}", "{'card':'ore'}", 0, "/outcome/card", "not known"},
    {"{'type':'roll'}", "[]", 0, "/outcome", "object"},
    {"{'type':'end_turn'}", "{'card':'ore'}", 0, "/outcome", "no outcome"},
    {"{'type':'move_robber','hex':1,'victim':null}", "{'card':'ore'}", 0, "/outcome", "no outcome"},
    {"{'type':'move_robber','hex':1,'victim':1}", "{'card':'knight'}", 0, "/outcome/card",
     "\"ore\""},
    {"{'type':'buy_dev_card'}", "{'card':'ore'}", 0, "/outcome/card", "\"knight\""},
    {"{'type':'forced_trade'}", "{'cards':['cloth']}", 0, "/outcome/cards/0", "\"ore\""},
};

START_TEST(outcomes_are_read_and_refused) {
    struct setup setup = setup_base(4);
    assert_outcome(&setup, &outcome_rows[_i]);
}
END_TEST

static const struct outcome_row fleet_rows[] = {
    {"{'type':'roll'}",
     "{'yellow':1,'red':6,'lost':[{'player':2,'cards':['wool']},{'player':0,'cards':['ore','ore']}]"
     "}",
     PART_DICE | PART_CARDS, NULL,
     "{'yellow':1,'red':6,'lost':[{'player':0,'cards':['ore','ore']},{'player':2,'cards':['wool']}]"
     "}"},
    {"{'type':'attack_fortress'}", "{'die':5}", PART_DICE, NULL, "{'die':5}"},
    {"{'type':'attack_fortress'}", "{'die':7}", 0, "/outcome/die", "from 1 to 6"},
    {"{'type':'attack_fortress'}", "{'yellow':5}", 0, "/outcome/yellow", "known is: die"},
    {"{'type':'roll'}", "{'event':'ship'}", 0, "/outcome/event", "not known"},
    {"{'type':'roll'}", "{'lost':[{'player':4,'cards':[]}]}", 0, "/outcome/lost/0/player",
     "must be a whole number from 0 to 3"},
    {"{'type':'roll'}", "{'lost':[{'player':1,'cards':['cloth']}]}", 0, "/outcome/lost/0/cards/0",
     "\"ore\""},
    {"{'type':'roll'}", "{'lost':[{'player':1,'cards':['ore']},{'player':1,'cards':['ore']}]}", 0,
     "/outcome/lost/1/player", "twice"},
};

START_TEST(outcomes_of_a_fleet_are_read_and_refused) {
    struct setup setup = setup_sea(SCENARIO_PIRATE_ISLANDS, 4);
    assert_outcome(&setup, &fleet_rows[_i]);
}
END_TEST

static const struct outcome_row fog_rows[] = {
    {"{'type':'build_road','edge':1}",
     "{'reveals':[{'hex':3,'terrain':'sea','number':null},{'hex':4,'terrain':'hills','number':5}]}",
     PART_REVEALS, NULL,
     "{'reveals':[{'hex':3,'terrain':'sea','number':null},{'hex':4,'terrain':'hills','number':5}]"
     "}"},
    {"{'type':'build_road','edge':1}", "{'card':'knight'}", 0, "/outcome/card",
     "known is: reveals"},
    {"{'type':'build_road','edge':1}", "{'reveals':[{'hex':3,'terrain':'sea'}]}", 0,
     "/outcome/reveals/0/number", "is missing; it must be a whole number from 2 to 12"},
    {"{'type':'build_road','edge':1}", "{'reveals':[{'hex':255,'terrain':'sea','number':null}]}", 0,
     "/outcome/reveals/0/hex", "must be a whole number from 0 to"},
};

START_TEST(outcomes_in_fog_are_read_and_refused) {
    struct setup setup = setup_sea(SCENARIO_FOG_ISLANDS, 4);
    assert_outcome(&setup, &fog_rows[_i]);
}
END_TEST

/* ---- positions ---- */

#define SEAT0   "{'seat':0,'cards':{'wool':4,'ore':5},'dev_cards':{'knight':1}}"
#define REST    "{'seat':1,'cards':{'brick':8}},{'seat':2},{'seat':3}"
#define TURN    "'turn':{'number':5,'player':0,'rolled':true,'rolls':[{'yellow':3,'red':4}]}"
#define PIECES  "'pieces':{'settlements':[{'vertex':0,'player':0},{'vertex':5,'player':1}]}"
#define PLAIN   TURN "," PIECES ",'players':[" SEAT0 "," REST "]"
#define PLAYERS "'players':[" SEAT0 "," REST "]"
#define CHAIN   "'agenda':[{'step':'discard'},{'step':'robber'},{'step':'after_roll'}]"

static const struct given_row position_rows[] = {
    {"{" PLAIN "}", NULL, NULL},
    {"{" PLAIN ",'bank':{'wool':15,'ore':14,'brick':11},'decks':{'dev':24}}", NULL, NULL},
    {"{" PLAIN ",'waiting_for':[{'player':0,'decision':'turn'}],'agenda':[],'answers':[]}", NULL,
     NULL},
    {"{" PLAIN "," CHAIN "}", NULL, NULL},
    {"{" PLAIN "," CHAIN
     ",'answers':[{'player':1,'action':{'type':'discard','cards':{'brick':4}}}],"
     "'waiting_for':[{'player':0,'decision':'discard','count':4,'for':'seven'}]}",
     NULL, NULL},
    {"{" PLAIN ",'offers':[{'id':3,'player':0,'give':{'wool':1},'want':{'brick':2},'to':[1,2],"
     "'responses':{'1':'accepted','2':'declined'}}]}",
     NULL, NULL},
    {"{" PLAIN ",'offers':[{'id':3,'player':0,'give':{'wool':1},'want':{'brick':2},"
     "'to':[1,2,1]}]}",
     NULL, NULL},
    {"{" PLAIN ",'cloth_supply':7}", NULL, NULL},
    {"{'turn':{'player':2,'ship_moved':false},'pieces':{}," PLAYERS "}", NULL, NULL},
    {"{'turn':{'player':2},'pieces':{}," PLAYERS "}", NULL, NULL},
    {"{'turn':{'player':2,'rolled':true},'dice':{'yellow':1,'red':1},'pieces':{}," PLAYERS "}",
     NULL, NULL},
    {"{'phase':'setup','first':1,'turn':{'player':1},'pieces':{},'players':[{'seat':0},{'seat':1},"
     "{'seat':2},{'seat':3}],'waiting_for':[{'player':1,'decision':'setup_settlement'}]}",
     NULL, NULL},
    {"[]", "/p", "object"},
    {"{}", "/p/turn", "missing"},
    {"{" PLAIN ",'viewer':0}", "/p/viewer", "all"},
    {"{" PLAIN ",'knights':[]}", "/p/knights", "not known"},
    {"{" PLAIN ",'pirate':false}", "/p/pirate", "S-39"},
    {"{" PLAIN ",'fleet':false}", "/p/fleet", "S-132"},
    {"{'turn':{'player':2,'ship_moved':true},'pieces':{}," PLAYERS "}", "/p/turn/ship_moved",
     "S-21"},
    {"{" PLAIN ",'offers':[{'id':3,'player':0,'give':{'wool':1},'want':{'brick':2},"
     "'to':[1,2,3,1,2,3,1]}]}",
     "/p/offers/0/to", "6"},
    {"{" PLAIN ",'bank':{'wool':16}}", "/p/bank/wool", "agree"},
    {"{" PLAIN ",'decks':{'dev':25}}", "/p/decks/dev", "agree"},
    {"{" PLAIN ",'waiting_for':[]}", "/p/waiting_for", "agree"},
    {"{" PLAIN ",'waiting_for':[{'player':1,'decision':'turn'}]}", "/p/waiting_for", "agree"},
    {"{" PLAIN ",'robber':19}", "/p/robber", "0 to 18"},
    {"{" PLAIN ",'robber':null}", "/p/robber", "hex"},
    {"{" PLAIN ",'numbers':{'0':9}}", "/p/numbers/0", "differs"},
    {"{" PLAIN ",'numbers':{'19':9}}", "/p/numbers/19", "not a hex"},
    {"{" PLAIN ",'dev_removed':{'victory_point':1}}", "/p/dev_removed/victory_point", "never"},
    {"{" PLAIN ",'dev_removed':{'monopoly':3}}", "/p/players", "3 monopoly cards"},
    {"{" PLAIN ",'longest_road':{'player':0}}", "/p/longest_road", "cannot hold"},
    {"{" PLAIN ",'largest_army':{'player':0,'size':3}}", "/p/largest_army", "cannot hold"},
    {"{" PLAIN ",'winner':0}", "/p/winner", "at least 10"},
    {"{" PLAIN ",'agenda':[{'step':'robber'}]}", "/p/agenda", "in this order"},
    {"{" PLAIN ",'agenda':[{'step':'dance'}]}", "/p/agenda/0/step", "28 names"},
    {"{" PLAIN ",'agenda':[{'step':'rober'}]}", "/p/agenda/0/step", "\"robber\""},
    {"{" PLAIN ",'agenda':[{'step':'neutral','kind':'road','count':1},{'step':'resume','turn_step':"
     "'actions'}]}",
     "/p/agenda", "two players"},
    {"{" PLAIN ",'answers':[{'player':1,'action':{'type':'discard','cards':{'brick':4}}}]}",
     "/p/answers", "no player is asked"},
    {"{" PLAIN "," CHAIN
     ",'answers':[{'player':1,'action':{'type':'discard','cards':{'brick':3}}}]}",
     "/p/answers/0/action", "discards 4"},
    {"{" PLAIN "," CHAIN ",'answers':[{'player':1,'action':{'type':'discard','cards':{'ore':4}}}]}",
     "/p/answers/0/action", "does not hold"},
    {"{" PLAIN "," CHAIN ",'answers':[{'player':2,'action':{'type':'discard','cards':{'ore':4}}}]}",
     "/p/answers/0/action", "asked"},
    {"{" PLAIN "," CHAIN ",'answers':[{'player':1,'action':{'type':'discard','cards':{'brick':4}}},"
     "{'player':0,'action':{'type':'discard','cards':{'ore':4}}}]}",
     "/p/answers", "all answers are in"},
    {"{" PLAIN ",'offers':[{'id':3,'player':0,'give':{'brick':1},'want':{'wool':2},'to':[1]}]}",
     "/p/offers/0/give", "more than its maker holds"},
    {"{" PLAIN ",'offers':[{'id':3,'player':1,'give':{'brick':1},'want':{'wool':2},'to':[2]}]}",
     "/p/offers/0/to", "cannot trade"},
    {"{" PLAIN ",'offers':[{'id':3,'player':0,'give':{'wool':1},'want':{'ore':2},'to':[1],"
     "'responses':{'1':'accepted'}}]}",
     "/p/offers/0/responses", "does not hold"},
    {"{" PLAIN
     ",'offers':[{'id':3,'player':0,'give':{'wool':1},'want':{'ore':2},'to':[1]}],'offers_made':2}",
     "/p/offers_made", "less"},
    {"{" TURN ",'pieces':{'settlements':[{'vertex':0,'player':0},{'vertex':3,'player':1}]}," PLAYERS
     "}",
     "/p/pieces/settlements/1/vertex", "B-63"},
    {"{" TURN ",'pieces':{'settlements':[{'vertex':0,'player':0},{'vertex':0,'player':1}]}," PLAYERS
     "}",
     "/p/pieces/settlements/1/vertex", "already"},
    {"{" TURN ",'pieces':{'settlements':[{'vertex':54,'player':0}]}," PLAYERS "}",
     "/p/pieces/settlements/0/vertex", "0 to 53"},
    {"{" TURN ",'pieces':{'settlements':[{'vertex':1,'player':4}]}," PLAYERS "}",
     "/p/pieces/settlements/0/player", "0 to 3"},
    {"{" TURN ",'pieces':{'roads':[{'edge':1,'player':0},{'edge':1,'player':1}]}," PLAYERS "}",
     "/p/pieces/roads/1/edge", "already"},
    {"{" TURN ",'pieces':{'roads':[{'edge':1,'player':0}]}," PLAYERS "}", "/p", "road"},
    {"{" TURN "," PIECES ",'players':[{'seat':0},{'seat':0},{'seat':2},{'seat':3}]}",
     "/p/players/1/seat", "twice"},
    {"{" TURN "," PIECES ",'players':[{'seat':0},{'seat':1}]}", "/p/players", "missing"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'cards':null}," REST "]}", "/p/players/0/cards",
     "null"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'cards':{'brick':12}}," REST "]}", "/p/players",
     "20 brick"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'dev_cards':{'knight':15}}," REST "]}",
     "/p/players", "15 knight"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'new_dev_cards':{'knight':1}}," REST "]}",
     "/p/players/0/new_dev_cards/knight", "more than"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'card_count':1}," REST "]}",
     "/p/players/0/card_count", "agree"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'points':{'visible':2}}," REST "]}",
     "/p/players/0/points/visible", "agree"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'supply':{'settlements':5}}," REST "]}",
     "/p/players/0/supply/settlements", "agree"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'rates':{'ore':2}}," REST "]}",
     "/p/players/0/rates/ore", "agree"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'trade_tokens':1}," REST "]}",
     "/p/players/0/trade_tokens", "must be 0"},
    {"{'turn':{'player':0,'step':'between_rolls'},'pieces':{}," PLAYERS "}", "/p/turn/step",
     "two rolls"},
    {"{'turn':{'player':0,'step':'before_roll','rolls':[{'yellow':1,'red':1}]},'pieces':{}," PLAYERS
     "}",
     "/p/turn/step", "fit"},
    {"{'turn':{'player':0,'step':'resolving'},'pieces':{}," PLAYERS "}", "/p/agenda", "resolving"},
    {"{'turn':{'player':0,'trade_over':true},'pieces':{}," PLAYERS "}", "/p/turn/trade_over",
     "B-29"},
    {"{'turn':{'player':4},'pieces':{}," PLAYERS "}", "/p/turn/player", "0 to 3"},
    {"{'phase':'setup','first':1,'turn':{'player':1},'pieces':{'roads':[{'edge':0,'player':0}]},"
     "'players':[{'seat':0},{'seat':1},{'seat':2},{'seat':3}]}",
     "/p/pieces", "order"},
};

START_TEST(positions_are_read_and_refused) {
    struct setup setup = setup_base(4);
    assert_position(&setup, &position_rows[_i]);
}
END_TEST

START_TEST(a_game_that_waits_for_players_is_a_position) {
    for (unsigned players = 2; players <= 4; players++) {
        struct setup setup = setup_base(players);
        struct read_errors errors = {0};
        struct game game, again;
        game_init(&setup, &game);
        write_view(&document, &setup, &game, VIEWER_ALL);
        json_t *value = json_of_buffer(&document);
        ck_assert_msg(position_read(&errors, value, "", &setup, &again), "%s",
                      errors_text(&errors));
        ck_assert(position_same(&game, &again));
        json_decref(value);
    }
}
END_TEST

/* ---- who sees what of an event ---- */

/* The position of the tables, after a seven: players 0 and 1 have to discard four cards each. */
static struct game discarding(const struct setup *setup) {
    return position_given(setup, "{" PLAIN "," CHAIN "}");
}

static struct event discard_of(unsigned player, struct cards cards) {
    struct event event = {.type = DISCARD, .player = (uint8_t)player, .by = BY_ORDER};
    event.action.type = DISCARD;
    event.action.give = cards;
    return event;
}

START_TEST(answers_given_at_the_same_time_stay_hidden_until_the_last_is_in) {
    struct setup setup = setup_base(4);
    struct game before = discarding(&setup), middle = before, after;
    struct event first = discard_of(1, cards_one(BRICK, 4));
    struct event last = discard_of(0, cards_one(ORE, 4));
    struct log_reader giver = {.setup = &setup, .viewer = 1},
                      other = {.setup = &setup, .viewer = 2};
    game_apply(&setup, &middle, &first);
    document_event(&other, &before, &middle, &first);
    assert_document(&document, "{'seq':61,'player':1,'type':'discard','action':{'type':'discard',"
                               "'count':4},'outcome':null,'effects':[],'by':'player',"
                               "'hidden':['/action/cards']}");
    document_event(&giver, &before, &middle, &first);
    assert_document(&document, "{'seq':61,'player':1,'type':'discard','action':{'type':'discard',"
                               "'cards':{'brick':4}},'outcome':null,'effects':[],'by':'order'}");
    log_reader_step(&other, &middle, &first);
    after = middle;
    game_apply(&setup, &after, &last);
    document_event(&other, &middle, &after, &last);
    assert_document(
        &document,
        "{'seq':62,'player':0,'type':'discard','action':{'type':'discard','count':4},"
        "'outcome':null,'effects':[{'player':0,'lose':{'ore':4}},{'player':1,'lose':{'brick':4}}],"
        "'by':'player','hidden':['/action/cards'],'reveals':["
        "{'seq':61,'player':1,'action':{'type':'discard','cards':{'brick':4}}},"
        "{'seq':62,'player':0,'action':{'type':'discard','cards':{'ore':4}}}]}");
    log_reader_step(&other, &after, &last);
    for (unsigned seat = 0; seat < SEAT_MAX; seat++)
        ck_assert_uint_eq(other.answer_seq[seat], 0);
}
END_TEST

START_TEST(a_stolen_card_is_known_to_thief_and_victim_alone) {
    static const struct {
        unsigned viewer;
        const char *text;
    } rows[] = {
        {0, "{'seq':61,'player':0,'type':'play_dev_card','action':{'type':'play_dev_card',"
            "'card':'knight','hex':0,'victim':1},'outcome':{'card':'brick'},"
            "'effects':[{'player':0,'gain':{'brick':1}},{'player':1,'lose':{'brick':1}}],"
            "'at':'1970-01-01T00:00:01.002Z','by':'player','chance':'drawn'}"},
        {2, "{'seq':61,'player':0,'type':'play_dev_card','action':{'type':'play_dev_card',"
            "'card':'knight','hex':0,'victim':1},'outcome':{},"
            "'effects':[{'player':0,'gain':{},'count':1},{'player':1,'lose':{},'count':1}],"
            "'at':'1970-01-01T00:00:01.002Z','by':'player','chance':'drawn',"
            "'hidden':['/outcome/card','/effects/0/gain','/effects/1/lose']}"},
    };
    struct setup setup = setup_base(4);
    struct game before = discarding(&setup), after;
    struct event event = {.type = PLAY_DEV_CARD, .player = 0, .drawn = PART_CARD};
    event.action = (struct action){.type = PLAY_DEV_CARD, .card = KNIGHT, .hex = 0, .seat = 1};
    event.outcome.card = BRICK;
    after = before;
    after.seq++;
    after.players[0].hand.n[BRICK]++;
    after.players[0].hand_count++;
    after.players[1].hand.n[BRICK]--;
    after.players[1].hand_count--;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct log_reader reader = {.setup = &setup, .viewer = rows[i].viewer};
        struct writer w = document_writer();
        event_write(&w, &reader, &before, &after, &event, 1002);
        assert_document(&document, rows[i].text);
    }
}
END_TEST

START_TEST(a_standing_order_shows_when_the_game_is_over) {
    struct setup setup = setup_base(4);
    struct game before = discarding(&setup), after = before;
    struct event event = discard_of(1, cards_one(BRICK, 4));
    struct log_reader reader = {.setup = &setup, .viewer = 2, .over = true};
    game_apply(&setup, &after, &event);
    document_event(&reader, &before, &after, &event);
    ck_assert_ptr_nonnull(memmem(document.data, document.size, "\"by\":\"order\"", 12));
}
END_TEST

/* ---- times ---- */

static const struct {
    const char *text;
    int64_t ms; /* -1: refused */
} time_rows[] = {
    {"1970-01-01T00:00:00Z", 0},
    {"1970-01-01T00:00:01.002Z", 1002},
    {"2024-02-29T23:59:59.999Z", 1709251199999},
    {"9999-12-31T23:59:59Z", 253402300799000},
    {"2023-02-29T00:00:00Z", -1},
    {"2023-13-01T00:00:00Z", -1},
    {"2023-01-01T24:00:00Z", -1},
    {"2023-01-01T00:00:60Z", -1},
    {"2023-01-01T00:00:00", -1},
    {"2023-01-01T00:00:00+01:00", -1},
    {"2023-01-01 00:00:00Z", -1},
    {"2023-01-01T00:00:00.1Z", -1},
    {"1969-12-31T23:59:59Z", -1},
    {"2023-1-1T00:00:00Z", -1},
    {"", -1},
};

START_TEST(times_are_read_strictly) {
    int64_t ms = -1;
    ck_assert_int_eq(time_read_utc(time_rows[_i].text, &ms), time_rows[_i].ms >= 0);
    ck_assert_int_eq(ms, time_rows[_i].ms);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "gamejson",
        (const struct test_case[]){
            DOCUMENT_CASE("known", what_is_known_of_the_rules_is_what_they_are, 0),
            DOCUMENT_CASE("rules", rules_are_read_and_refused, ROWS(rules_rows)),
            DOCUMENT_CASE("boards", boards_are_read_and_refused, ROWS(board_rows)),
            DOCUMENT_CASE("marks", a_mark_without_a_kind_is_told_once, 0),
            DOCUMENT_CASE("explicit", an_explicit_board_is_written_as_it_was_read, 0),
            DOCUMENT_CASE("beside", a_robber_beside_the_board_stays_so, 0),
            DOCUMENT_CASE("large", a_board_too_large_says_what_fits, 3),
            DOCUMENT_CASE("places", a_board_names_its_places, 0),
            DOCUMENT_CASE("actions", actions_are_written_as_they_were_read, ROWS(good_actions)),
            DOCUMENT_CASE("wrong actions", wrong_actions_are_refused_where_they_are_wrong,
                          ROWS(bad_actions)),
            DOCUMENT_CASE("several", several_errors_are_told_at_once, 0),
            DOCUMENT_CASE("open", open_moves_are_listed_with_their_limits, 0),
            DOCUMENT_CASE("outcomes", outcomes_are_read_and_refused, ROWS(outcome_rows)),
            DOCUMENT_CASE("fleet", outcomes_of_a_fleet_are_read_and_refused, ROWS(fleet_rows)),
            DOCUMENT_CASE("fog", outcomes_in_fog_are_read_and_refused, ROWS(fog_rows)),
            DOCUMENT_CASE("positions", positions_are_read_and_refused, ROWS(position_rows)),
            DOCUMENT_CASE("waiting", a_game_that_waits_for_players_is_a_position, 0),
            DOCUMENT_CASE("answers",
                          answers_given_at_the_same_time_stay_hidden_until_the_last_is_in, 0),
            DOCUMENT_CASE("stolen", a_stolen_card_is_known_to_thief_and_victim_alone, 0),
            DOCUMENT_CASE("orders", a_standing_order_shows_when_the_game_is_over, 0),
            DOCUMENT_CASE("times", times_are_read_strictly, ROWS(time_rows)),
            {0},
        });
}
TEST_MAIN(suite)
