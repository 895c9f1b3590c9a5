/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The islands of the base game: their printed maps and their random ones. */
#include <assert.h>
#include <string.h>

#include "engine/board.h"
#include "engine/chance.h"

enum { ISLAND_HEXES_MAX = 30, ISLAND_HARBORS_MAX = 11 };

/* A random number layout that keeps red numbers apart comes up about once in ten tries. */
enum { NUMBER_TRIES_MAX = 10000 };

/* The hexes with FIRST <= q, r, q + r <= LAST, each in its own bounds: a hexagon of any sides. */
struct hexagon {
    int q[2], r[2], sum[2];
};

struct harbor_slot {
    struct axial at;
    uint8_t side;
};

struct island_row {
    struct hexagon shape;
    uint8_t n_hexes, n_harbors;
    uint8_t terrains[DESERT + 1];     /* how many hexes of each */
    uint8_t tokens[ISLAND_HEXES_MAX]; /* in the order of the spiral, 0 from the end on */
    struct harbor_slot slots[ISLAND_HARBORS_MAX];
    uint8_t harbors[ISLAND_HARBORS_MAX]; /* kinds, in the order that shuffling begins with */
};

static const struct island_row islands[ISLAND_COUNT] =
    {
        [ISLAND_STANDARD] =
            {
                .shape = {{-2, 2}, {-2, 2}, {-2, 2}},
                .n_hexes = 19,
                .n_harbors = 9,
                .terrains = {[FOREST] = 4,
                             [PASTURE] = 4,
                             [FIELDS] = 4,
                             [HILLS] = 3,
                             [MOUNTAINS] = 3,
                             [DESERT] = 1}, /* B-02 */
                .tokens = {5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3,
                           11}, /* B-12, B-17 */
                .slots = {{{0, -2}, SIDE_NW},
                          {{1, -2}, SIDE_NE},
                          {{2, -1}, SIDE_NE},
                          {{2, 0}, SIDE_E},
                          {{1, 1}, SIDE_SE},
                          {{-1, 2}, SIDE_SE},
                          {{-2, 2}, SIDE_SW},
                          {{-2, 1}, SIDE_W},
                          {{-1, -1}, SIDE_W}}, /* B-14, clockwise from the north-west */
                .harbors = {HARBOR_ANY, HARBOR_ANY, HARBOR_ANY, HARBOR_ANY, BRICK, LUMBER, WOOL,
                            GRAIN, ORE}, /* B-13 */
            },
        [ISLAND_LARGE] =
            {
                .shape = {{-3, 2}, {-3, 3}, {-3, 2}}, /* */
                .n_hexes = 30,
                .n_harbors = 11,
                .terrains = {[FOREST] = 6,
                             [PASTURE] = 6,
                             [FIELDS] = 6,
                             [HILLS] = 5,
                             [MOUNTAINS] = 5,
                             [DESERT] = 2}, /* */
                .tokens = {2, 5,  4,  6,  3,  9, 8, 11, 11, 10, 6,  3, 8, 4,
                           8, 10, 11, 12, 10, 5, 4, 9,  5,  9,  12, 3, 2, 6}, /* */
                .slots = {{{0, -3}, SIDE_NW},
                          {{1, -3}, SIDE_NE},
                          {{2, -2}, SIDE_NE},
                          {{-2, -1}, SIDE_W},
                          {{-3, 0}, SIDE_SW},
                          {{2, 0}, SIDE_E},
                          {{1, 1}, SIDE_SE},
                          {{-3, 2}, SIDE_W},
                          {{-3, 3}, SIDE_SW},
                          {{-2, 3}, SIDE_SE},
                          {{-1, 3}, SIDE_E}}, /* */
                .harbors = {HARBOR_ANY, HARBOR_ANY, HARBOR_ANY, HARBOR_ANY, HARBOR_ANY, BRICK,
                            LUMBER, WOOL, WOOL, GRAIN, ORE},
            },
};

/* Hexes in the order of their ids, harbors in that of the slots. */
struct printed_row {
    enum island island;
    struct {
        uint8_t terrain, number;
    } hexes[ISLAND_HEXES_MAX];
    uint8_t harbors[ISLAND_HARBORS_MAX];
};

static const struct printed_row printed_maps[PRINTED_MAP_COUNT] = {
    /* B-19 */
    [MAP_BASE] =
        {
            ISLAND_STANDARD,
            {
                {MOUNTAINS, 10}, {PASTURE, 2},   {FOREST, 9}, {FIELDS, 12},   {HILLS, 6},
                {PASTURE, 4},    {HILLS, 10},    {FIELDS, 9}, {FOREST, 11},   {DESERT, 0},
                {FOREST, 3},     {MOUNTAINS, 8}, {FOREST, 8}, {MOUNTAINS, 3}, {FIELDS, 4},
                {PASTURE, 5},    {HILLS, 5},     {FIELDS, 6}, {PASTURE, 11},
            },
            {HARBOR_ANY, GRAIN, ORE, HARBOR_ANY, WOOL, HARBOR_ANY, HARBOR_ANY, BRICK, LUMBER},
        },
    /* C-249 */
    [MAP_KNIGHTS] =
        {
            ISLAND_STANDARD,
            {
                {HILLS, 6},   {MOUNTAINS, 2}, {HILLS, 5},    {FOREST, 3},  {MOUNTAINS, 9},
                {DESERT, 0},  {FOREST, 10},   {FOREST, 8},   {FIELDS, 4},  {HILLS, 11},
                {PASTURE, 3}, {FIELDS, 8},    {PASTURE, 10}, {FIELDS, 5},  {MOUNTAINS, 6},
                {PASTURE, 4}, {FIELDS, 9},    {PASTURE, 12}, {FOREST, 11},
            },
            {BRICK, ORE, LUMBER, GRAIN, HARBOR_ANY, HARBOR_ANY, HARBOR_ANY, WOOL, HARBOR_ANY},
        },
    /* */
    [MAP_LARGE] = {ISLAND_LARGE,
                   {{HILLS, 10},    {PASTURE, 6}, {DESERT, 0},  {HILLS, 6},      {FIELDS, 2},
                    {MOUNTAINS, 9}, {HILLS, 11},  {FOREST, 3},  {MOUNTAINS, 11}, {FOREST, 5},
                    {FIELDS, 10},   {PASTURE, 4}, {DESERT, 0},  {PASTURE, 5},    {FIELDS, 4},
                    {MOUNTAINS, 6}, {PASTURE, 3}, {FIELDS, 8},  {FOREST, 12},    {MOUNTAINS, 10},
                    {PASTURE, 2},   {HILLS, 4},   {FOREST, 11}, {FOREST, 8},     {FIELDS, 3},
                    {FOREST, 9},    {FIELDS, 5},  {HILLS, 9},   {PASTURE, 12},   {MOUNTAINS, 8}},
                   {HARBOR_ANY, WOOL, HARBOR_ANY, ORE, HARBOR_ANY, HARBOR_ANY, BRICK, GRAIN,
                    HARBOR_ANY, LUMBER, WOOL}},
};

static bool hexagon_has(const struct hexagon *shape, struct axial at) {
    int sum = at.q + at.r;
    return at.q >= shape->q[0] && at.q <= shape->q[1] && at.r >= shape->r[0] &&
           at.r <= shape->r[1] && sum >= shape->sum[0] && sum <= shape->sum[1];
}

/* The shape without its outermost ring. */
static struct hexagon hexagon_within(struct hexagon shape) {
    int *const bounds[] = {shape.q, shape.r, shape.sum};
    for (unsigned i = 0; i < 3; i++) {
        bounds[i][0]++;
        bounds[i][1]--;
    }
    return shape;
}

/* Its corner hex in a direction: the outermost one of two bounds. */
static struct axial hexagon_corner(const struct hexagon *shape, unsigned direction) {
    int q = 0, r = 0;
    switch (direction) {
    case SIDE_E: q = shape->q[1], r = shape->sum[1] - q; break;
    case SIDE_NE: q = shape->q[1], r = shape->r[0]; break;
    case SIDE_NW: r = shape->r[0], q = shape->sum[0] - r; break;
    case SIDE_W: q = shape->q[0], r = shape->sum[0] - q; break;
    case SIDE_SW: q = shape->q[0], r = shape->r[1]; break;
    default: r = shape->r[1], q = shape->sum[1] - r;
    }
    return (struct axial){(int8_t)q, (int8_t)r};
}

/* The island's places in the order of their ids, no terrain yet. */
static void layout_island(struct board_spec *spec, const struct island_row *island) {
    const struct hexagon *shape = &island->shape;
    memset(spec, 0, sizeof *spec);
    for (int r = shape->r[0]; r <= shape->r[1]; r++)
        for (int q = shape->q[0]; q <= shape->q[1]; q++) {
            struct axial at = {(int8_t)q, (int8_t)r};
            if (hexagon_has(shape, at))
                spec->hexes[spec->n_hexes++].at = at;
        }
    assert(spec->n_hexes == island->n_hexes);
    for (unsigned i = 0; i < island->n_harbors; i++)
        spec->harbors[i] =
            (struct harbor_spec){.at = island->slots[i].at, .side = island->slots[i].side};
    spec->n_harbors = island->n_harbors;
}

void layout_printed(struct board_spec *spec, enum printed_map map) {
    const struct printed_row *row = &printed_maps[map];
    layout_island(spec, &islands[row->island]);
    for (unsigned i = 0; i < spec->n_hexes; i++) {
        spec->hexes[i].terrain = row->hexes[i].terrain;
        spec->hexes[i].number = row->hexes[i].number;
    }
    for (unsigned i = 0; i < spec->n_harbors; i++)
        spec->harbors[i].kind = row->harbors[i];
}

static struct hex_spec *layout_hex_at(struct board_spec *spec, struct axial at) {
    for (unsigned i = 0; i < spec->n_hexes; i++)
        if (spec->hexes[i].at.q == at.q && spec->hexes[i].at.r == at.r)
            return &spec->hexes[i];
    return NULL;
}

static const uint8_t *layout_lay_token(struct board_spec *spec, struct axial at,
                                       const uint8_t *token) {
    struct hex_spec *hex = layout_hex_at(spec, at);
    if (hex->terrain != DESERT)
        hex->number = *token++;
    return token;
}

/* B-17, X-09: from corner hex CORNER (a direction) counter-clockwise around the outer ring, then
 * around each further one from the corner within, skipping deserts. */
static void layout_spiral_numbers(struct board_spec *spec, const struct island_row *island,
                                  unsigned corner) {
    const uint8_t *token = island->tokens;
    struct hexagon ring = island->shape;
    while (token < island->tokens + ISLAND_HEXES_MAX && *token) {
        struct axial at = hexagon_corner(&ring, corner), end;
        unsigned steps = 0;
        for (unsigned i = 0; i < SIDE_COUNT; i++) {
            end = hexagon_corner(&ring, (corner + i + 1) % SIDE_COUNT);
            for (; at.q != end.q || at.r != end.r; steps++) {
                token = layout_lay_token(spec, at, token);
                at = axial_step(at, (corner + i + 2) % SIDE_COUNT);
            }
        }
        if (steps == 0) /* a single hex */
            token = layout_lay_token(spec, at, token);
        ring = hexagon_within(ring);
    }
}

static bool layout_is_red(unsigned number) {
    return number == 6 || number == 8;
}

static bool layout_red_neighbors(struct board_spec *spec) {
    for (unsigned i = 0; i < spec->n_hexes; i++)
        for (unsigned side = 0; side < SIDE_COUNT / 2 && layout_is_red(spec->hexes[i].number);
             side++) {
            const struct hex_spec *other = layout_hex_at(spec, axial_step(spec->hexes[i].at, side));
            if (other && layout_is_red(other->number))
                return true;
        }
    return false;
}

/* B-18. Returns false when no try succeeded, which does not happen with fair draws. */
static bool layout_random_numbers(struct board_spec *spec, const struct island_row *island,
                                  struct chance *chance) {
    uint8_t shuffled[ISLAND_HEXES_MAX];
    unsigned n = (unsigned)island->n_hexes - island->terrains[DESERT];
    memcpy(shuffled, island->tokens, sizeof shuffled);
    for (unsigned try = 0; try < NUMBER_TRIES_MAX; try++) {
        chance_shuffle(chance, shuffled, n);
        unsigned token = 0;
        for (unsigned i = 0; i < spec->n_hexes; i++)
            if (spec->hexes[i].terrain != DESERT)
                spec->hexes[i].number = shuffled[token++];
        if (!layout_red_neighbors(spec))
            return true;
    }
    return false;
}

void layout_random(struct board_spec *spec, enum island island, enum number_layout numbers,
                   struct chance *chance) {
    const struct island_row *row = &islands[island];
    uint8_t terrains[ISLAND_HEXES_MAX] = {0}, harbors[ISLAND_HARBORS_MAX];
    unsigned n = 0;
    layout_island(spec, row);
    for (unsigned terrain = 0; terrain <= DESERT; terrain++)
        for (unsigned i = 0; i < row->terrains[terrain]; i++)
            terrains[n++] = (uint8_t)terrain;
    chance_shuffle(chance, terrains, n);
    for (unsigned i = 0; i < n; i++)
        spec->hexes[i].terrain = terrains[i];
    memcpy(harbors, row->harbors, sizeof harbors);
    chance_shuffle(chance, harbors, row->n_harbors);
    for (unsigned i = 0; i < row->n_harbors; i++)
        spec->harbors[i].kind = harbors[i];
    if (numbers == NUMBERS_SPIRAL || !layout_random_numbers(spec, row, chance))
        layout_spiral_numbers(spec, row, chance_below(chance, SIDE_COUNT));
}
