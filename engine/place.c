/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Where pieces are allowed to stand, and putting them there. */
#include "engine/expansion.h"

bool place_supported(const struct game *game, unsigned seat, unsigned vertex) {
    if (vertex_set_has(&game->occupied, vertex) && game->owner[vertex] != seat)
        return false; /* an opponent's knight blocks as well (C-75) */
    return vertex_set_has(&game->players[seat].touched, vertex) ||
           vertex_set_has(&game->built, vertex);
}

/* Vertices from which SEAT can continue its roads (B-61). */
static struct vertex_set place_support(const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    struct vertex_set support;
    for (unsigned w = 0; w < VERTEX_WORDS; w++)
        support.w[w] = (player->touched.w[w] & (player->knights.w[w] | ~game->occupied.w[w])) |
                       player->settlements.w[w] | player->cities.w[w];
    return support;
}

bool place_builds_at(const struct setup *setup, const struct game *game, unsigned seat,
                     unsigned hex) {
    for (unsigned i = 0; i < CORNER_COUNT; i++) {
        unsigned vertex = setup->board.hexes[hex].vertices[i];
        if (game->building[vertex] && game->owner[vertex] == seat)
            return true;
    }
    return false;
}

struct hex_set place_hexes_built(const struct setup *setup, const struct game *game,
                                 unsigned seat) {
    const struct player *player = &game->players[seat];
    struct vertex_set buildings = vertex_set_union(player->settlements, player->cities);
    struct hex_set hexes = {{0}};
    VERTEX_EACH(&buildings, v)
        for (unsigned i = 0; i < 3; i++)
            if (setup->board.vertex[v].hexes[i] != NONE)
                hex_set_add(&hexes, setup->board.vertex[v].hexes[i]);
    return hexes;
}

enum reason place_blocked(const struct game *game, unsigned seat, unsigned vertex, bool ship) {
    if (!vertex_set_has(&game->occupied, vertex) || game->owner[vertex] == seat)
        return REASON_OK;
    if (vertex_set_has(&game->built, vertex))
        return ship ? REASON_SHIP_SETTLED : REASON_ROAD_SETTLED;
    return ship ? REASON_SHIP_KNIGHT : REASON_ROAD_KNIGHT;
}

enum reason place_road_apart(const struct setup *setup, const struct game *game, unsigned seat,
                             unsigned edge, unsigned gone) {
    enum reason reason = REASON_NOT_CONNECTED;
    for (unsigned end = 0; end < 2; end++) {
        unsigned vertex = setup->board.edge[edge].vertices[end];
        unsigned roads = place_roads_at(setup, game, seat, vertex);
        enum reason blocked = place_blocked(game, seat, vertex, false);
        if (gone != NONE)
            roads -= setup->board.edge[gone].vertices[0] == vertex ||
                     setup->board.edge[gone].vertices[1] == vertex;
        if (roads && blocked != REASON_OK)
            return blocked;
        if (vertex_set_has(&game->players[seat].moored, vertex))
            reason = REASON_ROAD_SHIP;
    }
    return reason;
}

enum reason place_path_taken(const struct game *game, unsigned edge) {
    bool ship = edge_set_has(&game->players[game->road_owner[edge]].ships, edge);
    return ship ? REASON_PATH_TAKEN : REASON_EDGE_TAKEN;
}

/* Why a path never takes a road. */
static enum reason place_road_barred(const struct setup *setup, unsigned edge) {
    HOOK_EACH(setup, bars_road, row) {
        enum reason reason = row->bars_road(setup, edge);
        if (reason != REASON_OK)
            return reason;
    }
    return REASON_SEA_PATH;
}

enum reason place_road(const struct setup *setup, const struct game *game, unsigned seat,
                       unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    if (edge_set_has(&game->paved, edge))
        return place_path_taken(game, edge);
    if (!edge_set_has(&game->road_paths, edge))
        return place_road_barred(setup, edge);
    return place_supported(game, seat, ends[0]) || place_supported(game, seat, ends[1])
               ? REASON_OK
               : place_road_apart(setup, game, seat, edge, NONE);
}

struct edge_set place_roads(const struct setup *setup, const struct game *game, unsigned seat) {
    struct vertex_set support = place_support(game, seat);
    struct edge_set edges = {{0}};
    VERTEX_EACH(&support, v)
        edges = edge_set_union(edges, setup->board.edges_at[v]);
    for (unsigned w = 0; w < EDGE_WORDS; w++)
        edges.w[w] &= game->road_paths.w[w] & ~game->paved.w[w];
    return edges;
}

/* Whether nobody can ever settle at VERTEX because of the hexes around it (S-09, S-10). */
static bool place_closed(const struct setup *setup, const struct game *game, unsigned vertex) {
    bool closed = vertex_set_has(&setup->board.closed, vertex);
    if (closed)
        HOOK_EACH(setup, opens, row)
            closed &= !row->opens(setup, game, vertex);
    return closed;
}

static enum reason place_vertex_free(const struct setup *setup, const struct game *game,
                                     unsigned seat, unsigned vertex) {
    if (vertex_set_has(&game->built, vertex))
        return REASON_VERTEX_TAKEN;
    if (vertex_set_has(&game->occupied, vertex))
        return game->owner[vertex] == seat ? REASON_OWN_KNIGHT_THERE : REASON_KNIGHT_THERE;
    if (place_closed(setup, game, vertex))
        return REASON_NO_SETTLING;
    return vertex_set_has(&game->near, vertex) ? REASON_TOO_CLOSE : REASON_OK;
}

enum reason place_settlement(const struct setup *setup, const struct game *game, unsigned seat,
                             unsigned vertex) {
    const struct player *player = &game->players[seat];
    enum reason reason = place_vertex_free(setup, game, seat, vertex);
    if (reason != REASON_OK)
        return reason;
    if (game->phase == PHASE_SETUP)
        return vertex_set_has(&setup->board.start, vertex) ? REASON_OK : REASON_NOT_A_START;
    if (vertex_set_has(&player->touched, vertex) || vertex_set_has(&player->moored, vertex))
        return REASON_OK;
    return setup->paths ? REASON_NO_LINE_THERE : REASON_NO_ROAD_THERE;
}

struct vertex_set place_settlements(const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    return vertex_set_minus(vertex_set_union(player->touched, player->moored),
                            vertex_set_union(game->near, game->occupied));
}

struct vertex_set place_starts(const struct setup *setup, const struct game *game) {
    return vertex_set_minus(setup->board.start, game->near);
}

enum reason place_city(const struct game *game, unsigned seat, unsigned vertex) {
    const struct player *player = &game->players[seat];
    if (vertex_set_has(&player->cities, vertex) && vertex_set_has(&game->tipped, vertex))
        return REASON_OK; /* C-137, C-139 */
    if (!vertex_set_has(&player->settlements, vertex))
        return REASON_NO_OWN_SETTLEMENT;
    if (player->tipped > 0)
        return REASON_TIPPED_FIRST;
    return player->supply[PIECE_CITY] > 0 ? REASON_OK : REASON_NO_PIECE;
}

struct vertex_set place_cities(const struct game *game, unsigned seat) {
    const struct player *player = &game->players[seat];
    struct vertex_set places = player->settlements;
    if (player->tipped > 0)
        for (unsigned w = 0; w < VERTEX_WORDS; w++)
            places.w[w] = player->cities.w[w] & game->tipped.w[w];
    else if (player->supply[PIECE_CITY] == 0)
        memset(&places, 0, sizeof places);
    return places;
}

unsigned game_harbors_at(const struct setup *setup, const struct game *game, unsigned vertex) {
    unsigned harbors = setup->board.vertex[vertex].harbors;
    for (unsigned i = 0; i < game->n_harbors; i++) {
        const uint8_t *ends = setup->board.edge[game->harbors[i].edge].vertices;
        if (ends[0] == vertex || ends[1] == vertex)
            harbors |= 1u << game->harbors[i].kind;
    }
    return harbors;
}

void mark_building(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex,
                   enum building building) {
    struct player *player = &game->players[seat];
    const struct vertex *place = &setup->board.vertex[vertex];
    vertex_set_remove(&player->settlements, vertex);
    vertex_set_add(building == BUILDING_CITY ? &player->cities : &player->settlements, vertex);
    vertex_set_add(&game->built, vertex);
    vertex_set_add(&game->occupied, vertex);
    vertex_set_add(&game->near, vertex);
    for (unsigned i = 0; i < place->n_edges; i++)
        vertex_set_add(&game->near, place->neighbors[i]);
    game->building[vertex] = (uint8_t)building;
    game->owner[vertex] = (uint8_t)seat;
    player->harbors |= (uint8_t)game_harbors_at(setup, game, vertex);
}

void mark_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge) {
    struct player *player = &game->players[seat];
    edge_set_add(&player->roads, edge);
    edge_set_add(&game->paved, edge);
    vertex_set_add(&player->touched, setup->board.edge[edge].vertices[0]);
    vertex_set_add(&player->touched, setup->board.edge[edge].vertices[1]);
    game->road_owner[edge] = (uint8_t)seat;
}

void line_extended(const struct setup *setup, struct game *game, unsigned seat, unsigned edge) {
    struct player *player = &game->players[seat];
    const uint8_t *all = setup->rules.supply;
    if (all[PIECE_ROAD] - player->supply[PIECE_ROAD] + all[PIECE_SHIP] -
            player->supply[PIECE_SHIP] <=
        player->road_length)
        return; /* its line already has all pieces */
    unsigned length = road_length_through(setup, game, seat, edge);
    if (length > player->road_length) {
        player->road_length = (uint8_t)length;
        if (length >= setup->rules.road_card_min)
            award_check(setup, game, AWARD_LONGEST_ROAD);
    }
}

void put_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge) {
    struct player *player = &game->players[seat];
    assert(player->supply[PIECE_ROAD] > 0 && !edge_set_has(&game->paved, edge));
    player->supply[PIECE_ROAD]--;
    mark_road(setup, game, seat, edge);
    line_extended(setup, game, seat, edge);
}

void remove_road(const struct setup *setup, struct game *game, unsigned seat, unsigned edge) {
    struct player *player = &game->players[seat];
    assert(edge_set_has(&player->roads, edge));
    player->supply[PIECE_ROAD]++;
    edge_set_remove(&player->roads, edge);
    edge_set_remove(&game->paved, edge);
    game->road_owner[edge] = 0;
    for (unsigned end = 0; end < 2; end++) {
        unsigned vertex = setup->board.edge[edge].vertices[end];
        if (place_roads_at(setup, game, seat, vertex) == 0)
            vertex_set_remove(&player->touched, vertex);
    }
    player->road_length = /* without it no line got longer */
        (uint8_t)road_length_within(setup, game, seat, player->road_length);
}

static unsigned place_edges_at(const struct setup *setup, const struct edge_set *edges,
                               unsigned vertex) {
    const struct vertex *place = &setup->board.vertex[vertex];
    unsigned n = 0;
    for (unsigned i = 0; i < place->n_edges; i++)
        n += edge_set_has(edges, place->edges[i]);
    return n;
}

unsigned place_roads_at(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned vertex) {
    return place_edges_at(setup, &game->players[seat].roads, vertex);
}

unsigned place_ships_at(const struct setup *setup, const struct game *game, unsigned seat,
                        unsigned vertex) {
    return place_edges_at(setup, &game->players[seat].ships, vertex);
}

/* The length of SEAT's longest line after a change at VERTEX. A piece of another color there makes no line longer,
 * so the search stops at one of the former length. */
static unsigned line_length_after(const struct setup *setup, const struct game *game, unsigned seat,
                                  unsigned vertex) {
    bool cut = vertex_set_has(&game->occupied, vertex) && game->owner[vertex] != seat;
    return cut ? road_length_within(setup, game, seat, game->players[seat].road_length)
               : game_longest_road(setup, game, seat);
}

bool lines_update(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex) {
    bool changed = false;
    for (unsigned other = 0; other < setup->rules.colors; other++) {
        unsigned pieces = other == seat ? 0 : place_roads_at(setup, game, other, vertex);
        if (setup->paths && other != seat)
            pieces += place_ships_at(setup, game, other, vertex);
        if (pieces < 2)
            continue; /* a line is cut or joined only where two of its pieces meet */
        game->players[other].road_length = (uint8_t)line_length_after(setup, game, other, vertex);
        changed = true;
    }
    return changed;
}

/* A building on an empty vertex. */
static void put_building(const struct setup *setup, struct game *game, unsigned seat,
                         unsigned vertex, enum building building) {
    unsigned piece = building == BUILDING_CITY ? PIECE_CITY : PIECE_SETTLEMENT;
    uint8_t *supply = &game->players[seat].supply[piece];
    assert(*supply > 0 && !vertex_set_has(&game->near, vertex) &&
           !vertex_set_has(&game->occupied, vertex));
    --*supply;
    mark_building(setup, game, seat, vertex, building);
    bool joined = vertex_set_has(&game->players[seat].touched, vertex) &&
                  vertex_set_has(&game->players[seat].moored, vertex);
    if (joined) /* S-14 */
        game->players[seat].road_length = (uint8_t)game_longest_road(setup, game, seat);
    if (lines_update(setup, game, seat, vertex) || joined)
        award_check(setup, game, AWARD_LONGEST_ROAD);
    HOOK_EACH(setup, settle, row)
        row->settle(setup, game, seat, vertex);
}

void put_settlement(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex) {
    put_building(setup, game, seat, vertex, BUILDING_SETTLEMENT);
    if (setup->rules.tokens_max)
        tokens_for_settlement(setup, game, seat, vertex);
}

void put_setup_city(const struct setup *setup, struct game *game, unsigned seat, unsigned vertex) {
    put_building(setup, game, seat, vertex, BUILDING_CITY);
}

void put_city(struct game *game, unsigned seat, unsigned vertex) {
    struct player *player = &game->players[seat];
    if (vertex_set_has(&game->tipped, vertex)) { /* a tipped city's piece is there (C-139) */
        assert(vertex_set_has(&player->cities, vertex) && player->tipped > 0);
        vertex_set_remove(&game->tipped, vertex);
        player->tipped--;
    } else {
        assert(vertex_set_has(&player->settlements, vertex) && player->supply[PIECE_CITY] > 0);
        player->supply[PIECE_CITY]--;
        player->supply[PIECE_SETTLEMENT]++; /* B-64 */
        vertex_set_remove(&player->settlements, vertex);
        vertex_set_add(&player->cities, vertex);
    }
    game->building[vertex] = BUILDING_CITY;
}
