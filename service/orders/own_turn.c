/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "service/orders/own_turn.h"

#include <stdlib.h>

#define TYPE(type) (UINT64_C(1) << (type))

/* Actions of a turn besides its roll and its end. */
const uint64_t empty_turn_ignorable =
    TYPE(BUILD_SETTLEMENT) | TYPE(BUILD_CITY) | TYPE(BUILD_ROAD) | TYPE(BUY_DEV_CARD) |
    TYPE(PLAY_DEV_CARD) | TYPE(FORCED_TRADE) | TYPE(ROBBER_TO_DESERT) | TYPE(TRADE_IN_KNIGHT) |
    TYPE(BUILD_CITY_WALL) | TYPE(BUILD_KNIGHT) | TYPE(ACTIVATE_KNIGHT) | TYPE(PROMOTE_KNIGHT) |
    TYPE(MOVE_KNIGHT) | TYPE(DISPLACE_KNIGHT) | TYPE(CHASE_ROBBER) | TYPE(IMPROVE_CITY) |
    TYPE(REPAIR_CITY) | TYPE(PLAY_PROGRESS_CARD) | TYPE(BUILD_SHIP) | TYPE(MOVE_SHIP) |
    TYPE(BUILD_WONDER);

/* Trade offers can be made at any time, so they are no reason to wait for the player. */
static const uint64_t offer_types =
    TYPE(END_TURN) | TYPE(OFFER_TRADE) | TYPE(COUNTER_TRADE) | TYPE(CANCEL_TRADE);
static const uint64_t trade_types = TYPE(MARITIME_TRADE) | TYPE(ACCEPT_TRADE) | TYPE(DECLINE_TRADE);

/* What can be done before the roll and also after it. */
static const uint64_t later_types = TYPE(ROLL) | TYPE(PLAY_DEV_CARD) | TYPE(FORCED_TRADE) |
                                    TYPE(ROBBER_TO_DESERT) | TYPE(TRADE_IN_KNIGHT);

/* A turn, with room to list its moves. */
struct own_turn {
    const struct orders *orders;
    const struct setup *setup;
    const struct game *view;
    unsigned seat;
    struct move_list *list;
};

/* Types of the legal moves; includes ROLL before the dice are rolled. */
static uint64_t turn_listed(const struct own_turn *turn) {
    uint64_t types = 0;

    game_list(turn->setup, turn->view, turn->seat, turn->list);
    for (size_t i = 0; i < turn->list->n; i++)
        types |= TYPE(turn->list->items[i].type);
    return types;
}

static bool turn_has_own_offer(const struct own_turn *turn) {
    for (unsigned i = 0; i < OFFER_MAX; i++)
        if (turn->view->offers[i].id != 0 && turn->view->offers[i].player == turn->seat)
            return true;
    return false;
}

/* Whether an offer waits for the seat's answer. */
static bool turn_is_asked(const struct own_turn *turn) {
    for (unsigned i = 0; i < OFFER_MAX; i++) {
        const struct offer *offer = &turn->view->offers[i];

        if (offer->id != 0 && offer->player != turn->seat && offer->to >> turn->seat & 1 &&
            !((offer->accepted | offer->declined) >> turn->seat & 1))
            return true;
    }
    return false;
}

/* ---- builds after bank trades ---- */

/* Whether trades with the bank can turn the seat's hand into one that covers PRICE. Detours over a
 * third kind only cost more, so each kind's surplus is counted once. */
static bool turn_can_trade_for(const struct own_turn *turn, struct cards price) {
    const struct cards hand = turn->view->players[turn->seat].hand;
    unsigned lacking = 0, bought = 0;

    for (unsigned kind = 0; kind < turn->setup->rules.kinds; kind++) {
        if (hand.n[kind] >= price.n[kind]) {
            bought += (hand.n[kind] - price.n[kind]) /
                      game_rate(turn->setup, turn->view, turn->seat, kind);
        } else if (price.n[kind] - hand.n[kind] > turn->view->bank.n[kind]) {
            return false;
        } else {
            lacking += price.n[kind] - hand.n[kind];
        }
    }
    return lacking <= bought;
}

/* Whether an action of a type in WANTED, not affordable now, would be after trades with the bank.
 * Candidates are listed with a hand that can pay for everything. */
static bool turn_bank_helps(const struct own_turn *turn, uint64_t wanted) {
    enum {
        PLENTY = 12
    }; /* per kind more than anything costs, and in all no more than a hand may hold */
    struct game rich = *turn->view;
    struct player *player = &rich.players[turn->seat];

    for (unsigned kind = 0; kind < turn->setup->rules.kinds; kind++)
        player->hand.n[kind] = PLENTY;
    player->hand_count = (uint8_t)cards_total(player->hand);
    game_list(turn->setup, &rich, turn->seat, turn->list);
    for (size_t i = 0; i < turn->list->n; i++) {
        struct cards price;

        if (wanted & TYPE(turn->list->items[i].type) &&
            game_price(turn->setup, turn->view, turn->seat, &turn->list->items[i], &price) &&
            turn_can_trade_for(turn, price))
            return true;
    }
    return false;
}

/* ---- the orders ---- */

/* Whether there is nothing to do in this turn, by the order for empty turns. */
static bool turn_is_empty(const struct own_turn *turn) {
    const struct order_empty_turn *empty = &turn->orders->empty_turn;
    const struct player *player = &turn->view->players[turn->seat];
    const unsigned most =
        empty->hand > 0 ? empty->hand : game_hand_limit(turn->setup, turn->view, turn->seat);
    const uint64_t nothing = offer_types | trade_types | empty->ignore;
    uint64_t listed;

    if (player->hand_count > most || turn_is_asked(turn))
        return false;
    listed = turn_listed(turn);
    if (listed & ~nothing)
        return false;
    return !empty->bank_trades || !(listed & TYPE(MARITIME_TRADE)) ||
           !turn_bank_helps(turn, ~nothing);
}

static bool turn_rolls(const struct own_turn *turn) {
    const struct orders *orders = turn->orders;

    switch (orders->roll) {
    case ROLL_ALWAYS: return true;
    case ROLL_IF_NOTHING: return !(turn_listed(turn) & ~TYPE(ROLL));
    default:
        return orders->empty_turn.set &&
               !(turn_listed(turn) & ~(later_types | orders->empty_turn.ignore));
    }
}

static bool turn_ends(const struct own_turn *turn) {
    const struct orders *orders = turn->orders;
    const uint64_t nothing =
        offer_types | (orders->end_turn == END_IF_NOTHING_BUT_TRADES ? trade_types : 0);

    if (turn_has_own_offer(turn))
        return false;
    return (orders->end_turn != END_ASK && !(turn_listed(turn) & ~nothing)) ||
           (orders->empty_turn.set && turn_is_empty(turn));
}

struct action orders_own_turn(const struct orders *orders, const struct setup *setup,
                              const struct game *view, unsigned seat) {
    struct own_turn turn = {orders, setup, view, seat, malloc(sizeof *turn.list)};
    const bool before_roll = view->step != STEP_ACTIONS;
    struct action action = {.type = ACTION_NONE};

    if (turn.list != NULL && before_roll && turn_rolls(&turn))
        action.type = ROLL;
    else if (turn.list != NULL && !before_roll && turn_ends(&turn))
        action.type = END_TURN;
    free(turn.list);
    return action;
}
