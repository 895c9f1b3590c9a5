/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The cards of the trade stack and what they ask (rules C-200 to C-215). */
#include "engine/card.h"

enum { RESOURCES_EACH = 2, COMMODITIES_EACH = 1 };

/* ---- Commercial Harbor (C-200 to C-204) ---- */

static unsigned not_asked(const struct setup *setup, const struct game *game, unsigned seat) {
    return card_opponents(setup, game, seat, 0, INT8_MIN) & ~(unsigned)game->harbor_asked;
}

static enum reason harbor_possible(const struct setup *setup, const struct game *game,
                                   unsigned seat, const struct action *action) {
    (void)action;
    return not_asked(setup, game, seat) ? REASON_OK : REASON_PROGRESS_NO_EFFECT;
}

static void harbor_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)seat, (void)action, (void)outcome;
    game->harbor = true;
}

static enum reason harbor_offer_legal(const struct setup *setup, const struct game *game,
                                      unsigned seat, const struct action *action) {
    if (!game->harbor)
        return REASON_HARBOR_NONE;
    enum reason reason = card_victim(setup, seat, action->seat);
    if (reason != REASON_OK)
        return reason;
    if (game->harbor_asked >> action->seat & 1)
        return REASON_HARBOR_ASKED;
    return game->players[seat].hand.n[action->kind] ? REASON_OK : REASON_NOT_HELD;
}

static void harbor_offer_list(const struct setup *setup, const struct game *game, unsigned seat,
                              struct move_list *list) {
    uint64_t seats = game->harbor ? not_asked(setup, game, seat) : 0;
    while (seats) {
        unsigned other = bit_take(&seats);
        for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++) {
            if (!game->players[seat].hand.n[kind])
                continue;
            struct action *action = list_add(list, HARBOR_OFFER);
            action->seat = (uint8_t)other;
            action->kind = (uint8_t)kind;
        }
    }
}

/* Void where the opponent has no commodity (C-201), and used up all the same (C-203). */
static void harbor_offer_apply(const struct setup *setup, struct game *game, unsigned seat,
                               const struct action *action, const struct outcome *outcome) {
    unsigned kinds = cards_kinds(game->players[action->seat].hand);
    (void)setup, (void)seat, (void)outcome;
    game->harbor_asked |= (uint8_t)(1u << action->seat);
    if (kinds >> RESOURCE_COUNT)
        turn_interrupt(game, AGENDA_GIVE_COMMODITY, action->kind, 0)->seat = action->seat;
}

const struct action_rule rule_harbor_offer = {
    .name = "harbor_offer",
    .fields = FIELDS(FIELD("player", FIELD_SEAT, seat), FIELD("resource", FIELD_KIND, kind)),
    .legal = harbor_offer_legal,
    .list = harbor_offer_list,
    .apply = harbor_offer_apply,
};

void step_give_commodity(const struct setup *setup, struct game *game) {
    const struct agenda_item *item = &game->agenda[0];
    struct decision *decision = agenda_ask(game, DECIDE_GIVE_COMMODITY, item->seat);
    (void)setup;
    decision->other = game->active;
    decision->resource = item->arg;
}

static enum reason give_commodity_legal(const struct setup *setup, const struct game *game,
                                        unsigned seat, const struct action *action) {
    (void)setup;
    return game->players[seat].hand.n[action->kind] ? REASON_OK : REASON_COMMODITY_NOT_HELD;
}

static void give_commodity_list(const struct setup *setup, const struct game *game, unsigned seat,
                                struct move_list *list) {
    for (unsigned kind = RESOURCE_COUNT; kind < setup->rules.kinds; kind++)
        if (game->players[seat].hand.n[kind])
            list_add(list, GIVE_COMMODITY)->kind = (uint8_t)kind;
}

static void give_commodity_apply(const struct setup *setup, struct game *game, unsigned seat,
                                 const struct action *action, const struct outcome *outcome) {
    struct cards resource = cards_one(game->agenda[0].arg, 1);
    struct cards commodity = cards_one(action->kind, 1);
    (void)setup, (void)outcome;
    hand_lose(game, game->active, resource);
    hand_lose(game, seat, commodity);
    hand_gain(game, game->active, commodity);
    hand_gain(game, seat, resource);
    agenda_pop(game);
}

const struct action_rule rule_give_commodity = {
    .name = "give_commodity",
    .fields = FIELDS(FIELD("commodity", FIELD_COMMODITY, kind)),
    .legal = give_commodity_legal,
    .list = give_commodity_list,
    .apply = give_commodity_apply,
};

/* ---- Master Merchant (C-205, C-206) ---- */

static enum reason master_possible(const struct setup *setup, const struct game *game,
                                   unsigned seat, const struct action *action) {
    enum reason reason = card_victim(setup, seat, action->seat);
    if (reason != REASON_OK)
        return reason;
    if (game_points_visible(setup, game, action->seat) <= game_points_visible(setup, game, seat))
        return REASON_NOT_AHEAD;
    return game->players[action->seat].hand_count ? REASON_OK : REASON_HAND_EMPTY;
}

/* A hand of no more than two is taken whole: there is nothing to choose. */
static void master_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    struct player *victim = &game->players[action->seat];
    (void)setup, (void)outcome;
    if (victim->hand_count > TAKEN_CARDS) {
        turn_interrupt(game, AGENDA_TAKE_CARDS, 0, TAKEN_CARDS)->seat = action->seat;
        return;
    }
    struct cards hand = victim->hand;
    hand_lose(game, action->seat, hand);
    hand_gain(game, seat, hand);
}

void step_take_cards(const struct setup *setup, struct game *game) {
    const struct agenda_item *item = &game->agenda[0];
    struct decision *decision = agenda_ask(game, DECIDE_TAKE_CARDS, game->active);
    (void)setup;
    decision->other = item->seat;
    decision->count = item->count;
    game->shown = game->players[item->seat].hand;
}

static enum reason take_cards_legal(const struct setup *setup, const struct game *game,
                                    unsigned seat, const struct action *action) {
    (void)setup;
    return cards_named(action->take, game_decision(game, seat)->count, game->shown,
                       REASON_TAKE_COUNT, REASON_TAKE_NOT_THERE);
}

static void take_cards_list(const struct setup *setup, const struct game *game, unsigned seat,
                            struct move_list *list) {
    bool pair = game_decision(game, seat)->count == TAKEN_CARDS;
    for (unsigned first = 0; first < setup->rules.kinds; first++)
        for (unsigned second = first; second < setup->rules.kinds; second++) {
            struct cards take = cards_one(first, 1);
            if (pair)
                take.n[second]++;
            if (cards_cover(game->shown, take) && (pair || first == second))
                list_add(list, TAKE_CARDS)->take = take;
        }
}

static void take_cards_apply(const struct setup *setup, struct game *game, unsigned seat,
                             const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    hand_lose(game, game->agenda[0].seat, action->take);
    hand_gain(game, seat, action->take);
    game->shown = cards_none();
    agenda_pop(game);
}

const struct action_rule rule_take_cards = {
    .name = "take_cards",
    .fields = FIELDS(FIELD("cards", FIELD_CARDS, take)),
    .legal = take_cards_legal,
    .list = take_cards_list,
    .apply = take_cards_apply,
};

/* ---- Merchant (C-207 to C-211) ---- */

static enum reason merchant_possible(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    return builds_at(setup, game, seat, action->hex) ? REASON_OK : REASON_MERCHANT_PLACE;
}

static void merchant_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list, unsigned card) {
    struct action action = {.type = PLAY_PROGRESS_CARD, .card = (uint8_t)card};
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++) {
        action.hex = (uint8_t)hex;
        card_try(setup, game, seat, list, &action);
    }
}

static void merchant_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    game->merchant = action->hex;
    game->merchant_holder = (uint8_t)seat;
}

/* ---- Merchant Fleet (C-212, C-213) ---- */

/* It only opens a possibility, so it is always played (C-151). */
static enum reason fleet_possible(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    (void)setup, (void)game, (void)seat, (void)action;
    return REASON_OK;
}

static void fleet_apply(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)seat, (void)outcome;
    game->fleet |= (uint8_t)(1u << action->kind);
}

/* ---- Resource Monopoly, Trade Monopoly (C-214, C-215) ---- */

/* What the others hold is not known (C-151), only whether they hold anything, and that nobody holds
 * a kind of which the bank has every card. */
static enum reason monopoly_possible(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    bool held = game->bank.n[action->kind] < setup->rules.bank.n[action->kind];
    return held && card_opponents(setup, game, seat, 1, INT8_MIN) ? REASON_OK
                                                                  : REASON_PROGRESS_NO_EFFECT;
}

static void monopoly_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    unsigned most = action->card == PROGRESS_RESOURCE_MONOPOLY ? RESOURCES_EACH : COMMODITIES_EACH;
    (void)outcome;
    for (unsigned other = 0; other < setup->rules.players; other++) {
        unsigned held = game->players[other].hand.n[action->kind];
        if (other == seat || !held)
            continue;
        struct cards cards = cards_one(action->kind, held < most ? held : most);
        hand_lose(game, other, cards);
        hand_gain(game, seat, cards);
    }
}

/* ---- the stack ---- */

#define PLACE(card) [PROGRESS_##card - PROGRESS_COMMERCIAL_HARBOR]

const struct card trade_cards[] = {
    PLACE(COMMERCIAL_HARBOR) = {harbor_possible, card_list_alone, harbor_apply},
    PLACE(MASTER_MERCHANT) = {master_possible, card_list_victims, master_apply},
    PLACE(MERCHANT) = {merchant_possible, merchant_list, merchant_apply},
    PLACE(MERCHANT_FLEET) = {fleet_possible, card_list_kinds, fleet_apply},
    PLACE(RESOURCE_MONOPOLY) = {monopoly_possible, card_list_kinds, monopoly_apply},
    PLACE(TRADE_MONOPOLY) = {monopoly_possible, card_list_kinds, monopoly_apply},
};
