/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/support/setups.h"

#include <check.h>

#include "engine/scenario.h"
#include "tests/support/random_game.h"

static struct setup build(const struct rules *rules, enum printed_map map) {
    struct board_spec spec;
    struct setup setup;
    size_t at;

    layout_printed(&spec, map);
    ck_assert_int_eq(setup_build(&setup, rules, &spec, &at), BOARD_OK);
    return setup;
}

struct setup setup_base(unsigned players) {
    struct rules rules = rules_base(players);

    return build(&rules, MAP_BASE);
}

struct setup setup_sea(unsigned scenario, unsigned players) {
    struct random random = random_seeded(1);
    struct random_chance chance = random_chance(&random);
    struct rules rules = rules_sea(scenario, players);
    struct board_spec spec;
    struct setup setup;
    size_t at;

    scenario_layout(&spec, scenario, players, LAYOUT_BEGINNER, &chance.chance);
    ck_assert_int_eq(setup_build(&setup, &rules, &spec, &at), BOARD_OK);
    return setup;
}

struct setup setup_knights(unsigned edition, unsigned players, unsigned variants) {
    struct rules rules = rules_knights(edition, players);

    rules.variants = (uint8_t)variants;
    return build(&rules, MAP_KNIGHTS);
}
