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
#include "engine/limits.h"

enum game_kind { GAME_BASE, GAME_CITIES_AND_KNIGHTS, GAME_KIND_COUNT };

/* When a rule is found wrong its mend gets the next number; running games keep theirs. */
enum { RULES_REVISION_LATEST = 1 };

/* Development cards (B-05). Logs store these numbers. */
enum dev_card { KNIGHT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY, VICTORY_POINT, DEV_COUNT };

/* Pieces. Logs store these numbers. */
enum piece { PIECE_ROAD, PIECE_SETTLEMENT, PIECE_CITY, PIECE_COUNT };

struct rules {
    /* chosen */
    uint8_t game; /* enum game_kind */
    uint8_t revision;
    uint8_t players;       /* real players: seats 0 .. players-1 */
    uint8_t points_target; /* B-88 */
    bool combined_phases;  /* V-01; false: the strict order of B-29 and B-31 */
    /* following from the choice */
    uint8_t colors;           /* real and neutral (T-01): seats 0 .. colors-1 have pieces */
    uint8_t hand_limit;       /* more cards than this are halved on a seven (B-38) */
    uint8_t production_rolls; /* rolls a turn (T-08) */
    uint8_t tokens_start;     /* trade cards each player begins with (T-02) */
    uint8_t tokens_max;       /* T-03; 0: the game has none */
    uint8_t road_card_min;    /* shortest line that takes Longest Road (B-80) */
    uint8_t army_card_min;    /* fewest knights that take Largest Army (B-85) */
};

/* Fills the settings that follow from the chosen ones. Returns false, naming nothing, when the
 * combination is not one the engine plays (players 2..4, target within its limits, a known
 * revision; cities_and_knights is not played yet). */
bool rules_complete(struct rules *rules);

/* The base game for PLAYERS with 10 points and combined phases. */
struct rules rules_base(unsigned players);

static inline bool rules_neutral(const struct rules *rules, unsigned seat) {
    return seat >= rules->players && seat < rules->colors;
}

extern const struct cards piece_cost[PIECE_COUNT]; /* B-56 to B-58 */
extern const struct cards dev_cost;                /* B-59 */
extern const uint8_t piece_supply[PIECE_COUNT];    /* B-06 */
extern const uint8_t bank_start[KIND_COUNT];       /* B-04 */
extern const uint8_t deck_start[DEV_COUNT];        /* B-05 */
extern const uint8_t discard_order[KIND_COUNT]; /* offturn.md: order that breaks ties in defaults */

extern const char *const dev_names[DEV_COUNT];
extern const char *const piece_names[PIECE_COUNT];
extern const char *const game_kind_names[GAME_KIND_COUNT];

/* What is fixed when a game is made: every engine function takes it beside the state. */
struct setup {
    struct rules rules;
    struct board board;
};

#endif
