/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_COMMAND_PROPOSALS_H
#define SERVICE_COMMAND_PROPOSALS_H

#include "db/clocks.h"
#include "service/game/load.h"
#include "service/words/sentence.h"

/* What others have proposed for a game and one of its players has not agreed to: a pause, or a vote on how it goes on
 * without somebody. */
struct proposal {
    bool pause;                  /* else VOTE */
    unsigned by;                 /* the seat that proposed it first */
    int64_t until;               /* of a pause */
    struct store_seat_vote vote; /* of BY */
};

enum { PROPOSALS_MAX = 8 };
struct proposals {
    struct proposal items[PROPOSALS_MAX];
    unsigned count;
};

/* Those that SEAT of *LOAD can agree to NOW; none unless a person plays it. Reads with load->reader. */
enum store_result proposals_find(struct proposals *proposals, const struct load *load,
                                 unsigned seat, int64_t now);

/* Appends "Ada proposes a pause until 2026-03-01 18:00 UTC." */
void proposal_write(struct buffer *out, const struct sentence *to, const struct proposal *proposal);

#endif
