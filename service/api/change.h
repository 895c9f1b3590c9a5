/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CHANGE_H
#define SERVICE_API_CHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "service/api/game.h"
#include "service/app/idempotency.h"
#include "service/app/write.h"
#include "service/game/play.h"

/*
 * A request of a player that changes something about a game beside its moves: a pause, a vote, who has a
 * seat. It is judged in the writer's transaction, where nothing can come in between, and answered with a
 * document made there.
 */

struct change {
    struct write write; /* first: a job leads back to its request's state */
    struct idempotency idem;
    char game[STORE_ID_SIZE];
    int64_t account;
    char name[STORE_NAME_SIZE];
    int64_t now;
    struct app *app;
    /* Judges and writes; LOAD has been replayed to its end. Answers by change_refuse, or writes the
     * answer's document to *w. */
    enum store_result (*run)(struct store_tx *tx, struct change *change, struct load *load,
                             struct writer *w);
    /* what is asked */
    int64_t seat; /* the one it is about */
    int64_t until;
    int64_t to; /* account; 0: a bot */

    /* what came of it */
    enum problem problem; /* PROBLEM_NONE: done */
    char detail[256];
    struct buffer body;
    char etag[API_ETAG_SIZE]; /* "" for a document without */
    struct play *play;        /* a seat has changed hands: to be announced; NULL: none has */
    int64_t left;             /* the account that had it before; 0: none */
    int seat_count;
};

/* Opens the game of the route, and makes sure that the caller has a seat in it unless ANYBODY may ask
 * this. NULL when it has answered, or has nothing to do but wait. The handler then reads what is asked
 * and calls change_begin; when it is called again, change_again does the rest. */
struct change *change_new(struct request *rq, bool anybody);

/* Sends it on its way. */
void change_begin(struct request *rq, struct change *change,
                  enum store_result (*run)(struct store_tx *tx, struct change *change,
                                           struct load *load, struct writer *w));

/* To be called first in the handler: false when the request has just come. */
bool change_again(struct request *rq);

/* In run: this is why not. The result that run then returns. */
__attribute__((format(printf, 3, 4))) enum store_result
change_refuse(struct change *change, enum problem problem, const char *format, ...);

/* In run: refuses what is no game of people that goes on. */
enum store_result change_judge_active(struct change *change, const struct load *load);

/* In run: the caller's seat; NONE, with a refusal made, where he plays none (any more). */
unsigned change_own_seat(struct change *change, const struct load *load);

#endif
