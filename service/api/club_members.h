/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_CLUB_MEMBERS_H
#define SERVICE_API_CLUB_MEMBERS_H

#include "service/app/endpoint.h"
#include "service/http/request.h"

/* The members of a club, and the channel that follows its games. */

void club_members_list(struct request *rq);       /* GET /v1/clubs/{id}/members */
extern const struct endpoint club_members_put;    /* PUT /v1/clubs/{id}/members/{name} */
extern const struct endpoint club_members_delete; /* DELETE /v1/clubs/{id}/members/{name} */

void club_channel_show(struct request *rq);       /* GET /v1/clubs/{id}/channel */
extern const struct endpoint club_channel_set;    /* PUT /v1/clubs/{id}/channel */
extern const struct endpoint club_channel_delete; /* DELETE /v1/clubs/{id}/channel */

#endif
