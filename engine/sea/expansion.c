/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The sea as a row of hooks: ships, the pirate and gold. What the scenarios add has rows of its own, in
 * the files of its rules. */
#include "engine/scenario.h"
#include "engine/sea/sea.h"

#define TYPE(type) (UINT64_C(1) << (type))

/* ---- the rules ---- */

static const struct content_row sea_content = {
    .players_min = 3, .supply = {[PIECE_SHIP] = 15}}; /* S-02, S-03, X-60 */

/* The rule that excludes RULES' scenario from Cities & Knights: it cannot be combined (V-38), or is
 * unsuitable (V-37); or NULL. */
static const char *scenario_with_knights(const struct rules *rules) {
    switch (rules->scenario) {
    case SCENARIO_FORGOTTEN_TRIBE:
    case SCENARIO_PIRATE_ISLANDS: return "V-38";
    case SCENARIO_FOUR_ISLANDS:
    case SCENARIO_FOG_ISLANDS:
    case SCENARIO_NEW_WORLD:
        return rules->options[OPTION_UNSUITABLE] == UNSUITABLE_ALLOW ? NULL : "V-37";
    default: return NULL;
    }
}

static const char *sea_refused(const struct rules *rules) {
    bool knights = rules->game == GAME_CITIES_AND_KNIGHTS;
    if (rules->scenario == SCENARIO_NONE)
        return NULL;
    if (rules->players < sea_content.players_min)
        return knights ? "V-40" : "S-02";
    return knights ? scenario_with_knights(rules) : NULL;
}

static bool sea_chosen(const struct rules *rules) {
    return rules->scenario == SCENARIO_NONE || rules->scenario == SCENARIO_CUSTOM ||
           scenario_has_map(rules->scenario, rules->players);
}

static void sea_complete(struct rules *rules) {
    rules->sea = rules->scenario != SCENARIO_NONE;
}

/* What the books of Cities & Knights say of the sea (combinations.md). */
static const uint8_t sea_editions[EDITION_COUNT][OPTION_COUNT] = {
    [CK2007] = {[OPTION_PIRATE_FREEZE] = OPTION_ON},
    [CK2020] = {[OPTION_PIRATE_FREEZE] = OPTION_ON},
    [CK2022] = {[OPTION_PIRATE_FREEZE] = OPTION_ON, [OPTION_PIRATE_START] = PIRATE_AT_TRACK},
};

static unsigned sea_option(const struct rules *rules, unsigned option) {
    unsigned edition = rules->game == GAME_CITIES_AND_KNIGHTS ? rules->edition : EDITION_NONE;
    return rules->scenario ? sea_editions[edition][option] : 0;
}

static unsigned sea_target(const struct rules *rules) {
    return scenario_target(rules->game, rules->scenario);
}

/* ---- the course of the game ---- */

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

static const char *sea_decided_by(const struct setup *setup, const struct game *game,
                                  const struct decision *due) {
    (void)game;
    switch (due->kind) {
    case DECIDE_SETUP_ROAD: return "S-73";
    case DECIDE_MOVE_ROBBER: return setup->rules.no_pirate ? NULL : "S-36";
    default: return NULL;
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
    .kind = EXPANSION_SEA,
    .content = &sea_content,
    .refused = sea_refused,
    .chosen = sea_chosen,
    .complete = sea_complete,
    .option = sea_option,
    .target = sea_target,
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
    .decided_by = sea_decided_by,
    .derive_pieces = sea_derive_pieces,
    .check = check_sea,
};
