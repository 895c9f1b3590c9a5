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

static const struct action_row sea_actions[] = {
    ACTION_FROM(BUILD_SHIP, BUILD_SHIP, build_ship),
    ACTION_FROM(BUILD_SHIP, MOVE_SHIP, move_ship),
    ACTION_FROM(BUILD_SHIP, MOVE_PIRATE, move_pirate),
    ACTION_FROM(BUILD_SHIP, CHOOSE_GOLD, choose_gold),
};
static const struct agenda_row *const sea_steps[] = {&agenda_gold};
static const struct decision_row sea_decisions[] = {
    {"S-77", TYPE(CHOOSE_GOLD), CHOOSE_GOLD, default_gold}};

const struct expansion expansion_sea = {
    .name = "sea",
    .plays = sea_plays,
    .types = TYPE(BUILD_SHIP) | TYPE(MOVE_SHIP) | TYPE(MOVE_PIRATE) | TYPE(CHOOSE_GOLD),
    .actions = sea_actions,
    .first_action = BUILD_SHIP,
    .n_actions = sizeof sea_actions / sizeof sea_actions[0],
    .steps = sea_steps,
    .first_step = AGENDA_GOLD,
    .n_steps = 1,
    .decisions = sea_decisions,
    .first_decision = DECIDE_CHOOSE_GOLD,
    .n_decisions = 1,
    .windows = {[STEP_ACTIONS] = TYPE(BUILD_SHIP) | TYPE(MOVE_SHIP)},
    .special = TYPE(BUILD_SHIP),
    .paths = &path_ships,
    .thief = &thief_pirate,
    .begin = sea_begin,
    .turn_over = sea_turn_over,
    .gold = sea_gold,
    .derive_pieces = sea_derive_pieces,
    .check = check_sea,
};
