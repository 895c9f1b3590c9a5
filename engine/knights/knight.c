/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Knights: putting them there, what they are allowed to do, and where they go when driven away (rules
 * C-64 to C-94, V-10 to V-13). */
#include "engine/knights/internal.h"
#include "engine/ships.h"

/* ---- facts ---- */

unsigned game_strength(const struct game *game, unsigned seat, bool committed) {
    unsigned strength = 0, wanted = committed ? KNIGHT_COMMITTED : KNIGHT_ACTIVE;
    VERTEX_EACH(&game->players[seat].knights, v)
        if (game->knight[v] & wanted)
            strength += knight_rank(game, v);
    return strength;
}

/* Facts alone, without supply and lines. BITS: enum knight_bits. */
static void mark_knight(struct game *game, unsigned seat, unsigned vertex, unsigned bits) {
    vertex_set_add(&game->players[seat].knights, vertex);
    vertex_set_add(&game->occupied, vertex);
    game->owner[vertex] = (uint8_t)seat;
    game->knight[vertex] = (uint8_t)bits;
}

/* Knights of no rank or of an unknown one are left to game_pieces_ok. */
void derive_knights(struct game *game, unsigned seat, const uint8_t bits[VERTEX_MAX]) {
    struct player *player = &game->players[seat];
    struct vertex_set knights = player->knights;
    VERTEX_EACH(&knights, v) {
        unsigned rank = bits[v] & KNIGHT_RANK;
        mark_knight(game, seat, v, bits[v]);
        if (rank)
            player->supply[PIECE_BASIC + rank - 1]--;
    }
}

/* Removes the facts of the knight at VERTEX and returns whose it was. */
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
    lines_update(setup, game, seat, vertex);
}

void take_knight(const struct setup *setup, struct game *game, unsigned vertex) {
    unsigned rank = knight_rank(game, vertex), seat = unmark_knight(game, vertex);
    ++*knight_supply(game, seat, rank);
    lines_update(setup, game, seat, vertex);
}

/* Why the knight at VERTEX may not act for SEAT (C-69, C-78, C-79). */
static enum reason knight_can_act(const struct game *game, unsigned seat, unsigned vertex) {
    unsigned bits = game->knight[vertex];
    if (!vertex_set_has(&game->players[seat].knights, vertex))
        return REASON_NO_OWN_KNIGHT;
    if (bits & KNIGHT_ACTED)
        return REASON_KNIGHT_ACTED;
    if (!(bits & KNIGHT_ACTIVE))
        return REASON_KNIGHT_INACTIVE;
    return bits & KNIGHT_ACTIVATED ? REASON_KNIGHT_JUST_ACTIVATED : REASON_OK;
}

/* The knight's bits after its action. */
static unsigned knight_bits_acted(unsigned bits) {
    return (bits & ~(unsigned)KNIGHT_ACTIVE) | KNIGHT_ACTED;
}

void knights_end_turn(struct game *game, unsigned seat) {
    VERTEX_EACH(&game->players[seat].knights, v)
        game->knight[v] &= (uint8_t)~KNIGHT_THIS_TURN;
}

void knights_withdraw(struct game *game, unsigned seat) {
    VERTEX_EACH(&game->players[seat].knights, v)
        game->knight[v] &= (uint8_t)~KNIGHT_COMMITTED;
}

/* ---- building ---- */

/* Not between sea and fog alone (V-56). */
static bool knight_lands(const struct setup *setup, const struct game *game, unsigned vertex) {
    const struct vertex *place = &setup->board.vertex[vertex];
    for (unsigned i = 0; i < place->n_edges; i++)
        if (edge_set_has(&game->road_paths, place->edges[i]))
            return true;
    return false;
}

enum reason place_knight(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned vertex) {
    if (vertex_set_has(&game->occupied, vertex))
        return REASON_KNIGHT_PLACE;
    if (vertex_set_has(&setup->board.marked[MARK_VILLAGE], vertex))
        return REASON_KNIGHT_VILLAGE;
    if (!player_lines_end(game, seat, vertex))
        return REASON_KNIGHT_ROAD;
    return knight_lands(setup, game, vertex) ? REASON_OK : REASON_KNIGHT_AT_SEA;
}

struct vertex_set place_knights(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    struct vertex_set places =
        vertex_set_minus(vertex_set_union(player->touched, player->moored), game->occupied);
    places = vertex_set_minus(places, setup->board.marked[MARK_VILLAGE]);
    if (setup->rules.sea)
        VERTEX_EACH(&places, v)
            if (!knight_lands(setup, game, v))
                vertex_set_remove(&places, v);
    return places;
}

static enum reason knight_build_legal(const struct setup *setup, const struct game *game,
                                      unsigned seat, const struct action *action) {
    enum reason reason = place_knight(setup, game, seat, action->vertex);
    return reason == REASON_OK ? piece_can_buy(game, seat, PIECE_BASIC) : reason;
}

static void knight_build_list(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *blank, struct move_list *list) {
    if (piece_can_buy(game, seat, PIECE_BASIC) != REASON_OK)
        return;
    struct vertex_set places = place_knights(setup, game, seat);
    list_add_vertices(list, blank, &places);
}

/* On a free place a new knight can cut a line that passes there (C-75). */
static void knight_build_apply(const struct setup *setup, struct game *game,
                               const struct event *event) {
    unsigned seat = event->player;
    piece_pay(setup, game, seat, PIECE_BASIC);
    put_knight(setup, game, seat, event->action.vertex, 1);
    award_check(setup, game, AWARD_LONGEST_ROAD);
}

const struct action_rule rule_build_knight = {
    RULE(VERTEX_FIELD, knight_build_legal, knight_build_list, knight_build_apply),
    .price = &piece_cost[PIECE_BASIC]};

/* ---- activating ---- */

static enum reason knight_activate_legal(const struct setup *setup, const struct game *game,
                                         unsigned seat, const struct action *action) {
    (void)setup;
    if (!vertex_set_has(&game->players[seat].knights, action->vertex))
        return REASON_NO_OWN_KNIGHT;
    if (game->knight[action->vertex] & KNIGHT_ACTIVE)
        return REASON_KNIGHT_ACTIVE;
    return hand_covers(game, seat, activation_cost) ? REASON_OK : REASON_CANNOT_PAY;
}

static void knight_activate_list(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *blank, struct move_list *list) {
    (void)setup;
    if (!hand_covers(game, seat, activation_cost))
        return;
    VERTEX_EACH(&game->players[seat].knights, v)
        if (!(game->knight[v] & KNIGHT_ACTIVE))
            list_add(list, blank)->vertex = (uint8_t)v;
}

void knight_activate(struct game *game, unsigned vertex) {
    game->knight[vertex] |= KNIGHT_ACTIVE | KNIGHT_ACTIVATED;
}

static void knight_activate_apply(const struct setup *setup, struct game *game,
                                  const struct event *event) {
    bank_take(game, event->player, activation_cost);
    turn_built(setup, game);
    knight_activate(game, event->action.vertex);
}

const struct action_rule rule_activate_knight = {
    RULE(VERTEX_FIELD, knight_activate_legal, knight_activate_list, knight_activate_apply),
    .price = &activation_cost, .flags = ACTION_POINTLESS};

/* ---- promoting ---- */

enum reason knight_can_rise(const struct game *game, unsigned seat, unsigned vertex) {
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
    assert(knight_can_rise(game, seat, vertex) == REASON_OK);
    ++*knight_supply(game, seat, rank);
    --*knight_supply(game, seat, rank + 1);
    game->knight[vertex] = (uint8_t)((game->knight[vertex] + 1u) | KNIGHT_PROMOTED);
}

static enum reason knight_promote_legal(const struct setup *setup, const struct game *game,
                                        unsigned seat, const struct action *action) {
    enum reason reason = knight_can_rise(game, seat, action->vertex);
    (void)setup;
    if (reason != REASON_OK)
        return reason;
    return hand_covers(game, seat, piece_cost[PIECE_BASIC + knight_rank(game, action->vertex)])
               ? REASON_OK
               : REASON_CANNOT_PAY;
}

static void knight_promote_list(const struct setup *setup, const struct game *game, unsigned seat,
                                const struct action *blank, struct move_list *list) {
    struct action move = *blank;
    VERTEX_EACH(&game->players[seat].knights, v) {
        move.vertex = (uint8_t)v;
        list_legal(setup, game, seat, &move, knight_promote_legal, list);
    }
}

static void knight_promote_apply(const struct setup *setup, struct game *game,
                                 const struct event *event) {
    piece_pay(setup, game, event->player, PIECE_BASIC + knight_rank(game, event->action.vertex));
    knight_rise(game, event->action.vertex);
}

const struct action_rule rule_promote_knight = {
    RULE(VERTEX_FIELD, knight_promote_legal, knight_promote_list, knight_promote_apply),
    .price = &piece_cost[PIECE_STRONG], .flags = ACTION_POINTLESS};

/* ---- where a knight gets to ---- */

/* Vertices that SEAT reaches from FROM over its own roads, FROM left out, passing nothing that
 * belongs to others (C-80 to C-83, C-85 to C-87): *FREE those without any piece, *FOES those with
 * an opponent's knight at which a line ends. OCCUPIED: the vertices where a piece stands. */
static void knight_reach_by_road(const struct setup *setup, const struct game *game, unsigned seat,
                                 unsigned from, const struct vertex_set *occupied,
                                 struct vertex_set *free, struct vertex_set *foes) {
    const struct player *player = &game->players[seat];
    struct vertex_set own = vertex_set_union(player->settlements, player->cities);
    own = vertex_set_union(own, player->knights);
    const struct vertex_set foreign = vertex_set_minus(*occupied, own);
    struct vertex_set seen = {{0}};
    uint8_t stack[VERTEX_MAX];
    unsigned n = 0;
    stack[n++] = (uint8_t)from;
    vertex_set_add(&seen, from);
    while (n) {
        const struct vertex *place = &setup->board.vertex[stack[--n]];
        for (unsigned i = 0; i < place->n_edges; i++) {
            unsigned next = place->neighbors[i];
            if (!edge_set_has(&player->roads, place->edges[i]) || vertex_set_has(&seen, next))
                continue;
            vertex_set_add(&seen, next);
            if (!vertex_set_has(&foreign, next)) /* nothing foreign is passed (C-82, C-83) */
                stack[n++] = (uint8_t)next;
        }
    }
    vertex_set_remove(&seen, from);
    struct vertex_set free_or_own = vertex_set_minus(seen, foreign);
    *free = vertex_set_minus(seen, *occupied);
    *foes = vertex_set_minus(vertex_set_minus(seen, free_or_own), game->built);
}

/* A way over one color's roads and ships: the vertices it has got to by a road, and by a ship. */
struct way {
    struct vertex_set by[2];
};

/* Adds what WAY reaches from VERTEX, which it came to by a road or by a SHIP. It continues by the
 * other kind at an own building, or anywhere if the rules say so (V-59). Nothing foreign is passed
 * (C-82, C-83): the caller does not extend the way from there. */
static void way_extend(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned vertex, bool ship, struct way *way) {
    const struct vertex *place = &setup->board.vertex[vertex];
    const struct player *player = &game->players[seat];
    const struct edge_set *lines = ship ? &player->ships : &player->roads;
    for (unsigned i = 0; i < place->n_edges; i++) {
        unsigned next = place->neighbors[i];
        if (!edge_set_has(lines, place->edges[i]))
            continue;
        vertex_set_add(&way->by[ship], next);
        if ((game->building[next] && game->owner[next] == seat) ||
            setup->rules.options[OPTION_KNIGHT_SWITCH] == SWITCH_ANYWHERE)
            vertex_set_add(&way->by[!ship], next);
    }
}

/* The same over ships, too (V-58 to V-60). */
static void knight_reach_by_line(const struct setup *setup, const struct game *game, unsigned seat,
                                 unsigned from, const struct vertex_set *occupied,
                                 struct vertex_set *free, struct vertex_set *foes) {
    struct way seen = {{{{0}}, {{0}}}}, way = seen;
    bool grew = true;
    for (unsigned ship = 0; ship < 2; ship++)
        vertex_set_add(&way.by[ship], from);
    while (grew) {
        grew = false;
        for (unsigned ship = 0; ship < 2; ship++) {
            struct vertex_set fresh = vertex_set_minus(way.by[ship], seen.by[ship]);
            VERTEX_EACH(&fresh, v) {
                vertex_set_add(&seen.by[ship], v);
                if (v == from || !vertex_set_has(occupied, v) || game->owner[v] == seat)
                    way_extend(setup, game, seat, v, ship, &way);
            }
            grew |= !vertex_set_empty(&fresh);
        }
    }
    memset(foes, 0, sizeof *foes);
    *free = vertex_set_union(seen.by[0], seen.by[1]);
    vertex_set_remove(free, from);
    VERTEX_EACH(free, v)
        if (vertex_set_has(occupied, v) && game->owner[v] != seat && game->knight[v])
            vertex_set_add(foes, v);
    *free = vertex_set_minus(*free, *occupied);
    *free = vertex_set_minus(*free, setup->board.marked[MARK_VILLAGE]); /* V-95 */
}

static void knight_reach(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned from, const struct vertex_set *occupied, struct vertex_set *free,
                         struct vertex_set *foes) {
    if (setup->rules.sea)
        knight_reach_by_line(setup, game, seat, from, occupied, free, foes);
    else
        knight_reach_by_road(setup, game, seat, from, occupied, free, foes);
}

/* Knights of other colors at roads or ships of SEAT, the only ones that can be displaced. */
static struct vertex_set knight_foes_near(const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    struct vertex_set others = vertex_set_minus(game->occupied, game->built);
    others = vertex_set_minus(others, player->knights);
    return vertex_set_minus(
        others, vertex_set_minus(others, vertex_set_union(player->touched, player->moored)));
}

/* Foes of lower rank than the knight at VERTEX (C-84). */
static struct vertex_set knight_weaker_foes(const struct game *game, unsigned vertex,
                                            struct vertex_set foes) {
    struct vertex_set weak = {{0}};
    VERTEX_EACH(&foes, v)
        if (knight_rank(game, v) < knight_rank(game, vertex))
            vertex_set_add(&weak, v);
    return weak;
}

/* ---- moving ---- */

static enum reason knight_move_legal(const struct setup *setup, const struct game *game,
                                     unsigned seat, const struct action *action) {
    struct vertex_set free, foes;
    enum reason reason = knight_can_act(game, seat, action->vertex);
    if (reason != REASON_OK)
        return reason;
    if (vertex_set_has(&game->occupied, action->to))
        return REASON_KNIGHT_TARGET;
    if (vertex_set_has(&setup->board.marked[MARK_VILLAGE], action->to))
        return REASON_KNIGHT_VILLAGE;
    knight_reach(setup, game, seat, action->vertex, &game->occupied, &free, &foes);
    return vertex_set_has(&free, action->to) ? REASON_OK : REASON_KNIGHT_WAY;
}

static void knight_add_targets(struct move_list *list, const struct action *blank, unsigned from,
                               const struct vertex_set *targets) {
    VERTEX_EACH(targets, to) {
        struct action *action = list_add(list, blank);
        action->vertex = (uint8_t)from;
        action->to = (uint8_t)to;
    }
}

static void knight_move_list(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *blank, struct move_list *list) {
    VERTEX_EACH(&game->players[seat].knights, v) {
        struct vertex_set free, foes;
        if (knight_can_act(game, seat, v) != REASON_OK)
            continue;
        knight_reach(setup, game, seat, v, &game->occupied, &free, &foes);
        knight_add_targets(list, blank, v, &free);
    }
}

static void knight_move_apply(const struct setup *setup, struct game *game,
                              const struct event *event) {
    unsigned seat = event->player;
    unsigned bits = knight_bits_acted(game->knight[event->action.vertex]);
    unmark_knight(game, event->action.vertex);
    mark_knight(game, seat, event->action.to, bits);
    bool changed = lines_update(setup, game, seat, event->action.vertex);
    if (lines_update(setup, game, seat, event->action.to) || changed)
        award_check(setup, game, AWARD_LONGEST_ROAD);
}

#define FROM_TO_FIELDS FIELDS(FIELD("from", FIELD_VERTEX, vertex), FIELD("to", FIELD_VERTEX, to))

const struct action_rule rule_move_knight = {
    RULE(FROM_TO_FIELDS, knight_move_legal, knight_move_list, knight_move_apply)};

/* ---- displacing ---- */

static enum reason knight_displace_legal(const struct setup *setup, const struct game *game,
                                         unsigned seat, const struct action *action) {
    struct vertex_set free, foes;
    enum reason reason = knight_can_act(game, seat, action->vertex);
    if (reason != REASON_OK)
        return reason;
    if (!game->knight[action->to] || game->owner[action->to] == seat)
        return REASON_NO_FOE;
    if (knight_rank(game, action->to) >= knight_rank(game, action->vertex))
        return REASON_FOE_RANK;
    knight_reach(setup, game, seat, action->vertex, &game->occupied, &free, &foes);
    return vertex_set_has(&foes, action->to) ? REASON_OK : REASON_KNIGHT_WAY;
}

static void knight_displace_list(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *blank, struct move_list *list) {
    const struct vertex_set near = knight_foes_near(game, seat);
    if (vertex_set_empty(&near))
        return;
    VERTEX_EACH(&game->players[seat].knights, v) {
        struct vertex_set free, foes, weak;
        if (knight_rank(game, v) == 1 || knight_can_act(game, seat, v) != REASON_OK)
            continue;
        weak = knight_weaker_foes(game, v, near); /* the cheap test before the ways to them */
        if (vertex_set_empty(&weak))
            continue;
        knight_reach(setup, game, seat, v, &game->occupied, &free, &foes);
        foes = knight_weaker_foes(game, v, foes);
        knight_add_targets(list, blank, v, &foes);
    }
}

static void knight_displace_apply(const struct setup *setup, struct game *game,
                                  const struct event *event) {
    (void)setup;
    knight_displace(game, event->action.to, event->action.vertex);
}

const struct action_rule rule_displace_knight = {
    RULE(FROM_TO_FIELDS, knight_displace_legal, knight_displace_list, knight_displace_apply)};

/* ---- the knight driven away ---- */

/* Where the knight that the agenda's first step is about can go (C-85 to C-88). */
static struct vertex_set knight_refuges(const struct setup *setup, const struct game *game) {
    const struct agenda_item *item = &game->agenda[0];
    struct vertex_set occupied = game->occupied, free, foes;
    if (item->origin != NONE && setup->rules.options[OPTION_DISPLACE_ORIGIN_FREE] == OPTION_ON)
        vertex_set_remove(&occupied, item->origin);
    knight_reach(setup, game, item->seat, item->vertex, &occupied, &free, &foes);
    return free;
}

/* Both knights move at once, the one driven away to TO or, with NONE, off the board (C-86, C-89). */
static void knight_relocate(const struct setup *setup, struct game *game, unsigned to) {
    unsigned vertex = game->agenda[0].vertex, origin = game->agenda[0].origin;
    unsigned victim = game->agenda[0].seat, bits = game->knight[vertex];
    unsigned attacker = NONE, attacker_bits = 0;
    bool changed = false;
    unmark_knight(game, vertex);
    if (origin != NONE) {
        attacker_bits = knight_bits_acted(game->knight[origin]);
        attacker = unmark_knight(game, origin);
        mark_knight(game, attacker, vertex, attacker_bits);
    }
    if (to == NONE)
        ++*knight_supply(game, victim, bits & KNIGHT_RANK);
    else
        mark_knight(game, victim, to, bits);
    changed |= lines_update(setup, game, victim, vertex);
    if (to != NONE)
        changed |= lines_update(setup, game, victim, to);
    if (origin != NONE) {
        changed |= lines_update(setup, game, attacker, vertex);
        changed |= lines_update(setup, game, attacker, origin);
    }
    agenda_pop(game);
    if (changed)
        award_check(setup, game, AWARD_LONGEST_ROAD);
}

void knight_displace(struct game *game, unsigned vertex, unsigned origin) {
    struct agenda_item *item = agenda_interrupt(game, AGENDA_RELOCATE, 0, 0);
    item->seat = game->owner[vertex];
    item->vertex = (uint8_t)vertex;
    item->origin = (uint8_t)origin;
}

/* Asks only where there is a choice: the places are public knowledge. */
static void step_relocate(const struct setup *setup, struct game *game) {
    const struct agenda_item *item = &game->agenda[0];
    struct vertex_set places = knight_refuges(setup, game);
    unsigned n = vertex_set_count(&places);
    if (n <= 1) {
        knight_relocate(setup, game, n ? vertex_set_first(places) : NONE);
        return;
    }
    struct decision *decision = agenda_ask(game, DECIDE_RELOCATE_KNIGHT, item->seat);
    decision->vertex = item->vertex;
    decision->level = (uint8_t)knight_rank(game, item->vertex);
    decision->active = game->knight[item->vertex] & KNIGHT_ACTIVE;
}

/* The knight driven away, and the stronger one that takes its place (C-84) or none (C-232). */
static bool relocate_sound(const struct setup *setup, const struct game *game,
                           const struct agenda_item *item) {
    struct vertex_set free, foes;
    if (!seat_opposes(setup, game, item->seat) || item->vertex >= VERTEX_MAX ||
        !vertex_set_has(&game->players[item->seat].knights, item->vertex))
        return false;
    if (item->origin == NONE)
        return player_lines_end(game, game->active, item->vertex);
    if (item->origin >= VERTEX_MAX ||
        knight_can_act(game, game->active, item->origin) != REASON_OK ||
        knight_rank(game, item->origin) <= knight_rank(game, item->vertex))
        return false;
    knight_reach(setup, game, game->active, item->origin, &game->occupied, &free, &foes);
    return vertex_set_has(&foes, item->vertex);
}

const struct agenda_row agenda_relocate = {.run = step_relocate,
                                           .uses = USES_SEAT | USES_PLACES,
                                           .needs = 1u << EXPANSION_KNIGHTS,
                                           .sound = relocate_sound};

static enum reason knight_relocate_legal(const struct setup *setup, const struct game *game,
                                         unsigned seat, const struct action *action) {
    struct vertex_set places = knight_refuges(setup, game);
    (void)seat;
    if (vertex_set_has(&places, action->vertex))
        return REASON_OK;
    return action->vertex == game->agenda[0].origin &&
                   setup->rules.options[OPTION_DISPLACE_ORIGIN_FREE] == OPTION_OFF
               ? REASON_ORIGIN_TAKEN
               : REASON_RELOCATE_PLACE;
}

static void knight_relocate_list(const struct setup *setup, const struct game *game, unsigned seat,
                                 const struct action *blank, struct move_list *list) {
    struct vertex_set places = knight_refuges(setup, game);
    (void)seat;
    list_add_vertices(list, blank, &places);
}

static void knight_relocate_apply(const struct setup *setup, struct game *game,
                                  const struct event *event) {
    knight_relocate(setup, game, event->action.vertex);
}

const struct action_rule rule_relocate_knight = {
    RULE(VERTEX_FIELD, knight_relocate_legal, knight_relocate_list, knight_relocate_apply)};

/* Whether the knight that SEAT has to move can pass VERTEX: its own place, a place it can go to, or
 * a piece of its own color (C-81, C-87). */
static bool relocation_passes(const struct setup *setup, const struct game *game, unsigned seat,
                              unsigned vertex) {
    const struct action move = {.type = RELOCATE_KNIGHT, .vertex = (uint8_t)vertex};
    return (vertex_set_has(&game->occupied, vertex) && game->owner[vertex] == seat) ||
           knight_relocate_legal(setup, game, seat, &move) == REASON_OK;
}

/* O-12: the nearest legal place over the player's own lines, past nothing foreign; of several the
 * first. */
void default_relocation(const struct setup *setup, const struct game *game, unsigned seat,
                        const struct decision *decision, struct action *move) {
    struct way way = {{{{0}}, {{0}}}};
    vertex_set_add(&way.by[0], decision->vertex);
    vertex_set_add(&way.by[1], decision->vertex);
    for (unsigned round = 0; round < VERTEX_MAX; round++) {
        struct way next = way;
        for (unsigned ship = 0; ship < 2; ship++)
            VERTEX_EACH(&way.by[ship], v)
                if (relocation_passes(setup, game, seat, v))
                    way_extend(setup, game, seat, v, ship, &next);
        way = next;
        struct vertex_set reached = vertex_set_union(way.by[0], way.by[1]);
        VERTEX_EACH(&reached, v) {
            move->vertex = (uint8_t)v;
            if (knight_relocate_legal(setup, game, seat, move) == REASON_OK)
                return;
        }
    }
    assert(false && "a knight's owner is only asked where there is a place for it");
}

/* ---- chasing the robber ---- */

/* Whether the robber may be chased now: not while frozen, and before the roll only with the variant,
 * once (C-91, V-10 to V-12). */
static enum reason knight_chase_now(const struct setup *setup, const struct game *game) {
    if (game->step == STEP_BEFORE_ROLL) {
        if (!rules_variant(&setup->rules, VARIANT_KNIGHT_ERRANT))
            return REASON_ROLL_FIRST;
        if (game->errant_used)
            return REASON_ERRANT_USED;
    }
    return REASON_OK;
}

static bool knight_beside_robber(const struct setup *setup, const struct game *game,
                                 unsigned vertex) {
    const uint8_t *hexes = setup->board.vertex[vertex].hexes;
    return game->robber != NONE &&
           (hexes[0] == game->robber || hexes[1] == game->robber || hexes[2] == game->robber);
}

/* V-66, V-67: the target hex tells whether the robber or the pirate is chased. */
static enum reason knight_chase_prey(const struct setup *setup, const struct game *game,
                                     unsigned vertex, bool pirate) {
    struct vertex_set corners;
    if (!pirate && game_robber_frozen(setup, game))
        return REASON_ROBBER_FROZEN;
    if (!pirate)
        return knight_beside_robber(setup, game, vertex) ? REASON_OK : REASON_ROBBER_FAR;
    if (game_pirate_frozen(setup, game))
        return REASON_PIRATE_FROZEN;
    corners = pirate_corners(setup, game);
    return vertex_set_has(&corners, vertex) ? REASON_OK : REASON_PIRATE_FAR;
}

/* Whether somebody other than SEAT has a building at HEX. */
static bool place_others_build_at(const struct setup *setup, const struct game *game, unsigned seat,
                                  unsigned hex) {
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned vertex = setup->board.hexes[hex].vertices[i];
        if (game->building[vertex] && game->owner[vertex] != seat)
            return true;
    }
    return false;
}

/* Where editions differ: C-92, C-94. */
static enum reason knight_chase_target(const struct setup *setup, const struct game *game,
                                       unsigned seat, unsigned hex) {
    if (game_is_sea(setup, game, hex)) /* V-69 */
        return setup->rules.options[OPTION_CHASE_TARGET] != CHASE_NEAR_OPPONENT ||
                       pirate_finds_ships(setup, game, seat, hex)
                   ? REASON_OK
                   : REASON_CHASE_SHIP;
    switch (setup->rules.options[OPTION_CHASE_TARGET]) {
    case CHASE_NUMBERED: return game->numbers[hex] ? REASON_OK : REASON_CHASE_NUMBER;
    case CHASE_NEAR_OPPONENT:
        return place_others_build_at(setup, game, seat, hex) ? REASON_OK : REASON_CHASE_OPPONENT;
    default: return REASON_OK;
    }
}

static enum reason knight_chase_legal(const struct setup *setup, const struct game *game,
                                      unsigned seat, const struct action *action) {
    enum reason reason = knight_chase_now(setup, game);
    if (reason == REASON_OK)
        reason = knight_can_act(game, seat, action->vertex);
    if (reason != REASON_OK)
        return reason;
    reason = knight_chase_prey(setup, game, action->vertex, game_is_sea(setup, game, action->hex));
    if (reason != REASON_OK)
        return reason;
    if (action->hex != game->robber && action->hex != game->pirate)
        reason = knight_chase_target(setup, game, seat, action->hex);
    return reason == REASON_OK ? thief_legal(setup, game, seat, action) : reason;
}

/* Keeps, of the entries from FIRST on, those whose target the edition allows. */
static void knight_keep_targets(const struct setup *setup, const struct game *game, unsigned seat,
                                struct move_list *list, size_t first) {
    size_t kept = first;
    for (size_t i = first; i < list->n; i++)
        if (knight_chase_target(setup, game, seat, list->items[i].hex) == REASON_OK)
            list->items[kept++] = list->items[i];
    list->n = kept;
}

/* SEAT's knights in the order in which their chases are listed: those around the robber by the corners of its
 * hex, then the others, who find nothing but a pirate. Returns how many. */
static unsigned knight_chase_order(const struct setup *setup, const struct game *game,
                                   unsigned seat, uint8_t order[KNIGHT_PIECES_MAX]) {
    struct vertex_set others = game->players[seat].knights;
    unsigned n = 0;
    for (unsigned i = 0; i < CORNER_COUNT && game->robber != NONE; i++) {
        unsigned corner = setup->board.hexes[game->robber].vertices[i];
        if (!vertex_set_has(&others, corner))
            continue;
        vertex_set_remove(&others, corner);
        order[n++] = (uint8_t)corner;
    }
    if (setup->rules.sea)
        VERTEX_EACH(&others, v)
            order[n++] = (uint8_t)v;
    return n;
}

static void knight_chase_list(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *blank, struct move_list *list) {
    if (knight_chase_now(setup, game) != REASON_OK ||
        (!setup->rules.sea && game_robber_frozen(setup, game)))
        return;
    uint8_t order[KNIGHT_PIECES_MAX];
    unsigned n = knight_chase_order(setup, game, seat, order);
    for (unsigned i = 0; i < n; i++) {
        unsigned v = order[i];
        struct action chase = *blank;
        size_t first = list->n;
        chase.vertex = (uint8_t)v;
        if (knight_can_act(game, seat, v) != REASON_OK)
            continue;
        if (knight_chase_prey(setup, game, v, false) == REASON_OK)
            robber_list(setup, game, seat, &chase, setup->board.land, list);
        if (setup->rules.sea && knight_chase_prey(setup, game, v, true) == REASON_OK)
            pirate_list(setup, game, seat, &chase, list);
        knight_keep_targets(setup, game, seat, list, first);
    }
}

static void knight_chase_apply(const struct setup *setup, struct game *game,
                               const struct event *event) {
    game->knight[event->action.vertex] =
        (uint8_t)knight_bits_acted(game->knight[event->action.vertex]);
    game->errant_used |= game->step == STEP_BEFORE_ROLL;
    thief_move(setup, game, event);
}

const struct action_rule rule_chase_robber = {
    RULE(FIELDS(FIELD("vertex", FIELD_VERTEX, vertex), FIELD("hex", FIELD_HEX, hex),
                FIELD("victim", FIELD_SEAT_OR_NULL, seat), LOOT_FIELD),
         knight_chase_legal, knight_chase_list, knight_chase_apply),
    .chance = &chance_theft, .givers = givers_victim};
