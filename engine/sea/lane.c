/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Lanes: where the ships of the Pirate Islands go (rules S-124 to S-129). The board computes them from its marks.
 * From then on the vertices where a color's ships end say how far its line has come, and so where its next ship
 * goes. */
#include <string.h>

#include "engine/sea/sea.h"

/* ---- the board's lanes ---- */

/* Ships from FROM to every intersection, NONE where none lead. */
static void lane_distances(const struct board *board, unsigned from, uint8_t distance[VERTEX_MAX]) {
    uint8_t queue[VERTEX_MAX];
    unsigned head = 0, tail = 0;
    memset(distance, NONE, VERTEX_MAX);
    distance[from] = 0;
    queue[tail++] = (uint8_t)from;
    while (head < tail) {
        unsigned at = queue[head++];
        const struct vertex *place = &board->vertex[at];
        for (unsigned i = 0; i < place->n_edges; i++) {
            unsigned next = place->neighbors[i];
            if (distance[next] != NONE || !edge_set_has(&board->ship_paths, place->edges[i]))
                continue;
            distance[next] = (uint8_t)(distance[at] + 1);
            queue[tail++] = (uint8_t)next;
        }
    }
}

/* All shortest ways from FROM to TO continue LANE; false where there is none or it gets too long. */
static bool lane_add_leg(const struct board *board, struct lane *lane, unsigned from, unsigned to) {
    uint8_t here[VERTEX_MAX], there[VERTEX_MAX];
    lane_distances(board, from, here);
    lane_distances(board, to, there);
    if (here[to] == NONE || here[to] == 0 || lane->steps + here[to] > LANE_MAX)
        return false;
    EDGE_EACH(&board->ship_paths, e) {
        for (unsigned end = 0; end < 2; end++) {
            unsigned near = board->edge[e].vertices[end], far = board->edge[e].vertices[!end];
            unsigned step = lane->steps + here[near];
            if (here[near] == NONE || there[far] == NONE || here[near] + 1 + there[far] != here[to])
                continue;
            edge_set_add(&lane->step[step], e);
            vertex_set_add(&lane->place[step], near);
            vertex_set_add(&lane->place[step + 1], far);
        }
    }
    lane->steps = (uint8_t)(lane->steps + here[to]);
    return true;
}

static bool vertex_has_land(const struct board *board, unsigned vertex) {
    for (unsigned i = 0; i < 3; i++) {
        unsigned hex = board->vertex[vertex].hexes[i];
        if (hex != NONE && !board_is_sea(board, hex))
            return true;
    }
    return false;
}

/* Adds the intersections of SET to TAKEN; false if one is there already. */
static bool vertices_join(struct vertex_set *taken, const struct vertex_set *set) {
    VERTEX_EACH(set, v) {
        if (vertex_set_has(taken, v))
            return false;
        vertex_set_add(taken, v);
    }
    return true;
}

/* Adds VERTEX, where a settlement will stand, to SITES; false if it is at sea or another site is too close. */
static bool site_join(const struct board *board, struct vertex_set *sites, unsigned vertex) {
    const struct vertex *place = &board->vertex[vertex];
    for (unsigned i = 0; i < place->n_edges; i++)
        if (vertex_set_has(sites, place->neighbors[i]))
            return false;
    vertex_set_add(sites, vertex);
    return vertex_has_land(board, vertex);
}

/* S-128: where nobody settles there are no roads either. */
static void lanes_close_islands(struct board *board) {
    for (unsigned h = 0; h < board->n_hexes; h++) {
        const struct hex *hex = &board->hexes[h];
        if (!hex->region || !(board->regions[hex->region - 1].flags & REGION_NO_SETTLING))
            continue;
        for (unsigned side = 0; side < SIDE_COUNT; side++)
            edge_set_remove(&board->road_paths, hex->edges[side]);
    }
}

bool lanes_lay(struct board *board) {
    struct vertex_set taken = {{0}}, sites = {{0}};
    for (unsigned seat = 0; seat < board->n_lanes; seat++) {
        struct lane *lane = &board->lanes[seat];
        if (lane->start == NONE || lane->way == NONE || lane->fortress == NONE ||
            !lane_add_leg(board, lane, lane->start, lane->way) ||
            !lane_add_leg(board, lane, lane->way, lane->fortress) ||
            edge_set_count(&lane->step[0]) != 1 || !site_join(board, &sites, lane->start) ||
            !site_join(board, &sites, lane->way) || !site_join(board, &sites, lane->fortress))
            return false;
        for (unsigned i = 0; i <= lane->steps; i++)
            if (!vertices_join(&taken, &lane->place[i]))
                return false;
        vertex_set_remove(&board->closed, lane->way);
        vertex_set_add(&board->closed, lane->fortress);
    }
    if (board->n_lanes)
        lanes_close_islands(board);
    return !board->n_lanes == !board->n_fleet;
}

static bool lane_mark(struct board *board, unsigned kind, unsigned seat, unsigned vertex) {
    if (seat >= SEAT_MAX)
        return false;
    for (; board->n_lanes <= seat; board->n_lanes++) {
        struct lane *lane = &board->lanes[board->n_lanes];
        lane->start = lane->way = lane->fortress = NONE;
    }
    struct lane *lane = &board->lanes[seat];
    uint8_t *place = kind == MARK_LANE_START ? &lane->start
                     : kind == MARK_WAY      ? &lane->way
                                             : &lane->fortress;
    if (*place != NONE)
        return false;
    *place = (uint8_t)vertex;
    return true;
}

static bool fleet_mark(struct board *board, unsigned hex) {
    if (!board_is_sea(board, hex) || board->n_fleet == FLEET_MAX)
        return false;
    for (unsigned i = 0; i < board->n_fleet; i++)
        if (board->fleet[i] == hex)
            return false;
    board->fleet[board->n_fleet++] = (uint8_t)hex;
    return true;
}

bool lanes_mark(struct board *board, const struct mark_spec *mark, unsigned place) {
    return mark->kind == MARK_FLEET ? fleet_mark(board, place)
                                    : lane_mark(board, mark->kind, mark->value, place);
}

/* ---- a line of ships ---- */

/* How many ships of LANE's color lie in its line, given that they end at MOORED; *VERTEX is where the next one
 * joins it. */
static unsigned lane_tip(const struct lane *lane, const struct vertex_set *moored,
                         unsigned *vertex) {
    for (unsigned i = lane->steps; i; i--)
        VERTEX_EACH(&lane->place[i], v)
            if (vertex_set_has(moored, v)) {
                *vertex = v;
                return i;
            }
    *vertex = lane->start;
    return 0;
}

struct edge_set lane_next(const struct setup *setup, const struct game *game, unsigned seat,
                          const struct vertex_set *moored) {
    const struct lane *lane = &setup->board.lanes[seat];
    struct edge_set paths = {{0}};
    unsigned tip, n = lane_tip(lane, moored, &tip);
    bool blocked = vertex_set_has(&game->occupied, tip) && game->owner[tip] != seat; /* S-13 */
    if (n == lane->steps || blocked)
        return paths;
    for (unsigned w = 0; w < EDGE_WORDS; w++)
        paths.w[w] = lane->step[n].w[w] & setup->board.edges_at[tip].w[w];
    return paths;
}

struct edge_set game_lane_next(const struct setup *setup, const struct game *game, unsigned seat) {
    return lane_next(setup, game, seat, &game->players[seat].moored);
}

bool game_lane_reached(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct lane *lane = &setup->board.lanes[seat];
    return vertex_set_has(&game->players[seat].moored, lane->fortress);
}

unsigned game_lane_length(const struct setup *setup, const struct game *game, unsigned seat) {
    unsigned tip;
    return lane_tip(&setup->board.lanes[seat], &game->players[seat].moored, &tip);
}

/* The ship that was laid K-th: each step has one. */
static unsigned lane_ship(const struct setup *setup, const struct game *game, unsigned seat,
                          unsigned k) {
    const struct edge_set *ships = &game->players[seat].ships;
    EDGE_EACH(&setup->board.lanes[seat].step[k], e)
        if (edge_set_has(ships, e))
            return e;
    return NONE;
}

struct edge_set game_warships(const struct setup *setup, const struct game *game, unsigned seat) {
    struct edge_set warships = {{0}};
    for (unsigned k = 0; k < game->players[seat].warships; k++)
        edge_set_add(&warships, lane_ship(setup, game, seat, k));
    return warships;
}

void lane_lose_ships(const struct setup *setup, struct game *game, unsigned seat, unsigned n) {
    struct player *player = &game->players[seat];
    for (unsigned length = game_lane_length(setup, game, seat); n && length; n--) {
        remove_ship(setup, game, seat, lane_ship(setup, game, seat, --length));
        if (player->warships > length)
            player->warships = (uint8_t)length; /* S-140 */
    }
}

/* ---- the printed pieces ---- */

void lanes_blank(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->board.n_lanes; seat++)
        game->players[seat].fortress = FORTRESS_PIECES;
}

void lanes_begin(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->board.n_lanes; seat++) {
        const struct lane *lane = &setup->board.lanes[seat];
        struct player *player = &game->players[seat];
        put_settlement(setup, game, seat, lane->start);
        EDGE_EACH(&lane->step[0], e)
            put_ship(setup, game, seat, e);
        player->supply[PIECE_SETTLEMENT]--; /* under the fortress (S-125) */
    }
}

enum reason lane_bars_road(const struct setup *setup, unsigned edge) {
    const uint8_t *ends = setup->board.edge[edge].vertices;
    /* a path's land is a hex that both its ends touch */
    for (unsigned i = 0; i < 3; i++) {
        unsigned hex = setup->board.vertex[ends[0]].hexes[i];
        for (unsigned j = 0; j < 3 && hex != NONE; j++)
            if (setup->board.vertex[ends[1]].hexes[j] == hex && !board_is_sea(&setup->board, hex))
                return REASON_ISLAND_ROAD;
    }
    return REASON_OK;
}

/* ---- positions ---- */

static bool line_sound(const struct setup *setup, const struct game *game, unsigned seat) {
    const struct lane *lane = &setup->board.lanes[seat];
    const struct player *player = &game->players[seat];
    unsigned at = lane->start, ships = edge_set_count(&player->ships);
    if (!ships || ships > lane->steps || player->warships > ships)
        return false;
    for (unsigned k = 0; k < ships; k++) {
        unsigned ship = lane_ship(setup, game, seat, k);
        if (ship == NONE)
            return false;
        const uint8_t *ends = setup->board.edge[ship].vertices;
        if (ends[0] != at && ends[1] != at)
            return false;
        at = ends[ends[0] == at];
    }
    return true;
}

const char *check_lanes(const struct setup *setup, const struct game *game) {
    for (unsigned seat = 0; seat < SEAT_MAX; seat++) {
        const struct player *player = &game->players[seat];
        if (seat >= setup->board.n_lanes) {
            if (player->fortress || player->warships)
                return "a player has a fortress or warships that no lane leads to";
            continue;
        }
        const struct lane *lane = &setup->board.lanes[seat];
        bool freed = game->building[lane->fortress] && game->owner[lane->fortress] == seat;
        if (player->fortress > FORTRESS_PIECES || freed == (player->fortress > 0))
            return "a fortress has up to three pieces, or its settlement stands there";
        if (!game->building[lane->start] || game->owner[lane->start] != seat)
            return "a player's printed settlement is missing";
        if (!line_sound(setup, game, seat))
            return "ships lie along the own lane, in one line from its start";
    }
    return NULL;
}
