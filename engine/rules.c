/* SPDX-License-Identifier: AGPL-3.0-or-later */
#include "engine/rules.h"

#include "engine/reason.h"

const struct cards piece_cost[PIECE_COUNT] = {
    [PIECE_ROAD] = {{[BRICK] = 1, [LUMBER] = 1}},
    [PIECE_SETTLEMENT] = {{[BRICK] = 1, [LUMBER] = 1, [GRAIN] = 1, [WOOL] = 1}},
    [PIECE_CITY] = {{[ORE] = 3, [GRAIN] = 2}},
};
const struct cards dev_cost = {{[GRAIN] = 1, [WOOL] = 1, [ORE] = 1}};

const uint8_t piece_supply[PIECE_COUNT] = {
    [PIECE_ROAD] = 15, [PIECE_SETTLEMENT] = 5, [PIECE_CITY] = 4};
const uint8_t bank_start[KIND_COUNT] = {19, 19, 19, 19, 19};
const uint8_t deck_start[DEV_COUNT] = {
    [KNIGHT] = 14, [ROAD_BUILDING] = 2, [YEAR_OF_PLENTY] = 2, [MONOPOLY] = 2, [VICTORY_POINT] = 5};
const uint8_t discard_order[KIND_COUNT] = {LUMBER, BRICK, WOOL, GRAIN, ORE, CLOTH, COIN, PAPER};

const char *const dev_names[DEV_COUNT] = {"knight", "road_building", "year_of_plenty", "monopoly",
                                          "victory_point"};
const char *const piece_names[PIECE_COUNT] = {"road", "settlement", "city"};
const char *const game_kind_names[GAME_KIND_COUNT] = {"base", "cities_and_knights"};

const struct reason_row reasons[REASON_COUNT] = {
#define REASON_ROW(name, code, rule, text) {code, rule, text},
    REASONS(REASON_ROW)
#undef REASON_ROW
};

/* What the number of players changes. */
struct player_count {
    uint8_t colors, production_rolls, tokens_start, tokens_max;
};

static const struct player_count player_counts[] = {
    [2] = {.colors = 4, .production_rolls = 2, .tokens_start = 4, .tokens_max = 7},
    [3] = {.colors = 3, .production_rolls = 1},
    [4] = {.colors = 4, .production_rolls = 1},
};

enum {
    PLAYERS_MIN = 2,
    PLAYERS_LISTED = sizeof player_counts / sizeof player_counts[0],
    POINTS_TARGET_BASE = 10,
    HAND_LIMIT = 7,
    ROAD_CARD_MIN = 5,
    ARMY_CARD_MIN = 3,
};

bool rules_complete(struct rules *rules) {
    if (rules->game != GAME_BASE || rules->players < PLAYERS_MIN ||
        rules->players >= PLAYERS_LISTED || rules->revision < 1 ||
        rules->revision > RULES_REVISION_LATEST || rules->points_target < POINTS_TARGET_MIN ||
        rules->points_target > POINTS_TARGET_MAX)
        return false;
    const struct player_count *count = &player_counts[rules->players];
    rules->colors = count->colors;
    rules->production_rolls = count->production_rolls;
    rules->tokens_start = count->tokens_start;
    rules->tokens_max = count->tokens_max;
    rules->hand_limit = HAND_LIMIT;
    rules->road_card_min = ROAD_CARD_MIN;
    rules->army_card_min = ARMY_CARD_MIN;
    return true;
}

struct rules rules_base(unsigned players) {
    struct rules rules = {
        .game = GAME_BASE,
        .revision = RULES_REVISION_LATEST,
        .players = (uint8_t)players,
        .points_target = POINTS_TARGET_BASE,
        .combined_phases = true,
    };
    (void)rules_complete(&rules);
    return rules;
}
