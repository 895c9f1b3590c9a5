/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_GROUPS_H
#define SERVICE_API_GROUPS_H

#include "db/groups.h"
#include "service/app/endpoint.h"
#include "service/base/json_write.h"
#include "service/http/request.h"

/*
 * Declared groups: people who say that they know one another. Everybody in one has agreed to it. Profiles show them, and who is
 * in one group is not rated together (service/rating/apart.h).
 */

/* The groups of an account, as an array; OWN: as it sees them itself, with invitations. */
enum store_result groups_write_of(struct writer *w, struct store_reader *reader, int64_t account,
                                  bool own);

void groups_mine(struct request *rq);       /* GET /v1/me/groups */
void groups_of_game(struct request *rq);    /* GET /v1/games/{id}/groups */
extern const struct endpoint groups_create; /* POST /v1/groups */
extern const struct endpoint groups_join;   /* POST /v1/groups/{id}/join */
extern const struct endpoint groups_leave;  /* POST /v1/groups/{id}/leave */
extern const struct endpoint groups_invite; /* PUT /v1/groups/{id}/members/{name} */
extern const struct endpoint groups_recall; /* DELETE /v1/groups/{id}/members/{name} */

#endif
