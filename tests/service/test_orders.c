/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Standing orders without a server: documents, conditions, answers, delays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/json_read.h"
#include "service/base/json_write.h"
#include "service/orders/delay.h"
#include "service/orders/reply.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"
#include "tests/support/setups.h"

/* ---- documents ---- */

static struct setup base, knights, sea;

static void setup(void) {
    base = setup_base(4);
    knights = setup_knights(CK2020, 4, 0);
    sea = setup_sea(SCENARIO_NEW_SHORES, 4);
}

/* TEXT with " for '. */
static json_t *document(const char *text) {
    char copy[4096];
    json_t *value;

    snprintf(copy, sizeof copy, "%s", text);
    for (char *c = copy; *c != '\0'; c++)
        if (*c == '\'')
            *c = '"';
    value = json_loads(copy, 0, NULL);
    REQUIRE(value != NULL, "no JSON: %s", copy);
    return value;
}

static bool read_orders(const struct setup *game, const char *text, struct orders *orders,
                        struct read_errors *errors) {
    const struct orders_context context = {.setup = game};
    json_t *value = document(text);
    bool ok;

    *errors = (struct read_errors){0};
    ok = orders_read(errors, value, "", &context, orders);
    json_decref(value);
    ck_assert(ok == (errors->count == 0));
    return ok;
}

static struct orders orders_of(const struct setup *game, const char *text) {
    struct orders orders;
    struct read_errors errors;

    REQUIRE(read_orders(game, text, &orders, &errors), "%s: %s %s", text, errors.items[0].pointer,
            errors.items[0].detail);
    return orders;
}

/* Writing and reading again gives the same. */
static void check_round(const struct setup *game, const struct orders *orders) {
    const struct orders_context context = {.setup = game};
    struct orders again;
    struct buffer text;
    struct writer w = writer_to(&text);

    buffer_init(&text, ORDERS_JSON_MAX);
    orders_write(&w, orders);
    ck_assert(!text.failed);
    REQUIRE(orders_read_stored(text.data, text.size, &context, &again), "%.*s", (int)text.size,
            text.data);
    REQUIRE(memcmp(orders, &again, sizeof again) == 0, "%.*s", (int)text.size, text.data);
    buffer_free(&text);
}

static const char all_base[] =
    "{'delay':{'median':60,'max':600},'discard':{'first':['wool','ore'],'keep':{'ore':2}},"
    "'roll':'always','end_turn':'if_nothing_but_trades','empty_turn':{'ignore':['build_road',"
    "'trade_in_knight'],'bank_trades':true,'hand':9},'offers':[{'answer':'accept','give':"
    "['wool'],'get':['ore','grain'],'give_at_most':2,'get_at_least':1,'rate':{'give':2,'get':1},"
    "'keep':{'wool':1},'from':[1,2],'if':'points of red < 8','times':3,"
    "'until':'2030-01-02T03:04:05.678Z','until_turn':40},{'answer':'ask','get':['brick']},"
    "{'answer':'refuse'}],'plan':[{'move':'buy','when':'before_roll'},"
    "'if I have 3 ore and 2 grain: city 12',{'move':'bank 4 wool for ore','if':'wool >= 4',"
    "'otherwise':'wait'},'end']}";
static const char all_knights[] =
    "{'saboteur':{'first':['wool']},'wedding':{'keep':{'coin':3}},'harbor':['paper','cloth'],"
    "'pillage':[31,12],'relocate':[7],'deserter':'weakest','aqueduct':'skip','deck':['science'],"
    "'progress_discard':['spy','warlord'],'commit':'as_needed','discard':{},'roll':"
    "'if_nothing_before','end_turn':'if_nothing','empty_turn':{},'plan':['if card spy: play spy on "
    "red']}";

START_TEST(documents_are_read_as_they_are_written) {
    struct orders orders = orders_of(&base, all_base);

    check_round(&base, &orders);
    ck_assert_uint_eq(orders.median_s, 60);
    ck_assert_uint_eq(orders.n_plan, 4);
    ck_assert_str_eq(orders.plan[1].move, "city 12");
    ck_assert_str_eq(orders.plan[1].condition_text, "I have 3 ore and 2 grain");
    ck_assert_str_eq(orders.plan[2].move, "bank 4 wool for 1 ore");
    orders = orders_of(&knights, all_knights);
    check_round(&knights, &orders);
    ck_assert(orders.aqueduct.set && orders.aqueduct.skip);
    ck_assert(orders.deserter.set && orders.deserter.n == 0);
    ck_assert(orders.empty_turn.set && orders.empty_turn.ignore == 0);
    orders = orders_of(&base, "{}");
    check_round(&base, &orders);
    ck_assert_uint_eq(orders.median_s, DELAY_MEDIAN_DEFAULT_S);
    ck_assert_uint_eq(orders.max_s, DELAY_MAX_DEFAULT_S);
    ck_assert(!orders.discard.set);
    orders = orders_of(&sea, "{'move_robber':'pirate'}");
    check_round(&sea, &orders);
    ck_assert_uint_eq(orders.thief, THIEF_PIRATE);
    orders = orders_of(&base, "{'delay':{'median':21600}}");
    ck_assert_uint_eq(orders.max_s, DELAY_MAX_MAX_S);
}
END_TEST

START_TEST(what_is_wrong_is_named) {
    static const struct {
        const char *text, *pointer;
        bool knights;
    } rows[] = {
        {"{'discrad':{}}", "/discrad", false},
        {"{'discard':{'first':['cloth']}}", "/discard/first/0", false},
        {"{'discard':{'first':['wool','wool']}}", "/discard/first/1", false},
        {"{'discard':{'keep':{'ore':-1}}}", "/discard/keep/ore", false},
        {"{'pillage':[12]}", "/pillage", false},
        {"{'pillage':[12,12]}", "/pillage/1", true},
        {"{'pillage':[54]}", "/pillage/0", true},
        {"{'pillage':'nearest'}", "/pillage", true},
        {"{'aqueduct':['paper']}", "/aqueduct/0", true},
        {"{'harbor':['ore']}", "/harbor/0", true},
        {"{'commit':'some'}", "/commit", true},
        {"{'commit':'all'}", "/commit", false},
        {"{'roll':'never'}", "/roll", false},
        {"{'empty_turn':true}", "/empty_turn", false},
        {"{'empty_turn':{'hand':0}}", "/empty_turn/hand", false},
        {"{'empty_turn':{'bank_trades':1}}", "/empty_turn/bank_trades", false},
        {"{'empty_turn':{'ignore':['roll']}}", "/empty_turn/ignore/0", false},
        {"{'empty_turn':{'ignore':['build_road',7]}}", "/empty_turn/ignore/1", false},
        {"{'empty_turn':{'ignore':['build_road','build_road']}}", "/empty_turn/ignore/1", false},
        {"{'delay':{'median':5}}", "/delay/median", false},
        {"{'delay':{'median':60,'max':119}}", "/delay/max", false},
        {"{'offers':[{'answer':'maybe'}]}", "/offers/0/answer", false},
        {"{'offers':[{}]}", "/offers/0/answer", false},
        {"{'offers':[{'answer':'refuse','from':[4]}]}", "/offers/0/from/0", false},
        {"{'offers':[{'answer':'refuse','from':[]}]}", "/offers/0/from", false},
        {"{'offers':[{'answer':'refuse','give':[]}]}", "/offers/0/give", false},
        {"{'offers':[{'answer':'refuse','rate':{'give':2}}]}", "/offers/0/rate/get", false},
        {"{'offers':[{'answer':'refuse','until':'2030-13-02T03:04:05Z'}]}", "/offers/0/until",
         false},
        {"{'offers':[{'answer':'refuse'},{'answer':'accept','if':'3 orr'}]}", "/offers/1/if",
         false},
        {"{'plan':['fly 12']}", "/plan/0", false},
        {"{'plan':['if 3 ore city 12']}", "/plan/0", false},
        {"{'plan':['if : city 12']}", "/plan/0", false},
        {"{'plan':['resign']}", "/plan/0", false},
        {"{'plan':[{'move':7}]}", "/plan/0/move", false},
        {"{'plan':[{'if':'3 ore'}]}", "/plan/0/move", false},
        {"{'plan':['roll',{'move':'buy','when':'before_roll'}]}", "/plan/1/when", false},
        {"{'plan':{'move':'roll'}}", "/plan", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct orders orders;
        struct read_errors errors;

        REQUIRE(!read_orders(rows[i].knights ? &knights : &base, rows[i].text, &orders, &errors),
                "taken: %s", rows[i].text);
        REQUIRE(strcmp(errors.items[0].pointer, rows[i].pointer) == 0, "%s: at %s (%s)",
                rows[i].text, errors.items[0].pointer, errors.items[0].detail);
    }
}
END_TEST

/* Orders cannot use a piece that the game does not have (S-130, S-146). */
START_TEST(only_pieces_of_the_game_are_moved) {
    static const struct {
        unsigned scenario;
        bool robber, pirate;
    } rows[] = {
        {SCENARIO_NONE, true, false},
        {SCENARIO_NEW_SHORES, true, true},
        {SCENARIO_WONDERS, true, false},
        {SCENARIO_NEW_WORLD, true, true},
        {SCENARIO_PIRATE_ISLANDS, false, false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct setup on = rows[i].scenario == SCENARIO_NONE ? base : setup_sea(rows[i].scenario, 4);
        struct orders orders;
        struct read_errors errors;

        ck_assert_int_eq(read_orders(&on, "{'move_robber':'robber'}", &orders, &errors),
                         rows[i].robber);
        ck_assert_int_eq(read_orders(&on, "{'move_robber':'pirate'}", &orders, &errors),
                         rows[i].pirate);
        REQUIRE(rows[i].pirate || strcmp(errors.items[0].pointer, "/move_robber") == 0, "at %s",
                errors.items[0].pointer);
    }
    ck_assert(!read_orders(&sea, "{'move_robber':'both'}", &(struct orders){0},
                           &(struct read_errors){0}));
}
END_TEST

/* ---- conditions ---- */

/* Seat 1, with cards, at some point of its own turn. */
static struct game a_moment(const struct setup *on) {
    struct game game;

    game_init(on, &game);
    game.phase = PHASE_PLAY;
    game.active = 1;
    game.first = 0;
    game.turn = 9;
    game.rolls = 1;
    game.last_dice[0] = 3;
    game.last_dice[1] = 5;
    game.robber = 7;
    game.barbarians = on->rules.knights ? 4 : 0;
    game.players[1].hand.n[ORE] = 3;
    game.players[1].hand.n[GRAIN] = 2;
    game.players[1].hand_count = 5;
    game.players[0].hand_count = 9;
    vertex_set_add(&game.players[0].cities, 12);
    vertex_set_add(&game.occupied, 12);
    vertex_set_add(&game.players[1].settlements, 20);
    vertex_set_add(&game.occupied, 20);
    game.players[1].improvements[TRACK_SCIENCE] = 2;
    if (on->rules.knights)
        game.players[1].progress[0] = 1 + PROGRESS_SPY;
    else
        game.players[1].dev[YEAR_OF_PLENTY] = 1;
    if (on->rules.sea) {
        edge_set_add(&game.players[1].ships, 40);
        edge_set_add(&game.players[1].ships, 41);
        edge_set_add(&game.players[0].ships, 50);
        game.pirate = 3;
    }
    return game;
}

static void check_condition(const struct setup *on, const char *text, bool holds) {
    struct notation_error error;
    struct condition condition;
    struct game game = a_moment(on);

    REQUIRE(condition_read(on, NULL, text, strlen(text), &condition, &error), "%s: %s", text,
            error.detail);
    REQUIRE(condition_holds(&condition, on, &game, 1) == holds, "%s", text);
}

START_TEST(conditions_say_what_is_so) {
    static const struct {
        const char *text;
        bool holds, knights;
    } rows[] = {
        {"3 ore", true, false},
        {"4 ore", false, false},
        {"I have 3 ore and 2 grain", true, false},
        {"3 ore, 3 grain", false, false},
        {"3 ores and 2 wheat", true, false},
        {"2 corn", true, false},
        {"three rocks and no loam", true, false},
        {"village v20", true, false},
        {"no brick", true, false},
        {"no ore", false, false},
        {"not no ore", true, false},
        {"at most 5 cards", true, false},
        {"fewer than 5 cards", false, false},
        {"more than 4 cards", true, false},
        {"exactly 5 cards", true, false},
        {"cards >= 5", true, false},
        {"ore > 3", false, false},
        {"ore != 3", false, false},
        {"red cards > 7", true, false},
        {"cards of red > 9", false, false},
        {"seat 0 cards = 9", true, false},
        {"RED HAS A CITY AT 12", true, false},
        {"city at 12", false, false},
        {"settlement 20", true, false},
        {"1 settlement", true, false},
        {"red 1 city", true, false},
        {"12 is free", false, false},
        {"free 13", true, false},
        {"not 12 free and 13 free", true, false},
        {"robber at 7", true, false},
        {"robber 8", false, false},
        {"rolled 8", true, false},
        {"roll = 7", false, false},
        {"turn >= 9", true, false},
        {"points < 3", true, false},
        {"bank 19 ore", true, false},
        {"bank ore >= 20", false, false},
        {"card year of plenty", true, false},
        {"card monopoly", false, false},
        {"4 ore or 2 grain", true, false},
        {"4 ore or 3 grain or 1 grain and 9 wool", false, false},
        {"(4 ore or 2 grain) and 3 ore", true, false},
        {"not (3 ore and 9 grain)", true, false},
        {"not not (3 ore)", true, false},
        {"barbarians >= 4", true, true},
        {"science >= 2", true, true},
        {"2 science and no trade", true, true},
        {"card spy", true, true},
        {"card road building", false, true},
        {"no knights", true, true},
        {"3 coin", false, true},
        {"strength = 0", true, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_condition(rows[i].knights ? &knights : &base, rows[i].text, rows[i].holds);
}
END_TEST

START_TEST(conditions_speak_of_the_sea) {
    static const struct {
        const char *text;
        bool holds;
    } rows[] = {
        {"2 ships", true},         {"ships of red >= 2", false},
        {"ship at e40", true},     {"red has a ship at e50 and no roads", true},
        {"boat e50", false},       {"road at e40", false},
        {"not pirate at 4", true}, {"the pirate is at 3", true},
        {"robber at 3", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_condition(&sea, rows[i].text, rows[i].holds);
}
END_TEST

START_TEST(a_wrong_condition_is_explained) {
    static const struct {
        const char *text;
        size_t at;
        const char *detail;
    } rows[] = {
        {"", 0, "too early"},
        {"3 orre", 2, "did you mean \"ore\""},
        {"3 ore and", 9, "too early"},
        {"3 ore 2 grain", 6, "\"and\", \"or\""},
        {"(3 ore", 6, "\")\""},
        {"red ore >= 3", 4, "hidden"},
        {"3 cloth", 2, "no cloth"},
        {"barbarians >= 3", 0, "base game"},
        {"knights >= 1", 0, "army"},
        {"2 ships", 2, "no sea"},
        {"3 ore and pirate at 7", 10, "no sea"},
        {"bank points > 3", 5, "bank"},
        {"roads of bank > 1", 9, "comparison"},
        {"2 cities of bank", 12, "\"and\", \"or\""},
        {"city of bank 12", 8, "place"},
        {"city at 54", 8, "0 to 53"},
        {"99 free", 0, "0 to 53"},
        {"free ore", 5, "a place"},
        {"road 1-50", 5, "ends"},
        {"robber at 19", 10, "0 to 18"},
        {"seat 9 points > 2", 5, "0 to 3"},
        {"points", 6, "comparison"},
        {"points > red", 9, "number"},
        {"card ore", 5, "card's name"},
        {"((((((((((3 ore))))))))))", 8, "parentheses"},
        {"3 ore; 2 grain", 5, "\"and\""},
    };
    struct notation_error error;
    struct condition condition;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        REQUIRE(
            !condition_read(&base, NULL, rows[i].text, strlen(rows[i].text), &condition, &error),
            "taken: %s", rows[i].text);
        REQUIRE(error.at == rows[i].at && strstr(error.detail, rows[i].detail) != NULL,
                "%s: at %zu, %s", rows[i].text, error.at, error.detail);
    }
}
END_TEST

/* ---- answers ---- */

static const char discard_orders[] = "{'discard':{'first':['wool','ore'],'keep':{'ore':2,"
                                     "'brick':1}}}";

START_TEST(cards_go_by_the_wishes) {
    static const struct {
        uint8_t hand[KIND_COUNT], count, given[KIND_COUNT];
    } rows[] = {
        /* brick lumber wool grain ore */
        {{2, 2, 2, 2, 0}, 4, {0, 1, 2, 1, 0}}, {{2, 0, 2, 0, 5}, 4, {0, 0, 2, 0, 2}},
        {{1, 0, 1, 0, 6}, 4, {0, 0, 1, 0, 3}}, {{3, 0, 1, 0, 4}, 4, {1, 0, 1, 0, 2}},
        {{1, 0, 0, 0, 8}, 4, {0, 0, 0, 0, 4}}, {{1, 0, 0, 0, 2}, 2, {1, 0, 0, 0, 1}},
        {{0, 5, 0, 4, 0}, 4, {0, 3, 0, 1, 0}},
    };
    struct orders orders = orders_of(&base, discard_orders);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game game = a_moment(&base);
        struct order_reply answer;
        struct cards given;

        memcpy(game.players[1].hand.n, rows[i].hand, KIND_COUNT);
        game.players[1].hand_count = (uint8_t)cards_total(game.players[1].hand);
        game.pending[0] =
            (struct decision){.kind = DECIDE_DISCARD, .player = 1, .count = rows[i].count};
        game.n_pending = 1;
        game.step = STEP_RESOLVING;
        orders_reply(&orders, &base, &game, 1, 0, &answer);
        memcpy(given.n, rows[i].given, KIND_COUNT);
        REQUIRE(answer.action.type == DISCARD && cards_equal(answer.action.give, given),
                "row %zu gives %d %d %d %d %d", i, answer.action.give.n[0], answer.action.give.n[1],
                answer.action.give.n[2], answer.action.give.n[3], answer.action.give.n[4]);
    }
}
END_TEST

/* What the property test has seen. */
struct presence {
    unsigned answered[DECISION_KIND_COUNT], asked[DECISION_KIND_COUNT], offers;
    unsigned robbers, pirates; /* moved */
    const struct orders *orders;
};

/* Decisions that complete orders always answer. */
static bool covered(unsigned kind) {
    switch (kind) {
    case DECIDE_DISCARD:
    case DECIDE_GIVE_CARDS:
    case DECIDE_COMMIT_KNIGHTS:
    case DECIDE_TAKE_RESOURCE:
    case DECIDE_GIVE_COMMODITY:
    case DECIDE_CHOOSE_PILLAGED_CITY:
    case DECIDE_RELOCATE_KNIGHT:
    case DECIDE_REMOVE_KNIGHT:
    case DECIDE_CHOOSE_PROGRESS_DECK:
    case DECIDE_MOVE_ROBBER:
    case DECIDE_DISCARD_PROGRESS: return true;
    default: return false;
    }
}

static void check_seat(const struct random_game *rg, unsigned seat, struct presence *seen) {
    const struct decision *decision = game_decision(&rg->game, seat);
    struct order_reply answer, blind;
    struct game view;

    game_view(&rg->setup, &rg->game, seat, &view);
    if (decision != NULL && !decision->answered && rg->game.phase == PHASE_PLAY) {
        orders_reply(seen->orders, &rg->setup, &view, seat, 0, &answer);
        seen->asked[decision->kind]++;
        seen->answered[decision->kind] += answer.action.type != ACTION_NONE;
        seen->robbers += answer.action.type == MOVE_ROBBER;
        seen->pirates += answer.action.type == MOVE_PIRATE;
        REQUIRE(answer.action.type != ACTION_NONE || !covered(decision->kind), "no answer to %s",
                decision_names[decision->kind]);
        REQUIRE(answer.action.type == ACTION_NONE ||
                    game_legal(&rg->setup, &rg->game, seat, &answer.action) == REASON_OK,
                "an illegal answer to %s", decision_names[decision->kind]);
        /* the same from the whole state: only the view matters */
        orders_reply(seen->orders, &rg->setup, &rg->game, seat, 0, &blind);
        REQUIRE(memcmp(&answer.action, &blind.action, sizeof answer.action) == 0,
                "an answer to %s that knows more", decision_names[decision->kind]);
    }
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        const struct offer *offer = &view.offers[i];

        if (offer->id == 0 || offer->player == seat || !(offer->to >> seat & 1) ||
            (offer->accepted | offer->declined) >> seat & 1)
            continue;
        orders_reply_to_offer(seen->orders, &rg->setup, &view, seat, offer, 0, &answer);
        if (answer.not_now)
            continue;
        REQUIRE(answer.action.type != ACTION_NONE, "an offer is not answered");
        REQUIRE(game_legal(&rg->setup, &rg->game, seat, &answer.action) == REASON_OK,
                "an illegal answer to an offer");
        seen->offers++;
    }
}

static void check_moment(const struct random_game *rg, const struct game *before,
                         const struct event *event, void *context) {
    struct random_game now = *rg;

    (void)event;
    now.game = *before;
    for (unsigned seat = 0; seat < rg->rules.players; seat++)
        check_seat(&now, seat, context);
}

/* The same when a seven moves something at sea. */
static void check_seven(const struct random_game *rg, const struct game *before,
                        const struct event *event, void *context) {
    const struct presence *seen = context;
    const struct decision *decision = game_decision(before, before->active);
    const unsigned robbers = seen->robbers;

    if (decision == NULL || decision->kind != DECIDE_MOVE_ROBBER)
        return;
    check_moment(rg, before, event, context);
    REQUIRE(seen->orders->thief != THIEF_PIRATE || seen->robbers == robbers ||
                !game_pirate_free(&rg->setup, before, before->active),
            "the robber moved, and the pirate could");
}

START_TEST(every_answer_is_legal) {
    enum { GAMES = 60, MOVES = 4000 };
    static const char text[] =
        "{'saboteur':{'first':['wool']},'wedding':{'keep':{'coin':3}},'harbor':['paper','cloth'],"
        "'pillage':[31,12],'relocate':[7,9,22],'deserter':'weakest','aqueduct':['ore'],'deck':"
        "['science'],'progress_discard':['spy','warlord'],'commit':'as_needed','discard':{},"
        "'move_robber':'robber','empty_turn':{'bank_trades':true},'end_turn':'if_nothing_but_"
        "trades',"
        "'offers':[{'answer':'accept','rate':{'give':1,'get':1}},{'answer':'refuse'}]}";
    struct orders orders = orders_of(&knights, text);
    struct presence seen = {.orders = &orders};
    uint64_t seed = test_seed(20260301);

    for (unsigned i = 0; i < GAMES; i++) {
        struct random_game rg;
        struct event start;

        if (i % 2 == 0) /* half of them with answers to all questions off turn */
            random_game_begin_knights(&rg, seed + i, 0, &start);
        else
            random_game_begin_any(&rg, i / 2, seed + i, &start);
        random_game_play(&rg, MOVES, check_moment, &seen);
    }
    for (unsigned kind = 0; kind < DECISION_KIND_COUNT; kind++)
        REQUIRE(!covered(kind) || seen.asked[kind] > 0, "%s never came up", decision_names[kind]);
    ck_assert_uint_gt(seen.answered[DECIDE_TURN], 0);
    ck_assert_uint_gt(seen.offers, 0);
}
END_TEST

static void play_sevens(void (*begin)(struct random_game *, uint64_t, struct event *),
                        uint64_t seed, struct presence *seen) {
    enum { GAMES = 40, MOVES = 1500 };

    for (unsigned i = 0; i < GAMES; i++) {
        struct random_game rg;
        struct event start;

        begin(&rg, seed + i, &start);
        random_game_play(&rg, MOVES, check_seven, seen);
    }
}

/* At sea the orders prefer the pirate, which moves wherever it can; otherwise the robber does (S-79). */
START_TEST(a_seven_moves_the_wished_piece) {
    struct orders orders =
        orders_of(&sea, "{'move_robber':'pirate','offers':[{'answer':'refuse'}]}");
    struct presence seen = {.orders = &orders};
    uint64_t seed = test_seed(20260302);
    unsigned pirates;

    play_sevens(random_game_begin_sea, seed, &seen);
    ck_assert_uint_gt(seen.pirates, 0);
    pirates = seen.pirates;
    orders.thief = THIEF_ROBBER;
    play_sevens(random_game_begin_scenario, seed, &seen);
    ck_assert_uint_gt(seen.robbers, 0);
    ck_assert_uint_lt(seen.pirates - pirates, seen.robbers);
}
END_TEST

/* ---- plans and the player's own turn ---- */

static const struct {
    const char *orders;
    uint8_t decision, step;
    uint32_t plan_turn; /* it is turn 9, of seat 1 */
    /* expected */
    uint8_t type;
    unsigned steps;
    bool later;
    const char *note;
} turn_rows[] = {
    {"'plan':['end']", DECIDE_TURN, STEP_ACTIONS, 9, END_TURN, 1, false, ""},
    {"'plan':['end']", DECIDE_TURN, STEP_ACTIONS, 13, ACTION_NONE, 0, false, ""},
    {"'plan':['end','end']", DECIDE_TURN, STEP_ACTIONS, 5, ACTION_NONE, 2, false, "is over"},
    {"'plan':['end']", DECIDE_TURN, STEP_BEFORE_ROLL, 9, ROLL, 0, false, ""},
    {"'plan':[{'move':'end','when':'before_roll'}]", DECIDE_TURN, STEP_BEFORE_ROLL, 9, ACTION_NONE,
     1, false, "\"end\", which is not legal"},
    {"'plan':[{'move':'buy','when':'before_roll'},'end']", DECIDE_TURN, STEP_ACTIONS, 9,
     ACTION_NONE, 1, false, "rolled already"},
    {"'plan':['city 12','end']", DECIDE_TURN, STEP_ACTIONS, 9, ACTION_NONE, 2, false,
     "\"city 12\", which is not legal"},
    {"'plan':['if 9 ore: city 12','end']", DECIDE_TURN, STEP_ACTIONS, 9, ACTION_NONE, 1, false,
     "passed over \"city 12\", as \"9 ore\" did not hold"},
    {"'plan':[{'move':'end','if':'9 ore','otherwise':'wait'}]", DECIDE_TURN, STEP_ACTIONS, 9,
     ACTION_NONE, 0, true, ""},
    {"'plan':[{'move':'buy','if':'9 ore','otherwise':'drop'},'end']", DECIDE_TURN, STEP_ACTIONS, 9,
     ACTION_NONE, 2, false, "dropped before \"buy\""},
    {"'plan':['end']", DECIDE_MOVE_ROBBER, STEP_RESOLVING, 9, ACTION_NONE, 0, false, ""},
    {"'plan':['robber 3','end']", DECIDE_MOVE_ROBBER, STEP_RESOLVING, 9, MOVE_ROBBER, 1, false, ""},
    {"'roll':'always'", DECIDE_TURN, STEP_BEFORE_ROLL, 0, ROLL, 0, false, ""},
    {"'roll':'if_nothing_before'", DECIDE_TURN, STEP_BEFORE_ROLL, 0, ACTION_NONE, 0, false, ""},
    {"'roll':'always'", DECIDE_TURN, STEP_ACTIONS, 0, ACTION_NONE, 0, false, ""},
    {"'end_turn':'if_nothing'", DECIDE_TURN, STEP_ACTIONS, 0, ACTION_NONE, 0, false, ""},
};

START_TEST(a_turn_goes_by_the_plan) {
    for (size_t i = 0; i < sizeof turn_rows / sizeof *turn_rows; i++) {
        char text[400];
        struct game game = a_moment(&base);
        struct order_reply answer;
        struct orders orders;

        /* a card that can be played before the roll and after it */
        game.players[1].dev_count = 1;
        game.step = turn_rows[i].step;
        game.rolls = game.step == STEP_BEFORE_ROLL ? 0 : 1;
        game.pending[0] = (struct decision){.kind = turn_rows[i].decision, .player = 1};
        game.n_pending = 1;
        snprintf(text, sizeof text, "{%s}", turn_rows[i].orders);
        orders = orders_of(&base, text);
        orders_reply(&orders, &base, &game, 1, turn_rows[i].plan_turn, &answer);
        REQUIRE(answer.action.type == turn_rows[i].type && answer.steps == turn_rows[i].steps &&
                    answer.later == turn_rows[i].later &&
                    strstr(answer.note, turn_rows[i].note) != NULL,
                "row %zu, %s: type %u, %u steps, %d, %s", i, text, answer.action.type, answer.steps,
                answer.later, answer.note);
        REQUIRE((turn_rows[i].note[0] == '\0') == (answer.note[0] == '\0'), "row %zu: %s", i,
                answer.note);
    }
}
END_TEST

START_TEST(plans_are_for_the_next_turn_that_begins) {
    struct game game = a_moment(&base);

    ck_assert_uint_eq(orders_next_turn(&base, &game, 1), 13);
    ck_assert_uint_eq(orders_next_turn(&base, &game, 2), 10);
    ck_assert_uint_eq(orders_next_turn(&base, &game, 0), 12);
    game.turn = 0; /* set-up, seat 2 begins */
    game.first = 2;
    ck_assert_uint_eq(orders_next_turn(&base, &game, 2), 1);
    ck_assert_uint_eq(orders_next_turn(&base, &game, 1), 4);
}
END_TEST

/* ---- offers ---- */

static const struct {
    const char *rules;
    uint8_t want[RESOURCE_COUNT], give[RESOURCE_COUNT]; /* by the maker, seat 0 */
    unsigned answer;                                    /* of seat 1: 3 ore, 2 grain */
} offer_rows[] = {
    {"{'answer':'refuse'}", {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, DECLINE_TRADE},
    {"{'answer':'accept'}", {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, ACCEPT_TRADE},
    {"{'answer':'accept'}", {1, 0, 0, 0, 0}, {0, 0, 0, 0, 1}, ACTION_NONE},
    {"{'answer':'accept'},{'answer':'refuse'}", {1, 0, 0, 0, 0}, {0, 0, 1, 0, 0}, DECLINE_TRADE},
    {"{'answer':'accept','give':['grain']}", {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, ACTION_NONE},
    {"{'answer':'accept','give':['ore'],'get':['brick']}",
     {0, 0, 0, 0, 1},
     {1, 0, 0, 0, 0},
     ACCEPT_TRADE},
    {"{'answer':'accept','get':['lumber']}", {0, 0, 0, 0, 1}, {1, 1, 0, 0, 0}, ACTION_NONE},
    {"{'answer':'accept','rate':{'give':2,'get':1}}",
     {0, 0, 0, 0, 3},
     {1, 0, 0, 0, 0},
     ACTION_NONE},
    {"{'answer':'accept','rate':{'give':2,'get':1}}",
     {0, 0, 0, 0, 2},
     {1, 0, 0, 0, 0},
     ACCEPT_TRADE},
    {"{'answer':'accept','keep':{'ore':3}}", {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, ACTION_NONE},
    {"{'answer':'accept','keep':{'ore':2,'brick':1}}",
     {0, 0, 0, 0, 1},
     {1, 0, 0, 0, 0},
     ACCEPT_TRADE},
    {"{'answer':'accept','give_at_most':1}", {0, 0, 0, 1, 1}, {2, 0, 0, 0, 0}, ACTION_NONE},
    {"{'answer':'accept','get_at_least':2}", {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, ACTION_NONE},
    {"{'answer':'accept','from':[2,3]}", {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, ACTION_NONE},
    {"{'answer':'accept','from':[0]}", {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, ACCEPT_TRADE},
    {"{'answer':'accept','if':'red cards > 9'}", {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, ACTION_NONE},
    {"{'answer':'ask','get':['brick']},{'answer':'refuse'}",
     {0, 0, 0, 0, 1},
     {1, 0, 0, 0, 0},
     ACTION_NONE},
    {"{'answer':'refuse','until':'1970-01-01T00:00:09Z'}",
     {0, 0, 0, 0, 1},
     {1, 0, 0, 0, 0},
     ACTION_NONE},
    {"{'answer':'refuse','until':'1970-01-01T00:00:11Z'}",
     {0, 0, 0, 0, 1},
     {1, 0, 0, 0, 0},
     DECLINE_TRADE},
    {"{'answer':'refuse','until_turn':8}", {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, ACTION_NONE},
    {"{'answer':'refuse','until_turn':9}", {0, 0, 0, 0, 1}, {1, 0, 0, 0, 0}, DECLINE_TRADE},
};

START_TEST(the_first_rule_about_an_offer_answers_it) {
    for (size_t i = 0; i < sizeof offer_rows / sizeof *offer_rows; i++) {
        char text[400];
        struct game game = a_moment(&base);
        struct order_reply answer;
        struct orders orders;

        game.active = 0;
        game.step = STEP_ACTIONS;
        game.pending[0] = (struct decision){.kind = DECIDE_TURN, .player = 0};
        game.n_pending = 1;
        memset(&game.offers[0], 0, sizeof game.offers[0]);
        game.offers[0].id = 5;
        game.offers[0].player = 0;
        game.offers[0].to = 1 << 1;
        memcpy(game.offers[0].want.n, offer_rows[i].want, RESOURCE_COUNT);
        memcpy(game.offers[0].give.n, offer_rows[i].give, RESOURCE_COUNT);
        game.n_offers = 1;
        snprintf(text, sizeof text, "{'offers':[%s]}", offer_rows[i].rules);
        orders = orders_of(&base, text);
        orders_reply_to_offer(&orders, &base, &game, 1, &game.offers[0], 10000, &answer);
        REQUIRE(answer.action.type == offer_rows[i].answer, "%s gives %s", offer_rows[i].rules,
                event_type_name(answer.action.type));
    }
}
END_TEST

/* ---- delays ---- */

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

START_TEST(delays_keep_to_their_spread) {
    enum { N = 20001, MEDIAN = 120 * 1000, MAX = 1800 * 1000 };
    int64_t *delays = calloc(N, sizeof *delays);

    ck_assert_ptr_nonnull(delays);
    for (int i = 0; i < N; i++) {
        delays[i] = delay_draw(MEDIAN, MAX);
        REQUIRE(delays[i] >= MEDIAN / 15 && delays[i] <= MAX, "%lld ms", (long long)delays[i]);
        REQUIRE(delay_draw(DELAY_LEAST_MS, MAX) >= DELAY_LEAST_MS, "at once");
    }
    qsort(delays, N, sizeof *delays, by_size);
    /* the median of this many is off by more than 7 % once in 10^9 runs */
    ck_assert_int_gt(delays[N / 2], MEDIAN * 93 / 100);
    ck_assert_int_lt(delays[N / 2], MEDIAN * 107 / 100);
    ck_assert_int_lt(delays[N / 10], MEDIAN / 3);
    ck_assert_int_gt(delays[N * 9 / 10], MEDIAN * 3);
    free(delays);
}
END_TEST

static Suite *suite(void) {
    return test_suite("orders",
                      (const struct test_case[]){
                          {"documents", documents_are_read_as_they_are_written, 0, 0, setup, NULL},
                          {"wrong", what_is_wrong_is_named, 0, 0, setup, NULL},
                          {"pieces", only_pieces_of_the_game_are_moved, 0, 0, setup, NULL},
                          {"conditions", conditions_say_what_is_so, 0, 0, setup, NULL},
                          {"sea", conditions_speak_of_the_sea, 0, 0, setup, NULL},
                          {"explained", a_wrong_condition_is_explained, 0, 0, setup, NULL},
                          {"cards", cards_go_by_the_wishes, 0, 0, setup, NULL},
                          {"legal", every_answer_is_legal, 0, 0, setup, NULL},
                          {"seven", a_seven_moves_the_wished_piece, 0, 0, setup, NULL},
                          {"turn", a_turn_goes_by_the_plan, 0, 0, setup, NULL},
                          {"next", plans_are_for_the_next_turn_that_begins, 0, 0, setup, NULL},
                          {"offers", the_first_rule_about_an_offer_answers_it, 0, 0, setup, NULL},
                          {"delays", delays_keep_to_their_spread, 0, 0, setup, NULL},
                          {0},
                      });
}

TEST_MAIN(suite)
