/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_GAMES_H
#define SERVICE_API_GAMES_H

struct endpoint;
struct request;

extern const struct endpoint games_create;  /* POST /v1/games */
void games_list(struct request *rq);        /* GET /v1/games */
void games_of_account(struct request *rq);  /* GET /v1/accounts/{name}/games */
void games_stats(struct request *rq);       /* GET /v1/accounts/{name}/stats */
void games_get(struct request *rq);         /* GET /v1/games/{id} */
extern const struct endpoint games_delete;  /* DELETE /v1/games/{id} */
extern const struct endpoint games_rematch; /* POST /v1/games/{id}/rematch */

#endif
