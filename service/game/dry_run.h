/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_GAME_DRY_RUN_H
#define SERVICE_GAME_DRY_RUN_H

#include "service/game/play.h"

/*
 * What would come of moves, worked out from what play->viewer may know and from nothing else: the
 * same for any two hidden states that the viewer cannot tell apart. Nothing is drawn and nothing can
 * be written of it.
 */

enum { DRY_RUN_UNKNOWN_MAX = 4 };

struct dry_run {
    /* Where it stopped: JSON pointers into the next event to what the viewer cannot see. Static
     * texts; none where it came to the end. */
    unsigned n_unknown;
    const char *unknown[DRY_RUN_UNKNOWN_MAX];
};

/* As play_judge, upon the viewer's view of the state. play->game is a view afterwards. */
void dry_run_judge(struct play *play, const struct load *load, struct dry_run *dry);

#endif
