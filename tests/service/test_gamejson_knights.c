/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Documents of Cities & Knights, by tables: what is accepted, what is refused and where, what is written, and who sees
 * what of an event. */
#include <stdio.h>
#include <string.h>

#include "service/document/action_json.h"
#include "service/document/chain_json.h"
#include "service/document/event_json.h"
#include "service/document/position.h"
#include "service/document/rules_json.h"
#include "tests/service/gamejson_help.h"
#include "tests/support/check_main.h"

/* ---- rules ---- */

#define KNIGHTS "{'game':'cities_and_knights'"
#define REST    ",'combined_phases':true,'rules_revision':2"

static const struct rules_row rules_rows[] = {
    {KNIGHTS "}", 0, NULL,
     KNIGHTS ",'edition':'ck2020','players':4,'victory_points':13" REST
             ",'variants':[],'options':{}}"},
    {KNIGHTS ",'edition':'ck1998','victory_points':15,'variants':['easy_start','nasty']}", 3, NULL,
     KNIGHTS ",'edition':'ck1998','players':3,'victory_points':15" REST
             ",'variants':['nasty','easy_start'],'options':{}}"},
    {KNIGHTS ",'players':3,'options':{'chase_target':'any_other','saboteur':'discard_half'}}", 0,
     NULL,
     KNIGHTS ",'edition':'ck2020','players':3,'victory_points':13" REST
             ",'variants':[],'options':{'chase_target':'any_other'}}"},
    {KNIGHTS ",'edition':'ck2022','options':{'robber_start':'desert','robber_freeze':'off'}}", 0,
     NULL,
     KNIGHTS ",'edition':'ck2022','players':4,'victory_points':13" REST
             ",'variants':[],'options':{'robber_start':'desert','robber_freeze':'off'}}"},
    {KNIGHTS ",'players':2}", 0, "/rules/players", "3 to 6"},
    {KNIGHTS "}", 2, "/rules/players", "3 to 6 players"},
    {KNIGHTS ",'players':3}", 4, "/rules/players", "do not fit 4 seats"},
    {KNIGHTS ",'combined_phases':false}", 0, "/rules/combined_phases", "C-24"},
    {KNIGHTS ",'edition':'ck2015'}", 0, "/rules/edition", "\"ck1998\", \"ck2007\""},
    {KNIGHTS ",'variants':['knight_erant']}", 0, "/rules/variants/0", "\"knight_errant\""},
    {KNIGHTS ",'variants':['nasty','nasty']}", 0, "/rules/variants/1", "twice"},
    {KNIGHTS ",'variants':{}}", 0, "/rules/variants", "array"},
    {KNIGHTS ",'options':{'saboter':'discard_half'}}", 0, "/rules/options/saboter", "\"saboteur\""},
    {KNIGHTS ",'options':{'saboteur':'numbered'}}", 0, "/rules/options/saboteur",
     "\"invert_city\", \"discard_half\""},
    {KNIGHTS ",'edition':'ck2022','options':{'turns56':'paired','saboteur':'invert_city'}}", 6,
     NULL,
     KNIGHTS ",'edition':'ck2022','players':6,'victory_points':13" REST
             ",'variants':[],'options':{'saboteur':'invert_city'}}"},
    {KNIGHTS ",'options':{'turns56':'paired'}}", 0, "/rules/options/turns56", "not known"},
    {KNIGHTS ",'options':[]}", 0, "/rules/options", "object"},
};

START_TEST(rules_are_read_and_refused) {
    assert_rules(&rules_rows[_i]);
}
END_TEST

START_TEST(every_edition_names_its_buildings) {
    for (unsigned edition = CK1998; edition < EDITION_COUNT; edition++) {
        struct rules rules = rules_knights(edition, 4);
        struct writer w = document_writer();
        improvements_write(&w, &rules);
        json_t *value = json_of_buffer(&document);
        for (unsigned track = 0; track < TRACK_COUNT; track++)
            ck_assert_uint_eq(json_array_size(json_object_get(value, track_names[track])),
                              LEVEL_MAX);
        json_decref(value);
    }
}
END_TEST

/* ---- actions ---- */

#define PLAY "{'type':'play_progress_card','card':"

static const char *const good_actions[] = {
    "{'type':'discard','cards':{'wool':1,'cloth':2}}",
    "{'type':'maritime_trade','give':{'paper':2},'take':{'coin':1}}",
    "{'type':'offer_trade','give':{'coin':1},'want':{'ore':1}}",
    "{'type':'build_city_wall','vertex':12}",
    "{'type':'build_knight','vertex':12}",
    "{'type':'activate_knight','vertex':12}",
    "{'type':'promote_knight','vertex':12}",
    "{'type':'move_knight','from':12,'to':14}",
    "{'type':'displace_knight','from':12,'to':14}",
    "{'type':'chase_robber','vertex':12,'hex':4,'victim':1}",
    "{'type':'chase_robber','vertex':12,'hex':4,'victim':null}",
    "{'type':'improve_city','track':'trade'}",
    "{'type':'improve_city','track':'science','vertex':0}",
    "{'type':'repair_city','vertex':12}",
    "{'type':'relocate_knight','vertex':12}",
    "{'type':'discard_progress_card','card':'alchemist'}",
    "{'type':'choose_progress_deck','track':'politics'}",
    "{'type':'choose_pillaged_city','vertex':0}",
    "{'type':'take_resource','resource':'ore'}",
    "{'type':'commit_knights','vertices':[]}",
    "{'type':'commit_knights','vertices':[3,0,17]}",
    "{'type':'harbor_offer','player':1,'resource':'brick'}",
    "{'type':'give_commodity','commodity':'cloth'}",
    "{'type':'give_cards','cards':{'wool':1,'coin':1}}",
    "{'type':'take_cards','cards':{'ore':2}}",
    "{'type':'take_progress_card','card':'spy'}",
    "{'type':'take_progress_card','card':null}",
    "{'type':'remove_knight','vertex':0}",
    "{'type':'place_knight','vertex':0,'level':3}",
    "{'type':'skip'}",
    PLAY "'alchemist','yellow':1,'red':6}",
    PLAY "'crane'}",
    PLAY "'engineer','vertex':0}",
    PLAY "'inventor','hexes':[0,18]}",
    PLAY "'irrigation'}",
    PLAY "'medicine','vertex':12}",
    PLAY "'mining'}",
    PLAY "'road_building','edges':[0,1]}",
    PLAY "'road_building','edges':[0]}",
    PLAY "'smith','vertices':[12,13]}",
    PLAY "'commercial_harbor'}",
    PLAY "'master_merchant','victim':0}",
    PLAY "'merchant','hex':0}",
    PLAY "'merchant_fleet','kind':'paper'}",
    PLAY "'merchant_fleet','kind':'brick'}",
    PLAY "'resource_monopoly','resource':'brick'}",
    PLAY "'trade_monopoly','commodity':'coin'}",
    PLAY "'bishop','hex':0}",
    PLAY "'bishop','hex':0,'victims':[]}",
    PLAY "'bishop','hex':0,'victims':[0,2]}",
    PLAY "'deserter','victim':2}",
    PLAY "'diplomat','edge':0}",
    PLAY "'diplomat','edge':3,'to':0}",
    PLAY "'intrigue','vertex':0}",
    PLAY "'saboteur'}",
    PLAY "'saboteur','vertex':0}",
    PLAY "'spy','victim':0}",
    PLAY "'warlord'}",
    PLAY "'wedding'}",
};

START_TEST(actions_are_written_as_they_were_read) {
    struct setup setup = setup_knights(CK2020, 3, 0);
    assert_action_kept(&setup, good_actions[_i]);
}
END_TEST

static const struct given_row bad_actions[] = {
    {"{'type':'improve_city','track':'war'}", "/action/track", "\"politics\""},
    {"{'type':'improve_city','track':'trade','vertex':54}", "/action/vertex", "0 to 53"},
    {"{'type':'improve_city','track':'trade','vertex':null}", "/action/vertex", "null"},
    {"{'type':'move_knight','from':12}", "/action/to", "missing"},
    {"{'type':'chase_robber','vertex':12,'hex':4}", "/action/victim", "missing"},
    {"{'type':'take_resource','resource':'cloth'}", "/action/resource", "\"ore\""},
    {"{'type':'commit_knights','vertices':[1,2,3,4,5,6,7]}", "/action/vertices", "6"},
    {"{'type':'commit_knights','vertices':[1,'2']}", "/action/vertices/1", "whole number"},
    {"{'type':'give_commodity','commodity':'ore'}", "/action/commodity", "\"paper\""},
    {"{'type':'take_progress_card'}", "/action/card", "missing"},
    {"{'type':'discard_progress_card','card':null}", "/action/card", "null"},
    {"{'type':'place_knight','vertex':1,'level':4}", "/action/level", "1 to 3"},
    {"{'type':'skip','vertex':1}", "/action/vertex", "not known"},
    {PLAY "'sppy'}", "/action/card", "did you mean \"spy\""},
    {PLAY "'knight'}", "/action/card", "one of the 25 names"},
    {PLAY "'spy'}", "/action/victim", "missing"},
    {PLAY "'crane','vertex':1}", "/action/vertex", "not known"},
    {PLAY "'alchemist','yellow':7,'red':1}", "/action/yellow", "1 to 6"},
    {PLAY "'inventor','hexes':[1]}", "/action/hexes", "must name 2"},
    {PLAY "'inventor','hexes':[1,19]}", "/action/hexes/1", "0 to 18"},
    {PLAY "'bishop','hex':1,'victims':[1,1]}", "/action/victims/1", "twice"},
    {PLAY "'bishop','hex':1,'victims':[3]}", "/action/victims/0", "0 to 2"},
    {PLAY "'merchant_fleet','kind':'gold'}", "/action/kind", "\"cloth\""},
};

START_TEST(wrong_actions_are_refused_where_they_are_wrong) {
    struct setup setup = setup_knights(CK2020, 3, 0);
    assert_action_refused(&setup, &bad_actions[_i]);
}
END_TEST

START_TEST(the_base_game_knows_no_commodities) {
    struct setup setup = setup_base(4);
    static const char *const given[] = {
        "{'type':'discard','cards':{'cloth':1}}",
        "{'type':'offer_trade','give':{'coin':1},'want':{'ore':1}}"};
    for (size_t i = 0; i < 2; i++) {
        struct read_errors errors = {0};
        struct action action;
        json_t *value = json_of(given[i]);
        ck_assert(!action_read(&errors, value, "", &setup, &action));
        ck_assert_ptr_nonnull(strstr(errors.items[0].detail, "not known"));
        json_decref(value);
    }
}
END_TEST

/* ---- outcomes ---- */

#define ROLL_TYPE "{'type':'roll'}"
#define BISHOP    PLAY "'bishop','hex':1}"
#define DECK      "{'type':'choose_progress_deck','track':'science'}"

static const struct outcome_row outcome_rows[] = {
    {ROLL_TYPE, "{'yellow':3,'red':6}", PART_DICE, NULL, "{'yellow':3,'red':6}"},
    {ROLL_TYPE, "{'event':'ship'}", PART_EVENT, NULL, "{'event':'ship'}"},
    {ROLL_TYPE,
     "{'yellow':3,'red':2,'event':'trade','draws':[{'player':1,'card':'merchant'},"
     "{'player':2,'card':'merchant'}]}",
     PART_DICE | PART_EVENT | PART_CARDS, NULL,
     "{'yellow':3,'red':2,'event':'trade','draws':[{'player':1,'card':'merchant'},"
     "{'player':2,'card':'merchant'}]}"},
    {ROLL_TYPE, "{'draws':[]}", PART_CARDS, NULL, "{'draws':[]}"},
    {"{'type':'move_robber','hex':1,'victim':1}", "{'card':'paper'}", PART_CARD, NULL,
     "{'card':'paper'}"},
    {"{'type':'chase_robber','vertex':1,'hex':1,'victim':1}", "{'card':'coin'}", PART_CARD, NULL,
     "{'card':'coin'}"},
    {DECK, "{'card':'crane'}", PART_CARD, NULL, "{'card':'crane'}"},
    {BISHOP, "{'cards':[{'player':2,'card':'wool'},{'player':0,'card':'cloth'}]}", PART_CARDS, NULL,
     "{'cards':[{'player':0,'card':'cloth'},{'player':2,'card':'wool'}]}"},
    {BISHOP, "{'cards':[]}", PART_CARDS, NULL, "{'cards':[]}"},
    {ROLL_TYPE, "{'event':'none'}", 0, "/outcome/event", "\"ship\", \"trade\""},
    {ROLL_TYPE, "{'cards':[]}", 0, "/outcome/cards", "not known"},
    {ROLL_TYPE, "{'draws':[{'player':3,'card':'spy'}]}", 0, "/outcome/draws/0/player", "0 to 2"},
    {ROLL_TYPE, "{'draws':[{'player':1,'card':'spy'},{'player':1,'card':'spy'}]}", 0,
     "/outcome/draws/1/player", "twice"},
    {ROLL_TYPE, "{'draws':[{'player':1,'card':'craen'}]}", 0, "/outcome/draws/0/card", "\"crane\""},
    {ROLL_TYPE, "{'draws':[{'player':1}]}", 0, "/outcome/draws/0/card", "missing"},
    {ROLL_TYPE, "{'draws':['spy']}", 0, "/outcome/draws/0", "object"},
    {BISHOP, "{'cards':[{'player':1,'card':'spy'}]}", 0, "/outcome/cards/0/card", "\"paper\""},
    {DECK, "{'card':'ore'}", 0, "/outcome/card", "25 names"},
    {PLAY "'crane'}", "{'card':'ore'}", 0, "/outcome", "no outcome"},
};

START_TEST(outcomes_are_read_and_refused) {
    struct setup setup = setup_knights(CK2020, 3, 0);
    assert_outcome(&setup, &outcome_rows[_i]);
}
END_TEST

/* ---- positions ---- */

#define CITY0  "{'vertex':12,'player':0,'wall':true,'metropolis':'trade'}"
#define CITIES CITY0 ",{'vertex':18,'player':1},{'vertex':20,'player':1}"
#define ROADS                                                                                      \
    "'roads':[{'edge':19,'player':0},{'edge':25,'player':0},{'edge':20,'player':1},"               \
    "{'edge':51,'player':2}]"
#define KNIGHT0 "{'vertex':17,'player':0,'level':2,'active':true}"
#define KNIGHT1 "{'vertex':13,'player':1,'level':1}"
#define BUILT(cities, knights)                                                                     \
    "'pieces':{'settlements':[{'vertex':40,'player':2}],'cities':[" cities "]," ROADS              \
    ",'knights':[" knights "]}"
#define PIECES BUILT(CITIES, KNIGHT0 "," KNIGHT1)
#define TIED                                                                                       \
    BUILT(CITY0 ",{'vertex':18,'player':1}", "{'vertex':17,'player':0,'level':1,'active':true},"   \
                                             "{'vertex':13,'player':1,'level':1,'active':true}")
#define SEAT0                                                                                      \
    "{'seat':0,'cards':{'wool':4,'cloth':2},'progress_cards':['spy','crane'],"                     \
    "'improvements':{'trade':4}}"
#define SEATS12                                                                                    \
    "{'seat':1,'cards':{'ore':8},'improvements':{'trade':1},'vp_cards':['printer']},{'seat':2}"
#define PLAYERS "'players':[" SEAT0 "," SEATS12 "]"
#define ROLLED(yellow, red, event)                                                                 \
    "'turn':{'player':0,'rolled':true,'rolls':[{'yellow':" #yellow ",'red':" #red                  \
    ",'event':'" event "'}]}"
#define TURN   ROLLED(3, 5, "ship")
#define PLAIN  TURN "," PIECES "," PLAYERS
#define ATTACK "'barbarians':{'position':2,'attacks':1}"
#define AFTER  "{'step':'produce','sum':8},{'step':'after_roll'}]"
#define BATTLE ",{'step':'card_limit'},{'step':'ship_back'}," AFTER
#define LANDED "'barbarians':{'position':6}"

static const struct given_row position_rows[] = {
    {"{" PLAIN "}", NULL, NULL},
    {"{" PLAIN ",'metropolises':{'trade':{'player':0,'vertex':12},'science':null},"
     "'decks':{'trade':18,'politics':17,'science':16},'bank':{'cloth':10,'coin':12}}",
     NULL, NULL},
    {"{" PLAIN ",'merchant':{'player':1,'hex':4},'returned':{'politics':['wedding','spy']},"
     "'decks':{'politics':17},'numbers':{'3':9,'4':3}}",
     NULL, NULL},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'improvements':{'trade':4},'points':{'visible':4,"
     "'total':4},'supply':{'walls':2,'knights':[2,1,2]},'rates':{'cloth':2,'ore':4},"
     "'progress_count':0}," SEATS12 "]}",
     NULL, NULL},
    {"{" ROLLED(
         3, 4,
         "trade") "," PIECES "," PLAYERS "," ATTACK
                  ",'agenda':[{'step':'discard'},{'step':'robber'},{'step':'after_roll'}],"
                  "'waiting_for':[{'player':1,'decision':'discard','count':4,'for':'seven'}]}",
     NULL, NULL},
    {"{" PLAIN "," LANDED ",'agenda':[{'step':'pillage','players':[1]}" BATTLE
     ",'waiting_for':[{'player':1,'decision':'choose_pillaged_city'}]}",
     NULL, NULL},
    {"{" TURN "," TIED "," PLAYERS "," LANDED
     ",'agenda':[{'step':'tie_draw','players':[0,1]}" BATTLE
     ",'waiting_for':[{'player':0,'decision':'choose_progress_deck'}]}",
     NULL, NULL},
    {"{'turn':{'player':1,'number':8,'rolls':[{'yellow':3,'red':5,'event':'trade'}]}," PIECES
     ",'players':[{'seat':0,'improvements':{'trade':4,'science':3}}," SEATS12
     "],'agenda':[{'step':'aqueduct','players':[0]},{'step':'after_roll'}],"
     "'waiting_for':[{'player':0,'decision':'take_resource'}]}",
     NULL, NULL},
    {"{" PLAIN ",'agenda':[{'step':'relocate','player':1,'vertex':13,'origin':17},"
     "{'step':'resume','turn_step':'actions'}]}",
     "/p", "the agenda"},
    {"{'phase':'setup','first':0,'turn':{'player':2},'pieces':{'settlements':["
     "{'vertex':0,'player':0},{'vertex':20,'player':1},{'vertex':40,'player':2},"
     "{'vertex':53,'player':2}],'roads':[{'edge':0,'player':0},{'edge':22,'player':1},"
     "{'edge':51,'player':2}]},'players':[{'seat':0},{'seat':1},{'seat':2}]}",
     "/p/pieces", "order"},
    {"{'turn':{'player':0,'rolled':true,'fleet':['ore','ore']}," PIECES "," PLAYERS "}", NULL,
     NULL},
    {"{" PLAIN ",'agenda':[{'step':'place_knight','levels':[1,1],'active':true},"
     "{'step':'resume','turn_step':'actions'}]}",
     NULL, NULL},
    {"{" PLAIN ",'largest_army':null}", "/p/largest_army", "not known"},
    {"{" PLAIN ",'dev_removed':{}}", "/p/dev_removed", "not known"},
    {"{" PLAIN ",'metropolises':{'science':{'player':1,'vertex':18}}}", "/p/metropolises/science",
     "agree"},
    {"{" PLAIN ",'decks':{'politics':18}}", "/p/decks/politics", "agree"},
    {"{" PLAIN ",'returned':{'politics':['crane']}}", "/p/returned/politics", "stack of science"},
    {"{" PLAIN ",'returned':{'science':['printer']}}", "/p/returned/science", "C-144"},
    {"{" PLAIN ",'returned':{'science':['crane','crane']}}", "/p/players", "3 \"crane\""},
    {"{" PLAIN ",'numbers':{'3':9}}", "/p/numbers", "another order"},
    {"{" PLAIN ",'numbers':{'0':5,'2':6}}", "/p/numbers/0", "C-188"},
    {"{" PLAIN ",'merchant':{'player':1,'hex':19}}", "/p/merchant/hex", "0 to 18"},
    {"{" PLAIN ",'barbarians':{'position':7}}", "/p/barbarians/position", "0 to 6"},
    {"{" PLAIN ",'robber':null}", "/p/robber", "hex"},
    {"{" TURN "," BUILT(CITIES, KNIGHT0 ",{'vertex':17,'player':1,'level':1}") "," PLAYERS "}",
     "/p/pieces/knights/1/vertex", "knight already"},
    {"{" TURN "," BUILT(CITIES, "{'vertex':12,'player':0,'level':1}") "," PLAYERS "}",
     "/p/pieces/knights/0/vertex", "building already"},
    {"{" TURN "," BUILT(CITIES, "{'vertex':13,'player':1,'level':1,'acted':true}") "," PLAYERS "}",
     "/p/pieces/knights/0", "on turn, 0"},
    {"{" TURN "," BUILT(CITIES, "{'vertex':17,'player':0,'level':4}") "," PLAYERS "}",
     "/p/pieces/knights/0/level", "1 to 3"},
    {"{" TURN "," BUILT(CITIES, "{'vertex':17,'player':0,'level':1,'committed':true}") "," PLAYERS
                                                                                       "}",
     "/p/pieces/knights/0/committed", "nasty"},
    {"{" TURN "," BUILT(CITY0 ",{'vertex':18,'player':0,'metropolis':'trade'}", KNIGHT0) "," PLAYERS
                                                                                         "}",
     "/p/pieces/cities/1/metropolis", "vertex 12"},
    {"{" TURN "," BUILT("{'vertex':12,'player':0}", KNIGHT0) "," PLAYERS "}", "/p/pieces/cities",
     "C-107"},
    {"{" TURN "," BUILT("{'vertex':18,'player':1,'metropolis':'trade'}", KNIGHT1) "," PLAYERS "}",
     "/p/pieces/cities", "C-109"},
    {"{" TURN "," BUILT(CITY0 ",{'vertex':18,'player':1,'wall':true,'tipped':true}",
                        KNIGHT1) "," PLAYERS "}",
     "/p/pieces/cities/1/tipped", "C-136"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'improvements':{'trade':6}}," SEATS12 "]}",
     "/p/players/0/improvements/trade", "0 to 5"},
    {"{" TURN "," PIECES
     ",'players':[{'seat':0,'improvements':{'trade':4},'progress_cards':null}," SEATS12 "]}",
     "/p/players/0/progress_cards", "hides nothing"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'improvements':{'trade':4},'progress_cards':["
     "'printer']}," SEATS12 "]}",
     "/p/players/0/progress_cards", "vp_cards"},
    {"{" TURN "," PIECES
     ",'players':[{'seat':0,'improvements':{'trade':4},'vp_cards':['printer']}," SEATS12 "]}",
     "/p/players", "2 \"printer\""},
    {"{" TURN "," PIECES
     ",'players':[{'seat':0,'improvements':{'trade':4},'vp_cards':['spy']}," SEATS12 "]}",
     "/p/players/0/vp_cards", "C-143"},
    {"{" TURN "," PIECES
     ",'players':[{'seat':0,'improvements':{'trade':4},'cards':{'cloth':13}}," SEATS12 "]}",
     "/p/players", "13 cloth"},
    {"{" TURN "," PIECES ",'players':[{'seat':0,'improvements':{'trade':4},'dev_cards':{}}," SEATS12
     "]}",
     "/p/players/0/dev_cards", "not known"},
    {"{'turn':{'player':0,'errant_used':true}," PIECES "," PLAYERS "}", "/p/turn/errant_used",
     "knight_errant"},
    {"{'turn':{'player':0,'cranes':3}," PIECES "," PLAYERS "}", "/p/turn/cranes", "0 to 2"},
    {"{'turn':{'player':0,'harbor':{'asked':[1,1]}}," PIECES "," PLAYERS "}",
     "/p/turn/harbor/asked/1", "twice"},
    {"{" PLAIN "," LANDED ",'agenda':[{'step':'battle'}" BATTLE "}", "/p/agenda", "asks no player"},
    /* a player who is still to draw has no surplus card yet */
    {"{" TURN "," TIED ",'players':[" SEAT0 ",{'seat':1,'cards':{'ore':8},'improvements':"
     "{'trade':1},'vp_cards':['printer'],'progress_cards':['smith','smith','mining','mining',"
     "'medicine']},{'seat':2}]," LANDED ",'agenda':[{'step':'tie_draw','players':[0,1]}" BATTLE "}",
     "/p", "before they are drawn"},
    {"{" PLAIN ",'agenda':[{'step':'ship_back'},{'step':'card_limit'}," AFTER "}", "/p",
     "the agenda"},
    {"{" PLAIN ",'agenda':[{'step':'pillage','players':[1]},{'step':'resume','turn_step':"
     "'actions'}]}",
     "/p", "the agenda"},
    {"{" PLAIN "," LANDED ",'agenda':[{'step':'pillage','players':[2]}" BATTLE "}", "/p",
     "the agenda"},
    {"{" PLAIN ",'agenda':[{'step':'pillage','players':[]}" BATTLE "}", "/p/agenda/0/players",
     "name a seat"},
    {"{" PLAIN ",'agenda':[{'step':'place_knight','levels':[4],'active':true},"
     "{'step':'resume','turn_step':'actions'}]}",
     "/p/agenda/0/levels/0", "1 to 3"},
    {"{" PLAIN "," LANDED ",'agenda':[{'step':'pillage','players':[1]}" BATTLE
     ",'answers':[{'player':1,'action':{'type':'choose_pillaged_city','vertex':18}}]}",
     "/p/answers", "all answers are in"},
    {"{" PLAIN "," LANDED ",'agenda':[{'step':'pillage','players':[1]}" BATTLE
     ",'answers':[{'player':1,'action':{'type':'choose_pillaged_city','vertex':12}}]}",
     "/p/answers/0/action", "no plain city"},
    {"{" PLAIN "," LANDED ",'agenda':[{'step':'pillage','players':[1]}" BATTLE
     ",'answers':[{'player':0,'action':{'type':'choose_pillaged_city','vertex':12}}]}",
     "/p/answers/0/action", "answers nothing"},
};

START_TEST(positions_are_read_and_refused) {
    struct setup setup = setup_knights(CK2020, 3, 0);
    assert_position(&setup, &position_rows[_i]);
}
END_TEST

/* A fault gives exactly one error. */
START_TEST(faults_are_told_once) {
    static const struct {
        const char *given, *pointer;
    } rows[] = {
        {"{'turn':{'player':0,'harbor':{'asked':[9,0]}}," PIECES "," PLAYERS "}",
         "/p/turn/harbor/asked/0"},
        {"{" PLAIN ",'agenda':[{'step':'pillage','players':[9,0]}" BATTLE "}",
         "/p/agenda/0/players/0"},
        {"{" PLAIN ",'agenda':[{'step':'pillage','players':[9]}" BATTLE "}",
         "/p/agenda/0/players/0"},
        {"{" PLAIN ",'agenda':[{'step':'place_knight','levels':[4,1],'active':true},"
         "{'step':'resume','turn_step':'actions'}]}",
         "/p/agenda/0/levels/0"},
        {"{" PLAIN ",'agenda':[{'step':'dance'}]}", "/p/agenda/0/step"},
    };
    struct setup setup = setup_knights(CK2020, 3, 0);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct read_errors errors = {0};
        struct game game;
        json_t *value = json_of(rows[i].given);

        ck_assert(!position_read(&errors, value, "/p", &setup, &game));
        ck_assert_msg(errors.count == 1, "%s: %s", rows[i].given, errors_text(&errors));
        ck_assert_str_eq(errors.items[0].pointer, rows[i].pointer);
        json_decref(value);
    }
}
END_TEST

/* ---- who sees what ---- */

START_TEST(a_drawn_card_is_known_to_who_drew_it_unless_it_is_laid_out) {
    static const struct {
        unsigned viewer;
        const char *draws, *hidden;
    } rows[] = {
        {0, "{'player':0,'card':'printer'},{'player':1,'track':'science'}",
         ",'hidden':['/outcome/draws/1/card']"},
        {1, "{'player':0,'card':'printer'},{'player':1,'card':'crane'}", ""},
        {2, "{'player':0,'card':'printer'},{'player':1,'track':'science'}",
         ",'hidden':['/outcome/draws/1/card']"},
        {VIEWER_ALL, "{'player':0,'card':'printer'},{'player':1,'card':'crane'}", ""},
    };
    struct setup setup = setup_knights(CK2020, 3, 0);
    struct game before = position_given(
        &setup, "{'turn':{'player':0,'number':9}," PIECES ",'players':[{'seat':0,'improvements':"
                "{'trade':4,'science':2}},{'seat':1,'improvements':{'science':1}},{'seat':2}]}");
    struct event event = {.type = ROLL, .player = 0, .drawn = PART_CARDS};
    event.action.type = ROLL;
    event.outcome = (struct outcome){.yellow = 1, .red = 1, .event = FACE_SCIENCE};
    event.outcome.dealt[0] = 1 + PROGRESS_PRINTER;
    event.outcome.dealt[1] = 1 + PROGRESS_CRANE;
    ck_assert_int_eq(game_accepts(&setup, &before, &event), REASON_OK);
    struct game after = before;
    game_apply(&setup, &after, &event);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct log_reader reader = {.setup = &setup, .viewer = rows[i].viewer};
        char text[1024];
        document_event(&reader, &before, &after, &event);
        snprintf(
            text, sizeof text,
            "{'seq':61,'player':0,'type':'roll','action':{'type':'roll'},'outcome':{'yellow':1,"
            "'red':1,'event':'science','draws':[%s]},'effects':[],'by':'player','chance':"
            "'drawn','drawn':['/outcome/draws']%s}",
            rows[i].draws, rows[i].hidden);
        assert_document(&document, text);
    }
}
END_TEST

START_TEST(lost_cities_stay_hidden_until_the_last_is_named) {
    struct setup setup = setup_knights(CK2020, 3, 0);
    struct game before = position_given(
        &setup,
        "{" TURN "," BUILT(CITIES ",{'vertex':53,'player':2},{'vertex':47,'player':2}", KNIGHT0
                           "," KNIGHT1) "," PLAYERS "," LANDED
                                        ",'agenda':[{'step':'pillage','players':[1,2]}" BATTLE "}");
    struct game middle = before, after;
    struct event first = {.type = CHOOSE_PILLAGED_CITY, .player = 2};
    struct event last = {.type = CHOOSE_PILLAGED_CITY, .player = 1};
    struct log_reader reader = {.setup = &setup, .viewer = 1};
    first.action = (struct action){.type = CHOOSE_PILLAGED_CITY, .vertex = 53};
    last.action = (struct action){.type = CHOOSE_PILLAGED_CITY, .vertex = 20};
    game_apply(&setup, &middle, &first);
    document_event(&reader, &before, &middle, &first);
    assert_document(&document,
                    "{'seq':61,'player':2,'type':'choose_pillaged_city','action':{'type':"
                    "'choose_pillaged_city'},'outcome':null,'effects':[],'by':'player',"
                    "'hidden':['/action/vertex']}");
    log_reader_step(&reader, &middle, &first);
    after = middle;
    game_apply(&setup, &after, &last);
    document_event(&reader, &middle, &after, &last);
    json_t *value = json_of_buffer(&document);
    json_t *reveals = json_of("{'reveals':[{'seq':61,'player':2,'action':{'type':"
                              "'choose_pillaged_city','vertex':53}},{'seq':62,'player':1,'action':"
                              "{'type':'choose_pillaged_city','vertex':20}}]}");
    ck_assert(json_equal(json_object_get(value, "reveals"), json_object_get(reveals, "reveals")));
    json_decref(reveals);
    json_decref(value);
    write_view(&document, &setup, &middle, 1);
    value = json_of_buffer(&document);
    ck_assert_uint_eq(json_array_size(json_object_get(value, "answers")), 0);
    json_decref(value);
}
END_TEST

/* ---- what cards ask ---- */

#define RESUME ",{'step':'resume','turn_step':'actions'}]"
#define ASKED(step, progress)                                                                      \
    "{" TURN "," PIECES ",'players':[" SEAT0 ",{'seat':1,'cards':{'ore':7,'coin':1},"              \
    "'vp_cards':['printer'],'progress_cards':[" progress "]},{'seat':2}],'agenda':[" step "}"

/* The first pending decision, as shown to VIEWER. */
static void assert_decision(const struct setup *setup, const struct game *game, unsigned viewer,
                            const char *text) {
    write_view(&document, setup, game, viewer);
    json_t *value = json_of_buffer(&document), *want = json_of(text);
    json_t *got = json_array_get(json_object_get(value, "waiting_for"), 0);
    ck_assert_msg(json_equal(got, want), "viewer %u: %s", viewer, json_dumps(got, 0));
    json_decref(want);
    json_decref(value);
}

START_TEST(a_hand_is_shown_to_who_takes_from_it_alone) {
    static const struct {
        const char *given, *shown, *hidden;
    } rows[] = {
        {ASKED("{'step':'take_cards','from':1,'count':2}" RESUME, ""),
         "{'player':0,'decision':'take_cards','from':1,'count':2,'shown':{'ore':7,'coin':1}}",
         "{'player':0,'decision':'take_cards','from':1,'count':2,'shown':null}"},
        {ASKED("{'step':'take_progress','from':1}" RESUME, "'wedding','crane'"),
         "{'player':0,'decision':'take_progress_card','from':1,'shown':['wedding','crane']}",
         "{'player':0,'decision':'take_progress_card','from':1,'shown':null}"},
    };
    struct setup setup = setup_knights(CK2020, 3, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct game game = position_given(&setup, rows[i].given);
        assert_decision(&setup, &game, 0, rows[i].shown);
        assert_decision(&setup, &game, VIEWER_ALL, rows[i].shown);
        assert_decision(&setup, &game, 1, rows[i].hidden);
        assert_decision(&setup, &game, 2, rows[i].hidden);
        assert_decision(&setup, &game, VIEWER_NOBODY, rows[i].hidden);
        struct writer w = document_writer();
        waiting_for_write(&w, &setup, &game, VIEWER_NOBODY, NULL);
        ck_assert_ptr_nonnull(memmem(document.data, document.size, "\"shown\":null", 12));
    }
}
END_TEST

/* Members of an event's document for one viewer. */
struct seen_row {
    unsigned viewer;
    const char *action, *hidden, *reveals; /* NULL: absent */
};

static void assert_member(const json_t *value, const char *key, const char *text, unsigned viewer) {
    const json_t *got = json_object_get(value, key);
    char *dump = json_dumps(got, JSON_ENCODE_ANY);
    if (text == NULL) {
        ck_assert_msg(got == NULL, "viewer %u: %s is %s", viewer, key, dump);
    } else {
        json_t *want = json_of(text);
        ck_assert_msg(json_equal(json_object_get(want, key), got), "viewer %u: %s is %s", viewer,
                      key, dump);
        json_decref(want);
    }
    free(dump);
}

/* Applies EVENT and compares what each viewer in ROWS reads of it. */
static void assert_seen(const struct setup *setup, const struct game *before,
                        const struct event *event, const struct seen_row *rows, size_t n) {
    struct game after = *before;
    ck_assert_int_eq(game_legal(setup, before, event->player, &event->action), REASON_OK);
    game_apply(setup, &after, event);
    for (size_t i = 0; i < n; i++) {
        struct log_reader reader = {.setup = setup, .viewer = rows[i].viewer};
        document_event(&reader, before, &after, event);
        json_t *value = json_of_buffer(&document);
        assert_member(value, "action", rows[i].action, rows[i].viewer);
        assert_member(value, "hidden", rows[i].hidden, rows[i].viewer);
        assert_member(value, "reveals", rows[i].reveals, rows[i].viewer);
        json_decref(value);
    }
}

START_TEST(gifts_are_known_to_giver_and_receiver_alone) {
    static const struct seen_row rows[] = {
        {1, "{'action':{'type':'give_cards','cards':{'ore':1,'coin':1}}}", NULL,
         "{'reveals':[{'seq':61,'player':1,'action':{'type':'give_cards','cards':{'ore':1,"
         "'coin':1}}}]}"},
        {2, "{'action':{'type':'give_cards','count':2}}",
         "{'hidden':['/action/cards','/effects/0/gain','/effects/1/lose',"
         "'/reveals/0/action/cards']}",
         "{'reveals':[{'seq':61,'player':1,'action':{'type':'give_cards','count':2}}]}"},
    };
    struct setup setup = setup_knights(CK2020, 3, 0);
    struct game before =
        position_given(&setup, ASKED("{'step':'give_cards','from':[1],'count':2}" RESUME, ""));
    struct event event = {.type = GIVE_CARDS, .player = 1};
    event.action.type = GIVE_CARDS;
    event.action.give = cards_add(cards_one(ORE, 1), cards_one(COIN, 1));
    assert_seen(&setup, &before, &event, rows, 2);
    struct game after = before;
    struct log_reader receiver = {.setup = &setup, .viewer = 0};
    game_apply(&setup, &after, &event);
    document_event(&receiver, &before, &after, &event);
    json_t *value = json_of_buffer(&document);
    assert_member(value, "reveals", rows[0].reveals, 0);
    assert_member(value, "effects",
                  "{'effects':[{'player':0,'gain':{'ore':1,'coin':1}},"
                  "{'player':1,'lose':{'ore':1,'coin':1}}]}",
                  0);
    json_decref(value);
}
END_TEST

START_TEST(of_a_progress_card_others_see_the_stack) {
    static const struct seen_row taken[] = {
        {0, "{'action':{'type':'take_progress_card','card':'wedding'}}", NULL, NULL},
        {1, "{'action':{'type':'take_progress_card','card':'wedding'}}", NULL, NULL},
        {2, "{'action':{'type':'take_progress_card','track':'politics'}}",
         "{'hidden':['/action/card']}", NULL},
    };
    static const struct seen_row put_back[] = {
        {1, "{'action':{'type':'discard_progress_card','card':'spy'}}", NULL,
         "{'reveals':[{'seq':61,'player':1,'action':{'type':'discard_progress_card',"
         "'card':'spy'}}]}"},
        {0, "{'action':{'type':'discard_progress_card','track':'politics'}}",
         "{'hidden':['/action/card','/reveals/0/action/card']}",
         "{'reveals':[{'seq':61,'player':1,'action':{'type':'discard_progress_card',"
         "'track':'politics'}}]}"},
    };
    struct setup setup = setup_knights(CK2020, 3, 0);
    struct game before = position_given(
        &setup, ASKED("{'step':'take_progress','from':1}" RESUME, "'wedding','crane'"));
    struct event event = {.type = TAKE_PROGRESS_CARD, .player = 0};
    event.action = (struct action){.type = TAKE_PROGRESS_CARD, .card = PROGRESS_WEDDING};
    assert_seen(&setup, &before, &event, taken, 3);
    before = position_given(&setup, ASKED("{'step':'card_limit'}," AFTER,
                                          "'spy','crane','bishop','merchant','mining'"));
    event = (struct event){.type = DISCARD_PROGRESS_CARD, .player = 1};
    event.action = (struct action){.type = DISCARD_PROGRESS_CARD, .card = PROGRESS_SPY};
    assert_seen(&setup, &before, &event, put_back, 2);
}
END_TEST

START_TEST(what_the_bishop_took_is_hidden_card_by_card) {
    struct setup setup = setup_knights(CK2020, 3, 0);
    struct game before = position_given(
        &setup, "{" TURN "," PIECES ",'players':[{'seat':0,'progress_cards':['bishop'],"
                "'improvements':{'trade':4}},{'seat':1,'cards':{'ore':3}},"
                "{'seat':2,'cards':{'wool':1}}]," ATTACK "}");
    struct event event = {.type = PLAY_PROGRESS_CARD, .player = 0, .drawn = PART_CARDS};
    struct log_reader reader = {.setup = &setup, .viewer = 1};
    event.action = (struct action){
        .type = PLAY_PROGRESS_CARD, .card = PROGRESS_BISHOP, .hex = 9, .seats = NONE};
    event.outcome.dealt[1] = 1 + ORE;
    ck_assert_int_eq(game_accepts(&setup, &before, &event), REASON_OK);
    struct game after = before;
    game_apply(&setup, &after, &event);
    document_event(&reader, &before, &after, &event);
    json_t *value = json_of_buffer(&document);
    assert_member(value, "outcome", "{'outcome':{'cards':[{'player':1,'card':'ore'}]}}", 1);
    json_decref(value);
    reader.viewer = 2;
    document_event(&reader, &before, &after, &event);
    value = json_of_buffer(&document);
    assert_member(value, "outcome", "{'outcome':{'cards':[{'player':1}]}}", 2);
    assert_member(value, "hidden",
                  "{'hidden':['/outcome/cards/0/card','/effects/0/gain','/effects/1/lose']}", 2);
    json_decref(value);
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "gamejson knights",
        (const struct test_case[]){
            DOCUMENT_CASE("rules", rules_are_read_and_refused, ROWS(rules_rows)),
            DOCUMENT_CASE("buildings", every_edition_names_its_buildings, 0),
            DOCUMENT_CASE("actions", actions_are_written_as_they_were_read, ROWS(good_actions)),
            DOCUMENT_CASE("wrong actions", wrong_actions_are_refused_where_they_are_wrong,
                          ROWS(bad_actions)),
            DOCUMENT_CASE("base", the_base_game_knows_no_commodities, 0),
            DOCUMENT_CASE("outcomes", outcomes_are_read_and_refused, ROWS(outcome_rows)),
            DOCUMENT_CASE("positions", positions_are_read_and_refused, ROWS(position_rows)),
            DOCUMENT_CASE("faults", faults_are_told_once, 0),
            DOCUMENT_CASE("draws", a_drawn_card_is_known_to_who_drew_it_unless_it_is_laid_out, 0),
            DOCUMENT_CASE("shown", a_hand_is_shown_to_who_takes_from_it_alone, 0),
            DOCUMENT_CASE("gifts", gifts_are_known_to_giver_and_receiver_alone, 0),
            DOCUMENT_CASE("stacks", of_a_progress_card_others_see_the_stack, 0),
            DOCUMENT_CASE("bishop", what_the_bishop_took_is_hidden_card_by_card, 0),
            DOCUMENT_CASE("lost cities", lost_cities_stay_hidden_until_the_last_is_named, 0),
            {0},
        });
}
TEST_MAIN(suite)
