/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Up to two roads placed free of charge by a card (rules B-71, B-75, C-197). */
#include "engine/internal.h"

/* Whether a road at EDGE would join one just put at FIRST. */
static bool free_roads_join(const struct setup *setup, const struct game *game, unsigned seat,
                            unsigned edge, unsigned first) {
    for (unsigned i = 0; i < 2; i++) {
        unsigned vertex = setup->board.edge[edge].vertices[i];
        const uint8_t *ends = setup->board.edge[first].vertices;
        bool blocked = vertex_set_has(&game->occupied, vertex) && game->owner[vertex] != seat;
        if ((ends[0] == vertex || ends[1] == vertex) && !blocked)
            return true;
    }
    return false;
}

/* Whether there is a piece and a path for it (B-75). */
static bool free_roads_possible(const struct setup *setup, const struct game *game, unsigned seat) {
    struct edge_set edges = place_roads(setup, game, seat);
    return !edge_set_empty(&edges) && game->players[seat].supply[PIECE_ROAD];
}

enum reason free_roads_legal(const struct setup *setup, const struct game *game, unsigned seat,
                             const struct action *action) {
    unsigned first = action->edges[0], second = action->edges[1];
    unsigned pieces = second == NONE ? 1 : 2;
    if (!free_roads_possible(setup, game, seat))
        return REASON_CARD_NO_EFFECT;
    if (game->players[seat].supply[PIECE_ROAD] < pieces)
        return REASON_NO_PIECE;
    enum reason reason = place_road(setup, game, seat, first);
    if (reason != REASON_OK || second == NONE)
        return reason;
    reason = second == first ? REASON_EDGE_TAKEN : place_road(setup, game, seat, second);
    if (reason == REASON_NOT_CONNECTED && free_roads_join(setup, game, seat, second, first))
        reason = REASON_OK;
    return reason;
}

static void free_roads_add(struct move_list *list, const struct action *blank, unsigned first,
                           unsigned second) {
    struct action *action = list_add(list, blank);
    action->edges[0] = (uint8_t)first;
    action->edges[1] = (uint8_t)second;
}

/* Second roads that a road at FIRST makes possible and that were not possible before. */
static struct edge_set free_roads_opened(const struct setup *setup, const struct game *game,
                                         unsigned seat, unsigned first,
                                         const struct edge_set *before) {
    struct edge_set edges = {{0}};
    for (unsigned i = 0; i < 2; i++) {
        const struct vertex *place = &setup->board.vertex[setup->board.edge[first].vertices[i]];
        for (unsigned j = 0; j < place->n_edges; j++) {
            unsigned edge = place->edges[j];
            if (edge != first && !edge_set_has(before, edge) && !edge_set_has(&game->paved, edge) &&
                free_roads_join(setup, game, seat, edge, first))
                edge_set_add(&edges, edge);
        }
    }
    return edges;
}

void free_roads_list(const struct setup *setup, const struct game *game, unsigned seat,
                     const struct action *blank, struct move_list *list) {
    unsigned supply = game->players[seat].supply[PIECE_ROAD];
    if (supply == 0)
        return;
    struct edge_set edges = place_roads(setup, game, seat);
    unsigned n = edge_set_count(&edges);
    if (n * (n + 4) > ROAD_PAIR_MAX) {
        list_add(list, blank)->open = supply < 2 ? 1 : 2;
        return;
    }
    EDGE_EACH(&edges, first) {
        free_roads_add(list, blank, first, NONE);
        if (supply < 2)
            continue;
        EDGE_EACH(&edges, second)
            if (second > first)
                free_roads_add(list, blank, first, second);
        struct edge_set more = free_roads_opened(setup, game, seat, first, &edges);
        EDGE_EACH(&more, second)
            free_roads_add(list, blank, first, second);
    }
}

unsigned free_roads_put(const struct setup *setup, struct game *game, unsigned seat,
                        const struct action *action) {
    unsigned placed = 0;
    for (; placed < 2 && action->edges[placed] != NONE; placed++)
        put_road(setup, game, seat, action->edges[placed]);
    return placed;
}
