/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "tests/fuzz/settings.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"

struct rules fuzz_knights(unsigned choice, unsigned option) {
    struct rules rules = rules_knights(CK1998 + choice / 2 % 4, 3 + choice % 2);
    rules.variants = (uint8_t)(choice / 8 % (1U << VARIANT_COUNT));
    if (option > 0) {
        const struct option_row *row = &option_rows[option % EDITION_OPTION_COUNT];
        unsigned value = option / EDITION_OPTION_COUNT % OPTION_VALUES_MAX;
        rules.options[option % EDITION_OPTION_COUNT] =
            row->values[value] != NULL ? (uint8_t)value : 0;
    }
    REQUIRE_HOLDS(rules_complete(&rules), "the rules");
    return rules;
}

void fuzz_begin(struct random_game *rg, const struct rules *rules, uint64_t seed) {
    struct event event;
    size_t at;
    memset(rg, 0, sizeof *rg);
    rg->random = random_seeded(seed);
    struct random_chance chance = random_chance(&rg->random);
    rg->rules = *rules;
    layout_printed(&rg->spec, MAP_KNIGHTS);
    REQUIRE_HOLDS(setup_build(&rg->setup, &rg->rules, &rg->spec, &at) == BOARD_OK, "the board");
    game_init(&rg->setup, &rg->game);
    game_draw_start(&rg->setup, &chance.chance, &event);
    game_apply(&rg->setup, &rg->game, &event);
}
