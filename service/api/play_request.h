/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_PLAY_REQUEST_H
#define SERVICE_API_PLAY_REQUEST_H

#include "db/part_settings.h"
#include "service/api/game_call.h"
#include "service/api/told.h"
#include "service/base/json_write.h"
#include "service/game/play.h"

/*
 * A request that makes moves. The response is composed from the state just judged, before the events
 * are written. If another move was faster, all of it is done again with the newer log.
 */
struct play_request {
    struct game_call game; /* first */
    struct play play;
    struct play_move *moves; /* owned by play, to be filled in */
    bool has_seq;
    int64_t seq;  /* where has_seq: must still be the last event */
    bool batch;   /* the moves came as a list */
    bool words;   /* they came in words */
    bool minimal; /* the answer is no document, only the state's name (Prefer: return=minimal) */
    struct store_part_setting
        *part;          /* instead of moves: an answer for a part (special_build.h); or NULL */
    struct teller told; /* for the events in the response */
    struct writer w;    /* to the reply's body, for play->each */
    struct clock clock; /* after the moves, once they are judged */
};

enum {
    PLAY_REQUEST_BODY_MAX = 2 << 20 /* bytes: a view, and the events of a whole batch with
                                     * sentences */
};

/* What of a struct play_request is written before it is read: the row, the set-up, states, trails, seats, and a
 * setting. */
extern const struct endpoint_span play_request_blank[];

/* The refusal of a batch that could look ahead. */
extern const char play_request_peeks[];

/* Opens the game for those who move in it. False: has answered. */
bool play_request_open(struct request *rq, struct play_request *request);

/* Room for N moves. False: has answered. */
bool play_request_alloc(struct request *rq, struct play_request *request, unsigned n);

/* Replays the game to its end, unless it is over or has changed, by the body's seq and by If-Match.
 * False: has answered. */
bool play_request_load(struct request *rq, struct play_request *request);

/* Answers for a verdict that is not PLAY_OK. */
void play_request_refuse(struct request *rq, const struct play_request *request);

/* In judge, once it is loaded: judges the moves, and computes the clock after them. False: has
 * answered. */
bool play_request_judge(struct request *rq, struct play_request *request);

/* Members of these endpoints. */
void play_request_ahead(struct store_tx *tx, void *state);
enum store_result play_request_run(struct store_tx *tx, void *state);
void play_request_committed(void *state);

#endif
