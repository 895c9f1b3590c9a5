/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The standard island: its fixed beginner map and its random ones. */
#include <assert.h>
#include <string.h>

#include "engine/board.h"
#include "engine/chance.h"

enum { ISLAND_RADIUS = 2, ISLAND_HEXES = 19, ISLAND_HARBORS = 9, ISLAND_TOKENS = 18 };

/* A random number layout that keeps red numbers apart comes up about once in ten tries. */
enum { NUMBER_TRIES_MAX = 10000 };

/* B-02 */
static const uint8_t terrain_supply[DESERT + 1] = {
    [FOREST] = 4, [PASTURE] = 4, [FIELDS] = 4, [HILLS] = 3, [MOUNTAINS] = 3, [DESERT] = 1};

/* B-14, clockwise from the north-west */
static const struct {
    struct axial at;
    uint8_t side;
} harbor_slots[ISLAND_HARBORS] = {
    {{0, -2}, SIDE_NW}, {{1, -2}, SIDE_NE}, {{2, -1}, SIDE_NE},
    {{2, 0}, SIDE_E},   {{1, 1}, SIDE_SE},  {{-1, 2}, SIDE_SE},
    {{-2, 2}, SIDE_SW}, {{-2, 1}, SIDE_W},  {{-1, -1}, SIDE_W},
};

/* B-12, in the order of the spiral's letters (B-17) */
static const uint8_t tokens[ISLAND_TOKENS] = {5, 2, 6,  3, 8, 10, 9, 12, 11,
                                              4, 8, 10, 9, 4, 5,  6, 3,  11};

/* B-13; the first four are generic */
static const uint8_t harbor_supply[ISLAND_HARBORS] = {
    HARBOR_ANY, HARBOR_ANY, HARBOR_ANY, HARBOR_ANY, BRICK, LUMBER, WOOL, GRAIN, ORE};

/* Hexes in the order of their ids, harbors in that of the slots. */
struct fixed_map {
    struct {
        uint8_t terrain, number;
    } hexes[ISLAND_HEXES];
    uint8_t harbors[ISLAND_HARBORS];
};

/* B-19 */
static const struct fixed_map beginner_map = {
    {
        {MOUNTAINS, 10}, {PASTURE, 2},   {FOREST, 9}, {FIELDS, 12},   {HILLS, 6},
        {PASTURE, 4},    {HILLS, 10},    {FIELDS, 9}, {FOREST, 11},   {DESERT, 0},
        {FOREST, 3},     {MOUNTAINS, 8}, {FOREST, 8}, {MOUNTAINS, 3}, {FIELDS, 4},
        {PASTURE, 5},    {HILLS, 5},     {FIELDS, 6}, {PASTURE, 11},
    },
    {HARBOR_ANY, GRAIN, ORE, HARBOR_ANY, WOOL, HARBOR_ANY, HARBOR_ANY, BRICK, LUMBER},
};

/* C-249 */
static const struct fixed_map beginner_knights_map = {
    {
        {HILLS, 6},   {MOUNTAINS, 2}, {HILLS, 5},    {FOREST, 3},  {MOUNTAINS, 9},
        {DESERT, 0},  {FOREST, 10},   {FOREST, 8},   {FIELDS, 4},  {HILLS, 11},
        {PASTURE, 3}, {FIELDS, 8},    {PASTURE, 10}, {FIELDS, 5},  {MOUNTAINS, 6},
        {PASTURE, 4}, {FIELDS, 9},    {PASTURE, 12}, {FOREST, 11},
    },
    {BRICK, ORE, LUMBER, GRAIN, HARBOR_ANY, HARBOR_ANY, HARBOR_ANY, WOOL, HARBOR_ANY},
};

/* The island's places in the order of their ids, no terrain yet. */
static void layout_island(struct board_spec *spec) {
    memset(spec, 0, sizeof *spec);
    for (int r = -ISLAND_RADIUS; r <= ISLAND_RADIUS; r++)
        for (int q = -ISLAND_RADIUS; q <= ISLAND_RADIUS; q++)
            if (q + r >= -ISLAND_RADIUS && q + r <= ISLAND_RADIUS)
                spec->hexes[spec->n_hexes++].at = (struct axial){(int8_t)q, (int8_t)r};
    assert(spec->n_hexes == ISLAND_HEXES);
    for (unsigned i = 0; i < ISLAND_HARBORS; i++)
        spec->harbors[i] =
            (struct harbor_spec){.at = harbor_slots[i].at, .side = harbor_slots[i].side};
    spec->n_harbors = ISLAND_HARBORS;
}

static void layout_fixed(struct board_spec *spec, const struct fixed_map *map) {
    layout_island(spec);
    for (unsigned i = 0; i < ISLAND_HEXES; i++) {
        spec->hexes[i].terrain = map->hexes[i].terrain;
        spec->hexes[i].number = map->hexes[i].number;
    }
    for (unsigned i = 0; i < ISLAND_HARBORS; i++)
        spec->harbors[i].kind = map->harbors[i];
}

void layout_beginner(struct board_spec *spec) {
    layout_fixed(spec, &beginner_map);
}

void layout_beginner_knights(struct board_spec *spec) {
    layout_fixed(spec, &beginner_knights_map);
}

static void layout_shuffle(uint8_t *items, unsigned n, struct chance *chance) {
    for (unsigned i = n; i > 1; i--) {
        unsigned j = chance_below(chance, i);
        uint8_t moved = items[i - 1];
        items[i - 1] = items[j];
        items[j] = moved;
    }
}

static struct hex_spec *layout_hex_at(struct board_spec *spec, struct axial at) {
    for (unsigned i = 0; i < spec->n_hexes; i++)
        if (spec->hexes[i].at.q == at.q && spec->hexes[i].at.r == at.r)
            return &spec->hexes[i];
    return NULL;
}

/* B-17: from corner hex CORNER (a direction) counter-clockwise around the outer ring, then the inner
 * one, then the center, skipping the desert. */
static void layout_spiral_numbers(struct board_spec *spec, unsigned corner) {
    unsigned token = 0;
    for (int radius = ISLAND_RADIUS; radius >= 0; radius--) {
        struct axial at = {0, 0};
        for (int i = 0; i < radius; i++)
            at = axial_step(at, corner);
        unsigned steps = radius ? 6u * (unsigned)radius : 1;
        for (unsigned i = 0; i < steps; i++) {
            struct hex_spec *hex = layout_hex_at(spec, at);
            if (hex->terrain != DESERT)
                hex->number = tokens[token++];
            if (radius)
                at = axial_step(at, (corner + 2 + i / (unsigned)radius) % SIDE_COUNT);
        }
    }
    assert(token == ISLAND_TOKENS);
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

/* B-18. Returns false when no try came out well, which no fair stream shows. */
static bool layout_random_numbers(struct board_spec *spec, struct chance *chance) {
    uint8_t shuffled[ISLAND_TOKENS];
    memcpy(shuffled, tokens, sizeof shuffled);
    for (unsigned try = 0; try < NUMBER_TRIES_MAX; try++) {
        layout_shuffle(shuffled, ISLAND_TOKENS, chance);
        unsigned token = 0;
        for (unsigned i = 0; i < spec->n_hexes; i++)
            if (spec->hexes[i].terrain != DESERT)
                spec->hexes[i].number = shuffled[token++];
        if (!layout_red_neighbors(spec))
            return true;
    }
    return false;
}

void layout_random(struct board_spec *spec, enum number_layout numbers, struct chance *chance) {
    uint8_t terrains[ISLAND_HEXES] = {0}, harbors[ISLAND_HARBORS];
    unsigned n = 0;
    layout_island(spec);
    for (unsigned terrain = 0; terrain <= DESERT; terrain++)
        for (unsigned i = 0; i < terrain_supply[terrain]; i++)
            terrains[n++] = (uint8_t)terrain;
    layout_shuffle(terrains, ISLAND_HEXES, chance);
    for (unsigned i = 0; i < ISLAND_HEXES; i++)
        spec->hexes[i].terrain = terrains[i];
    memcpy(harbors, harbor_supply, sizeof harbors);
    layout_shuffle(harbors, ISLAND_HARBORS, chance);
    for (unsigned i = 0; i < ISLAND_HARBORS; i++)
        spec->harbors[i].kind = harbors[i];
    if (numbers == NUMBERS_SPIRAL || !layout_random_numbers(spec, chance))
        layout_spiral_numbers(spec, chance_below(chance, SIDE_COUNT));
}
