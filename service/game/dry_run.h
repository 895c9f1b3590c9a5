/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_DRY_RUN_H
#define SERVICE_GAME_DRY_RUN_H

#include "service/game/play.h"

/*
 * The result of moves, computed only from what play->viewer may know: it is the same for any two
 * hidden states that the viewer cannot distinguish. Nothing is drawn, and nothing of it can be
 * written.
 */

enum { DRY_RUN_UNKNOWN_MAX = 4 };

struct dry_run {
    /* Where it stopped: JSON pointers to the parts of the next event that the viewer cannot see.
     * Static texts; none if it reached the end. */
    unsigned n_unknown;
    const char *unknown[DRY_RUN_UNKNOWN_MAX];
};

/* As play_judge, on the viewer's view of the state. play->game is a view afterwards. */
void dry_run_judge(struct play *play, const struct load *load, struct dry_run *dry);

#endif
