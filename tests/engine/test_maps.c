/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The scenarios' maps, printed and shuffled: nothing is lost, numbers obey the rules, and the islands are what the
 * rules call islands. */
#include <string.h>

#include "engine/scenario.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

enum { DEALS = 200, RED_LOW = 6, RED_HIGH = 8 };

enum { MAPS = 4 * MAP_SCENARIOS }; /* each for three to six players */

/* The number of each thing. */
struct counts {
    unsigned terrains[TERRAIN_COUNT], numbers[NUMBER_MAX + 1], harbors[HARBOR_KIND_COUNT];
};

static struct counts count(const struct board *board) {
    struct counts counts;
    memset(&counts, 0, sizeof counts);
    for (unsigned h = 0; h < board->n_hexes; h++) {
        counts.terrains[board->hexes[h].terrain]++;
        counts.numbers[board->hexes[h].number]++;
    }
    for (unsigned i = 0; i < board->n_harbors; i++)
        counts.harbors[board->harbors[i].kind]++;
    for (unsigned kind = 0; kind < HARBOR_KIND_COUNT; kind++)
        counts.harbors[kind] += board->pool[kind];
    return counts;
}

/* Map I by SEED, built. */
static struct rules lay(struct board *board, int i, enum layout layout, uint64_t seed) {
    struct rules rules = rules_sea(map_scenarios[i / 4], 3 + (unsigned)i % 4);
    struct random random = random_seeded(seed);
    struct random_chance chance = random_chance(&random);
    static struct setup setup;
    struct board_spec spec;
    size_t at;
    ck_assert_uint_eq(rules.points_target, scenario_target(GAME_BASE, rules.scenario));
    ck_assert(scenario_has_map(rules.scenario, rules.players));
    scenario_layout(&spec, rules.scenario, rules.players, layout, &chance.chance);
    ck_assert_int_eq(setup_build(&setup, &rules, &spec, &at), BOARD_OK);
    *board = setup.board;
    return rules;
}

static bool is_red(unsigned number) {
    return number == RED_LOW || number == RED_HIGH;
}

/* The rules for every map: red numbers apart, and the limits of its scenario (S-86). */
static void check_numbers(const struct board *board, unsigned scenario) {
    for (unsigned h = 0; h < board->n_hexes; h++) {
        const struct hex *hex = &board->hexes[h];
        for (unsigned side = 0; side < SIDE_COUNT; side++) {
            unsigned other = hex->neighbors[side];
            ck_assert(!is_red(hex->number) || other == NONE || !is_red(board->hexes[other].number));
        }
        if (scenario == SCENARIO_DESERT)
            ck_assert(hex->terrain != GOLD || !is_red(hex->number));
        if (scenario == SCENARIO_FOUR_ISLANDS && board->n_regions == 4)
            ck_assert((hex->terrain != FOREST && hex->terrain != PASTURE) ||
                      (hex->number != 2 && hex->number != NUMBER_MAX));
    }
}

/* All land belongs to a region, no sea does, and an island with points only touches the starting land at the belt of
 * desert (S-66, S-67, S-87). */
static void check_regions(const struct board *board) {
    for (unsigned h = 0; h < board->n_hexes; h++) {
        const struct hex *hex = &board->hexes[h];
        ck_assert_int_eq(hex->region != 0, hex->terrain != SEA);
        for (unsigned side = 0; hex->region && side < SIDE_COUNT; side++) {
            unsigned other = hex->neighbors[side];
            if (other == NONE || !board->hexes[other].region)
                continue;
            const struct region_spec *mine = &board->regions[hex->region - 1];
            const struct region_spec *theirs = &board->regions[board->hexes[other].region - 1];
            bool island = mine->bonus && !(mine->flags & REGION_START);
            ck_assert(!island || board->hexes[other].region == hex->region ||
                      !(theirs->flags & REGION_START));
        }
    }
}

START_TEST(printed_maps_are_whole) {
    static struct board board;
    struct rules rules = lay(&board, _i, LAYOUT_BEGINNER, test_seed(71));
    check_regions(&board);
    ck_assert_uint_gt(vertex_set_count(&board.start), 4u * rules.players);
    ck_assert_int_eq(board.robber == NONE, rules.robber_beside);
    ck_assert_int_eq(board.pirate == NONE,
                     !rules.fleet && (rules.no_pirate || rules.robber_beside)); /* S-160, S-132 */
    for (unsigned h = 0; h < board.n_hexes; h++)
        if (!rules.fleet || board.hexes[h].region != 2) /* some of its pirate islands have none */
            ck_assert_int_eq(board.hexes[h].number != 0,
                             terrain_takes_number(board.hexes[h].terrain) &&
                                 !((board.n_gifts || board.n_villages) &&
                                   board.hexes[h].region == 2)); /* S-101, S-112 */
}
END_TEST

START_TEST(dealt_maps_have_what_the_printed_ones_have) {
    static struct board printed, dealt;
    uint64_t seed = test_seed(72);
    unsigned moved = 0;
    lay(&printed, _i, LAYOUT_BEGINNER, seed);
    struct counts all = count(&printed);
    for (unsigned i = 0; i < DEALS; i++) {
        struct rules rules = lay(&dealt, _i, LAYOUT_RANDOM, seed + i);
        struct counts counts = count(&dealt);
        if (printed.n_harbors < 11 && rules.players > 4) /* one of eleven pieces is unused */
            memcpy(counts.harbors, all.harbors, sizeof counts.harbors);
        ck_assert_mem_eq(&counts, &all, sizeof all);
        check_numbers(&dealt, rules.scenario);
        check_regions(&dealt);
        for (unsigned h = 0; h < dealt.n_hexes; h++)
            moved += dealt.hexes[h].terrain != printed.hexes[h].terrain;
        if (rules.robber_beside)
            continue;
        /* S-89; if even the printed map is shuffled, as for the villages, its hex has no number of its own */
        if (rules.scenario == SCENARIO_CLOTH && rules.players > 4)
            ck_assert_uint_eq(dealt.robber, printed.robber);
        else
            ck_assert_uint_eq(dealt.hexes[dealt.robber].number,
                              printed.hexes[printed.robber].number);
        ck_assert(board_is_desert(&dealt, dealt.robber) ==
                  board_is_desert(&printed, printed.robber));
        ck_assert(dealt.pirate == NONE || board_is_sea(&dealt, dealt.pirate));
    }
    if (printed.n_lanes) /* S-144 */
        ck_assert_uint_eq(moved, 0);
    else
        ck_assert_uint_gt(moved, 8 * DEALS);
}
END_TEST

/* S-127, X-74: a lane is all shortest paths through the way mark; the number of paths at each step was counted on the
 * maps. */
START_TEST(lanes_lead_to_the_fortresses) {
    enum { STANDARD = 9, LARGE = 10 };
    static const char steps[4][STANDARD + 1] = {"122322111", "111111222", "122322111", "111111222"};
    static struct board board;
    struct rules rules = rules_sea(SCENARIO_PIRATE_ISLANDS, 3 + (unsigned)_i);
    struct random random = random_seeded(test_seed(74));
    struct random_chance chance = random_chance(&random);
    static struct setup setup;
    struct board_spec spec;
    size_t at;
    scenario_layout(&spec, rules.scenario, rules.players, LAYOUT_BEGINNER, &chance.chance);
    ck_assert_int_eq(setup_build(&setup, &rules, &spec, &at), BOARD_OK);
    board = setup.board;
    ck_assert_uint_eq(board.n_lanes, rules.players);
    ck_assert_uint_eq(board.n_fleet, 14);
    for (unsigned seat = 0; seat < board.n_lanes; seat++) {
        const struct lane *lane = &board.lanes[seat];
        ck_assert_uint_eq(lane->steps, rules.players > 4 ? LARGE : STANDARD);
        for (unsigned k = 0; k < lane->steps; k++)
            ck_assert_uint_eq(edge_set_count(&lane->step[k]),
                              rules.players > 4 ? 1U : (unsigned)steps[seat][k] - '0');
        ck_assert(vertex_set_has(&lane->place[lane->steps], lane->fortress));
        ck_assert(vertex_set_has(&board.closed, lane->fortress));
        ck_assert(!vertex_set_has(&board.closed, lane->way));
        ck_assert(!vertex_set_has(&board.start, lane->way));
    }
}
END_TEST

/* What cannot be a lane or a circuit is refused with the mark's own error. */
START_TEST(wrong_lanes_are_refused) {
    static struct setup setup;
    struct rules rules = rules_sea(SCENARIO_PIRATE_ISLANDS, 4);
    struct random random = random_seeded(test_seed(75));
    struct random_chance chance = random_chance(&random);
    struct board_spec spec, wrong;
    size_t at;
    scenario_layout(&spec, rules.scenario, 4, LAYOUT_BEGINNER, &chance.chance);
    for (unsigned i = 0; i < spec.n_marks;
         i++) { /* each mark is needed, except one of many of the circuit */
        wrong = spec;
        wrong.marks[i] = wrong.marks[--wrong.n_marks];
        bool needed = spec.marks[i].kind != MARK_FLEET;
        ck_assert_int_eq(setup_build(&setup, &rules, &wrong, &at), needed ? BOARD_MARK : BOARD_OK);
    }
    for (unsigned i = 0; i < spec.n_marks; i++) { /* none occurs twice */
        wrong = spec;
        wrong.marks[wrong.n_marks++] = spec.marks[i];
        ck_assert_int_eq(setup_build(&setup, &rules, &wrong, &at), BOARD_MARK);
    }
    wrong = spec; /* two players with one lane */
    wrong.marks[3] = wrong.marks[0];
    wrong.marks[3].value = 1;
    ck_assert_int_eq(setup_build(&setup, &rules, &wrong, &at), BOARD_MARK);
    wrong = spec; /* the fleet on land */
    wrong.marks[spec.n_marks - 1].at = (struct axial){4, -3};
    ck_assert_int_eq(setup_build(&setup, &rules, &wrong, &at), BOARD_MARK);
    rules = rules_sea(SCENARIO_CUSTOM, 4); /* only with a fleet */
    ck_assert_int_eq(setup_build(&setup, &rules, &spec, &at), BOARD_MARK);
}
END_TEST

/* A checksum (FNV-1a) of a shuffled map. */
static uint64_t board_checksum(const struct board *board) {
    uint64_t sum = 14695981039346656037u;
    uint8_t told[2 * HEX_MAX + 2 * HARBOR_MAX + 2];
    unsigned n = 0;
    for (unsigned h = 0; h < board->n_hexes; h++) {
        told[n++] = board->hexes[h].terrain;
        told[n++] = board->hexes[h].number;
    }
    for (unsigned i = 0; i < board->n_harbors; i++) {
        told[n++] = board->harbors[i].kind;
        told[n++] = board->harbors[i].edge;
    }
    told[n++] = board->robber;
    told[n++] = board->pirate;
    for (unsigned i = 0; i < n; i++)
        sum = (sum ^ told[i]) * 1099511628211u;
    return sum;
}

/* The maps of games with fair chance are made again from their seeds to check them, years later: the same draws must
 * always give the same map. If shuffling has to change, it needs a new name, not new checksums here. */
START_TEST(deals_stay_what_they_were) {
    static const uint64_t sums[MAPS] = {
        0x5993dd57c04a2010, 0xb119f1a871ba800c, 0x2ce1fd1190ff2e54, 0x2ce1fd1190ff2e54,
        0x68e114d8d2a90131, 0xaf13861821fae0fb, 0xad8acc4f5d3e6199, 0xad8acc4f5d3e6199,
        0xfcc6417743b70c94, 0x7fc71013577430c8, 0x51fea1aef9b0764f, 0x51fea1aef9b0764f,
        0x3cf6f0c2331023d1, 0xf5710bfcbc3aad59, 0xe84a92364027f1ac, 0xe84a92364027f1ac,
        0x8882f0a8a1fc3334, 0x8882f0a8a1fc3334, 0xd03f729283ed108c, 0xd03f729283ed108c,
        0xc60028c7c1389ae7, 0xc60028c7c1389ae7, 0x107b1b72d1210983, 0x107b1b72d1210983,
        0x25b058b71ce9372b, 0x25b058b71ce9372b, 0xfd49d27c7ed3912f, 0xfd49d27c7ed3912f,
        0x049550169c907e73, 0x049550169c907e73, 0xe876311e9ea2e60a, 0xe876311e9ea2e60a,
        0x75ff064fb528c46d, 0x75ff064fb528c46d, 0x59c1cfc59b37938b, 0x59c1cfc59b37938b,
        0xcbed8ebeebee31ee, 0x4c2435c0c3158982, 0xa2bbebaeeb6547c6, 0xa2bbebaeeb6547c6};
    static struct board board;
    uint64_t sum = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        lay(&board, _i, LAYOUT_RANDOM, seed);
        sum = sum * 31 + board_checksum(&board);
    }
    ck_assert_msg(sum == sums[_i], "scenario %u for %u: 0x%016llx", map_scenarios[_i / 4],
                  3 + _i % 4, (unsigned long long)sum);
}
END_TEST

/* Harbors placed by the server are on coasts, not adjacent, and as many as there is room for (S-163). */
START_TEST(harbors_are_scattered) {
    uint64_t seed = test_seed(73);
    unsigned drawn = 0;
    for (unsigned i = 0; i < DEALS; i++) {
        struct random random = random_seeded(seed + i);
        struct random_chance chance = random_chance(&random);
        unsigned players = 3 + i % 4, pool, ends = 0;
        struct board_spec spec;
        struct board board;
        size_t at;
        scenario_layout(&spec, SCENARIO_NEW_WORLD, players, LAYOUT_RANDOM, &chance.chance);
        pool = spec.n_harbors;
        harbors_scatter(&spec, &chance.chance);
        ck_assert_int_eq(board_build(&board, &spec, &at), BOARD_OK);
        ck_assert_uint_eq(board.n_pool, 0);
        ck_assert_uint_eq(pool, players > 4 ? 11 : 9);
        for (unsigned v = 0; v < board.n_vertices; v++)
            ends += board.vertex[v].harbors != 0;
        ck_assert_uint_eq(ends, 2U * board.n_harbors);
        drawn += board.n_harbors;
    }
    ck_assert_uint_gt(drawn, 9 * DEALS); /* there is nearly always room for all */
}
END_TEST

/* S-67, S-159: also on a custom map for the New World. */
START_TEST(each_island_of_the_new_world_is_a_region_to_begin_on) {
    unsigned regions = 0;
    for (uint64_t seed = 1; seed <= DEALS; seed++) {
        struct random random = random_seeded(seed);
        struct random_chance chance = random_chance(&random);
        static struct board board;
        struct board_spec spec;
        size_t at;
        scenario_layout(&spec, SCENARIO_NEW_WORLD, 3 + seed % 4, LAYOUT_RANDOM, &chance.chance);
        memset(spec.region_of, 0, sizeof spec.region_of);
        memset(spec.regions, 0, sizeof spec.regions);
        spec.n_regions = 0;
        scenario_islands(&spec);
        ck_assert_int_eq(board_build(&board, &spec, &at), BOARD_OK);
        regions += board.n_regions;
        for (unsigned region = 0; region < board.n_regions; region++) {
            ck_assert_uint_eq(board.regions[region].flags, REGION_START);
            ck_assert_uint_eq(board.regions[region].bonus, 1);
        }
        for (unsigned h = 0; h < board.n_hexes; h++) {
            const struct hex *hex = &board.hexes[h];
            ck_assert(hex->terrain != SEA || hex->region == 0);
            for (unsigned side = 0; side < SIDE_COUNT; side++) {
                unsigned other = hex->neighbors[side];
                if (hex->terrain != SEA && other != NONE && board.hexes[other].terrain != SEA)
                    ck_assert_uint_eq(board.hexes[other].region, hex->region);
            }
        }
    }
    ck_assert_uint_gt(regions, DEALS); /* some have several islands */
}
END_TEST

START_TEST(maps_of_ones_own_have_a_target) {
    struct board_spec spec = {.n_hexes = 30};
    for (unsigned i = 0; i < spec.n_hexes; i++)
        spec.hexes[i].terrain = i < 5 ? DESERT : i < 10 ? SEA : FOREST;
    ck_assert_uint_eq(scenario_custom_target(GAME_BASE, &spec), 10); /* S-93: 20 land hexes */
    ck_assert_uint_eq(scenario_custom_target(GAME_CITIES_AND_KNIGHTS, &spec), 12);
    spec.n_hexes = 12;
    ck_assert_uint_eq(scenario_custom_target(GAME_BASE, &spec), POINTS_TARGET_MIN);
    ck_assert(!scenario_has_map(SCENARIO_NEW_SHORES, 2));
    ck_assert(!scenario_has_map(SCENARIO_CUSTOM, 3));
}
END_TEST

static Suite *suite(void) {
    return test_suite(
        "maps",
        (const struct test_case[]){
            {"printed", printed_maps_are_whole, .loops = MAPS},
            {"dealt", dealt_maps_have_what_the_printed_ones_have, .loops = MAPS},
            {"golden", deals_stay_what_they_were, .loops = MAPS},
            {"lanes", lanes_lead_to_the_fortresses, .loops = 4},
            {.name = "wrong lanes", .test = wrong_lanes_are_refused},
            {.name = "scattered", .test = harbors_are_scattered},
            {.name = "islands", .test = each_island_of_the_new_world_is_a_region_to_begin_on},
            {.name = "own", .test = maps_of_ones_own_have_a_target},
            {0},
        });
}
TEST_MAIN(suite)
