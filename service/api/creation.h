/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CREATION_H
#define SERVICE_API_CREATION_H

#include "service/api/game.h"
#include "service/app/idempotency.h"
#include "service/app/write.h"
#include "service/game/made_game.h"

/* A request that makes a game. What is answered lies ready before anything is written. */
struct creation {
    struct write write; /* first: a job leads back to its request's state */
    struct idempotency idem;
    struct made_game made;
    struct buffer body;
    char etag[API_ETAG_SIZE];
    char location[STORE_ID_SIZE + sizeof "/v1/games/"];
    struct app *app;
};

/* The request's state; NULL when it has answered. */
struct creation *creation_new(struct request *rq);

/* Makes the game, which the caller keeps, and sends it on its way to the disk; the names of its seats
 * are to be filled. The handler is called again: then write.result says what came of it. */
void creation_run(struct request *rq, struct creation *creation, const struct new_game *new_game);

/* Answers 201 with the game. */
void creation_reply(struct request *rq, struct creation *creation);

#endif
