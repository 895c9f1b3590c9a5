/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What bots know of an expansion: a row of hooks for each of the engine's (EXPANSIONS in engine/hooks.h) that they
 * play differently for. Each is filled in by a file of its own; `bot_rows` (rows.c) lists them, in the order in which
 * they are asked, and nothing else names any. A hook that is NULL has nothing to say. */
#ifndef SERVICE_BOTS_ROWS_H
#define SERVICE_BOTS_ROWS_H

#include "engine/hooks.h"
#include "service/bots/bot_int.h"
#include "service/bots/value.h"

/* Weights that rows share with the core. */
enum {
    WINNING = 8, /* times more: the goal ends the game */
    DEV_WORTH =
        420, /* of a card: points, knights and cards that it may turn out to be, on average */
    ROB_OWN_LOSS = 60, /* of a pip of one's own under the robber */
    ROB_POINT = 4,     /* of robbing somebody, for each point that they have */
};

enum { SPOT_REACH = 2 };

/* What features are made of, for one player. */
struct look {
    const struct setup *setup;
    const struct game *game;
    const struct player *player;
    unsigned seat;
    bool own;                 /* the cards in hand are known */
    float income[KIND_COUNT]; /* cards a roll */
    float rate[KIND_COUNT];
    float *f;
    /* places for settlements, by the roads that they need */
    unsigned spots[SPOT_REACH + 1];
    float best[SPOT_REACH + 1];
};

/* From 1 (at once) towards 0 (never): how soon HAND, income and trades with the bank pay COST. */
float look_soon(const struct look *look, struct cards hand, struct cards cost);

static inline float larger_of(float a, float b) {
    return a > b ? a : b;
}

struct bot_row {
    uint8_t of; /* enum expansion_number */
    /* enum value_game: the table of its games; VALUE_BASE: it has none of its own. */
    uint8_t weights;

    /* ---- plans ---- */

    /* What a settlement at VERTEX is worth besides; adds to POINTS those that it brings. */
    int (*place)(const struct bot *bot, unsigned vertex, int *points);
    /* What a development card is worth besides. */
    int (*dev_card)(const struct bot *bot);
    /* Adds goals: those that lines lead to, asked behind settlements by road; all others, asked last. */
    void (*ways)(struct plan *plan);
    void (*goals)(struct plan *plan);

    /* ---- the turn: the first that says something is followed ---- */

    const struct action *(*before_roll)(const struct plan *plan);
    const struct action *(*card)(const struct plan *plan);
    struct action (*act)(const struct plan *plan); /* behind cards, before trade and building */
    /* What is done in the place of END, which ends the turn; END is NULL where it is not listed. */
    const struct action *(*end)(const struct bot *bot, const struct action *end);
    /* Answers DECISION with MOVE, which begins as the first of the listed; false: it is not its own. */
    bool (*decide)(const struct plan *plan, const struct decision *decision, struct action *move);

    /* ---- what things are worth ---- */

    /* What a thief at HEX does besides keeping it from producing. */
    int (*thief)(const struct bot *bot, unsigned hex);
    /* Features of a player. */
    void (*look)(struct look *look);
    /* Fills what GAME hides of its cards from SEAT with what they may be; those in hands only with HANDS. */
    void (*fill)(const struct setup *setup, struct game *game, unsigned seat, bool hands,
                 struct chance *chance);
};

enum { BOT_ROWS = EXPANSION_ROWS }; /* at most: the table ends with blanks */
extern const struct bot_row *const bot_rows[BOT_ROWS];

#define BOT_ROW_EACH(setup, hook, row) PLAYED_ROW_EACH(setup, struct bot_row, bot_rows, hook, row)

#endif
