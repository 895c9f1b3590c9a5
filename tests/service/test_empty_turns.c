/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The standing order that skips turns in which nothing can be done: which turns it skips, and which not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/json_read.h"
#include "service/orders/own_turn.h"
#include "service/orders/reply.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"
#include "tests/support/setups.h"

#define TYPE(type) (UINT64_C(1) << (type))

static struct orders orders_of(const struct setup *setup, const char *text) {
    const struct orders_context context = {.setup = setup};
    char copy[1024];
    struct orders orders;
    struct read_errors errors = {0};
    json_t *value;
    bool ok;

    snprintf(copy, sizeof copy, "%s", text);
    for (char *c = copy; *c != '\0'; c++)
        if (*c == '\'')
            *c = '"';
    value = json_loads(copy, 0, NULL);
    REQUIRE(value != NULL, "no JSON: %s", copy);
    ok = orders_read(&errors, value, "", &context, &orders);
    json_decref(value);
    REQUIRE(ok, "%s: %s %s", text, errors.items[0].pointer, errors.items[0].detail);
    return orders;
}

/* ---- single turns ---- */

static struct setup base, knights;

static void setup(void) {
    base = setup_base(4);
    knights = setup_knights(CK2020, 4, 0);
}

/* An offer of another player to seat 1, or of seat 1 to others. */
enum offered { OFFER_NONE, OFFER_TO_ME, OFFER_DECLINED, OFFER_MINE };

/* Turn 9, of seat 1, with a settlement at 20 and a road from there. */
static struct game a_turn(const struct setup *on, const uint8_t hand[KIND_COUNT], uint8_t step,
                          enum offered offered) {
    struct game game;
    struct player *player = &game.players[1];

    game_init(on, &game);
    game.phase = PHASE_PLAY;
    game.active = 1;
    game.first = 0;
    game.turn = 9;
    game.step = step;
    game.rolls = step == STEP_ACTIONS;
    game.pending[0] = (struct decision){.kind = DECIDE_TURN, .player = 1};
    game.n_pending = 1;
    memcpy(player->hand.n, hand, KIND_COUNT);
    player->hand_count = (uint8_t)cards_total(player->hand);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        game.bank.n[kind] = (uint8_t)(game.bank.n[kind] - hand[kind]);
    vertex_set_add(&player->settlements, 20);
    vertex_set_add(&player->touched, 20);
    vertex_set_add(&game.occupied, 20);
    game.owner[20] = 1;
    if (offered != OFFER_NONE) {
        game.offers[0] = (struct offer){.id = 5, .player = offered == OFFER_MINE, .to = 3};
        game.offers[0].to = offered == OFFER_MINE ? 1 << 0 : 1 << 1;
        game.offers[0].declined = offered == OFFER_DECLINED ? 1 << 1 : 0;
        game.offers[0].give.n[offered == OFFER_MINE ? WOOL : ORE] = 1;
        game.offers[0].want.n[offered == OFFER_MINE ? ORE : WOOL] = 1;
        game.n_offers = 1;
    }
    return game;
}

static const struct turn_row {
    const char *orders;
    uint8_t hand[KIND_COUNT]; /* brick lumber wool grain ore cloth coin paper */
    uint8_t step, dev, expected;
    enum offered offered;
    bool knights;
} turn_rows[] = {
    /* an empty hand */
    {"{}", {0}, STEP_BEFORE_ROLL, 0, ACTION_NONE, OFFER_NONE, false},
    {"{'empty_turn':{}}", {0}, STEP_BEFORE_ROLL, 0, ROLL, OFFER_NONE, false},
    {"{'empty_turn':{}}", {0}, STEP_ACTIONS, 0, END_TURN, OFFER_NONE, false},
    /* a city, or a card */
    {"{'empty_turn':{}}", {0, 0, 0, 2, 3}, STEP_ACTIONS, 0, ACTION_NONE, OFFER_NONE, false},
    {"{'empty_turn':{}}", {0, 0, 1, 1, 1}, STEP_ACTIONS, 0, ACTION_NONE, OFFER_NONE, false},
    {"{'empty_turn':{'ignore':['buy_dev_card']}}",
     {0, 0, 1, 1, 1},
     STEP_ACTIONS,
     0,
     END_TURN,
     OFFER_NONE,
     false},
    {"{'empty_turn':{'ignore':['buy_dev_card']}}",
     {0, 0, 0, 2, 3},
     STEP_ACTIONS,
     0,
     ACTION_NONE,
     OFFER_NONE,
     false},
    /* a playable card: after the roll there is time for it */
    {"{'empty_turn':{}}", {0}, STEP_BEFORE_ROLL, 1, ROLL, OFFER_NONE, false},
    {"{'empty_turn':{}}", {0}, STEP_ACTIONS, 1, ACTION_NONE, OFFER_NONE, false},
    {"{'empty_turn':{'ignore':['play_dev_card']}}",
     {0},
     STEP_ACTIONS,
     1,
     END_TURN,
     OFFER_NONE,
     false},
    {"{'roll':'if_nothing_before','empty_turn':{}}",
     {0},
     STEP_BEFORE_ROLL,
     1,
     ACTION_NONE,
     OFFER_NONE,
     false},
    {"{'roll':'always','empty_turn':{}}", {0}, STEP_BEFORE_ROLL, 1, ROLL, OFFER_NONE, false},
    /* four of a kind: what the bank could exchange them for */
    {"{'empty_turn':{}}", {0, 0, 4, 1, 1}, STEP_ACTIONS, 0, ACTION_NONE, OFFER_NONE, false},
    {"{'empty_turn':{}}", {0, 0, 4, 2, 0}, STEP_ACTIONS, 0, END_TURN, OFFER_NONE, false},
    {"{'end_turn':'if_nothing'}", {0, 0, 4, 2, 0}, STEP_ACTIONS, 0, ACTION_NONE, OFFER_NONE, false},
    {"{'empty_turn':{'bank_trades':true}}",
     {0, 0, 4, 2, 0},
     STEP_ACTIONS,
     0,
     END_TURN,
     OFFER_NONE,
     false},
    {"{'empty_turn':{'bank_trades':true}}",
     {0, 0, 5, 1, 0},
     STEP_ACTIONS,
     0,
     ACTION_NONE,
     OFFER_NONE,
     false},
    {"{'empty_turn':{'bank_trades':true,'ignore':['buy_dev_card']}}",
     {0, 0, 5, 1, 0},
     STEP_ACTIONS,
     0,
     END_TURN,
     OFFER_NONE,
     false},
    {"{'empty_turn':{'bank_trades':true}}",
     {0, 0, 0, 2, 7},
     STEP_ACTIONS,
     0,
     ACTION_NONE,
     OFFER_NONE,
     false},
    /* cards that a seven would halve */
    {"{'empty_turn':{}}", {0, 0, 7, 0, 0}, STEP_ACTIONS, 0, END_TURN, OFFER_NONE, false},
    {"{'empty_turn':{}}", {0, 0, 8, 0, 0}, STEP_ACTIONS, 0, ACTION_NONE, OFFER_NONE, false},
    {"{'empty_turn':{'hand':8}}", {0, 0, 8, 0, 0}, STEP_ACTIONS, 0, END_TURN, OFFER_NONE, false},
    {"{'empty_turn':{'hand':2}}", {0, 0, 3, 0, 0}, STEP_ACTIONS, 0, ACTION_NONE, OFFER_NONE, false},
    /* offers */
    {"{'empty_turn':{}}", {0, 0, 1, 0, 0}, STEP_ACTIONS, 0, ACTION_NONE, OFFER_TO_ME, false},
    {"{'empty_turn':{}}", {0, 0, 1, 0, 0}, STEP_ACTIONS, 0, END_TURN, OFFER_DECLINED, false},
    {"{'empty_turn':{}}", {0, 0, 1, 0, 0}, STEP_ACTIONS, 0, ACTION_NONE, OFFER_MINE, false},
    /* Cities & Knights: a knight */
    {"{'empty_turn':{}}", {0, 0, 1, 0, 0}, STEP_ACTIONS, 0, END_TURN, OFFER_NONE, true},
    {"{'empty_turn':{'ignore':['build_road','build_knight']}}",
     {1, 1, 0, 0, 0},
     STEP_ACTIONS,
     0,
     END_TURN,
     OFFER_NONE,
     true},
};

START_TEST(turns_with_nothing_to_do_pass_by) {
    for (size_t i = 0; i < sizeof turn_rows / sizeof *turn_rows; i++) {
        const struct turn_row *row = &turn_rows[i];
        const struct setup *on = row->knights ? &knights : &base;
        struct game game = a_turn(on, row->hand, row->step, row->offered);
        struct orders orders = orders_of(on, row->orders);
        struct order_reply reply;

        if (row->dev > 0) {
            game.players[1].dev[YEAR_OF_PLENTY] = row->dev;
            game.players[1].dev_count = row->dev;
        }
        orders_reply(&orders, on, &game, 1, 0, &reply);
        REQUIRE(reply.action.type == row->expected, "row %zu, %s: %s", i, row->orders,
                reply.action.type == ACTION_NONE ? "asked" : event_type_name(reply.action.type));
    }
}
END_TEST

/* ---- any turns ---- */

/* What the random games ignore; when a turn ends, nothing else but this and trades may be possible. */
static const char ignoring[] =
    "{'empty_turn':{'ignore':['build_road','build_ship','activate_knight','play_progress_card']}}";
static const uint64_t passed_over = TYPE(BUILD_ROAD) | TYPE(BUILD_SHIP) | TYPE(ACTIVATE_KNIGHT) |
                                    TYPE(PLAY_PROGRESS_CARD) | TYPE(END_TURN) | TYPE(OFFER_TRADE) |
                                    TYPE(COUNTER_TRADE) | TYPE(CANCEL_TRADE) | TYPE(ACCEPT_TRADE) |
                                    TYPE(DECLINE_TRADE) | TYPE(MARITIME_TRADE);

static struct move_list list;

static uint64_t listed(const struct setup *on, const struct game *game, unsigned seat) {
    uint64_t types = 0;

    game_list(on, game, seat, &list);
    for (size_t i = 0; i < list.n; i++)
        types |= TYPE(list.items[i].type);
    return types;
}

/* Whether trades with the bank lead to an action that has a price, found by making them. */
static bool bank_reaches(const struct setup *on, const struct game *game, unsigned seat) {
    struct move_list *moves = malloc(sizeof *moves);
    bool found = false;

    REQUIRE(moves != NULL, "no memory");
    game_list(on, game, seat, moves);
    for (size_t i = 0; i < moves->n && !found; i++)
        found = !(passed_over & TYPE(moves->items[i].type)) &&
                game_price(on, game, seat, &moves->items[i], &(struct cards){{0}});
    for (size_t i = 0; i < moves->n && !found; i++) {
        struct event event = {.type = MARITIME_TRADE, .player = (uint8_t)seat};
        struct game after = *game;

        if (moves->items[i].type != MARITIME_TRADE)
            continue;
        event.action = moves->items[i];
        game_apply(on, &after, &event);
        found = bank_reaches(on, &after, seat);
    }
    free(moves);
    return found;
}

struct seen {
    unsigned ended, rolled, asked, helped; /* helped: only the bank made an action possible */
    struct orders plain, with_bank;
};

static unsigned reply_type(const struct orders *orders, const struct setup *on,
                           const struct game *game, unsigned seat) {
    struct order_reply reply;

    orders_reply(orders, on, game, seat, 0, &reply);
    return reply.action.type;
}

static void check_end(const struct random_game *rg, const struct game *view, unsigned seat,
                      struct seen *seen) {
    const unsigned most = game_hand_limit(&rg->setup, view, seat);
    const bool offers = view->n_offers > 0, few = view->players[seat].hand_count <= most;
    const uint64_t types = listed(&rg->setup, view, seat);
    const bool nothing = few && types >> END_TURN & 1 && !(types & ~passed_over);
    const unsigned type = reply_type(&seen->plain, &rg->setup, view, seat);
    const unsigned with_bank = reply_type(&seen->with_bank, &rg->setup, view, seat);

    REQUIRE(type == ACTION_NONE || (type == END_TURN && nothing), "a turn ends with %s to do",
            few ? "something" : "too many cards");
    seen->ended += type == END_TURN;
    seen->asked += type == ACTION_NONE;
    if (offers || !few || view->players[seat].hand_count > 9)
        return;
    REQUIRE((type == END_TURN) == nothing, "an empty turn does not end");
    REQUIRE((with_bank == END_TURN) == (nothing && !bank_reaches(&rg->setup, view, seat)),
            "trades with the bank are seen as they are not");
    seen->helped += type == END_TURN && with_bank == ACTION_NONE;
}

static void check_turn(const struct random_game *rg, const struct game *before,
                       const struct event *event, void *context) {
    const unsigned seat = before->active;
    const struct decision *decision = game_decision(before, seat);
    struct seen *seen = context;
    struct game view;
    unsigned type;

    (void)event;
    if (before->phase != PHASE_PLAY || decision == NULL || decision->kind != DECIDE_TURN)
        return;
    game_view(&rg->setup, before, seat, &view);
    type = reply_type(&seen->plain, &rg->setup, &view, seat);
    REQUIRE(type == reply_type(&seen->plain, &rg->setup, before, seat),
            "an answer that knows more than the view");
    if (view.step == STEP_ACTIONS)
        check_end(rg, &view, seat, seen);
    else
        seen->rolled += type == ROLL;
}

START_TEST(turns_end_only_with_nothing_to_do) {
    enum { GAMES = 24, MOVES = 1200 };
    uint64_t seed = test_seed(20260317);
    struct seen seen = {0};

    for (unsigned i = 0; i < GAMES; i++) {
        struct random_game rg;
        struct event start;

        random_game_begin_any(&rg, i, seed + i, &start);
        seen.plain = orders_of(&rg.setup, ignoring);
        seen.with_bank = seen.plain;
        seen.with_bank.empty_turn.bank_trades = true;
        random_game_play(&rg, MOVES, check_turn, &seen);
    }
    printf("%u turns ended, %u of them not where the bank's trades count, %u asked, %u rolled\n",
           seen.ended, seen.helped, seen.asked, seen.rolled);
    ck_assert_uint_gt(seen.ended, 0);
    ck_assert_uint_gt(seen.asked, 0);
    ck_assert_uint_gt(seen.rolled, 0);
    ck_assert_uint_gt(seen.helped, 0);
}
END_TEST

static Suite *suite(void) {
    return test_suite("empty turns",
                      (const struct test_case[]){
                          {"turns", turns_with_nothing_to_do_pass_by, 0, 0, setup, NULL},
                          {"random", turns_end_only_with_nothing_to_do, 0, 0, NULL, NULL},
                          {0},
                      });
}

TEST_MAIN(suite)
