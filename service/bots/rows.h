/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What bots know of an expansion: a row of hooks for each of the engine's (EXPANSIONS in engine/hooks.h) that they
 * play differently for. Each is filled in by a file of its own; `bot_rows` (rows.c) lists them, in the order in
 * which they are asked, and nothing else names any. Hooks may be NULL. */
#ifndef SERVICE_BOTS_ROWS_H
#define SERVICE_BOTS_ROWS_H

#include "engine/hooks.h"
#include "service/bots/bot_int.h"
#include "service/bots/value.h"

/* Weights that rows share with the core. */
enum {
    WINNING = 8,       /* factor if the goal wins the game */
    DEV_WORTH = 420,   /* average of a card that may be points, a knight or another card */
    ROB_OWN_LOSS = 60, /* of a pip of the bot's own under the robber */
    ROB_POINT = 4,     /* of robbing a player, per point of theirs */
};

enum { SPOT_REACH = 2 };

/* The data that features are computed from, for one player. */
struct look {
    const struct setup *setup;
    const struct game *game;
    const struct player *player;
    unsigned seat;
    bool own;                 /* the cards in hand are known */
    float income[KIND_COUNT]; /* cards per roll */
    float rate[KIND_COUNT];
    float *f;
    /* numbers of places for settlements, by the roads that they need */
    unsigned spots[SPOT_REACH + 1];
    float best[SPOT_REACH + 1];
};

/* How soon HAND, income and trades with the bank pay COST, from 1 (at once) towards 0 (never). */
float look_soon(const struct look *look, struct cards hand, struct cards cost);

static inline float larger_of(float a, float b) {
    return a > b ? a : b;
}

struct bot_row {
    uint8_t of; /* enum expansion_number */
    /* enum value_game: the weights for its games; VALUE_BASE: it has none of its own. */
    uint8_t weights;

    /* ---- plans ---- */

    /* Additional worth of a settlement at VERTEX; adds the points it brings to POINTS. */
    int (*place)(const struct bot *bot, unsigned vertex, int *points);
    /* Additional worth of a development card. */
    int (*dev_card)(const struct bot *bot);
    /* Add goals. `ways`: those that lines lead to, after settlements by road; the other hook: all
     * others, asked last. */
    void (*ways)(struct plan *plan);
    void (*goals)(struct plan *plan);

    /* ---- the turn: the first hook with an answer decides ---- */

    const struct action *(*before_roll)(const struct plan *plan);
    const struct action *(*card)(const struct plan *plan);
    struct action (*act)(const struct plan *plan); /* after cards, before trade and building */
    /* The move instead of END, which ends the turn; END is NULL if it is not listed. */
    const struct action *(*end)(const struct bot *bot, const struct action *end);
    /* Answers DECISION with MOVE, initially the first of the listed moves; false: it belongs to another
     * row. */
    bool (*decide)(const struct plan *plan, const struct decision *decision, struct action *move);

    /* ---- worth ---- */

    /* Worth of a thief at HEX in addition to stopping its production. */
    int (*thief)(const struct bot *bot, unsigned hex);
    /* Features of a player. */
    void (*look)(struct look *look);
    /* Fills in its cards that GAME hides from SEAT with possible ones; those in hands only with HANDS. */
    void (*fill)(const struct setup *setup, struct game *game, unsigned seat, bool hands,
                 struct chance *chance);
};

enum { BOT_ROWS = EXPANSION_ROWS }; /* at most; the table may end with NULLs */
extern const struct bot_row *const bot_rows[BOT_ROWS];

#define BOT_ROW_EACH(setup, hook, row) PLAYED_ROW_EACH(setup, struct bot_row, bot_rows, hook, row)

#endif
