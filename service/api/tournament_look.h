/* SPDX-License-Identifier: AGPL-3.0-or-later */
#ifndef SERVICE_API_TOURNAMENT_LOOK_H
#define SERVICE_API_TOURNAMENT_LOOK_H

struct request;

/* What is in a tournament. Standings follow from the finished games at the moment they are asked for. */
void tournament_standings(struct request *rq); /* GET /v1/tournaments/{id}/standings */
void tournament_rounds(struct request *rq);    /* GET /v1/tournaments/{id}/rounds */
void tournament_games(struct request *rq);     /* GET /v1/tournaments/{id}/games */
void tournament_log(struct request *rq);       /* GET /v1/tournaments/{id}/log */

/* GET /v1/games?tournament=ID: the same games, newest first. */
void tournament_games_of(struct request *rq, const char *id);

#endif
