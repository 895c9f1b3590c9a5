/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Up to two roads or ships placed free of charge by a card: one is enough, by choice too, with roads and ships alike
 * (rules B-71, B-72, B-75, C-197, S-69, S-70). */
#include "engine/expansion.h"

/* One of them: action.edges has its path, action.seats a bit where it is a ship. */
struct free_piece {
    unsigned edge;
    bool ship;
};

static struct free_piece free_piece_of(const struct action *action, unsigned i) {
    return (struct free_piece){action->edges[i], action->seats >> i & 1};
}

static unsigned free_supply(const struct game *game, unsigned seat, bool ship) {
    return game->players[seat].supply[ship ? PIECE_SHIP : PIECE_ROAD];
}

/* Places for a road, or a SHIP, of SEAT; none without one in the supply. */
static struct edge_set free_places(const struct setup *setup, const struct game *game,
                                   unsigned seat, bool ship) {
    struct edge_set none = {{0}};
    if (!free_supply(game, seat, ship))
        return none;
    return ship ? setup->paths->places(setup, game, seat, &game->players[seat].moored)
                : place_roads(setup, game, seat);
}

static enum reason free_piece_legal(const struct setup *setup, const struct game *game,
                                    unsigned seat, struct free_piece piece) {
    return piece.ship
               ? setup->paths->place(setup, game, seat, piece.edge, &game->players[seat].moored)
               : place_road(setup, game, seat, piece.edge);
}

/* Why PIECE cannot continue from FIRST, just placed: APART where they do not meet. */
static enum reason free_pieces_joint(const struct setup *setup, const struct game *game,
                                     unsigned seat, struct free_piece piece,
                                     struct free_piece first, enum reason apart) {
    const uint8_t *ends = setup->board.edge[first.edge].vertices;
    for (unsigned i = 0; i < 2; i++) {
        unsigned vertex = setup->board.edge[piece.edge].vertices[i];
        if (ends[0] != vertex && ends[1] != vertex)
            continue;
        if (piece.ship == first.ship)
            return place_blocked(game, seat, vertex, piece.ship);
        return piece.ship ? apart : REASON_ROAD_SHIP;
    }
    return apart;
}

/* Whether REASON means that no line of the player leads there. */
static bool free_piece_apart(enum reason reason) {
    switch (reason) {
    case REASON_NOT_CONNECTED:
    case REASON_ROAD_SETTLED:
    case REASON_ROAD_KNIGHT:
    case REASON_ROAD_SHIP:
    case REASON_SHIP_NOT_CONNECTED:
    case REASON_SHIP_SETTLED:
    case REASON_SHIP_KNIGHT: return true;
    default: return false;
    }
}

/* Where SEAT's ships end once FIRST is placed: along a lane the next ship continues from there (S-127). */
static struct vertex_set free_moored_after(const struct setup *setup, const struct game *game,
                                           unsigned seat, struct free_piece first) {
    struct vertex_set moored = game->players[seat].moored;
    vertex_set_add(&moored, setup->board.edge[first.edge].vertices[0]);
    vertex_set_add(&moored, setup->board.edge[first.edge].vertices[1]);
    return moored;
}

static bool free_pieces_in_lane(const struct setup *setup, struct free_piece piece,
                                struct free_piece first) {
    return piece.ship && first.ship && setup->paths->in_line(setup);
}

/* Why SEAT may not put SECOND after FIRST. */
static enum reason free_second_legal(const struct setup *setup, const struct game *game,
                                     unsigned seat, struct free_piece second,
                                     struct free_piece first) {
    if (second.edge == first.edge)
        return first.ship || second.ship ? REASON_PATH_TAKEN : REASON_EDGE_TAKEN;
    if (free_pieces_in_lane(setup, second, first)) {
        struct vertex_set moored = free_moored_after(setup, game, seat, first);
        return setup->paths->place(setup, game, seat, second.edge, &moored);
    }
    enum reason reason = free_piece_legal(setup, game, seat, second);
    return free_piece_apart(reason) ? free_pieces_joint(setup, game, seat, second, first, reason)
                                    : reason;
}

enum reason free_roads_legal(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *action) {
    struct free_piece first = free_piece_of(action, 0), second = free_piece_of(action, 1);
    unsigned pieces = action->edges[1] == NONE ? 1 : 2, ships = first.ship;
    struct edge_set roads_to = free_places(setup, game, seat, false);
    struct edge_set ships_to = free_places(setup, game, seat, true);
    if (edge_set_empty(&roads_to) && edge_set_empty(&ships_to)) /* B-75 */
        return REASON_CARD_NO_EFFECT;
    ships += pieces == 2 && second.ship;
    if (free_supply(game, seat, false) < pieces - ships || free_supply(game, seat, true) < ships)
        return REASON_NO_PIECE;
    enum reason reason = free_piece_legal(setup, game, seat, first);
    if (reason != REASON_OK || pieces == 1)
        return reason;
    return free_second_legal(setup, game, seat, second, first);
}

static void free_pieces_add(struct move_list *list, const struct action *blank,
                            struct free_piece first, struct free_piece second) {
    struct action *action = list_add(list, blank);
    action->edges[0] = (uint8_t)first.edge;
    action->edges[1] = (uint8_t)second.edge;
    action->seats = (uint8_t)(first.ship | second.ship << 1);
}

/* Whether a second piece of the kind can follow FIRST out of the supply. */
static bool free_second_left(const struct game *game, unsigned seat, struct free_piece first,
                             bool ship) {
    return free_supply(game, seat, ship) > (unsigned)(first.ship == ship);
}

/* Places for a second piece that a piece at FIRST opens and that were not open BEFORE. */
static struct edge_set free_places_opened(const struct setup *setup, const struct game *game,
                                          unsigned seat, struct free_piece first,
                                          const struct edge_set *before) {
    const struct edge_set *paths = first.ship ? &game->ship_paths : &game->road_paths;
    struct edge_set edges = {{0}};
    if (free_pieces_in_lane(setup, first, first)) {
        struct vertex_set moored = free_moored_after(setup, game, seat, first);
        return setup->paths->places(setup, game, seat, &moored);
    }
    for (unsigned i = 0; i < 2; i++) {
        const struct vertex *place =
            &setup->board.vertex[setup->board.edge[first.edge].vertices[i]];
        for (unsigned j = 0; j < place->n_edges; j++) {
            struct free_piece next = {place->edges[j], first.ship};
            if (next.edge != first.edge && !edge_set_has(before, next.edge) &&
                !edge_set_has(&game->paved, next.edge) && edge_set_has(paths, next.edge) &&
                !(next.ship && setup->paths->barred(setup, game, next.edge)) &&
                free_pieces_joint(setup, game, seat, next, first, REASON_NOT_CONNECTED) ==
                    REASON_OK)
                edge_set_add(&edges, next.edge);
        }
    }
    return edges;
}

/* FIRST alone, and with every second piece: those behind it in the order of roads, then ships, by
 * their paths, and those that it opens. */
static void free_pieces_list(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *blank, struct free_piece first,
                             const struct edge_set places[2], struct move_list *list) {
    free_pieces_add(list, blank, first, (struct free_piece){NONE, false});
    for (unsigned ship = first.ship; ship < 2; ship++) {
        if (!free_second_left(game, seat, first, ship) ||
            free_pieces_in_lane(setup, (struct free_piece){NONE, ship}, first))
            continue;
        EDGE_EACH(&places[ship], edge)
            if (ship != first.ship ? edge != first.edge : edge > first.edge)
                free_pieces_add(list, blank, first, (struct free_piece){edge, ship});
    }
    if (!free_second_left(game, seat, first, first.ship))
        return;
    struct edge_set more = free_places_opened(setup, game, seat, first, &places[first.ship]);
    EDGE_EACH(&more, edge)
        free_pieces_add(list, blank, first, (struct free_piece){edge, first.ship});
}

void free_roads_list(const struct setup *setup, const struct game *game, unsigned seat,
                     const struct action *blank, struct move_list *list) {
    struct edge_set places[2] = {free_places(setup, game, seat, false),
                                 free_places(setup, game, seat, true)};
    unsigned n = edge_set_count(&places[0]) + edge_set_count(&places[1]);
    unsigned supply = free_supply(game, seat, false) + free_supply(game, seat, true);
    if (n * (n + 4) > ROAD_PAIR_MAX) {
        list_add(list, blank)->open = supply < 2 ? 1 : 2;
        return;
    }
    for (unsigned ship = 0; ship < 2; ship++)
        EDGE_EACH(&places[ship], edge)
            free_pieces_list(setup, game, seat, blank, (struct free_piece){edge, ship}, places,
                             list);
}

unsigned free_roads_put(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action) {
    unsigned placed = 0;
    for (; placed < 2 && action->edges[placed] != NONE; placed++) {
        struct free_piece piece = free_piece_of(action, placed);
        if (piece.ship) {
            setup->paths->put(setup, game, seat, piece.edge);
        } else {
            put_road(setup, game, seat, piece.edge);
        }
    }
    return placed;
}
