/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_PUZZLE_CUT_H
#define SERVICE_PUZZLE_CUT_H

#include "service/app/chore.h"

/* Puzzles are cut from public games when they are over: one game after the other, in the order of their ends. */

enum {
    PUZZLES_OF_GAME = 2, /* at most: the clearest */
    PUZZLE_DAY_MS = 24 * 60 * 60 * 1000
};

/* A chore: looks through as many games as a few seconds of processor time allow, one at least, and gives today and tomorrow
 * a puzzle. */
enum chore_end puzzles_cut(struct app *app, int64_t now);

#endif
