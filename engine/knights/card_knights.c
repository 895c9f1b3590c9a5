/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The cards of the politics stack that are about knights, and what they ask (rules C-219 to C-225,
 * C-232 to C-235, C-241). */
#include "engine/knights/internal.h"

/* ---- Deserter: the knight that leaves (C-219, C-224) ---- */

enum reason deserter_legal(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct action *action) {
    enum reason reason = card_victim(setup, seat, action->seat);
    if (reason != REASON_OK)
        return reason;
    return vertex_set_empty(&game->players[action->seat].knights) ? REASON_OPPONENT_KNIGHTS
                                                                  : REASON_OK;
}

void deserter_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    agenda_interrupt(game, AGENDA_REMOVE_KNIGHT, 0, 0)->seat = event->action.seat;
}

/* Ranks, as a set, that the player of the card may place for a knight of RANK (C-219 to C-222). */
static unsigned deserter_replacements(const struct setup *setup, const struct game *game,
                                      unsigned rank) {
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
static void deserter_take_knight(const struct setup *setup, struct game *game, unsigned vertex) {
    unsigned bits = game->knight[vertex];
    take_knight(setup, game, vertex);
    award_check(setup, game, AWARD_LONGEST_ROAD);
    unsigned ranks = deserter_replacements(setup, game, bits & KNIGHT_RANK);
    if (ranks)
        agenda_become(game, AGENDA_PLACE_KNIGHT, ranks, bits & KNIGHT_ACTIVE ? 1 : 0);
    else
        agenda_pop(game);
}

/* Asks only where there is a choice: knights are public. */
static void step_remove_knight(const struct setup *setup, struct game *game) {
    unsigned owner = game->agenda[0].seat;
    const struct vertex_set *knights = &game->players[owner].knights;
    if (vertex_set_count(knights) == 1)
        deserter_take_knight(setup, game, vertex_set_first(*knights));
    else
        agenda_ask(game, DECIDE_REMOVE_KNIGHT, owner)->other = game->active;
}

static bool remove_knight_sound(const struct setup *setup, const struct game *game,
                                const struct agenda_item *item) {
    return seat_opposes(setup, game, item->seat) &&
           !vertex_set_empty(&game->players[item->seat].knights);
}

const struct agenda_row agenda_remove_knight = {.run = step_remove_knight,
                                                .uses = USES_SEAT,
                                                .needs = 1u << EXPANSION_KNIGHTS,
                                                .sound = remove_knight_sound};

static enum reason remove_knight_legal(const struct setup *setup, const struct game *game,
                                       unsigned seat, const struct action *action) {
    (void)setup;
    return vertex_set_has(&game->players[seat].knights, action->vertex) ? REASON_OK
                                                                        : REASON_NO_OWN_KNIGHT;
}

static void remove_knight_list(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *blank, struct move_list *list) {
    (void)setup;
    list_add_vertices(list, blank, &game->players[seat].knights);
}

static void remove_knight_apply(const struct setup *setup, struct game *game,
                                const struct event *event) {
    deserter_take_knight(setup, game, event->action.vertex);
}

const struct action_rule rule_remove_knight = {
    RULE(VERTEX_FIELD, remove_knight_legal, remove_knight_list, remove_knight_apply)};

/* O-14: the lowest rank, inactive before active. */
void default_removal(const struct setup *setup, const struct game *game, unsigned seat,
                     const struct decision *decision, struct action *move) {
    unsigned least = UINT32_MAX;
    (void)setup, (void)decision;
    VERTEX_EACH(&game->players[seat].knights, v) {
        unsigned worth = 2 * knight_rank(game, v) + (game->knight[v] & KNIGHT_ACTIVE ? 1 : 0);
        if (worth < least) {
            least = worth;
            move->vertex = (uint8_t)v;
        }
    }
}

/* ---- Deserter: the knight that comes (C-219 to C-225) ---- */

static void step_place_knight(const struct setup *setup, struct game *game) {
    struct vertex_set places = place_knights(setup, game, game->active);
    if (vertex_set_empty(&places)) { /* C-223 */
        agenda_pop(game);
        return;
    }
    struct decision *decision = agenda_ask(game, DECIDE_PLACE_KNIGHT, game->active);
    decision->level = game->agenda[0].arg;
    decision->active = game->agenda[0].count;
}

static bool place_knight_sound(const struct setup *setup, const struct game *game,
                               const struct agenda_item *item) {
    (void)setup;
    if (!item->arg || item->arg & 1 || item->arg >> (RANK_COUNT + 1))
        return false;
    for (unsigned rank = 1; rank <= RANK_COUNT; rank++)
        if (item->arg >> rank & 1 && !game->players[game->active].supply[PIECE_BASIC + rank - 1])
            return false;
    return item->count <= 1;
}

const struct agenda_row agenda_place_knight = {.run = step_place_knight,
                                               .uses = USES_ARG | USES_COUNT,
                                               .needs = 1u << EXPANSION_KNIGHTS,
                                               .sound = place_knight_sound};

static enum reason place_knight_legal(const struct setup *setup, const struct game *game,
                                      unsigned seat, const struct action *action) {
    if (!(game->agenda[0].arg >> action->level & 1))
        return REASON_KNIGHT_RANK;
    return place_knight(setup, game, seat, action->vertex);
}

static void place_knight_list(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *blank, struct move_list *list) {
    struct vertex_set places = place_knights(setup, game, seat);
    struct action move = *blank;
    for (uint64_t ranks = game->agenda[0].arg; ranks;) {
        move.level = (uint8_t)bit_take(&ranks);
        list_add_vertices(list, &move, &places);
    }
}

/* Placed active is not activated, so the knight can act at once, unless an option says otherwise
 * (C-225). */
static void place_knight_apply(const struct setup *setup, struct game *game,
                               const struct event *event) {
    bool active = game->agenda[0].count;
    put_knight(setup, game, event->player, event->action.vertex,
               event->action.level | (active ? (unsigned)KNIGHT_ACTIVE : 0));
    if (active && setup->rules.options[OPTION_DESERTER_MAY_ACT] == OPTION_OFF)
        knight_activate(game, event->action.vertex);
    award_check(setup, game, AWARD_LONGEST_ROAD);
    agenda_pop(game);
}

const struct action_rule rule_place_knight = {
    RULE(FIELDS(FIELD("vertex", FIELD_VERTEX, vertex), FIELD("level", FIELD_LEVEL, level)),
         place_knight_legal, place_knight_list, place_knight_apply)};

/* ---- Intrigue (C-232 to C-235) ---- */

enum reason intrigue_legal(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct action *action) {
    (void)setup;
    if (!game->knight[action->vertex] || game->owner[action->vertex] == seat)
        return REASON_NO_FOE;
    return player_lines_end(game, seat, action->vertex) ? REASON_OK : REASON_INTRIGUE_ROAD;
}

void intrigue_list(const struct setup *setup, const struct game *game, unsigned seat,
                   const struct action *blank, struct move_list *list) {
    const struct player *player = &game->players[seat];
    struct vertex_set touched = vertex_set_union(player->touched, player->moored);
    for (unsigned other = 0; other < setup->rules.players; other++) {
        struct vertex_set knights = game->players[other].knights;
        knights = vertex_set_minus(knights, vertex_set_minus(knights, touched));
        if (other != seat)
            list_add_vertices(list, blank, &knights);
    }
}

void intrigue_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    knight_displace(game, event->action.vertex, NONE);
}

/* ---- Warlord (C-241) ---- */

enum reason warlord_legal(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct action *action) {
    (void)setup, (void)action;
    VERTEX_EACH(&game->players[seat].knights, v)
        if (!(game->knight[v] & KNIGHT_ACTIVE))
            return REASON_OK;
    return REASON_PROGRESS_NO_EFFECT;
}

/* Also those that acted earlier in the turn; those active already can still act. */
void warlord_apply(const struct setup *setup, struct game *game, const struct event *event) {
    (void)setup;
    VERTEX_EACH(&game->players[event->player].knights, v)
        if (!(game->knight[v] & KNIGHT_ACTIVE))
            knight_activate(game, v);
}
