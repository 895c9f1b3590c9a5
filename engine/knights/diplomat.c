/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The Diplomat: removes an open road or ship; the player's own can be placed elsewhere (rules C-226 to
 * C-231, C-248, V-53, V-81 to V-83). */
#include "engine/knights/internal.h"
#include "engine/ships.h"

/* Whether OWNER has nothing at VERTEX but the road that ends there; where the older printing is played
 * a ship counts, too (V-83). */
static bool diplomat_end_open(const struct setup *setup, const struct game *game, unsigned owner,
                              unsigned vertex) {
    bool any_piece = setup->rules.options[OPTION_SHIP_END] == SHIP_END_ANY_PIECE;
    return place_roads_at(setup, game, owner, vertex) == 1 &&
           !(vertex_set_has(&game->occupied, vertex) && game->owner[vertex] == owner) &&
           !(any_piece && place_ships_at(setup, game, owner, vertex));
}

/* Whether a knight at VERTEX would be left without a road or ship of its color (C-248, V-53). Each of those leads
 * to a building over others of its kind, and never over an open end: so a knight that keeps one keeps its
 * line. */
static bool diplomat_strands(const struct setup *setup, const struct game *game, unsigned owner,
                             unsigned vertex) {
    return vertex_set_has(&game->players[owner].knights, vertex) &&
           place_roads_at(setup, game, owner, vertex) +
                   place_ships_at(setup, game, owner, vertex) ==
               1;
}

/* Why the road or ship at EDGE may not be taken away. */
static enum reason diplomat_removable(const struct setup *setup, const struct game *game,
                                      unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    unsigned owner = game->road_owner[edge];
    if (!edge_set_has(&game->paved, edge))
        return REASON_NO_ROAD_ON_PATH;
    bool open = edge_set_has(&game->players[owner].ships, edge)
                    ? ship_lies_open(setup, game, owner, edge)
                    : diplomat_end_open(setup, game, owner, ends[0]) ||
                          diplomat_end_open(setup, game, owner, ends[1]);
    if (!open)
        return REASON_ROAD_NOT_OPEN;
    bool strands = diplomat_strands(setup, game, owner, ends[0]) ||
                   diplomat_strands(setup, game, owner, ends[1]);
    return strands ? REASON_KNIGHT_WITHOUT_ROAD : REASON_OK;
}

/* Whether SEAT can continue building from VERTEX once its road at GONE is away. */
static bool diplomat_supported(const struct setup *setup, const struct game *game, unsigned seat,
                               unsigned vertex, unsigned gone) {
    const uint8_t *ends = setup->board.edge[gone].vertices;
    if (!place_supported(game, seat, vertex))
        return false;
    return (vertex != ends[0] && vertex != ends[1]) ||
           place_roads_at(setup, game, seat, vertex) > 1 ||
           (vertex_set_has(&game->built, vertex) && game->owner[vertex] == seat) ||
           vertex_set_has(&game->players[seat].knights, vertex);
}

/* The normal rules of placing hold, after the removal (C-226, V-82). */
static enum reason diplomat_placeable(const struct setup *setup, const struct game *game,
                                      unsigned seat, unsigned from, unsigned to) {
    const uint8_t *ends = setup->board.edge[to].vertices;
    if (game->road_owner[from] != seat)
        return REASON_ROAD_NOT_OWN;
    if (to == from)
        return REASON_SAME_PATH;
    if (edge_set_has(&game->players[seat].ships, from)) {
        struct vertex_set moored = ship_moored_without(setup, game, seat, from);
        return place_ship(setup, game, seat, to, &moored);
    }
    if (edge_set_has(&game->paved, to))
        return place_path_taken(game, to);
    if (!edge_set_has(&game->road_paths, to))
        return REASON_SEA_PATH;
    return diplomat_supported(setup, game, seat, ends[0], from) ||
                   diplomat_supported(setup, game, seat, ends[1], from)
               ? REASON_OK
               : place_road_apart(setup, game, seat, to, from);
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
    struct edge_set roads = place_roads(setup, game, seat); /* a removal opens no further path */
    struct edge_set ships = roads;
    if (setup->rules.sea)
        ships = place_ships(setup, game, seat, &game->players[seat].moored);
    EDGE_EACH(&game->paved, edge) {
        const struct edge_set *places =
            edge_set_has(&game->players[seat].ships, edge) ? &ships : &roads;
        move.edges[0] = (uint8_t)edge;
        move.edges[1] = NONE;
        if (diplomat_removable(setup, game, edge) != REASON_OK)
            continue;
        list_add(list, &move);
        if (game->road_owner[edge] != seat)
            continue;
        EDGE_EACH(places, to) { /* its removal is known to be legal */
            if (diplomat_placeable(setup, game, seat, edge, to) == REASON_OK)
                list_add(list, &move)->edges[1] = (uint8_t)to;
        }
    }
}

/* The special card is checked at the end, as removing and placing again are one step (C-154). */
void diplomat_apply(const struct setup *setup, struct game *game, const struct event *event) {
    unsigned from = event->action.edges[0], to = event->action.edges[1];
    unsigned owner = game->road_owner[from];
    if (edge_set_has(&game->players[owner].ships, from)) {
        remove_ship(setup, game, owner, from);
        if (to != NONE) {
            put_ship(setup, game, event->player, to);
            edge_set_add(&game->ships_new, to);
        }
    } else {
        remove_road(setup, game, owner, from);
        if (to != NONE)
            put_road(setup, game, event->player, to);
    }
    award_check(setup, game, AWARD_LONGEST_ROAD);
}
