/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_DEED_H
#define SERVICE_DEED_H

#include "service/load.h"
#include "service/play.h"

/*
 * What the server does for somebody: a bot's move, a standing order's answer, the default of somebody
 * whose time has run out. Each kind has a function that says what is due in a game now, judged from
 * the log and from the store's rows alone, so that a server that was stopped goes on where it was.
 * The runner (bots/runner.h) asks them in turn, one game at a time, and makes the move.
 */
struct deed {
    enum event_by by;
    unsigned seat;
    struct action action; /* type ACTION_NONE: nothing is due */
    /* Written in the transaction of the move; NULL is fine. */
    enum store_result (*with)(struct store_tx *tx, const struct deed *deed,
                              const struct play *play);
    int64_t row; /* the kind's own */
};

/* Fills *DEED, its action's type ACTION_NONE where nothing is due. LOAD has been replayed to its end
 * and the game is going on. */
typedef enum store_result deed_due(const struct load *load, int64_t now, struct deed *deed);

#endif
