/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Knights: putting them there, what they may do, and where they go when driven away (rules C-64 to
 * C-94, V-10 to V-13). */
#include "engine/internal.h"

/* ---- facts ---- */

unsigned game_strength(const struct game *game, unsigned seat, bool committed) {
    unsigned strength = 0, wanted = committed ? KNIGHT_COMMITTED : KNIGHT_ACTIVE;
    VERTEX_EACH(&game->players[seat].knights, v)
    if (game->knight[v] & wanted)
        strength += knight_rank(game, v);
    return strength;
}

void mark_knight(struct game *game, unsigned seat, unsigned vertex, unsigned bits) {
    vertex_set_add(&game->players[seat].knights, vertex);
    vertex_set_add(&game->occupied, vertex);
    game->owner[vertex] = (uint8_t)seat;
    game->knight[vertex] = (uint8_t)bits;
}

/* Whose knight stood there. */
static unsigned unmark_knight(struct game *game, unsigned vertex) {
    unsigned seat = game->owner[vertex];
    assert(vertex_set_has(&game->players[seat].knights, vertex));
    vertex_set_remove(&game->players[seat].knights, vertex);
    vertex_set_remove(&game->occupied, vertex);
    game->owner[vertex] = 0;
    game->knight[vertex] = 0;
    return seat;
}

static uint8_t *knight_supply(struct game *game, unsigned seat, unsigned rank) {
    assert(rank >= 1 && rank <= RANK_COUNT);
    return &game->players[seat].supply[PIECE_BASIC + rank - 1];
}

void put_knight(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex,
                unsigned bits) {
    uint8_t *supply = knight_supply(game, seat, bits & KNIGHT_RANK);
    assert(*supply > 0 && !vertex_set_has(&game->occupied, vertex));
    --*supply;
    mark_knight(game, seat, vertex, bits);
    lines_changed(setup, game, seat, vertex);
}

void take_knight(const struct setup *setup, struct game *game, unsigned vertex) {
    unsigned rank = knight_rank(game, vertex), seat = unmark_knight(game, vertex);
    ++*knight_supply(game, seat, rank);
    lines_changed(setup, game, seat, vertex);
}

/* Why the knight at VERTEX may not act for SEAT (C-69, C-78, C-79). */
static enum reason may_act(const struct game *game, unsigned seat, unsigned vertex) {
    unsigned bits = game->knight[vertex];
    if (!vertex_set_has(&game->players[seat].knights, vertex))
        return REASON_NO_OWN_KNIGHT;
    if (bits & KNIGHT_ACTED)
        return REASON_KNIGHT_ACTED;
    if (!(bits & KNIGHT_ACTIVE))
        return REASON_KNIGHT_INACTIVE;
    return bits & KNIGHT_ACTIVATED ? REASON_KNIGHT_JUST_ACTIVATED : REASON_OK;
}

/* The same knight after its action. */
static unsigned acted(unsigned bits) {
    return (bits & ~(unsigned)KNIGHT_ACTIVE) | KNIGHT_ACTED;
}

/* ---- building ---- */

enum reason place_knight(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned vertex) {
    (void)setup;
    if (vertex_set_has(&game->occupied, vertex))
        return REASON_KNIGHT_PLACE;
    return vertex_set_has(&game->players[seat].touched, vertex) ? REASON_OK : REASON_KNIGHT_ROAD;
}

struct vertex_set place_knights(const struct game *game, unsigned seat) {
    struct vertex_set places = game->players[seat].touched;
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        places.w[w] &= ~game->occupied.w[w];
    return places;
}

static enum reason build_legal(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *action) {
    enum reason reason = place_knight(setup, game, seat, action->vertex);
    return reason == REASON_OK ? can_buy(game, seat, PIECE_BASIC) : reason;
}

static void build_list(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list) {
    (void)setup;
    if (can_buy(game, seat, PIECE_BASIC) != REASON_OK)
        return;
    struct vertex_set places = place_knights(game, seat);
    VERTEX_EACH(&places, v)
    list_add(list, BUILD_KNIGHT)->vertex = (uint8_t)v;
}

/* On a free place a new knight may cut a line that passes there (C-75). */
static void build_apply(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    pay_for(setup, game, seat, PIECE_BASIC);
    put_knight(setup, game, seat, action->vertex, 1);
    road_card_check(setup, game);
}

const struct action_rule rule_build_knight = {
    .name = "build_knight",
    .fields = FIELDS(FIELD("vertex", FIELD_VERTEX, vertex)),
    .legal = build_legal,
    .list = build_list,
    .apply = build_apply,
};

/* ---- activating ---- */

static enum reason activate_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    (void)setup;
    if (!vertex_set_has(&game->players[seat].knights, action->vertex))
        return REASON_NO_OWN_KNIGHT;
    if (game->knight[action->vertex] & KNIGHT_ACTIVE)
        return REASON_KNIGHT_ACTIVE;
    return hand_covers(game, seat, activation_cost) ? REASON_OK : REASON_CANNOT_PAY;
}

static void activate_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list) {
    (void)setup;
    if (!hand_covers(game, seat, activation_cost))
        return;
    VERTEX_EACH(&game->players[seat].knights, v)
    if (!(game->knight[v] & KNIGHT_ACTIVE))
        list_add(list, ACTIVATE_KNIGHT)->vertex = (uint8_t)v;
}

void knight_activate(struct game *game, unsigned vertex) {
    game->knight[vertex] |= KNIGHT_ACTIVE | KNIGHT_ACTIVATED;
}

static void activate_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    bank_take(game, seat, activation_cost);
    turn_built(setup, game);
    knight_activate(game, action->vertex);
}

const struct action_rule rule_activate_knight = {
    .name = "activate_knight",
    .fields = FIELDS(FIELD("vertex", FIELD_VERTEX, vertex)),
    .legal = activate_legal,
    .list = activate_list,
    .apply = activate_apply,
};

/* ---- promoting ---- */

enum reason knight_may_rise(const struct game *game, unsigned seat, unsigned vertex) {
    const struct player *player = &game->players[seat];
    unsigned rank = knight_rank(game, vertex);
    if (!vertex_set_has(&player->knights, vertex))
        return REASON_NO_OWN_KNIGHT;
    if (rank == RANK_COUNT)
        return REASON_KNIGHT_MIGHTY;
    if (game->knight[vertex] & KNIGHT_PROMOTED)
        return REASON_KNIGHT_PROMOTED;
    if (rank + 1 == RANK_COUNT && player->improvements[TRACK_POLITICS] < LEVEL_ABILITY)
        return REASON_FORTRESS_NEEDED;
    return player->supply[PIECE_BASIC + rank] > 0 ? REASON_OK : REASON_NO_HIGHER_KNIGHT;
}

void knight_rise(struct game *game, unsigned vertex) {
    unsigned rank = knight_rank(game, vertex), seat = game->owner[vertex];
    assert(knight_may_rise(game, seat, vertex) == REASON_OK);
    ++*knight_supply(game, seat, rank);
    --*knight_supply(game, seat, rank + 1);
    game->knight[vertex] = (uint8_t)((game->knight[vertex] + 1u) | KNIGHT_PROMOTED);
}

static enum reason promote_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *action) {
    enum reason reason = knight_may_rise(game, seat, action->vertex);
    (void)setup;
    if (reason != REASON_OK)
        return reason;
    return hand_covers(game, seat, piece_cost[PIECE_BASIC + knight_rank(game, action->vertex)])
               ? REASON_OK
               : REASON_CANNOT_PAY;
}

static void promote_list(const struct setup *setup, const struct game *game, unsigned seat,
                         struct move_list *list) {
    VERTEX_EACH(&game->players[seat].knights, v) {
        struct action action = {.type = PROMOTE_KNIGHT, .vertex = (uint8_t)v};
        if (promote_legal(setup, game, seat, &action) == REASON_OK)
            *list_add(list, PROMOTE_KNIGHT) = action;
    }
}

static void promote_apply(const struct setup *setup, struct game *game, unsigned seat,
                          const struct action *action, const struct outcome *outcome) {
    (void)outcome;
    pay_for(setup, game, seat, PIECE_BASIC + knight_rank(game, action->vertex));
    knight_rise(game, action->vertex);
}

const struct action_rule rule_promote_knight = {
    .name = "promote_knight",
    .fields = FIELDS(FIELD("vertex", FIELD_VERTEX, vertex)),
    .legal = promote_legal,
    .list = promote_list,
    .apply = promote_apply,
};

/* ---- where a knight gets to ---- */

/* knight_reach with OCCUPIED as the vertices where a piece stands. */
static void reach(const struct setup *setup, const struct game *game, unsigned seat, unsigned from,
                  const struct vertex_set *occupied, struct vertex_set *free,
                  struct vertex_set *foes) {
    const struct edge_set *roads = &game->players[seat].roads;
    struct vertex_set seen = {{0}};
    uint8_t stack[VERTEX_MAX];
    unsigned n = 0;
    stack[n++] = (uint8_t)from;
    vertex_set_add(&seen, from);
    memset(free, 0, sizeof *free);
    memset(foes, 0, sizeof *foes);
    while (n) {
        const struct vertex *place = &setup->board.vertex[stack[--n]];
        for (unsigned i = 0; i < place->n_edges; i++) {
            unsigned next = place->neighbors[i];
            if (!edge_set_has(roads, place->edges[i]) || vertex_set_has(&seen, next))
                continue;
            vertex_set_add(&seen, next);
            if (!vertex_set_has(occupied, next))
                vertex_set_add(free, next);
            else if (game->owner[next] != seat) { /* nothing foreign is passed (C-82, C-83) */
                if (game->knight[next])
                    vertex_set_add(foes, next);
                continue;
            }
            stack[n++] = (uint8_t)next;
        }
    }
}

void knight_reach(const struct setup *setup, const struct game *game, unsigned seat, unsigned from,
                  struct vertex_set *free, struct vertex_set *foes) {
    reach(setup, game, seat, from, &game->occupied, free, foes);
}

/* Foes of lower rank than the knight at VERTEX (C-84). */
static struct vertex_set weaker(const struct game *game, unsigned vertex, struct vertex_set foes) {
    struct vertex_set weak = {{0}};
    VERTEX_EACH(&foes, v)
    if (knight_rank(game, v) < knight_rank(game, vertex))
        vertex_set_add(&weak, v);
    return weak;
}

/* ---- moving ---- */

static enum reason move_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    struct vertex_set free, foes;
    enum reason reason = may_act(game, seat, action->vertex);
    if (reason != REASON_OK)
        return reason;
    if (vertex_set_has(&game->occupied, action->to))
        return REASON_KNIGHT_TARGET;
    knight_reach(setup, game, seat, action->vertex, &free, &foes);
    return vertex_set_has(&free, action->to) ? REASON_OK : REASON_KNIGHT_WAY;
}

static void moves_add(struct move_list *list, unsigned type, unsigned from,
                      const struct vertex_set *targets) {
    VERTEX_EACH(targets, to) {
        struct action *action = list_add(list, type);
        action->vertex = (uint8_t)from;
        action->to = (uint8_t)to;
    }
}

static void move_list(const struct setup *setup, const struct game *game, unsigned seat,
                      struct move_list *list) {
    VERTEX_EACH(&game->players[seat].knights, v) {
        struct vertex_set free, foes;
        if (may_act(game, seat, v) != REASON_OK)
            continue;
        knight_reach(setup, game, seat, v, &free, &foes);
        moves_add(list, MOVE_KNIGHT, v, &free);
    }
}

static void move_apply(const struct setup *setup, struct game *game, unsigned seat,
                       const struct action *action, const struct outcome *outcome) {
    unsigned bits = acted(game->knight[action->vertex]);
    (void)outcome;
    unmark_knight(game, action->vertex);
    mark_knight(game, seat, action->to, bits);
    bool changed = lines_changed(setup, game, seat, action->vertex);
    if (lines_changed(setup, game, seat, action->to) || changed)
        road_card_check(setup, game);
}

#define FROM_TO FIELDS(FIELD("from", FIELD_VERTEX, vertex), FIELD("to", FIELD_VERTEX, to))

const struct action_rule rule_move_knight = {
    .name = "move_knight",
    .fields = FROM_TO,
    .legal = move_legal,
    .list = move_list,
    .apply = move_apply,
};

/* ---- displacing ---- */

static enum reason displace_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    struct vertex_set free, foes;
    enum reason reason = may_act(game, seat, action->vertex);
    if (reason != REASON_OK)
        return reason;
    if (!game->knight[action->to] || game->owner[action->to] == seat)
        return REASON_NO_FOE;
    if (knight_rank(game, action->to) >= knight_rank(game, action->vertex))
        return REASON_FOE_RANK;
    knight_reach(setup, game, seat, action->vertex, &free, &foes);
    return vertex_set_has(&foes, action->to) ? REASON_OK : REASON_KNIGHT_WAY;
}

static void displace_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list) {
    VERTEX_EACH(&game->players[seat].knights, v) {
        struct vertex_set free, foes;
        if (knight_rank(game, v) == 1 || may_act(game, seat, v) != REASON_OK)
            continue;
        knight_reach(setup, game, seat, v, &free, &foes);
        foes = weaker(game, v, foes);
        moves_add(list, DISPLACE_KNIGHT, v, &foes);
    }
}

static void displace_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)seat, (void)outcome;
    knight_displace(setup, game, action->to, action->vertex);
}

const struct action_rule rule_displace_knight = {
    .name = "displace_knight",
    .fields = FROM_TO,
    .legal = displace_legal,
    .list = displace_list,
    .apply = displace_apply,
};

/* ---- the knight driven away ---- */

/* Where the knight that the agenda's first step is about may go (C-85 to C-88). */
static struct vertex_set refuges(const struct setup *setup, const struct game *game) {
    const struct agenda_item *item = &game->agenda[0];
    struct vertex_set occupied = game->occupied, free, foes;
    if (item->origin != NONE && setup->rules.options[OPTION_DISPLACE_ORIGIN_FREE] == OPTION_ON)
        vertex_set_remove(&occupied, item->origin);
    reach(setup, game, item->seat, item->vertex, &occupied, &free, &foes);
    return free;
}

/* Both knights move at once, the one driven away to TO or, with NONE, off the board (C-86, C-89). */
static void relocate(const struct setup *setup, struct game *game, unsigned to) {
    unsigned vertex = game->agenda[0].vertex, origin = game->agenda[0].origin;
    unsigned victim = game->agenda[0].seat, bits = game->knight[vertex];
    unsigned attacker = NONE, attacker_bits = 0;
    bool changed = false;
    unmark_knight(game, vertex);
    if (origin != NONE) {
        attacker_bits = acted(game->knight[origin]);
        attacker = unmark_knight(game, origin);
        mark_knight(game, attacker, vertex, attacker_bits);
    }
    if (to == NONE)
        ++*knight_supply(game, victim, bits & KNIGHT_RANK);
    else
        mark_knight(game, victim, to, bits);
    changed |= lines_changed(setup, game, victim, vertex);
    if (to != NONE)
        changed |= lines_changed(setup, game, victim, to);
    if (origin != NONE) {
        changed |= lines_changed(setup, game, attacker, vertex);
        changed |= lines_changed(setup, game, attacker, origin);
    }
    agenda_pop(game);
    if (changed)
        road_card_check(setup, game);
}

void knight_displace(const struct setup *setup, struct game *game, unsigned vertex,
                     unsigned origin) {
    struct agenda_item *item = turn_interrupt(game, AGENDA_RELOCATE, 0, 0);
    (void)setup;
    item->seat = game->owner[vertex];
    item->vertex = (uint8_t)vertex;
    item->origin = (uint8_t)origin;
}

/* Asks only where there is a choice: the places are public knowledge. */
void step_relocate(const struct setup *setup, struct game *game) {
    const struct agenda_item *item = &game->agenda[0];
    struct vertex_set places = refuges(setup, game);
    unsigned n = vertex_set_count(&places);
    if (n <= 1) {
        relocate(setup, game, n ? vertex_set_first(places) : NONE);
        return;
    }
    struct decision *decision = agenda_ask(game, DECIDE_RELOCATE_KNIGHT, item->seat);
    decision->vertex = item->vertex;
    decision->level = (uint8_t)knight_rank(game, item->vertex);
    decision->active = game->knight[item->vertex] & KNIGHT_ACTIVE;
}

static enum reason relocate_legal(const struct setup *setup, const struct game *game, unsigned seat,
                                  const struct action *action) {
    struct vertex_set places = refuges(setup, game);
    (void)seat;
    if (vertex_set_has(&places, action->vertex))
        return REASON_OK;
    return action->vertex == game->agenda[0].origin &&
                   setup->rules.options[OPTION_DISPLACE_ORIGIN_FREE] == OPTION_OFF
               ? REASON_ORIGIN_TAKEN
               : REASON_RELOCATE_PLACE;
}

static void relocate_list(const struct setup *setup, const struct game *game, unsigned seat,
                          struct move_list *list) {
    struct vertex_set places = refuges(setup, game);
    (void)seat;
    VERTEX_EACH(&places, v)
    list_add(list, RELOCATE_KNIGHT)->vertex = (uint8_t)v;
}

static void relocate_apply(const struct setup *setup, struct game *game, unsigned seat,
                           const struct action *action, const struct outcome *outcome) {
    (void)seat, (void)outcome;
    relocate(setup, game, action->vertex);
}

const struct action_rule rule_relocate_knight = {
    .name = "relocate_knight",
    .fields = FIELDS(FIELD("vertex", FIELD_VERTEX, vertex)),
    .legal = relocate_legal,
    .list = relocate_list,
    .apply = relocate_apply,
};

/* ---- chasing the robber ---- */

/* Whether the robber may be chased now: not while frozen, and before the roll only with the variant,
 * once (C-91, V-10 to V-12). */
static enum reason chase_now(const struct setup *setup, const struct game *game) {
    if (game->step == STEP_BEFORE_ROLL) {
        if (!rules_variant(&setup->rules, VARIANT_KNIGHT_ERRANT))
            return REASON_ROLL_FIRST;
        if (game->errant_used)
            return REASON_ERRANT_USED;
    }
    return game_robber_frozen(setup, game) ? REASON_ROBBER_FROZEN : REASON_OK;
}

static bool beside_robber(const struct setup *setup, const struct game *game, unsigned vertex) {
    const uint8_t *hexes = setup->board.vertex[vertex].hexes;
    return game->robber != NONE &&
           (hexes[0] == game->robber || hexes[1] == game->robber || hexes[2] == game->robber);
}

/* Whether somebody other than SEAT has a building at HEX. */
static bool others_build_at(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned hex) {
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned vertex = setup->board.hexes[hex].vertices[i];
        if (game->building[vertex] && game->owner[vertex] != seat)
            return true;
    }
    return false;
}

/* Where editions differ: C-92, C-94. */
static enum reason chase_target(const struct setup *setup, const struct game *game, unsigned seat,
                                unsigned hex) {
    switch (setup->rules.options[OPTION_CHASE_TARGET]) {
    case CHASE_NUMBERED: return game->numbers[hex] ? REASON_OK : REASON_CHASE_NUMBER;
    case CHASE_NEAR_OPPONENT:
        return others_build_at(setup, game, seat, hex) ? REASON_OK : REASON_CHASE_OPPONENT;
    default: return REASON_OK;
    }
}

static enum reason chase_legal(const struct setup *setup, const struct game *game, unsigned seat,
                               const struct action *action) {
    enum reason reason = chase_now(setup, game);
    if (reason == REASON_OK)
        reason = may_act(game, seat, action->vertex);
    if (reason != REASON_OK)
        return reason;
    if (!beside_robber(setup, game, action->vertex))
        return REASON_ROBBER_FAR;
    if (action->hex != game->robber)
        reason = chase_target(setup, game, seat, action->hex);
    return reason == REASON_OK ? robber_legal(setup, game, seat, action->hex, action->seat)
                               : reason;
}

static void chase_list(const struct setup *setup, const struct game *game, unsigned seat,
                       struct move_list *list) {
    if (game->robber == NONE || chase_now(setup, game) != REASON_OK)
        return;
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        struct action chase = {.type = CHASE_ROBBER,
                               .vertex = setup->board.hexes[game->robber].vertices[i]};
        uint64_t hexes = 0;
        if (may_act(game, seat, chase.vertex) != REASON_OK)
            continue;
        for (unsigned hex = 0; hex < setup->board.n_hexes; hex++)
            if (chase_target(setup, game, seat, hex) == REASON_OK)
                hexes |= UINT64_C(1) << hex;
        robber_list(setup, game, seat, list, &chase, hexes);
    }
}

static void chase_apply(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action, const struct outcome *outcome) {
    (void)setup;
    game->knight[action->vertex] = (uint8_t)acted(game->knight[action->vertex]);
    game->errant_used |= game->step == STEP_BEFORE_ROLL;
    robber_move(game, seat, action, outcome);
}

const struct action_rule rule_chase_robber = {
    .name = "chase_robber",
    .fields = FIELDS(FIELD("vertex", FIELD_VERTEX, vertex), FIELD("hex", FIELD_HEX, hex),
                     FIELD("victim", FIELD_SEAT_OR_NULL, seat)),
    .legal = chase_legal,
    .list = chase_list,
    .apply = chase_apply,
};
