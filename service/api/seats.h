/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_SEATS_H
#define SERVICE_API_SEATS_H

struct request;

void seats_join(struct request *rq);  /* POST /v1/games/{id}/join */
void seats_leave(struct request *rq); /* POST /v1/games/{id}/leave */

#endif
