/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The cards of the trade stack and what they ask (rules C-200 to C-215). */
#include "engine/knights/internal.h"

enum { RESOURCES_EACH = 2, COMMODITIES_EACH = 1 };

/* ---- Commercial Harbor (C-200 to C-204) ---- */

static unsigned harbor_not_asked(const struct setup *setup, const struct game *game,
                                 unsigned seat) {
    return card_opponents(setup, game, seat, 0, AHEAD_OR_NOT) & ~(unsigned)game->harbor_asked;
}

enum reason harbor_legal(const struct setup *setup, const struct game *game, unsigned seat,
                         const struct action *action) {
    (void)action;
    return harbor_not_asked(setup, game, seat) ? REASON_OK : REASON_PROGRESS_NO_EFFECT;
}

void harbor_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup, (void)event;
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
    return game->players[seat].hand.n[action->kind] ? REASON_OK : REASON_HARBOR_NOT_HELD;
}

static void harbor_offer_list(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *blank, struct move_list *list) {
    uint64_t seats = game->harbor ? harbor_not_asked(setup, game, seat) : 0;
    while (seats) {
        unsigned other = bit_take(&seats);
        for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++) {
            if (!game->players[seat].hand.n[kind])
                continue;
            struct action *action = list_add(list, blank);
            action->seat = (uint8_t)other;
            action->kind = (uint8_t)kind;
        }
    }
}

/* Used up (C-203), even if the opponent has no commodity to exchange (C-201). */
static void harbor_offer_apply(const struct setup *setup, struct game *game,
                               const struct event *event) {
    unsigned kinds = cards_kinds(game->players[event->action.seat].hand);
    (void)setup;
    game->harbor_asked |= (uint8_t)(1u << event->action.seat);
    if (kinds >> RESOURCE_COUNT)
        agenda_interrupt(game, AGENDA_GIVE_COMMODITY, event->action.kind, 0)->seat =
            event->action.seat;
}

/* A void offer shows that there is no commodity (O-17). */
const struct action_rule rule_harbor_offer = {
    RULE(FIELDS(FIELD("player", FIELD_SEAT, seat), FIELD("resource", FIELD_KIND, kind)),
         harbor_offer_legal, harbor_offer_list, harbor_offer_apply),
    .flags = ACTION_SHOWS};

static void step_give_commodity(const struct setup *setup, struct game *game) {
    const struct agenda_item *item = &game->agenda[0];
    struct decision *decision = agenda_ask(game, DECIDE_GIVE_COMMODITY, item->seat);
    (void)setup;
    decision->other = game->active;
    decision->resource = item->arg;
}

static bool give_commodity_sound(const struct setup *setup, const struct game *game,
                                 const struct agenda_item *item) {
    if (!seat_opposes(setup, game, item->seat) || item->arg >= RESOURCE_COUNT)
        return false;
    unsigned kinds = cards_kinds(game->players[item->seat].hand);
    return game->harbor && game->harbor_asked >> item->seat & 1 && kinds >> RESOURCE_COUNT &&
           game->players[game->active].hand.n[item->arg];
}

const struct agenda_row agenda_give_commodity = {.run = step_give_commodity,
                                                 .uses = USES_ARG | USES_SEAT,
                                                 .needs = 1u << EXPANSION_KNIGHTS,
                                                 .sound = give_commodity_sound};

static enum reason give_commodity_legal(const struct setup *setup, const struct game *game,
                                        unsigned seat, const struct action *action) {
    (void)setup;
    return game->players[seat].hand.n[action->kind] ? REASON_OK : REASON_COMMODITY_NOT_HELD;
}

static void give_commodity_list(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *blank, struct move_list *list) {
    for (unsigned kind = RESOURCE_COUNT; kind < setup->rules.kinds; kind++)
        if (game->players[seat].hand.n[kind])
            list_add(list, blank)->kind = (uint8_t)kind;
}

static void give_commodity_apply(const struct setup *setup, struct game *game,
                                 const struct event *event) {
    unsigned seat = event->player;
    struct cards resource = cards_one(game->agenda[0].arg, 1);
    struct cards commodity = cards_one(event->action.kind, 1);
    (void)setup;
    hand_move(game, game->active, seat, resource);
    hand_move(game, seat, game->active, commodity);
    agenda_pop(game);
}

const struct action_rule rule_give_commodity = {
    RULE(FIELDS(FIELD("commodity", FIELD_COMMODITY, kind)), give_commodity_legal,
         give_commodity_list, give_commodity_apply),
    .flags = ACTION_SHARED};

/* O-17: the commodity held most. */
void default_commodity(const struct setup *setup, const struct game *game, unsigned seat,
                       const struct decision *decision, struct action *move) {
    struct cards hand = game->players[seat].hand;
    (void)setup, (void)decision;
    for (unsigned kind = 0; kind < RESOURCE_COUNT; kind++)
        hand.n[kind] = 0;
    move->kind = (uint8_t)cards_at(cards_most_held(hand, 1), 0);
}

/* ---- Master Merchant (C-205, C-206) ---- */

enum reason master_legal(const struct setup *setup, const struct game *game, unsigned seat,
                         const struct action *action) {
    enum reason reason = card_victim(setup, seat, action->seat);
    if (reason != REASON_OK)
        return reason;
    if (game_points_visible(setup, game, action->seat) <= game_points_visible(setup, game, seat))
        return REASON_NOT_AHEAD;
    return game->players[action->seat].hand_count ? REASON_OK : REASON_HAND_EMPTY;
}

/* Sums points once for all opponents. */
void master_list(const struct setup *setup, const struct game *game, unsigned seat,
                 const struct action *blank, struct move_list *list) {
    for (uint64_t seats = card_opponents(setup, game, seat, 1, 1); seats;)
        list_add(list, blank)->seat = (uint8_t)bit_take(&seats);
}

/* A hand of at most two cards is taken whole, without a choice. */
void master_apply(const struct setup *setup, struct game *game, const struct event *event) {
    struct player *victim = &game->players[event->action.seat];
    (void)setup;
    if (victim->hand_count > TAKEN_CARDS) {
        agenda_interrupt(game, AGENDA_TAKE_CARDS, 0, TAKEN_CARDS)->seat = event->action.seat;
        return;
    }
    struct cards hand = victim->hand;
    hand_move(game, event->action.seat, event->player, hand);
}

static void step_take_cards(const struct setup *setup, struct game *game) {
    const struct agenda_item *item = &game->agenda[0];
    struct decision *decision = agenda_ask(game, DECIDE_TAKE_CARDS, game->active);
    (void)setup;
    decision->other = item->seat;
    decision->count = item->count;
    game->shown = game->players[item->seat].hand;
}

static bool take_cards_sound(const struct setup *setup, const struct game *game,
                             const struct agenda_item *item) {
    return item->seat < setup->rules.players && item->count >= 1 && item->count <= TAKEN_CARDS &&
           agenda_targets_sound(setup, game, 1u << item->seat, item->count, 1);
}

const struct agenda_row agenda_take_cards = {.run = step_take_cards,
                                             .uses = USES_COUNT | USES_SEAT,
                                             .needs = 1u << EXPANSION_KNIGHTS,
                                             .sound = take_cards_sound};

static enum reason take_cards_legal(const struct setup *setup, const struct game *game,
                                    unsigned seat, const struct action *action) {
    (void)setup;
    return cards_choice_legal(action->take, game_decision(game, seat)->count, game->shown,
                              REASON_TAKE_COUNT, REASON_TAKE_NOT_THERE);
}

static void take_cards_list(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct action *blank, struct move_list *list) {
    bool pair = game_decision(game, seat)->count == TAKEN_CARDS;
    list_add_pairs(list, blank, game->shown, pair, setup->rules.kinds);
}

static void take_cards_apply(const struct setup *setup, struct game *game,
                             const struct event *event) {
    (void)setup;
    hand_move(game, game->agenda[0].seat, event->player, event->action.take);
    game->shown = cards_none();
    agenda_pop(game);
}

/* The player on turn sees the hand they come from. */
static unsigned take_cards_givers(const struct setup *setup, const struct game *before,
                                  const struct event *event) {
    (void)setup, (void)event;
    return 1u << before->agenda[0].seat;
}

const struct action_rule rule_take_cards = {
    RULE(FIELDS(FIELD("cards", FIELD_CARDS, take)), take_cards_legal, take_cards_list,
         take_cards_apply),
    .givers = take_cards_givers, .hides = HIDDEN_ACTION_CARDS, .flags = ACTION_SHARED};

/* ---- Merchant (C-207 to C-211) ---- */

/* V-87 */
static bool merchant_terrain(const struct setup *setup, const struct game *game, unsigned hex) {
    unsigned terrain = game_terrain(setup, game, hex);
    return terrain != GOLD && terrain != SEA && terrain != FOG;
}

enum reason merchant_legal(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct action *action) {
    if (action->hex >= setup->board.n_hexes)
        return REASON_MERCHANT_PLACE;
    if (!merchant_terrain(setup, game, action->hex))
        return REASON_MERCHANT_TERRAIN;
    return place_builds_at(setup, game, seat, action->hex) ? REASON_OK : REASON_MERCHANT_PLACE;
}

unsigned merchant_kind(const struct setup *setup, const struct game *game, unsigned seat) {
    return game->merchant_holder == seat ? terrain_yields(game_terrain(setup, game, game->merchant))
                                         : NONE;
}

void merchant_list(const struct setup *setup, const struct game *game, unsigned seat,
                   const struct action *blank, struct move_list *list) {
    struct hex_set hexes = place_hexes_built(setup, game, seat);
    HEX_EACH(&hexes, hex) {
        if (merchant_terrain(setup, game, hex))
            list_add(list, blank)->hex = (uint8_t)hex;
    }
}

void merchant_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    game->merchant = event->action.hex;
    game->merchant_holder = (uint8_t)event->player;
}

/* ---- Merchant Fleet (C-212, C-213) ---- */

/* It only opens a possibility, so it can always be played (C-151). */
void fleet_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    game->fleet |= (uint8_t)(1u << event->action.kind);
}

/* ---- Resource Monopoly, Trade Monopoly (C-214, C-215) ---- */

/* What the others hold is not known (C-151), only whether they hold anything, and that nobody holds
 * a kind of which the bank has every card. */
enum reason steal_kind_legal(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *action) {
    bool held = game->bank.n[action->kind] < setup->rules.bank.n[action->kind];
    return held && card_any_opponent(setup, game, seat, 1, AHEAD_OR_NOT)
               ? REASON_OK
               : REASON_PROGRESS_NO_EFFECT;
}

void steal_kind_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player;
    unsigned limit =
        event->action.card == PROGRESS_RESOURCE_MONOPOLY ? RESOURCES_EACH : COMMODITIES_EACH;
    for (unsigned other = 0; other < setup->rules.players; other++) {
        unsigned held = game->players[other].hand.n[event->action.kind];
        if (other == seat || !held)
            continue;
        struct cards cards = cards_one(event->action.kind, held < limit ? held : limit);
        hand_move(game, other, seat, cards);
    }
}
