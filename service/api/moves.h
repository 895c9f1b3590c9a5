/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_MOVES_H
#define SERVICE_API_MOVES_H

struct request;

void moves_make(struct request *rq);   /* POST /v1/games/{id}/moves */
void moves_resign(struct request *rq); /* POST /v1/games/{id}/resign */

#endif
