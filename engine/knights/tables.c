/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The tables of Cities & Knights: costs, progress cards, and the settings in which its editions
 * differ. */
#include "engine/rules.h"

const struct cards activation_cost = {{[GRAIN] = 1}};
const struct cards medicine_cost = {{[ORE] = 2, [GRAIN] = 1}};
const struct cards repair_cost = {{[LUMBER] = 1, [ORE] = 1}};

/* ---- progress cards ---- */

/* C-155 to C-179 */
const struct progress_row progress_rows[PROGRESS_COUNT] = {
    [PROGRESS_ALCHEMIST] = {TRACK_SCIENCE, 2, false},
    [PROGRESS_CRANE] = {TRACK_SCIENCE, 2, false},
    [PROGRESS_ENGINEER] = {TRACK_SCIENCE, 1, false},
    [PROGRESS_INVENTOR] = {TRACK_SCIENCE, 2, false},
    [PROGRESS_IRRIGATION] = {TRACK_SCIENCE, 2, false},
    [PROGRESS_MEDICINE] = {TRACK_SCIENCE, 2, false},
    [PROGRESS_MINING] = {TRACK_SCIENCE, 2, false},
    [PROGRESS_PRINTER] = {TRACK_SCIENCE, 1, true},
    [PROGRESS_ROAD_BUILDING] = {TRACK_SCIENCE, 2, false},
    [PROGRESS_SMITH] = {TRACK_SCIENCE, 2, false},
    [PROGRESS_COMMERCIAL_HARBOR] = {TRACK_TRADE, 2, false},
    [PROGRESS_MASTER_MERCHANT] = {TRACK_TRADE, 2, false},
    [PROGRESS_MERCHANT] = {TRACK_TRADE, 6, false},
    [PROGRESS_MERCHANT_FLEET] = {TRACK_TRADE, 2, false},
    [PROGRESS_RESOURCE_MONOPOLY] = {TRACK_TRADE, 4, false},
    [PROGRESS_TRADE_MONOPOLY] = {TRACK_TRADE, 2, false},
    [PROGRESS_BISHOP] = {TRACK_POLITICS, 2, false},
    [PROGRESS_CONSTITUTION] = {TRACK_POLITICS, 1, true},
    [PROGRESS_DESERTER] = {TRACK_POLITICS, 2, false},
    [PROGRESS_DIPLOMAT] = {TRACK_POLITICS, 2, false},
    [PROGRESS_INTRIGUE] = {TRACK_POLITICS, 2, false},
    [PROGRESS_SABOTEUR] = {TRACK_POLITICS, 2, false},
    [PROGRESS_SPY] = {TRACK_POLITICS, 3, false},
    [PROGRESS_WARLORD] = {TRACK_POLITICS, 2, false},
    [PROGRESS_WEDDING] = {TRACK_POLITICS, 2, false},
};

const struct progress_span progress_spans[TRACK_COUNT] = {
    [TRACK_TRADE] = {PROGRESS_COMMERCIAL_HARBOR, PROGRESS_BISHOP - PROGRESS_COMMERCIAL_HARBOR},
    [TRACK_POLITICS] = {PROGRESS_BISHOP, PROGRESS_COUNT - PROGRESS_BISHOP},
    [TRACK_SCIENCE] = {PROGRESS_ALCHEMIST, PROGRESS_COMMERCIAL_HARBOR - PROGRESS_ALCHEMIST},
};

const char *const progress_names[PROGRESS_COUNT] = {
    "alchemist",         "crane",           "engineer",     "inventor",       "irrigation",
    "medicine",          "mining",          "printer",      "road_building",  "smith",
    "commercial_harbor", "master_merchant", "merchant",     "merchant_fleet", "resource_monopoly",
    "trade_monopoly",    "bishop",          "constitution", "deserter",       "diplomat",
    "intrigue",          "saboteur",        "spy",          "warlord",        "wedding"};

/* ---- names ---- */

const char *const track_names[TRACK_COUNT] = {"trade", "politics", "science"};
const char *const face_names[FACE_COUNT] = {"none", "ship", "trade", "politics", "science"};
const char *const edition_names[EDITION_COUNT] = {NULL, "ck1998", "ck2007", "ck2020", "ck2022"};
const char *const variant_names[VARIANT_COUNT] = {"nasty", "knight_errant", "easy_start"};

/* ---- editions (E-01 to E-14) ---- */

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

/* C-95 to C-99. Most names of the oldest edition are lost; its rows take those of the others
 * (E-31). */
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
                [TRACK_POLITICS] = {"Rathaus", "Botschaft", "Festung", "Gericht", "Rat Catans"},
                [TRACK_SCIENCE] = {"Schule", "Bibliothek", "Aquädukt", "Theater", "Universität"}},
};
