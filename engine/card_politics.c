/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The cards of the politics stack but those about knights, and what they ask (rules C-216 to C-218,
 * C-226 to C-231, C-236 to C-243). */
#include "engine/card.h"

enum { SABOTEUR_CARDS = 2 };

/* ---- Bishop (C-216, C-217) ---- */

static enum reason bishop_possible(const struct setup *setup, const struct game *game,
                                   unsigned seat, const struct action *action) {
    uint64_t named = action->seats == NONE ? 0 : action->seats;
    if (game_robber_frozen(setup, game))
        return REASON_ROBBER_FROZEN;
    if (action->hex == game->robber)
        return REASON_ROBBER_STAYS;
    while (named) {
        enum reason reason = robber_legal(setup, game, seat, action->hex, bit_take(&named));
        if (reason != REASON_OK)
            return reason;
    }
    return REASON_OK;
}

/* For each hex all victims there without naming them, then every set of them by name. */
static void bishop_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list, unsigned card) {
    if (game_robber_frozen(setup, game))
        return;
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++) {
        unsigned victims = hex == game->robber ? 0 : robber_victims(setup, game, seat, hex);
        struct action action = {
            .type = PLAY_PROGRESS_CARD, .card = (uint8_t)card, .hex = (uint8_t)hex, .seats = NONE};
        if (hex == game->robber)
            continue;
        *list_add(list, PLAY_PROGRESS_CARD) = action;
        for (unsigned named = 0; named <= victims; named++)
            if (!(named & ~victims)) {
                action.seats = (uint8_t)named;
                *list_add(list, PLAY_PROGRESS_CARD) = action;
            }
    }
}

static void bishop_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    game->robber = action->hex;
    for (unsigned victim = 0; victim < setup->rules.players; victim++) {
        if (!outcome->dealt[victim])
            continue;
        struct cards stolen = cards_one(outcome->dealt[victim] - 1u, 1);
        hand_lose(game, victim, stolen);
        hand_gain(game, seat, stolen);
    }
}

/* ---- Diplomat (C-226 to C-231, C-248) ---- */

/* Whether OWNER has nothing at VERTEX but the road that ends there. */
static bool end_open(const struct setup *setup, const struct game *game, unsigned owner,
                     unsigned vertex) {
    return roads_at(setup, game, owner, vertex) == 1 &&
           !(vertex_set_has(&game->occupied, vertex) && game->owner[vertex] == owner);
}

/* Whether a knight at VERTEX would be left without a road of its color (C-248). */
static bool strands(const struct setup *setup, const struct game *game, unsigned owner,
                    unsigned vertex) {
    return vertex_set_has(&game->players[owner].knights, vertex) &&
           roads_at(setup, game, owner, vertex) == 1;
}

/* Why the road at EDGE may not be taken away. */
static enum reason removable(const struct setup *setup, const struct game *game, unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    unsigned owner = game->road_owner[edge];
    if (!edge_set_has(&game->paved, edge))
        return REASON_NO_ROAD_ON_PATH;
    if (!end_open(setup, game, owner, ends[0]) && !end_open(setup, game, owner, ends[1]))
        return REASON_ROAD_NOT_OPEN;
    return strands(setup, game, owner, ends[0]) || strands(setup, game, owner, ends[1])
               ? REASON_KNIGHT_WITHOUT_ROAD
               : REASON_OK;
}

/* Whether SEAT may build on from VERTEX once its road at GONE is away. */
static bool supported_without(const struct setup *setup, const struct game *game, unsigned seat,
                              unsigned vertex, unsigned gone) {
    const uint8_t *ends = setup->board.edge[gone].vertices;
    if (!place_supported(game, seat, vertex))
        return false;
    return (vertex != ends[0] && vertex != ends[1]) || !end_open(setup, game, seat, vertex);
}

/* The normal rules of placing, after the removal (C-226). */
static enum reason placed_again(const struct setup *setup, const struct game *game, unsigned seat,
                                unsigned from, unsigned to) {
    const uint8_t *ends = setup->board.edge[to].vertices;
    if (game->road_owner[from] != seat)
        return REASON_ROAD_NOT_OWN;
    if (to == from)
        return REASON_SAME_PATH;
    if (edge_set_has(&game->paved, to))
        return REASON_EDGE_TAKEN;
    return supported_without(setup, game, seat, ends[0], from) ||
                   supported_without(setup, game, seat, ends[1], from)
               ? REASON_OK
               : REASON_NOT_CONNECTED;
}

static enum reason diplomat_possible(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    enum reason reason = removable(setup, game, action->edges[0]);
    if (reason != REASON_OK || action->edges[1] == NONE)
        return reason;
    return placed_again(setup, game, seat, action->edges[0], action->edges[1]);
}

static void diplomat_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list, unsigned card) {
    struct action action = {.type = PLAY_PROGRESS_CARD, .card = (uint8_t)card};
    struct edge_set places = place_roads(setup, game, seat); /* a removal opens no further path */
    EDGE_EACH(&game->paved, edge) {
        action.edges[0] = (uint8_t)edge;
        action.edges[1] = NONE;
        if (removable(setup, game, edge) != REASON_OK)
            continue;
        *list_add(list, PLAY_PROGRESS_CARD) = action;
        if (game->road_owner[edge] != seat)
            continue;
        EDGE_EACH(&places, to) {
            action.edges[1] = (uint8_t)to;
            card_try(setup, game, seat, list, &action);
        }
    }
}

/* Compared afterwards, for removing and placing again are one step (C-154). */
static void diplomat_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    remove_road(setup, game, game->road_owner[action->edges[0]], action->edges[0]);
    if (action->edges[1] != NONE)
        put_road(setup, game, seat, action->edges[1]);
    road_card_check(setup, game);
}

/* ---- Saboteur (C-236 to C-238) ---- */

static bool turns_city(const struct setup *setup) {
    return setup->rules.options[OPTION_SABOTEUR] == SABOTEUR_INVERT_CITY;
}

/* Half of a hand is at least a card where it holds two. */
static unsigned saboteur_hits(const struct setup *setup, const struct game *game, unsigned seat) {
    return card_opponents(setup, game, seat, SABOTEUR_CARDS, 0);
}

static enum reason saboteur_possible(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    unsigned vertex = action->vertex;
    if (!turns_city(setup)) {
        if (vertex != NONE)
            return REASON_SABOTEUR_NO_CITY;
        return saboteur_hits(setup, game, seat) ? REASON_OK : REASON_PROGRESS_NO_EFFECT;
    }
    bool city = vertex != NONE && game->building[vertex] == BUILDING_CITY;
    return city && game->owner[vertex] != seat ? REASON_OK : REASON_SABOTEUR_CITY;
}

static void saboteur_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list, unsigned card) {
    struct action action = {.type = PLAY_PROGRESS_CARD, .card = (uint8_t)card, .vertex = NONE};
    if (!turns_city(setup)) {
        card_try(setup, game, seat, list, &action);
        return;
    }
    for (unsigned other = 0; other < setup->rules.players; other++)
        card_list_vertices(setup, game, seat, list, card, &game->players[other].cities);
}

static void saboteur_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    if (turns_city(setup)) {
        vertex_set_add(&game->sabotaged, action->vertex);
        game->building[action->vertex] = BUILDING_SETTLEMENT; /* what it yields */
        return;
    }
    turn_interrupt(game, AGENDA_DISCARD, saboteur_hits(setup, game, seat), 0);
}

/* ---- Spy (C-239, C-240) ---- */

static enum reason spy_possible(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    enum reason reason = card_victim(setup, seat, action->seat);
    if (reason != REASON_OK)
        return reason;
    return game->players[action->seat].progress_count ? REASON_OK : REASON_NO_PROGRESS_CARD;
}

static void spy_apply(const struct setup *setup, struct game *game, unsigned seat,
                      const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)seat, (void)outcome;
    turn_interrupt(game, AGENDA_TAKE_PROGRESS, 0, 0)->seat = action->seat;
}

void step_take_progress(const struct setup *setup, struct game *game) {
    unsigned victim = game->agenda[0].seat;
    (void)setup;
    agenda_ask(game, DECIDE_TAKE_PROGRESS_CARD, game->active)->other = (uint8_t)victim;
    memcpy(game->shown_progress, game->players[victim].progress, sizeof game->shown_progress);
}

static bool card_shown(const struct game *game, unsigned card) {
    for (unsigned i = 0; i < PROGRESS_HAND_MAX; i++)
        if (game->shown_progress[i] == card + 1)
            return true;
    return false;
}

static enum reason take_progress_legal(const struct setup *setup, const struct game *game,
                                       unsigned seat, const struct action *action) {
    (void)setup, (void)seat;
    return action->card == NONE || card_shown(game, action->card) ? REASON_OK
                                                                  : REASON_CARD_NOT_SHOWN;
}

static void take_progress_list(const struct setup *setup, const struct game *game, unsigned seat,
                               struct move_list *list) {
    (void)setup, (void)seat;
    list_add(list, TAKE_PROGRESS_CARD)->card = NONE;
    for (unsigned card = 0; card < PROGRESS_COUNT; card++)
        if (card_shown(game, card))
            list_add(list, TAKE_PROGRESS_CARD)->card = (uint8_t)card;
}

/* Where a fifth card has to be played at once the one taken may be such (C-149). */
static void take_progress_apply(const struct setup *setup, struct game *game, unsigned seat,
                                const struct action *action, const struct outcome *outcome) {
    bool play_now = setup->rules.options[OPTION_FIFTH_CARD_ON_TURN] == FIFTH_PLAY_NOW;
    (void)outcome;
    if (action->card != NONE) {
        progress_lose(game, game->agenda[0].seat, action->card);
        progress_gain(game, seat, action->card);
    }
    memset(game->shown_progress, 0, sizeof game->shown_progress);
    if (play_now && game->agenda[1].step != AGENDA_FIFTH_CARD &&
        game->players[seat].progress_count > setup->rules.progress_limit)
        agenda_become(game, AGENDA_FIFTH_CARD, 0, 0);
    else
        agenda_pop(game);
}

const struct action_rule rule_take_progress_card = {
    .name = "take_progress_card",
    .fields = FIELDS(FIELD("card", FIELD_PROGRESS_OR_NULL, card)),
    .legal = take_progress_legal,
    .list = take_progress_list,
    .apply = take_progress_apply,
};

/* ---- Wedding (C-242, C-243) ---- */

static unsigned guests(const struct setup *setup, const struct game *game, unsigned seat) {
    return card_opponents(setup, game, seat, 1, 1);
}

static enum reason wedding_possible(const struct setup *setup, const struct game *game,
                                    unsigned seat, const struct action *action) {
    (void)action;
    return guests(setup, game, seat) ? REASON_OK : REASON_PROGRESS_NO_EFFECT;
}

static void wedding_apply(const struct setup *setup, struct game *game, unsigned seat,
                          const struct action *action, const struct outcome *outcome) {
    (void)action, (void)outcome;
    turn_interrupt(game, AGENDA_GIVE_CARDS, guests(setup, game, seat), GIFT_CARDS);
}

/* Everybody gives at once: what he has chosen, or all where he holds no more than is asked. */
static void give_all(const struct setup *setup, struct game *game) {
    uint64_t givers = game->agenda[0].arg;
    while (givers) {
        unsigned seat = bit_take(&givers);
        struct cards gift =
            cards_asked(setup, game, seat) ? game->answers[seat] : game->players[seat].hand;
        hand_lose(game, seat, gift);
        hand_gain(game, game->active, gift);
        game->answers[seat] = cards_none();
    }
    agenda_pop(game);
}

void step_give_cards(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.players; seat++) {
        unsigned count = cards_asked(setup, game, seat);
        if (!count)
            continue;
        struct decision *decision = agenda_ask(game, DECIDE_GIVE_CARDS, seat);
        decision->other = game->active;
        decision->count = (uint8_t)count;
        decision->answered = !cards_empty(game->answers[seat]);
    }
    if (game->n_pending == 0)
        give_all(setup, game);
}

static enum reason give_cards_legal(const struct setup *setup, const struct game *game,
                                    unsigned seat, const struct action *action) {
    (void)setup;
    return cards_named(action->give, game_decision(game, seat)->count, game->players[seat].hand,
                       REASON_GIVE_COUNT, REASON_GIVE_NOT_HELD);
}

static void give_cards_list(const struct setup *setup, const struct game *game, unsigned seat,
                            struct move_list *list) {
    (void)setup;
    list_add(list, GIVE_CARDS)->open = game_decision(game, seat)->count;
}

static void give_cards_apply(const struct setup *setup, struct game *game, unsigned seat,
                             const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)outcome;
    game->answers[seat] = action->give;
    if (agenda_answered(game, seat))
        give_all(setup, game);
}

const struct action_rule rule_give_cards = {
    .name = "give_cards",
    .fields = FIELDS(FIELD("cards", FIELD_CARDS, give)),
    .legal = give_cards_legal,
    .list = give_cards_list,
    .apply = give_cards_apply,
};

/* ---- the stack; the Constitution is laid out when drawn ---- */

#define PLACE(card) [PROGRESS_##card - PROGRESS_BISHOP]

const struct card politics_cards[] = {
    PLACE(BISHOP) = {bishop_possible, bishop_list, bishop_apply},
    PLACE(CONSTITUTION) = {NULL, NULL, NULL},
    PLACE(DESERTER) = {deserter_possible, card_list_victims, deserter_apply},
    PLACE(DIPLOMAT) = {diplomat_possible, diplomat_list, diplomat_apply},
    PLACE(INTRIGUE) = {intrigue_possible, intrigue_list, intrigue_apply},
    PLACE(SABOTEUR) = {saboteur_possible, saboteur_list, saboteur_apply},
    PLACE(SPY) = {spy_possible, card_list_victims, spy_apply},
    PLACE(WARLORD) = {warlord_possible, card_list_alone, warlord_apply},
    PLACE(WEDDING) = {wedding_possible, card_list_alone, wedding_apply},
};
