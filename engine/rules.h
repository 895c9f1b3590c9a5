/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* The rules in force in one game, as settings, and the tables that every game shares: costs,
 * supplies, the development deck. Code asks for a setting, never for the name of a game or edition:
 * a variant is a row of settings. */
#ifndef ENGINE_RULES_H
#define ENGINE_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/board.h"
#include "engine/cards.h"
#include "engine/hooks.h"
#include "engine/limits.h"

enum game_kind { GAME_BASE, GAME_CITIES_AND_KNIGHTS, GAME_KIND_COUNT };

/* What can be added to the base game. A game has a set of these; each has a row of what it adds
 * (engine/rules.c), so they combine without knowing each other. */
enum expansion_kind {
    EXPANSION_KNIGHTS, /* Cities & Knights */
    EXPANSION_LARGE,   /* five and six players */
    EXPANSION_SEA,     /* Seafarers (S-01) */
    EXPANSION_COUNT,
    EVERY_GAME = EXPANSION_COUNT /* for options that belong to no expansion */
};

/* A rule found wrong is corrected under the next number; running games keep their revision. */
enum {
    /* A choice of resources is not asked for if the bank leaves only one (S-51, S-134). */
    REVISION_NOT_ASKED = 2,
    RULES_REVISION_LATEST = REVISION_NOT_ASKED
};

/* Development cards (B-05). Logs store these numbers. */
enum dev_card { KNIGHT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY, VICTORY_POINT, DEV_COUNT };

/* Pieces. Logs store these numbers. A knight of rank n is PIECE_BASIC + n - 1. */
enum piece {
    PIECE_ROAD,
    PIECE_SETTLEMENT,
    PIECE_CITY,
    PIECE_WALL,
    PIECE_BASIC,
    PIECE_STRONG,
    PIECE_MIGHTY,
    PIECE_SHIP,
    PIECE_COUNT
};

enum { RANK_COUNT = 3 }; /* ranks of knights, numbered from 1 (C-64) */

/* The three areas of improvement; each has its commodity, its gate and its stack of progress cards
 * (C-11 to C-13, C-04). Logs store these numbers. */
enum track { TRACK_TRADE, TRACK_POLITICS, TRACK_SCIENCE, TRACK_COUNT };

/* Faces of the event die (C-09). Logs store these numbers; FACE_NONE: there was no such die. */
enum face { FACE_NONE, FACE_SHIP, FACE_TRADE, FACE_POLITICS, FACE_SCIENCE, FACE_COUNT };

/* Progress cards (C-155 to C-179), stack by stack. Logs store these numbers. */
enum progress_card {
    PROGRESS_ALCHEMIST,
    PROGRESS_CRANE,
    PROGRESS_ENGINEER,
    PROGRESS_INVENTOR,
    PROGRESS_IRRIGATION,
    PROGRESS_MEDICINE,
    PROGRESS_MINING,
    PROGRESS_PRINTER,
    PROGRESS_ROAD_BUILDING,
    PROGRESS_SMITH,
    PROGRESS_COMMERCIAL_HARBOR,
    PROGRESS_MASTER_MERCHANT,
    PROGRESS_MERCHANT,
    PROGRESS_MERCHANT_FLEET,
    PROGRESS_RESOURCE_MONOPOLY,
    PROGRESS_TRADE_MONOPOLY,
    PROGRESS_BISHOP,
    PROGRESS_CONSTITUTION,
    PROGRESS_DESERTER,
    PROGRESS_DIPLOMAT,
    PROGRESS_INTRIGUE,
    PROGRESS_SABOTEUR,
    PROGRESS_SPY,
    PROGRESS_WARLORD,
    PROGRESS_WEDDING,
    PROGRESS_COUNT
};

struct progress_row {
    uint8_t track; /* whose stack it belongs to */
    uint8_t count; /* copies in the full stack */
    bool point;    /* laid out when drawn, never in a hand (C-143) */
};

/* Editions of Cities & Knights; the base game has none. Logs store these numbers. */
enum edition { EDITION_NONE, CK1998, CK2007, CK2020, CK2022, EDITION_COUNT };

/* Settings in which editions differ (E-01 to E-14) or printings of an expansion, and the values of
 * each. Logs store these numbers. */
enum option {
    OPTION_ROBBER_START,
    OPTION_ROBBER_FREEZE,
    OPTION_ROBBER_RELEASE,
    OPTION_CHASE_TARGET,
    OPTION_FIFTH_CARD_ON_TURN,
    OPTION_DESERTER_FALLBACK,
    OPTION_SABOTEUR,
    OPTION_DISPLACE_ORIGIN_FREE,
    OPTION_DESERTER_MAY_ACT,
    EDITION_OPTION_COUNT,                  /* up to here those of Cities & Knights */
    OPTION_TURNS56 = EDITION_OPTION_COUNT, /* */
    OPTION_SHIP_END,                       /* S-23 */
    OPTION_PIRATE_FRAME,                   /* S-41 */
    OPTION_GOLD_SETUP,                     /* S-53 */
    OPTION_ISLAND_CHIT,                    /* S-68 */
    OPTION_PIRATE_FREEZE,                  /* V-66 */
    OPTION_PIRATE_START,                   /* V-45 */
    OPTION_KNIGHT_SWITCH,                  /* V-59 */
    OPTION_UNSUITABLE,                     /* V-37 */
    OPTION_WONDER_CATHEDRAL,               /* S-149 */
    OPTION_WONDER_REQUIREMENT,             /* S-151 */
    OPTION_WONDER_ISLAND,                  /* S-154 */
    OPTION_FLEET_TARGETS,                  /* S-133 */
    OPTION_FORTRESS_ATTACK,                /* S-139 */
    OPTION_FLEET_LEAVES,                   /* S-143 */
    OPTION_FRIENDLY_ROBBER,                /* H-01 */
    OPTION_EARLY_SEVENS,                   /* H-02 */
    OPTION_HARBORMASTER,                   /* H-03 */
    OPTION_COUNT
};
enum { START_DESERT, START_PENINSULA };
enum { OPTION_OFF, OPTION_ON };
enum { RELEASE_STAY, RELEASE_TO_DESERT };
enum { CHASE_ANY_OTHER, CHASE_NUMBERED, CHASE_NEAR_OPPONENT };
enum { FIFTH_END_OF_TURN, FIFTH_PLAY_NOW };
enum { FALLBACK_LOWER, FALLBACK_BASIC };
enum { SABOTEUR_INVERT_CITY, SABOTEUR_DISCARD_HALF };
enum { TURNS_PAIRED, TURNS_SPECIAL_BUILD };
enum { SHIP_END_SHIPS_AND_BUILDINGS, SHIP_END_ANY_PIECE };
enum { FRAME_YES, FRAME_NO };
enum { GOLD_CHOOSE, GOLD_NONE };
enum { CHIT_MAP, CHIT_ONE };
enum { PIRATE_ON_HEX, PIRATE_AT_TRACK };
enum { SWITCH_AT_BUILDING, SWITCH_ANYWHERE };
enum { UNSUITABLE_REFUSE, UNSUITABLE_ALLOW };
enum { CATHEDRAL_GRAIN, CATHEDRAL_LUMBER };
enum { REQUIREMENT_ONCE, REQUIREMENT_KEEP };
enum { ISLAND_FIRST, ISLAND_EVERY };
enum { FLEET_EACH, FLEET_SINGLE };
enum { ATTACK_CHOICE, ATTACK_AUTOMATIC };
enum { LEAVES_YES, LEAVES_NO };
enum { SEVENS_COUNT, SEVENS_REROLLED };
enum { OPTION_VALUES_MAX = 3 };

/* Wonders (S-149, X-72). Logs store these numbers. */
enum wonder {
    WONDER_THEATER,
    WONDER_GREAT_BRIDGE,
    WONDER_MONUMENT,
    WONDER_GREAT_WALL,
    WONDER_CATHEDRAL,
    WONDER_LIBRARY,
    WONDER_LIGHTHOUSE,
    WONDER_COUNT
};
enum { WONDER_LEVELS = 4 }; /* of each wonder (S-148) */

struct option_row {
    const char *name;
    uint8_t of;        /* enum expansion_kind it belongs to (else the option is 0), or EVERY_GAME */
    bool with_knights; /* and that needs Cities & Knights as well */
    const char *values[OPTION_VALUES_MAX]; /* NULL from the end on */
};

/* Scenarios of Seafarers (S-91), and behind them our own. Logs store these numbers. */
enum sea_scenario {
    SCENARIO_NONE,
    SCENARIO_NEW_SHORES,
    SCENARIO_FOUR_ISLANDS,
    SCENARIO_FOG_ISLANDS,
    SCENARIO_DESERT,
    SCENARIO_FORGOTTEN_TRIBE,
    SCENARIO_CLOTH,
    SCENARIO_PIRATE_ISLANDS,
    SCENARIO_WONDERS,
    SCENARIO_NEW_WORLD,
    SCENARIO_CUSTOM, /* a player's own map (S-93) */
    SCENARIO_ATOLL,
    SCENARIO_COUNT
};

/* Variants, as bits (V-02, V-10, V-14). Logs store these numbers. */
enum variant { VARIANT_NASTY, VARIANT_KNIGHT_ERRANT, VARIANT_EASY_START, VARIANT_COUNT };

struct rules {
    /* chosen */
    uint8_t game; /* enum game_kind */
    uint8_t revision;
    uint8_t players;               /* real players: seats 0 .. players-1 */
    uint8_t points_target;         /* B-88 */
    bool combined_phases;          /* V-01; false: the strict order of B-29 and B-31 */
    uint8_t edition;               /* enum edition; EDITION_NONE for the base game */
    uint8_t variants;              /* bit for each enum variant */
    uint8_t scenario;              /* enum sea_scenario; SCENARIO_NONE: no sea */
    uint8_t options[OPTION_COUNT]; /* 0 if the game lacks what the option belongs to */
    /* following from the choice */
    uint8_t expansions;       /* bit for each enum expansion_kind */
    uint8_t colors;           /* real and neutral (T-01): seats 0 .. colors-1 have pieces */
    uint8_t hand_limit;       /* more cards than this are halved on a seven (B-38) */
    uint8_t production_rolls; /* rolls a turn (T-08) */
    uint8_t tokens_start;     /* trade cards each player begins with (T-02) */
    uint8_t tokens_max;       /* T-03; 0: the game has none */
    uint8_t road_card_min;    /* shortest line for Longest Road (B-80); 0: there is none (S-119) */
    uint8_t army_card_min;    /* fewest knights that take Largest Army (B-85); 0: there is none */
    bool knights;             /* knights, improvements, progress cards and barbarians (C-01) */
    uint8_t kinds;            /* kinds of cards: resources, or commodities too */
    uint8_t barbarian_steps;  /* the ship that brings the attack (C-29) */
    uint8_t progress_limit;   /* progress cards held without giving one up (C-147) */
    bool sea;                 /* ships, pirate and gold (S-01) */
    bool no_pirate;           /* with sea, but no pirate (S-146) */
    bool robber_beside;       /* the robber starts off the board, also with a desert (S-160) */
    bool fleet;               /* instead of robber and pirate: lanes, fortresses and warships, which
                               * knight cards make (S-124 to S-143). The board has a lane for each
                               * player */
    uint8_t wonders;          /* how many can be built (S-149, X-72) */
    uint8_t setup_rounds;     /* in the set-up, each a building and a road (B-22, S-111) */
    bool setup_city;          /* the building of the last round is a city (C-20) */
    bool tokens_move;         /* number tokens can be exchanged (C-188) */
    uint8_t printed;    /* printed settlements of each player, not placed in the set-up: one stands,
                         * with a ship, one is under the fortress (S-124, S-125) */
    bool dev_deck;      /* there are development cards */
    bool parts_special; /* parts of a turn only build and nobody wins in them */
    uint8_t part_first, part_last; /* seats that have a part after each turn, counted to the left
                                    * from the player whose turn it was; none: part_last is 0 */
    uint8_t deck[DEV_COUNT];       /* what the deck of development cards begins with */
    struct cards bank;             /* what the bank begins with */
    uint8_t supply[PIECE_COUNT];   /* pieces of each player */
};

/* Fills the settings that follow from the chosen ones. Returns false, without saying why, when the
 * engine does not play the combination: players 2..6 (with knights 3..6), target within its limits,
 * a known revision, known values of the options that its expansions have and 0 of others; with
 * knights an edition, known variants and combined phases, without them none of these. */
bool rules_complete(struct rules *rules);

/* The id of the rule that refuses the combination of players, game and scenario in RULES, whatever else
 * is chosen; NULL: none does. */
const char *rules_refused_by(const struct rules *rules);

/* The default of OPTION: the edition's; 0 if the game lacks what the option belongs to. */
unsigned rules_option_default(const struct rules *rules, unsigned option);

/* The points to which these rules are played unless others are asked for; of a map of one's own,
 * scenario_custom_target. */
unsigned rules_target(const struct rules *rules);

/* The base game for PLAYERS with 10 points and combined phases. */
struct rules rules_base(unsigned players);

/* Cities & Knights in that EDITION for PLAYERS with 13 points, without variants. */
struct rules rules_knights(unsigned edition, unsigned players);

/* The base game at sea for PLAYERS, to the scenario's target; for a player's own map to that of the base
 * game, until scenario_custom_target computes it. */
struct rules rules_sea(unsigned scenario, unsigned players);

/* Cities & Knights of that EDITION at sea, to the scenario's target plus two points (V-39). */
struct rules rules_knights_sea(unsigned edition, unsigned scenario, unsigned players);

/* The expansions that RULES, not completed yet, choose: a set of enum expansion_kind. */
unsigned rules_chosen_expansions(const struct rules *rules);

/* The expansions without which OPTION is 0, as a set. */
unsigned option_needs(unsigned option);

/* Whether the game has everything in EXPANSIONS, a set. */
static inline bool rules_have(const struct rules *rules, unsigned expansions) {
    return (expansions & ~(unsigned)rules->expansions) == 0;
}

/* The island that the game is played on unless a board is given, and its printed map. */
static inline enum island rules_island(const struct rules *rules) {
    return rules_have(rules, 1u << EXPANSION_LARGE) ? ISLAND_LARGE : ISLAND_STANDARD;
}

static inline enum printed_map rules_printed_map(const struct rules *rules) {
    if (rules_island(rules) == ISLAND_LARGE)
        return MAP_LARGE;
    return rules->knights ? MAP_KNIGHTS : MAP_BASE;
}

static inline bool rules_variant(const struct rules *rules, enum variant variant) {
    return rules->variants >> variant & 1;
}

static inline bool rules_neutral(const struct rules *rules, unsigned seat) {
    return seat >= rules->players && seat < rules->colors;
}

/* Pieces placed in the set-up. */
static inline unsigned rules_setup_pieces(const struct rules *rules) {
    return 2u * rules->setup_rounds * rules->players;
}

/* Which player has TURN of the set-up, as seats after the starting player: clockwise, then back, then
 * clockwise again (B-22, S-111). */
static inline unsigned rules_setup_place(const struct rules *rules, unsigned turn) {
    unsigned place = turn % rules->players;
    return turn / rules->players % 2 ? rules->players - 1 - place : place;
}

/* Whether TURN of the set-up is in its last round: its building brings cards, and in games with knights it
 * is a city (B-24, C-20, S-111, V-42). */
static inline bool rules_setup_last(const struct rules *rules, unsigned turn) {
    return turn >= (rules->setup_rounds - 1u) * rules->players;
}

extern const struct cards piece_cost[PIECE_COUNT]; /* B-56 to B-58, C-62, C-65, C-70 */
extern const struct cards dev_cost;                /* B-59 */
extern const struct cards activation_cost;         /* C-68 */
extern const struct cards medicine_cost;           /* C-194 */
extern const struct cards repair_cost;             /* C-237 */
extern const uint8_t deck_most[DEV_COUNT];         /* of each card in the largest deck */
extern const uint8_t discard_order[KIND_COUNT];    /* order that breaks ties in defaults (O-01) */

extern const struct progress_row progress_rows[PROGRESS_COUNT];

/* The kinds of cards of one stack: FIRST .. FIRST + N - 1. */
struct progress_span {
    uint8_t first, n;
};

extern const struct progress_span progress_spans[TRACK_COUNT];
extern const struct option_row option_rows[OPTION_COUNT];
extern const uint8_t edition_options[EDITION_COUNT]
                                    [OPTION_COUNT]; /* those of Cities & Knights alone */

/* What an area's levels 1 to 5 are called (C-95 to C-99, E-31). */
extern const char *const improvement_names[EDITION_COUNT][TRACK_COUNT][LEVEL_MAX];

extern const char *const dev_names[DEV_COUNT];
extern const char *const progress_names[PROGRESS_COUNT];
extern const char *const track_names[TRACK_COUNT];
extern const char *const face_names[FACE_COUNT];
extern const char *const edition_names[EDITION_COUNT]; /* [0] is NULL */
extern const char *const variant_names[VARIANT_COUNT];
extern const char *const piece_names[PIECE_COUNT];
extern const char *const game_kind_names[GAME_KIND_COUNT];
extern const char *const wonder_names[WONDER_COUNT];
extern const char *const scenario_names[SCENARIO_COUNT]; /* [0] is NULL */

/* The least that every action of some types costs outside the set-up phase. */
struct price {
    uint64_t types; /* bits of enum action_type */
    struct cards cards;
};

enum { PRICES_MAX = 12, WINDOW_COUNT = 4, ACTION_TYPES_MAX = 64 };

struct action_row;
struct path_rule;
struct thief_rule;
struct action_rule;

/* What is fixed when a game is made: every engine function takes it with the state. */
struct setup {
    struct rules rules;
    /* Derived from the expansions of the game (engine/expansion.h). */
    uint16_t plays;                        /* the rows themselves, as a set (hooks.h) */
    uint16_t hooks[HOOK_COUNT];            /* of each hook the rows that have it, as a set */
    const struct path_rule *paths;         /* NULL: nothing but roads lies on paths */
    const struct thief_rule *thief;        /* NULL: the robber is the only thief */
    const struct action_rule *knight_card; /* NULL: a knight card moves the robber */
    const struct action_row *actions[ACTION_TYPES_MAX]; /* by type, as action_row_of */
    uint8_t seven;                                      /* enum agenda_step: what a seven brings */
    uint64_t windows[WINDOW_COUNT]; /* types of action open to the player on turn, by enum
                                     * turn_step */
    uint64_t special;               /* and in the special building phase */
    uint64_t drawn; /* types of action whose outcome can have parts of an expansion */
    uint8_t loot;   /* enum loot, the last that a thief can take */
    uint8_t award_least[AWARD_MAX]; /* number that takes each special card; 0: there is no such
                                     * card */
    uint8_t recounted; /* special cards whose holder is determined anew whenever points are, as a
                        * set */
    uint64_t types;    /* of action that the game has: bits of enum action_type */
    uint8_t n_prices;
    struct price prices[PRICES_MAX];
    struct board board;
};

#endif
