/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The tables of maps against maps.json, which contains the printed maps as read from the rule books: each hex, harbor,
 * mark, pool and limit, and the paths of the lanes, which the engine finds by itself. */
#include <jansson.h>
#include <string.h>

#include "engine/scenario.h"
#include "engine/sea/maps.h"
#include "tests/support/check_main.h"
#include "tests/support/random_game.h"

enum {
    MAP_FACTS = 23,
    HEX_CHARACTERS = 4
}; /* the printed maps at sea, which come first, and the large island */

static json_t *facts;

static void read_facts(void) {
    json_error_t error;
    facts = json_load_file(test_path("tests/engine/maps.json"), 0, &error);
    ck_assert_msg(facts != NULL, "maps.json:%d: %s", error.line, error.text);
    ck_assert_uint_eq(json_array_size(facts), MAP_FACTS);
    for (unsigned i = 0; i < SEA_MAP_COUNT; i++) /* our own scenarios come after custom maps */
        ck_assert_int_eq(i + 1 < MAP_FACTS, sea_maps[i].scenario < SCENARIO_CUSTOM);
}

static void forget_facts(void) {
    json_decref(facts);
}

/* Takes ownership of VALUE, which is NULL if memory ran out. */
static json_t *made(json_t *value) {
    ck_assert_ptr_nonnull(value);
    return value;
}

/* Fails unless SECTION of FACT equals VALUE, which it takes ownership of. */
static void check_section(const json_t *fact, const char *section, json_t *value) {
    const json_t *expected = json_object_get(fact, section);
    ck_assert_ptr_nonnull(expected);
    if (!json_equal(expected, made(value)))
        ck_abort_msg("%s: %s: the table says\n%s\ninstead of\n%s",
                     json_string_value(json_object_get(fact, "map")), section,
                     json_dumps(value, JSON_ENCODE_ANY), json_dumps(expected, JSON_ENCODE_ANY));
    json_decref(value);
}

static json_t *json_at(bool given, struct axial at) {
    return given ? json_pack("[ii]", at.q, at.r) : json_null();
}

static unsigned digit(char c) {
    return c == '.' ? 0 : (unsigned)strtoul((const char[]){c, '\0'}, NULL, 16);
}

static json_t *json_of_rows(const struct sea_map *map) {
    static const char letters[] = "FPAHMDSGO?";
    json_t *hexes = made(json_array());
    for (unsigned i = 0; i < SEA_MAP_ROWS; i++) {
        struct axial at = map->rows[i].first;
        const char *hex = map->rows[i].hexes;
        for (;; hex += HEX_CHARACTERS + 1, at.q++) {
            size_t letter = strcspn(letters, (const char[]){hex[0], '\0'});
            ck_assert_uint_le(letter, TERRAIN_COUNT);
            json_array_append_new(
                hexes, made(json_pack("[iisiii]", at.q, at.r,
                                      letter < TERRAIN_COUNT ? terrain_names[letter] : "dealt",
                                      digit(hex[1]), digit(hex[2]), digit(hex[3]))));
            if (!hex[HEX_CHARACTERS])
                break;
        }
    }
    return hexes;
}

/* The kinds are omitted if SHUFFLED; harbors without a place are only in the pool. */
static json_t *json_of_harbors(const struct harbor_spec *harbors, unsigned n, bool shuffled) {
    json_t *all = made(json_array());
    for (unsigned i = 0; i < n; i++) {
        if (harbors[i].side == SIDE_COUNT)
            continue;
        json_t *harbor =
            made(json_pack("[iis]", harbors[i].at.q, harbors[i].at.r, side_names[harbors[i].side]));
        ck_assert_uint_lt(harbors[i].kind, HARBOR_KIND_COUNT); /* not read where SHUFFLED */
        if (!shuffled)
            json_array_append_new(harbor, made(json_string(harbor_names[harbors[i].kind])));
        json_array_append_new(all, harbor);
    }
    return all;
}

static json_t *json_of_counts(const uint8_t *counts, const char *const *names, unsigned n) {
    json_t *all = made(json_object());
    for (unsigned i = 0; i < n; i++)
        if (counts[i])
            json_object_set_new(all, names[i], made(json_integer(counts[i])));
    return all;
}

static json_t *json_of_regions(const struct sea_map *map) {
    static const char *const flags[] = {"start", "no settling", "no robber"};
    json_t *all = made(json_array());
    for (unsigned i = 0; i < map->n_regions; i++) {
        json_t *region = made(json_array());
        for (unsigned flag = 0; flag < sizeof flags / sizeof *flags; flag++)
            if (map->regions[i].flags & 1U << flag)
                json_array_append_new(region, made(json_string(flags[flag])));
        json_array_append_new(region, made(json_integer(map->regions[i].bonus)));
        json_array_append_new(all, region);
    }
    return all;
}

static json_t *json_of_limit(const struct sea_limit *limit) {
    json_t *numbers = made(json_array()), *terrains = made(json_array()),
           *hexes = made(json_array());
    for (unsigned number = 0; number <= NUMBER_MAX; number++)
        if (limit->numbers & 1U << number)
            json_array_append_new(numbers, made(json_integer(number)));
    for (unsigned terrain = 0; terrain < TERRAIN_COUNT; terrain++)
        if (limit->terrains & 1U << terrain)
            json_array_append_new(terrains, made(json_string(terrain_names[terrain])));
    for (unsigned i = 0; i < limit->n_hexes; i++)
        json_array_append_new(hexes, made(json_at(true, limit->hexes[i])));
    json_t *all =
        made(json_pack("{sososo}", "numbers", numbers, "terrains", terrains, "hexes", hexes));
    if (limit->numbers)
        return all;
    json_decref(all);
    return json_null();
}

static json_t *json_of_pool(const struct sea_pool *pool) {
    json_t *numbers = made(json_array());
    for (unsigned i = 0; i < SEA_MAP_NUMBERS && pool->numbers[i]; i++)
        json_array_append_new(numbers, made(json_integer(pool->numbers[i])));
    json_t *all = made(json_pack("{sisoso}", "deal", pool->deal, "terrains",
                                 json_of_counts(pool->terrains, terrain_names, TERRAIN_COUNT),
                                 "numbers", numbers));
    if (pool->numbers[0])
        return all;
    json_decref(all);
    return json_null();
}

static json_t *json_of_marks(const struct sea_map *map) {
    static const char *const kinds[MARK_KIND_COUNT] = {"strait", "wasteland", "no start",
                                                       "gift",   "village",   "lane start",
                                                       "way",    "fortress",  "fleet"};
    json_t *all = made(json_array());
    for (unsigned i = 0; i < map->n_marks; i++) {
        const struct mark_spec *mark = &map->marks[i];
        ck_assert(mark_on_hex(mark->kind) || mark_on_path(mark->kind) || mark->place == CORNER_N ||
                  mark->place == CORNER_S);
        const char *place = mark_on_hex(mark->kind)    ? ""
                            : mark_on_path(mark->kind) ? side_names[mark->place]
                            : mark->place == CORNER_N  ? "N"
                                                       : "S";
        json_array_append_new(all, made(json_pack("[siisi]", kinds[mark->kind], mark->at.q,
                                                  mark->at.r, place, mark->value)));
    }
    return all;
}

static const struct sea_map *map_for(unsigned scenario, unsigned players) {
    for (unsigned i = 0; i < SEA_MAP_COUNT; i++)
        if (sea_maps[i].scenario == scenario && sea_maps[i].players_min <= players &&
            sea_maps[i].players_max >= players)
            return &sea_maps[i];
    ck_abort_msg("no map of scenario %u for %u players", scenario, players);
}

/* S-91, X-61 */
START_TEST(tables_say_what_is_printed) {
    const json_t *fact = json_array_get(facts, (size_t)_i), *player;
    const json_t *players = json_object_get(fact, "players");
    unsigned scenario = (unsigned)json_integer_value(json_object_get(fact, "scenario"));
    const struct sea_map *map =
        map_for(scenario, (unsigned)json_integer_value(json_array_get(players, 0)));
    size_t i;
    ck_assert_uint_eq(json_array_size(players), map->players_max - map->players_min + 1U);
    json_array_foreach(players, i, player)
        ck_assert_ptr_eq(map_for(scenario, (unsigned)json_integer_value(player)), map);
    check_section(fact, "target", json_integer(scenario_target(GAME_BASE, scenario)));
    check_section(fact, "hexes", json_of_rows(map));
    check_section(
        fact, "harbors",
        json_of_harbors(map->harbors, map->n_harbors, map->harbors_shuffled[LAYOUT_BEGINNER]));
    check_section(fact, "harbors_shuffled",
                  json_pack("[bb]", map->harbors_shuffled[LAYOUT_BEGINNER],
                            map->harbors_shuffled[LAYOUT_RANDOM]));
    check_section(fact, "harbor_pool",
                  json_of_counts(map->harbor_pool, harbor_names, HARBOR_KIND_COUNT));
    check_section(fact, "robber", json_at(!map->no_robber, map->robber));
    check_section(fact, "pirate", json_at(!map->no_pirate, map->pirate));
    check_section(fact, "regions", json_of_regions(map));
    check_section(fact, "limit", json_of_limit(&map->limit));
    check_section(fact, "pool", json_of_pool(&map->pool));
    check_section(fact, "fog", json_of_pool(&map->fog));
    check_section(fact, "marks", json_of_marks(map));
}
END_TEST

/* */
START_TEST(the_large_island_is_as_printed) {
    const json_t *fact = json_array_get(facts, MAP_FACTS - 1);
    struct board_spec spec;
    struct board board;
    size_t at;
    layout_printed(&spec, MAP_LARGE);
    ck_assert_int_eq(board_build(&board, &spec, &at), BOARD_OK);
    json_t *hexes = made(json_array());
    for (unsigned h = 0; h < board.n_hexes; h++) {
        const struct hex *hex = &board.hexes[h];
        json_array_append_new(hexes, made(json_pack("[iisi]", hex->at.q, hex->at.r,
                                                    terrain_names[hex->terrain], hex->number)));
    }
    check_section(fact, "hexes", hexes);
    check_section(fact, "harbors", json_of_harbors(spec.harbors, spec.n_harbors, false));
    check_section(fact, "robber", json_at(true, board.hexes[board.robber].at));
}
END_TEST

/* The path at [q, r, side]; for a hex of the frame it belongs to the hex beyond that side. */
static unsigned edge_of(const struct board *board, const json_t *path) {
    struct axial at = {(int8_t)json_integer_value(json_array_get(path, 0)),
                       (int8_t)json_integer_value(json_array_get(path, 1))};
    unsigned side = 0, hex = board_hex_at(board, at);
    while (side < SIDE_COUNT &&
           strcmp(side_names[side], json_string_value(json_array_get(path, 2))) != 0)
        side++;
    ck_assert_uint_lt(side, SIDE_COUNT);
    if (hex >= board->n_hexes) {
        hex = board_hex_at(board, axial_step(at, side));
        side = (side + SIDE_COUNT / 2) % SIDE_COUNT;
    }
    ck_assert_uint_lt(hex, board->n_hexes);
    return board->hexes[hex].edges[side];
}

/* S-124, S-127: for each lane the first ship's path, then the others in any order. */
START_TEST(lanes_are_the_printed_paths) {
    const json_t *fact, *lane, *path;
    size_t i, seat, k;
    unsigned found = 0;
    json_array_foreach(facts, i, fact) {
        const json_t *lanes = json_object_get(fact, "lanes");
        static struct setup setup;
        struct board_spec spec;
        size_t at;
        if (lanes == NULL)
            continue;
        struct rules rules = rules_sea(SCENARIO_PIRATE_ISLANDS, (unsigned)json_array_size(lanes));
        struct random random = random_seeded(test_seed(75));
        struct random_chance chance = random_chance(&random);
        scenario_layout(&spec, rules.scenario, rules.players, LAYOUT_BEGINNER, &chance.chance);
        ck_assert_int_eq(setup_build(&setup, &rules, &spec, &at), BOARD_OK);
        json_array_foreach(lanes, seat, lane) {
            const struct lane *mine = &setup.board.lanes[seat];
            struct edge_set all = {0};
            unsigned edges = 0;
            for (unsigned step = 0; step < mine->steps; step++)
                edges += edge_set_count(&mine->step[step]);
            ck_assert_uint_eq(edges, json_array_size(lane));
            json_array_foreach(lane, k, path) {
                unsigned edge = edge_of(&setup.board, path);
                bool on_lane = false;
                ck_assert(!edge_set_has(&all, edge));
                edge_set_add(&all, edge);
                for (unsigned step = 0; step < mine->steps; step++)
                    on_lane |= edge_set_has(&mine->step[step], edge);
                ck_assert(on_lane);
                ck_assert(k > 0 || edge_set_has(&mine->step[0], edge));
            }
            found++;
        }
    }
    ck_assert_uint_eq(found, 4 + 6);
}
END_TEST

static Suite *suite(void) {
    return test_suite("map facts", (const struct test_case[]){
                                       {"tables", tables_say_what_is_printed, MAP_FACTS - 1,
                                        .setup = read_facts, .teardown = forget_facts},
                                       {.name = "large island",
                                        .test = the_large_island_is_as_printed,
                                        .setup = read_facts,
                                        .teardown = forget_facts},
                                       {.name = "lanes",
                                        .test = lanes_are_the_printed_paths,
                                        .setup = read_facts,
                                        .teardown = forget_facts},
                                       {0},
                                   });
}
TEST_MAIN(suite)
