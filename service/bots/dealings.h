/* SPDX-License-Identifier: AGPL-3.0-or-later */
/* What players of a finished game have done for and to each other, and how far somebody's conduct towards one rival
 * differs from their own towards the others. */
#ifndef SERVICE_BOTS_DEALINGS_H
#define SERVICE_BOTS_DEALINGS_H

#include <stdint.h>

#include "engine/game.h"

/* One player's conduct towards another, added up. */
struct dealing {
    int64_t games;
    int64_t trades;
    double lost,
        lost_squares; /* by these trades: chance to win, 0 to 1, as service/bots/value.h has it */
    int64_t chances;  /* moves of the robber that could have hit the other or somebody else */
    int64_t hits;     /* of which hit the other; */
    double hits_expected, hits_variance; /* as players by their points draw it */
    int64_t offers; /* to a single player, where others have had cards as well */
    int64_t alone;  /* of which to the other */
    double alone_expected, alone_variance;
};

struct dealings {
    const struct setup *setup;
    struct dealing of[SEAT_MAX][SEAT_MAX]; /* by whom, with whom */
};

/* Begins before the log of a game. SETUP must outlive the dealings. */
void dealings_begin(struct dealings *dealings, const struct setup *setup);

/* Follows one live event (not undone, no undo) from BEFORE to AFTER, both full states. */
void dealings_follow(struct dealings *dealings, const struct game *before,
                     const struct event *event, const struct game *after);

/* Adds MORE to SUM. */
void dealing_add(struct dealing *sum, const struct dealing *more);

/* ---- what is striking ---- */

/* By how many standard deviations a player's conduct with one rival is beyond that with all others; 0 where it is not. */
enum dealing_sign { SIGN_GIFTS, SIGN_SPARED, SIGN_OFFERS, SIGN_COUNT };
struct suspicion {
    double signs[SIGN_COUNT];
};

/* WITH: with the rival; OTHERS: with everybody else. */
void dealing_judge(const struct dealing *with, const struct dealing *others,
                   struct suspicion *suspicion);

/* One number for a pair: the length of all signs together, of both sides. */
double suspicion_score(const struct suspicion *one, const struct suspicion *other);

/* From this score on a pair is worth a look, if it has played so many games; tests/sim/test_collusion.c measures both. */
enum { SUSPICION_GAMES_LEAST = 5 };
extern const double suspicion_least;

#endif
