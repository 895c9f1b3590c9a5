/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The cards of the politics stack that are about knights, and what they ask (rules C-219 to C-225,
 * C-232 to C-235, C-241). */
#include "engine/card.h"

/* ---- Deserter: the knight that leaves (C-219, C-224) ---- */

enum reason deserter_possible(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    enum reason reason = card_victim(setup, seat, action->seat);
    if (reason != REASON_OK)
        return reason;
    return vertex_set_empty(&game->players[action->seat].knights) ? REASON_OPPONENT_KNIGHTS
                                                                  : REASON_OK;
}

void deserter_apply(const struct setup *setup, struct game *game, unsigned seat,
                    const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)seat, (void)outcome;
    turn_interrupt(game, AGENDA_REMOVE_KNIGHT, 0, 0)->seat = action->seat;
}

/* Ranks, as a set, that the player of the card may place for a knight of RANK (C-219 to C-222). */
static unsigned replacements(const struct setup *setup, const struct game *game, unsigned rank) {
    const uint8_t *supply = &game->players[game->active].supply[PIECE_BASIC];
    unsigned ranks = 0;
    if (supply[rank - 1])
        return 1u << rank;
    for (unsigned lower = 1; lower < rank; lower++)
        if (supply[lower - 1] &&
            (lower == 1 || setup->rules.options[OPTION_DESERTER_FALLBACK] == FALLBACK_LOWER))
            ranks |= 1u << lower;
    return ranks;
}

/* The knight at VERTEX is gone whether another is placed or not (C-223). */
static void desert(const struct setup *setup, struct game *game, unsigned vertex) {
    unsigned bits = game->knight[vertex];
    take_knight(setup, game, vertex);
    road_card_check(setup, game);
    unsigned ranks = replacements(setup, game, bits & KNIGHT_RANK);
    if (ranks)
        agenda_become(game, AGENDA_PLACE_KNIGHT, ranks, bits & KNIGHT_ACTIVE ? 1 : 0);
    else
        agenda_pop(game);
}

/* Asks only where there is a choice: knights are public. */
void step_remove_knight(const struct setup *setup, struct game *game) {
    unsigned owner = game->agenda[0].seat;
    const struct vertex_set *knights = &game->players[owner].knights;
    if (vertex_set_count(knights) == 1)
        desert(setup, game, vertex_set_first(*knights));
    else
        agenda_ask(game, DECIDE_REMOVE_KNIGHT, owner)->other = game->active;
}

static enum reason remove_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *action) {
    (void)setup;
    return vertex_set_has(&game->players[seat].knights, action->vertex) ? REASON_OK
                                                                        : REASON_NO_OWN_KNIGHT;
}

static void remove_list(const struct setup *setup, const struct game *game, unsigned seat,
                        struct move_list *list) {
    (void)setup;
    VERTEX_EACH(&game->players[seat].knights, v)
    list_add(list, REMOVE_KNIGHT)->vertex = (uint8_t)v;
}

static void remove_apply(const struct setup *setup, struct game *game, unsigned seat,
                         const struct action *action, const struct outcome *outcome) {
    (void)seat, (void)outcome;
    desert(setup, game, action->vertex);
}

const struct action_rule rule_remove_knight = {
    .name = "remove_knight",
    .fields = FIELDS(FIELD("vertex", FIELD_VERTEX, vertex)),
    .legal = remove_legal,
    .list = remove_list,
    .apply = remove_apply,
};

/* ---- Deserter: the knight that comes (C-219 to C-225) ---- */

void step_place_knight(const struct setup *setup, struct game *game) {
    struct vertex_set places = place_knights(game, game->active);
    (void)setup;
    if (vertex_set_empty(&places)) { /* C-223 */
        agenda_pop(game);
        return;
    }
    struct decision *decision = agenda_ask(game, DECIDE_PLACE_KNIGHT, game->active);
    decision->level = game->agenda[0].arg;
    decision->active = game->agenda[0].count;
}

static enum reason place_legal(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *action) {
    if (!(game->agenda[0].arg >> action->level & 1))
        return REASON_KNIGHT_RANK;
    return place_knight(setup, game, seat, action->vertex);
}

static void place_list(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list) {
    struct vertex_set places = place_knights(game, seat);
    uint64_t ranks = game->agenda[0].arg;
    (void)setup;
    while (ranks) {
        unsigned rank = bit_take(&ranks);
        VERTEX_EACH(&places, v) {
            struct action *action = list_add(list, PLACE_KNIGHT);
            action->vertex = (uint8_t)v;
            action->level = (uint8_t)rank;
        }
    }
}

/* Placed active is not activated, so the knight may act at once, unless an option says otherwise
 * (C-225). */
static void place_apply(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action, const struct outcome *outcome) {
    bool active = game->agenda[0].count;
    (void)outcome;
    put_knight(setup, game, seat, action->vertex,
               action->level | (active ? (unsigned)KNIGHT_ACTIVE : 0));
    if (active && setup->rules.options[OPTION_DESERTER_MAY_ACT] == OPTION_OFF)
        knight_activate(game, action->vertex);
    road_card_check(setup, game);
    agenda_pop(game);
}

const struct action_rule rule_place_knight = {
    .name = "place_knight",
    .fields = FIELDS(FIELD("vertex", FIELD_VERTEX, vertex), FIELD("level", FIELD_LEVEL, level)),
    .legal = place_legal,
    .list = place_list,
    .apply = place_apply,
};

/* ---- Intrigue (C-232 to C-235) ---- */

enum reason intrigue_possible(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    (void)setup;
    if (!game->knight[action->vertex] || game->owner[action->vertex] == seat)
        return REASON_NO_FOE;
    return vertex_set_has(&game->players[seat].touched, action->vertex) ? REASON_OK
                                                                        : REASON_INTRIGUE_ROAD;
}

void intrigue_list(const struct setup *setup, const struct game *game, unsigned seat,
                   struct move_list *list, unsigned card) {
    for (unsigned other = 0; other < setup->rules.players; other++)
        card_list_vertices(setup, game, seat, list, card, &game->players[other].knights);
}

void intrigue_apply(const struct setup *setup, struct game *game, unsigned seat,
                    const struct action *action, const struct outcome *outcome) {
    (void)seat, (void)outcome;
    knight_displace(setup, game, action->vertex, NONE);
}

/* ---- Warlord (C-241) ---- */

enum reason warlord_possible(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *action) {
    (void)setup, (void)action;
    VERTEX_EACH(&game->players[seat].knights, v)
    if (!(game->knight[v] & KNIGHT_ACTIVE))
        return REASON_OK;
    return REASON_PROGRESS_NO_EFFECT;
}

/* Also those that acted earlier in the turn; those active already may still act. */
void warlord_apply(const struct setup *setup, struct game *game, unsigned seat,
                   const struct action *action, const struct outcome *outcome) {
    (void)setup, (void)action, (void)outcome;
    VERTEX_EACH(&game->players[seat].knights, v)
    if (!(game->knight[v] & KNIGHT_ACTIVE))
        knight_activate(game, v);
}
