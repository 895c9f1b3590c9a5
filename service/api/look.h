/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_LOOK_H
#define SERVICE_API_LOOK_H

struct request;

void look_board(struct request *rq);   /* GET /v1/games/{id}/board */
void look_view(struct request *rq);    /* GET /v1/games/{id}/view */
void look_actions(struct request *rq); /* GET /v1/games/{id}/actions */
void look_record(struct request *rq);  /* GET /v1/games/{id}/record */

#endif
