/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PLAYING_H
#define SERVICE_API_PLAYING_H

#include <stdbool.h>
#include <stdint.h>

#include "service/api/game.h"
#include "service/app/idempotency.h"
#include "service/app/write.h"
#include "service/game/play.h"

/*
 * A request that moves, from the judging to the answer. The answer is made from the state just
 * judged and lies ready before the events are written, so that it can be remembered in the same
 * transaction. When another move was faster, all of it is done again upon the newer log.
 */
struct playing {
    struct write write; /* first: a job leads back to its request's state */
    struct idempotency idem;
    struct play play;
    struct play_move *moves; /* play's, to be filled */
    unsigned tries;
    bool has_seq;
    int64_t seq; /* where has_seq: must still be the last event */
    bool batch;  /* the moves came as a list */
    bool words;  /* they came in words */
    /* Writes the answer's body after judging; play->each has told it each event. */
    void (*answer)(struct playing *playing, const struct load *load);
    int status; /* of the answer */
    struct buffer body;
    struct writer w; /* to body */
    char etag[API_ETAG_SIZE];
    struct clock clock; /* after the moves, once they are judged */
    struct app *app;
};

/* What a batch is told that could look ahead. */
extern const char playing_peeks[];

/* Room for N moves as the request's state; NULL when it has answered. */
struct playing *playing_new(struct request *rq, unsigned n);

/* Judges upon the game just opened and sends it on its way. Ends the load. */
void playing_run(struct request *rq, struct playing *playing, struct load *load);

/* Called when the handler is called again. */
void playing_again(struct request *rq);

/* Whether the game still goes on and has not moved on, by the body's seq and by If-Match. */
bool playing_current(struct request *rq, const struct playing *playing, const struct load *load);

/* Answers for a verdict that is not PLAY_OK. */
void playing_refuse(struct request *rq, const struct playing *playing, const struct load *load);

#endif
