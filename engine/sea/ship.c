/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Ships: building them, which of them may be moved, and moving them (rules S-03 to S-29). */
#include "engine/sea/sea.h"

/* ---- where ships go ---- */

/* Whether SEAT, whose ships end at MOORED, can go on with ships from VERTEX (S-12, S-13). */
static bool ship_supported(const struct game *game, unsigned seat, unsigned vertex,
                           const struct vertex_set *moored) {
    if (vertex_set_has(&game->occupied, vertex) && game->owner[vertex] != seat)
        return false;
    return vertex_set_has(moored, vertex) || vertex_set_has(&game->built, vertex);
}

/* Why no ship of SEAT, whose ships end at MOORED, goes on to a path between ENDS. */
static enum reason ship_apart(const struct game *game, unsigned seat, const uint8_t ends[2],
                              const struct vertex_set *moored) {
    for (unsigned end = 0; end < 2; end++) {
        enum reason blocked = place_blocked(game, seat, ends[end], true);
        if (vertex_set_has(moored, ends[end]) && blocked != REASON_OK)
            return blocked;
    }
    return REASON_SHIP_NOT_CONNECTED;
}

static enum reason ship_barred(const struct setup *setup) {
    return setup->rules.fleet ? REASON_FLEET_THERE : REASON_PIRATE_THERE;
}

enum reason place_ship(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned edge, const struct vertex_set *moored) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    if (edge_set_has(&game->paved, edge))
        return REASON_PATH_TAKEN;
    if (!edge_set_has(&game->ship_paths, edge))
        return REASON_LAND_PATH;
    if (pirate_bars(setup, game, edge))
        return ship_barred(setup);
    if (setup->board.n_lanes) {
        struct edge_set next = lane_next(setup, game, seat, moored);
        return edge_set_has(&next, edge) ? REASON_OK : REASON_NOT_ON_LANE;
    }
    return ship_supported(game, seat, ends[0], moored) ||
                   ship_supported(game, seat, ends[1], moored)
               ? REASON_OK
               : ship_apart(game, seat, ends, moored);
}

struct edge_set place_ships(const struct setup *setup, const struct game *game, unsigned seat,
                            const struct vertex_set *moored) {
    const struct player *player = &game->players[seat];
    struct vertex_set support = vertex_set_union(player->settlements, player->cities);
    struct edge_set edges = {{0}};
    support = vertex_set_union(support, *moored);
    if (setup->board.n_lanes) {
        edges = lane_next(setup, game, seat, moored);
        memset(&support, 0, sizeof support);
    }
    VERTEX_EACH(&support, v) {
        const struct vertex *vertex = &setup->board.vertex[v];
        if (!ship_supported(game, seat, v, moored))
            continue;
        for (unsigned i = 0; i < vertex->n_edges; i++)
            edge_set_add(&edges, vertex->edges[i]);
    }
    for (unsigned w = 0; w < EDGE_WORDS; w++)
        edges.w[w] &= game->ship_paths.w[w] & ~game->paved.w[w];
    for (unsigned i = 0; i < SIDE_COUNT && game->pirate != NONE; i++)
        if (setup->board.hexes[game->pirate].edges[i] != NONE)
            edge_set_remove(&edges, setup->board.hexes[game->pirate].edges[i]);
    return edges;
}

void mark_ship(const struct setup *setup, struct game *game, unsigned seat, unsigned edge) {
    struct player *player = &game->players[seat];
    edge_set_add(&player->ships, edge);
    edge_set_add(&game->paved, edge);
    vertex_set_add(&player->moored, setup->board.edge[edge].vertices[0]);
    vertex_set_add(&player->moored, setup->board.edge[edge].vertices[1]);
    game->road_owner[edge] = (uint8_t)seat;
}

void put_ship(const struct setup *setup, struct game *game, unsigned seat, unsigned edge) {
    struct player *player = &game->players[seat];
    assert(player->supply[PIECE_SHIP] > 0 && !edge_set_has(&game->paved, edge));
    player->supply[PIECE_SHIP]--;
    mark_ship(setup, game, seat, edge);
    line_extended(setup, game, seat, edge);
}

struct vertex_set ship_moored_without(const struct setup *setup, const struct game *game,
                                      unsigned seat, unsigned edge) {
    struct vertex_set moored = game->players[seat].moored;
    for (unsigned end = 0; end < 2; end++) {
        unsigned vertex = setup->board.edge[edge].vertices[end];
        if (place_ships_at(setup, game, seat, vertex) == 1)
            vertex_set_remove(&moored, vertex);
    }
    return moored;
}

static void unmark_ship(const struct setup *setup, struct game *game, unsigned seat,
                        unsigned edge) {
    struct player *player = &game->players[seat];
    player->moored = ship_moored_without(setup, game, seat, edge);
    edge_set_remove(&player->ships, edge);
    edge_set_remove(&game->ships_new, edge);
    edge_set_remove(&game->paved, edge);
    game->road_owner[edge] = 0;
}

void remove_ship(const struct setup *setup, struct game *game, unsigned seat, unsigned edge) {
    unmark_ship(setup, game, seat, edge);
    game->players[seat].supply[PIECE_SHIP]++;
    game->players[seat].road_length = (uint8_t)game_longest_road(setup, game, seat);
}

/* ---- building ---- */

static enum reason ship_setup_legal(const struct setup *setup, const struct game *game,
                                    unsigned vertex, unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    if (setup->board.n_lanes)
        return REASON_SETUP_SHIP;
    if (edge_set_has(&game->paved, edge))
        return REASON_PATH_TAKEN;
    if (!edge_set_has(&game->ship_paths, edge))
        return REASON_LAND_PATH;
    if (pirate_bars(setup, game, edge))
        return REASON_PIRATE_THERE; /* S-75 */
    return ends[0] == vertex || ends[1] == vertex ? REASON_OK : REASON_SHIP_NOT_AT_SETTLEMENT;
}

static enum reason ship_legal(const struct setup *setup, const struct game *game, unsigned seat,
                              const struct action *action) {
    unsigned edge = action->edges[0];
    if (game->phase == PHASE_SETUP)
        return ship_setup_legal(setup, game, game_decision(game, seat)->vertex, edge);
    enum reason reason = place_ship(setup, game, seat, edge, &game->players[seat].moored);
    return reason == REASON_OK ? piece_can_buy(game, seat, PIECE_SHIP) : reason;
}

static void ship_list(const struct setup *setup, const struct game *game, unsigned seat,
                      const struct action *blank, struct move_list *list) {
    if (game->phase == PHASE_SETUP) {
        unsigned vertex = game_decision(game, seat)->vertex;
        const struct vertex *place = &setup->board.vertex[vertex];
        for (unsigned i = 0; i < place->n_edges; i++)
            if (ship_setup_legal(setup, game, vertex, place->edges[i]) == REASON_OK)
                list_add(list, blank)->edges[0] = place->edges[i];
    } else if (piece_can_buy(game, seat, PIECE_SHIP) == REASON_OK) {
        struct edge_set edges = place_ships(setup, game, seat, &game->players[seat].moored);
        EDGE_EACH(&edges, e)
            list_add(list, blank)->edges[0] = (uint8_t)e;
    }
}

static void ship_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned seat = event->player, edge = event->action.edges[0];
    if (game->phase == PHASE_SETUP) {
        put_ship(setup, game, seat, edge);
        game->setup_done++;
        return;
    }
    piece_pay(setup, game, seat, PIECE_SHIP);
    put_ship(setup, game, seat, edge);
    edge_set_add(&game->ships_new, edge);
}

const struct action_rule rule_build_ship = {
    RULE(FIELDS(FIELD("edge", FIELD_EDGE, edges)), ship_legal, ship_list, ship_apply),
    .price = &piece_cost[PIECE_SHIP], .flags = ACTION_DISCOVERS};

/* ---- closed and open ships ---- */

/* A building or, by V-50, a knight of its owner; a village is one of everybody's (S-115). */
static bool ship_own_post(const struct setup *setup, const struct game *game, unsigned seat,
                          unsigned vertex) {
    return (vertex_set_has(&game->occupied, vertex) && game->owner[vertex] == seat) ||
           vertex_set_has(&setup->board.marked[MARK_VILLAGE], vertex);
}

/* A search along one color's ships, from both ends of one of them. */
struct line {
    const struct setup *setup;
    const struct game *game;
    unsigned seat;
    struct vertex_set passed; /* what the line has passed */
    unsigned other_end;       /* where the second half begins; NONE: this is the second half */
};

/* Whether the line gets from VERTEX to a building of its owner, and then from its other end to
 * another, passing no intersection twice (S-19). Lines are short, so every route is tried. */
static bool line_joins(struct line *line, unsigned vertex) {
    const struct vertex *place = &line->setup->board.vertex[vertex];
    bool joined = false;
    vertex_set_add(&line->passed, vertex);
    if (ship_own_post(line->setup, line->game, line->seat, vertex)) {
        struct line rest = *line;
        rest.other_end = NONE;
        joined = line->other_end == NONE || line_joins(&rest, line->other_end);
    }
    for (unsigned i = 0; i < place->n_edges && !joined; i++)
        if (edge_set_has(&line->game->players[line->seat].ships, place->edges[i]) &&
            !vertex_set_has(&line->passed, place->neighbors[i]))
            joined = line_joins(line, place->neighbors[i]);
    vertex_set_remove(&line->passed, vertex);
    return joined;
}

bool game_ship_closed(const struct setup *setup, const struct game *game, unsigned seat,
                      unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    struct line line = {.setup = setup, .game = game, .seat = seat, .other_end = ends[1]};
    vertex_set_add(&line.passed, ends[1]); /* the first half may not pass the second's start */
    return line_joins(&line, ends[0]);
}

/* S-23: no other ship and no building of its owner there; by the older printing no road either. */
static bool ship_end_open(const struct setup *setup, const struct game *game, unsigned seat,
                          unsigned vertex) {
    bool any_piece = setup->rules.options[OPTION_SHIP_END] == SHIP_END_ANY_PIECE;
    return place_ships_at(setup, game, seat, vertex) == 1 &&
           !ship_own_post(setup, game, seat, vertex) &&
           !(any_piece && place_roads_at(setup, game, seat, vertex));
}

/* S-25: whether the ship lies on a ring with no building, or with one at an end of the ship. */
static bool ship_on_ring(const struct setup *setup, const struct game *game, unsigned seat,
                         unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    struct vertex_set seen = {{0}};
    uint8_t stack[VERTEX_MAX];
    unsigned n = 0;
    if (ship_own_post(setup, game, seat, ends[0]) && ship_own_post(setup, game, seat, ends[1]))
        return false;
    stack[n++] = ends[0];
    vertex_set_add(&seen, ends[0]);
    while (n) {
        const struct vertex *place = &setup->board.vertex[stack[--n]];
        for (unsigned i = 0; i < place->n_edges; i++) {
            unsigned next = place->neighbors[i];
            if (place->edges[i] == edge || vertex_set_has(&seen, next) ||
                !edge_set_has(&game->players[seat].ships, place->edges[i]))
                continue;
            if (next == ends[1])
                return true;
            vertex_set_add(&seen, next);
            if (!ship_own_post(setup, game, seat, next))
                stack[n++] = (uint8_t)next;
        }
    }
    return false;
}

/* A ship with an open end is not closed either: no line continues from there. */
static bool ship_ends_open(const struct setup *setup, const struct game *game, unsigned seat,
                           unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    return ship_end_open(setup, game, seat, ends[0]) || ship_end_open(setup, game, seat, ends[1]);
}

bool ship_lies_open(const struct setup *setup, const struct game *game, unsigned seat,
                    unsigned edge) {
    return ship_ends_open(setup, game, seat, edge) || ship_on_ring(setup, game, seat, edge);
}

/* ---- moving ---- */

/* Why SEAT may not take up its ship at EDGE (S-22 to S-25). This never cuts off a knight (V-53): a knight closes
 * the end where it stands (V-50), and no ship's only way to a building leads over an open end. */
static enum reason ship_can_move(const struct setup *setup, const struct game *game, unsigned seat,
                                 unsigned edge) {
    if (!edge_set_has(&game->players[seat].ships, edge))
        return REASON_NO_OWN_SHIP;
    if (game->ship_moved)
        return REASON_SHIP_MOVED;
    if (edge_set_has(&game->ships_new, edge))
        return REASON_SHIP_NEW;
    if (pirate_bars(setup, game, edge))
        return ship_barred(setup);
    if (!ship_ends_open(setup, game, seat, edge)) {
        if (!ship_on_ring(setup, game, seat, edge))
            return REASON_SHIP_NOT_OPEN;
        if (game_ship_closed(setup, game, seat, edge))
            return REASON_SHIP_CLOSED;
    }
    return REASON_OK;
}

static enum reason ship_move_legal(const struct setup *setup, const struct game *game,
                                   unsigned seat, const struct action *action) {
    unsigned from = action->edges[0], to = action->edges[1];
    enum reason reason = ship_can_move(setup, game, seat, from);
    if (reason != REASON_OK)
        return reason;
    if (from == to)
        return REASON_SHIP_STAYS;
    struct vertex_set moored = ship_moored_without(setup, game, seat, from);
    return place_ship(setup, game, seat, to, &moored);
}

/* Whether SEAT's ships close any ring: then some ship's ends are connected without it. */
static bool ships_ring(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    uint8_t parent[VERTEX_MAX]; /* in a forest of connected vertices; a root is its own parent */
    VERTEX_EACH(&player->moored, v)
        parent[v] = (uint8_t)v;
    EDGE_EACH(&player->ships, edge) {
        unsigned a = setup->board.edge[edge].vertices[0], b = setup->board.edge[edge].vertices[1];
        while (parent[a] != a)
            a = parent[a];
        while (parent[b] != b)
            b = parent[b];
        if (a == b)
            return true;
        parent[a] = (uint8_t)b;
    }
    return false;
}

static void ship_move_list(const struct setup *setup, const struct game *game, unsigned seat,
                           const struct action *blank, struct move_list *list) {
    if (game->ship_moved)
        return;
    const bool ring = ships_ring(setup, game, seat); /* rarely; if not, no ship is tested */
    EDGE_EACH(&game->players[seat].ships, from) {
        if ((!ring && !ship_ends_open(setup, game, seat, from)) ||
            ship_can_move(setup, game, seat, from) != REASON_OK)
            continue;
        struct vertex_set moored = ship_moored_without(setup, game, seat, from);
        struct edge_set places = place_ships(setup, game, seat, &moored);
        EDGE_EACH(&places, to) {
            struct action *action = list_add(list, blank);
            action->edges[0] = (uint8_t)from;
            action->edges[1] = (uint8_t)to;
        }
    }
}

/* Removal and placement are one step (S-34): the lines are measured once, afterwards. A line that
 * does not pass the ship's new place is no longer than before, so the search stops at the former
 * length. */
static void ship_move_apply(const struct setup *setup, struct game *game,
                            const struct event *event) {
    unsigned seat = event->player, from = event->action.edges[0], to = event->action.edges[1];
    struct player *player = &game->players[seat];
    unsigned before = player->road_length;
    bool passed = road_length_through(setup, game, seat, from) == before;
    unmark_ship(setup, game, seat, from);
    mark_ship(setup, game, seat, to);
    unsigned length = road_length_through(setup, game, seat, to);
    if (length < before)
        length = passed ? road_length_within(setup, game, seat, before) : before;
    player->road_length = (uint8_t)length;
    award_check(setup, game, AWARD_LONGEST_ROAD); /* S-33 */
    game->ship_moved = true;
    turn_built(setup, game); /* S-18 */
}

const struct action_rule rule_move_ship = {
    RULE(FIELDS(FIELD("from", FIELD_EDGE, edges[0]), FIELD("to", FIELD_EDGE, edges[1])),
         ship_move_legal, ship_move_list, ship_move_apply),
    .flags = ACTION_DISCOVERS};

/* ---- ships placed free of charge ---- */

/* S-22: free ships are new as well. */
static void ship_put_free(const struct setup *setup, struct game *game, unsigned seat,
                          unsigned edge) {
    put_ship(setup, game, seat, edge);
    edge_set_add(&game->ships_new, edge);
}

bool game_ships_in_line(const struct setup *setup) {
    return setup->board.n_lanes > 0; /* S-127 */
}

const struct path_rule path_ships = {.place = place_ship,
                                     .places = place_ships,
                                     .put = ship_put_free,
                                     .barred = pirate_bars,
                                     .in_line = game_ships_in_line};
