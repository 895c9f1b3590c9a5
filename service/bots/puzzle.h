/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Positions whose best move is clearly best, so that they can be set as puzzles: first settlements and cities, and moves of a turn,
 * in games of three and more without a scenario. All is found from the view of one seat, by the
 * measure that mistakes are judged by (search_judge). */
#ifndef SERVICE_BOTS_PUZZLE_H
#define SERVICE_BOTS_PUZZLE_H

#include <stdbool.h>

#include "service/bots/bot.h"

/* What the best move is about. Stored: only add. */
enum puzzle_theme { PUZZLE_OPENING, PUZZLE_BUILDING, PUZZLE_CARDS, PUZZLE_TRADE, PUZZLE_THEMES };
extern const char *const puzzle_theme_names[PUZZLE_THEMES + 1]; /* NULL at the end */

enum { PUZZLE_CHOICES_MIN = 4 /* moves that are measured */ };

/* By how much the best move must be ahead, as a part of the chance to win. */
#define PUZZLE_LEAD 0.05

struct puzzle {
    enum puzzle_theme theme;
    struct hint best;
    double chance, next; /* of winning after it, and after the best of all other moves */
};

/* Whether the decision of SEAT, which sees VIEW, makes a puzzle. The same view gives the same. Takes some ms where it does not,
 * up to some 100 ms where it does, and 2 MB of stack. EFFORT: 1, or how many times as much to search. */
bool puzzle_find(const struct setup *setup, const struct game *view, unsigned seat, unsigned effort,
                 struct puzzle *puzzle);

/* The chance of SEAT to win after ACTION, a legal move in VIEW. False: moves of its kind are not measured. */
bool puzzle_judge(const struct setup *setup, const struct game *view, unsigned seat,
                  const struct action *action, double *chance);

#endif
