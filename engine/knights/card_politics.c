/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The cards of the politics stack but those about knights, and what they ask (rules C-216 to C-218,
 * C-226 to C-231, C-236 to C-243). */
#include "engine/knights/internal.h"

enum { SABOTEUR_CARDS = 2 };

/* ---- Bishop (C-216, C-217) ---- */

enum reason bishop_legal(const struct setup *setup, const struct game *game, unsigned seat,
                         const struct action *action) {
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
void bishop_list(const struct setup *setup, const struct game *game, unsigned seat,
                 const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    if (game_robber_frozen(setup, game))
        return;
    for (unsigned hex = 0; hex < setup->board.n_hexes; hex++) {
        if (hex == game->robber)
            continue;
        unsigned victims = robber_victims(setup, game, seat, hex);
        move.hex = (uint8_t)hex;
        move.seats = NONE;
        list_add(list, &move);
        for (unsigned named = 0; named <= victims; named++)
            if (!(named & ~victims))
                list_add(list, &move)->seats = (uint8_t)named;
    }
}

unsigned bishop_givers(const struct setup *setup, const struct game *before,
                       const struct event *event) {
    unsigned seats = 0;
    (void)before;
    for (unsigned seat = 0; seat < setup->rules.players; seat++)
        seats |= (unsigned)(event->outcome.dealt[seat] != 0) << seat;
    return seats;
}

void bishop_apply(const struct setup *setup, struct game *game, const struct event *event) {
    game->robber = event->action.hex;
    for (unsigned victim = 0; victim < setup->rules.players; victim++) {
        if (event->outcome.dealt[victim])
            hand_move(game, victim, event->player, cards_one(event->outcome.dealt[victim] - 1u, 1));
    }
}

/* ---- Diplomat (C-226 to C-231, C-248) ---- */

/* Whether OWNER has nothing at VERTEX but the road that ends there. */
static bool diplomat_end_open(const struct setup *setup, const struct game *game, unsigned owner,
                              unsigned vertex) {
    return place_roads_at(setup, game, owner, vertex) == 1 &&
           !(vertex_set_has(&game->occupied, vertex) && game->owner[vertex] == owner);
}

/* Whether a knight at VERTEX would be left without a road of its color (C-248). */
static bool diplomat_strands(const struct setup *setup, const struct game *game, unsigned owner,
                             unsigned vertex) {
    return vertex_set_has(&game->players[owner].knights, vertex) &&
           place_roads_at(setup, game, owner, vertex) == 1;
}

/* Why the road at EDGE may not be taken away. */
static enum reason diplomat_removable(const struct setup *setup, const struct game *game,
                                      unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    unsigned owner = game->road_owner[edge];
    if (!edge_set_has(&game->paved, edge))
        return REASON_NO_ROAD_ON_PATH;
    if (!diplomat_end_open(setup, game, owner, ends[0]) &&
        !diplomat_end_open(setup, game, owner, ends[1]))
        return REASON_ROAD_NOT_OPEN;
    return diplomat_strands(setup, game, owner, ends[0]) ||
                   diplomat_strands(setup, game, owner, ends[1])
               ? REASON_KNIGHT_WITHOUT_ROAD
               : REASON_OK;
}

/* Whether SEAT can continue building from VERTEX once its road at GONE is away. */
static bool diplomat_supported(const struct setup *setup, const struct game *game, unsigned seat,
                               unsigned vertex, unsigned gone) {
    const uint8_t *ends = setup->board.edge[gone].vertices;
    if (!place_supported(game, seat, vertex))
        return false;
    return (vertex != ends[0] && vertex != ends[1]) ||
           !diplomat_end_open(setup, game, seat, vertex);
}

/* The normal rules of placing, after the removal (C-226). */
static enum reason diplomat_placeable(const struct setup *setup, const struct game *game,
                                      unsigned seat, unsigned from, unsigned to) {
    const uint8_t *ends = setup->board.edge[to].vertices;
    if (game->road_owner[from] != seat)
        return REASON_ROAD_NOT_OWN;
    if (to == from)
        return REASON_SAME_PATH;
    if (edge_set_has(&game->paved, to))
        return REASON_EDGE_TAKEN;
    return diplomat_supported(setup, game, seat, ends[0], from) ||
                   diplomat_supported(setup, game, seat, ends[1], from)
               ? REASON_OK
               : REASON_NOT_CONNECTED;
}

enum reason diplomat_legal(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct action *action) {
    enum reason reason = diplomat_removable(setup, game, action->edges[0]);
    if (reason != REASON_OK || action->edges[1] == NONE)
        return reason;
    return diplomat_placeable(setup, game, seat, action->edges[0], action->edges[1]);
}

void diplomat_list(const struct setup *setup, const struct game *game, unsigned seat,
                   const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    struct edge_set places = place_roads(setup, game, seat); /* a removal opens no further path */
    EDGE_EACH(&game->paved, edge) {
        move.edges[0] = (uint8_t)edge;
        move.edges[1] = NONE;
        if (diplomat_removable(setup, game, edge) != REASON_OK)
            continue;
        list_add(list, &move);
        if (game->road_owner[edge] != seat)
            continue;
        EDGE_EACH(&places, to) {
            move.edges[1] = (uint8_t)to;
            list_legal(setup, game, seat, &move, diplomat_legal, list);
        }
    }
}

/* Compared afterwards, for removing and placing again are one step (C-154). */
void diplomat_apply(const struct setup *setup, struct game *game, const struct event *event) {
    remove_road(setup, game, game->road_owner[event->action.edges[0]], event->action.edges[0]);
    if (event->action.edges[1] != NONE)
        put_road(setup, game, event->player, event->action.edges[1]);
    road_card_check(setup, game);
}

/* ---- Saboteur (C-236 to C-238) ---- */

static bool saboteur_turns_city(const struct setup *setup) {
    return setup->rules.options[OPTION_SABOTEUR] == SABOTEUR_INVERT_CITY;
}

/* Half of a hand is at least a card where it holds two. */
static unsigned saboteur_victims(const struct setup *setup, const struct game *game,
                                 unsigned seat) {
    return card_opponents(setup, game, seat, SABOTEUR_CARDS, 0);
}

enum reason saboteur_legal(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct action *action) {
    unsigned vertex = action->vertex;
    if (!saboteur_turns_city(setup)) {
        if (vertex != NONE)
            return REASON_SABOTEUR_NO_CITY;
        return saboteur_victims(setup, game, seat) ? REASON_OK : REASON_PROGRESS_NO_EFFECT;
    }
    bool city = vertex != NONE && game->building[vertex] == BUILDING_CITY;
    return city && game->owner[vertex] != seat ? REASON_OK : REASON_SABOTEUR_CITY;
}

void saboteur_list(const struct setup *setup, const struct game *game, unsigned seat,
                   const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    move.vertex = NONE;
    if (!saboteur_turns_city(setup)) {
        list_legal(setup, game, seat, &move, saboteur_legal, list);
        return;
    }
    for (unsigned other = 0; other < setup->rules.players; other++)
        card_list_vertices(setup, game, seat, blank, &game->players[other].cities, list);
}

void saboteur_apply(const struct setup *setup, struct game *game, const struct event *event) {
    if (saboteur_turns_city(setup)) {
        vertex_set_add(&game->sabotaged, event->action.vertex);
        game->building[event->action.vertex] = BUILDING_SETTLEMENT; /* what it yields */
        return;
    }
    agenda_interrupt(game, AGENDA_DISCARD, saboteur_victims(setup, game, event->player), 0);
}

/* ---- Spy (C-239, C-240) ---- */

enum reason spy_legal(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct action *action) {
    enum reason reason = card_victim(setup, seat, action->seat);
    if (reason != REASON_OK)
        return reason;
    return game->players[action->seat].progress_count ? REASON_OK : REASON_NO_PROGRESS_CARD;
}

void spy_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    agenda_interrupt(game, AGENDA_TAKE_PROGRESS, 0, 0)->seat = event->action.seat;
}

static void step_take_progress(const struct setup *setup, struct game *game) {
    unsigned victim = game->agenda[0].seat;
    (void)setup;
    agenda_ask(game, DECIDE_TAKE_PROGRESS_CARD, game->active)->other = (uint8_t)victim;
    memcpy(game->shown_progress, game->players[victim].progress, sizeof game->shown_progress);
}

static bool take_progress_sound(const struct setup *setup, const struct game *game,
                                const struct agenda_item *item) {
    return seat_opposes(setup, game, item->seat) && game->players[item->seat].progress_count > 0 &&
           game->players[game->active].progress_count < PROGRESS_HAND_MAX;
}

const struct agenda_row agenda_take_progress = {.run = step_take_progress,
                                                .uses = USES_SEAT,
                                                .needs = 1u << EXPANSION_KNIGHTS,
                                                .sound = take_progress_sound};

static enum reason take_progress_legal(const struct setup *setup, const struct game *game,
                                       unsigned seat, const struct action *action) {
    (void)setup, (void)seat;
    return action->card == NONE || progress_among(game->shown_progress, action->card)
               ? REASON_OK
               : REASON_CARD_NOT_SHOWN;
}

static void take_progress_list(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *blank, struct move_list *list) {
    (void)setup, (void)seat;
    list_add(list, blank)->card = NONE;
    for (unsigned card = 0; card < PROGRESS_COUNT; card++)
        if (progress_among(game->shown_progress, card))
            list_add(list, blank)->card = (uint8_t)card;
}

/* Where a fifth card has to be played at once, the card taken can be one (C-149). */
static void take_progress_apply(const struct setup *setup, struct game *game,
                                const struct event *event) {
    unsigned seat = event->player;
    if (event->action.card != NONE) {
        progress_lose(game, game->agenda[0].seat, event->action.card);
        progress_gain(game, seat, event->action.card);
    }
    memset(game->shown_progress, 0, sizeof game->shown_progress);
    if (progress_play_now(setup) && game->agenda[1].step != AGENDA_FIFTH_CARD &&
        progress_surplus(setup, game, seat))
        agenda_become(game, AGENDA_FIFTH_CARD, 0, 0);
    else
        agenda_pop(game);
}

const struct action_rule rule_take_progress_card = {
    RULE(FIELDS(FIELD("card", FIELD_PROGRESS_OR_NULL, card)), take_progress_legal,
         take_progress_list, take_progress_apply),
    .hides = HIDDEN_ACTION_CARD, .flags = ACTION_SHARED};

/* O-15: none. */
void default_progress_taken(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct decision *decision, struct action *move) {
    (void)setup, (void)game, (void)seat, (void)decision;
    move->card = NONE;
}

/* ---- Wedding (C-242, C-243) ---- */

static unsigned wedding_guests(const struct setup *setup, const struct game *game, unsigned seat) {
    return card_opponents(setup, game, seat, 1, 1);
}

enum reason wedding_legal(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *action) {
    (void)action;
    return wedding_guests(setup, game, seat) ? REASON_OK : REASON_PROGRESS_NO_EFFECT;
}

void wedding_apply(const struct setup *setup, struct game *game, const struct event *event) {
    agenda_interrupt(game, AGENDA_GIVE_CARDS, wedding_guests(setup, game, event->player),
                     GIFT_CARDS);
}

unsigned wedding_givers(const struct setup *setup, const struct game *before,
                        const struct event *event) {
    return wedding_guests(setup, before, event->player);
}

static unsigned give_cards_count(const struct setup *setup, const struct game *game,
                                 unsigned seat) {
    const struct agenda_item *item = &game->agenda[0];
    (void)setup;
    return item->arg >> seat & 1 && game->players[seat].hand_count > item->count ? item->count : 0;
}

/* Everybody gives at once: what they have chosen, or all where they hold no more than is asked. */
static void give_cards_all(const struct setup *setup, struct game *game) {
    uint64_t givers = game->agenda[0].arg;
    while (givers) {
        unsigned seat = bit_take(&givers);
        struct cards gift =
            give_cards_count(setup, game, seat) ? game->answers[seat] : game->players[seat].hand;
        hand_move(game, seat, game->active, gift);
        game->answers[seat] = cards_none();
    }
    agenda_pop(game);
}

static void step_give_cards(const struct setup *setup, struct game *game) {
    agenda_ask_cards(setup, game, DECIDE_GIVE_CARDS);
    for (unsigned i = 0; i < game->n_pending; i++)
        game->pending[i].other = game->active;
    if (game->n_pending == 0)
        give_cards_all(setup, game);
}

static bool give_cards_sound(const struct setup *setup, const struct game *game,
                             const struct agenda_item *item) {
    return item->count == GIFT_CARDS && agenda_targets_sound(setup, game, item->arg, 0, 1);
}

const struct agenda_row agenda_give_cards = {.run = step_give_cards,
                                             .uses = USES_ARG | USES_COUNT,
                                             .needs = 1u << EXPANSION_KNIGHTS,
                                             .sound = give_cards_sound,
                                             .cards = give_cards_count};

static enum reason give_cards_legal(const struct setup *setup, const struct game *game,
                                    unsigned seat, const struct action *action) {
    (void)setup;
    return cards_choice_legal(action->give, game_decision(game, seat)->count,
                              game->players[seat].hand, REASON_GIVE_COUNT, REASON_GIVE_NOT_HELD);
}

static void give_cards_apply(const struct setup *setup, struct game *game,
                             const struct event *event) {
    unsigned seat = event->player;
    (void)setup;
    game->answers[seat] = event->action.give;
    if (agenda_answered(game, seat))
        give_cards_all(setup, game);
}

/* From each giver to the player on turn. */
static unsigned give_cards_givers(const struct setup *setup, const struct game *before,
                                  const struct event *event) {
    (void)setup, (void)event;
    return before->agenda[0].arg;
}

const struct action_rule rule_give_cards = {
    RULE(CARDS_FIELD, give_cards_legal, list_open, give_cards_apply), .givers = give_cards_givers,
    .hides = HIDDEN_ACTION_CARDS, .flags = ACTION_TOGETHER};
