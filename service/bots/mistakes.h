/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* Where a player of a finished game could have done better. Each of their decisions is judged by what they could know
 * then, beside what the hard bot would have done: both moves by one measure (search_judge). Luck and trades with players
 * are not judged. */
#ifndef SERVICE_BOTS_MISTAKES_H
#define SERVICE_BOTS_MISTAKES_H

#include <stdbool.h>
#include <stdint.h>

#include "service/bots/bot.h"

enum {
    MISTAKES_MAX = 3,
    MISTAKES_JUDGED_MAX = 500, /* decisions; a game between people has some 60 a seat */
};

struct mistake {
    uint32_t turn; /* as the game counts them; 0: in the set-up */
    uint32_t seq;  /* of the event; the decision was made in the position before it */
    struct action played;
    struct hint better; /* the hard bot's move and its reasons */
    double chance;      /* of winning after what was played, and after the better move */
    double better_chance;
};

/* About 2 KB, no pointers but to the set-up. */
struct mistakes {
    const struct setup *setup;
    unsigned seat;
    unsigned judged;                    /* decisions */
    bool complete;                      /* the whole game was judged */
    unsigned n;                         /* of worst */
    struct mistake worst[MISTAKES_MAX]; /* the costliest first, among equal ones the earlier */
};

/* For the decisions of SEAT. SETUP must outlive the result. */
void mistakes_begin(struct mistakes *mistakes, const struct setup *setup, unsigned seat);

/* Follows one live event (not undone, no undo) from BEFORE, the full state. The same events give the same mistakes.
 * Takes some ms for a decision of the seat, and 2 MB of stack. */
void mistakes_follow(struct mistakes *mistakes, const struct game *before,
                     const struct event *event);

#endif
