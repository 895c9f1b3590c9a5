/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What somebody had been told of a game when they wrote. An answer to a mail is about the turn, the question and
 * the offers of that mail, whatever has come since: nobody shall play a turn that they have not seen. */
#ifndef SERVICE_COMMAND_TOLD_H
#define SERVICE_COMMAND_TOLD_H

#include "service/game/load.h"
#include "service/game/play.h"

struct told {
    uint32_t seq; /* the last event that they had been told of; 0: */
    int64_t at;   /* what had happened by this time, in ms */
};

/* What the game looked like then, and what of it is over. */
struct told_state {
    uint32_t seq; /* the last event then */
    bool past;    /* the turn or the question is over */
    struct offer offers[OFFER_MAX];
};

/* Replays the log of LOAD, which has been opened, to its end, and finds what SEAT (or NONE) had been told.
 * The turn and the question stay the same as long as nobody but SEAT itself has changed them. */
enum store_result told_replay(struct load *load, unsigned seat, const struct told *told,
                              struct told_state *state);

/* Leaves of the offers that SEAT sees in VIEW those that they had been told of, and their own; of these, who had
 * accepted then. True where something was left out. */
bool told_hide_offers(const struct told_state *state, unsigned seat, struct game *view);

/* Whether ACTION names an offer that has been taken back, and whose number another one has got since. */
bool told_renumbered(const struct told_state *state, const struct game *game,
                     const struct action *action);

#endif
