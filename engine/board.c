/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Building a board from its hexes: ids row by row, who is whose neighbor, harbors, and what makes a
 * board unsound. */
#include "engine/board.h"

#include <string.h>

#include "engine/expansion.h"

const char *const terrain_names[TERRAIN_COUNT] = {
    "forest", "pasture", "fields", "hills", "mountains", "desert", "sea", "gold", "fog"};
const char *const side_names[SIDE_COUNT] = {"E", "NE", "NW", "W", "SW", "SE"};
const char *const kind_names[KIND_COUNT] = {"brick", "lumber", "wool", "grain",
                                            "ore",   "cloth",  "coin", "paper"};
const char *const harbor_names[HARBOR_KIND_COUNT] = {"brick", "lumber", "wool",
                                                     "grain", "ore",    "any"};

const uint8_t terrain_kinds[TERRAIN_COUNT] = {LUMBER, WOOL, GRAIN, BRICK, ORE,
                                              NONE,   NONE, NONE,  NONE};

/* Steps across the sides, and the corners' places from the center in the units of struct vertex. */
static const struct axial side_step[SIDE_COUNT] = {{1, 0},  {1, -1}, {0, -1},
                                                   {-1, 0}, {-1, 1}, {0, 1}};
static const int8_t corner_offset[CORNER_COUNT][2] = {{1, -1}, {0, -2}, {-1, -1},
                                                      {-1, 1}, {0, 2},  {1, 1}};

static const char *const error_texts[] = {
    [BOARD_OK] = "the board is sound",
    [BOARD_NO_HEXES] = "a board needs at least two hexes",
    [BOARD_TOO_LARGE] = "the board has too many hexes, or intersections and paths around them",
    [BOARD_HEX_TWICE] = "this hex is named twice",
    [BOARD_HEX_FAR] = "this hex lies too far from (0,0)",
    [BOARD_TERRAIN] = "this terrain is not part of the game",
    [BOARD_NUMBER] = "a producing hex has a number from 2 to 12 other than 7, a desert has none",
    [BOARD_HARBOR_PLACE] =
        "a harbor lies on a side of land with sea beyond it; at sea twelve can do without",
    [BOARD_HARBOR_KIND] = "this kind of harbor does not exist",
    [BOARD_HARBOR_TWICE] = "there is a harbor on this side already",
    [BOARD_ROBBER] = "the robber starts on a hex of the board",
    [BOARD_PIRATE] = "the pirate starts on a sea hex of the board or its frame",
    [BOARD_REGION] = "this hex names a region that the board does not have",
    [BOARD_FOG] = "the stack of hidden tiles and numbers is not one for the hexes in fog",
    [BOARD_MARK] =
        "a mark, a gift, a lane or one of four or more numbered villages lies where it cannot",
    [BOARD_START] = "no settlement could be set up anywhere: name a region that is for the start",
    [BOARD_NEUTRAL] =
        "the neutral settlements need two N or S corners of hexes that keep the distance rule",
};

const char *board_error_text(enum board_error error) {
    return error_texts[error];
}

bool terrain_takes_number(unsigned terrain) {
    return terrain != DESERT && terrain != SEA && terrain != FOG;
}

unsigned terrain_commodity(unsigned terrain) {
    switch (terrain) {
    case FOREST: return PAPER;
    case PASTURE: return CLOTH;
    case MOUNTAINS: return COIN;
    default: return NONE;
    }
}

int number_pips(unsigned number) {
    return number == 0 ? 0 : number < SEVEN ? (int)number - 1 : 2 * SEVEN - 1 - (int)number;
}

struct axial axial_step(struct axial at, enum side side) {
    return (struct axial){(int8_t)(at.q + side_step[side].q), (int8_t)(at.r + side_step[side].r)};
}

static bool axial_equal(struct axial a, struct axial b) {
    return a.q == b.q && a.r == b.r;
}

unsigned board_hex_at(const struct board *board, struct axial at) {
    for (unsigned h = 0; h < board->n_hexes; h++)
        if (axial_equal(board->hexes[h].at, at))
            return h;
    return NONE;
}

/* Whether nobody could settle at a hex of REGION: such hexes can do without a number (S-101). */
static bool board_region_closed(const struct board_spec *spec, unsigned region) {
    return region && region <= REGION_MAX && spec->regions[region - 1].flags & REGION_NO_SETTLING;
}

static enum board_error board_check_hex(const struct hex_spec *hex, bool sea, bool closed) {
    if (hex->at.q < -COORDINATE_MAX || hex->at.q > COORDINATE_MAX || hex->at.r < -COORDINATE_MAX ||
        hex->at.r > COORDINATE_MAX)
        return BOARD_HEX_FAR;
    if (hex->terrain >= TERRAIN_COUNT || (hex->terrain > DESERT && !sea))
        return BOARD_TERRAIN;
    if (!terrain_takes_number(hex->terrain))
        return hex->number == 0 ? BOARD_OK : BOARD_NUMBER;
    if (closed && hex->number == 0)
        return BOARD_OK;
    return hex->number >= 2 && hex->number <= NUMBER_MAX && hex->number != 7 ? BOARD_OK
                                                                             : BOARD_NUMBER;
}

/* Fills in each hex's neighbors by a table of places rather than by searching: every request builds its
 * game's board. */
static void board_meet_neighbors(struct board *board) {
    enum { REACH = COORDINATE_MAX + 1, WIDTH = 2 * REACH + 1 };
    uint8_t ids[WIDTH * WIDTH]; /* by place, with a row of none all around */
    memset(ids, NONE, sizeof ids);
    for (unsigned h = 0; h < board->n_hexes; h++)
        ids[(board->hexes[h].at.r + REACH) * WIDTH + board->hexes[h].at.q + REACH] = (uint8_t)h;
    for (unsigned h = 0; h < board->n_hexes; h++)
        for (unsigned side = 0; side < SIDE_COUNT; side++) {
            struct axial beyond = axial_step(board->hexes[h].at, side);
            board->hexes[h].neighbors[side] = ids[(beyond.r + REACH) * WIDTH + beyond.q + REACH];
        }
}

/* Puts the hexes into the order of their ids: by row (r), then q. */
static enum board_error board_place_hexes(struct board *board, const struct board_spec *spec,
                                          size_t *at) {
    if (spec->n_hexes < 2)
        return BOARD_NO_HEXES;
    if (spec->n_hexes > HEX_MAX)
        return BOARD_TOO_LARGE;
    for (unsigned i = 0; i < spec->n_hexes; i++) {
        const struct hex_spec *new = &spec->hexes[i];
        *at = i;
        enum board_error error =
            board_check_hex(new, spec->sea, board_region_closed(spec, spec->region_of[i]));
        if (error)
            return error;
        if (spec->region_of[i] > spec->n_regions || spec->n_regions > REGION_MAX)
            return BOARD_REGION;
        unsigned h = board->n_hexes;
        while (h > 0 &&
               (board->hexes[h - 1].at.r > new->at.r ||
                (board->hexes[h - 1].at.r == new->at.r && board->hexes[h - 1].at.q > new->at.q))) {
            board->hexes[h] = board->hexes[h - 1];
            h--;
        }
        if (h > 0 && axial_equal(board->hexes[h - 1].at, new->at))
            return BOARD_HEX_TWICE;
        board->hexes[h] = (struct hex){.at = new->at,
                                       .terrain = new->terrain,
                                       .number = new->number,
                                       .region = spec->region_of[i]};
        board->n_hexes++;
    }
    *at = 0;
    board_meet_neighbors(board);
    for (unsigned h = 0; h < board->n_hexes; h++) {
        if (board->hexes[h].terrain == FOG)
            board->hexes[h].fog = ++board->n_fog;
        if (board->desert == NONE && board->hexes[h].terrain == DESERT)
            board->desert = (uint8_t)h;
        memset(board->hexes[h].vertices, NONE, CORNER_COUNT);
        memset(board->hexes[h].edges, NONE, SIDE_COUNT);
    }
    return BOARD_OK;
}

/* A vertex or an edge is found once for every hex it belongs to. Both passes below give provisional
 * numbers in the order of finding, with a key; this turns them into ids in the order of the keys. */
struct found {
    uint32_t key[EDGE_MAX];
    uint8_t id[EDGE_MAX]; /* by provisional number */
    unsigned n;
};

static bool board_found_add(struct found *found, unsigned max, uint32_t key, uint8_t *number) {
    if (found->n >= max)
        return false;
    found->key[found->n] = key;
    *number = (uint8_t)found->n++;
    return true;
}

static void board_found_number(struct found *found) {
    uint8_t order[EDGE_MAX];
    for (unsigned i = 0; i < found->n; i++) {
        unsigned j = i;
        for (; j > 0 && found->key[order[j - 1]] > found->key[i]; j--)
            order[j] = order[j - 1];
        order[j] = (uint8_t)i;
    }
    for (unsigned i = 0; i < found->n; i++)
        found->id[order[i]] = (uint8_t)i;
}

/* Fills one vertex from the hex H at whose CORNER it lies; which hex of its three it is makes no
 * difference. */
static void board_describe_vertex(struct board *board, unsigned h, unsigned corner) {
    const struct hex *hex = &board->hexes[h];
    struct vertex *vertex = &board->vertex[hex->vertices[corner]];
    unsigned next = (corner + 1) % SIDE_COUNT;
    struct axial around[3] = {hex->at, axial_step(hex->at, corner), axial_step(hex->at, next)};
    uint8_t ids[3] = {(uint8_t)h, hex->neighbors[corner], hex->neighbors[next]};
    *vertex = (struct vertex){
        .x = (int16_t)(2 * hex->at.q + hex->at.r + corner_offset[corner][0]),
        .y = (int16_t)(3 * hex->at.r + corner_offset[corner][1]),
        .coastal = ids[1] == NONE || ids[2] == NONE,
    };
    for (unsigned i = 0; i < 3; i++) {
        unsigned rank = 0;
        for (unsigned j = 0; j < 3; j++)
            rank += around[j].r < around[i].r ||
                    (around[j].r == around[i].r && around[j].q < around[i].q);
        vertex->around[rank] = around[i];
        vertex->hexes[rank] = ids[i];
    }
    memset(vertex->edges, NONE, sizeof vertex->edges);
    memset(vertex->neighbors, NONE, sizeof vertex->neighbors);
}

static enum board_error board_find_vertices(struct board *board) {
    struct found found = {.n = 0};
    for (unsigned h = 0; h < board->n_hexes; h++) {
        struct hex *hex = &board->hexes[h];
        for (unsigned corner = 0; corner < CORNER_COUNT; corner++) {
            /* The same point is corner+2 of the hex across side CORNER and corner+4 of the hex
             * across the next side. */
            unsigned a = hex->neighbors[corner], b = hex->neighbors[(corner + 1) % SIDE_COUNT];
            if (a < h) {
                hex->vertices[corner] = board->hexes[a].vertices[(corner + 2) % CORNER_COUNT];
            } else if (b < h) {
                hex->vertices[corner] = board->hexes[b].vertices[(corner + 4) % CORNER_COUNT];
            } else {
                int x = 2 * hex->at.q + hex->at.r + corner_offset[corner][0] + 4 * COORDINATE_MAX;
                int y = 3 * hex->at.r + corner_offset[corner][1] + 4 * COORDINATE_MAX;
                if (!board_found_add(&found, VERTEX_MAX, (uint32_t)y << 16 | (uint32_t)x,
                                     &hex->vertices[corner]))
                    return BOARD_TOO_LARGE;
            }
        }
    }
    board_found_number(&found);
    board->n_vertices = (uint8_t)found.n;
    unsigned described = 0;
    for (unsigned h = 0; h < board->n_hexes; h++)
        for (unsigned corner = 0; corner < CORNER_COUNT; corner++) {
            unsigned number = board->hexes[h].vertices[corner];
            board->hexes[h].vertices[corner] = found.id[number];
            if (number == described) { /* met for the first time */
                board_describe_vertex(board, h, corner);
                described++;
            }
        }
    for (unsigned v = 0; v < board->n_vertices; v++)
        vertex_set_add(&board->vertices, v);
    return BOARD_OK;
}

static enum board_error board_find_edges(struct board *board) {
    struct found found = {.n = 0};
    for (unsigned h = 0; h < board->n_hexes; h++) {
        struct hex *hex = &board->hexes[h];
        for (unsigned side = 0; side < SIDE_COUNT; side++) {
            unsigned beyond = hex->neighbors[side];
            if (beyond < h) {
                hex->edges[side] = board->hexes[beyond].edges[(side + 3) % SIDE_COUNT];
                continue;
            }
            uint32_t a = hex->vertices[(side + 5) % CORNER_COUNT], b = hex->vertices[side];
            uint32_t key = a < b ? a << 8 | b : b << 8 | a;
            if (!board_found_add(&found, EDGE_MAX, key, &hex->edges[side]))
                return BOARD_TOO_LARGE;
        }
    }
    board_found_number(&found);
    board->n_edges = (uint8_t)found.n;
    for (unsigned h = 0; h < board->n_hexes; h++)
        for (unsigned side = 0; side < SIDE_COUNT; side++)
            board->hexes[h].edges[side] = found.id[board->hexes[h].edges[side]];
    for (unsigned i = 0; i < found.n; i++) {
        struct edge *edge = &board->edge[found.id[i]];
        edge->vertices[0] = (uint8_t)(found.key[i] >> 8);
        edge->vertices[1] = (uint8_t)(found.key[i] & 0xff);
    }
    for (unsigned e = 0; e < board->n_edges; e++)
        for (unsigned end = 0; end < 2; end++) {
            struct vertex *vertex = &board->vertex[board->edge[e].vertices[end]];
            vertex->neighbors[vertex->n_edges] = board->edge[e].vertices[1 - end];
            vertex->edges[vertex->n_edges++] = (uint8_t)e;
            edge_set_add(&board->edges_at[board->edge[e].vertices[end]], e);
        }
    return BOARD_OK;
}

/* Whether there is sea across SIDE of hex H. */
static bool board_sea_beyond(const struct board *board, unsigned h, unsigned side) {
    unsigned beyond = board->hexes[h].neighbors[side];
    return beyond == NONE || board_is_sea(board, beyond);
}

/* A harbor for the players to place (S-161). */
static bool board_pool_harbor(struct board *board, const struct board_spec *spec,
                              const struct harbor_spec *harbor) {
    if (!spec->sea || board->n_pool == POOL_MAX || harbor->at.q || harbor->at.r)
        return false;
    if (!board->n_pool++)
        board->pool_first = harbor->kind;
    board->pool[harbor->kind]++;
    return true;
}

static enum board_error board_place_harbors(struct board *board, const struct board_spec *spec,
                                            size_t *at) {
    if (spec->n_harbors > HARBOR_MAX)
        return BOARD_TOO_LARGE;
    for (unsigned i = 0; i < spec->n_harbors; i++) {
        const struct harbor_spec *harbor = &spec->harbors[i];
        *at = i;
        if (harbor->kind >= HARBOR_KIND_COUNT)
            return BOARD_HARBOR_KIND;
        if (harbor->side == SIDE_COUNT) {
            if (!board_pool_harbor(board, spec, harbor))
                return BOARD_HARBOR_PLACE;
            continue;
        }
        unsigned h = board_hex_at(board, harbor->at);
        if (h == NONE || harbor->side >= SIDE_COUNT || board_is_sea(board, h) ||
            board->hexes[h].fog || !board_sea_beyond(board, h, harbor->side))
            return BOARD_HARBOR_PLACE;
        unsigned edge = board->hexes[h].edges[harbor->side];
        for (unsigned j = 0; j < board->n_harbors; j++)
            if (board->harbors[j].edge == edge)
                return BOARD_HARBOR_TWICE;
        board->harbors[board->n_harbors++] = (struct harbor){(uint8_t)edge, harbor->kind};
        for (unsigned end = 0; end < 2; end++)
            board->vertex[board->edge[edge].vertices[end]].harbors |= (uint8_t)(1u << harbor->kind);
    }
    *at = 0;
    return BOARD_OK;
}

static enum board_error board_place_neutral(struct board *board, const struct board_spec *spec,
                                            size_t *at) {
    for (unsigned i = 0; i < spec->n_neutral; i++) {
        const struct corner_spec *corner = &spec->neutral[i];
        *at = i;
        unsigned h = board_hex_at(board, corner->at);
        if (h == NONE || (corner->corner != CORNER_N && corner->corner != CORNER_S))
            return BOARD_NEUTRAL;
        board->neutral[board->n_neutral++] = board->hexes[h].vertices[corner->corner];
    }
    if (spec->n_neutral == 1)
        return BOARD_NEUTRAL;
    if (spec->n_neutral == 2) {
        const struct vertex *first = &board->vertex[board->neutral[0]];
        bool near = board->neutral[0] == board->neutral[1];
        for (unsigned i = 0; i < first->n_edges; i++)
            near |= first->neighbors[i] == board->neutral[1];
        if (near)
            return BOARD_NEUTRAL;
    }
    *at = 0;
    return BOARD_OK;
}

static enum board_error board_place_robber(struct board *board, const struct board_spec *spec) {
    board->robber = spec->robber_off ? (uint8_t)NONE : board->desert;
    if (!spec->robber_given)
        return BOARD_OK;
    board->robber = (uint8_t)board_hex_at(board, spec->robber);
    return board->robber == NONE || board_is_sea(board, board->robber) ||
                   board->hexes[board->robber].fog
               ? BOARD_ROBBER
               : BOARD_OK;
}

/* ---- the sea ---- */

/* Adds the frame hex across SIDE of hex H, which shares that side's path with H. */
static bool board_add_frame(struct board *board, unsigned h, unsigned side) {
    struct axial at = axial_step(board->hexes[h].at, side);
    unsigned frame = board->n_hexes, opposite = (side + SIDE_COUNT / 2) % SIDE_COUNT;
    while (frame < (unsigned)board->n_hexes + board->n_frame &&
           !axial_equal(board->hexes[frame].at, at))
        frame++;
    struct hex *hex = &board->hexes[frame];
    if (frame == HEX_MAX)
        return false;
    if (frame == (unsigned)board->n_hexes + board->n_frame) {
        *hex = (struct hex){.at = at, .terrain = SEA};
        memset(hex->vertices, NONE, sizeof hex->vertices);
        memset(hex->edges, NONE, sizeof hex->edges);
        memset(hex->neighbors, NONE, sizeof hex->neighbors);
        board->n_frame++;
    }
    hex->edges[opposite] = board->hexes[h].edges[side];
    hex->neighbors[opposite] = (uint8_t)h;
    return true;
}

/* Which pieces each path takes, and where settling is possible, by the hexes around (S-07,
 * S-09). */
static void board_sort_places(struct board *board, bool sea) {
    struct vertex_set off_limits = {{0}}, starts = {{0}}, landed = {{0}};
    for (unsigned h = 0; h < board->n_hexes; h++) {
        const struct hex *hex = &board->hexes[h];
        const struct region_spec *region = hex->region ? &board->regions[hex->region - 1] : NULL;
        unsigned flags = region ? region->flags : 0;
        bool in_fog = hex->terrain == FOG, is_land = hex->terrain != SEA && !in_fog;
        if (hex->terrain != SEA && !(flags & REGION_NO_ROBBER))
            hex_set_add(&board->land, h);
        for (unsigned i = 0; i < SIDE_COUNT; i++) {
            if (!in_fog)
                edge_set_add(is_land ? &board->road_paths : &board->ship_paths, hex->edges[i]);
            if (sea && hex->neighbors[i] == NONE)
                edge_set_add(&board->ship_paths, hex->edges[i]);
        }
        for (unsigned i = 0; i < CORNER_COUNT; i++) {
            unsigned v = hex->vertices[i];
            if (is_land)
                vertex_set_add(&landed, v);
            if (flags & REGION_NO_SETTLING)
                vertex_set_add(&board->closed, v);
            if (flags & REGION_START || board->n_regions == 0)
                vertex_set_add(&starts, v);
            else if (region && region->bonus)
                vertex_set_add(&off_limits, v);
            if (region)
                board->regions_at[v] |= (uint16_t)(1u << hex->region);
        }
    }
    board->closed = vertex_set_union(board->closed, vertex_set_minus(board->vertices, landed));
    board->start = vertex_set_minus(vertex_set_minus(starts, off_limits), board->closed);
}

/* S-54: a tile for each hex in fog, and a number for each tile that takes one. */
static bool fog_fits(const struct fog_stack *fog, unsigned n_fog) {
    unsigned tiles = 0, numbered = 0, numbers = 0;
    for (unsigned terrain = 0; terrain < TERRAIN_COUNT; terrain++) {
        tiles += fog->tiles[terrain];
        numbered += terrain_takes_number(terrain) ? fog->tiles[terrain] : 0U;
    }
    for (unsigned number = 0; number <= NUMBER_MAX; number++)
        numbers += fog->numbers[number];
    return tiles == n_fog && numbers == numbered && n_fog <= FOG_MAX && !fog->tiles[FOG] &&
           !fog->numbers[0] && !fog->numbers[1] && !fog->numbers[SEVEN];
}

/* The intersection at CORNER of the hex at AT, which need not be on the board, or NONE. */
static unsigned board_corner_at(const struct board *board, struct axial at, unsigned corner) {
    int x = 2 * at.q + at.r + corner_offset[corner][0], y = 3 * at.r + corner_offset[corner][1];
    for (unsigned v = 0; v < board->n_vertices; v++)
        if (board->vertex[v].x == x && board->vertex[v].y == y)
            return v;
    return NONE;
}

/* The path, the hex or the intersection that MARK lies at, or NONE. */
static unsigned board_mark_place(const struct board *board, const struct mark_spec *mark) {
    unsigned hex = board_hex_at(board, mark->at);
    if (mark_on_path(mark->kind))
        return hex == NONE || mark->place >= SIDE_COUNT ? NONE
                                                        : board->hexes[hex].edges[mark->place];
    if (mark_on_hex(mark->kind))
        return mark->place || mark->value ? NONE : hex;
    return mark->place < CORNER_COUNT ? board_corner_at(board, mark->at, mark->place) : NONE;
}

/* A mark that no expansion owns has only the meaning its scenario gives it. */
static bool board_place_mark(struct board *board, const struct mark_spec *mark) {
    unsigned place = mark->kind < MARK_KIND_COUNT ? board_mark_place(board, mark) : (unsigned)NONE;
    bool sound = place != NONE, owned = false;
    EXPANSION_EACH(mark, row)
        if (sound && row->marks >> mark->kind & 1) {
            sound = row->mark(board, mark, place);
            owned = true;
        }
    if (!sound || (!owned && mark->value))
        return false;
    if (mark_on_path(mark->kind) || mark_on_hex(mark->kind))
        return true;
    vertex_set_add(&board->marked[mark->kind], place);
    vertex_set_remove(&board->start, place); /* nobody begins there (S-147) */
    return true;
}

/* Places all marks of SPEC; an error leaves the offending mark's index in *AT. */
static enum board_error board_place_marks(struct board *board, const struct board_spec *spec,
                                          size_t *at) {
    for (unsigned i = 0; i < spec->n_marks; i++) {
        *at = i;
        if (!board_place_mark(board, &spec->marks[i]))
            return BOARD_MARK;
    }
    *at = 0;
    bool sound = true;
    EXPANSION_EACH(lay, row)
        sound = sound && row->lay(board);
    return sound ? BOARD_OK : BOARD_MARK;
}

static enum board_error board_place_sea(struct board *board, const struct board_spec *spec) {
    board->n_regions = spec->n_regions;
    memcpy(board->regions, spec->regions, sizeof board->regions);
    for (unsigned h = 0; h < board->n_hexes && spec->sea; h++)
        for (unsigned side = 0; side < SIDE_COUNT; side++)
            if (board->hexes[h].neighbors[side] == NONE && !board_add_frame(board, h, side))
                return BOARD_TOO_LARGE;
    board->fog = spec->fog;
    if (!fog_fits(&board->fog, board->n_fog))
        return BOARD_FOG;
    board_sort_places(board, spec->sea);
    if (spec->sea && vertex_set_empty(&board->start))
        return BOARD_START;
    board->pirate = NONE;
    if (!spec->pirate_given)
        return BOARD_OK;
    for (unsigned h = 0; h < (unsigned)board->n_hexes + board->n_frame; h++)
        if (axial_equal(board->hexes[h].at, spec->pirate) && board_is_sea(board, h))
            board->pirate = (uint8_t)h;
    return board->pirate == NONE ? BOARD_PIRATE : BOARD_OK;
}

enum board_error board_build(struct board *board, const struct board_spec *spec, size_t *at) {
    memset(board, 0, sizeof *board);
    board->desert = NONE;
    *at = 0;
    enum board_error error = board_place_hexes(board, spec, at);
    if (!error)
        error = board_find_vertices(board);
    if (!error)
        error = board_find_edges(board);
    if (!error)
        error = board_place_sea(board, spec);
    if (!error)
        error = board_place_marks(board, spec, at);
    if (!error)
        error = board_place_harbors(board, spec, at);
    if (!error)
        error = board_place_robber(board, spec);
    if (!error)
        error = board_place_neutral(board, spec, at);
    return error;
}

unsigned board_fitting(struct board *board, const struct board_spec *spec) {
    struct board_spec part = *spec;
    size_t at;
    part.n_hexes = spec->n_hexes < HEX_FIT_MAX ? spec->n_hexes : HEX_FIT_MAX;
    while (part.n_hexes > 1 && board_build(board, &part, &at) == BOARD_TOO_LARGE)
        part.n_hexes--;
    return part.n_hexes;
}
