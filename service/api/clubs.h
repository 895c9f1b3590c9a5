/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CLUBS_H
#define SERVICE_API_CLUBS_H

#include "db/clubs.h"
#include "service/app/endpoint.h"
#include "service/base/json_write.h"
#include "service/http/request.h"

/* Clubs: making, changing, entering and leaving them. Their members and their channel are in club_members.h. */

enum { CLUB_JSON_MAX = 16 << 10 };

/* An endpoint about a club. */
struct club_call {
    struct endpoint_named named; /* first */
    struct store_club club;      /* in run, as the transaction sees it, with the caller's role */
    struct store_club_member own;
    bool has_role;
};

#define CLUB_FOR_ORGANISERS "only organisers of a club can do that"

/* In run: reads the club and the caller's role. STORE_NONE: there is no such club. */
enum store_result club_call_open(struct store_tx *tx, struct club_call *call);
/* The same for those with a role up to LEAST; refuses others. */
enum store_result club_call_manage(struct store_tx *tx, struct club_call *call,
                                   enum store_club_role least);
/* In run: makes the club, read anew, the reply. */
enum store_result club_call_reply(struct store_tx *tx, struct club_call *call);
/* In run: refuses one more member, or one more who waits, where the club is full. */
enum store_result club_call_room(struct store_tx *tx, struct club_call *call,
                                 enum store_club_role role);

/* Finds the club of the route's first parameter. False: has answered. */
bool club_find(struct request *rq, struct store_reader *reader, struct store_club *club);
/* Finds the club that a query names: 0 where ID is NULL. False: has answered. */
bool club_find_filter(struct request *rq, struct store_reader *reader, const char *id,
                      int64_t *club);

/* {"id","name","role"} */
void club_write_short(struct writer *w, const struct store_club *club, const char *role);
/* Calls row for each club that an account belongs to; WAITING: also for those that have invited it, and that it asks to join. */
enum store_result clubs_of(struct store_reader *reader, int64_t account, bool waiting,
                           void (*row)(void *context, const struct store_club *club,
                                       const char *role),
                           void *context);
/* The clubs that an account belongs to, as an array. */
enum store_result clubs_write_of(struct writer *w, struct store_reader *reader, int64_t account);

void clubs_list(struct request *rq);       /* GET /v1/clubs */
void clubs_get(struct request *rq);        /* GET /v1/clubs/{id} */
extern const struct endpoint clubs_create; /* POST /v1/clubs */
extern const struct endpoint clubs_patch;  /* PATCH /v1/clubs/{id} */
extern const struct endpoint clubs_delete; /* DELETE /v1/clubs/{id} */
extern const struct endpoint clubs_join;   /* POST /v1/clubs/{id}/join */
extern const struct endpoint clubs_leave;  /* POST /v1/clubs/{id}/leave */

#endif
