/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Where pieces may stand, and putting them there. */
#include "engine/internal.h"

bool place_supported(const struct game *game, unsigned seat, unsigned vertex) {
    if (vertex_set_has(&game->built, vertex))
        return game->owner[vertex] == seat;
    return vertex_set_has(&game->players[seat].touched, vertex);
}

struct vertex_set place_support(const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    struct vertex_set support;
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        support.w[w] = (player->touched.w[w] & ~game->built.w[w]) | player->settlements.w[w] |
                       player->cities.w[w];
    return support;
}

enum reason place_road(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    if (edge_set_has(&game->paved, edge))
        return REASON_EDGE_TAKEN;
    return place_supported(game, seat, ends[0]) || place_supported(game, seat, ends[1])
               ? REASON_OK
               : REASON_NOT_CONNECTED;
}

struct edge_set place_roads(const struct setup *setup, const struct game *game, unsigned seat) {
    struct vertex_set support = place_support(game, seat);
    struct edge_set edges = {{0}};
    VERTEX_EACH(&support, v) {
        const struct vertex *vertex = &setup->board.vertex[v];
        for (unsigned i = 0; i < vertex->n_edges; i++)
            edge_set_add(&edges, vertex->edges[i]);
    }
    for (unsigned w = 0; w < EDGE_WORDS; w++)
        edges.w[w] &= ~game->paved.w[w];
    return edges;
}

static enum reason vertex_free(const struct game *game, unsigned vertex) {
    if (vertex_set_has(&game->built, vertex))
        return REASON_VERTEX_TAKEN;
    return vertex_set_has(&game->near, vertex) ? REASON_TOO_CLOSE : REASON_OK;
}

enum reason place_settlement(const struct game *game, unsigned seat, unsigned vertex) {
    enum reason reason = vertex_free(game, vertex);
    if (reason == REASON_OK && game->phase != PHASE_SETUP &&
        !vertex_set_has(&game->players[seat].touched, vertex))
        return REASON_NO_ROAD_THERE;
    return reason;
}

struct vertex_set place_settlements(const struct game *game, unsigned seat) {
    struct vertex_set places = game->players[seat].touched;
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        places.w[w] &= ~game->near.w[w];
    return places;
}

void mark_building(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex,
                   enum building building) {
    struct player *player = &game->players[seat];
    const struct vertex *place = &setup->board.vertex[vertex];
    vertex_set_remove(&player->settlements, vertex);
    vertex_set_add(building == BUILDING_CITY ? &player->cities : &player->settlements, vertex);
    vertex_set_add(&game->built, vertex);
    vertex_set_add(&game->near, vertex);
    for (unsigned i = 0; i < place->n_edges; i++)
        vertex_set_add(&game->near, place->neighbors[i]);
    game->building[vertex] = (uint8_t)building;
    game->owner[vertex] = (uint8_t)seat;
    player->harbors |= place->harbors;
}

void mark_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge) {
    struct player *player = &game->players[seat];
    edge_set_add(&player->roads, edge);
    edge_set_add(&game->paved, edge);
    vertex_set_add(&player->touched, setup->board.edge[edge].vertices[0]);
    vertex_set_add(&player->touched, setup->board.edge[edge].vertices[1]);
    game->road_owner[edge] = (uint8_t)seat;
}

void put_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge) {
    struct player *player = &game->players[seat];
    assert(player->supply[PIECE_ROAD] > 0 && !edge_set_has(&game->paved, edge));
    player->supply[PIECE_ROAD]--;
    mark_road(setup, game, seat, edge);
    unsigned length = road_through(setup, game, seat, edge);
    if (length > player->road_length) {
        player->road_length = (uint8_t)length;
        if (length >= setup->rules.road_card_min)
            road_card_check(setup, game);
    }
}

/* Whether a new building at VERTEX may shorten a line of SEAT: two of its roads meet there. */
static bool line_passes(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned vertex) {
    const struct vertex *place = &setup->board.vertex[vertex];
    unsigned own = 0;
    for (unsigned i = 0; i < place->n_edges; i++)
        own += edge_set_has(&game->players[seat].roads, place->edges[i]);
    return own >= 2;
}

void put_settlement(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex) {
    struct player *player = &game->players[seat];
    bool cut = false;
    assert(player->supply[PIECE_SETTLEMENT] > 0 && !vertex_set_has(&game->near, vertex));
    player->supply[PIECE_SETTLEMENT]--;
    mark_building(setup, game, seat, vertex, BUILDING_SETTLEMENT);
    for (unsigned other = 0; other < setup->rules.colors; other++)
        if (other != seat && line_passes(setup, game, other, vertex)) {
            game->players[other].road_length = (uint8_t)game_longest_road(setup, game, other);
            cut = true;
        }
    if (cut)
        road_card_check(setup, game);
    if (setup->rules.tokens_max)
        tokens_for_settlement(setup, game, seat, vertex);
}

void put_city(struct game *game, unsigned seat, unsigned vertex) {
    struct player *player = &game->players[seat];
    assert(game->building[vertex] == BUILDING_SETTLEMENT && player->supply[PIECE_CITY] > 0);
    player->supply[PIECE_CITY]--;
    player->supply[PIECE_SETTLEMENT]++; /* B-64 */
    vertex_set_remove(&player->settlements, vertex);
    vertex_set_add(&player->cities, vertex);
    game->building[vertex] = BUILDING_CITY;
}
