/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Boards: ids, neighbors and coasts of the standard island and of unusual ones, layouts, and what is refused. */
#include <string.h>

#include "engine/board.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

static struct board built(const struct board_spec *spec) {
    struct board board;
    size_t at;
    ck_assert_int_eq(board_build(&board, spec, &at), BOARD_OK);
    return board;
}

/* B-08, B-09: the island's geometry, and the ids in the order of clients. */
START_TEST(island_has_its_shape) {
    struct board_spec spec;
    layout_printed(&spec, MAP_BASE);
    struct board board = built(&spec);
    unsigned coastal = 0;
    ck_assert_uint_eq(board.n_hexes, 19);
    ck_assert_uint_eq(board.n_vertices, 54);
    ck_assert_uint_eq(board.n_edges, 72);
    for (unsigned h = 0; h < board.n_hexes; h++)
        for (unsigned side = 0; side < SIDE_COUNT; side++)
            coastal += board.hexes[h].neighbors[side] == NONE;
    ck_assert_uint_eq(coastal, 30);
    for (unsigned v = 1; v < board.n_vertices; v++) {
        const struct vertex *a = &board.vertex[v - 1], *b = &board.vertex[v];
        ck_assert(a->y < b->y || (a->y == b->y && a->x < b->x));
    }
    for (unsigned e = 1; e < board.n_edges; e++) {
        const uint8_t *a = board.edge[e - 1].vertices, *b = board.edge[e].vertices;
        ck_assert_uint_lt(b[0], b[1]);
        ck_assert(a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]));
    }
    for (unsigned h = 1; h < board.n_hexes; h++) {
        struct axial a = board.hexes[h - 1].at, b = board.hexes[h].at;
        ck_assert(a.r < b.r || (a.r == b.r && a.q < b.q));
    }
}
END_TEST

/* Neighborhood is mutual, and the data of vertices and edges agree with each other. */
START_TEST(neighbors_agree) {
    struct board_spec spec;
    layout_printed(&spec, MAP_BASE);
    struct board board = built(&spec);
    for (unsigned v = 0; v < board.n_vertices; v++) {
        const struct vertex *vertex = &board.vertex[v];
        bool sea = false;
        ck_assert(vertex->n_edges == 2 || vertex->n_edges == 3);
        for (unsigned i = 0; i < vertex->n_edges; i++) {
            const uint8_t *ends = board.edge[vertex->edges[i]].vertices;
            ck_assert(ends[0] == v || ends[1] == v);
            ck_assert_uint_eq(ends[0] == v ? ends[1] : ends[0], vertex->neighbors[i]);
        }
        for (unsigned i = 0; i < 3; i++) {
            unsigned hex = vertex->hexes[i];
            ck_assert_uint_eq(board_hex_at(&board, vertex->around[i]), hex);
            sea |= hex == NONE;
            if (hex != NONE)
                ck_assert_ptr_nonnull(memchr(board.hexes[hex].vertices, (int)v, CORNER_COUNT));
        }
        ck_assert_int_eq(vertex->coastal, sea);
    }
    for (unsigned h = 0; h < board.n_hexes; h++) {
        int x = 0, y = 0; /* the corners lie around the center */
        for (unsigned corner = 0; corner < CORNER_COUNT; corner++) {
            x += board.vertex[board.hexes[h].vertices[corner]].x;
            y += board.vertex[board.hexes[h].vertices[corner]].y;
        }
        ck_assert_int_eq(x, CORNER_COUNT * (2 * board.hexes[h].at.q + board.hexes[h].at.r));
        ck_assert_int_eq(y, CORNER_COUNT * 3 * board.hexes[h].at.r);
        for (unsigned side = 0; side < SIDE_COUNT; side++) {
            unsigned other = board.hexes[h].neighbors[side];
            const uint8_t *ends = board.edge[board.hexes[h].edges[side]].vertices;
            unsigned a = board.hexes[h].vertices[(side + 5) % 6], b = board.hexes[h].vertices[side];
            ck_assert((ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a));
            if (other != NONE) {
                ck_assert_uint_eq(board.hexes[other].neighbors[(side + 3) % 6], h);
                ck_assert_uint_eq(board.hexes[other].edges[(side + 3) % 6],
                                  board.hexes[h].edges[side]);
            }
        }
    }
}
END_TEST

/* B-19 and B-14: rows from the top, harbors in the order of their slots. */
START_TEST(beginner_map) {
    static const struct {
        unsigned hex, terrain, number;
    } some[] = {{0, MOUNTAINS, 10}, {3, FIELDS, 12}, {9, DESERT, 0},
                {11, MOUNTAINS, 8}, {12, FOREST, 8}, {18, PASTURE, 11}};
    struct board_spec spec;
    layout_printed(&spec, MAP_BASE);
    struct board board = built(&spec);
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        ck_assert_uint_eq(board.hexes[some[i].hex].terrain, some[i].terrain);
        ck_assert_uint_eq(board.hexes[some[i].hex].number, some[i].number);
    }
    ck_assert_uint_eq(board.robber, 9);
    ck_assert_uint_eq(board.n_harbors, 9);
    unsigned served = 0;
    for (unsigned v = 0; v < board.n_vertices; v++) {
        served += board.vertex[v].harbors != 0;
        ck_assert(!(board.vertex[v].harbors & (board.vertex[v].harbors - 1)));
    }
    ck_assert_uint_eq(served, 18); /* no two slots share an intersection */
    ck_assert_uint_eq(board.harbors[1].kind, GRAIN);
    ck_assert_uint_eq(board.harbors[1].edge, board.hexes[1].edges[SIDE_NE]);
}
END_TEST

static unsigned reds_touching(const struct board *board) {
    unsigned n = 0;
    for (unsigned h = 0; h < board->n_hexes; h++)
        for (unsigned side = 0; side < SIDE_COUNT; side++) {
            unsigned other = board->hexes[h].neighbors[side];
            unsigned a = board->hexes[h].number;
            unsigned b = other == NONE ? 0 : board->hexes[other].number;
            n += (a == 6 || a == 8) && (b == 6 || b == 8);
        }
    return n;
}

/* B-16 to B-18: the pieces are those of the game, and red numbers never touch. */
START_TEST(random_maps) {
    static const unsigned terrains[] = {4, 4, 4, 3, 3, 1};
    static const unsigned numbers[] = {0, 0, 1, 2, 2, 2, 2, 0, 2, 2, 2, 2, 1};
    static const unsigned harbors[] = {1, 1, 1, 1, 1, 4};
    unsigned deserts_seen = 0, seen[19] = {0};
    uint64_t seed = test_seed(7) + (unsigned)_i * 1000;
    for (unsigned i = 0; i < 500; i++) {
        struct random random = random_seeded(seed + i);
        struct random_chance chance = random_chance(&random);
        struct board_spec spec;
        layout_random(&spec, ISLAND_STANDARD, (enum number_layout)_i, &chance.chance);
        struct board board = built(&spec);
        unsigned terrain[6] = {0}, number[13] = {0}, harbor[6] = {0};
        for (unsigned h = 0; h < board.n_hexes; h++) {
            terrain[board.hexes[h].terrain]++;
            if (board.hexes[h].number)
                number[board.hexes[h].number]++;
        }
        for (unsigned k = 0; k < board.n_harbors; k++)
            harbor[board.harbors[k].kind]++;
        ck_assert_mem_eq(terrain, terrains, sizeof terrains);
        ck_assert_mem_eq(number, numbers, sizeof numbers);
        ck_assert_mem_eq(harbor, harbors, sizeof harbors);
        ck_assert_uint_eq(reds_touching(&board), 0);
        deserts_seen += !seen[board.robber]++;
    }
    ck_assert_uint_eq(deserts_seen, 19); /* the desert occurs on every hex */
}
END_TEST

/* Any shape of hexes: a row, a ring, two islands. */
START_TEST(other_shapes) {
    static const struct {
        unsigned n;
        struct axial at[7];
        unsigned vertices, edges;
    } shapes[] = {
        {2, {{0, 0}, {1, 0}}, 10, 11},
        {2, {{0, 0}, {5, 0}}, 12, 12},
        {3, {{0, 0}, {1, 0}, {0, 1}}, 13, 15},
        {6, {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}, 24, 30},
        {7, {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}, {0, 0}}, 24, 30},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        struct board_spec spec = {.n_hexes = (uint8_t)shapes[i].n};
        for (unsigned h = 0; h < shapes[i].n; h++)
            spec.hexes[h] = (struct hex_spec){shapes[i].at[h], FOREST, 4};
        struct board board = built(&spec);
        ck_assert_uint_eq(board.n_vertices, shapes[i].vertices);
        ck_assert_uint_eq(board.n_edges, shapes[i].edges);
        ck_assert_uint_eq(board.robber, NONE);
    }
}
END_TEST

/* The largest regular island that fits, and one hex too many. */
START_TEST(large_islands) {
    struct board_spec spec = {0};
    for (int r = -4; r <= 4; r++)
        for (int q = -4; q <= 4; q++)
            if (q + r >= -4 && q + r <= 4)
                spec.hexes[spec.n_hexes++] = (struct hex_spec){{(int8_t)q, (int8_t)r}, HILLS, 9};
    struct board board = built(&spec);
    ck_assert_uint_eq(board.n_hexes, 61);
    ck_assert_uint_eq(board.n_vertices, 150);
    ck_assert_uint_eq(board.n_edges, 210);
    size_t at;
    struct board_spec scattered = {.n_hexes = 33};
    for (unsigned i = 0; i < scattered.n_hexes; i++)
        scattered.hexes[i] =
            (struct hex_spec){{(int8_t)(2 * (i % 6)), (int8_t)(2 * (i / 6))}, HILLS, 9};
    ck_assert_int_eq(board_build(&board, &scattered, &at), BOARD_TOO_LARGE);
    ck_assert_uint_eq(board_fitting(&board, &scattered), 32); /* six intersections each */
    scattered.n_hexes = HEX_MAX + 1;
    ck_assert_int_eq(board_build(&board, &scattered, &at), BOARD_TOO_LARGE);
}
END_TEST

/* However hexes are arranged, at most HEX_FIT_MAX fit: rings around a center have the fewest paths. */
START_TEST(as_many_hexes_as_fit) {
    struct board_spec spec = {0};
    struct axial at = {0, 0};
    struct board board;
    size_t wrong;
    spec.hexes[spec.n_hexes++] = (struct hex_spec){at, HILLS, 9};
    for (unsigned ring = 1; spec.n_hexes <= HEX_FIT_MAX; ring++) {
        at = axial_step(at, SIDE_E);
        for (unsigned i = 0; i < SIDE_COUNT * ring && spec.n_hexes <= HEX_FIT_MAX; i++) {
            at = axial_step(at, (enum side)((i / ring + SIDE_NW) % SIDE_COUNT));
            spec.hexes[spec.n_hexes++] = (struct hex_spec){at, HILLS, 9};
        }
    }
    ck_assert_int_eq(board_build(&board, &spec, &wrong), BOARD_TOO_LARGE);
    ck_assert_uint_eq(board_fitting(&board, &spec), HEX_FIT_MAX);
    spec.n_hexes = HEX_FIT_MAX;
    ck_assert_int_eq(board_build(&board, &spec, &wrong), BOARD_OK);
    ck_assert_uint_eq(board.n_edges, EDGE_MAX);
}
END_TEST

/* S-38: the robber can start off the board even with a desert, and the stored set-up keeps that. */
START_TEST(the_robber_off_the_board) {
    struct board_spec spec, back;
    struct rules rules = rules_base(4);
    uint8_t body[SETUP_BODY_MAX];
    layout_printed(&spec, MAP_BASE);
    spec.robber_given = false;
    ck_assert_uint_eq(built(&spec).robber, built(&spec).desert);
    spec.robber_off = true;
    ck_assert_uint_eq(built(&spec).robber, NONE);
    size_t len = setup_encode(&rules, &spec, body);
    ck_assert(setup_decode(body, len, &rules, &back));
    ck_assert(back.robber_off && !back.robber_given);
}
END_TEST

/* Each mistake is reported, with the item that contains it. */
START_TEST(mistakes_are_named) {
    static const struct {
        enum board_error error;
        size_t at;
    } expected[] = {
        {BOARD_NO_HEXES, 0},    {BOARD_HEX_TWICE, 3},    {BOARD_HEX_FAR, 2},
        {BOARD_TERRAIN, 5},     {BOARD_NUMBER, 4},       {BOARD_NUMBER, 9},
        {BOARD_NUMBER, 1},      {BOARD_HARBOR_PLACE, 2}, {BOARD_HARBOR_PLACE, 0},
        {BOARD_HARBOR_KIND, 1}, {BOARD_HARBOR_TWICE, 1}, {BOARD_ROBBER, 0},
        {BOARD_NEUTRAL, 0},     {BOARD_NEUTRAL, 1},
    };
    struct board_spec spec;
    struct board board;
    size_t at;
    layout_printed(&spec, MAP_BASE);
    switch (_i) {
    case 0: spec.n_hexes = 1; break;
    case 1: spec.hexes[3].at = spec.hexes[0].at; break;
    case 2: spec.hexes[2].at.q = COORDINATE_MAX + 1; break;
    case 3: spec.hexes[5].terrain = SEA; break;
    case 4: spec.hexes[4].number = 7; break;
    case 5: spec.hexes[9].number = 6; break;
    case 6: spec.hexes[1].number = 0; break;
    case 7: spec.harbors[2].at = (struct axial){9, 9}; break;
    case 8: spec.harbors[0].side = SIDE_SE; break;
    case 9: spec.harbors[1].kind = HARBOR_KIND_COUNT; break;
    case 10: spec.harbors[1] = spec.harbors[0]; break;
    case 11: spec.robber_given = true, spec.robber = (struct axial){9, 9}; break;
    case 12: spec.n_neutral = 2, spec.neutral[0].corner = CORNER_NE; break;
    default:
        spec.n_neutral = 2;
        spec.neutral[0] = (struct corner_spec){{0, 0}, CORNER_N};
        spec.neutral[1] = (struct corner_spec){{5, 5}, CORNER_N};
    }
    ck_assert_int_eq(board_build(&board, &spec, &at), expected[_i].error);
    ck_assert_uint_eq(at, expected[_i].at);
    ck_assert_uint_gt(strlen(board_error_text(expected[_i].error)), 20);
}
END_TEST

/* T-05 */
START_TEST(neutral_places_by_default) {
    struct board_spec spec;
    static struct setup setup;
    struct rules rules = rules_base(2);
    size_t at;
    layout_printed(&spec, MAP_BASE);
    ck_assert_int_eq(setup_build(&setup, &rules, &spec, &at), BOARD_OK);
    ck_assert_uint_eq(setup.board.neutral[0], setup.board.hexes[9].vertices[CORNER_N]);
    ck_assert_uint_eq(setup.board.neutral[1], setup.board.hexes[9].vertices[CORNER_S]);
    for (unsigned h = 0; h < spec.n_hexes; h++)
        spec.hexes[h].at.q = (int8_t)(spec.hexes[h].at.q + 9);
    spec.n_harbors = 0;
    ck_assert_int_eq(setup_build(&setup, &rules, &spec, &at), BOARD_NEUTRAL);
}
END_TEST

/* The neutral places keep the distance between settlements (T-04), for any of the three paths. */
START_TEST(neutral_places_are_apart) {
    static const struct axial beside[] = {{1, -1}, {0, -1}, {1, -2}};
    struct board_spec spec;
    struct board board;
    size_t at;
    layout_printed(&spec, MAP_BASE);
    spec.n_neutral = 2;
    spec.neutral[0] = (struct corner_spec){{0, 0}, CORNER_N};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        spec.neutral[1] = (struct corner_spec){beside[i], CORNER_S};
        ck_assert_msg(board_build(&board, &spec, &at) == BOARD_NEUTRAL, "path %zu", i);
    }
    spec.neutral[1] = (struct corner_spec){{0, 0}, CORNER_S};
    ck_assert_int_eq(board_build(&board, &spec, &at), BOARD_OK);
}
END_TEST

/* Rules outside the limits: each number separately, beyond either end. */
START_TEST(rules_have_ends) {
    static const struct {
        unsigned revision, target;
        bool good;
    } rows[] = {
        {1, POINTS_TARGET_MIN, true},      {RULES_REVISION_LATEST, POINTS_TARGET_MAX, true},
        {0, POINTS_TARGET_MIN, false},     {RULES_REVISION_LATEST + 1, POINTS_TARGET_MIN, false},
        {1, POINTS_TARGET_MIN - 1, false}, {1, POINTS_TARGET_MAX + 1, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rules rules = rules_base(3);
        rules.revision = (uint8_t)rows[i].revision;
        rules.points_target = (uint8_t)rows[i].target;
        ck_assert_msg(rules_complete(&rules) == rows[i].good, "row %zu", i);
    }
}
END_TEST

static Suite *suite(void) {
    return test_suite("board", (const struct test_case[]){
                                   {"island", island_has_its_shape, 0, 0, NULL, NULL},
                                   {"neighbors", neighbors_agree, 0, 0, NULL, NULL},
                                   {"beginner", beginner_map, 0, 0, NULL, NULL},
                                   {"random", random_maps, 2, 0, NULL, NULL},
                                   {"shapes", other_shapes, 0, 0, NULL, NULL},
                                   {"large", large_islands, 0, 0, NULL, NULL},
                                   {"fitting", as_many_hexes_as_fit, 0, 0, NULL, NULL},
                                   {"robber", the_robber_off_the_board, 0, 0, NULL, NULL},
                                   {"mistakes", mistakes_are_named, 14, 0, NULL, NULL},
                                   {"apart", neutral_places_are_apart, 0, 0, NULL, NULL},
                                   {"rules", rules_have_ends, 0, 0, NULL, NULL},
                                   {"neutral", neutral_places_by_default, 0, 0, NULL, NULL},
                                   {0},
                               });
}
TEST_MAIN(suite)
