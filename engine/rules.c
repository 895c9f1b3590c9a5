/* SPDX-License-Identifier: AGPL-3.0-or-later */
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
const struct cards activation_cost = {{[GRAIN] = 1}};
const struct cards medicine_cost = {{[ORE] = 2, [GRAIN] = 1}};
const struct cards repair_cost = {{[LUMBER] = 1, [ORE] = 1}};
const struct cards dev_cost = {{[GRAIN] = 1, [WOOL] = 1, [ORE] = 1}};

const uint8_t deck_start[DEV_COUNT] = {
    [KNIGHT] = 14, [ROAD_BUILDING] = 2, [YEAR_OF_PLENTY] = 2, [MONOPOLY] = 2, [VICTORY_POINT] = 5};
const uint8_t discard_order[KIND_COUNT] = {LUMBER, BRICK, WOOL, GRAIN, ORE, CLOTH, COIN, PAPER};

/* C-155 to C-179 */
const struct progress_row progress_rows[PROGRESS_COUNT] = {
    [PROGRESS_ALCHEMIST] = {"alchemist", TRACK_SCIENCE, 2, false},
    [PROGRESS_CRANE] = {"crane", TRACK_SCIENCE, 2, false},
    [PROGRESS_ENGINEER] = {"engineer", TRACK_SCIENCE, 1, false},
    [PROGRESS_INVENTOR] = {"inventor", TRACK_SCIENCE, 2, false},
    [PROGRESS_IRRIGATION] = {"irrigation", TRACK_SCIENCE, 2, false},
    [PROGRESS_MEDICINE] = {"medicine", TRACK_SCIENCE, 2, false},
    [PROGRESS_MINING] = {"mining", TRACK_SCIENCE, 2, false},
    [PROGRESS_PRINTER] = {"printer", TRACK_SCIENCE, 1, true},
    [PROGRESS_ROAD_BUILDING] = {"road_building", TRACK_SCIENCE, 2, false},
    [PROGRESS_SMITH] = {"smith", TRACK_SCIENCE, 2, false},
    [PROGRESS_COMMERCIAL_HARBOR] = {"commercial_harbor", TRACK_TRADE, 2, false},
    [PROGRESS_MASTER_MERCHANT] = {"master_merchant", TRACK_TRADE, 2, false},
    [PROGRESS_MERCHANT] = {"merchant", TRACK_TRADE, 6, false},
    [PROGRESS_MERCHANT_FLEET] = {"merchant_fleet", TRACK_TRADE, 2, false},
    [PROGRESS_RESOURCE_MONOPOLY] = {"resource_monopoly", TRACK_TRADE, 4, false},
    [PROGRESS_TRADE_MONOPOLY] = {"trade_monopoly", TRACK_TRADE, 2, false},
    [PROGRESS_BISHOP] = {"bishop", TRACK_POLITICS, 2, false},
    [PROGRESS_CONSTITUTION] = {"constitution", TRACK_POLITICS, 1, true},
    [PROGRESS_DESERTER] = {"deserter", TRACK_POLITICS, 2, false},
    [PROGRESS_DIPLOMAT] = {"diplomat", TRACK_POLITICS, 2, false},
    [PROGRESS_INTRIGUE] = {"intrigue", TRACK_POLITICS, 2, false},
    [PROGRESS_SABOTEUR] = {"saboteur", TRACK_POLITICS, 2, false},
    [PROGRESS_SPY] = {"spy", TRACK_POLITICS, 3, false},
    [PROGRESS_WARLORD] = {"warlord", TRACK_POLITICS, 2, false},
    [PROGRESS_WEDDING] = {"wedding", TRACK_POLITICS, 2, false},
};

const struct progress_span progress_spans[TRACK_COUNT] = {
    [TRACK_TRADE] = {PROGRESS_COMMERCIAL_HARBOR, PROGRESS_BISHOP - PROGRESS_COMMERCIAL_HARBOR},
    [TRACK_POLITICS] = {PROGRESS_BISHOP, PROGRESS_COUNT - PROGRESS_BISHOP},
    [TRACK_SCIENCE] = {PROGRESS_ALCHEMIST, PROGRESS_COMMERCIAL_HARBOR - PROGRESS_ALCHEMIST},
};

const char *const dev_names[DEV_COUNT] = {"knight", "road_building", "year_of_plenty", "monopoly",
                                          "victory_point"};
const char *const piece_names[PIECE_COUNT] = {
    "road", "settlement", "city", "wall", "basic_knight", "strong_knight", "mighty_knight"};
const char *const track_names[TRACK_COUNT] = {"trade", "politics", "science"};
const char *const face_names[FACE_COUNT] = {"none", "ship", "trade", "politics", "science"};
const char *const edition_names[EDITION_COUNT] = {NULL, "ck1998", "ck2007", "ck2020", "ck2022"};
const char *const variant_names[VARIANT_COUNT] = {"nasty", "knight_errant", "easy_start"};
const char *const progress_names[PROGRESS_COUNT] = {
    "alchemist",         "crane",           "engineer",     "inventor",       "irrigation",
    "medicine",          "mining",          "printer",      "road_building",  "smith",
    "commercial_harbor", "master_merchant", "merchant",     "merchant_fleet", "resource_monopoly",
    "trade_monopoly",    "bishop",          "constitution", "deserter",       "diplomat",
    "intrigue",          "saboteur",        "spy",          "warlord",        "wedding"};

/* ---- editions (E-01 to E-14) ---- */

const struct option_row option_rows[OPTION_COUNT] = {
    [OPTION_ROBBER_START] = {"robber_start", {"desert", "peninsula"}},
    [OPTION_ROBBER_FREEZE] = {"robber_freeze", {"off", "on"}},
    [OPTION_ROBBER_RELEASE] = {"robber_release", {"stay", "to_desert"}},
    [OPTION_CHASE_TARGET] = {"chase_target", {"any_other", "numbered", "near_opponent"}},
    [OPTION_FIFTH_CARD_ON_TURN] = {"fifth_card_on_turn", {"end_of_turn", "play_now"}},
    [OPTION_DESERTER_FALLBACK] = {"deserter_fallback", {"lower", "basic"}},
    [OPTION_SABOTEUR] = {"saboteur", {"invert_city", "discard_half"}},
    [OPTION_DISPLACE_ORIGIN_FREE] = {"displace_origin_free", {"no", "yes"}},
    [OPTION_DESERTER_MAY_ACT] = {"deserter_may_act", {"no", "yes"}},
};

/* What ck2007 and ck2020 share; the other rows name what they change. */
#define EDITION_OPTIONS                                                                            \
    [OPTION_ROBBER_START] = START_DESERT, [OPTION_ROBBER_FREEZE] = OPTION_ON,                      \
    [OPTION_ROBBER_RELEASE] = RELEASE_STAY, [OPTION_CHASE_TARGET] = CHASE_NUMBERED,                \
    [OPTION_FIFTH_CARD_ON_TURN] = FIFTH_END_OF_TURN, [OPTION_DESERTER_FALLBACK] = FALLBACK_BASIC,  \
    [OPTION_SABOTEUR] = SABOTEUR_DISCARD_HALF, [OPTION_DISPLACE_ORIGIN_FREE] = OPTION_OFF,         \
    [OPTION_DESERTER_MAY_ACT] = OPTION_ON

const uint8_t edition_options[EDITION_COUNT][OPTION_COUNT] = {
    [CK1998] = {[OPTION_ROBBER_START] = START_DESERT,
                [OPTION_ROBBER_FREEZE] = OPTION_OFF,
                [OPTION_ROBBER_RELEASE] = RELEASE_STAY,
                [OPTION_CHASE_TARGET] = CHASE_ANY_OTHER,
                [OPTION_FIFTH_CARD_ON_TURN] = FIFTH_END_OF_TURN,
                [OPTION_DESERTER_FALLBACK] = FALLBACK_LOWER,
                [OPTION_SABOTEUR] = SABOTEUR_INVERT_CITY,
                [OPTION_DISPLACE_ORIGIN_FREE] = OPTION_OFF,
                [OPTION_DESERTER_MAY_ACT] = OPTION_ON},
    [CK2007] = {EDITION_OPTIONS},
    [CK2020] = {EDITION_OPTIONS},
    [CK2022] = {[OPTION_ROBBER_START] = START_PENINSULA,
                [OPTION_ROBBER_FREEZE] = OPTION_ON,
                [OPTION_ROBBER_RELEASE] = RELEASE_TO_DESERT,
                [OPTION_CHASE_TARGET] = CHASE_NEAR_OPPONENT,
                [OPTION_FIFTH_CARD_ON_TURN] = FIFTH_PLAY_NOW,
                [OPTION_DESERTER_FALLBACK] = FALLBACK_LOWER,
                [OPTION_SABOTEUR] = SABOTEUR_DISCARD_HALF,
                [OPTION_DISPLACE_ORIGIN_FREE] = OPTION_OFF,
                [OPTION_DESERTER_MAY_ACT] = OPTION_ON},
};

/* C-95 to C-99; what the oldest book called most of them is lost, so its rows borrow (E-31). The
 * highest level of politics in ck2022 is named after the game, a trade mark; ours is a plain word. */
#define IMPROVEMENTS_COMMON                                                                        \
    [TRACK_POLITICS] = {"Town Hall", "Church", "Fortress", "Cathedral", "High Assembly"},          \
    [TRACK_SCIENCE] = {"Abbey", "Library", "Aqueduct", "Theater", "University"}

const char *const improvement_names[EDITION_COUNT][TRACK_COUNT][LEVEL_MAX] = {
    [CK1998] = {[TRACK_TRADE] = {"Market", "Trading House", "Merchant Guild", "Bank",
                                 "Great Exchange"},
                IMPROVEMENTS_COMMON},
    [CK2007] = {[TRACK_TRADE] = {"Market", "Trading House", "Counting House", "Bank",
                                 "Great Exchange"},
                IMPROVEMENTS_COMMON},
    [CK2020] = {[TRACK_TRADE] = {"Market", "Merchant Guild", "Trading House", "Bank",
                                 "Great Exchange"},
                IMPROVEMENTS_COMMON},
    [CK2022] = {[TRACK_TRADE] = {"Markt", "Zunft", "Gilde", "Bank", "Handelszentrum"},
                [TRACK_POLITICS] = {"Rathaus", "Botschaft", "Festung", "Gericht", "Hoher Rat"},
                [TRACK_SCIENCE] = {"Schule", "Bibliothek", "Aquädukt", "Theater", "Universität"}},
};

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
