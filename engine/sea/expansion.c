/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The sea as a row of hooks: ships, the pirate and gold. What the scenarios add has rows of its own beside
 * its rules. */
#include "engine/sea/sea.h"

#define TYPE(type) (UINT64_C(1) << (type))

static bool sea_plays(const struct setup *setup) {
    return setup->rules.sea;
}

static void sea_begin(const struct setup *setup, struct game *game) {
    if (setup->rules.options[OPTION_PIRATE_START] ==
        PIRATE_ON_HEX) /* else beside the track, V-45 */
        game->pirate = setup->board.pirate;
}

static void sea_turn_over(const struct setup *setup, struct game *game, unsigned seat) {
    (void)setup, (void)seat;
    game->ship_moved = false;
    memset(&game->ships_new, 0, sizeof game->ships_new);
}

/* S-53 */
static void sea_gold(const struct setup *setup, struct game *game, unsigned seat, unsigned n) {
    bool setup_income = game->phase == PHASE_SETUP;
    if (!setup_income || setup->rules.options[OPTION_GOLD_SETUP] == GOLD_CHOOSE)
        gold_due(game, seat, n);
}

static void sea_derive_pieces(const struct setup *setup, struct game *game) {
    for (unsigned seat = 0; seat < setup->rules.colors; seat++) {
        struct edge_set ships = game->players[seat].ships;
        EDGE_EACH(&ships, e) {
            mark_ship(setup, game, seat, e);
            game->players[seat].supply[PIECE_SHIP]--;
        }
    }
}

const struct expansion expansion_sea = {
    .name = "sea",
    .plays = sea_plays,
    .types = TYPE(BUILD_SHIP) | TYPE(MOVE_SHIP) | TYPE(MOVE_PIRATE) | TYPE(CHOOSE_GOLD),
    .paths = &path_ships,
    .thief = &thief_pirate,
    .begin = sea_begin,
    .turn_over = sea_turn_over,
    .gold = sea_gold,
    .derive_pieces = sea_derive_pieces,
    .check = check_sea,
};
