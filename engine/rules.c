/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The tables that every game shares, and the settings that follow from a choice of game and number of
 * players. The tables of Cities & Knights are in knights/tables.c. */
#include "engine/rules.h"

#include <string.h>

#include "engine/reason.h"

const struct cards piece_cost[PIECE_COUNT] = {
    [PIECE_ROAD] = {{[BRICK] = 1, [LUMBER] = 1}},
    [PIECE_SETTLEMENT] = {{[BRICK] = 1, [LUMBER] = 1, [GRAIN] = 1, [WOOL] = 1}},
    [PIECE_CITY] = {{[ORE] = 3, [GRAIN] = 2}},
    [PIECE_WALL] = {{[BRICK] = 2}},
    [PIECE_BASIC] = {{[WOOL] = 1, [ORE] = 1}},
    [PIECE_STRONG] = {{[WOOL] = 1, [ORE] = 1}},
    [PIECE_MIGHTY] = {{[WOOL] = 1, [ORE] = 1}},
};
const struct cards dev_cost = {{[GRAIN] = 1, [WOOL] = 1, [ORE] = 1}};

const uint8_t deck_start[DEV_COUNT] = {
    [KNIGHT] = 14, [ROAD_BUILDING] = 2, [YEAR_OF_PLENTY] = 2, [MONOPOLY] = 2, [VICTORY_POINT] = 5};
const uint8_t discard_order[KIND_COUNT] = {LUMBER, BRICK, WOOL, GRAIN, ORE, CLOTH, COIN, PAPER};

const char *const dev_names[DEV_COUNT] = {"knight", "road_building", "year_of_plenty", "monopoly",
                                          "victory_point"};
const char *const piece_names[PIECE_COUNT] = {
    "road", "settlement", "city", "wall", "basic_knight", "strong_knight", "mighty_knight"};
const char *const game_kind_names[GAME_KIND_COUNT] = {"base", "cities_and_knights"};

const struct reason_row reasons[REASON_COUNT] = {
#define REASON_ROW(name, code, rule, text) {code, rule, text},
    REASONS(REASON_ROW)
#undef REASON_ROW
};

/* What the number of players changes in the base game. */
struct player_count {
    uint8_t colors, production_rolls, tokens_start, tokens_max;
};

static const struct player_count player_counts[] = {
    [2] = {.colors = 4, .production_rolls = 2, .tokens_start = 4, .tokens_max = 7},
    [3] = {.colors = 3, .production_rolls = 1},
    [4] = {.colors = 4, .production_rolls = 1},
};

/* What the game itself changes. */
struct game_row {
    uint8_t players_min, points_target;
    uint8_t army_card_min, kinds, barbarian_steps, progress_limit, dev_deck;
    bool knights;
    struct cards bank;           /* B-04, C-03 */
    uint8_t supply[PIECE_COUNT]; /* B-06, C-07 */
};

#define RESOURCE_BANK                                                                              \
    [BRICK] = BANK_MAX, [LUMBER] = BANK_MAX, [WOOL] = BANK_MAX, [GRAIN] = BANK_MAX, [ORE] = BANK_MAX
#define TOWN_PIECES [PIECE_ROAD] = 15, [PIECE_SETTLEMENT] = 5, [PIECE_CITY] = 4

static const struct game_row game_rows[GAME_KIND_COUNT] = {
    [GAME_BASE] = {.players_min = 2,
                   .points_target = 10,
                   .army_card_min = 3,
                   .kinds = RESOURCE_COUNT,
                   .dev_deck = 1,
                   .bank = {{RESOURCE_BANK}},
                   .supply = {TOWN_PIECES}},
    [GAME_CITIES_AND_KNIGHTS] = {.players_min = 3,
                                 .points_target = 13,
                                 .kinds = KIND_COUNT,
                                 .barbarian_steps = 7,
                                 .progress_limit = 4,
                                 .knights = true,
                                 .bank = {{RESOURCE_BANK, [CLOTH] = 12, [COIN] = 12, [PAPER] = 12}},
                                 .supply = {TOWN_PIECES, [PIECE_WALL] = 3, [PIECE_BASIC] = 2,
                                            [PIECE_STRONG] = 2, [PIECE_MIGHTY] = 2}},
};

enum {
    PLAYERS_LISTED = sizeof player_counts / sizeof player_counts[0],
    HAND_LIMIT = 7,
    ROAD_CARD_MIN = 5,
};

/* The settings that only one of the games has. */
static bool expansion_sound(const struct rules *rules) {
    static const uint8_t none[OPTION_COUNT];
    if (!game_rows[rules->game].knights)
        return rules->edition == EDITION_NONE && rules->variants == 0 &&
               memcmp(rules->options, none, sizeof none) == 0;
    if (rules->edition == EDITION_NONE || rules->edition >= EDITION_COUNT ||
        rules->variants >> VARIANT_COUNT || !rules->combined_phases)
        return false;
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (rules->options[i] >= OPTION_VALUES_MAX || !option_rows[i].values[rules->options[i]])
            return false;
    return true;
}

bool rules_complete(struct rules *rules) {
    if (rules->game >= GAME_KIND_COUNT || rules->players >= PLAYERS_LISTED ||
        rules->players < game_rows[rules->game].players_min || rules->revision < 1 ||
        rules->revision > RULES_REVISION_LATEST || rules->points_target < POINTS_TARGET_MIN ||
        rules->points_target > POINTS_TARGET_MAX || !expansion_sound(rules))
        return false;
    const struct player_count *count = &player_counts[rules->players];
    const struct game_row *row = &game_rows[rules->game];
    rules->colors = count->colors;
    rules->production_rolls = count->production_rolls;
    rules->tokens_start = count->tokens_start;
    rules->tokens_max = count->tokens_max;
    rules->hand_limit = HAND_LIMIT;
    rules->road_card_min = ROAD_CARD_MIN;
    rules->army_card_min = row->army_card_min;
    rules->knights = row->knights;
    rules->kinds = row->kinds;
    rules->barbarian_steps = row->barbarian_steps;
    rules->progress_limit = row->progress_limit;
    rules->dev_deck = row->dev_deck;
    rules->bank = row->bank;
    memcpy(rules->supply, row->supply, sizeof rules->supply);
    return true;
}

static struct rules rules_of(unsigned game, unsigned edition, unsigned players) {
    struct rules rules = {
        .game = (uint8_t)game,
        .revision = RULES_REVISION_LATEST,
        .players = (uint8_t)players,
        .points_target = game_rows[game].points_target,
        .combined_phases = true,
        .edition = (uint8_t)edition,
    };
    memcpy(rules.options, edition_options[edition], sizeof rules.options);
    (void)rules_complete(&rules);
    return rules;
}

struct rules rules_base(unsigned players) {
    return rules_of(GAME_BASE, EDITION_NONE, players);
}

struct rules rules_knights(unsigned edition, unsigned players) {
    return rules_of(GAME_CITIES_AND_KNIGHTS, edition, players);
}
