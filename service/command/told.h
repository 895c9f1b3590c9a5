/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What a player had been shown of a game when they wrote. An answer to a mail refers to the turn, the decision
 * and the offers in that mail, whatever has happened since: nobody shall play a turn that they have not seen. */
#ifndef SERVICE_COMMAND_TOLD_H
#define SERVICE_COMMAND_TOLD_H

#include "service/game/load.h"
#include "service/game/play.h"

struct told {
    uint32_t seq; /* the last event that they had been shown; 0: */
    int64_t at;   /* everything until this time, in Unix ms */
};

/* The game as shown then, and what of it is over. */
struct told_state {
    uint32_t seq; /* the last event then */
    bool past;    /* the turn or the decision is over */
    struct offer offers[OFFER_MAX];
};

/* Replays the log of LOAD, which has been opened, to its end, and finds what SEAT (or NONE) had been
 * shown. The turn and the decision count as the same as long as only SEAT itself has changed them. */
enum store_result told_replay(struct load *load, unsigned seat, const struct told *told,
                              struct told_state *state);

/* Removes from VIEW, that of SEAT, the offers that they had not been shown, except their own, and acceptances
 * given since. True if something was removed. */
bool told_hide_offers(const struct told_state *state, unsigned seat, struct game *view);

/* Whether ACTION names an offer that was undone, and whose number now belongs to another one. */
bool told_renumbered(const struct told_state *state, const struct game *game,
                     const struct action *action);

#endif
