/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PLAY_REQUEST_H
#define SERVICE_API_PLAY_REQUEST_H

#include "db/part_settings.h"
#include "service/api/game_call.h"
#include "service/api/told.h"
#include "service/base/json_write.h"
#include "service/game/play.h"

/*
 * A request that moves. The answer is made from the state just judged and lies ready before the events
 * are written. When another move was faster, all of it is done again upon the newer log.
 */
struct play_request {
    struct game_call game; /* first */
    struct play play;
    struct play_move *moves; /* play's, to be filled */
    bool has_seq;
    int64_t seq;  /* where has_seq: must still be the last event */
    bool batch;   /* the moves came as a list */
    bool words;   /* they came in words */
    bool minimal; /* the answer is no document, only the state's name (Prefer: return=minimal) */
    struct store_part_setting
        *part;          /* an answer for a part instead of moves (special_build.h); or NULL */
    struct teller told; /* how the events of the answer are told */
    struct writer w;    /* to the reply's body, for play->each */
    struct clock clock; /* after the moves, once they are judged */
};

enum { PLAY_REQUEST_BODY_MAX = 2 << 20 /* bytes: a view and the events of a whole batch, told */ };

/* What a batch is told that could look ahead. */
extern const char play_request_peeks[];

/* Opens the game for those who move in it. False: has answered. */
bool play_request_open(struct request *rq, struct play_request *request);

/* Room for N moves. False: has answered. */
bool play_request_alloc(struct request *rq, struct play_request *request, unsigned n);

/* Replays the game to its end, unless it is over or is not the one that the caller knows any more, by the
 * body's seq and by If-Match. False: has answered. */
bool play_request_load(struct request *rq, struct play_request *request);

/* Answers for a verdict that is not PLAY_OK. */
void play_request_refuse(struct request *rq, const struct play_request *request);

/* In judge, once it is loaded: judges the moves and the clock after them. False: has answered. */
bool play_request_judge(struct request *rq, struct play_request *request);

/* The endpoints' own. */
void play_request_ahead(struct store_tx *tx, void *state);
enum store_result play_request_run(struct store_tx *tx, void *state);
void play_request_committed(void *state);

#endif
