/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_GAME_CALL_H
#define SERVICE_API_GAME_CALL_H

#include "service/app/endpoint.h"
#include "service/base/language.h"
#include "service/game/load.h"

/* Shared by the endpoints that change something about the game of their route. */
struct game_call {
    struct endpoint_call call; /* first */
    int64_t game;              /* once it has been opened */
    load_each *each; /* called with each event when the game is loaded in run; may be NULL */
    void *each_context;
    bool whole;       /* it will be replayed and moved in; set before opening it */
    struct load load; /* open in read, judge and reply after game_call_open, in run after
                                  game_call_load */
};

/* Opens the game, if the caller may see it and it is not open already. False: has answered. */
bool game_call_open(struct request *rq, struct game_call *call);
/* The same for those who have a seat in it. */
bool game_call_open_seated(struct request *rq, struct game_call *call);

/* In run: the game as the transaction sees it, replayed to its end. */
enum store_result game_call_load(struct store_tx *tx, struct game_call *call);
/* The same; refuses games that are not active or not played by people. */
enum store_result game_call_load_active(struct store_tx *tx, struct game_call *call);

/* In run: the seat that the caller plays; NONE, with a refusal made, if they no longer play one. */
unsigned game_call_own_seat(struct game_call *call);

/* Makes the game object, as loaded, the reply. */
void game_call_reply_game(struct game_call *call);

/* Tells SEAT's player WORDS, whose placeholder WHAT fills, in their language; _others: all people but the caller. */
enum store_result game_call_tell(struct store_tx *tx, const struct game_call *call, unsigned seat,
                                 enum text words, const char *what);
enum store_result game_call_tell_others(struct store_tx *tx, const struct game_call *call,
                                        enum text words, const char *what);

/* The `close` of all these endpoints. */
void game_call_close(void *state);

#endif
