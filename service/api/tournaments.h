/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_TOURNAMENTS_H
#define SERVICE_API_TOURNAMENTS_H

#include "db/tournaments.h"
#include "service/app/endpoint.h"
#include "service/base/json_write.h"
#include "service/http/request.h"

/* Tournaments: making, changing and entering them. What is in them is in tournament_look.h, organisers' tools in
 * organise.h. */

enum {
    TOURNAMENT_NAME_MAX = 100,     /* bytes */
    TOURNAMENT_DAYS_MAX = 365,     /* until it starts, and of a round */
    TOURNAMENTS_ORGANISED_MAX = 5, /* that are open or running, of one account */
    TOURNAMENTS_PLAYED_MAX = 20,
    TOURNAMENT_JSON_MAX = 64 << 10,
};

/* Finds the tournament of the route's first parameter, if the caller may see it. False: has answered. */
bool tournament_find(struct request *rq, struct store_reader *reader, struct store_tournament *row);
/* The same for an id that is given otherwise. */
bool tournament_find_id(struct request *rq, struct store_reader *reader, const char *id,
                        struct store_tournament *row);

/* An endpoint about a tournament. */
struct tournament_call {
    struct endpoint_named named; /* first */
    struct store_tournament row; /* in run, as the transaction sees it */
};
/* In run: reads the row, if the caller may see it; else STORE_NONE. */
enum store_result tournament_call_open(struct store_tx *tx, struct tournament_call *call);
/* The same for its organiser; refuses others. */
enum store_result tournament_call_own(struct store_tx *tx, struct tournament_call *call);
/* In run: makes the tournament, read anew, the reply. */
enum store_result tournament_call_reply(struct store_tx *tx, struct tournament_call *call);

void tournaments_list(struct request *rq);       /* GET /v1/tournaments */
void tournaments_get(struct request *rq);        /* GET /v1/tournaments/{id} */
extern const struct endpoint tournaments_create; /* POST /v1/tournaments */
extern const struct endpoint tournaments_patch;  /* PATCH /v1/tournaments/{id} */
extern const struct endpoint tournaments_delete; /* DELETE /v1/tournaments/{id} */
extern const struct endpoint tournaments_join;   /* POST /v1/tournaments/{id}/join */
extern const struct endpoint tournaments_leave;  /* POST /v1/tournaments/{id}/leave */
extern const struct endpoint tournaments_start;  /* POST /v1/tournaments/{id}/start */

#endif
