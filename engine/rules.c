/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The tables that every game shares, and the settings that follow from the chosen game and number of
 * players. The tables of Cities & Knights are in knights/tables.c. */
#include "engine/rules.h"

#include "engine/expansion.h"

const struct cards piece_cost[PIECE_COUNT] = {
    [PIECE_ROAD] = {{[BRICK] = 1, [LUMBER] = 1}},
    [PIECE_SETTLEMENT] = {{[BRICK] = 1, [LUMBER] = 1, [GRAIN] = 1, [WOOL] = 1}},
    [PIECE_CITY] = {{[ORE] = 3, [GRAIN] = 2}},
    [PIECE_WALL] = {{[BRICK] = 2}},
    [PIECE_BASIC] = {{[WOOL] = 1, [ORE] = 1}},
    [PIECE_STRONG] = {{[WOOL] = 1, [ORE] = 1}},
    [PIECE_MIGHTY] = {{[WOOL] = 1, [ORE] = 1}},
    [PIECE_SHIP] = {{[LUMBER] = 1, [WOOL] = 1}}, /* S-04 */
};
const struct cards dev_cost = {{[GRAIN] = 1, [WOOL] = 1, [ORE] = 1}};

const uint8_t deck_most[DEV_COUNT] = {
    [KNIGHT] = 20, [ROAD_BUILDING] = 3, [YEAR_OF_PLENTY] = 3, [MONOPOLY] = 3, [VICTORY_POINT] = 5};
const uint8_t discard_order[KIND_COUNT] = {LUMBER, BRICK, WOOL, GRAIN, ORE, CLOTH, COIN, PAPER};

const char *const dev_names[DEV_COUNT] = {"knight", "road_building", "year_of_plenty", "monopoly",
                                          "victory_point"};
const char *const piece_names[PIECE_COUNT] = {
    "road", "settlement", "city", "wall", "basic_knight", "strong_knight", "mighty_knight", "ship"};
const char *const game_kind_names[GAME_KIND_COUNT] = {"base", "cities_and_knights"};

const char *const scenario_names[SCENARIO_COUNT] = {
    NULL,    "new_shores",     "four_islands", "fog_islands", "desert", "forgotten_tribe",
    "cloth", "pirate_islands", "wonders",      "new_world",   "custom", "atoll"};

const char *const wonder_names[WONDER_COUNT] = {
    "theater", "great_bridge", "monument", "great_wall", "cathedral", "library", "lighthouse"};

const struct reason_row reasons[REASON_COUNT] = {
#define REASON_ROW(name, code, rule) {code, rule},
    REASONS(REASON_ROW)
#undef REASON_ROW
};

/* Options of Cities & Knights: E-01 to E-14. */
const struct option_row option_rows[OPTION_COUNT] = {
    [OPTION_ROBBER_START] = {"robber_start", EXPANSION_KNIGHTS, false, {"desert", "peninsula"}},
    [OPTION_ROBBER_FREEZE] = {"robber_freeze", EXPANSION_KNIGHTS, false, {"off", "on"}},
    [OPTION_ROBBER_RELEASE] = {"robber_release", EXPANSION_KNIGHTS, false, {"stay", "to_desert"}},
    [OPTION_CHASE_TARGET] = {"chase_target",
                             EXPANSION_KNIGHTS,
                             false,
                             {"any_other", "numbered", "near_opponent"}},
    [OPTION_FIFTH_CARD_ON_TURN] = {"fifth_card_on_turn",
                                   EXPANSION_KNIGHTS,
                                   false,
                                   {"end_of_turn", "play_now"}},
    [OPTION_DESERTER_FALLBACK] = {"deserter_fallback",
                                  EXPANSION_KNIGHTS,
                                  false,
                                  {"lower", "basic"}},
    [OPTION_SABOTEUR] = {"saboteur", EXPANSION_KNIGHTS, false, {"invert_city", "discard_half"}},
    [OPTION_DISPLACE_ORIGIN_FREE] = {"displace_origin_free",
                                     EXPANSION_KNIGHTS,
                                     false,
                                     {"no", "yes"}},
    [OPTION_DESERTER_MAY_ACT] = {"deserter_may_act", EXPANSION_KNIGHTS, false, {"no", "yes"}},
    [OPTION_SHIP_END] = {"sea_ship_end",
                         EXPANSION_SEA,
                         false,
                         {"ships_and_buildings", "any_piece"}},
    [OPTION_PIRATE_FRAME] = {"pirate_frame", EXPANSION_SEA, false, {"yes", "no"}},
    [OPTION_GOLD_SETUP] = {"gold_setup", EXPANSION_SEA, false, {"choose", "none"}},
    [OPTION_ISLAND_CHIT] = {"island_chit", EXPANSION_SEA, false, {"map", "1"}},
    [OPTION_PIRATE_FREEZE] = {"sea_pirate_freeze", EXPANSION_SEA, true, {"off", "on"}},
    [OPTION_PIRATE_START] = {"sea_pirate_start", EXPANSION_SEA, true, {"hex", "track"}},
    [OPTION_KNIGHT_SWITCH] = {"sea_knight_switch", EXPANSION_SEA, true, {"building", "anywhere"}},
    [OPTION_UNSUITABLE] = {"sea_unsuitable", EXPANSION_SEA, true, {"refuse", "allow"}},
    [OPTION_WONDER_CATHEDRAL] = {"wonder_cathedral", EXPANSION_SEA, false, {"grain", "lumber"}},
    [OPTION_WONDER_REQUIREMENT] = {"wonder_requirement", EXPANSION_SEA, false, {"once", "keep"}},
    [OPTION_WONDER_ISLAND] = {"wonder_island", EXPANSION_SEA, false, {"first", "every"}},
    [OPTION_FLEET_TARGETS] = {"fleet_targets", EXPANSION_SEA, false, {"each", "single"}},
    [OPTION_FORTRESS_ATTACK] = {"fortress_attack", EXPANSION_SEA, false, {"choice", "automatic"}},
    [OPTION_FLEET_LEAVES] = {"fleet_leaves", EXPANSION_SEA, false, {"yes", "no"}},
    [OPTION_FRIENDLY_ROBBER] = {"friendly_robber", EVERY_GAME, false, {"off", "on"}},
    [OPTION_EARLY_SEVENS] = {"early_sevens", EVERY_GAME, false, {"count", "rerolled"}},
    [OPTION_HARBORMASTER] = {"harbormaster", EVERY_GAME, false, {"off", "on"}},
    [OPTION_TURNS56] = {"turns56", EXPANSION_LARGE, false, {"paired", "special_build"}},
};

/* What the number of players changes. */
struct player_count {
    uint8_t colors, production_rolls, tokens_start, tokens_max;
};

static const struct player_count player_counts[] = {
    [2] = {.colors = 4, .production_rolls = 2, .tokens_start = 4, .tokens_max = 7},
    [3] = {.colors = 3, .production_rolls = 1},
    [4] = {.colors = 4, .production_rolls = 1},
    [5] = {.colors = 5, .production_rolls = 1},
    [6] = {.colors = 6, .production_rolls = 1},
};

#define RESOURCES_EACH(n) [BRICK] = n, [LUMBER] = n, [WOOL] = n, [GRAIN] = n, [ORE] = n

static const struct content_row base_content = {
    .players_min = 2,
    .points_target = 10,
    .kinds = RESOURCE_COUNT,
    .deck = {[KNIGHT] = 14, /* B-05 */
             [ROAD_BUILDING] = 2,
             [YEAR_OF_PLENTY] = 2,
             [MONOPOLY] = 2,
             [VICTORY_POINT] = 5},
    .bank = {{RESOURCES_EACH(19)}},                                          /* B-04 */
    .supply = {[PIECE_ROAD] = 15, [PIECE_SETTLEMENT] = 5, [PIECE_CITY] = 4}, /* B-06 */
};

/* Five and six players. */
static const struct content_row large_content = {
    .deck = {[KNIGHT] = 6, [ROAD_BUILDING] = 1, [YEAR_OF_PLENTY] = 1, [MONOPOLY] = 1},
    .bank = {{RESOURCES_EACH(5), [CLOTH] = 6, [COIN] = 6, [PAPER] = 6}}};

enum {
    PLAYERS_LISTED = sizeof player_counts / sizeof player_counts[0],
    PLAYERS_STANDARD = 4, /* more play with the extension */
    PAIR_DISTANCE = 3,    /* from player 1 to player 2 */
    HAND_LIMIT = 7,
    ROAD_CARD_MIN = 5,
    SETUP_ROUNDS = 2,
    ARMY_CARD_MIN = 3,
};

unsigned rules_chosen_expansions(const struct rules *rules) {
    return (unsigned)(rules->game == GAME_CITIES_AND_KNIGHTS) << EXPANSION_KNIGHTS |
           (unsigned)(rules->players > PLAYERS_STANDARD) << EXPANSION_LARGE |
           (unsigned)(rules->scenario != SCENARIO_NONE) << EXPANSION_SEA;
}

static void content_add(struct content_row *sum, const struct content_row *row) {
    if (row->players_min > sum->players_min)
        sum->players_min = row->players_min;
    sum->points_target = (uint8_t)(sum->points_target + row->points_target);
    sum->kinds = (uint8_t)(sum->kinds + row->kinds);
    sum->barbarian_steps = (uint8_t)(sum->barbarian_steps + row->barbarian_steps);
    sum->progress_limit = (uint8_t)(sum->progress_limit + row->progress_limit);
    sum->knights |= row->knights;
    sum->no_dev_deck |= row->no_dev_deck;
    for (unsigned card = 0; card < DEV_COUNT; card++)
        sum->deck[card] = (uint8_t)(sum->deck[card] + row->deck[card]);
    sum->bank = cards_add(sum->bank, row->bank);
    for (unsigned piece = 0; piece < PIECE_COUNT; piece++)
        sum->supply[piece] = (uint8_t)(sum->supply[piece] + row->supply[piece]);
}

static struct content_row content_sum(unsigned kinds) {
    struct content_row sum = base_content;
    if (kinds >> EXPANSION_LARGE & 1)
        content_add(&sum, &large_content);
    EXPANSION_EACH(content, row)
        if (kinds >> row->kind & 1)
            content_add(&sum, row->content);
    for (unsigned kind = sum.kinds; kind < KIND_COUNT; kind++)
        sum.bank.n[kind] = 0;
    if (sum.no_dev_deck)
        memset(sum.deck, 0, sizeof sum.deck);
    return sum;
}

const char *rules_refused_by(const struct rules *rules) {
    const char *rule = NULL;
    EXPANSION_EACH(refused, row)
        rule = rule ? rule : row->refused(rules);
    return rule;
}

unsigned option_needs(unsigned option) {
    const struct option_row *row = &option_rows[option];
    unsigned needs = row->of == EVERY_GAME ? 0 : 1u << row->of;
    return needs | (unsigned)row->with_knights << EXPANSION_KNIGHTS;
}

/* Whether the chosen settings belong to the game's expansions. */
static bool rules_choices_sound(const struct rules *rules) {
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        unsigned value = rules->options[i];
        if (value && (!rules_have(rules, option_needs(i)) || value >= OPTION_VALUES_MAX ||
                      !option_rows[i].values[value]))
            return false;
    }
    bool sound = !rules_refused_by(rules);
    EXPANSION_EACH(chosen, row)
        sound &= row->chosen(rules);
    return sound;
}

/* */
static void rules_complete_parts(struct rules *rules) {
    bool large = rules_have(rules, 1u << EXPANSION_LARGE);
    rules->parts_special = large && rules->options[OPTION_TURNS56] == TURNS_SPECIAL_BUILD;
    rules->part_first = rules->parts_special ? 1 : PAIR_DISTANCE;
    rules->part_last = rules->parts_special ? (uint8_t)(rules->players - 1) : PAIR_DISTANCE;
    if (!large)
        rules->part_first = rules->part_last = 0;
}

bool rules_complete(struct rules *rules) {
    if (rules->game >= GAME_KIND_COUNT || rules->players >= PLAYERS_LISTED)
        return false;
    rules->expansions = (uint8_t)rules_chosen_expansions(rules);
    const struct player_count *count = &player_counts[rules->players];
    const struct content_row content = content_sum(rules->expansions);
    if (rules->players < content.players_min || rules->revision < 1 ||
        rules->revision > RULES_REVISION_LATEST || rules->points_target < POINTS_TARGET_MIN ||
        rules->points_target > POINTS_TARGET_MAX || !rules_choices_sound(rules))
        return false;
    rules->colors = count->colors;
    rules->production_rolls = count->production_rolls;
    rules->tokens_start = count->tokens_start;
    rules->tokens_max = count->tokens_max;
    rules->hand_limit = HAND_LIMIT;
    rules->road_card_min = ROAD_CARD_MIN;
    rules->setup_rounds = SETUP_ROUNDS;
    rules->army_card_min = content.no_dev_deck ? 0 : ARMY_CARD_MIN;
    rules->knights = content.knights;
    rules->sea = rules->fleet = rules->no_pirate = rules->robber_beside = false;
    rules->setup_city = rules->tokens_move = false;
    rules->wonders = rules->printed = 0;
    rules->kinds = content.kinds;
    rules->barbarian_steps = content.barbarian_steps;
    rules->progress_limit = content.progress_limit;
    rules->dev_deck = !content.no_dev_deck;
    rules->bank = content.bank;
    memcpy(rules->deck, content.deck, sizeof rules->deck);
    memcpy(rules->supply, content.supply, sizeof rules->supply);
    EXPANSION_EACH(complete, row)
        row->complete(rules);
    rules_complete_parts(rules);
    return true;
}

unsigned rules_option_default(const struct rules *rules, unsigned option) {
    unsigned value = 0;
    EXPANSION_EACH(option, row)
        value |= row->option(rules, option);
    return value;
}

unsigned rules_target(const struct rules *rules) {
    unsigned target = content_sum(rules_chosen_expansions(rules)).points_target;
    EXPANSION_EACH(target, row)
        target = row->target(rules) ? row->target(rules) : target;
    return target;
}

static struct rules rules_of(unsigned game, unsigned edition, unsigned scenario, unsigned players) {
    struct rules rules = {
        .game = (uint8_t)game,
        .revision = RULES_REVISION_LATEST,
        .players = (uint8_t)players,
        .combined_phases = true,
        .edition = (uint8_t)edition,
        .scenario = (uint8_t)scenario,
    };
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        rules.options[i] = (uint8_t)rules_option_default(&rules, i);
    rules.points_target = (uint8_t)rules_target(&rules);
    (void)rules_complete(&rules);
    return rules;
}

struct rules rules_base(unsigned players) {
    return rules_of(GAME_BASE, EDITION_NONE, SCENARIO_NONE, players);
}

struct rules rules_sea(unsigned scenario, unsigned players) {
    return rules_of(GAME_BASE, EDITION_NONE, scenario, players);
}

struct rules rules_knights_sea(unsigned edition, unsigned scenario, unsigned players) {
    return rules_of(GAME_CITIES_AND_KNIGHTS, edition, scenario, players);
}

struct rules rules_knights(unsigned edition, unsigned players) {
    return rules_of(GAME_CITIES_AND_KNIGHTS, edition, SCENARIO_NONE, players);
}
