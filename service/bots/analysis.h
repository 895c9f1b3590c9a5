/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Analysis of a finished game, in which nothing is hidden any more: each seat's chance to win over time,
 * and how much of its changes was due to dice and cards. The measure is that of service/bots/value.h, by
 * each player's own view, normalized to a sum of 1. */
#ifndef SERVICE_BOTS_ANALYSIS_H
#define SERVICE_BOTS_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/game.h"

enum {
    ANALYSIS_TURNS_MAX = 400,    /* in longer games the rest counts for the last one */
    ANALYSIS_LEAVES_MAX = 60000, /* positions evaluated for luck; some 5 us each */
    ANALYSIS_LARGEST = 5,
};

/* Chances by seat, 0 to 1, or changes of them. */
struct chances {
    double of[SEAT_MAX];
};

struct analysis_turn {
    uint32_t turn;  /* as the game counts them; 0: the start, after the set-up */
    uint32_t seq;   /* of its last event */
    uint8_t player; /* whose turn it was; NONE: of the start */
    struct chances after;
    struct chances dice, cards; /* the part of the change that was luck */
    double got[SEAT_MAX];       /* cards that its rolls brought each seat, */
    double expected[SEAT_MAX];  /* and would on average */
};

/* About 120 KB, no pointers but to the set-up. */
struct analysis {
    const struct setup *setup;
    unsigned leaves;  /* that may still be evaluated */
    bool complete;    /* luck was computed for the whole game */
    bool begun;       /* the set-up is over */
    unsigned n_turns; /* turns[0] is the start */
    struct analysis_turn turns[ANALYSIS_TURNS_MAX + 1];
};

/* Begins before the log of a game that starts as START. SETUP must outlive the analysis. */
void analysis_begin(struct analysis *analysis, const struct setup *setup, const struct game *start);

/* Follows one live event (not undone, no undo) from BEFORE to AFTER, both full states. The same events
 * give the same analysis. */
void analysis_follow(struct analysis *analysis, const struct game *before,
                     const struct event *event, const struct game *after);

/* The turns (from 1) with the largest changes, measured by the seat that gained or lost most; the
 * largest first, among equal ones the earlier. Returns how many: at most ANALYSIS_LARGEST. */
unsigned analysis_largest(const struct analysis *analysis, unsigned turns[ANALYSIS_LARGEST]);

#endif
